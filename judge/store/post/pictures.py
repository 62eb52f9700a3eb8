"""The pictures that mails wait for: each is painted once for all who are sent the same.

What is drawn and what came of it is kept for a while. A mail of which neither is there
any more waits for nothing.
"""

import hashlib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Connection, bindparam, delete, select, update

from judge.letter import Notice, Tone
from judge.store.among import Among, among
from judge.store.guards import insert_once, unclaimed
from judge.store.tables import outbox, pictures


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """What is to be painted, and the name of it."""

    name: str
    drawing: str


def _painted(*columns: Column[Any]) -> Among:
    """Return the query for these columns of the pictures of some names."""
    is_painted = pictures.c.png.is_not(None)
    return among(lambda which: select(*columns).where(which(pictures.c.name), is_painted))


_THERE = _painted(pictures.c.name)
_MADE = _painted(pictures.c.name, pictures.c.png)
_NEXT = (
    select(pictures.c.name, pictures.c.drawing)
    .where(
        pictures.c.png.is_(None), unclaimed(pictures), pictures.c.asked <= bindparam("asked_before")
    )
    .order_by(pictures.c.urgent.desc(), pictures.c.asked, pictures.c.name)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CHANGE = update(pictures).where(pictures.c.name == bindparam("its_name"))
_WAITS = outbox.c.unpainted.is_not(None)
_LET_GO = update(outbox).where(_WAITS).values(unpainted=None)
_ITS = outbox.c.unpainted == bindparam("its_name")
_TO_COME = select(pictures.c.name).where(pictures.c.png.is_(None))
_ONE_TO_COME = _TO_COME.limit(1)


def want_pictures(
    connection: Connection, notices: Iterable[Notice], now: datetime
) -> dict[str, str]:
    """Have the drawings of notices painted; return the names of those that are not yet.

    They are by the text of the drawing.
    """
    # Of two programs that want the same ones neither waits for the other in a circle.
    wanted = sorted(
        {(_name(one.drawing), one.drawing, one.tone) for one in notices if one.drawing},
        key=lambda one: one[0],
    )
    if not wanted:
        return {}
    rows = [
        {"name": name, "drawing": text, "urgent": tone is Tone.ANSWER, "asked": now}
        for name, text, tone in wanted
    ]
    new = {row["name"] for row in rows if insert_once(connection, pictures, row)}
    old = [name for name, *_ in wanted if name not in new]
    there = {row.name for row in _THERE.of(connection, old)}
    return {text: name for name, text, _ in wanted if name not in there}


def take_picture(
    connection: Connection, now: datetime, claim: timedelta, waited: timedelta = timedelta(0)
) -> WantedPicture | None:
    """Return what is to be painted next, None for nothing; commit before painting it.

    Nobody else gets it before the `claim` is over. Only what has `waited` so long is
    looked at.
    """
    asked = {"now": now, "asked_before": now - waited}
    row = connection.execute(_NEXT, asked).one_or_none()
    if row is None:
        return None
    its = {"its_name": row.name, "claimed_until": now + claim}
    connection.execute(_CHANGE, its)
    return WantedPicture(*row)


def is_any_wanted(connection: Connection) -> bool:
    """Return whether a picture is not painted yet, somebody may be at it or not."""
    return connection.execute(_ONE_TO_COME).first() is not None


def keep_picture(connection: Connection, name: str, png: bytes) -> None:
    """Keep a picture, b"" for one that cannot be had, and let its mails go."""
    connection.execute(_CHANGE, {"its_name": name, "png": png})
    connection.execute(_LET_GO.where(_ITS), {"its_name": name})


def let_go(connection: Connection) -> bool:
    """Let mails go that wait for no picture to come; return whether there were any.

    One that was made just when its picture was painted does.
    """
    idle = _LET_GO.where(outbox.c.unpainted.not_in(_TO_COME))
    return connection.execute(idle).rowcount > 0


def pictures_of(connection: Connection, drawings: Collection[str]) -> dict[str, bytes]:
    """Return the pictures of these drawings, of those that are painted and kept."""
    texts = {_name(drawing): drawing for drawing in drawings}
    return {texts[row.name]: row.png for row in _MADE.of(connection, list(texts))}


def drop_pictures(connection: Connection, before: datetime, most: int) -> int:
    """Forget some pictures that were asked for before then; return how many."""
    old = select(pictures.c.name).where(pictures.c.asked < before).limit(most)
    names = list(connection.scalars(old))
    connection.execute(delete(pictures).where(pictures.c.name.in_(names)))
    return len(names)


def _name(drawing: str) -> str:
    return hashlib.sha256(drawing.encode("utf-8", "replace")).hexdigest()
