"""What a sentence is read with: the board, the units, and whose orders they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine import Geography, Order, Position, Unit, UnitKind, Variant, bits
from judge.notation.canonical import write_order
from judge.notation.mistakes import Trouble, Unreadable
from judge.notation.names import Names
from judge.notation.words.elements import Action, Element, Kind, Place, Verb

Elements = Sequence[Element]


@dataclass(frozen=True, slots=True)
class OrderReader:
    """All that reading one power's orders needs; the Master reads for no power.

    `units` stand on the board and `dislodged` must retreat, both by province;
    `locations` are by province and code of coast.
    """

    variant: Variant
    names: Names
    geography: Geography
    position: Position
    power: str | None
    units: Mapping[int, Unit]
    dislodged: Mapping[int, Unit]
    locations: Mapping[tuple[int, str | None], int]


@dataclass(frozen=True, slots=True)
class Sentence:
    """One plain line to be read, and the power it is an order of, if known."""

    line: str
    reader: OrderReader
    power: str | None

    def fault(self, reason: Trouble, elements: Elements = ()) -> Unreadable:
        """Return that the line is unreadable because of `elements`, or as a whole."""
        part = self.text(elements) if elements else self.line
        return Unreadable(self.line, part, reason)

    def is_of_another(self, unit: Unit) -> bool:
        """Return whether the Master wrote this for another power than has the unit."""
        said = self.power if self.reader.power is None else None
        return said is not None and said != unit.power

    def instead(self, element: Element, text: str) -> str:
        """Return the line with `text` in the place of an element."""
        return f"{self.line[: element.start]}{text} {self.line[element.end :]}"

    def text(self, elements: Elements) -> str:
        """Return how `elements` are written in the line."""
        start = min(element.start for element in elements)
        return self.line[start : max(element.end for element in elements)]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """Several orders that a sentence can mean, because of `part`."""

    part: str
    orders: tuple[Order, ...]


Reading = tuple[Order, ...] | Unreadable | Alternatives


def written(order: Order, reader: OrderReader) -> str:
    """Return an order as the judge writes it in short."""
    return write_order(order, reader.geography, reader.units)


def subject_of(
    sentence: Sentence, elements: Elements
) -> tuple[Kind | None, Place, Elements] | Unreadable:
    """Return the kind, if written, and the place of a unit, and what follows."""
    match elements:
        case [Kind() as kind, Place() as place, *rest]:
            return kind, place, rest
        case [Place() as place, *rest]:
            return None, place, rest
        case [Action(verb=Verb.WAIVE | Verb.RETREAT) as verb, *_]:
            return sentence.fault(Trouble.WRONG_PHASE, [verb])
        case _:
            return sentence.fault(Trouble.NO_UNIT_NAMED, elements[:1])


def location_of(place: Place, sentence: Sentence) -> int | Unreadable:
    """Return the location a place names; a coast where there are none is ignored.

    DATC 4.B.6: a coast without meaning does no harm.
    """
    reader = sentence.reader
    coast = place.coast if reader.geography.coasts_of[place.province] else None
    location = reader.locations.get((place.province, coast))
    if location is not None:
        return location
    texts = [
        reader.geography.locations[one].text for one in reader.geography.coasts_of[place.province]
    ]
    return replace(
        sentence.fault(Trouble.NO_SUCH_COAST, [place]),
        corrected=tuple(sentence.instead(place, text) for text in texts),
    )


def own_unit(
    kind: Kind | None, place: Place, sentence: Sentence, among: Mapping[int, Unit]
) -> Unit | Unreadable:
    """Return the unit that is ordered; where none stands, the one that is described.

    A wrong coast of the unit does no harm (DATC 4.B.5).
    """
    unit = among.get(place.province)
    if unit and sentence.is_of_another(unit):
        return sentence.fault(Trouble.OTHER_POWER, [place])
    if unit:
        return wrong_kind(kind, unit, sentence) or unit
    if kind is None or sentence.power is None:
        return sentence.fault(Trouble.NO_UNIT, [place])
    coast = place.coast if kind.kind is UnitKind.FLEET else None
    locations = sentence.reader.locations
    location = locations.get((place.province, coast), place.province)
    return Unit(sentence.power, kind.kind, location)


def wrong_kind(kind: Kind | None, unit: Unit, sentence: Sentence) -> Unreadable | None:
    """Return that `unit` is of the other kind than was written, or None."""
    if kind is None or kind.kind is unit.kind:
        return None
    return replace(
        sentence.fault(Trouble.WRONG_KIND, [kind]),
        corrected=(sentence.instead(kind, unit.kind.value),),
        unit=unit,
    )


def landings(province: int, mask: int, geography: Geography) -> tuple[int, ...]:
    """Return the locations of `province` that are in `mask`."""
    return tuple(n for n in bits(mask) if geography.province_of[n] == province)
