"""A game that goes on in the real program while something fails, and the account of it.

Its players write orders that hold all units, so that any of them is right in any phase;
each letter has press with a number for their Master.
"""

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from sqlalchemy import Engine, Row, Select, func, select, update

from judge.app import utc_now
from judge.store import LetterState, outbox, tables
from judge.store.inbox import letter_digest
from judge.store.tables import NoticeState, filings, games, inbox, phases, press
from tests.amount import LONG
from tests.e2e.program import Program, Sink, a_mail, opened, program, send, sink, text_of
from tests.patience import eventually
from tests.post import Post
from tests.service.office import MASTER, reply_address, start_game, the_game

KEY = "a key for tests only"
ROUNDS = 70 if LONG else 3  # in which each of the seven writes one letter
SOON = timedelta(seconds=3)
SECOND = timedelta(seconds=1)
FIRST = "S1901M"


@dataclass(frozen=True, slots=True)
class Sent:
    """A letter that was taken, by whom, and how the store tells it from others."""

    number: int
    sender: str
    power: str
    digest: str


@dataclass(slots=True)
class Scene:
    """The program with a game of seven, its people, and what they have written."""

    judge: Program
    people: Sink
    store: Engine
    places: dict[str, tuple[str, str]]
    newest: int
    letters: list[Sent] = field(default_factory=list)
    wanted: int = 0
    deliver: Callable[[EmailMessage], bool] | None = None

    def write(self, rounds: int) -> None:
        """Write so many letters for each player, each until it is taken."""
        for _ in range(rounds):
            for player, (power, address) in self.places.items():
                self._write(player, power, address)

    @contextmanager
    def writing(self, rounds: int = ROUNDS) -> Iterator[None]:
        """Let people write while the block runs, until all their letters are taken."""
        wrong: list[BaseException] = []
        self.wanted = len(self.letters) + rounds * len(self.places)

        def write() -> None:
            try:
                self.write(rounds)
            except BaseException as error:
                wrong.append(error)
                raise

        pen = threading.Thread(target=write)
        pen.start()
        yield
        pen.join()
        assert not wrong

    def taken(self, letters: int) -> None:
        """Return when so many letters more were taken than there are now, or all."""
        enough = min(len(self.letters) + letters, self.wanted)
        eventually(lambda: len(self.letters) >= enough)

    def due_soon(self) -> None:
        """Let the deadline of the game be near."""
        due = (utc_now() + SOON).replace(microsecond=0)
        with self.store.begin() as connection:
            values = {"deadline": due, "due": due, "reminded": due}
            connection.execute(update(games).values(values))

    def goes_on(self, before: str = FIRST) -> None:
        """Return when the game is no longer in the phase `before`."""
        eventually(lambda: self.asked(select(games.c.phase))[0][0] != before)

    def all_is_done(self) -> None:
        """Return when every letter is answered, and every notice sent."""
        eventually(self._is_idle)

    def _is_idle(self) -> bool:
        new = select(inbox.c.number).where(inbox.c.state == LetterState.NEW)
        queued = tables.outbox.c.state == NoticeState.QUEUED
        with self.store.begin() as connection:
            # What a test need not wait for: a claim of who died, and growing pauses.
            now = {"claimed_until": None, "due": utc_now()}
            late = tables.outbox.c.due > utc_now() + 5 * SECOND
            claimed = tables.outbox.c.claimed_until > utc_now() + 5 * SECOND
            connection.execute(update(tables.outbox).where(queued, late | claimed).values(now))
            waits = connection.execute(new).all()
            waits += connection.execute(select(tables.outbox.c.number).where(queued)).all()
        return not waits

    def _write(self, player: str, power: str, address: str) -> None:
        number = len(self.letters)
        body = f"HOLD ALL\nPRESS TO MASTER\nletter {number}\nENDPRESS\n"
        mail = a_mail(player, address, body, f"<{number}@people.test>")
        deliver = self.deliver or (lambda one: send(self.judge.smtp_port, one))
        eventually(lambda: deliver(mail))
        digest = letter_digest(mail.as_bytes(), address)
        self.letters.append(Sent(number, player, power, digest))

    def asked(self, query: Select[*tuple[object, ...]]) -> list[Row]:
        """Return what the store has to say."""
        with self.store.connect() as connection:
            return list(connection.execute(query).all())


