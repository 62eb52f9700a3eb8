"""What a keeper does about people, their addresses, and what comes from them."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import BlockAddress, MoveMail
from judge.service.parts import Judge
from judge.store import bounces, claims, people
from judge.store.keeper import blocks, overview

Lines = tuple[str, ...]


def listed(connection: Connection, word: str) -> Lines:
    """Return the people whose name or address holds `word`."""
    found = overview.people_like(connection, word)
    if not found:
        return ("Nobody is known by that.",)
    lines = (f"{_named(one.name, one.addresses[0])}, {_games(one)}" for one in found)
    return (f"{len(found)} people", *lines)


def shown(connection: Connection, address: str) -> Lines:
    """Return what is kept about who has `address`."""
    person = people.find_player(connection, address)
    if person is None:
        return (f"Nobody has the address {address}.",)
    (row,) = (
        one
        for one in overview.people_like(connection, address)
        if one.number == person.number
    )
    return (
        f"{_named(person.name, person.address)}, number {person.number}, time zone "
        f"{person.zone}",
        *(_address(connection, one) for one in row.addresses),
        *(f"{role} in {game}" for game, role in row.places),
        *(() if row.places else ("No place in a game that runs or forms.",)),
    )


def moved(connection: Connection, command: MoveMail) -> Lines:
    """Give a person another address, and return what came of it."""
    person = people.find_player(connection, command.old)
    if person is None:
        return (f"Nobody has the address {command.old}.",)
    if people.find_player(connection, command.new) is not None:
        return (f"{command.new} is somebody's already, and nothing was changed.",)
    claims.add_address(connection, person.number, command.new)
    claims.move_mail(connection, person.number, command.new)
    claims.drop_address(connection, person.number, command.old)
    return (
        f"Mail to {person.name} goes to {command.new}, and {command.old} is his no "
        "longer.",
        f"To take that back: ADMIN MOVE {command.new} TO {command.old}",
    )


def blocked(
    judge: Judge, connection: Connection, command: BlockAddress, now: datetime
) -> Lines:
    """Block an address, and return what came of it; the keeper's own stays open."""
    own = judge.keeper.lower()
    if command.address in (own, f"@{own.rpartition('@')[2]}"):
        return ("That is your own address, and nothing was changed.",)
    if not blocks.block(connection, command.address, command.reason, now):
        return (f"{command.address} is blocked already.",)
    return (
        f"Nothing from {command.address} is obeyed or answered any more. What is "
        "mailed there goes on; to take somebody out of a game is his Master's.",
        f"To take that back: ADMIN UNBLOCK {command.address}",
    )


def unblocked(connection: Connection, address: str) -> Lines:
    """Take a block back, and return whether there was one."""
    done = blocks.unblock(connection, address)
    return (f"{address} is {'not blocked any more' if done else 'not blocked'}.",)


def blocks_listed(connection: Connection) -> Lines:
    """Return all blocks."""
    found = blocks.every_block(connection)
    lines = (
        f"{one.address} since {one.since:%Y-%m-%d}{_because(one.reason)}"
        for one in found
    )
    return (f"{len(found)} addresses are blocked", *lines)


def _named(name: str, address: str) -> str:
    """Return a person with his name, if he gave one."""
    return address if name == address else f"{name} <{address}>"


def _because(reason: str) -> str:
    return f": {reason}" if reason else ""


def _games(row: overview.PersonRow) -> str:
    games = dict.fromkeys(game for game, _ in row.places)
    return f"in {', '.join(games)}" if games else "in no game"


def _address(connection: Connection, address: str) -> str:
    return ", ".join((address, *_faults(connection, address)))


def _faults(connection: Connection, address: str) -> Iterator[str]:
    record = bounces.record_of(connection, address)
    if record is not None:
        paused = "mail paused since" if record.paused else "mail was lost on"
        yield f"{paused} {record.paused or record.newest:%Y-%m-%d}"
    if blocks.is_blocked(connection, address):
        yield "blocked"
