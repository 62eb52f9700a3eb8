"""Loading what the decision about a letter needs: its writer, its games, its sections."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sqlalchemy import Connection

from judge.commands import Known, Place, ReplyMeant, Section, last_lines, place_for, shows_orders
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    LostMail,
    ReplyPlace,
    Trial,
    asks_for_the_past,
    games_spoken_of,
    passwords_for_new_places,
    passwords_tried,
    signs_on,
)
from judge.engine import Phase
from judge.game import (
    Game,
    LetterTimes,
    Player,
    ProofTooLate,
    is_over_by,
    proposals,
    role_now,
    turn,
)
from judge.letter import Letter, Line, Standing
from judge.notation import read_phase
from judge.passwords import hash_password, is_password
from judge.service.deadlines import stands_in
from judge.service.export import FileKey, MadeFile
from judge.service.origin import Origin, conversation_of, diary_of, texts_answered
from judge.service.parts import Judge, vocabulary
from judge.service.world import StoreWorld, has_opening
from judge.store import games, outbox, persons, upkeep

# The beginning of the subjects of the judge's mails, without `Re:`.
_SUBJECT = re.compile(r"\[(?P<game>[^\[\]]+)\] (?P<phase>\S+)(?P<over> results)?")


def after_the_answered(connection: Connection, letter: Letter, times: LetterTimes) -> LetterTimes:
    """Return the letter's times, corrected to be not before the mail that it answers.

    People's clocks may be wrong, and those of mail servers count whole seconds.
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
    """Return the judge's mail that a letter answers and that is missing in the store, or None.

    Such a mail was sent after the backup from which the store was restored. Its Message-ID proves
    that it is the judge's. If a mail server has replaced Message-IDs, a phase in the subject that
    has not come yet shows it.
    """
    letter, place = origin.letter, origin.place
    about = [place.game.lower()] if place else list(games)
    names = [outbox.marked_name(judge.key, one, about) for one in letter.references]
    marked = [one for one in names if one is not None]
    if marked:
        # The mails in a letter's References are older than the letter.
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
    """Record the games whose players are told now that mail was lost."""
    for one in decision.happenings:
        if known.lost and any(isinstance(fact, turn.MailLost) for fact in one.facts):
            told = known.lost.restored or known.now
            upkeep.note_mark(connection, upkeep.LOST_MAIL + one.after.name.lower(), told)


def _is_lacking(connection: Connection, mail: outbox.MarkedName) -> bool:
    """Return whether a mail is missing in the store that is not older than the stored ones."""
    if outbox.is_kept(connection, mail.key):
        return False
    oldest = outbox.oldest_kept(connection)
    return oldest is None or mail.made >= oldest


