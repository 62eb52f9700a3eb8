"""How many answers went out to letters that anybody may have written."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from judge.store.tables import outbox


@dataclass(frozen=True, slots=True)
class UnprovenAnswers:
    """How many such answers went to one address, to its domain, and to all."""

    address: int
    domain: int
    overall: int


def unproven_since(
    connection: Connection, address: str, since: datetime
) -> UnprovenAnswers:
    """Return how many of them there were from `since` on, for `address` and others."""
    domain = "@" + address.rpartition("@")[2]
    its = outbox.c.recipient.endswith(domain, autoescape=True)
    counts = select(
        func.count().filter(outbox.c.recipient == address),
        func.count().filter(its),
        func.count(),
    ).where(outbox.c.unproven >= since)
    return UnprovenAnswers(*connection.execute(counts).one())
