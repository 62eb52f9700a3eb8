"""How a judge treats answers to mails that it has deleted."""

from datetime import timedelta

import pytest
from sqlalchemy import select, update

from judge.mail import bounce_address
from judge.service import Keeping, forget_old, note_signs
from judge.store import keeper, outbox, tables
from tests.post import ADDRESS, Post
from tests.service.office import a_mail, keep

KEEPING = Keeping(timedelta(days=90), timedelta(days=30), timedelta(days=400))
FRANCE = "c@players.test"


@pytest.fixture
def months_later(office: Post) -> Post:
    """Yield a judge that has deleted the texts of its mails."""
    note_signs(office.judge, lambda: office.now)
    for _ in range(100 // 5):
        office.now += timedelta(days=5)
        office.tick()
    while forget_old(office.judge, KEEPING, office.now):
        pass
    return office


def test_a_reply_to_a_mail_that_is_forgotten_is_answered_in_its_thread(months_later: Post) -> None:
    old = next(mail for mail in months_later.arrived if mail.to == FRANCE)
    months_later.reply(FRANCE, "ORDERS?", old)

    answer = months_later.arrived[-1]
    assert answer.to == FRANCE
    assert answer.subject.startswith("[smp]")


def test_a_letter_that_comes_again_is_known(office: Post) -> None:
    mail = a_mail("new@players.test", "HELP", 1, office.now).as_bytes()
    keep(office, mail, ADDRESS, "new@players.test")
    office.tick()
    note_signs(office.judge, lambda: office.now)
    for _ in range(20):
        office.now += timedelta(days=5)
        office.tick()
    while forget_old(office.judge, KEEPING, office.now):
        pass
    seen = len(office.arrived)
    keep(office, mail, ADDRESS, "new@players.test")
    office.tick()

    assert office.arrived[seen:] == []


def test_a_report_on_a_mail_that_is_forgotten_counts(months_later: Post) -> None:
    with months_later.judge.store.begin() as connection:
        key = connection.scalar(
            select(tables.outbox.c.message_key).where(
                tables.outbox.c.recipient == FRANCE, tables.outbox.c.body == ""
            )
        )
        assert key is not None
        bounced = outbox.mark_bounced(connection, key)

    assert bounced is not None
    assert bounced.to == FRANCE
    assert bounce_address(ADDRESS, key)


def test_a_mail_that_is_forgotten_is_not_sent_again(months_later: Post) -> None:
    with months_later.judge.store.begin() as connection:
        failed = {"state": "failed", "sent": None}
        connection.execute(update(tables.outbox).values(failed))
        numbers = [*connection.scalars(select(tables.outbox.c.number))]
        before = keeper.undelivered(connection)
        again = keeper.send_again(connection, numbers, months_later.now)

    assert again == len(before) < len(numbers)


def test_it_is_done_once_an_hour_in_parts(office: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.service.upkeep._BATCH", 2)
    keeping = Keeping(timedelta(0), timedelta(0), timedelta(days=400))
    later = office.now + timedelta(seconds=1)
    parts = 0
    while forget_old(office.judge, keeping, later):
        parts += 1
    with office.judge.store.begin() as connection:
        connection.execute(update(tables.outbox).values(body="new"))

    assert parts > 2
    assert not forget_old(office.judge, keeping, later + timedelta(minutes=59))
    assert forget_old(office.judge, keeping, later + timedelta(minutes=60)) is True
