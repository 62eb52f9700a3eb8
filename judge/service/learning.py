"""What a letter is decided on: its writer, its games, and all that the decision needs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from judge.commands import Known, Place, Section, place_for
from judge.conversation import (
    AddressOwner,
    Guessed,
    LetterDecision,
    LetterFacts,
    LostMail,
    ReplyPlace,
    Trial,
    asks_for_a_list,
    asks_for_reliability,
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
from judge.engine import Phase, Variant
from judge.game import (
    CreateGame,
    Game,
    LetterTimes,
    OpenPress,
    Player,
    Standing as PlayerStanding,
    is_over_by,
    open_powers,
    role_now,
    turn,
)
from judge.letter import Letter, Standing
from judge.notation import read_phase
from judge.passwords import hash_of_none, hash_password, is_password
from judge.service.export import FileKey, MadeFile
from judge.service.origin import Origin, conversation_of, diary_of, texts_answered
from judge.service.parts import Judge, vocabulary
from judge.service.rates import done_lately
from judge.service.trail import trails_wanted
from judge.store import games, outbox, persons, upkeep

# The beginning of our mails' subjects, behind any `Re:`.
_SUBJECT = re.compile(r"\[(?P<game>[^\[\]]+)\] (?P<phase>\S+)(?P<over> results)?")


def after_the_answered(connection: Connection, letter: Letter, times: LetterTimes) -> LetterTimes:
    """Return when the letter arrived and was written: not before the mail it answers.

    Clocks of persons go wrong, and those of mail servers count whole seconds.
    """
    answered = outbox.newest_sent(connection, map(outbox.key_of, letter.references))
    arrived, written = times.arrived, letter.date or times.arrived
    if answered is not None:
        arrived = max(arrived, min(answered, times.now))
        written = max(written, answered)
    return replace(times, arrived=arrived, dated=min(arrived, written))


def lost_mail(
    judge: Judge, connection: Connection, origin: Origin, games: Mapping[str, Game]
) -> LostMail | None:
    """Return the mail of ours that a letter answers and the store lacks, or None.

    It was sent after the backup from which this judge was restored. The mark in our
    Message-ID shows that. If a mail server replaced our Message-IDs, the subject shows
    it by a phase still to come.
    """
    letter, place = origin.letter, origin.place
    about = [place.game.lower()] if place else list(games)
    names = [outbox.marked_name(judge.key, one, about) for one in letter.references]
    marked = [one for one in names if one is not None]
    if marked:
        # A mail's References are older than itself.
        newest = max(marked, key=lambda one: one.made)
        game = games.get(newest.game)
        phase = read_phase(newest.phase) if _is_lacking(connection, newest) else None
    else:
        game, phase = _still_to_come(connection, letter, [games[name] for name in about])
    if game is None or phase is None:
        return None
    restored = upkeep.mark_of(connection, upkeep.RESTORED)
    told = upkeep.mark_of(connection, upkeep.LOST_MAIL + game.name.lower())
    is_told = told is not None and (restored is None or told >= restored)
    return LostMail(phase, game.name, restored, alarms=bool(marked) and not is_told)


def note_told(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Note the games whose players are told that mail was lost."""
    for one in decision.happenings:
        if known.lost and any(isinstance(fact, turn.MailLost) for fact in one.facts):
            told = known.lost.restored or known.now
            upkeep.note_mark(connection, upkeep.LOST_MAIL + one.after.name.lower(), told)


def _is_lacking(connection: Connection, mail: outbox.MarkedName) -> bool:
    """Return whether a mail is not in the store, and not because it is old."""
    if outbox.is_kept(connection, mail.key):
        return False
    oldest = outbox.oldest_kept(connection)
    return oldest is None or mail.made >= oldest


def _still_to_come(
    connection: Connection, letter: Letter, games: Sequence[Game]
) -> tuple[Game | None, Phase | None]:
    """Return the game and phase in the subject, if that game has not come so far yet.

    Results of the running phase are such a phase too. Some mail programs write no
    Message-ID of the answered mail; then `Re:` or the like in the subject shows a reply.
    """
    if any(outbox.is_kept(connection, outbox.key_of(one)) for one in letter.references):
        return None, None
    by_name = {game.name.lower(): game for game in games}
    for subject in _SUBJECT.finditer(letter.subject):
        game = by_name.get(subject["game"].lower())
        phase = read_phase(subject["phase"])
        if game is None or game.position is None or phase is None:
            continue
        is_reply = letter.references or letter.subject[: subject.start()].rstrip().endswith(":")
        running = game.position.phase
        is_to_come = not is_over_by(phase, running) and (phase != running or subject["over"])
        if is_reply and is_to_come:
            return game, phase
    return None, None


def roles_before(
    connection: Connection, sections: Sequence[Section], writer: Player, found: Mapping[str, Game]
) -> Mapping[str, tuple[str, ...]]:
    """Return the roles that `writer` has had in these games, if they sign on."""
    entering = writer.number and signs_on(sections)
    return persons.roles_had(connection, found, writer.number) if entering else {}


def press_to_all(
    connection: Connection, sections: Sequence[Section], found: Mapping[str, Game]
) -> Mapping[str, tuple[OpenPress, ...]]:
    """Return the press to all of the games in which the writer may take over a power."""
    wanted = found if signs_on(sections) else {}
    return games.open_press(connection, [key for key, game in wanted.items() if has_opening(game)])


