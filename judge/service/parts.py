"""The parts that the chores work with, built once by `judge.app`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine

from judge.game import Game
from judge.letter import Letter, Notice
from judge.mail import Rejected, Sent, TryAgain, reply_token, token_digest
from judge.render import Renderer
from judge.shipped import Variants
from judge.store import people, post


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge's parts and the few settings that the chores need.

    `send` takes a mail's bytes, its envelope sender and its recipient. `picture` makes
    a PNG of a drawing, or nothing where that cannot be done. `seed` and
    `jitter` are the only chance there is: a whole number, and one from 0 to 1.
    """

    store: Engine
    renderer: Renderer
    send: Callable[[bytes, str, str], Sent | TryAgain | Rejected]
    picture: Callable[[str], bytes]
    variants: Variants
    seed: Callable[[], int]
    jitter: Callable[[], float]
    address: str
    name: str
    keeper: str
    outage: timedelta
    answers_per_hour: int
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Counter:
    """Where one letter is answered: the parts, the open transaction, and the letter.

    `dated` is when it was written, as far as that is known. `games` are those that
    were loaded, as this letter left them, by name; `begun` are the same as they were.
    """

    judge: Judge
    connection: Connection
    letter: Letter
    now: datetime
    dated: datetime
    games: dict[str, Game] = field(default_factory=dict)
    begun: dict[str, Game] = field(default_factory=dict)


def post_notice(
    judge: Judge, connection: Connection, notice: Notice, now: datetime
) -> None:
    """Put `notice` into the outbox and make its reply address known."""
    post.put_notice(connection, notice, now)
    if notice.reply_to is not None:
        token = reply_token(judge.key, notice.reply_to)
        people.keep_token(connection, token_digest(token), notice.reply_to)
