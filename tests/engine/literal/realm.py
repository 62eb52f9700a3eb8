"""Satrap's rules outside of fights: seed 003, clauses 3, 4, 5 and 9 to 15."""

from tests.engine.literal.board import Board, places_in
from tests.engine.literal.fights import Guard
from tests.engine.literal.possible import province
from tests.engine.literal.state import Line, Mark
from tests.engine.literal.turn import Turn

ENTER = "ENTER <province> WITH PERMISSION"
REMAIN = "REMAIN IN <province> WITH PERMISSION"
PERMIT_ENTRY = "PERMIT <power> TO ENTER <province>"
PERMIT_STAY = "PERMIT <power> TO REMAIN IN <province>"
LENT = {
    "LEND <province> TO <power>": 1,
    "LEND 2 OF <province> TO <power>": 2,
    "LEND 3 OF <province> TO <power>": 3,
}


def hear_loyalty(turn: Turn) -> None:
    """Record the king's permissions; a loyal satrap's unit without one holds (9 to 14)."""
    rule = turn.board.rules.get("loyalty")
    if rule is None:
        return
    for line in turn.said(PERMIT_ENTRY, rule["power"]):
        kind = "called" if line.place == rule["city"] else _land(line.place, rule)
        turn.mark((kind, "", line.other))
    for number, line in turn.numbered():
        loyal = ("loyal", "", line.power) in turn.marks
        if line.verb == "move" and loyal and _wants_leave(line, turn.marks, rule):
            turn.lines[number] = Line(line.power, "hold", line.place)


def hear_city(turn: Turn) -> None:
    """Record the satraps that enter or remain in peace (4).

    A unit that remains without permission ends the garrison.
    """
    rule = turn.board.rules.get("royal_city")
    if rule is None:
        return
    city, king = rule["place"], rule["power"]
    for kind, permit, words in (("welcome", PERMIT_ENTRY, ENTER), ("guest", PERMIT_STAY, REMAIN)):
        allowed = {one.other for one in turn.said(permit, king) if one.place == city}
        turn.marks += [
            (kind, city, line.power)
            for line in turn.said(words)
            if line.place == city and line.power in allowed
        ]
    there = turn.state.pieces.get(city)
    leaves = any(one.verb == "move" and one.place == city for one in turn.lines)
    stays = there is not None and there.power != king and not leaves
    if stays and ("guest", city, there.power) not in turn.marks:
        turn.drop(("garrison", city, king))
    _withhold(turn, city)


def _withhold(turn: Turn, city: str) -> None:
    """Withhold the sentence of a satrap to enter the city if no unit of theirs moves there (12)."""
    coming = {
        one.power for one in turn.lines if one.verb == "move" and province(one.target) == city
    }
    for number, line in turn.numbered():
        if line.verb == "say" and line.target == ENTER and line.power not in coming:
            turn.verdicts[number] = "failed"


def hear_loans(turn: Turn) -> None:
    """Record the loans of this Fall; the loans of the old year lapse (5)."""
    rule = turn.board.rules.get("loans")
    if rule is None or turn.state.season != "F":
        return
    old = [mark for mark in turn.marks if mark[0] == "loan"]
    lent: dict[str, int] = {}
    loans: list[Mark] = []
    for number, line in turn.numbered():
        if line.verb == "say" and line.target in LENT and not _bad_loan(line, turn):
            count = LENT[line.target]
            if lent.get(line.place, 0) + count > _lendable(line.place, turn.board):
                turn.verdicts[number] = "failed"
                continue
            lent[line.place] = lent.get(line.place, 0) + count
            loans += [("loan", line.place, line.other)] * count
    turn.marks = [mark for mark in turn.marks if mark not in old] + loans


def is_wrong_saying(line: Line, turn: Turn) -> bool:
    """Return whether a sentence is illegal for its writer in this move."""
    king, city = _king(turn.board)
    if line.target in LENT:
        return _bad_loan(line, turn)
    permits = line.target in (PERMIT_ENTRY, PERMIT_STAY)
    if (line.power == king) is not permits or line.other == line.power:
        return True
    anywhere = line.target == PERMIT_ENTRY and "loyalty" in turn.board.rules
    return line.place != city and not anywhere


