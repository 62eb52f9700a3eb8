"""Nothing that opens a place is stored of an answered letter."""

import base64
import re

import pytest
from sqlalchemy import select, update

from judge.service.upkeep import bare_dropped_letters
from judge.store import LetterState, keeper, tables
from tests.post import ADDRESS, Post
from tests.service.office import keep, player_of, reply_address

WORD = "xyzzy9plugh"
FORMS = {
    "plain": ("text/plain; charset=utf-8", "", "{}"),
    "base64": ("text/plain; charset=utf-8", "base64", "{}"),
    "HTML": ("text/html", "", "<p>{}</p>"),
    "HTML in pieces": ("text/html", "", "<b></b>{}<i></i>"),
}


def kept(office: Post) -> str:
    """Return everything that the store has of letters, decoded if it is encoded."""
    with office.judge.store.begin() as connection:
        rows = connection.execute(select(tables.inbox)).all()
    text = "\n".join(f"{row.recipient}\n{row.raw.decode()}\n{row.note}" for row in rows)
    pieces = re.findall(r"[A-Za-z0-9+/=]{20,}", text)
    for piece in pieces:
        text += base64.b64decode(piece + "===").decode("latin-1")
    return text.lower()


def a_raw(office: Post, sender: str, to: str, form: str, text: str) -> bytes:
    """Return a letter in this form, with its address in every possible header."""
    kind, encoding, layout = FORMS[form]
    body = layout.format(text.replace("\n", "<br>" if "html" in kind else "\n")).encode()
    body = base64.encodebytes(body) if encoding else body
    office.letters += 1
    head = (
        f"Received: from x by y for <{to}>; Tue, 1 Jan 2030 12:00:00 +0000\n"
        f'Delivered-To: {to}\nFrom: {sender}\nTo: "Judge" <{to}>\n'
        f"Subject: Re: {text.splitlines()[0]}\nMessage-ID: <{office.letters}@x.test>\n"
        f"Content-Type: {kind}\n" + (f"Content-Transfer-Encoding: {encoding}\n" if encoding else "")
    )
    return head.encode() + b"\n" + body


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "line",
    [
        f"SIGN ON France@smp {WORD}",
        f"CREATE mine {WORD} standard",
        f"OBSERVE smp {WORD}",
        f"JOIN GERMANY@smp {WORD}",
        f"sign me on as France smp {WORD}",
        f"password: {WORD}",
        f"> SIGN ON France@smp {WORD}",
    ],
)
def test_neither_passwords_nor_reply_addresses_stay(office: Post, line: str, form: str) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    text = f"{line}\nA PAR - BUR\n> {address} wrote:"
    office.deliver(a_raw(office, france, address, form, text), address, france)

    text = kept(office)
    assert WORD not in text
    assert address.partition("+")[2].partition("@")[0] not in text
    assert "a par - bur" in text


@pytest.mark.parametrize("form", FORMS)
def test_letters_that_were_dropped_lose_their_secrets(office: Post, form: str) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    words = f"SIGN ON France@smp {WORD}\nA PAR - BUR"
    keep(office, a_raw(office, france, address, form, words), address, france)
    waits = tables.inbox.c.state == LetterState.NEW
    with office.judge.store.begin() as connection:
        done = {"state": LetterState.DONE}
        connection.execute(update(tables.inbox).where(waits).values(done))
    assert address.partition("+")[2].partition("@")[0] in kept(office)
    bare_dropped_letters(office.judge)

    text = kept(office)
    assert WORD not in text
    assert address.partition("+")[2].partition("@")[0] not in text
    assert "a par - bur" in text


def test_a_mail_of_a_machine_is_kept_as_its_headers(office: Post) -> None:
    address = reply_address(office, player_of(office, "France"))
    head = f"From: a@x.test\nTo: {address}\nSubject: Away\nAuto-Submitted: auto-replied"
    office.deliver(f"{head}\n\nI am away. {address} wrote.".encode(), address, "a@x.test")

    text = kept(office)
    assert address.partition("+")[2].partition("@")[0] not in text
    assert "subject: away" in text


def test_a_letter_that_comes_again_is_known_still(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    office.write(france, "A PAR - BUR", address)
    seen = len(office.arrived)
    office.letters -= 1
    office.write(france, "A PAR - BUR", address)

    assert len(office.arrived) == seen


def test_the_keeper_can_still_read_what_was_written(office: Post) -> None:
    office.write("Ünal <u@people.test>", "LIST smp\nGrüße", ADDRESS, "Hallo Jürgen")
    with office.judge.store.begin() as connection:
        newest = select(tables.inbox.c.number).order_by(tables.inbox.c.number.desc())
        raw = keeper.letter_bytes(connection, connection.scalars(newest).first() or 0)

    assert raw is not None
    told = raw.decode()
    assert "From: Ünal <u@people.test>\r\nSubject: Hallo Jürgen" in told
    assert told.endswith("\r\n\r\nLIST smp\r\nGrüße\r\n")