def _still_to_come(
    connection: Connection, letter: Letter, games: Sequence[Game]
) -> tuple[Game | None, Phase | None]:
    """Return the game and phase in the subject, if the game has not reached that phase yet.

    Results of the running phase count too, because the game has no such results yet. Some mail
    programs do not name the answered Message-ID; then `Re:` or the like shows that the letter is a
    reply.
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


# Checking a password takes a tenth of a second of CPU. Players know their passwords, even of ten
# games; a guesser is slowed down.
_MOST_WRONG = 3
# Standings of lines of the judge's own mail, between which its reader may have written.
_RETURNED = (Standing.CUT, Standing.ENCLOSED, Standing.QUOTED)


@dataclass(frozen=True, slots=True)
class Proofs:
    """Results about a letter that were computed outside of transactions."""

    #: The passwords that were checked, None before the check; `right` are the right ones.
    tried: frozenset[Trial] | None = None
    right: frozenset[Trial] = frozenset()
    #: The hashes of new passwords.
    hashes: dict[str, str] = field(default_factory=dict, repr=False)
    #: The digest of the content that the sender's domain signed, "" for no signature, None if it
    #: was not looked for.
    signed: str | None = None
    #: The files that the letter asks for.
    files: Mapping[FileKey, MadeFile] = field(default_factory=dict)


def what_is_known(
    judge: Judge, connection: Connection, origin: Origin, proofs: Proofs, times: LetterTimes
) -> tuple[tuple[Section, ...], LetterFacts]:
    """Return the sections of a letter, and the facts that its decision needs.

    The games that it may change are locked until the transaction ends.
    """
    letter, place = origin.letter, origin.place
    unknown = Player(0, letter.sender_name or letter.sender, letter.sender)
    writer = place.player if place else persons.find_player(connection, letter.sender) or unknown
    bare = place is None and origin.misdirected in (None, ProofTooLate())
    own = games.games_of(connection, writer.number) if bare and writer.number else ()
    sections, found = _read(judge, connection, origin, writer.number, own)
    is_writers = place is None or not place.is_foreign
    times = after_the_answered(connection, letter, times)
    known = LetterFacts(
        times=times,
        writer=writer,
        games=found,
        seeds=tuple(judge.seed() for _ in sections or ("",)),
        world=StoreWorld(judge, connection, writer, letter.sender, found, times.now),
        place=place,
        authentic=letter.authentic and is_writers,
        misdirected=origin.misdirected,
        sender=letter.sender.lower(),
        is_writers=is_writers,
        own_address=judge.own_address,
        deadlines=judge.deadlines,
        agreed=origin.kept.proven,
        own=own,
        variants=judge.variants.files,
        names_of_variants=judge.variants.names,
        tried=proofs.tried,
        right=proofs.right,
        hashes=proofs.hashes,
        # Decided by the From alone; the decision demands proof.
        is_keeper=bool(judge.keeper) and letter.sender.lower() == judge.keeper.lower(),
        lost=lost_mail(judge, connection, origin, found),
        judge=judge.address,
        key=judge.key,
        press_per_hour=judge.press_per_hour,
        games_per_day=judge.games_per_day,
    )
    if known.tried is not None and not known.tried.issuperset(passwords_tried(sections, known)):
        # The password of a place has changed since the check, so they are checked again.
        known = replace(known, tried=None)
    return sections, replace(known, stands_in=stands_in(connection, known))


def _read(
    judge: Judge, connection: Connection, origin: Origin, writer: int, own: tuple[str, ...]
) -> tuple[tuple[Section, ...], dict[str, Game]]:
    """Return the sections of a letter, and {name: game} of the games that it may concern.

    The meaning of a line depends on its game, so the games that the letter may enter are loaded
    first.
    """
    letter, place = origin.said, origin.place
    wanted = {*origin.opened.games, *(own if len(own) == 1 else ())}
    wanted |= {place.game} if place is not None else set()
    read = judge.variants.read
    load = partial(games.load_games, connection, variants=read, lock=True, past=games.Past.LAST)
    found = _by_name(load(wanted))
    entered = {name: place_for(game) for name, game in found.items()}
    here = _place_written_to(place, own, found)
    # The texts of the answered mails are needed if the letter quotes some of them without a mark,
    # or may answer an invitation, which has no reply address.
    brings_back = any(line.standing in _RETURNED for line in letter.lines)
    quoted = texts_answered(connection, letter) if brings_back or place is None else ""
    current = quoted != "" and place is not None
    current = current and _is_current(connection, judge, letter, found, here)
    asks_vote = place is not None and _asks_vote(connection, judge, letter, found, here)
    words, name = vocabulary(judge), letter.sender_name
    known = Known(
        words,
        name,
        here,
        entered,
        quoted,
        is_current=current,
        asks_vote=asks_vote,
        conversation=conversation_of(origin),
        are_orders=origin.kept.meant is ReplyMeant.ORDERS,
        diary=diary_of(origin),
        repeated=_repeated(
            ending_of(judge, writer, letter.lines), persons.endings_of(connection, writer)
        ),
    )
    sections = judge.reader.sections(letter, known)
    others = {*games_spoken_of(sections)} - {"", *(name.lower() for name in wanted)}
    if others:
        found |= _by_name(load(others))
    taking = signs_on(sections) and any(map(has_opening, found.values()))
    if taking or asks_for_the_past(sections):
        whole = games.with_past(connection, found.values(), read)
        return sections, _by_name(whole)
    return sections, found


def _is_current(
    connection: Connection, judge: Judge, letter: Letter, found: Mapping[str, Game], here: Place
) -> bool:
    """Return whether a letter answers a mail about the running phase, with the stored orders."""
    key = here.game.lower()
    newest = _newest_answered(judge, letter, found, here)
    if newest is None:
        return False
    text = "\n".join(outbox.texts_sent(connection, [newest.key]))
    return shows_orders(text, found[key].seat(here.power).orders, here)


def _asks_vote(
    connection: Connection, judge: Judge, letter: Letter, found: Mapping[str, Game], here: Place
) -> bool:
    """Return whether a letter answers the mail that asked the player of a power for a vote.

    The subject tells, because it names what was proposed. The clock is voted on once in a phase.
    """
    game = found.get(here.game.lower())
    motion = game.motion if game else None
    if motion is None or motion.settled:
        return False
    newest = _newest_answered(judge, letter, found, here)
    answered = outbox.sent_notice(connection, newest.key) if newest else None
    asked = proposals.ProposalMade("", motion).asked()
    return answered is not None and answered.subject.endswith(f" proposed: {asked}")


def _newest_answered(
    judge: Judge, letter: Letter, found: Mapping[str, Game], here: Place
) -> outbox.MarkedName | None:
    """Return the newest mail that the player of a power answers, if it is of the running phase."""
    key = here.game.lower()
    if not here.power:
        return None
    names = (outbox.marked_name(judge.key, one, [key]) for one in letter.references)
    newest = max(filter(None, names), key=lambda one: one.made, default=None)
    position = found[key].position
    if newest is None or position is None or newest.game != key:
        return None
    return newest if newest.phase == str(position.phase).upper() else None


def ending_of(judge: Judge, writer: int, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return digests of the last lines of a letter, by which its writer's signature is known.

    Without the judge's key nobody can try words against them.
    """
    key = hashlib.sha256(b"%d " % writer + judge.key).digest()
    texts = (line.encode("utf-8", "replace") for line in last_lines(lines))
    return tuple(hashlib.blake2b(text, key=key, digest_size=8).hexdigest() for text in texts)


