"""Wrong passwords: how many were tried of late, so that nobody finds one by trying."""

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from judge.store.tables import guesses

_KEPT = timedelta(days=2)  # what is counted is of one day
_OF_LOCKS = (
    select(guesses.c.lock, func.count().label("times"))
    .where(
        guesses.c.lock.in_(bindparam("locks", expanding=True)), guesses.c.at >= bindparam("since")
    )
    .group_by(guesses.c.lock)
)
_OF_SENDER = select(func.count()).where(
    guesses.c.sender == bindparam("its_sender"), guesses.c.at >= bindparam("since")
)
_ADD = insert(guesses)
_FORGET = delete(guesses).where(guesses.c.at < bindparam("until"))


def guessed(
    connection: Connection, hashes: Collection[str], sender: str, since: datetime
) -> tuple[int, dict[str, int]]:
    """Return how many wrong passwords were tried `since` then: by `sender`, and in all.

    The latter for each of `hashes`, those of the right ones, for which some were.
    """
    locks = {_lock(one): one for one in hashes}
    rows = connection.execute(_OF_LOCKS, {"locks": sorted(locks), "since": since})
    of_hashes = {locks[row.lock]: row.times for row in rows}
    its = {"its_sender": sender.lower(), "since": since}
    return connection.execute(_OF_SENDER, its).scalar_one(), of_hashes


def keep_guesses(connection: Connection, hashes: Sequence[str], sender: str, now: datetime) -> None:
    """Keep that `sender` tried passwords with these `hashes` in vain."""
    connection.execute(_FORGET, {"until": now - _KEPT})
    rows = [{"lock": _lock(one), "sender": sender.lower(), "at": now} for one in hashes]
    connection.execute(_ADD, rows)


def _lock(kept: str) -> str:
    return hashlib.sha256(kept.encode()).hexdigest()
