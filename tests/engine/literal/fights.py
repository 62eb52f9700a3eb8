"""The movement phase: the equations, with the additions of variants' rules."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tests.engine.literal.board import Board
from tests.engine.literal.equations import Fates, Reference, Told
from tests.engine.literal.possible import Atlas, Piece, is_legal, province
from tests.engine.literal.state import Driven, Line


@dataclass(frozen=True)
class Guard:
    """The garrison of Satrap's city: its king, and the powers as in the engine's `Garrison`.

    `friends` may remain in peace, `welcome` may enter in peace.
    """

    place: str
    king: str
    friends: frozenset[str]
    welcome: frozenset[str]


@dataclass(frozen=True)
class Field:
    """The circumstances of a phase: the board, the map with its open connections, the garrison."""

    board: Board
    atlas: Atlas
    guard: Guard | None


@dataclass(frozen=True)
class Fought:
    """The results of a movement phase: the new board, and the provinces of orders that failed."""

    illegal: set[str]
    void: set[str]
    failed: set[str]
    pieces: dict[str, Piece]
    driven: dict[str, Driven]


class Fight(Reference):
    """The equations, with a garrison, last stands, and attacks on river convoys."""

    def __init__(
        self,
        told: Mapping[str, Told],
        pieces: Mapping[str, Piece],
        field: Field,
        strong: Collection[str],
    ) -> None:
        super().__init__(told, field.atlas.waters, fallback=field.atlas.fallback)
        self.pieces, self.board, self.guard = pieces, field.board, field.guard
        self.strong = strong

    def against(self, unit: str, target: str, fates: Fates) -> int:
        """Return the strength that holds the target; a garrison helps a friend that stays."""
        usual, guard = super().against(unit, target, fates), self.guard
        usual += target in self.strong and usual > 0
        if guard is None or target != guard.place:
            return usual
        power, there = self.told[unit].power, self.told.get(target)
        if there is not None and there.what != "move":
            return usual + (there.power in guard.friends and power != guard.king)
        if power in guard.welcome:
            return usual
        return max(usual, 1 + self.weight(*self.holding(target, fates)))

    def attack(self, unit: str, fates: Fates) -> int:
        """Return the attack strength; the king's units do not help against the king's garrison."""
        guard, order = self.guard, self.told[unit]
        usual = super().attack(unit, fates)
        if guard is None or order.target != guard.place or not usual:
            return usual
        there = self.told.get(guard.place)
        stays = there is not None and there.what != "move"
        if not stays and order.power in guard.welcome:
            return usual
        gone = there is not None and not stays and fates[guard.place]
        foes = {guard.king}
        if there is not None and (not gone or self.head_on(unit, guard.place)):
            foes.add(there.power)
        helpers = [one for one in self.helpers(unit, fates) if self.told[one].power not in foes]
        return self.weight(unit, *helpers)

    def holding(self, place: str, fates: Fates) -> list[str]:
        """Return the units that support a garrison whose province is empty or being left."""
        return [
            one
            for one, order in self.told.items()
            if order.what == "support" and (order.other, order.target) == (place, "") and fates[one]
        ]

    def outcome(self, unit: str, fates: Fates) -> bool:
        """Return the fate of an order; any attack breaks a convoy on a river (see `breaks`)."""
        if self.told[unit].what == "convoy" and any(
            self.breaks(attacker, unit) for attacker in self.attackers(unit)
        ):
            return False
        return super().outcome(unit, fates)

    def breaks(self, attacker: str, fleet: str) -> bool:
        """Return whether an attack of a fleet, successful or not, ends a fleet's river convoy."""
        rule = self.board.rules.get("river_convoys")
        if rule is None or fleet not in self.board.rivers:
            return False
        if self.pieces[attacker].kind != "F":
            return False
        excepted = (
            self.told[attacker].power == self.told[fleet].power
            or attacker == self.told[fleet].target
        )
        return bool(rule.get("any_fleet")) or not excepted

    def near(self, unit: str) -> list[str]:
        """Return every order whose fate occurs in the equations for `unit`."""
        near = super().near(unit)
        guard, order = self.guard, self.told[unit]
        if guard is not None and order.what == "move" and order.target == guard.place:
            everyone = dict.fromkeys(
                [*near, *self.holding(guard.place, dict.fromkeys(self.told, True))]
            )
            return list(everyone)
        return near


