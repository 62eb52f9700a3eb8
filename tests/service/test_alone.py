"""A letter that may have killed the judge is answered in a process of its own."""

from datetime import timedelta
from pathlib import Path

from sqlalchemy import select

from judge.app import build, utc_now
from judge.config import Configuration
from judge.letter import Delivery
from judge.service import keep_mail
from judge.store import LetterState
from judge.store.tables import inbox
from tests.service.office import a_mail


def test_a_letter_is_answered_by_a_process_that_does_nothing_else(tmp_path: Path) -> None:
    judge = build(Configuration(data=tmp_path, address="judge@judge.test"))
    now = utc_now()
    mail = a_mail("new@players.test", "HELP", 1, now - timedelta(minutes=1))
    sender = "new@players.test"
    delivery = Delivery(mail.as_bytes(), judge.address, sender, now)
    keep_mail(judge, delivery, now)
    judge.alone(1, now)

    with judge.store.begin() as connection:
        (state,) = connection.scalars(select(inbox.c.state))
    assert state is LetterState.DONE
    judge.store.dispose()
