"""Builds and removals: their number, the places of builds, and removals without orders."""

from tests.engine.literal import nomads
from tests.engine.literal.board import Board
from tests.engine.literal.possible import Piece, province
from tests.engine.literal.state import Line, State
from tests.engine.literal.turn import Turn


def gaps(state: State, board: Board, *, with_room: bool) -> dict[str, int]:
    """Return how many units each side may build, or (negative) must remove."""
    found = {}
    for side in board.sides:
        has = sum(p.size for p in state.pieces.values() if p.power == side)
        gap = _allowed(side, state, board) - has
        if with_room and gap > 0:
            free = build_places(side, state, board) - set(state.pieces)
            gap = min(gap, len(free) * _largest(side, board))
        found[side] = gap
    return found


def supplied(side: str, state: State, board: Board) -> int:
    """Return the total worth of a side's centers."""
    total = 0
    for place, owner in state.owners.items():
        if owner == side:
            total += _worth(place, side, board)
    return total


def _worth(place: str, side: str, board: Board) -> int:
    worthless, city = board.rules.get("worthless"), board.rules.get("city_supply")
    if worthless and (worthless["center"], worthless["power"]) == (place, side):
        return 0
    if city and place == city["place"] and side != city["power"]:
        return city["captured"]
    return board.centers.get(place, 1)


def _allowed(side: str, state: State, board: Board) -> int:
    rules = board.rules
    if side == rules.get("barbarians", {}).get("power"):
        return nomads.most_nomads(state, board)
    if side == rules.get("neutral_armies", {}).get("power"):
        return sum(piece.power == side for piece in state.pieces.values())
    city = rules.get("city_supply")
    if city and side == city["power"]:
        return int(state.owners.get(city["place"]) == side)
    king = rules.get("loans", {}).get("power")
    lent = sum(
        kind == "loan" and power == side and state.owners.get(place) == king
        for kind, place, power in state.marks
    )
    return supplied(side, state, board) + lent


def _largest(side: str, board: Board) -> int:
    return 2 if side in board.rules.get("double_armies", {}).get("powers", ()) else 1


def build_places(side: str, state: State, board: Board) -> set[str]:
    """Return the provinces where a side builds when they are empty."""
    owned = {place for place, owner in state.owners.items() if owner == side}
    homes = set(board.homes[side])
    if "barbarians" in board.rules and side == board.rules["barbarians"]["power"]:
        places = nomads.nomad_places(state, board)
        if places is not None:
            return places
    if "standing_homes" in board.rules:
        for kind, place, power in state.marks:
            if kind == "home":
                homes = homes | {place} if power == side else homes - {place}
        return homes & owned
    if board.builds == "home":
        return homes & owned
    if board.builds == "aberration" and not homes & owned:
        return set()
    return owned


def adjust(turn: Turn) -> None:
    """Carry out builds, removals and waives one by one until none are left."""
    nomads.refuse_early_builds(turn)
    allowed = gaps(turn.state, turn.board, with_room=True)
    left = {side: abs(count) for side, count in allowed.items()}
    for number, line in enumerate((*turn.lines, *turn.agreed)):
        if line.verb != "vote" and number not in turn.verdicts:
            turn.verdicts[number] = _followed(line, turn, allowed, left)
    for side, count in allowed.items():
        while count < 0 < left[side]:
            piece = _farthest(side, turn)
            left[side] -= piece.size
            del turn.pieces[province(piece.place)]


def _followed(line: Line, turn: Turn, allowed: dict[str, int], left: dict[str, int]) -> str:
    """Return the result of an order, and carry it out if that is `done`."""
    place, used = province(line.place), line.size if line.verb == "build" else 1
    if line.verb == "disband":
        fine = allowed[line.power] < 0 and _is_there(line, turn)
    else:
        fine = allowed[line.power] > 0 and (line.verb == "waive" or _fits(line, turn))
    if not fine:
        return "illegal"
    if left[line.power] < used:
        return "failed"
    if line.verb == "build":
        where = place if line.kind == "A" else line.place
        turn.pieces[place] = Piece(line.power, line.kind, where, line.size)
    elif line.verb == "disband":
        used = turn.pieces.pop(place).size
    left[line.power] -= used
    return "done"


def _is_there(line: Line, turn: Turn) -> bool:
    there = turn.pieces.get(province(line.place))
    return there is not None and (there.power, there.kind) == (line.power, line.kind)


def _fits(line: Line, turn: Turn) -> bool:
    """Return whether the unit can be built there; a fleet needs to name its coast.

    A unit that is removed in the same Winter still blocks the place.
    """
    board, place = turn.board, province(line.place)
    most = _largest(line.power, board) if line.kind == "A" else 1
    return (
        line.verb == "build"
        and place in build_places(line.power, turn.state, board)
        and place not in turn.state.pieces
        and place not in turn.pieces
        and line.size <= most
        and board.stands(line.kind, place)
        and (line.kind == "A" or line.place in board.water)
    )


def _farthest(side: str, turn: Turn) -> Piece:
    """Return the unit that civil disorder removes: the farthest from its power's centers.

    Then fleets before armies, then by name (rulebook of 2023, DATC 4.D.8).
    """
    owned = {place for place, owner in turn.state.owners.items() if owner == side}
    far: dict[str, int] = dict.fromkeys(owned, 0)
    edge = list(owned)
    while edge:
        beyond = [b for place in edge for b in turn.board.near[place] if b not in far]
        for place in beyond:
            far[place] = 1 + min(far[one] for one in turn.board.near[place] if one in far)
        edge = list(dict.fromkeys(beyond))
    mine = [piece for piece in turn.pieces.values() if piece.power == side]
    nowhere = len(turn.board.provinces)
    return min(
        mine,
        key=lambda one: (
            -far.get(province(one.place), nowhere),
            one.kind == "A",
            turn.board.provinces[province(one.place)]["name"],
        ),
    )
