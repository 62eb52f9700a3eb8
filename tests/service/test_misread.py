"""Letters that are easily misread: what is stored of them, and the text of the answer."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from textwrap import fill
from typing import Any

import pytest

from judge.game import order_sheet
from judge.notation import write_order
from tests.post import ADDRESS, Arrived, Post
from tests.service.office import a_mail, player_of, reply_address, the_game

CASES = Path(__file__).parents[1] / "cases" / "letters" / "misread.jsonl"


def cases() -> Iterator[Any]:
    """Yield each case, with its first words as its name."""
    for number, line in enumerate(CASES.read_text().splitlines(), 1):
        case = json.loads(line)
        words = case.get("text") or case.get("html") or case.get("subject")
        yield pytest.param(case, id=f"{number} {case['kind']}: {words[:40]!r}")


def mail_of(case: dict[str, Any], sender: str, office: Post) -> EmailMessage:
    """Return the mail of a case."""
    mail = a_mail(sender, case.get("text", ""), len(office.arrived), office.now)
    if "html" in case:
        if "text" in case:
            mail.add_alternative(case["html"], subtype="html")
        else:
            mail.set_content(case["html"], subtype="html")
    mail["Subject"] = case.get("subject", "Re: [smp] S1901M")
    for name, content in case.get("attached", {}).items():
        kind, _, subtype = {
            "jpg": "image/jpeg",
            "csv": "text/csv",
            "log": "text/plain",
            "html": "text/html",
            "pdf": "application/pdf",
        }[name.rpartition(".")[2]].partition("/")
        mail.add_attachment(content.encode(), kind, subtype, filename=name)
    return mail


def in_one_form(text: str) -> str:
    return " ".join(text.upper().replace("MID", "MAO").replace("|", " ").split())


@pytest.mark.parametrize("case", tuple(cases()))
def test_every_line_is_obeyed_or_named(case: dict[str, Any], office: Post) -> None:
    expect, sender = case["expect"], player_of(office, case["power"])
    to = ADDRESS if case.get("to_all_games") else reply_address(office, sender)
    if "before" in case:
        office.write(sender, "\n".join(case["before"]), to)
    seen = len(office.arrived)
    mail = mail_of(case, sender, office)
    if case.get("answers"):
        mail["In-Reply-To"] = office.arrived[-1].mail["Message-ID"]
    office.deliver(mail.as_bytes(), to, sender)
    answers = [mail for mail in office.arrived[seen:] if mail.to == sender]
    said = in_one_form("\n".join(f"{mail.subject}\n{mail.text}" for mail in answers))

    game = the_game(office)
    assert game.position is not None
    board = game.variant.geography
    units = {board.province_of[unit.location]: unit for unit in game.position.units}
    written = (write_order(one, board, units) for one in game.seat(case["power"]).orders)
    orders = {order.split()[1]: order for order in written}
    if "stored" in expect and "stored_or_named" in expect:
        assert expect["stored"].items() <= orders.items()
    elif "stored" in expect:
        assert orders == expect["stored"]
    for line in expect.get("named", ()):
        assert in_one_form(line) in said
    for line in expect.get("stored_or_named", ()):
        assert line in orders.values() or in_one_form(line) in said
    assert bool(answers) is expect.get("answered", True)
    if "complete" in expect:
        assert order_sheet(game, case["power"]).complete is expect["complete"]
    if expect.get("tells_state"):
        assert "YOUR ORDERS" in said
    assert in_one_form(expect.get("says", "")) in said
    if "never_says" in expect:
        assert in_one_form(expect["never_says"]) not in said


@pytest.mark.parametrize(
    ("old", "new", "order"),
    [
        ("Army Paris -> Burgundy", "Army Paris -> Picardy", "A PAR - PIC"),
        ("Army Paris -> Burgundy", "A PAR \u2013 PIC", "A PAR - PIC"),
        ("Army Paris -> Burgundy", "Army Paris \u2013> Burgundy", "A PAR - BUR"),
    ],
)
def test_an_order_may_be_edited_in_the_quoted_receipt(
    office: Post, old: str, new: str, order: str
) -> None:
    send_edited_receipt(office, old, new)

    assert orders_of_france(office) == [order]


@pytest.mark.parametrize(
    "edited",
    [
        "Army Paris -> Brugundy",
        "Army Paris -> Picardy or Gascony",
        "Army Paris -> Spain",
        "Army Paris -> BUR?",
    ],
)
def test_a_bad_edit_in_the_quoted_receipt_is_asked_about(office: Post, edited: str) -> None:
    send_edited_receipt(office, "Army Paris -> Burgundy", edited)

    assert orders_of_france(office) == ["A PAR - BUR"]
    assert in_one_form(edited) in in_one_form(office.arrived[-1].text)


@pytest.mark.parametrize(
    ("above", "order"),
    [
        ("My changes are below", "A PAR - PIC"),
        ("Hello,\n\nsee inline.\n\nFrank", "A PAR - PIC"),
        ("This is wrong:", "A PAR - BUR"),
        ("Hi,\nDraft", "A PAR - BUR"),
        ("Germany wants me to change it like this:", "A PAR - BUR"),
    ],
)
def test_words_above_an_edit_may_say_where_it_is(office: Post, above: str, order: str) -> None:
    send_edited_receipt(office, "Army Paris -> Burgundy", "Army Paris -> Picardy", above=above)

    assert orders_of_france(office) == [order]


def test_an_edit_in_an_older_receipt_is_asked_about(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    older = office.arrived[-1]
    office.write(france, "A PAR - PIC", reply_address(office, france))

    send_back(office, older, "Army Paris -> Burgundy", "Army Paris -> Gascony")

    assert orders_of_france(office) == ["A PAR - PIC"]
    assert "Army Paris -> Gascony" in office.arrived[-1].text


def test_a_sample_line_may_be_edited_in_the_first_mail_of_a_game(office: Post) -> None:
    france = player_of(office, "France")
    *_, first = [mail for mail in office.arrived if mail.to == france]

    send_back(office, first, "A PAR H", "A PAR - BUR")

    assert orders_of_france(office) == ["A PAR - BUR"]


@pytest.mark.parametrize("columns", [60, 50, 40, 30])
def test_the_rests_of_wrapped_quoted_lines_are_nothing(office: Post, columns: int) -> None:
    france = player_of(office, "France")
    orders = "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO"
    office.write(france, orders, reply_address(office, france))
    seen, receipt = len(office.arrived), office.arrived[-1]
    quoted = (f"> {line}" for line in receipt.text.splitlines())
    wrapped = "\n".join(fill(line, columns) for line in quoted)

    reply(office, receipt, f"Thanks!\n\nOn some day, the judge wrote:\n{wrapped}")

    assert order_sheet(the_game(office), "France").complete
    assert len(office.arrived) == seen


def orders_of_france(office: Post) -> list[str]:
    game = the_game(office)
    return [write_order(one, game.variant.geography) for one in game.seat("France").orders]


def send_edited_receipt(office: Post, old: str, new: str, above: str = "") -> None:
    """Send the receipt of `A PAR - BUR` back, quoted below `above`, with `new` for `old`."""
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    send_back(office, office.arrived[-1], old, new, above=above)


def send_back(office: Post, answered: Arrived, old: str, new: str, *, above: str = "") -> None:
    """Send a mail of the judge back, quoted below `above`, with `new` for `old`."""
    quoted = "\n".join(f"> {line}" for line in answered.text.splitlines())
    assert old in quoted
    text = f"{above}\n\nOn some day, the judge wrote:\n{quoted.replace(old, new)}"
    reply(office, answered, text)


def reply(office: Post, answered: Arrived, text: str) -> None:
    france = player_of(office, "France")
    mail = a_mail(france, text, len(office.arrived), office.now)
    mail["In-Reply-To"] = answered.mail["Message-ID"]
    office.deliver(mail.as_bytes(), reply_address(office, france), france)
