"""Play one phase of any kind, up to the board at the start of the next phase."""

from collections import Counter
from collections.abc import Sequence

from tests.engine.literal import nomads, realm, steppes
from tests.engine.literal.board import Board
from tests.engine.literal.fights import Field, Fought, fight
from tests.engine.literal.possible import Piece, province
from tests.engine.literal.state import Driven, Line, State
from tests.engine.literal.turn import Turn
from tests.engine.literal.winter import adjust, gaps


def play(state: State, lines: Sequence[Line], board: Board) -> Turn:
    """Return the played phase; its board is the one at the start of the next phase."""
    turn = Turn(board, state, list(lines))
    nomads.hear_votes(turn)
    if state.kind == "M":
        _move(turn)
    elif state.kind == "R":
        _retreat(turn)
    else:
        adjust(turn)
        turn.season, turn.year, turn.kind = "S", _year_after(state, board), "M"
    _close(turn)
    return turn


def _move(turn: Turn) -> None:
    realm.hear_loyalty(turn)
    realm.hear_city(turn)
    realm.hear_loans(turn)
    steppes.hear_canal(turn)
    steppes.hear_railway(turn)
    for number, line in turn.numbered():
        if line.verb == "say" and number not in turn.verdicts:
            wrong = steppes.is_wrong_leave if line.target == steppes.LEAVE else None
            wrong = wrong or realm.is_wrong_saying
            turn.verdicts[number] = "illegal" if wrong(line, turn) else "done"
    fought = _fought(turn)
    for number, line in turn.numbered():
        if number not in turn.verdicts and line.place:
            turn.verdicts[number] = _verdict(line.place, fought)
    turn.pieces = fought.pieces
    city = turn.board.rules.get("royal_city", {}).get("place")
    realm.end_garrison(
        turn,
        came=any(
            line.verb == "move"
            and province(line.target) == city
            and turn.verdicts[number] == "done"
            for number, line in turn.numbered()
        ),
    )
    armies = turn.board.rules.get("neutral_armies", {}).get("power")
    turn.driven = {
        place: one
        for place, one in fought.driven.items()
        if one.retreats and one.piece.power != armies
    }
    steppes.note_stays(turn, fought)
    if turn.driven:
        turn.kind = "R"
    else:
        _end_season(turn)


def _verdict(place: str, fought: Fought) -> str:
    for verdict, places in (
        ("illegal", fought.illegal),
        ("void", fought.void),
        ("failed", fought.failed),
    ):
        if place in places:
            return verdict
    return "done"


def _fought(turn: Turn) -> Fought:
    """Return the results of the moves, resolved again until there is no further last stand."""
    counted = [line for n, line in turn.numbered() if n not in turn.verdicts]
    told = {
        line.place: line
        for line in (*counted, *turn.agreed)
        if line.verb in ("move", "support", "convoy")
    }
    pieces = turn.state.pieces
    lines = {place: told.get(place, Line(p.power, "hold", place)) for place, p in pieces.items()}
    atlas = turn.board.atlas(*steppes.ways(turn.state, turn.board))
    field, strong = Field(turn.board, atlas, realm.guard_of(turn)), set[str]()
    while True:
        fought = fight(lines, pieces, field, strong)
        found = strong | nomads.last_stands(turn, fought)
        if found == strong:
            return fought
        strong = found


def _retreat(turn: Turn) -> None:
    """Carry out the retreats; units that meet in one province, or do not retreat, are disbanded."""
    aims = _aims(turn)
    there = Counter(map(province, aims.values()))
    for number, line in turn.numbered():
        gone = line.verb == "retreat" and turn.verdicts[number] == "done"
        if gone and there[province(aims[line.place])] > 1:
            turn.verdicts[number] = "failed"
    for place, aim in aims.items():
        if there[province(aim)] == 1:
            old = turn.state.driven[place].piece
            turn.pieces[province(aim)] = Piece(old.power, old.kind, aim, old.size)
    turn.driven = {}
    _end_season(turn)


def _aims(turn: Turn) -> dict[str, str]:
    """Return the goal of each dislodged unit, and record the illegal orders."""
    aims: dict[str, str] = {}
    for number, line in enumerate((*turn.lines, *turn.agreed)):
        if line.verb != "vote":
            aim = _aim(line, turn.state.driven)
            turn.verdicts[number] = "illegal" if aim is None else "done"
            if aim:
                aims[line.place] = aim
    return aims


def _aim(line: Line, driven: dict[str, Driven]) -> str | None:
    """Return the place to which a retreat leads, "" for a disband, None if it is illegal."""
    one = driven.get(line.place)
    if one is None or one.piece.power != line.power:
        return None
    if line.verb != "retreat":
        return "" if line.verb == "disband" else None
    if line.target in one.retreats:
        return line.target
    there = [place for place in one.retreats if province(place) == province(line.target)]
    if one.piece.kind == "A":
        return there[0] if there else None
    return there[0] if len(there) == 1 and "/" not in line.target else None


def _end_season(turn: Turn) -> None:
    """Go on to the next phase; after Fall, centers change owners and there may be a Winter."""
    if turn.state.season != "F":
        turn.season, turn.kind = "F", "M"
        turn.year = turn.state.year
        for _ in range(turn.board.start.get("turn_years", 0)):
            turn.year = turn.year + 1 or 1
        return
    armies = turn.board.rules.get("neutral_armies", {}).get("power")
    peaceful = turn.board.rules.get("royal_city", {}).get("place")
    if not any(mark[0] == "garrison" for mark in turn.marks):
        peaceful = None
    for place, piece in turn.pieces.items():
        captures = piece.power != armies and place != peaceful
        if place in turn.board.centers and captures:
            turn.owners[place] = piece.power
    turn.season, turn.kind = "W", "A"
    if not any(gaps(turn.done(), turn.board, with_room=True).values()):
        turn.season, turn.year, turn.kind = ("S", _year_after(turn.state, turn.board), "M")


def _year_after(state: State, board: Board) -> int:
    year = state.year
    for _ in range(board.start.get("turn_years", 0) or 1):
        year = year + 1 or 1
    return year


def _close(turn: Turn) -> None:
    """Apply the variants' rules that act after a phase, and at the end of a year."""
    heard = list(turn.marks)
    realm.tell_loyalty(turn, heard)
    realm.forget_permits(turn)
    nomads.call_neutrals(turn)
    nomads.await_hsiung_nu(turn)
    new_year = turn.season == "S" and turn.state.season != "S"
    if new_year:
        steppes.make_homes(turn)
        nomads.end_year(turn)
