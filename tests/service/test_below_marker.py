"""Lines below the marker in a mail of the judge that is quoted without quotation marks."""

import re
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from textwrap import fill

import pytest

from judge.letter import REPLY_MARKER
from tests.kinds import replace
from tests.post import Arrived, Post
from tests.service.office import MASTER, player_of, reply_address, the_game

NOT_READ = "Not read, because it stood below"
ASKED = (
    "A PAR - BUR",
    "A PAR - BUR\nF BRE - Marseilles\nA MAR - Spain\nF MAO - SPA",
    "HELP",
    "HELP ORDERS",
    "LIST",
    "ORDERS?",
    "SET WAIT",
    "press to M\nF BRE - MAO\nHELP\nendpress",
    "A PAR - BUR, if Italy agrees\nJOIN smp\nSIGN ON Gsmp xyzzy",
)


def wrapped(text: str) -> str:
    return "\n".join(fill(line, 30) for line in text.splitlines())


def in_cells(text: str) -> str:
    """Return the text like that of a table whose cells have become lines."""
    return re.sub(r" {2,}", "\n", text)


def on_one_line(text: str) -> str:
    return " ".join(text.split()).replace(REPLY_MARKER, f"\n{REPLY_MARKER}\n")


def come_back(office: Post, mail: Arrived, body: str, subtype: str = "plain") -> str:
    """Return the answer to a letter that quotes `mail`."""
    office.letters += 1
    letter = EmailMessage(policy=SMTP)
    letter["From"], letter["To"] = mail.to, mail.mail["Reply-To"]
    letter["Date"] = format_datetime(office.now)
    letter["Message-ID"] = f"<{office.letters}@players.test>"
    letter["In-Reply-To"] = str(mail.mail["Message-ID"])
    letter.set_content(body, subtype=subtype)
    seen = len(office.arrived)
    to = reply_address(office, mail.to)
    office.deliver(letter.as_bytes(), to, mail.to)
    return "\n".join(one.text for one in office.arrived[seen:] if one.to == mail.to)


def newest(office: Post, person: str) -> Arrived:
    return [mail for mail in office.arrived if mail.to == person][-1]


@pytest.mark.parametrize("added", ["  SET WAIT", "LIST"])
def test_what_is_written_there_is_named(office: Post, added: str) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)
    above, below = receipt.text.split("The listed orders")

    told = come_back(office, receipt, f"{above}{added}\n\nThe listed orders{below}")

    assert told.count(NOT_READ) == 1
    assert told.split(NOT_READ)[1].split("\n\n")[1].split() == added.split()


def test_a_misspelt_order_there_is_asked_about(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)
    above, below = receipt.text.split("The listed orders")

    told = come_back(office, receipt, f"{above}A MAR - Burgandy\n\nThe listed orders{below}")

    assert "Send:   A MAR - BUR" in told
    assert NOT_READ not in told


@pytest.mark.parametrize("form", [str, wrapped])
def test_what_stands_below_all_of_our_mail_is_read(
    office: Post, form: Callable[[str], str]
) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)

    body = f"See below.\n\n{form(receipt.text)}\n\nA MAR - SPA\n\nRegards, Ann"
    told = come_back(office, receipt, body)

    assert NOT_READ not in told
    assert len(the_game(office).seat("France").orders) == 2


def test_an_order_there_counts_beside_orders_above(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)

    come_back(office, receipt, f"F BRE - MAO\n{receipt.text}\nA MAR - SPA")

    assert len(the_game(office).seat("France").orders) == 3


@pytest.mark.parametrize(
    "box",
    [
        '<div name="quote">{}</div>',
        '<div class="yahoo_quoted">{}</div>',
        '<div data-marker="__QUOTED_TEXT__">{}</div>',
    ],
)
def test_an_order_typed_into_the_box_of_our_mail_counts(office: Post, box: str) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)
    page = "<br>".join(receipt.text.splitlines())
    for added, orders in (("", 1), ("<p>A MAR - SPA</p>", 2)):
        html = f"<html><body><p>Hello!</p>{box.format(page + added)}</body></html>"
        told = come_back(office, receipt, html, "html")

        assert NOT_READ not in told
        assert len(the_game(office).seat("France").orders) == orders


def test_a_sample_line_that_was_changed_there_counts(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)
    assert "F BRE H" in receipt.text

    told = come_back(office, receipt, receipt.text.replace("F BRE H", "F BRE - MAO"))

    assert NOT_READ not in told
    assert "2 of 3, missing A MAR" in " ".join(told.split())


def test_an_order_that_was_changed_in_an_older_mail_is_named(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "A PAR - BUR", reply_address(office, france))
    receipt = newest(office, france)
    office.write(MASTER, "PROCESS", reply_address(office, MASTER))
    office.write(MASTER, "YES", reply_address(office, MASTER))
    assert str(the_game(office).position.phase) == "F1901M"

    told = come_back(office, receipt, receipt.text.replace("F BRE H", "F BRE - MAO"))

    assert "F BRE - MAO" in told
    assert the_game(office).seat("France").orders == ()


@pytest.mark.parametrize("form", [str, wrapped, in_cells, on_one_line])
def test_our_own_lines_are_not(office: Post, form: Callable[[str], str]) -> None:
    france = player_of(office, "France")
    for asked in ASKED:
        office.write(france, asked, reply_address(office, france))
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))
    mails = [mail for mail in office.arrived if mail.to == france]
    assert len(mails) > len(ASKED)

    for mail in mails:
        told = come_back(office, mail, f"Thanks.\n\n{form(mail.text)}")
        assert NOT_READ not in told, (mail.text, told)


def test_our_own_page_is_not(office: Post) -> None:
    france = player_of(office, "France")
    for asked in ASKED:
        office.write(france, asked, reply_address(office, france))
    office.write(MASTER, "PROCESS S1901M", reply_address(office, MASTER))

    mails = [mail for mail in office.arrived if mail.to == france]
    pages = [(mail, mail.mail.get_body(("html",))) for mail in mails]
    assert sum(page is not None for _, page in pages) > len(ASKED)
    for mail, page in pages:
        if page is None:
            continue
        html = re.sub(r"(<body[^>]*>)", r"\1<p>Thanks.</p>", page.get_content())
        told = come_back(office, mail, html, "html")
        assert NOT_READ not in told, (mail.text, told)


def test_of_a_mail_that_is_not_known_nothing_is_named(office: Post) -> None:
    france = player_of(office, "France")
    known = newest(office, france)
    own = str(known.mail["Message-ID"]).encode()
    mail = replace(known, raw=known.raw.replace(own, b"<unknown@elsewhere.test>"))

    told = come_back(office, mail, f"{mail.text}\nA PAR - BUR\n")

    assert NOT_READ not in told
