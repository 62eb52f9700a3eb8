"""Writing down what happened in games, and by whom, in the audit trail."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import Happening, LetterFacts, asks_for_the_trail
from judge.game import TrailEntry, public_view
from judge.service.parts import Judge
from judge.store import trail


def write_down(
    judge: Judge,
    connection: Connection,
    happenings: Sequence[Happening],
    now: datetime,
) -> None:
    """Write down what happened, each fact behind those before it in its game."""
    entries: dict[str, list[TrailEntry]] = {}
    for one in happenings:
        entries.setdefault(one.after.name, []).extend(_entries(judge, one, now))
    for name, some in entries.items():
        if some:
            trail.append(connection, name, some)


def with_trails(
    connection: Connection, sections: Sequence[Section], known: LetterFacts
) -> LetterFacts:
    """Return what is known with the trails of the games, if the letter wants one."""
    if not asks_for_the_trail(sections):
        return known
    chains = {name: trail.trail_of(connection, name) for name in known.games}
    return replace(known, trails=chains)


def salt_of(judge: Judge) -> str:
    """Return what keeps a text from being guessed by its digest."""
    return f"{judge.seed():016x}{judge.seed():016x}"


def _entries(judge: Judge, happening: Happening, now: datetime) -> Iterator[TrailEntry]:
    """Yield what is written down: of each fact what its subject says to everybody.

    So no name or order stands there that is anybody's secret.
    """
    game = happening.after
    public = public_view(game)
    for fact in happening.facts:
        role = happening.role
        yield TrailEntry(
            at=now,
            actor=happening.answered or None,
            role=f"Master for {role}" if happening.for_power else role,
            event=type(fact).__name__,
            phase=str(game.position.phase) if game.position else "",
            text=judge.renderer.headline(fact, public, now),
            told=tuple(sorted({one.player.number for one in fact.readers(game)})),
            salt=salt_of(judge),
        )
