"""Recording in the audit trail what happened in games, and who did it."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from msgspec import structs
from sqlalchemy import Connection

from judge.conversation import Happening
from judge.game import (
    DiaryNote,
    Entrant,
    Fact,
    Follower,
    HeldPress,
    Player,
    Seat,
    TrailEntry,
    public_view,
)
from judge.service.parts import Judge
from judge.store import trail

KEEPER = "Keeper"
"""The role of the person who runs the judge."""


def write_down(
    judge: Judge, connection: Connection, happenings: Sequence[Happening], now: datetime
) -> None:
    """Append an entry for each fact to the trail of its game."""
    entries: dict[str, list[TrailEntry]] = {}
    for one in happenings:
        entries.setdefault(one.after.name, []).extend(_entries(judge, one, now))
    for name, some in entries.items():
        if some:
            trail.append(connection, name, some)


def salt_of(judge: Judge) -> str:
    """Return a random salt, without which a text could be guessed by its digest."""
    return f"{judge.seed():016x}{judge.seed():016x}"


def _entries(judge: Judge, happening: Happening, now: datetime) -> Iterator[TrailEntry]:
    """Yield an entry for each fact; its text is the fact's mail subject, as everybody may see it.

    So an entry has no secret name or order. If a vote brought facts about, they name no actor,
    because the actor may have cast the last vote. Press records no readers, because the minute of
    the entry would show who wrote an unsigned message.
    """
    game, role = happening.after, happening.role
    public = public_view(game)
    voted = any(fact.secret_vote for fact in happening.facts)
    for fact in happening.facts:
        named = fact.secret_vote or not voted
        done_as = f"Master for {role}" if happening.for_power else role
        told = () if fact.for_its_writer else fact.readers(game)
        yield TrailEntry(
            at=now,
            actor=(happening.answered or None) if named else None,
            role=done_as if named else "",
            event=type(fact).__name__,
            phase=str(game.position.phase) if game.position else "",
            text=judge.renderer.headline(fact, public, now),
            told=tuple(sorted({one.player.number for one in told})),
            about=tuple(sorted(_persons_in(fact))),
            salt=salt_of(judge),
        )


def _persons_in(fact: Fact) -> set[int]:
    """Return the numbers of the people in single fields of `fact`.

    People in lists, such as the seats that a start deals, are left out.
    """
    found = set()
    for field in structs.fields(fact):
        match getattr(fact, field.name):
            case Player() as person:
                found.add(person.number)
            case Entrant(player=person) | Follower(player=person):
                found.add(person.number)
            case Seat(player=Player() as person):
                found.add(person.number)
            case HeldPress(author=person) | DiaryNote(author=person):
                found.add(person.number)
            case _:
                pass
    return {number for number in found if number > 0}
