"""Learning what a letter is decided on: who writes, and the games it may concern."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from judge.commands import Known, Place, Section, Vocabulary, known_names, place_for
from judge.conversation import (
    AddressOwner,
    Guessed,
    LetterFacts,
    ReplyPlace,
    Trial,
    asks_for_a_list,
    asks_for_the_past,
    asks_how_it_stands,
    claims_with_password,
    creates_a_game,
    games_spoken_of,
    gives_a_name,
    hashes_asked,
    may_register,
    passwords_for_new_places,
    passwords_tried,
    signs_on,
    speaks_of_addresses,
)
from judge.engine import Variant
from judge.game import CreateGame, Game, LetterTimes, Player, role_now
from judge.letter import Letter, Standing
from judge.passwords import hash_password, is_password
from judge.service.asking import Origin, conversation_of, diary_of, texts_answered
from judge.service.deadlines.answered import after_the_answered, lost_mail
from judge.service.export import FileKey, MadeFile
from judge.service.keeping.trail import trails_wanted
from judge.service.parts import Judge
from judge.service.rates import done_lately
from judge.service.seats import entering
from judge.store import games, persons

# Each takes a tenth of a second of the processor. Who has ten games in one letter has
# their passwords at hand; who guesses is slowed down.
_MOST_WRONG = 3
# Where a mail of ours comes back and its reader may have written into it.
_RETURNED = (Standing.CUT, Standing.ENCLOSED)


@dataclass(frozen=True, slots=True)
class Proofs:
    """What was found out about a letter, outside of any transaction.

    `right` are those of the passwords `tried` that were, `hashes` the hash of each.
    `signed` is the digest of what its sender's domain signed, "" for nothing and None
    where that was not looked for. `files` are those that the letter asks for.
    """

    tried: frozenset[Trial] = frozenset()
    right: frozenset[Trial] = frozenset()
    hashes: dict[str, str] = field(default_factory=dict, repr=False)
    signed: str | None = None
    files: Mapping[FileKey, MadeFile] = field(default_factory=dict)


def what_is_known(
    judge: Judge, connection: Connection, origin: Origin, proofs: Proofs, times: LetterTimes
) -> tuple[tuple[Section, ...], LetterFacts]:
    """Return the sections of a letter, and all that they are decided on.

    The games that it may change are locked from now on.
    """
    letter, place = origin.letter, origin.place
    writer = _writer(connection, letter) if place is None else place.player
    bare = place is None and origin.misdirected is None
    own = games.games_of(connection, writer.number) if bare and writer.number else ()
    sections, found = _read(judge, connection, origin, own)
    personal = speaks_of_addresses(sections)
    is_his = place is None or not place.is_foreign
    owners = _owners(connection, sections)
    variants = judge.variants.read
    listing = asks_for_a_list(sections)
    new = not writer.number and may_register(sections)
    named = new or gives_a_name(sections)
    known = LetterFacts(
        times=after_the_answered(connection, letter, times),
        writer=writer,
        games=found,
        seeds=tuple(judge.seed() for _ in sections or ("",)),
        next_number=persons.next_number(connection) if new else 0,
        place=place,
        authentic=letter.authentic and is_his,
        misdirected=origin.misdirected,
        sender=letter.sender.lower(),
        is_his=is_his,
        addresses=persons.addresses_of(connection, writer.number) if personal else (),
        owners=owners,
        own_address=judge.own_address,
        deadlines=judge.deadlines,
        agreed=origin.kept.proven,
        names_taken=_names_taken(judge, connection, writer) if named else (),
        games_taken=games.all_names(connection) if creates_a_game(sections) else (),
        own=own,
        listed=games.listed_games(connection, variants) if listing else (),
        variants=judge.variants.files,
        names_of_variants=judge.variants.names,
        compiled=_compiled(judge, sections),
        guessed=_guessed(
            connection, letter, hashes_asked(sections, found, writer, owners), times.now
        ),
        right=proofs.right,
        hashes=proofs.hashes,
        unreachable=persons.losing_addresses(connection)
        if asks_how_it_stands(sections)
        else frozenset(),
        earlier=entering.roles_before(connection, sections, writer, found),
        standing=entering.standing_of(connection, sections, writer),
        press=entering.press_to_all(connection, sections, found),
        trails=trails_wanted(connection, sections, found),
        # By its From alone.
        is_keeper=bool(judge.keeper) and letter.sender.lower() == judge.keeper.lower(),
        lost=lost_mail(judge, connection, origin, found),
        judge=judge.address,
        key=judge.key,
        lately=done_lately(judge, connection, sections, writer, names=found, now=times.now),
    )
    return sections, known


def _guessed(
    connection: Connection, letter: Letter, hashes: frozenset[str], now: datetime
) -> Guessed:
    """Return what was guessed in vain today, if the letter has passwords to try."""
    if not hashes:
        return Guessed()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Guessed(*persons.guesses_since(connection, hashes, letter.sender, midnight))


def _names_taken(judge: Judge, connection: Connection, writer: Player) -> tuple[str, ...]:
    """Return what nobody else may be called: as others, as powers, as the judge."""
    others = persons.names_but(connection, writer.number)
    return (*others, *judge.variants.powers(), judge.name)


def vocabulary(judge: Judge) -> Vocabulary:
    """Return the names of all powers and variants."""
    return known_names(judge.variants.powers(), judge.variants.names)


def _read(
    judge: Judge, connection: Connection, origin: Origin, own: tuple[str, ...]
) -> tuple[tuple[Section, ...], dict[str, Game]]:
    """Return the sections of a letter, and the games that it may concern by name.

    What a line means depends on the game that it stands in, so those that the letter
    may enter come first.
    """
    letter, place = origin.said, origin.place
    answers = conversation_of(origin), diary_of(origin)
    wanted = {*origin.opened.games, *(own if len(own) == 1 else ())}
    wanted |= {place.game} if place is not None else set()
    read = judge.variants.read
    load = partial(games.load_games, connection, variants=read, lock=True, past=games.Past.LAST)
    found = _by_name(load(wanted))
    entered = {name: place_for(game) for name, game in found.items()}
    here = _place_written_to(place, own, found)
    quoted = _answered(connection, letter)
    words, name = vocabulary(judge), letter.sender_name
    known = Known(words, name, here, entered, quoted, *answers)
    sections = judge.reader.sections(letter, known)
    others = {*games_spoken_of(sections)} - {"", *(name.lower() for name in wanted)}
    if others:
        found |= _by_name(load(others))
    taking = signs_on(sections) and any(map(entering.has_opening, found.values()))
    if taking or asks_for_the_past(sections):
        whole = games.with_past(connection, found.values(), read)
        return sections, _by_name(whole)
    return sections, found


def _answered(connection: Connection, letter: Letter) -> str:
    """Return what the mails said that a letter answers, if it brings one back unmarked.

    For nothing else it is needed.
    """
    if not any(line.standing in _RETURNED for line in letter.lines):
        return ""
    return texts_answered(connection, letter)


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


def all_tried(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> bool:
    """Return whether all that the letter's passwords may open was tried."""
    new = passwords_for_new_places(sections, known)
    tried = set(passwords_tried(sections, known))
    return new <= proofs.hashes.keys() and tried <= proofs.tried


