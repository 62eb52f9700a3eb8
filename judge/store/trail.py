"""The audit trail: appends entries, and reads and checks whole chains."""

from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Connection, Text, bindparam, insert, or_, select, type_coerce, update

from judge.game import ChainedEntry, Player, Trail, TrailEntry, chained, first_link
from judge.store.tables import addresses, games, players, trail

KEEPERS = ""
"""The name of the chain for actions of keepers outside games."""

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
    """Append `entries` to the chain of the game with this name, or to the chain `KEEPERS`.

    The game must be locked. If two transactions append to the keepers' chain at the same time, the
    second fails, and must be retried.
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
    """Return the whole chain of the game with this name, or the chain `KEEPERS`."""
    number = _number_of(connection, game)
    links, entries = [first_link(game.lower())], []
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
        actor = None
        if row.actor is not None:
            actor = Player(row.actor, row.name, row.address or "", row.zone)
        entries.append(ChainedEntry(row.number, entry, row.digest, row.link, actor))
        links.append(row.link)
        whole = whole and (row.text is None or entry.digest() == row.digest)
    steps = zip(pairwise(links), entries, strict=True)
    whole = whole and all(chained(a, chained_entry.digest) == b for (a, b), chained_entry in steps)
    return Trail(tuple(entries), len(entries), whole)


def erase(connection: Connection, number: int) -> bool:
    """Delete the text and salt of an entry; return whether it had a text.

    The digest stays, and the chain stays valid. Without the salt nobody can guess the text by
    trial.
    """
    with_text = trail.c.number == number, trail.c.text.is_not(None)
    erased = connection.execute(update(trail).where(*with_text).values(text=None, salt=None))
    return erased.rowcount > 0


def erase_person(connection: Connection, player: int) -> None:
    """Delete the text of each entry that a player caused, or that is about them.

    Other texts stay, even if they mention the player: a name may be any word.
    """
    about = type_coerce(trail.c.about, Text).contains(f'"{player}"')
    theirs = or_(trail.c.actor == player, about)
    connection.execute(update(trail).where(theirs).values(text=None, salt=None))


def _number_of(connection: Connection, game: str) -> int | None:
    if game == KEEPERS:
        return None
    rows = connection.execute(_NUMBER, {"key": game.lower()})
    return int(rows.scalar_one())
