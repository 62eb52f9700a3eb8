"""The strengths that players are told explain the result of each move."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given

from judge.engine import Contender, Move, Outcome, Reason, adjudicate, contest
from judge.shipped import shipped_variant
from tests.amount import many
from tests.benchmarks.positions import Sample
from tests.engine.chance import movement
from tests.engine.test_properties import STANDARD, crowd, samples, unhurried


def contests(sample: Sample) -> Iterator[tuple[Outcome, tuple[Contender, ...]]]:
    done = adjudicate(sample.position, sample.orders, STANDARD)
    for outcome in done.outcomes:
        if isinstance(outcome.order, Move) and not outcome.reason.is_illegal:
            mover = outcome.order.unit
            yield outcome, contest(sample.position, done, mover, STANDARD)


@unhurried
@example(crowd(1197))  # two armies of one power change places by foreign convoys
@given(samples)
def test_who_comes_in_was_stronger_than_all_others(sample: Sample) -> None:
    for outcome, (mover, *others) in filter(lambda one: one[1], contests(sample)):
        if outcome.succeeded:
            assert all(mover.strength > other.strength for other in others)


@unhurried
@given(samples)
def test_who_stays_out_met_somebody_as_strong(sample: Sample) -> None:
    for outcome, (mover, *others) in filter(lambda one: one[1], contests(sample)):
        if outcome.reason is Reason.BOUNCED:
            met = {other.province: other.strength for other in others}
            assert set(outcome.by) <= met.keys()
            assert all(met[province] >= mover.strength for province in outcome.by)


@unhurried
@given(samples)
def test_who_never_came_contested_nothing(sample: Sample) -> None:
    for outcome, told in contests(sample):
        gone = outcome.reason in (Reason.DISRUPTED, Reason.NO_CONVOY)
        assert bool(told) is not gone


def test_a_unit_that_did_not_move_contested_nothing() -> None:
    unit = STANDARD.start.units[0]
    done = adjudicate(STANDARD.start, (), STANDARD)

    assert contest(STANDARD.start, done, unit, STANDARD) == ()


@pytest.mark.parametrize("name", ["satrap", "satrap2", "mandate_of_heaven"])
def test_garrisons_and_last_stands_are_told_as_strong_as_they_were(name: str) -> None:
    variant, chance = shipped_variant(name), Random(name)
    for _ in range(many(150)):
        position, orders = movement(variant, chance)
        done = adjudicate(position, orders, variant)
        for outcome in done.outcomes:
            order = outcome.order
            if not isinstance(order, Move) or outcome.reason.is_illegal:
                continue
            for mover, *others in filter(None, [contest(position, done, order.unit, variant)]):
                most = max((other.strength for other in others), default=0)
                assert not outcome.succeeded or mover.strength > most
                bounced = outcome.reason is Reason.BOUNCED
                assert not bounced or mover.strength <= most
