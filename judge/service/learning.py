"""Learning what a letter is decided on: who writes, and the games it may concern."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import CreateGame, Section
from judge.conversation import (
    Known,
    Place,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    games_named,
    may_register,
    names_no_game,
    passwords_tried,
    passwords_written,
)
from judge.engine import Variant
from judge.game import Player
from judge.letter import Letter
from judge.mail import token_digest
from judge.passwords import hash_password, is_password
from judge.service.parts import Judge
from judge.store import games, people, post


@dataclass(frozen=True, slots=True)
class ReadLetter:
    """A letter, and the sections of commands that were read in it."""

    letter: Letter
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Proofs:
    """What was found out about the passwords of a letter, outside of any transaction.

    `right` are those of the `tried` that were, `hashes` the hash of each.
    """

    tried: frozenset[Trial] = frozenset()
    right: frozenset[Trial] = frozenset()
    hashes: dict[str, str] = field(default_factory=dict, repr=False)


def what_is_known(
    judge: Judge,
    connection: Connection,
    read: ReadLetter,
    proofs: Proofs,
    now: datetime,
) -> Known:
    """Return all that a letter is decided on; its games are locked from now on."""
    letter, sections = read.letter, read.sections
    place = _place(connection, letter)
    writer = _writer(connection, letter) if place is None else place.player
    own: tuple[str, ...] = ()
    if place is None and writer.number and names_no_game(sections):
        own = games.games_of(connection, writer.number)
    names = {*games_named(sections), *(own if len(own) == 1 else ())} - {""}
    names |= {place.game} if place is not None else set()
    variants = judge.variants.read
    past = games.Past.WHOLE if asks_for_the_past(sections) else games.Past.LAST
    found = games.load_games(connection, names, variants, lock=True, past=past)
    listing = asks_for_a_list(sections)
    new = not writer.number and may_register(sections)
    return Known(
        now=now,
        dated=_dated(connection, letter, now),
        writer=writer,
        games={game.name.lower(): game for game in found},
        seeds=tuple(judge.seed() for _ in sections or ("",)),
        next_number=people.next_number(connection) if new else 0,
        place=place,
        is_misdirected=bool(letter.token) and place is None,
        own=own,
        listed=games.listed_games(connection, variants) if listing else (),
        variants=judge.variants.files,
        names_of_variants=judge.variants.names,
        compiled=_compiled(judge, sections),
        right=proofs.right,
        hashes=proofs.hashes,
    )


def is_proven(sections: Sequence[Section], known: Known, proofs: Proofs) -> bool:
    """Return whether all that the letter's passwords may open was tried."""
    written = passwords_written(sections) <= proofs.hashes.keys()
    return written and passwords_tried(sections, known) <= proofs.tried


def proven(sections: Sequence[Section], known: Known, proofs: Proofs) -> Proofs:
    """Return the proofs with what is missing; this takes its time, and no lock."""
    tried = passwords_tried(sections, known) - proofs.tried
    right = {trial for trial in tried if is_password(trial.password, trial.kept)}
    new = passwords_written(sections) - proofs.hashes.keys()
    return Proofs(
        tried=proofs.tried | tried,
        right=proofs.right | right,
        hashes=proofs.hashes | {password: hash_password(password) for password in new},
    )


def _place(connection: Connection, letter: Letter) -> Place | None:
    if not letter.token:
        return None
    found = people.holder_of(connection, token_digest(letter.token))
    if found is None:
        return None
    player, place = found
    return Place(player, place.game, place.role)


def _writer(connection: Connection, letter: Letter) -> Player:
    known = people.find_player(connection, letter.sender)
    return known or Player(0, letter.sender_name or letter.sender, letter.sender)


def _dated(connection: Connection, letter: Letter, now: datetime) -> datetime:
    """Return when the letter was written: not yet to come, and after what it answers.

    The clocks of people go wrong.
    """
    answered = post.newest_sent(connection, map(message_key, letter.references))
    written = letter.date or now
    return min(now, max(written, answered or written))


def message_key(message_id: str) -> str:
    """Return by which name the outbox knows the mail with this Message-ID."""
    return message_id.strip("<>").rpartition("@")[0]


def _compiled(judge: Judge, sections: Sequence[Section]) -> dict[str, Variant]:
    wanted = {
        section.entry.variant
        for section in sections
        if isinstance(section.entry, CreateGame)
    }
    known = wanted & set(judge.variants.names)
    return {name: judge.variants.read(name) for name in known}
