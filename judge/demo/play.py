"""Playing the recorded game: seven players, a Master and an observer, all by mail."""

import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.app import build, serving
from judge.config import Configuration
from judge.demo.mailboxes import HOST, Delivered, Mailboxes, free_port, open_mailboxes
from judge.demo.people import Person, send_mail, write_mail, write_reply
from judge.demo.script import Act, Script, read_script
from judge.engine import Position
from judge.game import Game, Stage
from judge.service import Judge
from judge.store import games
from judge.work import Alarm

GAME = "demo"
JUDGE = "judge@judge.example"
# Longer than mail may be on its way from the door to the store.
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
    """The game did not go as it must; the text says where."""


class DemoClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        """Return the time it shows, in UTC."""
        return self.now


@dataclass(frozen=True, slots=True)
class DemoGame:
    """The running judge and its people; `seats` tells who plays which power."""

    judge: Judge
    alarm: Alarm
    clock: DemoClock
    mailboxes: Mailboxes
    port: int
    say: Say
    seats: dict[str, Person] = field(default_factory=dict)


def play_demo(out: Path | None, say: Say) -> int:
    """Play the game and return the exit status: 0 when it ended as it must, else 1.

    Every mail is kept in `out`, or in a new temporary folder.
    """
    folder = out or Path(tempfile.mkdtemp(prefix="judge-demo-"))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    script = read_script()
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        mailboxes, mail_port = stack.enter_context(open_mailboxes(folder))
        settings = Configuration(
            address=JUDGE,
            data=data,
            smtp_port=free_port(),
            relay_host=HOST,
            relay_port=mail_port,
            tick=1.0,
            outage=timedelta(days=1000).total_seconds(),  # the demo's clock leaps
        )
        clock = DemoClock()
        judge = _drawing_results_only(build(settings, clock))
        alarm = stack.enter_context(serving(judge, settings, clock))
        table = DemoGame(judge, alarm, clock, mailboxes, settings.smtp_port, say)
        try:
            _gather(table)
            for act in script.acts:
                _play_act(table, act)
            _end(table, script)
        except DemoFailedError as failed:
            say(f"The demo failed: {failed}")
            say(f"The mails that were sent lie in {folder}")
            return 1
    _show(mailboxes, folder, say)
    return 0


def _gather(table: DemoGame) -> None:
    table.say(f"The judge listens for mail on {HOST}, port {table.port}.")
    asked = _enter(table, MASTER, "A game", f"CREATE {GAME} standard")
    table.say(f"{MASTER.name} writes CREATE {GAME} and is answered: {asked.subject}")
    table.say("        They reply YES; so it goes once for each of them.")
    _enter(table, OBSERVER, "I watch", f"OBSERVE {GAME}")
    for person in PLAYERS:
        _enter(table, person, "I play", f"SIGN ON ?{GAME}")
    for person in PLAYERS:
        start = _wait(table, person, lambda mail: "you are" in mail.subject, 0)
        table.seats[start.subject.rpartition(" ")[2]] = person
    dealt = ", ".join(f"{p.name} is {power}" for power, p in table.seats.items())
    table.say(f"Seven mails joined the game, and it started: {dealt}.")


def _enter(table: DemoGame, person: Person, subject: str, body: str) -> Delivered:
    """Write for the first time, say yes to what is asked then, and return that."""
    asked = _write(table, person, subject, body)
    _reply(table, person, "YES", f"[{GAME}]")
    return asked


def _play_act(table: DemoGame, act: Act) -> None:
    seen = len(table.mailboxes.all())
    table.say(f"{act.phase}  {act.story}".rstrip())
    for power, lines in act.orders:
        if power != act.late:
            _order(table, act, power, lines)
    if act.late:
        _be_late(table, act)
    _pass_time(table, _game(table).settings.timing.delay)
    for person in (*PLAYERS, MASTER, OBSERVER):
        _wait(table, person, lambda m: f"{act.phase} results" in m.subject, seen)
    count = len(table.mailboxes.all()) - seen
    table.say(f"        processed; {count} mails went out.")
    position = _game(table).position
    if position is not None and position.phase.year > int(act.phase[1:-1]):
        table.say(f"        centers: {_centers(position)}")


def _centers(position: Position) -> str:
    owned = Counter(owner for owner in position.owners if owner)
    return ", ".join(f"{power} {count}" for power, count in sorted(owned.items()))


