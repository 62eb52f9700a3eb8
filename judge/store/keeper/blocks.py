"""Addresses from which nothing is obeyed or answered."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from judge.store.guards import insert_once
from judge.store.tables import blocks

_FITTING = (
    select(blocks.c.reason)
    .where(blocks.c.address.in_([bindparam("name"), bindparam("domain")]))
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Block:
    """An address, or `@domain` for all of one, that is blocked, since when and why."""

    address: str
    since: datetime
    reason: str


def block(connection: Connection, address: str, reason: str, now: datetime) -> bool:
    """Block an address or `@domain`; return whether it was not blocked before."""
    row = {"address": address.lower(), "since": now, "reason": reason}
    return insert_once(connection, blocks, row)


def unblock(connection: Connection, address: str) -> bool:
    """Take a block back; return whether there was one."""
    gone = delete(blocks).where(blocks.c.address == address.lower())
    return connection.execute(gone).rowcount > 0


def is_blocked(connection: Connection, address: str) -> bool:
    """Return whether nothing from this address is to be obeyed."""
    name = address.lower()
    either = {"name": name, "domain": f"@{name.rpartition('@')[2]}"}
    return connection.execute(_FITTING, either).first() is not None


def every_block(connection: Connection) -> tuple[Block, ...]:
    """Return all blocks, oldest first."""
    rows = connection.execute(select(blocks).order_by(blocks.c.since, blocks.c.address))
    return tuple(Block(row.address, row.since, row.reason) for row in rows)
