"""Obeying one letter in the transaction that it was taken in, and answering it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TypeAlias

from sqlalchemy import Connection

from judge.commands import Consent, Section, beside_answer, weighed_answer
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    asked_for,
    asks_to_stop,
    decide_letter,
    is_answered_elsewhere,
    without_secrets,
    wrong_guesses,
)
from judge.game import DataShown, GameExported, LetterTimes, MailedEnough, MailStopped, Refused
from judge.letter import Bounced, Ignored, Letter, Overlong, mailbox_of
from judge.mail import Unshown, bare_address, copy_of, head_without_keys, is_postmaster, is_probe
from judge.reader import Opened
from judge.render import Answer, LetterUnread
from judge.service.aside import tell_sender
from judge.service.asking import (
    Origin,
    ask,
    ask_meaning,
    hear_answer,
    is_confirmed,
    is_from_holder,
    is_meaning_asked,
    is_reply_to_press,
    keep_deeds,
    may_be_signed,
    origin_of,
    persons_of,
    settle_meaning,
    unshown,
)
from judge.service.deadlines.answered import note_told
from judge.service.deadlines.resent import release, stands_in
from judge.service.elsewhere import told_to_foreign_sender
from judge.service.export import FileKey, MadeFile, key_of
from judge.service.keeping.keeper import administered
from judge.service.keeping.trail import write_down
from judge.service.learning import Proofs, all_tried, vocabulary, what_is_known
from judge.service.outgoing import came_back
from judge.service.parts import Judge, post_notices
from judge.service.rates import is_used_up
from judge.service.telling import answers_of, files_wanted, news_of
from judge.service.trouble import count_guesses, tell_of_letter, tell_of_mail
from judge.store import (
    KeptLetter,
    LetterState,
    games,
    inbox,
    keeper,
    outbox,
    persons,
    questions,
    record,
)

_FORGED = "a delivery report on no mail of ours"
_AUTOMATIC = "looks automatic, and nothing in it was obeyed"
_PROBE = "came in, as `judge check` wanted to know"
_BLOCKED = "from an address that the keeper has blocked"
_NOBODY = "it names no sender, and comes to no place that there is"
_STOPPED = "wants no mail that others have sent there"
_TOO_MANY = "not answered: too many answers to this address"
_Found: TypeAlias = tuple[tuple[Section, ...], LetterFacts]
_Files: TypeAlias = Mapping[FileKey, MadeFile]


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The state in which a letter is to be closed, and a word on why.

    What was read of it is kept as `letter`, which holds no secret.
    `others` tells that by it another one waits to be answered.
    """

    state: LetterState
    note: str = ""
    letter: Letter | None = None
    others: bool = False


@dataclass(frozen=True, slots=True)
class Proved:
    """What the letter says yes or no to is done; it is obeyed after that."""


@dataclass(frozen=True, slots=True)
class Untried:
    """Nothing was done: passwords of the letter are still to be tried or hashed."""

    sections: tuple[Section, ...]
    known: LetterFacts


@dataclass(frozen=True, slots=True)
class Unlooked:
    """Nothing was done: whether the letter is signed is still to be looked for."""

    unshown: Unshown


@dataclass(frozen=True, slots=True)
class Unmade:
    """Nothing was done: files that the letter asks for are still to be made."""

    events: tuple[DataShown | GameExported, ...]


def obey(
    judge: Judge, connection: Connection, kept: KeptLetter, proofs: Proofs, now: datetime
) -> Obeyed | Proved | Untried | Unlooked | Unmade:
    """Return what became of a letter, all of which is in this transaction.

    Raises UnreadError where the letter cannot be read.
    """
    match _read(judge, kept):
        case Ignored(reason):
            return Obeyed(LetterState.IGNORED, reason)
        case Overlong(reason):
            tell_sender(judge, connection, kept, LetterUnread(reason), now)
            return Obeyed(LetterState.IGNORED, str(reason))
        case Bounced(message_ids=ids, permanent=True):
            ours = [came_back(judge, connection, outbox.key_of(one), now) for one in ids]
            note = "a delivery report" if any(ours) else _FORGED
            return Obeyed(LetterState.IGNORED, note)
        case Bounced():
            return Obeyed(LetterState.IGNORED, "a report that a mail is delayed")
        case Opened(letter) if keeper.is_blocked(connection, letter.sender):
            return Obeyed(LetterState.IGNORED, _BLOCKED)
        case Opened(letter) if is_postmaster(kept.recipient):
            told = tell_of_mail(judge, connection, kept, letter, now)
            state = LetterState.DONE if told else LetterState.SET_ASIDE
            return Obeyed(state, "written to the postmaster", letter)
        case Opened() as opened:
            arrived = min(kept.arrived, now)
            times = LetterTimes(now, arrived, dated=arrived)
            origin = origin_of(connection, kept, opened, proofs.signed)
            sections, known = what_is_known(judge, connection, origin, proofs, times)
            if is_confirmed(origin, sections):
                origin = replace(origin, confirmed=True)
                sections, known = what_is_known(judge, connection, origin, proofs, times)
            persons = persons_of(judge, connection, sections, known)
            waited = stands_in(connection, known)
            known = replace(known, stands_in=waited, persons=persons)
            return _followed(judge, connection, origin, (sections, known), proofs)