def _order(table: DemoGame, act: Act, power: str, lines: tuple[str, ...]) -> None:
    person = table.seats[power]
    if act.slip is not None and act.slip[0] == power:
        answer = _reply(table, person, act.slip[1], act.phase)
        table.say(f"        {person.name} mistypes: {act.slip[1]}")
        table.say(f"        and is answered: {answer.subject}")
    _reply(table, person, "\n".join(lines), act.phase)


def _be_late(table: DemoGame, act: Act) -> None:
    person = table.seats[act.late]
    deadline = _game(table).deadline
    assert deadline is not None
    for moment, word in ((-timedelta(hours=4), "due"), (timedelta(minutes=1), "late")):
        seen = len(table.mailboxes.all())
        _pass_time(table, deadline + moment - table.clock.now)
        notice = _wait_for_word(table, person, word, seen)
        table.say(f"        {person.name} is told: {notice.subject}")
    _order(table, act, act.late, dict(act.orders)[act.late])
    table.say(f"        {person.name} answers, and the game goes on.")


def _end(table: DemoGame, script: Script) -> None:
    seen = len(table.mailboxes.all())
    powers = [power for power, centers in script.ending if centers]
    for power in powers:
        _write_reply(table, table.seats[power], "SET DRAW")
    end = _wait(table, MASTER, lambda mail: "draw" in mail.subject.lower(), seen)
    table.say(f"All vote for a draw: {end.subject}")
    game = _game(table)
    position = game.position
    owned = Counter(position.owners) if position else Counter()
    if game.stage is not Stage.FINISHED or any(
        owned[power] != centers for power, centers in script.ending
    ):
        raise DemoFailedError(f"it ended {game.stage.value} with {dict(owned)}")


def _show(mailboxes: Mailboxes, folder: Path, say: Say) -> None:
    mails = mailboxes.all()
    say(f"\n{len(mails)} mails lie in {folder}; three of them:")
    asked = next(mail for mail in mails if "confirm" in mail.subject)
    slip = next(mail for mail in mails if "orders:" in mail.subject)
    results = [mail for mail in mails if "M results" in mail.subject][-1]
    for mail in (asked, slip, results):
        say(f"\n--- {mail.file.name} {'-' * 40}\nTo: {mail.to}")
        say(f"Subject: {mail.subject}\n\n{mail.text}")


def _write(table: DemoGame, person: Person, subject: str, body: str) -> Delivered:
    """Send a new mail and return the answer to it."""
    seen = len(table.mailboxes.all())
    mail = write_mail(person, JUDGE, subject, body, table.clock.now)
    send_mail(mail, table.port)
    return _wait(table, person, lambda _: True, seen)


def _reply(table: DemoGame, person: Person, body: str, word: str) -> Delivered:
    """Reply to the newest mail and return the answer that has `word` in its subject."""
    seen = len(table.mailboxes.all())
    _write_reply(table, person, body)
    return _wait_for_word(table, person, word, seen)


def _drawing_results_only(judge: Judge) -> Judge:
    """Return a judge that is as quick as these people, who all write at once."""

    def picture(drawing: str) -> bytes:
        return b"" if '"fate":"planned"' in drawing else judge.picture(drawing)

    return replace(judge, picture=picture)


def _wait_for_word(table: DemoGame, person: Person, word: str, after: int) -> Delivered:
    return _wait(table, person, lambda mail: word in mail.subject, after)


def _write_reply(table: DemoGame, person: Person, body: str) -> None:
    newest = [mail for mail in table.mailboxes.all() if mail.to == person.address][-1]
    send_mail(write_reply(person, newest, body, table.clock.now), table.port)


def _wait(
    table: DemoGame, person: Person, wanted: Callable[[Delivered], bool], after: int
) -> Delivered:
    mail = table.mailboxes.wait_for(person.address, wanted, after)
    if mail is None:
        raise DemoFailedError(f"{person.name} did not get an expected mail")
    return mail


def _pass_time(table: DemoGame, span: timedelta) -> None:
    table.clock.now += span + _SETTLED
    table.alarm.ring("phases")


def _game(table: DemoGame) -> Game:
    with table.judge.store.connect() as connection:
        game = games.load_game(connection, GAME, table.judge.variants.read)
    assert game is not None
    return game