def _repeated(ending: Sequence[str], endings: Iterable[Sequence[str]]) -> int:
    """Return how many of the last items of `ending` are the last of two of `endings`, too."""
    common = Counter(
        more
        for earlier in endings
        for more in range(1, min(len(earlier), len(ending)) + 1)
        if earlier[-more:] == ending[-more:]
    )
    return max((more for more, count in common.items() if count > 1), default=0)


def _by_name(found: Iterable[Game]) -> dict[str, Game]:
    return {game.name.lower(): game for game in found}


def _place_written_to(
    place: ReplyPlace | None, own: tuple[str, ...], found: Mapping[str, Game]
) -> Place:
    """Return the place for commands that name no game: that of the address, or the only game."""
    if place is not None:
        game = found[place.game.lower()]
        return place_for(game, role_now(game, place.player, place.role))
    game_of_his = found.get(own[0].lower()) if len(own) == 1 else None
    return place_for(game_of_his) if game_of_his else Place()


def tried_passwords(
    sections: Sequence[Section], known: LetterFacts, proofs: Proofs
) -> Callable[[], Proofs]:
    """Return a function that checks and hashes the letter's passwords, which takes time.

    It needs no transaction, and returns the proofs with its results. After three wrong passwords it
    counts the others as wrong.
    """
    trials = passwords_tried(sections, known)
    new = passwords_for_new_places(sections, known)

    def found() -> Proofs:
        before = proofs.tried or frozenset()
        right, wrong = set(proofs.right), 0
        for trial in trials:
            if trial in before or wrong >= _MOST_WRONG:
                continue
            if is_password(trial.password, trial.kept):
                right.add(trial)
            else:
                wrong += 1
        hashes = {one: hash_password(one) for one in new - proofs.hashes.keys()}
        return replace(
            proofs,
            tried=before.union(trials),
            right=frozenset(right),
            hashes=proofs.hashes | hashes,
        )

    return found
