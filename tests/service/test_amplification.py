"""The mails and bytes that one letter causes are limited, whatever commands it contains."""

import io
import json
import tracemalloc
from collections.abc import Callable
from random import Random
from zipfile import ZipFile

import pytest

from judge.commands.table import TABLE, Row
from judge.game import profiles
from judge.letter import Notice, Tone
from judge.service.export import made_files
from judge.store import outbox, persons
from tests.amount import every
from tests.post import Arrived, Post, unproven
from tests.service.office import MASTER, player_of, reply_address

HEADERS = 6_000  # bytes of a mail beside its text: header, encoding and wrapping
LINES = 60
STRANGER = "nobody@else.test"
ROWS = TABLE[:: every(9)]


def filled(row: Row) -> str:
    """Return a letter full of the example lines of one row of the table of commands."""
    lines = [*(row.usage or ()), *row.forms[:2]]
    return "\n".join(lines * (LINES // len(lines))) + "\n"


def words(mail: Arrived) -> int:
    """Return the number of bytes of text in a mail, in both its forms."""
    parts = [part for part in mail.mail.walk() if part.get_content_maintype() == "text"]
    return sum(len(part.get_content().encode()) for part in parts)


def is_answer(mail: Arrived) -> bool:
    return str(mail.mail["Auto-Submitted"]) == Tone.ANSWER.value


def files(mail: Arrived) -> list[str]:
    return [part.get_content_type() for part in mail.mail.iter_attachments()]


def arrived(office: Post, act: Callable[[], None]) -> list[Arrived]:
    seen = len(office.arrived)
    act()
    return office.arrived[seen:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.forms[0])
def test_a_letter_that_proves_nothing_has_one_short_answer(office: Post, row: Row) -> None:
    france = player_of(office, "France")
    for sender in (STRANGER, france):
        with unproven(office):
            mails = arrived(office, lambda sender=sender: office.write(sender, filled(row)))
        assert len(mails) <= 1 + (sender == france)  # and one mail on the account `WAY_BACK`
        assert all(mail.to == sender and len(mail.raw) <= 8_000 + HEADERS for mail in mails)
        assert all(words(mail) <= 8_000 and files(mail) == [] for mail in mails)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.forms[0])
def test_the_answer_to_a_letter_is_bounded_whatever_it_asks(office: Post, row: Row) -> None:
    for sender in (player_of(office, "France"), MASTER):
        to = reply_address(office, sender)
        mails = arrived(office, lambda s=sender, to=to: office.write(s, filled(row), to))
        own = [mail for mail in mails if mail.to == sender and is_answer(mail)]
        # A letter enters at most twelve games, and begins in one.
        assert len(own) <= 13
        assert sum(map(words, own)) <= 300_000 + 13 * HEADERS
        kinds = [kind for mail in own for kind in files(mail)]
        assert len(kinds) == len(set(kinds))
        # Press goes to all others, each message in a mail of its own; of all other events each
        # reader gets one mail.
        assert len(mails) - len(own) <= 24 * 10


def test_a_question_that_stands_twice_is_answered_once(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "STATUS smp\nSET WAIT\nSTATUS smp")
    twice = office.arrived[-1].text.count("Turkey")
    office.write(france, "STATUS smp")

    assert twice == office.arrived[-1].text.count("Turkey") > 0


def test_all_that_is_kept_of_somebody_comes_in_parts_below_ten_megabytes(office: Post) -> None:
    france = player_of(office, "France")
    letters = 24
    with office.judge.store.begin() as connection:
        person = persons.find_player(connection, france)
        assert person is not None
        many = [Notice(france, f"{n}", random_words(n), Tone.NEWS) for n in range(letters)]
        outbox.put_notices(connection, many, office.now)
    found: list[str] = []
    parts = 1
    part = 1
    while part <= parts:
        tracemalloc.start()
        made = made_files(office.judge, [profiles.DataShown(person, part)], office.now)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 200_000_000
        (file,) = made.values()
        parts = file.parts
        assert len(file.file.content) < 10_000_000
        with ZipFile(io.BytesIO(file.file.content)) as archive:
            (name,) = archive.namelist()
            facts = json.loads(archive.read(name))
        found += [mail["subject"] for mail in facts.get("mails", [])]
        part += 1

    assert parts > 1
    assert [one for one in found if one.isdigit()] == [str(n) for n in range(letters)]


def random_words(seed: int) -> str:
    """Return a megabyte of text that cannot be compressed much."""
    return Random(seed).randbytes(500_000).hex()
