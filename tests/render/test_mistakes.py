"""Each line with a mistake comes back with the cause and with lines to send instead."""

import pytest

from judge.engine import Build, Move, Order, Reason, UnitKind
from judge.game import LineRead
from judge.notation import Trouble
from judge.render import NamedPosition
from judge.render.facts.orders import Mistake, mistake_of
from judge.render.filters import first_upper
from tests.render.boards import GEOGRAPHY, STANDARD, order, unit
from tests.render.story import FALL_1902, RETREATS_1902, WINTER_1902

START = NamedPosition(STANDARD.start, STANDARD)
FALL = NamedPosition(FALL_1902, STANDARD)
RETREATS = NamedPosition(RETREATS_1902, STANDARD)
WINTER = NamedPosition(WINTER_1902, STANDARD)


def told(mistake: Mistake) -> str:
    """Return the text about a mistake as the mail has it."""
    return first_upper(str(mistake.problem))


def _move(text: str, target: str) -> Order:
    return Move(unit("France", text), GEOGRAPHY.location(target))


def _build(text: str) -> Order:
    kind, place = text.split()
    return Build("France", UnitKind(kind), GEOGRAPHY.location(place))


ILLEGAL = [
    (
        START,
        _move("A PAR", "SPA"),
        Reason.NOT_ADJACENT,
        "A PAR cannot get to SPA. It can go to BRE, BUR, GAS or PIC.",
        (),
    ),
    (
        START,
        _move("A BER", "KIE"),
        Reason.FOREIGN_UNIT,
        "A BER is not yours. Your units are F BRE, A MAR and A PAR.",
        (),
    ),
    (
        START,
        _move("A BRE", "PIC"),
        Reason.WRONG_KIND,
        "The unit in Brest is not an army.",
        ("F BRE - PIC",),
    ),
    (
        FALL,
        order("F MAO - SPA", FALL_1902),
        Reason.COAST_NEEDED,
        "Spain has more than one coast, so please say which.",
        ("F MAO - SPA/NC", "F MAO - SPA/SC"),
    ),
    (
        WINTER,
        _build("F PAR"),
        Reason.NO_BUILD_THERE,
        "A fleet cannot be built in Paris.",
        ("A BRE B", "F BRE B", "A PAR B"),
    ),
    (
        WINTER,
        _build("A MUN"),
        Reason.NO_BUILD_THERE,
        "Munich is yours, but no home center of yours, and units are built in those alone.",
        ("A BRE B", "F BRE B", "A PAR B"),
    ),
    (
        WINTER,
        _build("A MAR"),
        Reason.OCCUPIED,
        "Marseilles is occupied.",
        ("A BRE B", "F BRE B", "A PAR B"),
    ),
]


@pytest.mark.parametrize(
    ("board", "given", "reason", "problem", "lines"), ILLEGAL, ids=[row[2].value for row in ILLEGAL]
)
def test_an_illegal_order_is_explained(board, given, reason, problem, lines) -> None:
    mistake = mistake_of(LineRead("as written", given, reason), "France", board)

    assert mistake is not None
    assert (told(mistake), mistake.lines) == (problem, lines)


@pytest.mark.parametrize("reason", [one for one in Reason if one.is_illegal])
def test_every_reason_has_its_sentence(reason: Reason) -> None:
    mistake = mistake_of(LineRead("A Par - Bur", _move("A PAR", "BUR"), reason), "France", START)

    if reason is Reason.REPLACED:
        assert mistake is None
    else:
        assert mistake is not None
        assert told(mistake).endswith(".")
        assert told(mistake) != "That is not possible."


def test_a_wrong_retreat_comes_with_the_right_ones() -> None:
    wrong = order("A MUN R KIE", RETREATS_1902)
    read = LineRead("A Mun - Kie", wrong, Reason.NO_RETREAT_THERE)
    mistake = mistake_of(read, "Germany", RETREATS)

    assert mistake is not None
    assert "A MUN R BER" in mistake.lines


def test_a_typo_comes_with_the_name_and_the_order_that_may_be_meant() -> None:
    typo = LineRead(
        "A Par - Burgandy", part="Burgandy", meant=("Burgundy",), suggestions=("A PAR - BUR",)
    )
    mistake = mistake_of(typo, "France", START)

    assert mistake is not None
    assert told(mistake) == '"Burgandy" was not understood. Did you mean Burgundy?'
    assert mistake.lines == ("A PAR - BUR",)


def test_a_name_that_is_out_of_reach_is_asked_for_but_not_to_be_sent() -> None:
    typo = LineRead("A Par - Swedn", part="Swedn", meant=("Sweden",))
    mistake = mistake_of(typo, "France", START)

    assert mistake is not None
    assert told(mistake) == '"Swedn" was not understood. Did you mean Sweden?'
    assert mistake.lines == ()


def test_a_typo_comes_with_the_line_put_right() -> None:
    typo = LineRead("A Par - Burgandy", part="Burgandy", suggestions=("Burgundy",))
    mistake = mistake_of(typo, "France", START)

    assert mistake is not None
    assert told(mistake) == '"Burgandy" was not understood. Did you mean Burgundy?'
    assert mistake.lines == ("A Par - Burgundy",)


def test_whole_orders_that_may_be_meant_are_ready_to_send() -> None:
    orders = ("F BRE - NTH", "F BRE - NWY")
    read = LineRead("F Bre - Nor", part="Nor", suggestions=orders, ambiguous=True)
    mistake = mistake_of(read, "France", START)

    assert mistake is not None
    assert told(mistake) == '"Nor" may mean several things.'
    assert mistake.lines == orders


def test_the_trouble_the_reader_had_is_told() -> None:
    read = LineRead("A Par Bur", part="A Par Bur", trouble=Trouble.NO_VERB)
    mistake = mistake_of(read, "France", START)

    assert mistake is not None
    assert told(mistake) == "Not said what to do."
