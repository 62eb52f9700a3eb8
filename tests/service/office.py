"""A judge with a running game, and the failures that may happen around it."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import Connection, Engine, event, select
from sqlalchemy.exc import OperationalError

from judge.game import Game
from judge.letter import Delivery
from judge.mail import Outcome, Sent
from judge.service import keep_mail
from judge.store import games
from judge.store.tables import UtcDateTime, metadata
from tests.kinds import replace
from tests.post import ADDRESS, Arrived, Post, a_store, finding

MASTER = "maud@players.test"
PLAYERS = tuple(f"{letter}@players.test" for letter in "abcdefg")
ORDERS = {
    "Austria": ("A VIE - GAL", "F TRI - ALB", "A BUD - SER"),
    "England": ("F LON - NTH", "F EDI - NWG", "A LVP - YOR"),
    "France": ("A PAR - BUR", "F BRE - MAO", "A MAR - SPA"),
    "Germany": ("A BER - KIE", "F KIE - DEN", "A MUN - RUH"),
    "Italy": ("A VEN - TYR", "F NAP - ION", "A ROM - APU"),
    "Russia": ("A WAR - GAL", "F SEV - BLA", "A MOS - UKR"),
    "Turkey": ("A CON - BUL", "F ANK - BLA", "A SMY - CON"),
}
LATER = timedelta(seconds=10)  # longer than another worker waits with the letter of a dead one
MUCH_LATER = timedelta(minutes=6)  # the same for a notice

_WRITES = ("INSERT", "UPDATE", "DELETE")
# Columns that differ between two runs of the same events. A calendar contains the second at which
# it was written.
_VOLATILE = {"attempts", "received", "calendar", "message_key"}
_LINKS = {"trail.digest", "trail.follows", "trail.link"}  # digests of text and time
Row: TypeAlias = tuple[object, ...]


class PowerCut(BaseException):
    """The process ends at this moment, whatever it was doing."""


def store_trouble() -> OperationalError:
    """Return an error that a database driver raises when the database is gone."""
    return OperationalError("a statement", {}, Exception("the server is gone"))


@dataclass(slots=True)
class Strikes:
    """The number of moments at which the judge could have been struck."""

    seen: int = 0


@contextmanager
def strike(store: Engine, number: int, blow: BaseException) -> Iterator[Strikes]:
    """Raise `blow` before the write or the commit with this number."""
    strikes = Strikes()

    def count() -> None:
        strikes.seen += 1
        if strikes.seen == number:
            raise blow

    def before(*words: object) -> None:
        if str(words[2]).startswith(_WRITES):
            count()

    def commit(_connection: Connection) -> None:
        count()

    event.listen(store, "before_cursor_execute", before)
    event.listen(store, "commit", commit)
    try:
        yield strikes
    finally:
        event.remove(store, "before_cursor_execute", before)
        event.remove(store, "commit", commit)


def start_game(post: Post) -> None:
    """Create the game `smp` and let seven players join it."""
    post.now = post.now.replace(second=20)  # so that no minute ends in the next seconds
    post.write(MASTER, "CREATE smp standard\n")
    for player in PLAYERS:
        post.write(player, "JOIN smp\n")


def copied(post: Post, folder: Path) -> Post:
    """Return a judge in `folder` with the same data as `post`."""
    file = post.judge.store.url.database
    assert file is not None
    post.judge.store.dispose()  # merges SQLite's files into one
    other = copy(post)
    other.arrived = list(post.arrived)
    store = a_store(folder, Path(file).read_bytes())
    own = {"send": other._send, "alone": other._alone, "doors": other._doors()}
    other.judge = replace(post.judge, store=store, **own)
    return other


def keep(post: Post, raw: bytes, to: str = ADDRESS, sender: str = "") -> None:
    """Store a mail, and do nothing else."""
    keep_mail(post.judge, Delivery(raw, to, sender, post.now), post.now)


def a_mail(sender: str, body: str, number: int, date: datetime) -> EmailMessage:
    """Return a proven mail to the judge, with this number in its Message-ID."""
    mail = EmailMessage(policy=SMTP)
    mail["Authentication-Results"] = finding(sender)
    mail["From"], mail["To"] = sender, ADDRESS
    mail["Date"] = format_datetime(date)
    mail["Message-ID"] = f"<{number}@mail.test>"
    mail.set_content(body)
    return mail


def reply_address(post: Post, player: str) -> str:
    """Return the secret reply address in the newest mail to `player`."""
    newest = [mail for mail in post.arrived if mail.to == player][-1]
    address: str = newest.mail["Reply-To"].addresses[0].addr_spec
    return address


def confirmed(post: Post, command: str) -> str:
    """Let the Master give `command`; return the line with the code that confirms it."""
    post.write(MASTER, command, reply_address(post, MASTER))
    asked = post.arrived[-1].text.splitlines()
    return next(line.strip() for line in asked if line.startswith(f"  {command} "))


def in_the_last_hour(office: Post) -> datetime:
    """Set the clock an hour before the deadline of a game without grace; return the deadline.

    The judge is awake until then, however far the clock moves.
    """
    office.write(MASTER, "SET GRACE 0", reply_address(office, MASTER))
    office.judge = replace(office.judge, outage=timedelta(days=365))
    deadline = the_game(office).deadline
    assert deadline is not None
    office.now = deadline - timedelta(hours=1)
    office.tick()
    return deadline


def the_game(post: Post, name: str = "smp") -> Game:
    """Return the game from the store."""
    with post.judge.store.begin() as connection:
        game = games.load_game(connection, name, post.judge.variants.read)
    assert game is not None
    return game


def player_of(post: Post, power: str) -> str:
    """Return the address of the player of `power`."""
    player = the_game(post).seat(power).player
    assert player is not None
    return player.address


def stored(post: Post) -> dict[str, list[Row]]:
    """Return all rows of the store, without values that only show when they were stored."""
    with post.judge.store.begin() as connection:
        return {
            table.name: [
                tuple(row)
                for row in connection.execute(
                    select(
                        *(
                            column
                            for column in table.c
                            if column.name not in _VOLATILE
                            and str(column) not in _LINKS
                            and (
                                column.name == "deadline"
                                or not isinstance(column.type, UtcDateTime)
                            )
                        )
                    ).order_by(*table.primary_key)
                )
            ]
            for table in metadata.sorted_tables
        }


def delivered(post: Post) -> list[tuple[str, str, str]]:
    """Return the mails that people have got, each once, in an order that is always the same.

    A mail that was delivered twice has the same Message-ID, and then must be the same mail.
    """
    by_id: dict[str, Arrived] = {}
    for mail in post.arrived:
        known = by_id.setdefault(str(mail.mail["Message-ID"]), mail)
        assert known.raw == mail.raw
    return sorted((mail.to, mail.subject, mail.text) for mail in by_id.values())


class Relay:
    """A relay that gives each mail the next of `outcomes`, and accepts all later mail.

    `refused` are its answers to mail for certain people. `paths` are the return paths of all mail.
    """

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.refused: dict[str, Outcome] = {}
        self.taken: list[tuple[bytes, str]] = []
        self.paths: list[str] = []

    def send(self, raw: bytes, sender: str, to: str) -> Outcome:
        self.taken.append((raw, to))
        self.paths.append(sender)
        if to in self.refused:
            return self.refused[to]
        return self.outcomes.pop(0) if self.outcomes else Sent()
