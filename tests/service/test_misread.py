"""Letters that are easily misread: what is stored of them, and the text of the answer."""

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from judge.game import order_sheet
from judge.notation import write_order
from tests.post import Post
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
        }[name.rpartition(".")[2]].partition("/")
        mail.add_attachment(content.encode(), kind, subtype, filename=name)
    return mail


def in_one_form(text: str) -> str:
    return " ".join(text.upper().replace("MID", "MAO").replace("|", " ").split())


@pytest.mark.parametrize("case", tuple(cases()))
def test_every_line_is_obeyed_or_named(case: dict[str, Any], office: Post) -> None:
    expect, sender = case["expect"], player_of(office, case["power"])
    to = reply_address(office, sender)
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

    game = the_game(office)
    written = [write_order(one, game.variant.geography) for one in game.seat("France").orders]
    assert written == [order]


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

    game = the_game(office)
    written = [write_order(one, game.variant.geography) for one in game.seat("France").orders]
    assert written == ["A PAR - BUR"]
    assert in_one_form(edited) in in_one_form(office.arrived[-1].text)


def send_edited_receipt(office: Post, old: str, new: str) -> None:
    """Send the receipt of `A PAR - BUR` back, quoted, with `new` for `old`."""
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = office.arrived[-1]
    quoted = "\n".join(f"> {line}" for line in receipt.text.splitlines())
    assert old in quoted
    text = f"On some day, the judge wrote:\n{quoted.replace(old, new)}"
    mail = a_mail(france, text, 9, office.now)
    mail["In-Reply-To"] = receipt.mail["Message-ID"]
    office.deliver(mail.as_bytes(), reply_address(office, france), france)