def fight(
    lines: Mapping[str, Line], pieces: Mapping[str, Piece], field: Field, strong: Collection[str]
) -> Fought:
    """Return the results of the orders, one for each piece, legal or not.

    The pieces in the provinces `strong` defend with one more strength.
    """
    atlas, guard = field.atlas, field.guard
    told, illegal = _told(lines, pieces, atlas, guard)
    battle = Fight(told, pieces, field, strong)
    fates = battle.solve()
    gone = {
        place: order.target
        for place, order in told.items()
        if order.what == "move" and fates[place]
    }
    after = {place: piece for place, piece in pieces.items() if place not in gone}
    beaten = {target: origin for origin, target in gone.items() if target in after}
    for origin, target in gone.items():
        where = _landing(pieces[origin], lines[origin].target, atlas)
        old = pieces[origin]
        after[target] = Piece(old.power, old.kind, where, old.size)
    standoffs = {
        order.target
        for place, order in told.items()
        if order.what == "move"
        and order.target not in after
        and len(battle.attackers(order.target)) > 1
        and battle.prevent(place, {**dict.fromkeys(told, False), **fates})
    }
    driven = {
        place: Driven(
            pieces[place],
            origin,
            _retreats(pieces[place], {*after, *standoffs}, _closed(origin, battle), field),
        )
        for place, origin in beaten.items()
    }
    void = {place for place in told if _is_void(place, battle, guard)}
    failed = {place for place, fate in fates.items() if not fate} - void
    return Fought(illegal, void, failed, after, driven)


def _told(
    lines: Mapping[str, Line], pieces: Mapping[str, Piece], atlas: Atlas, guard: Guard | None
) -> tuple[dict[str, Told], set[str]]:
    """Return the orders in the form of the equations, and the provinces of illegal ones."""
    illegal = {
        place
        for place, line in lines.items()
        if not (
            is_legal(line.words, pieces[place], pieces, atlas)
            or _helps_guard(line, pieces[place], atlas, guard)
        )
    }
    words = {place: ("hold",) if place in illegal else line.words for place, line in lines.items()}
    return {place: _order(place, words, pieces, atlas) for place in words}, illegal


def _helps_guard(line: Line, piece: Piece, atlas: Atlas, guard: Guard | None) -> bool:
    """Return whether the order supports a garrison, which needs no unit in its province."""
    if guard is None or line.words != ("support", guard.place):
        return False
    if piece.kind == "A":
        return guard.place in atlas.land[piece.place]
    return guard.place in map(province, atlas.water[piece.place])


def _order(
    place: str, words: Mapping[str, tuple[str, ...]], pieces: Mapping[str, Piece], atlas: Atlas
) -> Told:
    power, size = pieces[place].power, pieces[place].size
    match words[place]:
        case ("move", target, *via):
            there = province(target)
            walks = pieces[place].kind == "F" or there in atlas.land[place]
            return Told(power, "move", "", there, bool(via), walks, size)
        case ("support", other):
            return Told(power, "support", other, size=size)
        case ("support", other, target):
            aim = province(target)
            named = "/" in target and pieces[other].kind == "F"
            if named and _goal(pieces[other], words[other], atlas) != target:
                aim = "another coast"
            return Told(power, "support", other, aim, size=size)
        case ("convoy", other, target):
            return Told(power, "convoy", other, province(target), size=size)
    return Told(power, size=size)


def _goal(piece: Piece, words: tuple[str, ...], atlas: Atlas) -> str:
    return _landing(piece, words[1], atlas) if words[0] == "move" else words[-1]


def _landing(piece: Piece, target: str, atlas: Atlas) -> str:
    """Return the place where a move ends; without a named coast it is the only one in reach."""
    if piece.kind == "A":
        return province(target)
    if target in atlas.water[piece.place]:
        return target
    return next(place for place in atlas.water[piece.place] if province(place) == province(target))


def _is_void(place: str, battle: Fight, guard: Guard | None) -> bool:
    order = battle.told[place]
    if order.what == "convoy":
        return all(place not in fleets for fleets in battle.sailing.values())
    if order.what != "support":
        return False
    if guard is not None and (order.other, order.target) == (guard.place, ""):
        return False
    other = battle.told[order.other]
    return order.target != (other.target if other.what == "move" else "")


def _closed(origin: str, battle: Fight) -> set[str]:
    """Return the attacker's origin, which is closed to retreats, or nothing after a convoy.

    DATC 4.A.5.
    """
    return set() if origin in battle.sailing else {origin}


def _retreats(piece: Piece, taken: set[str], origin: set[str], field: Field) -> frozenset[str]:
    """Return the places to which a piece may retreat; only the king's own into the garrison."""
    closed = taken | origin
    if field.guard is not None and piece.power != field.guard.king:
        closed.add(field.guard.place)
    if piece.kind == "A":
        return frozenset(field.board.land[piece.place] - closed)
    return frozenset(
        place for place in field.board.water[piece.place] if province(place) not in closed
    )