def standing_of(
    connection: Connection, sections: Sequence[Section], writer: Player
) -> PlayerStanding:
    """Return the writer's record in all games, if they sign on or ask for it."""
    wanted = signs_on(sections) or asks_for_reliability(sections)
    if not writer.number or not wanted:
        return PlayerStanding()
    played = games.games_played(connection, writer.number)
    return PlayerStanding(played, persons.conduct_of(connection, writer.number))


def has_opening(game: Game) -> bool:
    """Return whether a running game has a power to take over."""
    return game.position is not None and bool(open_powers(game))


# Trying a password takes a tenth of a second of CPU. A player with ten games in one letter
# knows their passwords; a guesser is slowed down.
_MOST_WRONG = 3
# Standings of lines of our own mail, into which its reader may have written.
_RETURNED = (Standing.CUT, Standing.ENCLOSED)


@dataclass(frozen=True, slots=True)
class Proofs:
    """What was found out about a letter outside of any transaction."""

    #: The passwords that were tried, and those of them that were right.
    tried: frozenset[Trial] = frozenset()
    right: frozenset[Trial] = frozenset()
    #: The hashes of new passwords.
    hashes: dict[str, str] = field(default_factory=dict, repr=False)
    #: The digest of the content that the sender's domain signed, "" for none, None if no
    #: signature was looked for.
    signed: str | None = None
    #: The files that the letter asks for.
    files: Mapping[FileKey, MadeFile] = field(default_factory=dict)


def what_is_known(
    judge: Judge, connection: Connection, origin: Origin, proofs: Proofs, times: LetterTimes
) -> tuple[tuple[Section, ...], LetterFacts]:
    """Return the sections of a letter, and all facts that its decision needs.

    The games that it may change are locked until the transaction ends.
    """
    letter, place = origin.letter, origin.place
    unknown = Player(0, letter.sender_name or letter.sender, letter.sender)
    writer = place.player if place else persons.find_player(connection, letter.sender) or unknown
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
        names_taken=(
            *persons.names_but(connection, writer.number),
            *judge.variants.powers(),
            judge.name,
        )
        if named
        else (),
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
        earlier=roles_before(connection, sections, writer, found),
        standing=standing_of(connection, sections, writer),
        press=press_to_all(connection, sections, found),
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
    """Return the wrong passwords of today, if the letter has passwords to try."""
    if not hashes:
        return Guessed()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return Guessed(*persons.guesses_since(connection, hashes, letter.sender, midnight))


def _read(
    judge: Judge, connection: Connection, origin: Origin, own: tuple[str, ...]
) -> tuple[tuple[Section, ...], dict[str, Game]]:
    """Return the sections of a letter, and the games that it may concern, by name.

    The meaning of a line depends on its game, so the games that the letter may enter are
    loaded first.
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
    # The answered texts are needed only if the letter brings one back unmarked.
    brings_back = any(line.standing in _RETURNED for line in letter.lines)
    quoted = texts_answered(connection, letter) if brings_back else ""
    words, name = vocabulary(judge), letter.sender_name
    known = Known(words, name, here, entered, quoted, *answers)
    sections = judge.reader.sections(letter, known)
    others = {*games_spoken_of(sections)} - {"", *(name.lower() for name in wanted)}
    if others:
        found |= _by_name(load(others))
    taking = signs_on(sections) and any(map(has_opening, found.values()))
    if taking or asks_for_the_past(sections):
        whole = games.with_past(connection, found.values(), read)
        return sections, _by_name(whole)
    return sections, found


def _by_name(found: Iterable[Game]) -> dict[str, Game]:
    return {game.name.lower(): game for game in found}


def _place_written_to(
    place: ReplyPlace | None, own: tuple[str, ...], found: Mapping[str, Game]
) -> Place:
    """Return the place of commands that name no game: that written to, or the only game."""
    if place is not None:
        game = found[place.game.lower()]
        return place_for(game, role_now(game, place.player, place.role))
    game_of_his = found.get(own[0].lower()) if len(own) == 1 else None
    return place_for(game_of_his) if game_of_his else Place()


def all_tried(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> bool:
    """Return whether all of the letter's passwords that matter were tried and hashed."""
    new = passwords_for_new_places(sections, known)
    tried = set(passwords_tried(sections, known))
    return new <= proofs.hashes.keys() and tried <= proofs.tried


def with_trials(sections: Sequence[Section], known: LetterFacts, proofs: Proofs) -> Proofs:
    """Return the proofs with the letter's passwords tried and hashed, which takes time.

    No transaction may be open. After three wrong passwords the rest counts as wrong.
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


def _owners(connection: Connection, sections: Sequence[Section]) -> Mapping[str, AddressOwner]:
    """Return the owners of the addresses for which the letter has a password.

    The store is asked the same about an address that nobody has, so nothing tells that.
    """
    found = {}
    for claim in claims_with_password(sections):
        owner = persons.address_owner(connection, claim.address)
        came_back = persons.bounce_record(connection, claim.address) is not None
        kept = owner.password if owner else None
        none = hash_of_none(claim.address.lower())
        found[claim.address] = AddressOwner(kept or none, came_back and owner is not None)
    return found


def _compiled(judge: Judge, sections: Sequence[Section]) -> dict[str, Variant]:
    wanted = {
        section.entry.variant for section in sections if isinstance(section.entry, CreateGame)
    }
    known = wanted & set(judge.variants.names)
    return {name: judge.variants.read(name) for name in known}
