"""The audit trail: entries behind those there are, and chains as they stand."""

from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Connection, Text, bindparam, insert, or_, select, type_coerce, update

from judge.game import ChainedEntry, Player, Trail, TrailEntry, chained, first_link
from judge.store.tables import addresses, games, players, trail

KEEPERS = ""
"""The name of the chain of what keepers do in no game."""

_NUMBER = select(games.c.number).where(games.c.key == bindparam("key"))
_ITS_NUMBER = _NUMBER.scalar_subquery()
_LAST = (
    select(trail.c.link)
    .where(trail.c.game.is_not_distinct_from(_ITS_NUMBER))
    .order_by(trail.c.number.desc())
    .limit(1)
)
_END = select(_ITS_NUMBER.label("number"), _LAST.scalar_subquery().label("link"))
_ADD = insert(trail)
_CHAIN = (
    select(trail, players.c.name, players.c.zone, addresses.c.address)
    .outerjoin(players, players.c.number == trail.c.actor)
    .outerjoin(addresses, (addresses.c.player == trail.c.actor) & addresses.c.main)
    .where(trail.c.game.is_not_distinct_from(bindparam("its_game")))
    .order_by(trail.c.number)
)


def append(connection: Connection, game: str, entries: Sequence[TrailEntry]) -> None:
    """Write `entries` behind the chain of the game of this name, or of `KEEPERS`.

    A game must be locked. Where two write to the other chain at once, the second one
    fails: its transaction is to be tried again.
    """
    end = connection.execute(_END, {"key": game.lower()}).one()
    assert end.number is not None or game == KEEPERS
    link = end.link or first_link(game.lower())
    rows = []
    for entry in entries:
        digest = entry.digest()
        follows, link = link, chained(link, digest)
        rows.append(
            {
                "game": end.number,
                "at": entry.at,
                "actor": entry.actor or None,
                "role": entry.role,
                "event": entry.event,
                "phase": entry.phase,
                "told": tuple(map(str, entry.told)),
                "about": tuple(map(str, entry.about)),
                "text": entry.text,
                "salt": entry.salt,
                "digest": digest,
                "follows": follows,
                "link": link,
            }
        )
    connection.execute(_ADD, rows)


def trail_of(connection: Connection, game: str) -> Trail:
    """Return the whole chain of the game of this name, or of `KEEPERS`."""
    number = _number_of(connection, game)
    links, found = [first_link(game.lower())], []
    whole = True
    for row in connection.execute(_CHAIN, {"its_game": number}):
        entry = TrailEntry(
            at=row.at,
            actor=row.actor,
            role=row.role,
            event=row.event,
            phase=row.phase,
            text=row.text,
            told=tuple(map(int, row.told)),
            about=tuple(map(int, row.about)),
            salt=row.salt,
        )
        by = None
        if row.actor is not None:
            by = Player(row.actor, row.name, row.address or "", row.zone)
        found.append(ChainedEntry(row.number, entry, row.digest, row.link, by))
        links.append(row.link)
        whole = whole and (row.text is None or entry.digest() == row.digest)
    steps = zip(pairwise(links), found, strict=True)
    whole = whole and all(chained(a, one.digest) == b for (a, b), one in steps)
    return Trail(tuple(found), len(found), whole)


def erase(connection: Connection, number: int) -> bool:
    """Forget the text of an entry, and return whether there was one to forget.

    Its digest stays, and the chain is as whole as before; without the salt nobody finds
    out by trying what the text was.
    """
    said = trail.c.number == number, trail.c.text.is_not(None)
    erased = connection.execute(update(trail).where(*said).values(text=None, salt=None))
    return erased.rowcount > 0


def erase_person(connection: Connection, player: int) -> None:
    """Forget the text of each entry that a player caused or that is about them.

    Other texts stay, whatever they say: a name may be any word.
    """
    about = type_coerce(trail.c.about, Text).contains(f'"{player}"')
    theirs = or_(trail.c.actor == player, about)
    connection.execute(update(trail).where(theirs).values(text=None, salt=None))


def _number_of(connection: Connection, game: str) -> int | None:
    if game == KEEPERS:
        return None
    found = connection.execute(_NUMBER, {"key": game.lower()})
    return int(found.scalar_one())
