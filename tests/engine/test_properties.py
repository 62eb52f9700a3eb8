"""Properties of every movement phase, tested on random positions and orders."""

from copy import deepcopy
from pathlib import Path
from random import Random

from hypothesis import given, settings, strategies as st
from msgspec import structs

from judge.boards import read_variant
from judge.engine import Move, Order, Reason, Unit, Variant, power_of
from judge.engine.legality import check_movement
from judge.engine.movement.phase import Movement, resolve_movement
from tests.amount import many
from tests.benchmarks.positions import Sample, make_sample
from tests.engine.crowds import make_crowd

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")


def crowd(seed: int) -> Sample:
    return make_crowd(STANDARD, Random(seed))


def europe(seed: int) -> Sample:
    return make_sample(STANDARD, Random(seed), coherent=seed % 2 == 0)


seeds = st.integers(0, 2**40)
samples = st.one_of(seeds.map(crowd), seeds.map(europe))
unhurried = settings(max_examples=many(150))


def play(sample: Sample, variant: Variant = STANDARD) -> Movement:
    return resolve_movement(sample.position, sample.orders, variant)


def province_of(unit: Unit) -> int:
    return STANDARD.geography.province_of[unit.location]


@unhurried
@given(samples, st.randoms(use_true_random=False))
def test_the_result_does_not_depend_on_the_order_of_the_orders(
    sample: Sample, chance: Random
) -> None:
    before = play(sample)
    shuffled = list(sample.orders)
    chance.shuffle(shuffled)

    after = resolve_movement(sample.position, shuffled, STANDARD)

    assert set(after.outcomes) == set(before.outcomes)
    assert structs.replace(after, outcomes=()) == structs.replace(before, outcomes=())


@unhurried
@given(samples)
def test_no_province_ends_with_two_units(sample: Sample) -> None:
    provinces = [province_of(unit) for unit in play(sample).units]

    assert provinces == sorted(set(provinces))


@unhurried
@given(samples)
def test_each_unit_stays_moves_or_is_dislodged(sample: Sample) -> None:
    movement = play(sample)
    lost = {dislodged.unit for dislodged in movement.dislodged}
    gone = {
        outcome.order.unit
        for outcome in movement.outcomes
        if outcome.succeeded and goal_of(outcome.order) is not None
    }
    arrived = {
        structs.replace(outcome.order.unit, location=goal_of(outcome.order))
        for outcome in movement.outcomes
        if outcome.order.unit in gone
    }

    assert not lost & gone
    stayed = set(sample.position.units) - lost - gone
    assert len(movement.units) == len(sample.position.units) - len(lost)
    assert stayed <= set(movement.units)
    assert {(unit.power, province_of(unit)) for unit in movement.units} == {
        (unit.power, province_of(unit)) for unit in stayed | arrived
    }


@unhurried
@given(samples)
def test_a_position_is_never_changed(sample: Sample) -> None:
    before = deepcopy(sample)

    play(sample)

    assert sample == before


@unhurried
@given(samples)
def test_each_outcome_that_has_a_cause_names_a_unit(sample: Sample) -> None:
    occupied = {province_of(unit) for unit in sample.position.units}
    caused = {Reason.BOUNCED, Reason.CUT, Reason.DISLODGED, Reason.OWN_UNIT}

    for outcome in play(sample).outcomes:
        assert set(outcome.by) <= occupied
        assert list(outcome.by) == sorted(set(outcome.by))
        assert bool(outcome.by) == (outcome.reason in caused or outcome.reason is Reason.DISRUPTED)


@unhurried
@given(samples)
def test_the_engine_refuses_what_its_check_refuses(sample: Sample) -> None:
    for outcome in play(sample).outcomes:
        order = outcome.order
        reason = check_movement(order, power_of(order), sample.position, STANDARD)
        assert reason == (outcome.reason if outcome.reason.is_illegal else None)


@unhurried
@given(samples)
def test_nobody_may_retreat_to_a_unit_a_standoff_or_the_attacker(sample: Sample) -> None:
    movement = play(sample)
    occupied = {province_of(unit) for unit in movement.units}

    for dislodged in movement.dislodged:
        open_to = {STANDARD.geography.province_of[place] for place in dislodged.retreats}
        assert not open_to & occupied
        assert not open_to & set(movement.standoffs)


def goal_of(order: Order) -> int | None:
    return order.target if isinstance(order, Move) else None
