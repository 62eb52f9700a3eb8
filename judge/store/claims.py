"""Addresses of one person: claims that two are his, and what comes of them."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Row, delete, select, union_all, update

from judge.letter import OPEN_FOR
from judge.store import tables
from judge.store.guards import insert_once
from judge.store.tables import ClaimOutcome, addresses, claims, players


@dataclass(frozen=True, slots=True)
class Claim:
    """Who writes from `address` says that `asked` is his, too.

    Their mail goes to `main` if they are right, or where it went for "". A reply `until`
    then says whether they are; with a `due` moment they are, unless a reply comes before
    that is no yes. `about` names the question, which was asked once more if `reminded`.
    """

    address: str
    asked: str
    main: str
    until: datetime
    due: datetime | None = None
    outcome: ClaimOutcome | None = None
    about: str = ""
    reminded: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose an address is, and the hash of his password."""

    player: int
    password: str | None


def owner_of(connection: Connection, address: str) -> Owner | None:
    """Return whose this address is, or None if it is nobody's."""
    row = connection.execute(
        select(players.c.number, players.c.password)
        .join(addresses, addresses.c.player == players.c.number)
        .where(addresses.c.address == address.lower())
    ).one_or_none()
    if row is None:
        return None
    return Owner(row.number, row.password)


def addresses_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return all addresses of a player, first the one that mail goes to."""
    return tuple(
        connection.scalars(
            select(addresses.c.address)
            .where(addresses.c.player == player)
            .order_by(addresses.c.main.desc(), addresses.c.address)
        )
    )


def set_password(connection: Connection, player: int, password: str) -> None:
    """Keep the hash of a player's password."""
    its = players.c.number == player
    connection.execute(update(players).where(its).values(password=password))


def move_mail(connection: Connection, player: int, address: str) -> None:
    """Let mail to a player go to this address of his."""
    its = addresses.c.player == player
    # One at a time, for a player has one main address at each moment.
    connection.execute(update(addresses).where(its).values(main=False))
    there = its & (addresses.c.address == address)
    connection.execute(update(addresses).where(there).values(main=True))


def add_address(connection: Connection, player: int, address: str) -> None:
    """Keep another address of a player, if it is nobody's."""
    row = {"address": address, "player": player, "main": False}
    insert_once(connection, addresses, row)


def drop_address(connection: Connection, player: int, address: str) -> None:
    """Forget an address of a player, if it is not the one that mail goes to."""
    its = (addresses.c.player == player) & (addresses.c.address == address)
    connection.execute(delete(addresses).where(its, ~addresses.c.main))


def keep_claim(connection: Connection, claim: Claim, secret: str) -> None:
    """Keep a claim, and the digest of the token of the question about it."""
    row = {
        "address": claim.address,
        "asked": claim.asked,
        "main": claim.main,
        "secret": secret,
        "about": claim.about,
        "made": claim.until - OPEN_FOR,
        "due": claim.due,
    }
    insert_once(connection, claims, row)


def claim_with(connection: Connection, secret: str) -> Claim | None:
    """Return the claim that was asked about with this secret, or None."""
    wanted = select(claims).where(claims.c.secret == secret)
    row = connection.execute(wanted).one_or_none()
    return None if row is None else _claim(row)


def due_claims(connection: Connection, now: datetime) -> tuple[Claim, ...]:
    """Return the claims that nobody denied in time."""
    due = claims.c.outcome.is_(None) & (claims.c.due <= now)
    found = connection.execute(select(claims).where(due).with_for_update())
    return tuple(map(_claim, found))


def deny(connection: Connection, claim: Claim, now: datetime) -> None:
    """Note that a claim is not true."""
    _close(connection, claim, ClaimOutcome.DENIED)
    its = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(denied=now))


def note_reminded(connection: Connection, claim: Claim) -> None:
    """Note that the question about a claim was asked once more."""
    its = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(reminded=True))


def take_denied(connection: Connection) -> tuple[tuple[datetime, str, str], ...]:
    """Return the claims that were denied, oldest first; from now on they are told.

    Each is when it was denied, who made it, and of which address.
    """
    its = claims.c.denied.is_not(None)
    wanted = select(claims.c.denied, claims.c.address, claims.c.asked).where(its)
    rows = tuple(connection.execute(wanted.order_by(claims.c.denied)))
    if rows:
        connection.execute(update(claims).where(its).values(denied=None))
    return tuple((row.denied, row.address, row.asked) for row in rows)


def join(connection: Connection, claim: Claim) -> int | None:
    """Let both addresses of a claim be one person's; return whose, if they can be.

    They cannot if both are of people with places in games.
    """
    owners = (owner_of(connection, one) for one in (claim.asked, claim.address))
    known = tuple(dict.fromkeys(one.player for one in owners if one is not None))
    playing = [one for one in known if _plays(connection, one)]
    if len(playing) > 1 or not known:
        _close(connection, claim, ClaimOutcome.APART)
        return None
    player = (*playing, *known)[0]
    others = addresses.c.player.in_(known) & (addresses.c.player != player)
    theirs = {"player": player, "main": False}
    connection.execute(update(addresses).where(others).values(theirs))
    for address in (claim.asked, claim.address):
        insert_once(connection, addresses, {"address": address, **theirs})
    if claim.main:
        move_mail(connection, player, claim.main)
    _close(connection, claim, ClaimOutcome.JOINED)
    return player


def _plays(connection: Connection, player: int) -> bool:
    """Return whether a player has or had a place in any game."""
    places = (
        select(table.c.game).where(table.c.player == player)
        for table in (tables.followers, tables.entrants, tables.seats, tables.tokens)
    )
    return connection.execute(union_all(*places)).first() is not None


def _close(connection: Connection, claim: Claim, outcome: ClaimOutcome) -> None:
    its: ColumnElement[bool] = claims.c.number == claim.number
    connection.execute(update(claims).where(its).values(outcome=outcome))


def _claim(row: Row[*tuple[object, ...]]) -> Claim:
    return Claim(
        address=row.address,
        asked=row.asked,
        main=row.main,
        until=row.made + OPEN_FOR,
        due=row.due,
        outcome=row.outcome,
        about=row.about or "",
        reminded=bool(row.reminded),
        number=row.number,
    )
