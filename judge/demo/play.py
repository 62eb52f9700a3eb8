"""Playing the recorded game by real mail: seven players, a Master and an observer.

The people have mailboxes on an SMTP server here, and write as their mail programs would.
"""

import smtplib
import socket
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.policy import SMTP as CRLF
from email.utils import format_datetime, formataddr, make_msgid
from pathlib import Path
from threading import Condition

import msgspec
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.app import build, serving
from judge.config import Configuration
from judge.engine import Position
from judge.game import Game, Stage, profiles
from judge.service import Judge
from judge.store import games, persons
from judge.work import Alarm


@dataclass(frozen=True, slots=True)
class Act:
    """One phase: the order lines of each power, and the mishaps before them."""

    phase: str
    orders: dict[str, tuple[str, ...]]
    story: str = ""
    #: The power that sends its orders only after the deadline.
    late: str = ""
    #: A power, and a line with a mistake that it sends first.
    slip: tuple[str, str] | None = None


class Script(msgspec.Struct, frozen=True, rename={"acts": "act"}):
    """The whole game, and the number of centers that each power must own at the draw."""

    acts: tuple[Act, ...]
    ending: dict[str, int]


def read_script() -> Script:
    """Return the recorded game."""
    text = (Path(__file__).parent / "game.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Script)


HOST = "127.0.0.1"
# A slow machine may need this long. Nobody waits longer than until their mail comes.
PATIENCE = 300.0


@dataclass(frozen=True, slots=True)
class Delivered:
    """A mail in a mailbox: recipient, content, and file."""

    to: str
    subject: str
    text: str
    reply_to: str
    message_id: str
    file: Path


class Mailboxes:
    """Takes mail for everybody by SMTP and stores each as an `.eml` file in `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._arrival = Condition()
        self._delivered: list[Delivered] = []

    async def handle_DATA(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Store a mail and return 250."""
        content = envelope.original_content or b""
        mail = message_from_bytes(content, policy=policy.default)
        with self._arrival:
            for recipient in envelope.rcpt_tos:
                self._delivered.append(self._stored(recipient, content, mail))
            self._arrival.notify_all()
        return "250 OK"

    def all(self) -> tuple[Delivered, ...]:
        """Return all mails that have arrived, oldest first."""
        with self._arrival:
            return tuple(self._delivered)

    def wait_for(
        self, address: str, wanted: Callable[[Delivered], bool], after: int
    ) -> Delivered | None:
        """Return the first wanted mail to `address`, without the first `after` mails.

        None if it does not arrive within `PATIENCE`.
        """

        def wanted_mail() -> Delivered | None:
            """Return the mail if it has arrived."""
            for mail in self._delivered[after:]:
                if mail.to == address and wanted(mail):
                    return mail
            return None

        with self._arrival:
            return self._arrival.wait_for(wanted_mail, PATIENCE)

    def _stored(self, recipient: str, content: bytes, mail: EmailMessage) -> Delivered:
        """Store a mail in its file, and return it."""
        number = len(self._delivered) + 1
        file = self._folder / f"{number:04}-{recipient.partition('@')[0]}.eml"
        file.touch(mode=0o600)  # it holds secret reply addresses
        file.write_bytes(content)
        body = mail.get_body(("plain",))
        return Delivered(
            to=recipient,
            subject=str(mail["Subject"]),
            text="" if body is None else body.get_content().replace("\r\n", "\n"),
            reply_to=str(mail["Reply-To"]),
            message_id=str(mail["Message-ID"]),
            file=file,
        )


@contextmanager
def open_mailboxes(folder: Path) -> Iterator[tuple[Mailboxes, int]]:
    """Open the mailboxes on loopback; yield them and their port."""
    mailboxes = Mailboxes(folder)
    server = Controller(mailboxes, hostname=HOST, port=free_port())
    server.start()
    try:
        yield mailboxes, server.port
    finally:
        server.stop()


def free_port() -> int:
    """Return a port on loopback on which nothing listens at the moment."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a mail program."""

    name: str
    address: str


def write_mail(person: Person, to: str, subject: str, body: str, now: datetime) -> EmailMessage:
    """Return a new mail from a person."""
    mail = EmailMessage(policy=CRLF)
    mail["From"] = formataddr((person.name, person.address))
    mail["To"] = to
    mail["Subject"] = subject
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = make_msgid(domain=person.address.rpartition("@")[2])
    mail.set_content(body)
    return mail


def write_reply(person: Person, answered: Delivered, body: str, now: datetime) -> EmailMessage:
    """Return a reply as mail programs write it: the text on top, then the quoted mail."""
    quoted = "\n".join(f"> {line}" for line in answered.text.splitlines())
    whole = f"{body}\n\nOn {now:%d %b %Y at %H:%M}, the judge wrote:\n{quoted}\n"
    subject = f"Re: {answered.subject.removeprefix('Re: ')}"
    mail = write_mail(person, answered.reply_to, subject, whole, now)
    mail["In-Reply-To"] = answered.message_id
    mail["References"] = answered.message_id
    return mail


def send_mail(mail: EmailMessage, port: int) -> None:
    """Send a mail to the judge by SMTP; errors are those of smtplib."""
    with smtplib.SMTP(HOST, port, local_hostname="localhost") as server:
        server.send_message(mail)


GAME = "demo"
JUDGE = "judge@judge.example"
# Longer than the judge needs to store a mail that it has accepted.
_SETTLED = timedelta(seconds=10)
START = datetime(2027, 1, 4, 9, 0, tzinfo=UTC)
MASTER = Person("Maud Master", "maud@players.example")
OBSERVER = Person("Otto Observer", "otto@players.example")
PLAYERS = tuple(
    Person(name, f"{name.partition(' ')[0].lower()}@players.example")
    for name in (
        "Ann Archer",
        "Ben Brook",
        "Cleo Carter",
        "Dan Dyer",
        "Eve Elder",
        "Finn Fisher",
        "Gwen Glover",
    )
)

Say = Callable[[str], None]


class DemoFailedError(Exception):
    """The game did not go as recorded; the text says where."""


class DemoClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        """Return its time, in UTC."""
        return self.now


@dataclass(frozen=True, slots=True)
class DemoGame:
    """The running judge and the people; `seats` are the players by power."""

    judge: Judge
    alarm: Alarm
    clock: DemoClock
    mailboxes: Mailboxes
    port: int
    say: Say
    seats: dict[str, Person] = field(default_factory=dict)


def play_demo(out: Path | None, say: Say, stay: Callable[[], None] | None = None) -> int:
    """Play the game; return exit status 0 if it ended as recorded, else 1.

    Every mail is stored in `out`, or in a new temporary folder. With `stay` the last phase is not
    played: the game is open to a browser until `stay` returns.
    """
    folder = out or Path(tempfile.mkdtemp(prefix="judge-demo-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    script = read_script()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        mailboxes, mail_port = stack.enter_context(open_mailboxes(folder))
        web_port = free_port() if stay else 0
        settings = Configuration(
            address=JUDGE,
            data=data,
            web_port=web_port,
            web_url=f"http://{HOST}:{web_port}" if stay else "",
            smtp_port=free_port(),
            relay_host=HOST,
            relay_port=mail_port,
            tick=1.0,
            outage=timedelta(days=1000).total_seconds(),  # the demo's clock leaps
        )
        clock = DemoClock()
        judge = _without_order_pictures(build(settings, clock))
        alarm = stack.enter_context(serving(judge, settings, clock))
        table = DemoGame(judge, alarm, clock, mailboxes, settings.smtp_port, say)
        try:
            _start_game(table)
            for act in script.acts[:-1] if stay else script.acts:
                _play_act(table, act)
            if stay:
                _show_pages(table, settings.web_url)
                stay()
                return 0
            _end(table, script)
        except DemoFailedError as failed:
            say(f"The demo failed: {failed}")
            say(f"The mails that were sent lie in {folder}")
            return 1
    _show(mailboxes, folder, say)
    return 0


def _show_pages(table: DemoGame, home: str) -> None:
    """Say where the game is for a browser, with a key to the place of France."""
    with table.judge.store.begin() as connection:
        person = persons.find_player(connection, table.seats["France"].address)
    assert person is not None
    key = profiles.web_key(table.judge.key, person.number, table.clock())
    table.say(f"The game is at {home}/games/{GAME}")
    table.say(f"France's place opens with {home}/key/{key}")
    table.say("Stop it with Ctrl-C.")


def _start_game(table: DemoGame) -> None:
    """Create the game, and let the observer and all players join it."""
    table.say(f"The judge listens for mail on {HOST}, port {table.port}.")
    asked = _write_and_confirm(table, MASTER, "A game", f"CREATE {GAME} standard")
    table.say(f"{MASTER.name} writes CREATE {GAME} and is answered: {asked.subject}")
    table.say("        They reply YES; so it goes once for each of them.")
    _write_and_confirm(table, OBSERVER, "I watch", f"OBSERVE {GAME}")
    for person in PLAYERS:
        _write_and_confirm(table, person, "I play", f"SIGN ON ?{GAME}")
    for person in PLAYERS:
        start = _wait(table, person, lambda mail: "you are" in mail.subject, 0)
        table.seats[start.subject.rpartition(" ")[2]] = person
    dealt = ", ".join(f"{p.name} is {power}" for power, p in table.seats.items())
    table.say(f"Seven mails joined the game, and it started: {dealt}.")


def _write_and_confirm(table: DemoGame, person: Person, subject: str, body: str) -> Delivered:
    """Send a person's first mail, confirm it with YES, and return the judge's question."""
    question = _write(table, person, subject, body)
    _reply(table, person, "YES", f"[{GAME}]")
    return question


def _play_act(table: DemoGame, act: Act) -> None:
    """Play one phase: all send their orders, and time passes until the results come."""
    seen = len(table.mailboxes.all())
    table.say(f"{act.phase}  {act.story}".rstrip())
    for power, lines in act.orders.items():
        if power != act.late:
            _order(table, act, power, lines)
    if act.late:
        _send_late(table, act)
    _pass_time(table, _game(table).settings.timing.delay)
    for person in (*PLAYERS, MASTER, OBSERVER):
        _wait(table, person, lambda m: f"{act.phase} results" in m.subject, seen)
    count = len(table.mailboxes.all()) - seen
    table.say(f"        processed; {count} mails went out.")
    position = _game(table).position
    if position is not None and position.phase.year > int(act.phase[1:-1]):
        table.say(f"        centers: {_centers(position)}")


def _centers(position: Position) -> str:
    """Return the number of centers of each power: `Austria 5, England 4`."""
    owned = Counter(owner for owner in position.owners if owner)
    return ", ".join(f"{power} {count}" for power, count in sorted(owned.items()))


def _order(table: DemoGame, act: Act, power: str, lines: tuple[str, ...]) -> None:
    """Send the orders of a power, after its mistaken line if it has one."""
    person = table.seats[power]
    if act.slip is not None and act.slip[0] == power:
        answer = _reply(table, person, act.slip[1], act.phase)
        table.say(f"        {person.name} mistypes: {act.slip[1]}")
        table.say(f"        and is answered: {answer.subject}")
    _reply(table, person, "\n".join(lines), act.phase)


def _send_late(table: DemoGame, act: Act) -> None:
    """Let the deadline pass, with reminders, before the late power sends its orders."""
    person = table.seats[act.late]
    deadline = _game(table).deadline
    assert deadline is not None
    for moment, word in ((-timedelta(hours=4), "due"), (timedelta(minutes=1), "late")):
        seen = len(table.mailboxes.all())
        _pass_time(table, deadline + moment - table.clock.now)
        notice = _wait_for_word(table, person, word, seen)
        table.say(f"        {person.name} is told: {notice.subject}")
    _order(table, act, act.late, act.orders[act.late])
    table.say(f"        {person.name} answers, and the game goes on.")


def _end(table: DemoGame, script: Script) -> None:
    """Let all surviving powers vote for a draw; DemoFailedError if the game ends otherwise."""
    seen = len(table.mailboxes.all())
    powers = [power for power, centers in script.ending.items() if centers]
    for power in powers:
        _write_reply(table, table.seats[power], "SET DRAW")
    end = _wait(table, MASTER, lambda mail: "draw" in mail.subject.lower(), seen)
    table.say(f"All vote for a draw: {end.subject}")
    game = _game(table)
    position = game.position
    owned = Counter(position.owners) if position else Counter()
    if game.stage is not Stage.FINISHED or any(
        owned[power] != centers for power, centers in script.ending.items()
    ):
        raise DemoFailedError(f"it ended {game.stage.value} with {dict(owned)}")


def _show(mailboxes: Mailboxes, folder: Path, say: Say) -> None:
    """Show the number of mails, and three of them."""
    mails = mailboxes.all()
    say(f"\n{len(mails)} mails lie in {folder}; three of them:")
    question = next(mail for mail in mails if "confirm" in mail.subject)
    slip = next(mail for mail in mails if "orders:" in mail.subject)
    results = [mail for mail in mails if "M results" in mail.subject][-1]
    for mail in (question, slip, results):
        say(f"\n--- {mail.file.name} {'-' * 40}\nTo: {mail.to}")
        say(f"Subject: {mail.subject}\n\n{mail.text}")


def _write(table: DemoGame, person: Person, subject: str, body: str) -> Delivered:
    """Send a new mail and return its answer."""
    seen = len(table.mailboxes.all())
    mail = write_mail(person, JUDGE, subject, body, table.clock.now)
    send_mail(mail, table.port)
    return _wait(table, person, lambda _: True, seen)


def _reply(table: DemoGame, person: Person, body: str, word: str) -> Delivered:
    """Reply to the person's newest mail and return the answer with `word` in its subject."""
    seen = len(table.mailboxes.all())
    _write_reply(table, person, body)
    return _wait_for_word(table, person, word, seen)


def _without_order_pictures(judge: Judge) -> Judge:
    """Return a judge without pictures of orders.

    All people of the demo write at the same moment, and each of these pictures takes time.
    """

    def picture(drawing: str) -> bytes:
        return b"" if '"fate":"planned"' in drawing else judge.picture(drawing)

    return replace(judge, picture=picture)


def _wait_for_word(table: DemoGame, person: Person, word: str, after: int) -> Delivered:
    """Return a mail with `word` in its subject to a person, ignoring their first `after` mails."""
    return _wait(table, person, lambda mail: word in mail.subject, after)


def _write_reply(table: DemoGame, person: Person, body: str) -> None:
    """Reply to the person's newest mail."""
    newest = [mail for mail in table.mailboxes.all() if mail.to == person.address][-1]
    send_mail(write_reply(person, newest, body, table.clock.now), table.port)


def _wait(
    table: DemoGame, person: Person, wanted: Callable[[Delivered], bool], after: int
) -> Delivered:
    """Return the first wanted mail to a person after the first `after` mails.

    DemoFailedError if it does not arrive.
    """
    mail = table.mailboxes.wait_for(person.address, wanted, after)
    if mail is None:
        raise DemoFailedError(f"{person.name} did not get an expected mail")
    return mail


def _pass_time(table: DemoGame, span: timedelta) -> None:
    """Move the clock, and let the judge process what is due."""
    table.clock.now += span + _SETTLED
    table.alarm.ring("phases")


def _game(table: DemoGame) -> Game:
    """Return the game as it is stored."""
    with table.judge.store.connect() as connection:
        game = games.load_game(connection, GAME, table.judge.variants.read)
    assert game is not None
    return game
