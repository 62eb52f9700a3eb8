"""Old mail is forgotten, so that the tables of mail grow no more after a while."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, func, select

from judge.game import Player
from judge.letter import Attachment, Delivery, Notice, Tone
from judge.store import LetterState, bounces, people, post
from judge.store.tables import attachments, inbox, letter_games, outbox
from tests.amount import every
from tests.store.builders import NOW

LETTERS, NOTICES, TRACES = timedelta(days=90), timedelta(days=30), timedelta(days=400)
WORDS = "Much is said in a mail. " * 20


def live(connection: Connection, number: int, now: datetime) -> None:
    """Let a letter come and be answered, with all that a mail may hold."""
    raw = f"Message-ID: <{number}@x.test>\n\n{WORDS}{number}".encode()
    post.keep_letter(connection, Delivery(raw, "j@x.test", "a@x.test", now), now)
    letter = post.take_letter(connection, now)
    assert letter is not None
    post.note_games(connection, letter.number, ["smp"], [])
    copy = post.Copy(raw, "j@x.test")
    post.close_letter(connection, letter.number, LetterState.DONE, "", copy)
    notice = Notice(
        "a@x.test",
        "Results",
        WORDS,
        Tone.NEWS,
        html=WORDS,
        drawing=WORDS,
        calendar=WORDS,
        attachments=(Attachment("a.txt", "text/plain", WORDS.encode()),),
    )
    post.put_notices(connection, [notice], now)
    post.drop_pictures(connection, now + timedelta(1), 1)
    post.let_go(connection)
    claim = timedelta(minutes=5)
    found = post.next_notices(connection, now, claim, b"a secret key", 9)
    assert found
    post.mark_sent(connection, [one.number for one in found], now)


def forget(connection: Connection, now: datetime) -> None:
    """Forget all that is old, a few at a time."""
    while max(
        post.empty_letters(connection, now - LETTERS, 3),
        post.empty_notices(connection, now - NOTICES, 3),
        post.drop_letters(connection, now - TRACES, 3),
        post.drop_notices(connection, now - TRACES, 3),
    ):
        pass


def size(connection: Connection) -> tuple[int, ...]:
    """Return how many rows the tables of mail have, and how many bytes of words."""
    texts = (outbox.c.body, outbox.c.html, outbox.c.drawing, outbox.c.calendar)
    rows = [
        connection.scalar(select(func.count()).select_from(table)) or 0
        for table in (inbox, outbox, letter_games, attachments)
    ]
    words = [
        connection.scalar(select(func.sum(func.length(column)))) or 0
        for column in (inbox.c.raw, *texts, attachments.c.content)
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
        post.keep_letter(connection, Delivery(raw, "j@x", "a@x", NOW), NOW)
    letter = post.take_letter(connection, NOW)
    assert letter is not None
    post.ask(connection, letter.number, asked="a@x", secret="digest")
    post.put_notices(connection, [Notice("a@x", "News", WORDS, Tone.NEWS)], NOW)
    before = size(connection)
    forget(connection, NOW + 2 * TRACES)

    assert size(connection) == before


def test_a_letter_that_nobody_looked_at_is_given_up(connection: Connection) -> None:
    post.keep_letter(connection, Delivery(b"x", "j@x", "a@x", NOW), NOW)
    post.set_aside(connection, 1, "trace", NOW)
    forget(connection, NOW + LETTERS)
    (before,) = post.letters_set_aside(connection)
    forget(connection, NOW + LETTERS + timedelta(days=1))

    assert before.number == 1
    assert post.letters_set_aside(connection) == ()
    assert post.letter(connection, 1) is None


def test_what_was_said_is_known_as_long_as_it_is_of_the_newest(connection: Connection) -> None:
    for number in range(2):
        live(connection, number, NOW + number * timedelta(days=10))
    keys = [*connection.scalars(select(outbox.c.message_key))]
    both = post.texts_sent(connection, keys)
    forget(connection, NOW + NOTICES + timedelta(days=1))
    newer = post.texts_sent(connection, keys)
    forget(connection, NOW + 2 * NOTICES)

    assert (both, newer) == ((WORDS, WORDS), (WORDS,))
    assert post.texts_sent(connection, keys) == ()
    assert post.newest_sent(connection, keys) == NOW + timedelta(days=10)


def test_of_strangers_it_is_forgotten_that_their_mail_came_back(connection: Connection) -> None:
    people.add_player(connection, Player(1, "Ann", "ann@x.test"))
    for address in ("ann@x.test", "old@x.test"):
        bounces.keep_record(connection, address, bounces.Record(1, NOW))
    later = NOW + timedelta(days=1)
    bounces.keep_record(connection, "new@x.test", bounces.Record(1, later))
    bounces.forget_strangers(connection, later)

    assert bounces.recorded(connection) == {"ann@x.test", "new@x.test"}
