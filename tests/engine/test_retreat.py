"""The legality of orders to dislodged units, before the phase is adjudicated."""

from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import (
    Disband,
    Dislodged,
    Hold,
    Order,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    Unit,
    UnitKind,
    adjudicate,
    check_order,
    dislodgements,
)
from judge.notation import read_canonical, vocabulary_of
from judge.notation.canonical import canonical_reader

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
GEOGRAPHY = STANDARD.geography


def unit(power: str, text: str) -> Unit:
    return Unit(power, UnitKind(text[0]), GEOGRAPHY.location(text[2:]))


def places(text: str) -> tuple[int, ...]:
    return tuple(GEOGRAPHY.location(place) for place in text.split())


FLEET = unit("France", "F MAO")
ARMY = unit("France", "A BUR")
BOARD = Position(
    phase=Phase(Season.SPRING, 1902, PhaseKind.RETREAT),
    units=(unit("Italy", "F MAO"), unit("Germany", "A BUR"), unit("France", "A PAR")),
    owners=(None,) * len(GEOGRAPHY.provinces),
    dislodged=(
        Dislodged(FLEET, *places("WES"), places("NAF SPA/NC SPA/SC")),
        Dislodged(ARMY, *places("MUN"), places("GAS")),
    ),
)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Retreat(FLEET, *places("SPA/NC")), None),
        (Retreat(FLEET, *places("NAF")), None),
        (Disband(FLEET), None),
        (Retreat(FLEET, *places("SPA")), Reason.COAST_NEEDED),
        (Retreat(FLEET, *places("WES")), Reason.NO_RETREAT_THERE),
        (Retreat(ARMY, *places("PAR")), Reason.NO_RETREAT_THERE),
        (Retreat(unit("France", "A PAR"), *places("GAS")), Reason.NOT_DISLODGED),
        (Retreat(unit("France", "F BUR"), *places("GAS")), Reason.WRONG_KIND),
        (Retreat(unit("France", "A TUN"), *places("NAF")), Reason.NO_UNIT),
        (Hold(ARMY), Reason.WRONG_PHASE),
    ],
)
def test_a_retreat_is_allowed_or_told_why_not(order: Order, reason: Reason | None) -> None:
    assert check_order(order, "France", BOARD, STANDARD) is reason


def test_nobody_retreats_with_the_unit_of_another() -> None:
    assert check_order(Disband(ARMY), "Italy", BOARD, STANDARD) is Reason.FOREIGN_UNIT


def test_the_victor_in_the_same_province_is_not_dislodged() -> None:
    order = Retreat(unit("Germany", "A BUR"), *places("GAS"))
    assert check_order(order, "Germany", BOARD, STANDARD) is Reason.NOT_DISLODGED


def test_who_met_is_named_by_the_province_it_came_from() -> None:
    board = Position(
        phase=BOARD.phase,
        units=(),
        owners=BOARD.owners,
        dislodged=(
            Dislodged(ARMY, *places("MUN"), places("GAS")),
            Dislodged(unit("Italy", "A MAR"), *places("PIE"), places("GAS")),
        ),
    )
    orders = [Retreat(ARMY, *places("GAS")), Retreat(unit("Italy", "A MAR"), *places("GAS"))]
    first, second = adjudicate(board, orders, STANDARD).outcomes
    assert (first.reason, first.by) == (Reason.CLASHED, places("MAR"))
    assert (second.reason, second.by) == (Reason.CLASHED, places("BUR"))


def test_all_dislodged_units_are_told_with_those_that_cannot_retreat() -> None:
    position = Position(
        phase=Phase(Season.SPRING, 1902, PhaseKind.MOVEMENT),
        units=(unit("England", "F POR"), unit("France", "F SPA/SC"), unit("France", "F MAO")),
        owners=BOARD.owners,
    )
    reader = canonical_reader(position, vocabulary_of(STANDARD))
    texts = ("F SPA/SC - POR", "F MAO S F SPA/SC - POR")
    orders = [read_canonical(text, "France", reader) for text in texts]
    result = adjudicate(position, [one for one in orders if one], STANDARD)
    assert result.after.dislodged == ()
    lost = Dislodged(unit("England", "F POR"), *places("SPA"), ())
    assert dislodgements(result, GEOGRAPHY) == (lost,)
