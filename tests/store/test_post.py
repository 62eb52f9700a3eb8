"""No letter is lost or answered twice, and no notice is forgotten."""

import re
from datetime import datetime, timedelta

import pytest
from sqlalchemy import Connection, Engine, select

from judge.letter import Attachment, Delivery, Notice, ReplyTo, Tone
from judge.store import (
    KeptLetter,
    LetterState,
    OvertakenError,
    QueuedNotice,
    inbox,
    keeper,
    outbox,
    tables,
)
from judge.store.inbox import letter_digest
from tests.kinds import replace
from tests.store.builders import NOW

MAIL = b"From: ann@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nA PAR - BUR\r\n"
CLAIM = timedelta(minutes=5)
SECRET = b"a key for tests only"
LATER = timedelta(seconds=10)
COPY = inbox.Copy(b"\r\nA PAR - BUR\r\n", "judge@judge.test")
NOTICE = Notice(
    to="ann@example.org",
    subject="[demo] Übersicht",
    text="A PAR - BUR\n",
    tone=Tone.ANSWER,
    game="demo",
    reply_to=ReplyTo(1, "demo", "France"),
    in_reply_to="<1@example.org>",
    references=("<0@example.org>", "<1@example.org>"),
    attachments=(
        Attachment("map.png", "image/png", b"\x89PNG\x00"),
        Attachment("a.txt", "text/plain", b""),
    ),
)


def keep(
    connection: Connection,
    now: datetime,
    raw: bytes = MAIL,
    to: str = "judge@judge.test",
    sender: str = "ann@example.org",
) -> bool:
    return inbox.keep_letter(connection, Delivery(raw, to, sender, now), now)


def taken(connection: Connection, now: datetime, secret: bytes = SECRET) -> QueuedNotice | None:
    """Return the next notice to send, or None."""
    return next(iter(outbox.next_notices(connection, now, CLAIM, secret, 1)), None)


def test_a_letter_comes_back_as_it_was_kept(connection: Connection, now: datetime) -> None:
    raw = b"\x00\xff\r\n\r\n\x00"
    keep(connection, now, raw)

    assert inbox.take_letter(connection, now) == KeptLetter(
        number=1,
        raw=raw,
        recipient="judge@judge.test",
        sender="ann@example.org",
        received=now,
        digest=letter_digest(raw, "judge@judge.test"),
        arrived=now,
        attempts=0,
    )


def test_a_redelivered_mail_is_kept_once(connection: Connection, now: datetime) -> None:
    again = b"Received: by another host\n" + MAIL.replace(b"\r\n", b"\n")

    assert keep(connection, now)
    assert not keep(connection, now, again, to="Judge@JUDGE.test")


@pytest.mark.parametrize(
    ("other", "to"),
    [
        pytest.param(MAIL.replace(b"BUR", b"PIC"), "judge@judge.test", id="body"),
        pytest.param(MAIL.replace(b"<1@", b"<2@"), "judge@judge.test", id="id"),
        pytest.param(MAIL, "judge+secret@judge.test", id="recipient"),
    ],
)
def test_a_mail_that_differs_is_kept_beside_the_first(
    connection: Connection, now: datetime, other: bytes, to: str
) -> None:
    keep(connection, now)

    assert keep(connection, now, other, to)


def test_a_folded_message_id_is_the_same(connection: Connection, now: datetime) -> None:
    keep(connection, now)
    folded = MAIL.replace(b"Message-ID: <1", b"message-id:\r\n <1")

    assert not keep(connection, now, folded)


def test_without_message_id_sender_and_date_tell_mails_apart(
    connection: Connection, now: datetime
) -> None:
    ann, ben = (b"From: %s@example.org\n\nHELP\n" % name for name in (b"ann", b"ben"))
    dated = b"Date: Tue, 1 Jan 2030 12:00:00 +0000\n" + ann

    assert [keep(connection, now, raw) for raw in (ann, ben, dated, ann)] == [
        True,
        True,
        True,
        False,
    ]


