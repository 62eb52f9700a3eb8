"""The lines that an answer offers for a wrong line can be sent, on every board."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import assume, given, settings, strategies as st
from msgspec.structs import replace as changed

from judge.engine import (
    Dislodged,
    Phase,
    PhaseKind,
    Season,
    Unit,
    UnitKind,
    Variant,
    adjustments,
    largest_of,
    with_choices,
)
from judge.game import Game, LetterTimes, LineRead, Player, Seat, Sender, filing
from judge.game.seats import with_seat
from judge.notation import is_order_like, names_of
from judge.render import NamedPosition
from judge.render.facts.board import example_orders, turn_of
from judge.render.facts.orders import SheetView
from judge.render.templates import ENGLISH, environment_of, filters_of
from judge.shipped import shipped
from tests.amount import many
from tests.game.builders import NOW, a_game
from tests.kinds import replace
from tests.notation.test_round_trip_boards import BOARDS, all_units, goals, variant_of

TEMPLATES = environment_of(shipped("templates"), autoescape=False)
TEMPLATES.filters |= filters_of(ENGLISH)
ANN = Player(1, "Ann Archer", "ann@example.org")
DOUBLE = ("satrap", "satrap2")  # where a Master may choose double armies
VERBS = ("-", "S", "S A", "C A", "to", "via", "H", "R", "B", "D", "build", "VIA", "or")


@cache
def words_of(board: str) -> tuple[str, ...]:
    """Return names of places, correct and truncated."""
    geography = variant_of(board).geography
    names = [province.name.split()[-1] for province in geography.provinces]
    cut = [name[:length] for name in names for length in (3, 5)]
    return (*(place.text for place in geography.locations), *cut)


@cache
def played_on(board: str) -> Variant:
    """Return a variant, with double armies if it can have them."""
    return with_choices(variant_of(board), {"mercenaries": "greek"})


@st.composite
def games(draw: st.DrawFn, only: PhaseKind | None = None, boards: Sequence[str] = BOARDS) -> Game:
    """Return a game in some phase, in which one player has some of the units."""
    variant = played_on(draw(st.sampled_from(boards)))
    power = draw(st.sampled_from([one.name for one in variant.powers]))
    largest = largest_of(power, variant)
    anywhere = all_units(variant, draw(st.sampled_from(UnitKind)))
    units = draw(st.lists(st.sampled_from(anywhere), min_size=2, max_size=9, unique=True))
    own = draw(st.integers(1, len(units)))
    units = [
        *(
            changed(unit, power=power, size=draw(st.integers(1, largest)))
            if unit.kind is UnitKind.ARMY
            else changed(unit, power=power)
            for unit in units[:own]
        ),
        *units[own:],
    ]
    kind = only or draw(st.sampled_from(PhaseKind))
    routed = units[: kind is PhaseKind.RETREAT]
    position = replace(
        variant.start,
        phase=Phase(Season.FALL, variant.start.phase.year, kind),
        units=tuple(units[len(routed) :]),
        dislodged=tuple(Dislodged(unit, 0, goals(unit, variant.geography)[:3]) for unit in routed),
    )
    return a_game(variant=variant, position=position, seats=(Seat(power, ANN),))


@st.composite
def lines(draw: st.DrawFn, game: Game) -> str:
    """Return a line about a unit on the board, mostly wrong."""
    words = words_of(game.variant.name)
    board = board_of(game)
    units = (*board.position.units, *(one.unit for one in board.position.dislodged))
    unit = draw(st.sampled_from(units))
    said = [draw(st.sampled_from("AF")), words[unit.location]]
    for _ in range(draw(st.integers(1, 2))):
        said += [draw(st.sampled_from(VERBS)), draw(st.sampled_from(words))]
    return " ".join(said)


def board_of(game: Game) -> NamedPosition:
    assert game.position is not None
    return NamedPosition(game.position, game.variant)


def filed(game: Game, *written: str) -> filing.OrdersFiled | None:
    """Return the fact of these order lines, or None if the power has nothing to order."""
    sender = Sender(ANN, game.seats[0].power, proven=True)
    event = filing.file_orders(
        game, sender, filing.SubmitOrders(written), LetterTimes(NOW, NOW, NOW)
    )
    return event if isinstance(event, filing.OrdersFiled) else None


def sheet_text(view: SheetView) -> str:
    """Return the text of an order sheet as in a mail."""
    template = TEMPLATES.get_template("parts/sheet.txt")
    return template.render(sheet=view, programs=None, is_master=False)


def is_taken(reads: Sequence[LineRead]) -> bool:
    return all(read.order is not None and read.reason is None for read in reads)


@settings(max_examples=many(150))
@given(data=st.data())
def test_a_line_that_is_offered_is_taken(data: st.DataObject) -> None:
    game = data.draw(games())
    line = data.draw(lines(game))
    assume(is_order_like(line, names_of(game.variant)))
    event = filed(game, line)
    if event is None:
        return
    view = SheetView(event.sheet, board_of(game), event.changed, event.lines)

    for offered in (*view.lines, *(one for wrong in view.mistakes for one in wrong.lines)):
        again = filed(game, offered)
        assert again is not None
        assert is_taken(again.lines), (line, offered, again.lines)


@settings(max_examples=many(40))
@given(data=st.data())
def test_a_line_is_taken_as_it_stands_in_the_answer(data: st.DataObject) -> None:
    """A person who copies a line also copies the signs before it."""
    game = data.draw(games())
    line = data.draw(lines(game))
    assume(is_order_like(line, names_of(game.variant)))
    event = filed(game, line)
    if event is None:
        return
    view = SheetView(event.sheet, board_of(game), event.changed, event.lines)
    shown = sheet_text(view).split("\nOrders of ")[0].splitlines()

    for offered in (one for wrong in view.mistakes for one in wrong.lines):
        [copied] = {one for one in shown if one.endswith(f" {offered}")} - {f"  {line}"}
        again = filed(game, copied)
        assert again is not None
        assert is_taken(again.lines), (line, copied, again.lines)


@pytest.mark.parametrize("boards", [BOARDS, DOUBLE], ids=["all", "double armies"])
@settings(max_examples=many(100))
@given(data=st.data())
def test_a_line_that_is_offered_leaves_other_builds_as_they_are(
    boards: Sequence[str], data: st.DataObject
) -> None:
    game = data.draw(games(PhaseKind.ADJUSTMENT, boards))
    turn = turn_of(board_of(game), game.seats[0].power)
    assume(turn)
    assert turn is not None
    wrong = data.draw(st.sampled_from(["A Xyz B", "F Kiel B", "A Par B", "remove Par"]))
    event = filed(game, data.draw(st.sampled_from(turn.lines)), wrong)
    assert event is not None
    view, seat = (SheetView(event.sheet, board_of(game), event.changed, event.lines), game.seats[0])
    after = with_seat(game, replace(seat, orders=event.sheet.orders))

    for offered in (*view.lines, *(one for x in view.mistakes for one in x.lines)):
        again = filed(after, offered)
        assert again is not None
        assert is_taken(again.lines), (offered, again.lines)
        removes_more = event.sheet.pending == -1 and offered.startswith("A2 ")
        if event.sheet.pending and not removes_more:
            assert set(event.sheet.orders) <= set(again.sheet.orders), offered


@settings(max_examples=many(60))
@given(game=games())
def test_a_line_of_an_invitation_is_taken(game: Game) -> None:
    power, board = game.seats[0].power, board_of(game)
    turn = turn_of(board, power)
    shown = turn.lines if turn else ()
    if board.position.phase.kind is PhaseKind.MOVEMENT:
        shown += example_orders(board, power)

    for line in shown:
        event = filed(game, line)
        assert event is not None
        assert is_taken(event.lines), (line, event.lines)


@pytest.mark.parametrize("boards", [BOARDS, DOUBLE], ids=["all", "double armies"])
@settings(max_examples=many(60))
@given(data=st.data())
def test_as_many_lines_as_are_asked_for_are_enough(
    boards: Sequence[str], data: st.DataObject
) -> None:
    game = data.draw(games(PhaseKind.ADJUSTMENT, boards))
    power, board = game.seats[0].power, board_of(game)
    turn = turn_of(board, power)
    due = adjustments(board.position, board.variant).get(power, 0)
    assume(turn and due)
    assert turn is not None
    places = {line.split()[1].partition("/")[0]: line for line in turn.lines if " " in line}
    single = [one for one in places.values() if not one.startswith("A2 ")][: abs(due)]
    double = [one for one in places.values() if one.startswith("A2 ")]
    missing = abs(due) - len(single)
    rest = ["WAIVE"] * missing if due > 0 else double[: -(-missing // 2)]
    chosen = [*single, *rest]

    event = filed(game, *chosen)

    assert event is not None
    assert event.sheet.complete, (turn, event)


@pytest.mark.parametrize(
    ("units", "given", "left"),
    [
        ("", "A2 SAR B", "A XAN B"),
        ("A SAR, A XAN, A PHG, A2 CIL", "A XAN D", "A SAR D"),
        ("A XAN, A2 SAR, A2 CIL", "A XAN D", "A2 SAR D"),
    ],
)
def test_a_double_army_is_offered_only_where_it_takes_the_room_of_no_order(
    units: str, given: str, left: str
) -> None:
    variant = played_on("satrap")
    armies = tuple(
        Unit(
            "Lydia",
            UnitKind.ARMY,
            variant.geography.location(text.split()[1]),
            2 if text.startswith("A2") else 1,
        )
        for text in filter(None, units.split(", "))
    )
    year = variant.start.phase.year
    winter = Phase(Season.WINTER, year, PhaseKind.ADJUSTMENT)
    position = replace(variant.start, phase=winter, units=armies)
    game = a_game(variant=variant, position=position, seats=(Seat("Lydia", ANN),))
    event = filed(game, given)

    assert event is not None
    assert abs(event.sheet.pending) == 1
    shown = SheetView(event.sheet, board_of(game), event.changed, event.lines).lines
    assert left in shown
    doubles = [line for line in shown if line.startswith("A2 ")]
    assert (doubles != []) == left.startswith("A2 ")
