"""The board in one phase, and the lines of orders for it, with names instead of indices."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.engine import (
    Build,
    Convoy,
    Declare,
    Disband,
    Geography,
    Hold,
    Move,
    Order,
    Position,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Vote,
    Waive,
)
from tests.engine.literal.possible import Piece, province

Mark = tuple[str, str, str]  # a marker: its kind, a province or "", a power or ""


@dataclass(frozen=True)
class Driven:
    """A dislodged unit, its attacker's origin, and the places to which it may retreat."""

    piece: Piece
    origin: str
    retreats: frozenset[str]


@dataclass(frozen=True)
class State:
    """A position: units and dislodged units by province, owners by center."""

    season: str
    year: int
    kind: str
    pieces: dict[str, Piece]
    owners: dict[str, str]
    driven: dict[str, Driven] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Line:
    """One line of orders; which fields count depends on the `verb`."""

    power: str
    verb: str
    place: str = ""
    other: str = ""
    target: str = ""
    via: bool = False
    kind: str = ""
    size: int = 1
    wish: "Line | None" = None

    @property
    def words(self) -> tuple[str, ...]:
        """Return the order of a unit as words, in the form for `is_legal`."""
        parts = (self.verb, self.other, self.target, "via" if self.via else "")
        return tuple(filter(None, parts))


def state_of(position: Position, geography: Geography) -> State:
    """Return a position of the engine with names instead of indices."""
    texts = [location.text for location in geography.locations]

    def piece(unit: Unit) -> Piece:
        return Piece(unit.power, unit.kind.value, texts[unit.location], unit.size)

    pieces = [piece(unit) for unit in position.units]
    return State(
        position.phase.season.value,
        position.phase.year,
        position.phase.kind.value,
        {province(one.place): one for one in pieces},
        {texts[n]: owner for n, owner in enumerate(position.owners) if owner},
        {
            province(texts[one.unit.location]): Driven(
                piece(one.unit),
                texts[one.attacker_from],
                frozenset(texts[place] for place in one.retreats),
            )
            for one in position.dislodged
        },
        tuple(
            sorted(
                (one.kind, "" if one.province is None else texts[one.province], one.power or "")
                for one in position.markers
            )
        ),
    )


def lines_of(orders: Sequence[Order], geography: Geography) -> list[Line]:
    """Return orders of the engine with names instead of indices."""
    texts = [location.text for location in geography.locations]
    return [_line(order, texts) for order in orders]


def _line(order: Order, texts: Sequence[str]) -> Line:
    match order:
        case Build(power, kind, location, size):
            return Line(power, "build", texts[location], kind=kind.value, size=size)
        case Waive(power):
            return Line(power, "waive")
        case Vote(power, wish):
            return Line(power, "vote", wish=_line(wish, texts))
        case Declare(power, pattern, place, other):
            there = "" if place is None else texts[place]
            return Line(power, "say", there, other or "", pattern)
        case _:
            return _line_of_unit(order, texts)


def _line_of_unit(order: Order, texts: Sequence[str]) -> Line:
    unit = order.unit
    power, place = unit.power, province(texts[unit.location])
    match order:
        case Hold():
            return Line(power, "hold", place)
        case Disband():
            return Line(power, "disband", place, kind=unit.kind.value)
        case Retreat(_, target):
            return Line(power, "retreat", place, target=texts[target])
        case Move(_, target, via):
            return Line(power, "move", place, target=texts[target], via=via)
        case _:
            return _line_of_helper(order, Line(power, "", place), texts)


def _line_of_helper(order: Order, line: Line, texts: Sequence[str]) -> Line:
    match order:
        case SupportHold(_, other):
            return replace(line, verb="support", other=texts[other])
        case SupportMove(_, other, target):
            verb = "support"
        case Convoy(_, other, target):
            verb = "convoy"
    return replace(line, verb=verb, other=texts[other], target=texts[target])