@contextmanager
def scene(folder: Path, url: str = "", **settings: str) -> Iterator[Scene]:
    """Give a scene whose program does not run yet; its store is at `url`, or a file."""
    data = folder / "data"
    data.mkdir(mode=0o700, exist_ok=True)
    places = _begun(data, url)
    plain = {"key": KEY, "redelivery": "1", "database": url, "data": str(data)}
    with (
        sink() as (people, port),
        program(folder, port, **(plain | settings)) as judge,
        opened(judge.database) as store,
    ):
        with store.connect() as connection:
            newest = connection.scalar(select(func.max(tables.outbox.c.number))) or 0
        yield Scene(judge, people, store, places, newest)


def _begun(data: Path, url: str) -> dict[str, tuple[str, str]]:
    """Begin a game without grace; return the power and the secret address of each."""
    post = Post(data, url, KEY.encode())
    post.now = utc_now() - timedelta(minutes=1)
    start_game(post)
    post.write(MASTER, "SET GRACE 0\nSET EARLY NEVER", reply_address(post, MASTER))
    found = {
        seat.player.address: (seat.power, reply_address(post, seat.player.address))
        for seat in the_game(post).seats
        if seat.player is not None
    }
    post.judge.store.dispose()
    return found


def check_account(scene: Scene) -> None:
    """Fail unless all came out as if nothing had failed."""
    check_mail(scene)
    _orders_in_their_phases(scene)


def check_mail(scene: Scene) -> None:
    """Fail unless each letter was answered once, and each notice sent."""
    assert len(scene.letters) >= 7
    _each_letter_once(scene)
    _each_notice_out(scene)


def _each_letter_once(scene: Scene) -> None:
    """Fail unless each letter that got 250 was kept, answered and obeyed once."""
    rows = scene.asked(select(inbox.c.digest, inbox.c.state))
    states = {row.digest: row.state for row in rows}
    assert [one for one in scene.letters if states[one.digest] != LetterState.DONE] == []
    answers: dict[str, set[str]] = defaultdict(set)
    copies: dict[str, set[str]] = defaultdict(set)
    for to, mail in tuple(scene.people.taken):
        if mail["Auto-Submitted"] == "auto-replied":
            answers[f"{mail['In-Reply-To']} {to}"].add(str(mail["Message-ID"]))
        # Another program may not have been able to draw its picture.
        copies[f"{mail['Message-ID']} {to}"].add(f"{mail['Date']} {text_of(mail)}")
    wanted = {f"<{one.number}@people.test> {one.sender}": 1 for one in scene.letters}
    assert {key: len(found) for key, found in answers.items()} == wanted
    assert {len(different) for different in copies.values()} == {1}
    told = Counter(row.text.strip() for row in scene.asked(select(press.c.text)))
    assert told == {f"letter {one.number}": 1 for one in scene.letters}


def _each_notice_out(scene: Scene) -> None:
    """Fail unless each notice that the program made was taken by the relay."""
    made = tables.outbox.c.number > scene.newest
    rows = scene.asked(select(tables.outbox.c.state, tables.outbox.c.message_key).where(made))
    assert {row.state for row in rows} == {NoticeState.SENT}
    out = {outbox.key_of(str(mail["Message-ID"])) for _, mail in tuple(scene.people.taken)}
    assert out == {row.message_key for row in rows}


def _orders_in_their_phases(scene: Scene) -> None:
    """Fail unless each phase has the orders that came for it, each letter once.

    No phase may be there twice. What came after a phase had closed is handed back until
    that is processed.
    """
    times = select(phases.c.phase, phases.c.closed, phases.c.processed)
    over = scene.asked(times.order_by(phases.c.number))
    assert set(Counter(row.phase for row in over).values()) == {1}
    running = scene.asked(select(games.c.phase))[0][0]
    rows = scene.asked(select(inbox.c.digest, inbox.c.arrived))
    arrived = {row.digest: row.arrived for row in rows}
    due: dict[tuple[str, str], list[datetime]] = defaultdict(list)
    for letter in scene.letters:
        came = arrived[letter.digest]
        due[_phase_at(came, over, running), letter.power].append(came)
    found: dict[tuple[str, str], list[datetime]] = defaultdict(list)
    # Letters without a date of their writer's are dated when they came.
    query = select(filings.c.phase, filings.c.power, filings.c.dated)
    for row in scene.asked(query.order_by(filings.c.number)):
        found[row.phase, row.power].append(row.dated)
    wanted = {key: came for key, came in due.items() if key[0]}
    assert found == wanted, f"{over}\n{dict(found)}\n{wanted}"


def _phase_at(arrived: datetime, over: list[Row], running: str) -> str:
    """Return for which phase orders count that came then, "" for none."""
    for row in over:
        if arrived.replace(microsecond=0) <= row.closed:
            return str(row.phase)
        if arrived <= row.processed:
            return ""
    return running
