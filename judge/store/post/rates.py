"""How many answers went out, so that mail does not go round in circles."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select

from judge.letter import Tone
from judge.store.tables import outbox

_LATELY = (
    select(outbox.c.created)
    .where(
        outbox.c.recipient == bindparam("address"),
        outbox.c.tone == Tone.ANSWER,
        outbox.c.created >= bindparam("since"),
        outbox.c.unproven.is_(None),
    )
    .order_by(outbox.c.created.desc())
    .limit(bindparam("most"))
    .subquery()
)
_ANSWERED = select(func.count(), func.min(_LATELY.c.created))


def answers_since(
    connection: Connection, address: str, since: datetime, most: int
) -> tuple[int, datetime | None]:
    """Return how many answers went to `address` from `since` on, and the first when.

    Of more than `most` only the last ones count. Those to letters that anybody may have
    written do not.
    """
    asked = {"address": address.lower(), "since": since, "most": most}
    number, first = connection.execute(_ANSWERED, asked).one()
    return number, first


@dataclass(frozen=True, slots=True)
class UnprovenAnswers:
    """How many went to one address, its domain, and all, for letters of anybody."""

    address: int
    domain: int
    overall: int


def unproven_since(connection: Connection, address: str, since: datetime) -> UnprovenAnswers:
    """Return how many of them there were from `since` on, for `address` and others."""
    address = address.lower()
    domain = "@" + address.rpartition("@")[2]
    its = outbox.c.recipient.endswith(domain, autoescape=True)
    counts = select(
        func.count().filter(outbox.c.recipient == address), func.count().filter(its), func.count()
    ).where(outbox.c.unproven >= since)
    return UnprovenAnswers(*connection.execute(counts).one())
