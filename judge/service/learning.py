"""Learning what a letter is decided on: who writes, and the games it may concern."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from judge.commands import (
    CreateGame,
    Known,
    Place,
    Section,
    games_named,
    known_names,
    read_letter,
)
from judge.conversation import (
    LetterFacts,
    ReplyPlace,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    games_spoken_of,
    may_register,
    passwords_tried,
    passwords_written,
)
from judge.engine import Variant
from judge.game import Game, Player, place_for, role_now
from judge.letter import Letter, Standing
from judge.mail import token_digest
from judge.passwords import hash_password, is_password
from judge.service.parts import Judge
from judge.store import games, people, post


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
    letter: Letter,
    proofs: Proofs,
    now: datetime,
) -> tuple[tuple[Section, ...], LetterFacts]:
    """Return the sections of a letter, and all that they are decided on.

    The games that it may change are locked from now on.
    """
    place = _place(connection, letter)
    writer = _writer(connection, letter) if place is None else place.player
    asked = not letter.token and writer.number
    own = games.games_of(connection, writer.number) if asked else ()
    sections, found = _read(judge, connection, letter, place, own)
    variants = judge.variants.read
    listing = asks_for_a_list(sections)
    new = not writer.number and may_register(sections)
    known = LetterFacts(
        now=now,
        dated=_dated(connection, letter, now),
        writer=writer,
        games=found,
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
    return sections, known


def _read(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    place: ReplyPlace | None,
    own: tuple[str, ...],
) -> tuple[tuple[Section, ...], dict[str, Game]]:
    """Return the sections of a letter, and the games that it may concern by name.

    What a line means depends on the game that it stands in, so those that the letter
    may enter come first.
    """
    names = known_names(judge.variants.powers(), judge.variants.names)
    bare = Known(names, letter.sender_name, answered=_answered(connection, letter))
    wanted = {*games_named(letter.lines, bare), *(own if len(own) == 1 else ())}
    wanted |= {place.game} if place is not None else set()
    read = judge.variants.read
    load = partial(games.load_games, connection, variants=read, lock=True)
    found = _by_name(load(wanted, past=games.Past.LAST))
    entered = {name: place_for(game) for name, game in found.items()}
    here = _place_written_to(place, own, found)
    known = replace(bare, place=here, games=entered)
    sections = read_letter(letter.lines, letter.subject, known, letter.unread).sections
    spoken_of = {*games_spoken_of(sections), *wanted} - {""}
    if asks_for_the_past(sections):
        return sections, _by_name(load(spoken_of, past=games.Past.WHOLE))
    others = spoken_of - {name.lower() for name in wanted}
    if others:
        found |= _by_name(load(others, past=games.Past.LAST))
    return sections, found


def _answered(connection: Connection, letter: Letter) -> str:
    """Return what the mails said that a letter answers, if it brings one back unmarked.

    For nothing else it is needed.
    """
    if not any(line.standing is Standing.CUT for line in letter.lines):
        return ""
    keys = map(message_key, letter.references)
    return "\n".join(post.texts_sent(connection, keys))


def _by_name(found: Iterable[Game]) -> dict[str, Game]:
    return {game.name.lower(): game for game in found}


def _place_written_to(
    place: ReplyPlace | None, own: tuple[str, ...], found: Mapping[str, Game]
) -> Place:
    """Return where one writes who names no game: of one who plays but one, there."""
    if place is not None:
        game = found[place.game.lower()]
        return place_for(game, role_now(game, place.player, place.role))
    game_of_his = found.get(own[0].lower()) if len(own) == 1 else None
    return place_for(game_of_his) if game_of_his else Place()


def is_proven(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> bool:
    """Return whether all that the letter's passwords may open was tried."""
    written = passwords_written(sections) <= proofs.hashes.keys()
    return written and passwords_tried(sections, known) <= proofs.tried


def proven(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> Proofs:
    """Return the proofs with what is missing; this takes its time, and no lock."""
    tried = passwords_tried(sections, known) - proofs.tried
    right = {trial for trial in tried if is_password(trial.password, trial.kept)}
    new = passwords_written(sections) - proofs.hashes.keys()
    return Proofs(
        tried=proofs.tried | tried,
        right=proofs.right | right,
        hashes=proofs.hashes | {password: hash_password(password) for password in new},
    )


def _place(connection: Connection, letter: Letter) -> ReplyPlace | None:
    if not letter.token:
        return None
    owner = people.owner_of(connection, token_digest(letter.token))
    if owner is None:
        return None
    place = owner.place
    return ReplyPlace(owner.player, place.game, place.role, is_over=owner.is_over)


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
