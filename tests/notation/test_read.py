"""Lines of players are read as orders: the table of tests/cases/notation.txt."""

from collections.abc import Iterator

from judge.engine import Build, Order, Waive, check_order
from judge.notation import (
    Ambiguous,
    Mistake,
    OrderReader,
    ReadOrder,
    Trouble,
    Unreadable,
    read_line,
    read_order,
    reader_for,
    write_order,
)
from tests.notation.readers import ROOT, a_position, standard

TABLE = ROOT / "tests" / "cases" / "notation.txt"


def _cases() -> Iterator[tuple[OrderReader, str, str]]:
    facts: dict[str, str] = {}
    reader = None
    for line in TABLE.read_text().splitlines():
        text, bar, wished = line.rpartition(" | ")
        if bar:
            reader = reader or _reader(facts)
            yield reader, text, wished
        elif line and not line.startswith("#"):
            key, _, value = line.partition(": ")
            facts = {key: value} if key == "phase" else {**facts, key: value}
            reader = None


def _reader(facts: dict[str, str]) -> OrderReader:
    position = a_position(
        facts["phase"], facts["units"], facts.get("dislodged", ""), facts.get("owned", "")
    )
    power = None if facts["power"] == "Master" else facts["power"]
    return reader_for(standard(), position, power)


def _told(read: ReadOrder, reader: OrderReader) -> str:
    match read.result:
        case Ambiguous(part=part, candidates=candidates):
            return f"? {part}: {', '.join(candidates)}"
        case Unreadable() as mistake:
            return _told_mistake(mistake)
        case order:
            standing = {**reader.units}
            return write_order(order, reader.geography, standing)


def _told_mistake(mistake: Unreadable) -> str:
    why = "" if mistake.reason is Trouble.UNKNOWN else f" ({mistake.reason.name})"
    with_replaced = ", ".join((*mistake.suggestion, *mistake.corrected))
    return f"? {mistake.part}{why}" + (f": {with_replaced}" if with_replaced else "")


CASES = list(_cases())


def test_a_line_is_read_as_the_table_says() -> None:
    found = [
        (line, wished, "; ".join(_told(one, reader) for one in read_line(line, reader)))
        for reader, line, wished in CASES
    ]

    assert [case for case in found if case[1] != (case[2] or "nothing")] == []


def test_an_order_to_send_instead_is_legal_and_read_as_itself() -> None:
    offered = [
        (told, reader)
        for reader, line, wished in CASES
        if "?" in wished
        for one in read_line(line, reader)
        if isinstance(one.result, Unreadable)
        for told in one.result.corrected
    ]

    assert [told for told, reader in offered if not _is_itself(told, reader)] == []


def _is_itself(told: str, reader: OrderReader) -> bool:
    """Return whether a text is a legal order in the judge's own form."""
    order = read_order(told, reader)
    return (
        not isinstance(order, Mistake)
        and write_order(order, reader.geography, reader.units) == told
        and check_order(order, _power_of(order), reader.position, reader.variant) is None
    )


def _power_of(order: Order) -> str:
    return order.power if isinstance(order, Build | Waive) else order.unit.power
