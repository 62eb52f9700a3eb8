"""What a keeper does about people, their addresses, and what comes from them."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection

from judge.game import BlockAddress, MoveMail
from judge.letter import mailbox_of
from judge.messages import Text, counted, message, series
from judge.service.parts import Judge
from judge.store import keeper, outbox, persons

Lines = tuple[Text, ...]


def listed(connection: Connection, word: str) -> Lines:
    """Return the people whose name or address holds `word`."""
    found = keeper.people_like(connection, word)
    if not found:
        return (message("Nobody is known by that"),)
    head = counted("{count} person", "{count} people", len(found))
    return (head, *map(_person, found))


def shown(connection: Connection, address: str) -> Lines:
    """Return what is kept about who has `address`."""
    person = persons.find_player(connection, address)
    if person is None:
        return (_nobody(address),)
    (row,) = (one for one in keeper.people_like(connection, address) if one.number == person.number)
    places = (message("{role} in {game}", role=role, game=game) for game, role in row.places)
    return (
        _named(person.name, person.address),
        message("Number {number}, time zone {zone}", number=person.number, zone=person.zone),
        *(_address(connection, one) for one in row.addresses),
        *places,
        *(() if row.places else (message("No place in a game that runs or forms."),)),
    )


def moved(connection: Connection, command: MoveMail) -> Lines:
    """Give a person another address, and return what came of it."""
    person = persons.find_player(connection, command.old)
    if person is None:
        return (_nobody(command.old),)
    if persons.find_player(connection, command.new) is not None:
        taken = message("{address} is somebody's already", address=command.new)
        return (taken, message("So nothing was changed."))
    persons.add_address(connection, person.number, command.new)
    persons.move_mail(connection, person.number, command.new)
    persons.drop_address(connection, person.number, command.old)
    line = f"ADMIN MOVE {command.new} TO {command.old}"
    return (
        message("{person} has {address} now", person=person.name, address=command.new),
        message("{address} is nobody's any more.", address=command.old),
        message("To take that back: {line}", line=line),
    )


def blocked(judge: Judge, connection: Connection, command: BlockAddress, now: datetime) -> Lines:
    """Block an address, and return what came of it; the keeper's own stays open."""
    own = judge.keeper.lower()
    if command.address in (own, f"@{own.rpartition('@')[2]}"):
        own_one = message("{address} is your own", address=command.address)
        return (own_one, message("So nothing was changed."))
    if not keeper.block(connection, command.address, command.reason, now):
        return (message("{address} is blocked already", address=command.address),)
    line = f"ADMIN UNBLOCK {command.address}"
    return (
        message("{address} is blocked", address=command.address),
        message(
            "Nothing from there is obeyed or answered any more. The judge's mail to it "
            "goes on; to take somebody out of a game is his Master's."
        ),
        message("To take that back: {line}", line=line),
    )


def unblocked(connection: Connection, address: str) -> Lines:
    """Take a block back, and return whether there was one.

    A STOP from there is taken back too, for somebody else may have written it.
    """
    goes_on = outbox.go_on(connection, mailbox_of(address))
    if keeper.unblock(connection, address) or goes_on:
        return (message("{address} is not blocked any more", address=address),)
    return (message("{address} is not blocked", address=address),)


def blocks_listed(connection: Connection) -> Lines:
    """Return all blocks."""
    found = keeper.every_block(connection)
    head = counted("{count} address is blocked", "{count} addresses are blocked", len(found))
    return (head, *map(_block, found))


def _named(name: str, address: str) -> str:
    """Return a person with his name, if he gave one."""
    return address if name == address else f"{name} <{address}>"


def _nobody(address: str) -> Text:
    return message("Nobody has the address {address}", address=address)


def _block(one: keeper.Block) -> Text:
    day = f"{one.since:%Y-%m-%d}"
    since = message("{address} since {day}", address=one.address, day=day)
    if not one.reason:
        return since
    return message("{block}: {reason}", block=since, reason=one.reason)


def _person(row: keeper.PersonRow) -> Text:
    name = _named(row.name, row.addresses[0])
    games = tuple(dict.fromkeys(game for game, _ in row.places))
    if not games:
        return message("{person}, in no game", person=name)
    return message("{person}, in {games}", person=name, games=games)


def _address(connection: Connection, address: str) -> Text:
    return series((address, *_faults(connection, address)))


def _faults(connection: Connection, address: str) -> Iterator[Text]:
    record = persons.bounce_record(connection, address)
    if record is not None and record.paused:
        yield message("mail paused since {day}", day=f"{record.paused:%Y-%m-%d}")
    elif record is not None:
        yield message("mail was lost on {day}", day=f"{record.newest:%Y-%m-%d}")
    if keeper.is_blocked(connection, address):
        yield message("blocked")
