"""Obeying one letter in the transaction that it was taken in, and answering it."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    decide_letter,
    is_answered_elsewhere,
    without_secrets,
)
from judge.letter import Bounced, Ignored, Letter
from judge.mail import bare_address, copy_of, head_without_keys, read_letter
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
from judge.store import KeptLetter, LetterState, games, people, post

_FORGED = "a delivery report on no mail of ours"
_AUTOMATIC = "looks automatic, and nothing in it was obeyed"
_NOBODY = "it names no sender, and comes to no place that there is"
_TOO_MANY = "not answered: too many answers to this address"


@dataclass(frozen=True, slots=True)
class Obeyed:
    """The state in which a letter is to be closed, and a word on why.

    What was read of it is kept as `letter`, which holds no secret.
    """

    state: LetterState
    note: str = ""
    letter: Letter | None = None


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
) -> Obeyed | Unproven:
    """Return what became of a letter, all of which is in this transaction."""
    letter = read_letter(kept.raw, kept.recipient)
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
            return _obey_person(judge, connection, letter, proofs, now)


def close(connection: Connection, kept: KeptLetter, obeyed: Obeyed) -> None:
    """Note what became of a letter, and keep no secret of it any longer."""
    read = obeyed.letter
    raw = copy_of(read) if read else head_without_keys(kept.raw, kept.recipient)
    copy = post.Copy(raw, bare_address(kept.recipient))
    post.close_letter(connection, kept.number, obeyed.state, obeyed.note, copy)


def _came_back(
    judge: Judge, connection: Connection, message_id: str, now: datetime
) -> bool:
    """Return whether the mail of this name was ours, and tell that it came back."""
    notice = post.mark_bounced(connection, message_key(message_id))
    if notice is not None:
        tell_of_failure(judge, connection, notice, "it came back", now)
    return notice is not None


def _obey_person(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    proofs: Proofs,
    now: datetime,
) -> Obeyed | Unproven:
    sections, known = what_is_known(judge, connection, letter, proofs, now)
    if not letter.sender and known.place is None:
        return Obeyed(LetterState.IGNORED, _NOBODY)
    if not is_proven(sections, known, proofs):
        return Unproven(sections, known)
    decision = decide_letter(sections, known)
    bare = without_secrets(letter, sections)
    if letter.automatic and not decision.was_obeyed:
        return Obeyed(LetterState.IGNORED, _AUTOMATIC, bare)
    _keep(connection, decision, known)
    news = [one for part in decision.happenings for one in news_of(judge, part, now)]
    answers = list(answers_of(judge, connection, letter, decision))
    foreign = told_to_foreign_sender(judge, connection, letter, decision, answers)
    post_notices(judge, connection, [*news, *answers, *foreign], now)
    wanted = sum(not is_answered_elsewhere(one) for one in decision.sections)
    note = "" if len(answers) == wanted else _TOO_MANY
    return Obeyed(LetterState.DONE, note, bare)


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
