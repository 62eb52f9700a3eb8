"""Killed at any moment, the judge loses no letter and answers none in two ways."""

import random
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import pytest
from sqlalchemy import select, update

from judge.store import LetterState
from judge.store.tables import NoticeState, inbox, outbox, press, seats
from tests.amount import LONG
from tests.e2e.program import (
    ADDRESS,
    Program,
    Sink,
    a_mail,
    opened,
    program,
    reply_address,
    send,
    sink,
    text_of,
)
from tests.patience import eventually
from tests.postgres import postgres
from tests.service.office import MASTER, ORDERS, PLAYERS

KILLS = 50 if LONG else 2
ROUNDS = 70 if LONG else 3
_LOOKS = 250
_LETTERS = 1 + 7 + 7 * ROUNDS + 3


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that was taken: by whom it was written, and its Message-ID."""

    sender: str
    message_id: str


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Give the address of an empty store of each kind, "" for that in the folder."""
    if request.param == "sqlite":
        yield ""
    else:
        with postgres() as url:
            yield url


def test_no_letter_is_lost_when_the_process_is_killed(tmp_path: Path, database: str) -> None:
    with sink() as (people, port), program(tmp_path, port, database=database) as judge:
        judge.start()
        killer = Killer(judge, random.Random(1901))
        killer.start()
        letters = write_to(judge, people, killer)
        killer.join()
        eventually(lambda: not left(judge))
        assert judge.stop() == 0

        assert killer.kills == KILLS
        answered_once(judge, people, letters)
        stored_as_ordered(judge)


class Killer(threading.Thread):
    """Kills the judge at moments that chance chooses, with whatever it has in hand."""

    def __init__(self, judge: Program, chance: random.Random) -> None:
        super().__init__()
        self.kills = 0
        self._judge = judge
        self._chance = chance

    def run(self) -> None:
        for _ in range(KILLS):
            self._judge.wait()
            self._let_work(self._chance.uniform(0.0, 0.4))
            self._judge.kill()
            self.kills += 1
            five_minutes_later(self._judge)
            self._judge.start()

    def _let_work(self, seconds: float) -> None:
        """Return when the judge has worked so long, or has nothing to do.

        By the processor, since a busy machine would let it do nothing in a second.
        """
        end = self._judge.worked() + seconds
        for _ in range(_LOOKS):
            if self._judge.worked() >= end:
                return
            time.sleep(0.02)


def write_to(judge: Program, people: Sink, killer: Killer) -> list[Sent]:
    """Write letters, each until it is taken, some between two kills; return them."""
    letters: list[Sent] = []

    def write(sender: str, body: str, to: str = ADDRESS) -> None:
        letter = Sent(sender, f"<{len(letters)}@people.test>")
        mail = a_mail(sender, to, body, letter.message_id)
        share = len(letters) * KILLS // _LETTERS
        eventually(lambda: killer.kills >= share and send(judge.smtp_port, mail))
        letters.append(letter)

    write(MASTER, "CREATE smp standard")
    eventually(lambda: people.of(MASTER))
    for player in PLAYERS:
        write(player, "JOIN smp")
    eventually(lambda: len(begun(people)) == len(PLAYERS))
    places = begun(people)
    for number in range(ROUNDS):
        for player, (power, mail) in places.items():
            lines = [*ORDERS[power][: number % 3 + 1], f"BROADCAST\n{number}\nENDBROADCAST"]
            write(player, "\n".join(lines), reply_address(mail))
    for player in PLAYERS[:3]:
        write(player, "LIST")
    return letters


def begun(people: Sink) -> dict[str, tuple[str, EmailMessage]]:
    """Return the power of each player, and the mail that told them of it."""
    return {
        player: (power, mail)
        for player in PLAYERS
        for mail in people.of(player)
        for power in ORDERS
        if str(mail["Subject"]).endswith(f"you are {power}")
    }


def five_minutes_later(judge: Program) -> None:
    """Let the time pass for which a notice is left to who was sending it."""
    with opened(judge.database) as store, store.begin() as connection:
        connection.execute(update(outbox).values(claimed_until=None))


def left(judge: Program) -> list[object]:
    """Return what is still to be answered or sent."""
    with opened(judge.database) as store, store.connect() as connection:
        return [
            *connection.scalars(select(inbox.c.number).where(inbox.c.state == LetterState.NEW)),
            *connection.scalars(
                select(outbox.c.number).where(outbox.c.state == NoticeState.QUEUED)
            ),
        ]


def answered_once(judge: Program, people: Sink, letters: list[Sent]) -> None:
    """Fail unless each letter was kept once, and answered by one mail."""
    with opened(judge.database) as store, store.connect() as connection:
        states = Counter(connection.scalars(select(inbox.c.state)))
    assert states == {LetterState.DONE: len(letters)}
    answers: dict[str, set[str]] = defaultdict(set)
    texts: dict[str, set[str]] = defaultdict(set)
    for to, mail in people.taken:
        if mail["Auto-Submitted"] == "auto-replied":
            answers[str(mail["In-Reply-To"]) + to].add(str(mail["Message-ID"]))
        # A judge that is busy may send a mail without its picture.
        texts[str(mail["Message-ID"]) + to].add(f"{mail['Date']} {text_of(mail)}")
    wanted = {letter.message_id + letter.sender: 1 for letter in letters}
    assert {key: len(ids) for key, ids in answers.items()} == wanted
    assert {len(different) for different in texts.values()} == {1}


def stored_as_ordered(judge: Program) -> None:
    """Fail unless each power's newest orders stand in the store, and all its press."""
    with opened(judge.database) as store, store.connect() as connection:
        found = connection.execute(select(seats.c.power, seats.c.orders)).all()
        told = connection.scalars(select(press.c.text)).all()
    assert {power: sorted(orders) for power, orders in found} == {
        power: sorted(orders) for power, orders in ORDERS.items()
    }
    assert Counter(text.strip() for text in told) == {str(n): 7 for n in range(ROUNDS)}
