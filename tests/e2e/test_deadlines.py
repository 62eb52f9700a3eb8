"""Deadlines of the real program, when a server is down or a letter is slow."""

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select, update

from judge.app import utc_now
from judge.store.tables import games, openings
from tests.e2e.program import ADDRESS, Program, Sink, a_mail, opened, program, reply_address, send
from tests.patience import eventually
from tests.postgres import postgres
from tests.servers import DOVECOT, USER, Dovecot

MASTER = "maud@players.test"
ANN, BEN = "ann@players.test", "ben@players.test"
SOON = timedelta(seconds=4)


def begin(judge: Program, people: Sink, name: str, *players: str) -> None:
    """Let a game without grace begin, whose powers belong to a few."""
    write(judge, MASTER, f"CREATE {name} standard\nSET GRACE 0\nSET EARLY NEVER")
    eventually(lambda: told(people, MASTER, f"[{name}] created"))
    for player in players:
        write(judge, player, f"JOIN {name}")
        eventually(lambda who=player: told(people, who, f"[{name}]"))
    write(judge, MASTER, "START", place(people, MASTER, name))
    for player in players:
        eventually(lambda who=player: told(people, who, f"[{name}] S1901M starts"))


def write(judge: Program, sender: str, body: str, to: str = ADDRESS) -> None:
    mail = a_mail(sender, to, body)
    eventually(lambda: send(judge.smtp_port, mail))


def told(people: Sink, to: str, subject: str) -> bool:
    """Return whether somebody got a mail whose subject has these words."""
    return any(subject in str(mail["Subject"]) for mail in people.of(to))


def place(people: Sink, player: str, game: str) -> str:
    """Return the secret address of a player in a game."""
    mails = [one for one in people.of(player) if f"[{game}]" in str(one["Subject"])]
    return reply_address(mails[-1])


def due_soon(connection: Connection, name: str) -> datetime:
    """Let the deadline of a game be near, and return it."""
    due = (utc_now() + SOON).replace(microsecond=0)
    its = update(games).where(games.c.key == name)
    connection.execute(its.values(deadline=due, due=due, reminded=due))
    return due


def is_over(due: datetime) -> bool:
    return utc_now() > due + timedelta(seconds=1)


def phase_of(store: Engine, name: str) -> str | None:
    with store.connect() as connection:
        query = select(games.c.phase).where(games.c.key == name)
        found: str | None = connection.scalar(query)
    return found


@pytest.mark.skipif(DOVECOT is None, reason="dovecot is missing")
def test_an_order_that_lay_in_the_mailbox_in_time_counts_though_that_was_down(
    tmp_path: Path, people: tuple[Sink, int], box: Dovecot
) -> None:
    with program(tmp_path, people[1], **box.settings()) as judge:
        judge.start()
        judge.wait()
        begin(judge, people[0], "smp", ANN)
        with opened(judge.database) as store:
            eventually(lambda: mailbox_seen(store))
            to = place(people[0], ANN, "smp")
            failed = judge.log().count("mailbox failed")
            box.stop()
            # A session that is still open, and then one that is not let in.
            eventually(lambda: judge.log().count("mailbox failed") > failed + 1)
            lay_down(box, a_mail(ANN, to, "HOLD ALL").as_bytes())
            with store.begin() as connection:
                due = due_soon(connection, "smp")
            eventually(lambda: is_over(due))
            assert phase_of(store, "smp") == "S1901M"
            box.start()
            eventually(lambda: told(people[0], ANN, "S1901M orders complete"))
            eventually(lambda: told(people[0], ANN, "S1901M waits for mail"))
            # Else it would wait for two hours, for mail that servers try again.
            write(judge, MASTER, "PROCESS S1901M", place(people[0], MASTER, "smp"))
            eventually(lambda: phase_of(store, "smp") == "F1901M")
        judge.stop()


def mailbox_seen(store: Engine) -> bool:
    with store.connect() as connection:
        query = select(openings.c.number).where(openings.c.door == "mailbox")
        return connection.execute(query).first() is not None


def lay_down(box: Dovecot, raw: bytes) -> None:
    """Put a mail into the mailbox as a mail server does, that needs no IMAP."""
    folder = box.folder / "mail" / USER / "Maildir" / "new"
    mail = folder / f"{int(utc_now().timestamp())}.M1P1.far"
    mail.write_bytes(raw)
    owner = folder.stat()
    if os.geteuid() == 0:
        os.chown(mail, owner.st_uid, owner.st_gid)


def test_a_slow_letter_holds_its_own_game_and_lets_no_late_order_in(
    tmp_path: Path, people: tuple[Sink, int]
) -> None:
    with (
        postgres() as url,
        program(tmp_path, people[1], database=url) as judge,
        opened(url) as store,
    ):
        judge.start()
        judge.wait()
        begin(judge, people[0], "one", ANN, BEN)
        begin(judge, people[0], "two", ANN)
        ann, ben = (place(people[0], who, "one") for who in (ANN, BEN))
        with store.begin() as slow:
            # Whoever answers a letter for this game does not get on with it.
            slow.execute(select(games).where(games.c.key == "one").with_for_update())
            write(judge, ANN, "HOLD ALL", ann)
            # However long that took, it came in time.
            due = due_soon(slow, "one")
            with store.begin() as other:
                due_soon(other, "two")
            eventually(lambda: is_over(due))
            write(judge, BEN, "HOLD ALL", ben)
            eventually(lambda: phase_of(store, "two") == "F1901M")
            assert phase_of(store, "one") == "S1901M"
        eventually(lambda: phase_of(store, "one") == "F1901M")
        eventually(lambda: told(people[0], ANN, "[one] S1901M orders complete"))
        eventually(lambda: told(people[0], BEN, "[one] orders refused"))
        judge.stop()

    refused = ("refused: it came too late", "refused: its phase is over")
    assert any(told(people[0], BEN, words) for words in refused)
    assert not told(people[0], BEN, "F1901M orders")