def with_trials(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> Proofs:
    """Return the proofs with what is missing; this takes its time, and no lock.

    After some wrong passwords the others of the letter are taken for wrong as well.
    """
    right, wrong = set(proofs.right), len(proofs.tried) - len(proofs.right)
    tried = passwords_tried(sections, known)
    for trial in tried:
        if trial in proofs.tried or wrong >= _MOST_WRONG:
            continue
        if is_password(trial.password, trial.kept):
            right.add(trial)
        else:
            wrong += 1
    new = passwords_for_new_places(sections, known) - proofs.hashes.keys()
    return replace(
        proofs,
        tried=proofs.tried.union(tried),
        right=frozenset(right),
        hashes=proofs.hashes | {password: hash_password(password) for password in new},
    )


def _writer(connection: Connection, letter: Letter) -> Player:
    known = persons.find_player(connection, letter.sender)
    return known or Player(0, letter.sender_name or letter.sender, letter.sender)


def _owners(connection: Connection, sections: Sequence[Section]) -> Mapping[str, AddressOwner]:
    """Return who has the addresses for which the letter has a password."""
    found = {}
    for claim in claims_with_password(sections):
        owner = persons.address_owner(connection, claim.address)
        if owner is not None:
            came_back = persons.bounce_record(connection, claim.address) is not None
            found[claim.address] = AddressOwner(owner.password, came_back)
    return found


def _compiled(judge: Judge, sections: Sequence[Section]) -> dict[str, Variant]:
    wanted = {
        section.entry.variant for section in sections if isinstance(section.entry, CreateGame)
    }
    known = wanted & set(judge.variants.names)
    return {name: judge.variants.read(name) for name in known}
