"""Old mail is deleted, so after a while the tables of mail stop growing."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, String, func, select, type_coerce

from judge.game import Player
from judge.letter import Attachment, Delivery, Notice, Tone
from judge.store import LetterState, inbox, keeper, outbox, persons, questions, tables, upkeep
from judge.store.tables import attachments, letter_games
from tests.amount import every
from tests.store.builders import NOW

LETTERS, NOTICES, TRACES = timedelta(days=90), timedelta(days=30), timedelta(days=400)
WORDS = "Much is said in a mail. " * 20


def live(connection: Connection, number: int, now: datetime) -> None:
    """Store and answer a letter that has everything that a mail may have."""
    raw = f"Message-ID: <{number}@x.test>\n\n{WORDS}{number}".encode()
    inbox.keep_letter(connection, Delivery(raw, "j@x.test", "a@x.test", now), now)
    letter = inbox.take_letter(connection, now)
    assert letter is not None
    inbox.note_games(connection, letter.number, ["smp"], [])
    copy = inbox.Copy(raw, "j@x.test")
    inbox.close_letter(connection, letter.number, LetterState.DONE, "", copy)
    notice = Notice(
        "a@x.test",
        "Results",
        WORDS,
        Tone.NEWS,
        html=WORDS,
        drawings=(WORDS,),
        calendar=WORDS,
        attachments=(Attachment("a.txt", "text/plain", WORDS.encode()),),
    )
    outbox.put_notices(connection, [notice], now)
    outbox.drop_pictures(connection, now + timedelta(1), 1)
    outbox.let_go(connection)
    claim = timedelta(minutes=5)
    found = outbox.next_notices(connection, now, claim, b"a secret key", 9)
    assert found
    outbox.mark_sent(connection, [one.number for one in found], now)


def forget(connection: Connection, now: datetime) -> None:
    """Delete all old data, a few rows at a time."""
    while max(
        upkeep.empty_letters(connection, now - LETTERS, 3),
        upkeep.empty_notices(connection, now - NOTICES, 3),
        upkeep.drop_letters(connection, now - TRACES, 3),
        upkeep.drop_notices(connection, now - TRACES, 3),
    ):
        pass


def size(connection: Connection) -> tuple[int, ...]:
    """Return the number of rows in the tables of mail, and the number of bytes of text."""
    texts = (
        tables.outbox.c.body,
        tables.outbox.c.html,
        # An empty list has two characters.
        func.replace(type_coerce(tables.outbox.c.drawings, String), "[]", ""),
        tables.outbox.c.calendar,
    )
    rows = [
        connection.scalar(select(func.count()).select_from(table)) or 0
        for table in (tables.inbox, tables.outbox, letter_games, attachments)
    ]
    words = [
        connection.scalar(select(func.sum(func.length(column)))) or 0
        for column in (tables.inbox.c.raw, *texts, attachments.c.content)
    ]
    return (*rows, *words)


def test_after_a_year_the_tables_of_mail_grow_no_more(connection: Connection) -> None:
    sizes = {}
    for day in range(0, 480, every(5)):
        now = NOW + timedelta(days=day)
        live(connection, 1000 + day, now)
        forget(connection, now)
        sizes[day] = size(connection)

    words = {one[2:] for day, one in sizes.items() if day > 91}
    assert len(words) == 1
    assert len({one for day, one in sizes.items() if day > 401}) == 1


def test_what_is_not_done_with_is_not_forgotten(connection: Connection) -> None:
    for number in range(2):
        raw = f"Message-ID: <{number}@x.test>\n\n{WORDS}".encode()
        inbox.keep_letter(connection, Delivery(raw, "j@x", "a@x", NOW), NOW)
    letter = inbox.take_letter(connection, NOW)
    assert letter is not None
    questions.ask_sender(connection, letter.number, asked="a@x", secret="digest")
    outbox.put_notices(connection, [Notice("a@x", "News", WORDS, Tone.NEWS)], NOW)
    before = size(connection)
    forget(connection, NOW + 2 * TRACES)

    assert size(connection) == before


def test_a_letter_that_nobody_looked_at_is_given_up(connection: Connection) -> None:
    inbox.keep_letter(connection, Delivery(b"x", "j@x", "a@x", NOW), NOW)
    inbox.set_aside(connection, 1, "trace", NOW)
    forget(connection, NOW + LETTERS)
    (before,) = keeper.letters_set_aside(connection)
    forget(connection, NOW + LETTERS + timedelta(days=1))

    assert before.number == 1
    assert keeper.letters_set_aside(connection) == ()
    assert keeper.letter_bytes(connection, 1) is None


def test_what_was_said_is_known_as_long_as_it_is_of_the_newest(connection: Connection) -> None:
    for number in range(2):
        live(connection, number, NOW + number * timedelta(days=10))
    keys = [*connection.scalars(select(tables.outbox.c.message_key))]
    both = outbox.texts_sent(connection, keys)
    forget(connection, NOW + NOTICES + timedelta(days=1))
    newer = outbox.texts_sent(connection, keys)
    forget(connection, NOW + 2 * NOTICES)

    assert (both, newer) == ((WORDS, WORDS), (WORDS,))
    assert outbox.texts_sent(connection, keys) == ()
    assert outbox.newest_sent(connection, keys) == NOW + timedelta(days=10)


def test_of_strangers_it_is_forgotten_that_their_mail_came_back(connection: Connection) -> None:
    persons.add_player(connection, Player(1, "Ann", "ann@x.test"))
    for address in ("ann@x.test", "old@x.test"):
        persons.keep_bounce_record(connection, address, persons.BounceRecord(1, NOW))
    later = NOW + timedelta(days=1)
    persons.keep_bounce_record(connection, "new@x.test", persons.BounceRecord(1, later))
    persons.forget_bounces_of_strangers(connection, later)

    assert persons.losing_addresses(connection) == {"ann@x.test", "new@x.test"}