def test_what_a_database_refuses_does_not_stop_a_letter(
    connection: Connection, now: datetime
) -> None:
    keep(connection, now, sender="ann\0\udcff@example.org")
    kept = inbox.take_letter(connection, now)
    assert kept is not None

    inbox.set_aside(connection, kept.number, "Traceback: '\0\ud800'", NOW)
    assert kept.sender == "ann\N{REPLACEMENT CHARACTER}?@example.org"


def test_the_oldest_letter_comes_first(connection: Connection, now: datetime) -> None:
    keep(connection, now, b"\n\nlater", sender="ann@example.org")
    keep(connection, now - LATER, b"\n\nearlier", sender="ben@example.org")

    assert _taken(connection, now) == [b"\n\nearlier", b"\n\nlater"]


def test_the_letters_of_one_sender_wait_for_each_other(
    connection: Connection, now: datetime
) -> None:
    keep(connection, now, b"\n\nfirst")
    keep(connection, now, b"\n\nsecond")
    keep(connection, now, b"\n\nof another", sender="ben@example.org")

    assert _taken(connection, now) == [b"\n\nfirst", b"\n\nof another"]


@pytest.mark.parametrize("state", [LetterState.DONE, LetterState.IGNORED])
def test_a_closed_letter_is_over(connection: Connection, now: datetime, state: LetterState) -> None:
    keep(connection, now)
    inbox.close_letter(connection, 1, state, "why", COPY)

    assert inbox.take_letter(connection, now + LATER) is None
    assert not inbox.hold_letter(connection, 1)
    assert not keep(connection, now)


def test_of_a_closed_letter_its_copy_alone_is_kept(connection: Connection, now: datetime) -> None:
    keep(connection, now, to="judge+secret@judge.test")
    inbox.close_letter(connection, 1, LetterState.DONE, "", COPY)

    assert keeper.letter_bytes(connection, 1) == COPY.raw
    assert connection.scalars(select(tables.inbox.c.recipient)).all() == ["judge@judge.test"]
    assert not keep(connection, now, to="judge+secret@judge.test")


def test_a_letter_cannot_be_closed_twice(connection: Connection, now: datetime) -> None:
    keep(connection, now)
    inbox.close_letter(connection, 1, LetterState.DONE, "", COPY)

    with pytest.raises(OvertakenError):
        inbox.close_letter(connection, 1, LetterState.DONE, "", COPY)


def test_a_letter_that_failed_is_left_alone_for_a_while(
    connection: Connection, now: datetime
) -> None:
    keep(connection, now, b"\n\nkills us")
    inbox.count_attempt(connection, 1, now)
    assert inbox.take_letter(connection, now) is None
    held = inbox.hold_letter(connection, 1)
    inbox.count_attempt(connection, 1, now)

    again = inbox.take_letter(connection, now + LATER)
    assert [kept and kept.attempts for kept in (held, again)] == [1, 2]


def test_a_letter_tells_whether_another_waits(connection: Connection, now: datetime) -> None:
    keep(connection, now, b"\n\nfirst")
    keep(connection, now, b"\n\nsecond")
    first = inbox.take_letter(connection, now)
    inbox.close_letter(connection, 1, LetterState.DONE, "", COPY)
    second = inbox.take_letter(connection, now)

    assert [kept and kept.others for kept in (first, second)] == [True, False]


def test_the_keeper_sees_what_was_set_aside_and_lets_it_be_tried_again(
    connection: Connection, now: datetime
) -> None:
    keep(connection, now)
    inbox.set_aside(connection, 1, "IndexError", NOW)
    assert inbox.take_letter(connection, now) is None
    assert keeper.letters_set_aside(connection) == (
        keeper.LetterSetAside(1, "ann@example.org", now, "IndexError"),
    )
    assert (keeper.letter_bytes(connection, 1), keeper.letter_bytes(connection, 2)) == (MAIL, None)

    assert keeper.try_again(connection, 1)
    assert not keeper.try_again(connection, 1)
    assert inbox.take_letter(connection, now) is not None


def test_two_workers_hold_different_letters(postgres_store: Engine, now: datetime) -> None:
    """PostgreSQL locks rows; SQLite lets only one worker write at a time."""
    with postgres_store.begin() as one:
        keep(one, now, sender="ann@example.org")
        keep(one, now, MAIL + b"more", sender="ben@example.org")
    with postgres_store.begin() as one, postgres_store.begin() as other:
        assert inbox.take_letter(one, now)
        taken = inbox.take_letter(other, now)

    assert taken is not None
    assert taken.number == 2


