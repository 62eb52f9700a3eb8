"""The parts that the chores work with, built once by `judge.app`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta

from sqlalchemy import Connection, Engine

from judge.letter import Notice, ReplyTo
from judge.mail import Outcome, Unshown, reply_token, token_digest
from judge.reader import LetterReader
from judge.render import Renderer
from judge.service.deadlines.doors import Doors
from judge.shipped import Variants
from judge.store import outbox, persons


@dataclass(frozen=True, slots=True)
class Judge:
    """The judge's parts and the few settings that the chores need.

    `reader` reads letters, `glance` meanwhile for the clock and upkeep. `alone` answers
    the letter of a number in a process of its own; LostError and StoppedError say that
    this died of it. `send` takes a mail's bytes, its envelope sender and its recipient.
    `picture` makes a PNG of a drawing, or nothing where that cannot be done. `seed` and
    `jitter` are the only chance there is: a whole number, and one from 0 to 1. What was
    kept before this program `started` may have killed the one before. A door that was
    not heard of for as long as `outage` was shut; mail servers have tried again in the
    time of `redelivery`. New games have their time of day within `deadlines`. With
    `own_address` replies from other addresses than those on record are asked back. What
    one of the mail `servers` says of the sender of a letter is believed; of others
    `signed` gives the digest of what the domain of the sender signed, "" for nothing,
    and None does not look.
    """

    store: Engine
    renderer: Renderer
    reader: LetterReader
    glance: LetterReader
    signed: Callable[[Unshown, datetime], str] | None
    alone: Callable[[int, datetime], None]
    send: Callable[[bytes, str, str], Outcome]
    picture: Callable[[str], bytes]
    variants: Variants
    seed: Callable[[], int]
    jitter: Callable[[], float]
    address: str
    name: str
    keeper: str
    doors: Doors
    outage: timedelta
    redelivery: timedelta
    answers_per_hour: int
    press_per_hour: int
    games_per_day: int
    deadlines: tuple[time, time] | None
    own_address: bool
    started: datetime
    servers: frozenset[str]
    key: bytes = field(repr=False)


def post_notices(
    judge: Judge, connection: Connection, notices: Sequence[Notice], now: datetime
) -> None:
    """Put `notices` into the outbox and make their reply addresses known."""
    named = dict.fromkeys(one.reply_to for one in notices if one.reply_to is not None)
    places = persons.with_generations(connection, named)
    freed = [
        (one.reply_to, now + one.frees)
        for one in notices
        if one.frees is not None and one.reply_to is not None
    ]
    outbox.free_bundles(connection, freed)
    outbox.put_notices(connection, [_at_its_place(one, places) for one in notices], now)
    persons.keep_tokens(
        connection,
        [(token_digest(reply_token(judge.key, place)), place) for place in places.values()],
    )


def _at_its_place(notice: Notice, places: Mapping[ReplyTo, ReplyTo]) -> Notice:
    if notice.reply_to is None:
        return notice
    return replace(notice, reply_to=places[notice.reply_to])