def _read(judge: Judge, kept: KeptLetter) -> Opened | Ignored | Overlong | Bounced:
    if is_probe(kept.recipient):
        return Ignored(_PROBE)
    return judge.reader.mail(kept.raw, kept.recipient, vocabulary(judge), judge.servers)


def _followed(
    judge: Judge, connection: Connection, origin: Origin, found: _Found, proofs: Proofs
) -> Obeyed | Proved | Untried | Unlooked | Unmade:
    """Return what came of a person's letter; one of nobody, to no place, is ignored."""
    if not origin.letter.sender and found[1].place is None:
        return Obeyed(LetterState.IGNORED, _NOBODY)
    if _stops(judge, connection, origin.letter, found[1]):
        return Obeyed(LetterState.DONE, _STOPPED, without_secrets(origin.letter, found[0]))
    heard = _heard(judge, connection, origin, found)
    return heard or _obey_person(judge, connection, origin, found, proofs)


def _stops(judge: Judge, connection: Connection, letter: Letter, known: LetterFacts) -> bool:
    """Return whether a letter of somebody unknown says STOP, and is nothing but that.

    One to the address of a question is its answer besides. A letter that says something
    else ends a stop, if it proves its sender.
    """
    if known.writer.number or letter.automatic:
        return False
    mailbox = mailbox_of(letter.sender)
    if not asks_to_stop(letter):
        if known.is_proven:
            outbox.go_on(connection, mailbox)
        return False
    outbox.stop(connection, mailbox, known.now)
    if letter.token is not None:
        return False
    if known.is_proven:
        stopped = (MailStopped(letter.sender),)
        answer = Answer(known.writer, "", None, stopped, letter, known.now)
        post_notices(judge, connection, [judge.renderer.answer(answer)], known.now)
    return True


def _heard(
    judge: Judge, connection: Connection, origin: Origin, found: _Found
) -> Obeyed | Proved | None:
    """Do what waited for this letter, if anything did; the letter comes after that."""
    sections, known = found
    bare = partial(without_secrets, origin.letter, sections)
    if origin.settles is not None:
        note = settle_meaning(connection, origin)
        return Obeyed(LetterState.DONE, note, bare(), others=True)
    if origin.answer is None or origin.asked is None:
        return None
    said = weighed_answer(origin.answer, sections)
    silent = not beside_answer(sections, origin.said.lines)
    if said is Consent.MACHINE:
        # What a program writes to the address of a place may be commands all the same.
        ignored = silent or origin.place is None
        return Obeyed(LetterState.IGNORED, _AUTOMATIC, bare()) if ignored else None
    confirms = isinstance(origin.asked, questions.Confirmation)
    # A reply to a question about a command may be one like any other for its place.
    is_other = confirms and said is Consent.NEITHER and not silent
    if origin.closed is not None or is_other:
        return None
    note = hear_answer(judge, connection, origin, said, known)
    if silent and not (confirms and said is Consent.YES):
        return Obeyed(LetterState.DONE, note, bare(), others=True)
    # Another letter that waited comes before the rest of this one.
    return Proved() if said is Consent.YES and not confirms else None


def close(connection: Connection, kept: KeptLetter, obeyed: Obeyed) -> None:
    """Note what became of a letter, and keep no secret of it any longer.

    One that waits is to be read again.
    """
    if obeyed.state is LetterState.WAITING:
        return
    read = obeyed.letter
    raw = copy_of(read) if read else head_without_keys(kept.raw, kept.recipient)
    copy = inbox.Copy(raw, bare_address(kept.recipient))
    inbox.close_letter(connection, kept.number, obeyed.state, obeyed.note, copy)


