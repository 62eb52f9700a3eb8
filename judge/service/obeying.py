"""Obeying one letter in the transaction that it was taken in, and answering it."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    asked_for,
    decide_letter,
    is_answered_elsewhere,
    is_silent,
)
from judge.game import ProvenBefore
from judge.letter import Bounced, Ignored, Letter
from judge.mail import read_letter
from judge.service.asking import Origin, ask, keep_deeds, origin_of, settle
from judge.service.elsewhere import told_to_foreign_sender
from judge.service.learning import (
    Proofs,
    is_proven,
    message_key,
    what_is_known,
)
from judge.service.parts import Judge, post_notices
from judge.service.telling import answers_of, news_of
from judge.service.trouble import tell_of_failure
from judge.store import KeptLetter, LetterState, claims, games, people, post

_FORGED = "a delivery report on no mail of ours"
_AUTOMATIC = "looks automatic, and nothing in it was obeyed"
_TOO_MANY = "not answered: too many answers to this address"

_Found: TypeAlias = tuple[tuple[Section, ...], LetterFacts]


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The state in which a letter is to be closed, and a word on why.

    `others` tells that by it another one waits to be answered.
    """

    state: LetterState
    note: str = ""
    others: bool = False


@dataclass(frozen=True, slots=True)
class Proved:
    """What the letter says yes or no to is done; it is obeyed after that."""


@dataclass(frozen=True, slots=True)
class Unproven:
    """Nothing was done: passwords of the letter are still to be tried or hashed."""

    sections: tuple[Section, ...]
    known: LetterFacts


def obey(
    judge: Judge,
    connection: Connection,
    kept: KeptLetter,
    proofs: Proofs,
    now: datetime,
) -> Obeyed | Proved | Unproven:
    """Return what became of a letter, all of which is in this transaction."""
    letter = read_letter(kept.raw, kept.recipient, judge.servers)
    match letter:
        case Ignored(reason):
            return Obeyed(LetterState.IGNORED, reason)
        case Bounced(message_ids=ids, permanent=True):
            ours = [_came_back(judge, connection, one, now) for one in ids]
            note = "a delivery report" if any(ours) else _FORGED
            return Obeyed(LetterState.IGNORED, note)
        case Bounced():
            return Obeyed(LetterState.IGNORED, "a report that a mail is delayed")
        case Letter():
            origin = origin_of(connection, kept, letter)
            found = what_is_known(judge, connection, origin, proofs, now)
            yes_to = origin.says_yes_to
            if yes_to is not None and yes_to.waits:
                return _proved(connection, yes_to, found)
            if origin.claim is not None and origin.claim.outcome is None:
                settle(judge, connection, origin.claim, now)
                return Proved()
            return _obey_person(judge, connection, origin, found, proofs)


def _came_back(
    judge: Judge, connection: Connection, message_id: str, now: datetime
) -> bool:
    """Return whether the mail of this name was ours, and tell that it came back."""
    notice = post.mark_bounced(connection, message_key(message_id))
    if notice is not None:
        claims.note_returned(connection, notice.to, now)
        tell_of_failure(judge, connection, notice, "it came back", now)
    return notice is not None


def _proved(
    connection: Connection, asked: post.AskedLetter, found: _Found
) -> Obeyed | Proved:
    """Let the letter be obeyed that waited for this one, before what else this says."""
    sections, known = found
    post.prove(connection, asked.number, known.now)
    if is_silent(sections):
        note = f"says whose letter {asked.number} is"
        return Obeyed(LetterState.DONE, note, others=True)
    return Proved()


def _obey_person(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    found: _Found,
    proofs: Proofs,
) -> Obeyed | Unproven:
    letter, (sections, known) = origin.letter, found
    now = known.now
    if is_silent(sections) and origin.says_yes_to is not None:
        known = replace(known, misdirected=ProvenBefore())
    if is_silent(sections) and origin.claim is not None:
        sections = ()
    if not is_proven(sections, known, proofs):
        return Unproven(sections, known)
    decision = decide_letter(sections, known)
    if letter.automatic and (decision.unproven or not decision.was_obeyed):
        return Obeyed(LetterState.IGNORED, _AUTOMATIC)
    if decision.unproven:
        commands = asked_for(sections, decision)
        if ask(judge, connection, origin, known, commands):
            return Obeyed(LetterState.WAITING, "until its sender says that it is his")
        return Obeyed(LetterState.IGNORED, _TOO_MANY)
    _keep(connection, decision, known)
    if known.is_proven and known.is_his:
        claims.note_returned(connection, known.sender, None)
    keep_deeds(judge, connection, decision.deeds, known, origin.kept.digest)
    news = [one for part in decision.happenings for one in news_of(judge, part, now)]
    answers = list(answers_of(judge, connection, letter, decision))
    foreign = told_to_foreign_sender(judge, connection, letter, decision, answers)
    post_notices(judge, connection, [*news, *answers, *foreign], now)
    wanted = sum(not is_answered_elsewhere(one) for one in decision.sections)
    return Obeyed(LetterState.DONE, "" if len(answers) == wanted else _TOO_MANY)


def _keep(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Keep what the letter brought about, of each game at once."""
    new = known.next_number
    for person in decision.registered:
        if person.number == new:
            people.add_player(connection, person)
            new = 0
        else:
            people.keep_player(connection, person)
    for game, facts in decision.facts_by_game():
        games.record(connection, game, facts, known.now)
