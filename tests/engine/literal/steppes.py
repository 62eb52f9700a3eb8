"""Canals, railways, and homes by a year's stay: Colonial's rules, and Maharajah's."""

from tests.engine.literal.board import Board, places_in
from tests.engine.literal.fights import Fought
from tests.engine.literal.possible import province
from tests.engine.literal.state import Line, State
from tests.engine.literal.turn import Turn

LEAVE = "LET <power> PASS"
_Ways = tuple[list[tuple[str, str]], list[tuple[str, str]]]


def ways(state: State, board: Board) -> _Ways:
    """Return the connections of armies by rail, and of fleets through the canal."""
    rails, canals = [], []
    railway, canal = board.rules.get("railway"), board.rules.get("canal")
    if railway:
        line = places_in(railway["line"])
        for place in line:
            if _is_train(place, state, board):
                rails += [(place, other) for other in line if other != place]
    if canal and canal["keeper"] in state.pieces:
        ends = canal["one"], canal["other"]
        canals = [ends, ends[::-1]]
    return rails, canals


def hear_canal(turn: Turn) -> None:
    """Let orders through the canal fail without leave of the power with a unit beside it."""
    rule = turn.board.rules.get("canal")
    keeper = turn.state.pieces.get(rule["keeper"]) if rule else None
    if rule is None or keeper is None:
        return
    free = {keeper.power, *(line.other for line in turn.said(LEAVE, keeper.power))}
    for number, line in turn.numbered():
        if line.verb not in ("move", "support") or line.power in free:
            continue
        ends = {turn.state.pieces[line.place].place, line.target or line.other}
        fleet = turn.state.pieces[line.place].kind == "F"
        if fleet and {province(end) for end in ends} == {rule["one"], rule["other"]}:
            turn.verdicts[number] = "failed"


def is_wrong_leave(line: Line, turn: Turn) -> bool:
    """Return whether the writer of a leave has no unit beside the canal."""
    keeper = turn.state.pieces.get(turn.board.rules["canal"]["keeper"])
    return keeper is None or keeper.power != line.power


def hear_railway(turn: Turn) -> None:
    """Let the first ride go as far as the line is free; further rides fail."""
    rule = turn.board.rules.get("railway")
    if rule is None:
        return
    ridden, line = False, places_in(rule["line"])
    for number, order in turn.numbered():
        ride = (
            order.verb == "move"
            and not order.via
            and order.target in line
            and _is_train(order.place, turn.state, turn.board)
            and order.target not in {order.place, *turn.board.land[order.place]}
        )
        if not ride:
            continue
        stop = order.place if ridden else _stop(order, line, turn)
        ridden = True
        if stop == order.place:
            turn.verdicts[number] = "failed"
        else:
            turn.lines[number] = Line(order.power, "move", order.place, target=stop)


def _stop(order: Line, line: list[str], turn: Turn) -> str:
    """Return the last station that a ride reaches."""
    first, last = line.index(order.place), line.index(order.target)
    stations = line[first + 1 : last + 1] if last > first else line[last:first][::-1]
    stop = order.place
    for station in stations:
        if _is_blocked(station, line, turn, end=station == order.target):
            break
        stop = station
    return stop


def _is_blocked(station: str, line: list[str], turn: Turn, *, end: bool) -> bool:
    """Return whether a foreign unit at a station stops the train, or one that moves there.

    A unit that is ordered off the line lets the train pass, but not stop there.
    """
    goals = {one.place: province(one.target) for one in turn.lines if one.verb == "move"}
    there = turn.state.pieces.get(station)
    power = turn.board.rules["railway"]["power"]
    foreign = there is not None and there.power != power
    if foreign and (end or goals.get(station, line[0]) in line):
        return True
    return not end and any(
        goal == station and turn.state.pieces[place].power != power for place, goal in goals.items()
    )


def _is_train(place: str, state: State, board: Board) -> bool:
    rule, piece = board.rules["railway"], state.pieces.get(place)
    on_line = place in places_in(rule["line"])
    return on_line and piece is not None and (piece.kind, piece.power) == ("A", rule["power"])


def note_stays(turn: Turn, fought: Fought) -> None:
    """Record the centers that a unit has not left since the year began (rule 3)."""
    if "standing_homes" not in turn.board.rules:
        return
    stayed = {
        ("stayed", place, piece.power)
        for place, piece in turn.state.pieces.items()
        if place in turn.board.centers
        and place not in fought.driven
        and fought.pieces.get(place) == piece
        and not _left(place, turn)
    }
    if turn.state.season != "S":
        stayed &= set(turn.marks)
    turn.marks = [mark for mark in turn.marks if mark[0] != "stayed"] + sorted(stayed)


def _left(place: str, turn: Turn) -> bool:
    return any(
        line.verb == "move" and line.place == place and turn.verdicts[number] == "done"
        for number, line in turn.numbered()
    )


def make_homes(turn: Turn) -> None:
    """Make a center the home of the power whose unit stayed there all year (rule 3)."""
    if "standing_homes" not in turn.board.rules:
        return
    first = {home: power for power, homes in turn.board.homes.items() for home in homes}
    homes = {place: power for kind, place, power in turn.marks if kind == "home"}
    for kind, place, power in turn.marks:
        there = turn.pieces.get(place)
        if kind == "stayed" and there is not None and there.power == power:
            homes[place] = power
    others = [mark for mark in turn.marks if mark[0] not in ("home", "stayed")]
    new = [("home", place, power) for place, power in homes.items() if first.get(place) != power]
    turn.marks = [*others, *new]