def test_a_notice_comes_back_as_it_was_queued(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    queued = taken(connection, now)

    assert queued is not None
    assert (queued.number, queued.notice, queued.created, queued.attempts) == (1, NOTICE, now, 1)


def test_a_claimed_notice_is_nobody_elses(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    taken(connection, now)

    assert taken(connection, now + CLAIM - LATER) is None


def test_after_a_crash_a_notice_goes_out_again_with_the_same_message_id(
    store: Engine, now: datetime
) -> None:
    with store.begin() as connection:
        outbox.put_notices(connection, [NOTICE], now)
    keys = []
    for moment in (now, now + CLAIM):
        with store.begin() as connection:
            queued = taken(connection, moment)
        assert queued is not None
        keys.append((queued.message_key, queued.attempts))

    assert keys == [(keys[0][0], 1), (keys[0][0], 2)]


def test_no_two_notices_have_the_same_message_id(connection: Connection, now: datetime) -> None:
    keys = set()
    for _ in range(3):
        outbox.put_notices(connection, [NOTICE], now)
        queued = taken(connection, now)
        assert queued is not None
        keys.add(queued.message_key)

    assert len(keys) == 3


def test_nobody_reads_from_a_message_id_how_many_notices_came_between(
    connection: Connection, now: datetime
) -> None:
    outbox.put_notices(connection, [NOTICE] * 3, now)
    all_of_them = outbox.next_notices(connection, now, CLAIM, SECRET, 5)
    keys = [queued.message_key for queued in all_of_them]

    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    assert len(set(keys)) == 3


def test_a_message_id_cannot_be_made_without_the_key(store: Engine, now: datetime) -> None:
    keys = []
    for secret in (SECRET, b"another key, also for tests"):
        with store.connect() as connection:  # which is rolled back
            outbox.put_notices(connection, [NOTICE], now)
            queued = taken(connection, now, secret)
            assert queued is not None
            keys.append(queued.message_key)

    assert keys[0] != keys[1]


def test_a_sent_notice_is_not_sent_again(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    outbox.mark_sent(connection, [1], now)
    outbox.mark_retry(connection, 1, now, "a slow worker, overtaken")

    assert taken(connection, now + 2 * CLAIM) is None


def test_a_failed_notice_is_not_sent_again(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    outbox.mark_failed(connection, 1, "550 no such person")

    assert taken(connection, now + CLAIM) is None


def test_a_notice_is_tried_again_when_it_is_due(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    taken(connection, now)
    outbox.mark_retry(connection, 1, now + LATER, "451 busy")

    assert taken(connection, now) is None
    again = taken(connection, now + LATER)
    assert again is not None
    assert again.attempts == 2


def test_a_notice_does_not_wait_behind_one_that_failed(
    connection: Connection, now: datetime
) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    outbox.mark_retry(connection, 1, now + LATER, "451 busy")
    outbox.put_notices(connection, [replace(NOTICE, to="ben@example.org")], now)
    queued = taken(connection, now + LATER)

    assert queued is not None
    assert queued.notice.to == "ben@example.org"


def test_answers_are_sent_before_any_number_of_news(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [replace(NOTICE, tone=Tone.NEWS)] * 3, now)
    outbox.put_notices(connection, [NOTICE], now + LATER)
    found = outbox.next_notices(connection, now + LATER, CLAIM, SECRET, 2)

    assert [one.number for one in found] == [1, 4]


def test_one_that_was_taken_and_not_tried_is_anybodys(
    connection: Connection, now: datetime
) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    first = taken(connection, now)
    outbox.give_back(connection, 1)

    assert first == taken(connection, now)


DRAWN = replace(NOTICE, drawings=("a map",), tone=Tone.NEWS, attachments=())


def test_a_mail_waits_for_its_picture_and_no_other_mail_for_that(
    connection: Connection, now: datetime
) -> None:
    outbox.put_notices(connection, [DRAWN, NOTICE], now)
    assert [one.number for one in taken_now(connection, now)] == [2]
    wanted = outbox.take_picture(connection, now, CLAIM)
    assert wanted is not None
    assert wanted.drawing == "a map"
    outbox.keep_picture(connection, wanted.name, b"PNG")

    assert [one.number for one in taken_now(connection, now)] == [1]
    assert outbox.pictures_of(connection, {"a map"}) == {"a map": b"PNG"}


def test_a_mail_waits_for_all_its_pictures(connection: Connection, now: datetime) -> None:
    drawings = ("a map", "a theatre")
    outbox.put_notices(connection, [replace(DRAWN, drawings=drawings)], now)
    for _ in drawings:
        assert not taken_now(connection, now)
        wanted = outbox.take_picture(connection, now, CLAIM)
        assert wanted is not None
        outbox.keep_picture(connection, wanted.name, b"PNG")

    (sent,) = taken_now(connection, now)
    assert sent.notice.drawings == drawings
    assert outbox.pictures_of(connection, drawings) == dict.fromkeys(drawings, b"PNG")


def test_what_many_are_sent_is_painted_once(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [DRAWN] * 2, now)
    wanted = outbox.take_picture(connection, now, CLAIM)
    assert wanted is not None
    assert outbox.take_picture(connection, now + CLAIM - LATER, CLAIM) is None
    assert outbox.take_picture(connection, now + CLAIM, CLAIM) == wanted
    outbox.keep_picture(connection, wanted.name, b"PNG")
    outbox.put_notices(connection, [DRAWN], now)

    assert len(taken_now(connection, now)) == 3


def test_the_picture_of_an_answer_is_painted_first(connection: Connection, now: datetime) -> None:
    answer = replace(DRAWN, drawings=("another",), tone=Tone.ANSWER)
    outbox.put_notices(connection, [DRAWN, answer], now)
    wanted = outbox.take_picture(connection, now, CLAIM)

    assert wanted is not None
    assert wanted.drawing == "another"


def test_a_mail_waits_for_no_picture_that_nobody_will_paint(
    connection: Connection, now: datetime
) -> None:
    """The mail was written at the moment when the picture was painted, or deleted."""
    outbox.put_notices(connection, [DRAWN], now)
    assert not outbox.let_go(connection)
    assert outbox.drop_pictures(connection, now + LATER, 9) == 1

    assert outbox.let_go(connection)
    assert len(taken_now(connection, now)) == 1


def taken_now(connection: Connection, now: datetime) -> tuple[QueuedNotice, ...]:
    return outbox.next_notices(connection, now, CLAIM, SECRET, 9)


def test_answers_are_remembered_from_a_moment_on(connection: Connection, now: datetime) -> None:
    for moment in (now - LATER, now, now + LATER):
        outbox.put_notices(connection, [NOTICE], moment)
    outbox.put_notices(connection, [replace(NOTICE, tone=Tone.NEWS)], now)
    outbox.put_notices(connection, [replace(NOTICE, to="ben@example.org")], now)

    found = [outbox.answers_since(connection, "ann@example.org", now, n) for n in (9, 1)]
    assert found == [(2, now), (1, now + LATER)]


def test_a_notice_that_was_sent_comes_back_once(connection: Connection, now: datetime) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    queued = taken(connection, now)
    assert queued is not None
    outbox.mark_sent(connection, [queued.number], now)

    assert outbox.mark_bounced(connection, f"{queued.number}") is None
    assert outbox.mark_bounced(connection, queued.message_key) == NOTICE
    assert outbox.mark_bounced(connection, queued.message_key) is None


def test_a_report_may_come_before_it_is_noted_that_a_notice_was_sent(
    connection: Connection, now: datetime
) -> None:
    outbox.put_notices(connection, [NOTICE], now)
    queued = taken(connection, now)
    assert queued is not None

    assert outbox.mark_bounced(connection, queued.message_key) == NOTICE
    outbox.mark_sent(connection, [queued.number], now)

    assert outbox.mark_bounced(connection, queued.message_key) is None


def _taken(connection: Connection, now: datetime) -> list[bytes]:
    taken = []
    while (kept := inbox.take_letter(connection, now)) is not None:
        inbox.count_attempt(connection, kept.number, now)
        taken.append(kept.raw)
    return taken
