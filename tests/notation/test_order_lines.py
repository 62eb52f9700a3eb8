"""Orders as players of all sites write them: tests/cases/lines/orders.txt."""

from collections.abc import Iterator, Mapping
from functools import cache

from judge.boards import read_variant
from judge.engine import (
    Dislodged,
    Order,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Season,
    Unit,
    UnitKind,
    Variant,
    check_order,
    power_of,
    with_choices,
)
from judge.notation import (
    Ambiguous,
    OrderReader,
    ReadOrder,
    Trouble,
    Unreadable,
    is_order_like,
    read_line,
    reader_for,
    write_order,
)
from tests.notation.readers import ROOT

TABLE = ROOT / "tests" / "cases" / "lines" / "orders.txt"
FACTS = ("board", "options", "phase", "power", "units", "dislodged", "owned")
TROUBLES = {
    Trouble.QUALIFIED: "? qualified",
    Trouble.UNKNOWN: "? unknown",
    Trouble.LEFT_OVER: "? unknown",
    Trouble.NO_VERB: "? unfinished",
    Trouble.NO_TARGET: "? unfinished",
    Trouble.NO_UNIT_NAMED: "? unfinished",
    Trouble.EMPTY: "? unfinished",
    Trouble.NOT_A_ROUTE: "? illegal",
    Trouble.NO_UNIT: "? no unit",
    Trouble.WRONG_KIND: "? wrong kind",
    Trouble.OTHER_POWER: "? not yours",
    Trouble.WRONG_PHASE: "? wrong phase",
    Trouble.NO_SUCH_COAST: "? no such coast",
}
REASONS = {
    Reason.NO_UNIT: "? no unit",
    Reason.FOREIGN_UNIT: "? not yours",
    Reason.WRONG_KIND: "? wrong kind",
    Reason.WRONG_PHASE: "? wrong phase",
    Reason.WRONG_COAST: "? no such coast",
}


def _cases() -> Iterator[tuple[Mapping[str, str], str, str]]:
    facts: dict[str, str] = {}
    done = True
    for line in TABLE.read_text().splitlines():
        text, bar, wished = line.rpartition(" | ")
        key, colon, value = line.partition(": ")
        if bar:
            done = True
            yield facts, text, wished
        elif colon and key in FACTS:
            facts = {key: value} if done else {**facts, key: value}
            done = False


@cache
def _variant(board: str, options: str) -> Variant:
    chosen = dict(one.split("=") for one in options.split(",") if one)
    return with_choices(read_variant(ROOT / "variants" / board), chosen)


def _reader(facts: Mapping[str, str]) -> OrderReader:
    variant = _variant(facts.get("board", "standard"), facts.get("options", ""))
    kind = PhaseKind[facts["phase"].upper()]
    owners = list(variant.start.owners)
    for power, centers in _listed(facts.get("owned", "")):
        for center in centers:
            owners[variant.geography.location(center)] = power
    position = Position(
        phase=Phase(Season.FALL, 1902, kind),
        units=_units(facts["units"], variant),
        owners=tuple(owners),
        dislodged=tuple(
            Dislodged(unit, 0, tuple(range(len(variant.geography.locations))))
            for unit in _units(facts.get("dislodged", ""), variant)
        ),
    )
    power = None if facts["power"] == "Master" else facts["power"]
    return reader_for(variant, position, power)


def _units(text: str, variant: Variant) -> tuple[Unit, ...]:
    return tuple(
        Unit(power, UnitKind(kind[0]), variant.geography.location(place), size)
        for power, units in _listed(text)
        for kind, place in (unit.split() for unit in units)
        for size in [int(kind[1:] or 1)]
    )


def _listed(text: str) -> list[tuple[str, list[str]]]:
    pairs = [part.split(":") for part in text.split(";") if part]
    return [
        (power.strip(), [thing.strip() for thing in things.split(",")]) for power, things in pairs
    ]


def _told(read: ReadOrder, reader: OrderReader) -> str:
    match read.result:
        case Ambiguous(candidates=candidates):
            return f"? ambiguous: {'; '.join(candidates)}"
        case Unreadable(reason=reason):
            return TROUBLES.get(reason, reason.name)
        case order:
            return _told_order(order, reader)


def _told_order(order: Order, reader: OrderReader) -> str:
    power = reader.power or power_of(order)
    reason = check_order(order, power, reader.position, reader.variant)
    if reason is not None:
        return REASONS.get(reason, "? illegal")
    return write_order(order, reader.geography, reader.units)


def _read(line: str, reader: OrderReader) -> str:
    read = read_line(line, reader) if is_order_like(line, reader.names) else ()
    return "; ".join(_told(one, reader) for one in read) or "nothing"


def test_a_line_is_read_as_its_writer_meant_it() -> None:
    found = [(line, wished, _read(line, _reader(facts))) for facts, line, wished in _cases()]

    assert len(found) > 500
    assert [case for case in found if case[1] != case[2]] == []
