"""A power in a blind game sees exactly its part of the board, on any map."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from judge.engine import (
    Adjudication,
    Marker,
    Position,
    Rule,
    Unit,
    adjudicate,
    called,
    newly_called,
    power_of,
)
from judge.game import (
    MASTER,
    OBSERVER,
    UNSEEN,
    FinishedPhase,
    Game,
    GameSettings,
    Reader,
    Stage,
    filing,
    turn,
    view,
)
from judge.shipped import shipped_variants
from tests.amount import many
from tests.engine.crowds import make_crowd
from tests.game.builders import (
    DEADLINE,
    MIA,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STANDARD,
    a_game,
    a_position,
    as_power,
    place,
    told,
)
from tests.kinds import replace
from tests.service.secret_games import seen_by, units_of

VARIANTS = shipped_variants()
# Maps on which many units can meet; the others have no sea, or only two powers.
CROWDED = [
    name
    for name in VARIANTS.names
    if VARIANTS.read(name).geography.convoying and len(VARIANTS.read(name).powers) > 2
]
BLIND = GameSettings(blind=True)
LOTS = settings(max_examples=many(30))
FRENCH = Reader(PLAYERS["France"], "France")


def processed(name: str, seed: int) -> tuple[Game, turn.PhaseProcessed, str]:
    """Return a blind game after a crowded phase, the fact of that phase, and a power."""
    variant, chance = VARIANTS.read(name), Random(seed)
    sample = make_crowd(variant, chance)
    owners = [
        chance.choice((None, *variant.powers)) if variant.geography.centers >> number & 1 else None
        for number in range(len(variant.geography.provinces))
    ]
    before = replace(sample.position, owners=tuple(owner and owner.name for owner in owners))
    results = adjudicate(before, sample.orders, variant)
    power = chance.choice(sorted({u.power for u in units_of(before)}) or [MASTER])
    event = turn.PhaseProcessed(before, results, NOW, (), DEADLINE)
    game = a_game(
        variant=variant,
        settings=BLIND,
        position=results.after,
        history=(FinishedPhase(before, results, NOW),),
        seats=(),
    )
    return game, event, power


def assert_seen(known: Position, real: Position, power: str, game: Game) -> None:
    """Assert that `known` is exactly the part of `real` that `power` may see."""
    geography = game.variant.geography
    sight = seen_by((power,), real, geography)

    def visible(unit: Unit) -> bool:
        return geography.province_of[unit.location] in sight

    assert known.units == tuple(filter(visible, real.units))
    assert [one.unit for one in known.dislodged] == [
        one.unit for one in real.dislodged if visible(one.unit)
    ]
    for one, other in zip(
        known.dislodged, (one for one in real.dislodged if visible(one.unit)), strict=True
    ):
        own = one.unit.power == power
        assert one.retreats == (other.retreats if own else ())
        assert one.attacker_from in sight
    for province, owner in enumerate(known.owners):
        center = geography.centers >> province & 1
        dark = center and province not in sight
        assert owner == (UNSEEN if dark else real.owners[province])


@LOTS
@given(st.sampled_from(CROWDED), st.integers(0, 10_000))
def test_a_power_sees_its_own_and_what_borders_it(name: str, seed: int) -> None:
    game, event, power = processed(name, seed)
    reader = Reader(PLAYERS["France"], power)
    known = view(game, reader)
    happening = event.seen(game, reader)

    assert isinstance(happening, turn.PhaseProcessed)
    assert known.position is not None
    assert_seen(known.position, event.adjudication.after, power, game)
    assert_seen(happening.before, event.before, power, game)
    assert_seen(happening.adjudication.after, event.adjudication.after, power, game)
    assert known.history[0].before == happening.before
    assert known.history[0].adjudication == happening.adjudication


@LOTS
@given(st.sampled_from(CROWDED), st.integers(0, 10_000))
def test_results_hold_own_orders_and_causes_in_sight_alone(name: str, seed: int) -> None:
    game, event, power = processed(name, seed)
    happening = event.seen(game, Reader(PLAYERS["France"], power))
    geography, real = game.variant.geography, event.adjudication

    assert isinstance(happening, turn.PhaseProcessed)
    then = seen_by((power,), event.before, geography)
    now = seen_by((power,), real.after, geography)
    told_of = happening.adjudication
    own = [one for one in real.outcomes if power_of(one.order) == power]
    assert [one.order for one in told_of.outcomes] == [one.order for one in own]
    assert all(set(one.by) <= then for one in told_of.outcomes)
    assert not any(one.reason.is_illegal for one in told_of.outcomes)
    assert {one[0] for one in told_of.captures} <= then | now
    assert set(told_of.standoffs) <= then
    assert {geography.province_of[unit.location] for unit in told_of.disbanded} <= then


@pytest.mark.parametrize("reader", [Reader(OTTO, OBSERVER), Reader(OTTO, "")])
def test_who_plays_no_power_sees_nothing(reader: Reader) -> None:
    known = view(a_game(settings=BLIND), reader).position

    assert known is not None
    assert known.units == ()
    assert set(known.owners) == {None, UNSEEN}


@pytest.mark.parametrize(
    ("game", "reader"),
    [
        (a_game(settings=BLIND), Reader(MIA, MASTER)),
        (a_game(), FRENCH),
        (a_game(settings=BLIND, stage=Stage.FINISHED), FRENCH),
        (a_game(settings=BLIND, stage=Stage.TERMINATED), FRENCH),
    ],
)
def test_the_master_and_all_when_it_is_over_see_everything(game: Game, reader: Reader) -> None:
    assert view(game, reader).position == game.position


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("A PAR S A RUH - BUR", True),  # Ruhr is dark
        ("A PAR S F BEL - PIC", True),  # so is Belgium
        ("F BRE S F LON - ENG", True),
        ("F BRE C A LON - PIC", False),  # a coast never convoys
        ("A PAR S A BUR", False),  # Burgundy is in sight, and empty
        ("A PAR S A MUN", False),  # out of reach, whoever is there
        ("A PAR - LON", False),  # no sea at Paris
        ("A MAR - NAP", True),  # a fleet is in sight, the next may be in the dark
        ("A PAR S A MAR - BUR", True),
        ("F BRE S F DEN - ENG", False),  # no fleet gets there from Denmark
    ],
)
def test_an_order_is_refused_for_what_is_in_sight_alone(line: str, *, stored: bool) -> None:
    near = {"France": "A PAR, F BRE, A MAR", "England": "F LYO"}
    for others in ({}, {"Germany": "A RUH, F BEL, A MUN, F TYS, F DEN"}):
        board = a_position("S1901M", {**near, **others})
        game = a_game(settings=BLIND, position=board)
        (event,) = told(game, filing.SubmitOrders((line,)), as_power("France"))
        assert isinstance(event, filing.OrdersFiled)
        assert bool(event.changed) is stored, event.lines


def test_late_powers_are_not_named_to_others_in_a_blind_game() -> None:
    late = turn.PowersLate(("France", "Italy"), DEADLINE, DEADLINE)
    game = a_game(settings=BLIND)

    for reader, powers in (
        (FRENCH, ("France",)),
        (Reader(OTTO, OBSERVER), ()),
        (Reader(MIA, MASTER), late.powers),
    ):
        event = late.seen(game, reader)
        assert isinstance(event, turn.PowersLate)
        assert event.powers == powers
    assert late.seen(a_game(), FRENCH) == late


class _Secretive(Rule):
    """Shows a card to its own power."""

    __slots__ = ()

    def hides(self, marker: Marker, power: str) -> bool:
        return marker.power != power


def test_what_a_rule_hides_is_shown_to_its_power_and_the_master_alone() -> None:
    cards = tuple(Marker("card", None, power) for power in POWERS)
    rules = replace(STANDARD.rules, special=(_Secretive(),))
    board = replace(STANDARD.start, markers=cards)
    results = Adjudication((), board)
    game = a_game(
        variant=replace(STANDARD, rules=rules),
        position=board,
        history=(FinishedPhase(board, results, NOW),),
    )
    event = turn.PhaseProcessed(board, results, NOW, (), DEADLINE)

    for reader, count in ((FRENCH, 1), (Reader(OTTO, OBSERVER), 0)):
        known, happening = view(game, reader), event.seen(game, reader)
        assert isinstance(happening, turn.PhaseProcessed)
        assert known.position is not None
        for position in (
            known.position,
            known.history[0].before,
            known.history[0].adjudication.after,
            happening.before,
            happening.adjudication.after,
        ):
            assert len(position.markers) == count
    assert view(game, Reader(MIA, MASTER)).position == board


def test_everybody_learns_for_which_neutral_a_player_is_called() -> None:
    variant = VARIANTS.read("mandate_of_heaven")
    start = replace(variant.start, markers=())
    grown = replace(start, markers=(called("Chou"), Marker("exhausted", power="Chou")))
    game = replace(a_game(variant=variant, settings=BLIND), position=grown)

    known = view(game, Reader(PLAYERS["France"], OBSERVER)).position

    assert known is not None
    assert known.units == ()
    assert newly_called(start, known, variant) == ("Chou",)
    assert known.markers == (called("Chou"),)


def test_a_retreat_is_possible_where_its_power_is_told_it_is() -> None:
    board = a_position(
        "S1901R",
        {"Germany": "A PAR, A RUH", "France": "A MAR"},
        dislodged={"France A PAR": "PIC GAS"},
    )
    game = a_game(settings=BLIND, position=board)
    (event,) = told(game, filing.SubmitOrders(("A PAR R PIC",)), as_power("France"))

    assert isinstance(event, filing.OrdersFiled)
    assert event.sheet.complete
    known = view(game, FRENCH).position
    assert known is not None
    assert known.dislodged[0].retreats == (place("PIC"), place("GAS"))
