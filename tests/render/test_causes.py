"""A refusal names its true cause, denies nothing it lists, and offers what is legal."""

from random import Random

import pytest
from hypothesis import Phase as Step, given, settings, strategies as st

from judge.engine import (
    Convoy,
    Move,
    Order,
    Phase,
    PhaseKind,
    Position,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    check_order,
)
from judge.game import LineRead
from judge.notation import read_canonical, vocabulary_of
from judge.notation.canonical import canonical_reader
from judge.render import NamedPosition
from judge.render.facts.orders import Mistake, mistake_of
from judge.render.filters import first_upper
from judge.shipped import shipped_variants
from tests.amount import many
from tests.engine.crowds import make_crowd
from tests.render.boards import STANDARD

VARIANTS = shipped_variants()
BOARDS = ("standard", "modern", "colonial", "chaos", "ancmed", "youngstown_redux")
FEW = settings(max_examples=many(40), phases=[Step.explicit, Step.generate])


def refused(order: Order, power: str, board: NamedPosition) -> Mistake:
    reason = check_order(order, power, board.position, board.variant)
    assert reason is not None
    mistake = mistake_of(LineRead("as written", order, reason), power, board)
    assert mistake is not None
    return mistake


CASES = [
    ("A GAS", "A GAS - PAR VIA", "No chain of fleets leads from Gascony to PAR.", ("A GAS - PAR",)),
    (
        "F BRE",
        "F BRE - PIC VIA",
        "Only a fleet can convoy, and only an army can be convoyed.",
        ("F BRE - PIC",),
    ),
    (
        "A LON, F NTH, F ENG",
        "F ENG C A LON - NWY",
        "F ENG is on no route from London to NWY that needs it.",
        ("F NTH C A LON - NWY",),
    ),
    (
        "A RUM, F BLA",
        "F BLA S A RUM - ANK",
        "A RUM gets to ANK only if F BLA convoys it.",
        ("F BLA C A RUM - ANK",),
    ),
    ("A MAR, A BUR", "A MAR S A GAS - BUR", "There is no unit in Gascony.", ()),
    (
        "A MAR, A ROM",
        "A MAR S A ROM - GAS",
        "No chain of fleets leads from Rome to GAS. It can go to APU, NAP, TUS or VEN.",
        (),
    ),
    ("F ENG, A BEL", "F ENG C A BEL - RUH", "No chain of fleets leads from Belgium to RUH.", ()),
    (
        "A PAR, A MAR",
        "A PAR C A MAR - SPA",
        "Only a fleet can convoy, and only an army can be convoyed.",
        (),
    ),
]


@pytest.mark.parametrize(("units", "text", "problem", "lines"), CASES)
def test_the_cause_is_told_with_what_would_be_right(
    units: str, text: str, problem: str, lines: tuple[str, ...]
) -> None:
    known = vocabulary_of(STANDARD)
    position = Position(
        Phase(Season.SPRING, 1901, PhaseKind.MOVEMENT),
        tuple(known.units["France"][unit] for unit in units.split(", ")),
        STANDARD.start.owners,
    )
    order = read_canonical(text, "France", canonical_reader(position, known))
    assert order is not None

    mistake = refused(order, "France", NamedPosition(position, STANDARD))

    assert (first_upper(str(mistake.problem)), mistake.lines) == (problem, lines)


@FEW
@given(st.sampled_from(BOARDS), st.integers(0, 2**32))
def test_what_is_listed_is_not_denied_and_what_is_offered_is_legal(name: str, seed: int) -> None:
    variant, chance = VARIANTS.read(name), Random(seed)
    position = make_crowd(variant, chance).position
    board, known = NamedPosition(position, variant), vocabulary_of(variant)
    reader = canonical_reader(position, known)
    for unit in position.units:
        order = any_order(unit, board, chance)
        if check_order(order, unit.power, position, variant) is None:
            continue
        mistake = refused(order, unit.power, board)
        denied, _, listed = str(mistake.problem).partition("It can go to ")
        for place in listed.rstrip(".").replace(" or ", ", ").split(", "):
            assert not place or f" {place}." not in denied, mistake
        for line in mistake.lines:
            offered = read_canonical(line, unit.power, reader)
            assert offered is not None, mistake
            assert check_order(offered, unit.power, position, variant) is None, mistake


def any_order(unit: Unit, board: NamedPosition, chance: Random) -> Order:
    """Return a random order to `unit`, which is rarely possible."""
    there = [board.province(one.location) for one in board.position.units]
    place = chance.randrange(len(board.geography.locations))
    helped, target = chance.choice(there), chance.choice([place, *there])
    return chance.choice(
        [
            Move(unit, target),
            Move(unit, target, via=True),
            SupportHold(unit, board.province(target)),
            SupportMove(unit, helped, target),
            Convoy(unit, helped, board.province(target)),
        ]
    )