def _obey_person(
    judge: Judge, connection: Connection, origin: Origin, found: _Found, proofs: Proofs
) -> Obeyed | Untried | Unlooked | Unmade:
    sections, known = found
    if origin.asked is not None:
        sections = beside_answer(sections, origin.said.lines)
        if not sections:
            known = replace(known, misdirected=origin.closed)
    if not all_tried(sections, known, proofs):
        return Untried(sections, known)
    decision = decide_letter(sections, known)
    # A letter that proves its sender is answered however many that do not came before.
    wants_proof = decision.unproven or (
        not known.is_proven and is_used_up(connection, origin.letter.sender, known.now)
    )
    if wants_proof and proofs.signed is None and may_be_signed(judge, origin):
        return Unlooked(unshown(judge, origin))
    wanted = () if decision.unproven else files_wanted(decision)
    if any(key_of(one) not in proofs.files for one in wanted):
        return Unmade(wanted)
    return _followed_up(judge, connection, origin, (sections, known), decision, proofs.files)


def _followed_up(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    found: _Found,
    decision: LetterDecision,
    files: _Files,
) -> Obeyed:
    """Do what was decided of a letter, or ask whose it is."""
    letter, (sections, known) = origin.letter, found
    now, bare = known.now, partial(without_secrets, letter, sections)
    if is_from_holder(letter, known):
        persons.forget_bounces(connection, letter.sender, known.writer.number)
    # Whatever a program answers to press would be press.
    says_nothing = not decision.was_obeyed or is_reply_to_press(known)
    if letter.automatic and (decision.unproven or says_nothing):
        return Obeyed(LetterState.IGNORED, _AUTOMATIC, bare())
    wrong = wrong_guesses(sections, known)
    count_guesses(judge, connection, letter, wrong, known)
    if decision.unproven:
        if ask(judge, connection, origin, known, asked_for(sections, decision)):
            if known.is_asked_back:
                told = told_to_foreign_sender(judge, connection, letter, decision, ())
                post_notices(judge, connection, [*told], now)
            return Obeyed(LetterState.WAITING, "until its sender says that it is his")
        if known.is_asked_back:
            why = Refused("REPLY", MailedEnough(""))
            told = told_to_foreign_sender(judge, connection, letter, decision, (), why)
            post_notices(judge, connection, [*told], now)
        return Obeyed(LetterState.IGNORED, _TOO_MANY, bare())
    return _done(judge, connection, origin, found, decision, files)


def _done(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    found: _Found,
    decision: LetterDecision,
    files: _Files,
) -> Obeyed:
    """Keep and tell what was decided of a letter, or ask what it was meant as."""
    letter, (sections, known) = origin.letter, found
    if is_meaning_asked(decision):
        answers = list(answers_of(judge, connection, origin.kept, letter, decision, files))
        answers = ask_meaning(judge, connection, origin, answers)
        post_notices(judge, connection, answers, known.now)
        return Obeyed(LetterState.WAITING, "until its sender says what it is")
    _keep(connection, decision, known)
    note_told(connection, decision, known)
    decision = administered(judge, connection, decision, known.now)
    write_down(judge, connection, decision.happenings, known.now)
    tell_of_letter(judge, connection, letter, decision)
    keep_deeds(judge, connection, decision.deeds, known, origin.kept.digest)
    answers = list(answers_of(judge, connection, origin.kept, letter, decision, files))
    causer = mailbox_of(known.writer.address)
    news = news_of(judge, connection, decision.happenings, known.now, causer)
    foreign = told_to_foreign_sender(judge, connection, letter, decision, answers)
    post_notices(judge, connection, [*news, *answers, *foreign], known.now)
    wanted = sum(not is_answered_elsewhere(one) for one in decision.sections)
    note = "" if len(answers) >= wanted else _TOO_MANY
    return Obeyed(LetterState.DONE, note, without_secrets(letter, sections))


def _keep(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Keep what the letter brought about, of each game at once."""
    new = known.next_number
    for person in decision.registered:
        if person.number == new:
            persons.add_player(connection, person)
            new = 0
        else:
            persons.keep_player(connection, person)
            games.wake_games_of(connection, person.number, known.now)
    for game, facts in decision.facts_by_game():
        record.record(connection, game, facts, known.now)
    release(connection, decision, known)