def guard_of(turn: Turn) -> Guard | None:
    """Return the garrison, or None if it was lost (3)."""
    king, city = _king(turn.board)
    if ("garrison", city, king) not in turn.marks:
        return None
    friends, welcome = (
        frozenset({king, *(power for what, _, power in turn.marks if what == kind)})
        for kind in ("guest", "welcome")
    )
    return Guard(city, king, friends, welcome)


def end_garrison(turn: Turn, came: bool) -> None:
    """Remove the garrison if an enemy is in the city after the moves (3, 4)."""
    king, city = _king(turn.board)
    there, kind = turn.pieces.get(city), "welcome" if came else "guest"
    if there is None or there.power == king:
        return
    if (kind, city, there.power) not in turn.marks:
        turn.drop(("garrison", city, king))


def forget_permits(turn: Turn) -> None:
    """Remove permissions that were for one move, and loans of centers that the king lost."""
    king, _ = _king(turn.board)
    turn.marks = [
        (kind, place, power)
        for kind, place, power in turn.marks
        if kind not in ("welcome", "guest")
        and (kind != "loan" or turn.kind == "R" or turn.owners.get(place) == king)
    ]


def tell_loyalty(turn: Turn, before: list[Mark]) -> None:
    """Record the satraps now known to be disloyal; a loan to one makes all disloyal (13, 15)."""
    rule = turn.board.rules.get("loyalty")
    if rule is None or turn.state.kind != "M":
        return
    turn.marks = [mark for mark in turn.marks if mark[0] != "called"]
    turned = any(
        ("rebel", "", line.other) in before and line.target in LENT
        for number, line in turn.numbered()
        if line.verb == "say" and turn.verdicts[number] == "done"
    )
    if turned:
        cards = ("loyal", "disloyal")
        turn.marks = [mark for mark in turn.marks if mark[0] not in cards]
        turn.marks += [("disloyal", "", satrap) for satrap in rule["satrapies"]]
        for satrap in rule["satrapies"]:
            turn.mark(("rebel", "", satrap))
    for line in turn.lines:
        if line.verb == "move" and _wants_leave(line, before, rule):
            turn.mark(("rebel", "", line.power))


def _king(board: Board) -> tuple[str, str]:
    rule = board.rules.get("royal_city", {"power": "", "place": ""})
    return rule["power"], rule["place"]


def _land(place: str, rule: dict[str, object]) -> str:
    if place in places_in(rule["royal"]):
        return "royal"
    inside = any(place in places_in(lands) for lands in rule["satrapies"].values())
    return "satrapies" if inside else "abroad"


def _wants_leave(line: Line, marks: list[Mark], rule: dict[str, object]) -> bool:
    """Return whether a loyal satrap lacks a permission for this move (9)."""
    target, power = province(line.target), line.power
    own = places_in(rule["satrapies"].get(power, ""))
    if power == rule["power"] or target in own:
        return False
    called = target == rule["city"] and ("called", "", power) in marks
    return not called and (_land(target, rule), "", power) not in marks


def _bad_loan(line: Line, turn: Turn) -> bool:
    """Return whether a loan is illegal: the king neither owns the center nor may capture it."""
    king, _ = _king(turn.board)
    if line.power != king or turn.state.season != "F" or line.other == king:
        return True
    near = {
        place
        for piece in turn.state.pieces.values()
        if piece.power == king
        for place in (piece.place, *turn.board.land[province(piece.place)])
    }
    reached = line.place in near and line.place in turn.board.centers
    if turn.state.owners.get(line.place) != king and not reached:
        return True
    return LENT[line.target] > _lendable(line.place, turn.board)


def _lendable(place: str, board: Board) -> int:
    rule = board.rules["loans"]
    return rule["spare"] if place == rule["place"] else board.centers.get(place, 1)
