"""Storing the mail that comes in, and answering it letter by letter.

`answer_next_letter` answers a letter in one transaction. The decision may need a result that takes
long: checked passwords, a signature, a file. Then the transaction ends, the result is computed, and
the letter is decided again.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial

from sqlalchemy import Connection

from judge.child import AbsentError, LostError, StoppedError, described
from judge.commands import Consent, Section, beside_answer, weighed_answer
from judge.conversation import (
    LetterDecision,
    LetterFacts,
    PersonForgotten,
    UntriedError,
    asked_for,
    asks_to_stop,
    decide_letter,
    wants_answer,
    without_secrets,
    wrong_guesses,
)
from judge.game import (
    AnsweredElsewhere,
    LetterTimes,
    MailedEnough,
    MailStopped,
    Refused,
    filing,
    inspection,
    profiles,
)
from judge.letter import (
    Bounced,
    Delivery,
    Ignored,
    Letter,
    Overlong,
    Tone,
    bare_address,
    mailbox_of,
)
from judge.mail import Unshown, copy_of, head_of, head_without_keys, is_postmaster, is_probe
from judge.reader import Opened, ReaderGoneError, ReaderSlowError, TooMuchError, UnreadError
from judge.render import Answer, LetterSetAside, LetterUnread
from judge.service.asking import (
    ask,
    ask_meaning,
    hear_answer,
    is_meaning_asked,
    is_reply_to_press,
    keep_deeds,
    settle_meaning,
)
from judge.service.deadlines import awaits, certain_games, release
from judge.service.export import FileKey, MadeFile, key_of, made_files
from judge.service.keeper import administered
from judge.service.learning import Proofs, ending_of, note_told, tried_passwords, what_is_known
from judge.service.mail_out import came_back
from judge.service.origin import (
    Origin,
    is_from_holder,
    may_be_signed,
    origin_of,
    reply_place,
    unshown,
    with_answer_weighed,
)
from judge.service.parts import SLACK, Judge, post_notices, vocabulary
from judge.service.rates import answer_within_rates, is_used_up
from judge.service.signs import WrongClockError, clock_is_right
from judge.service.telling import answers_of, files_wanted, news_of, told_to_foreign_sender
from judge.service.trail import write_down
from judge.service.trouble import count_guesses, tell_keeper, tell_of_letter, tell_of_mail
from judge.store import (
    STORE_ERRORS,
    KeptLetter,
    LetterState,
    games,
    inbox,
    is_trouble_of_the_store,
    keeper,
    outbox,
    persons,
    questions,
    record,
    store_trouble,
)

log = logging.getLogger(__name__)

# Every third attempt at a letter that may have crashed the program runs in a process of its own.
# That takes seconds, and after a crash we do not know whether the letter caused it.
_ALONE_EVERY = 3

# People write with a telephone and with a computer, each with a signature of its own.
_ENDINGS_KEPT = 4

# Notes with which letters are closed, for the keeper and the log.
_FORGED = "a delivery report on no mail of ours"
_AUTOMATIC = "looks automatic, and nothing in it was obeyed"
_PROBE = "came in, as `judge check` wanted to know"
_BLOCKED = "from an address that the keeper has blocked"
_NOBODY = "it names no sender, and comes to no place that there is"
_STOPPED = "wants no mail that others have sent there"
_TOO_MANY = "not answered: too many answers to this address"


@dataclass(slots=True)
class _Attempt:
    """The state of one attempt to answer a letter, over several transactions."""

    #: The letter's number, None before it is known.
    number: int | None = None
    #: Whether the store has counted this attempt.
    counted: bool = False
    #: Whether the attempt runs in a process of its own.
    alone: bool = False
    #: Whether there may be pictures to paint afterwards.
    to_paint: bool = True
    #: Results about the letter that were computed outside of transactions.
    proofs: Proofs = field(default_factory=Proofs)


@dataclass(frozen=True, slots=True)
class _Closing:
    """How a letter is closed: its state, and a note with the reason.

    `letter` is the read part of the letter, without secrets, which stays stored. `others` is true
    if the letter has made another letter ready to be answered. If it `forgets` its writer, nothing
    of it stays stored.
    """

    state: LetterState
    note: str = ""
    letter: Letter | None = None
    others: bool = False
    forgets: bool = False


@dataclass(frozen=True, slots=True)
class _Again:
    """The letter will be obeyed later; its YES made another letter ready, which comes first."""


@dataclass(frozen=True, slots=True)
class _Missing:
    """The decision needs more results; `find` returns them, and needs no open transaction."""

    find: Callable[[], Proofs]


def keep_mail(judge: Judge, mail: Delivery, now: datetime) -> None:
    """Store a mail. After this, the judge may acknowledge it to its sender's server.

    A mail that is delivered twice is stored once. After an error of the store, or WrongClockError,
    it is not stored, and the other server must try again.
    """
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            raise WrongClockError
        new = inbox.keep_letter(connection, mail, received=now)
    told = "letter kept" if new else "letter came again"
    log.info(told, extra={"from": mail.sender, "bytes": len(mail.raw)})


def answer_next_letter(
    judge: Judge, now: datetime, paint: Callable[[], None] = lambda: None
) -> bool:
    """Answer the oldest unanswered letter; return whether another one waits.

    Afterwards `paint` is called if there may be pictures to paint. With a wrong clock nothing is
    answered. All changes by a letter, and its mails, are one transaction. A letter that crashes the
    judge is set aside for the keeper, and the next one is answered. A letter from before the start
    of this program may have killed the program before; it is set aside only if it also kills a
    process of its own.
    """
    attempt = _Attempt()
    others = _answer(judge, attempt, now)
    if attempt.to_paint:
        paint()
    return others


def answer_alone(judge: Judge, number: int, now: datetime) -> None:
    """Answer one letter in this process, which does nothing else and may die of it."""
    _answer(judge, _Attempt(number, counted=True, alone=True), now)


def _answer(judge: Judge, attempt: _Attempt, now: datetime) -> bool:
    """Answer a letter, and handle all errors of the attempt; return whether another one waits."""
    try:
        return _answered(judge, attempt, now)
    except ReaderSlowError:
        # The next letters are read. This one is tried again, at last in a process of its own with
        # more time.
        log.warning("letter not read in time", extra={"letter": attempt.number})
        _count_failure(judge, attempt, now)
        return True
    except (ReaderGoneError, AbsentError):
        raise
    except Exception as error:
        if attempt.number is None:
            raise
        of_the_store = isinstance(error, STORE_ERRORS)
        if of_the_store and not (attempt.alone and not is_trouble_of_the_store(error)):
            # The error is not the letter's fault, so the letter stays and is tried again.
            known = store_trouble(error, judge.store.url)
            fields: dict[str, object] = {"letter": attempt.number}
            if known:
                fields |= {"trouble": known.name, "cause": str(known)}
            log.warning("letter cannot be answered now", extra=fields)
            _count_failure(judge, attempt, now)
            return False
        with judge.store.begin() as connection:
            set_aside(judge, connection, attempt.number, error, now)
        return True


def _count_failure(judge: Judge, attempt: _Attempt, now: datetime) -> None:
    if attempt.number is not None and not attempt.counted:
        with judge.store.begin() as connection:
            inbox.count_attempt(connection, attempt.number, now)


def _answered(judge: Judge, attempt: _Attempt, now: datetime) -> bool:
    """Answer a letter, in one transaction for each missing result and a last one.

    Returns whether another letter waits.
    """
    while True:
        with judge.store.begin() as connection:
            if not clock_is_right(judge, connection, now):
                return False
            kept = (
                inbox.take_letter(connection, now)
                if attempt.number is None
                else inbox.hold_letter(connection, attempt.number)
            )
            if kept is None:
                # If another worker was faster, there may be more letters.
                return attempt.number is not None
            attempt.number = kept.number
            may_kill = kept.attempts or kept.received < judge.started
            is_suspect = bool(may_kill) and not attempt.counted
            if not is_suspect:
                # The letter may have arrived after the clock was read. A letter from far in the
                # future was stored with a wrong clock.
                is_near = kept.received <= now + SLACK
                turn = max(now, kept.received) if is_near else now
                outcome = _obey(judge, connection, kept, attempt.proofs, turn)
                if isinstance(outcome, _Closing):
                    _close(connection, kept, outcome)
                    attempt.to_paint = outbox.is_any_wanted(connection)
        if is_suspect:
            # The attempt is counted first: if the letter kills this program too, the next program
            # knows.
            attempt.counted = True
            with judge.store.begin() as connection:
                inbox.count_attempt(connection, kept.number, now)
            if (kept.attempts + 1) % _ALONE_EVERY == 0:
                judge.alone(kept.number, now)
                return True
            continue
        match outcome:
            case _Closing(state=state, note=note):
                told = {"letter": kept.number, "from": kept.sender}
                log.info("letter %s", state.value, extra=told | ({"note": note} if note else {}))
                return kept.others or outcome.others
            case _Again():
                return True
            case _Missing(find):
                attempt.proofs = find()


def _obey(
    judge: Judge, connection: Connection, kept: KeptLetter, proofs: Proofs, now: datetime
) -> _Closing | _Again | _Missing:
    """Classify a mail, and obey a person's letter, in the transaction that locked it.

    Raises UnreadError if the letter cannot be read.
    """
    if is_probe(kept.recipient):
        return _Closing(LetterState.IGNORED, _PROBE)
    match judge.reader.mail(kept.raw, kept.recipient, vocabulary(judge), judge.servers):
        case Ignored(reason):
            return _Closing(LetterState.IGNORED, reason)
        case Overlong(reason):
            tell_sender(judge, connection, kept, LetterUnread(reason), now)
            return _Closing(LetterState.IGNORED, str(reason))
        case Bounced(message_ids=ids, permanent=True):
            ours = [came_back(judge, connection, outbox.key_of(one), now) for one in ids]
            note = "a delivery report" if any(ours) else _FORGED
            return _Closing(LetterState.IGNORED, note)
        case Bounced():
            return _Closing(LetterState.IGNORED, "a report that a mail is delayed")
        case Opened(letter) if keeper.is_blocked(connection, letter.sender):
            return _Closing(LetterState.IGNORED, _BLOCKED)
        case Opened(letter) if is_postmaster(kept.recipient):
            told = tell_of_mail(judge, connection, kept, letter, now)
            state = LetterState.DONE if told else LetterState.SET_ASIDE
            return _Closing(state, "written to the postmaster", letter)
        case Opened() as opened:
            arrived = min(kept.arrived, now)
            times = LetterTimes(now, arrived, dated=arrived)
            origin = origin_of(judge, connection, kept, opened, proofs.signed)
            sections, known = what_is_known(judge, connection, origin, proofs, times)
            origin = with_answer_weighed(origin, sections, known)
            if origin.confirmed:
                sections, known = what_is_known(judge, connection, origin, proofs, times)
            return _obey_person(judge, connection, origin, sections, known, proofs=proofs)


def _obey_person(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    sections: tuple[Section, ...],
    known: LetterFacts,
    *,
    proofs: Proofs,
) -> _Closing | _Again | _Missing:
    """Decide a person's letter, and carry the decision out unless results are missing for it."""
    letter, now = origin.letter, known.now
    if not letter.sender and known.place is None:
        return _Closing(LetterState.IGNORED, _NOBODY)
    if _stops(judge, connection, letter, known):
        return _Closing(LetterState.DONE, _STOPPED, without_secrets(letter, sections))
    heard = _hear(judge, connection, origin, sections, known)
    if heard is not None:
        return heard
    if origin.asked is not None:
        sections = beside_answer(sections, origin.said.lines)
        # The lines that an unclear yes may mean are named beside whatever else the letter says.
        if not sections or isinstance(origin.closed, filing.YesUnsure):
            known = replace(known, misdirected=origin.closed)
    try:
        decision = decide_letter(sections, known)
    except UntriedError:
        return _Missing(tried_passwords(sections, known, proofs))
    # A letter that proves its sender is answered, even after too many unproven ones; so a signature
    # is looked for.
    wants_proof = (
        decision.unproven
        or origin.lacks_proof
        or (not known.is_proven and is_used_up(connection, letter.sender, now))
    )
    if wants_proof and proofs.signed is None and may_be_signed(judge, origin):
        return _Missing(partial(_with_signature, judge, unshown(judge, origin), proofs, now))
    wanted = () if decision.unproven else files_wanted(decision)
    if any(key_of(one) not in proofs.files for one in wanted):
        return _Missing(partial(_with_files, judge, wanted, proofs, now))
    if is_from_holder(letter, known):
        persons.forget_bounces(connection, letter.sender, known.writer.number)
    # An automatic answer to press would be sent on as press.
    says_nothing = not decision.was_obeyed or is_reply_to_press(known)
    if letter.automatic and (decision.unproven or says_nothing):
        return _Closing(LetterState.IGNORED, _AUTOMATIC, without_secrets(letter, sections))
    count_guesses(judge, connection, letter, wrong_guesses(sections, known), known)
    if decision.unproven:
        return _ask_sender(judge, connection, origin, sections, known, decision=decision)
    return _carry_out(
        judge, connection, origin, sections, known, decision=decision, files=proofs.files
    )


def _with_signature(judge: Judge, mail: Unshown, proofs: Proofs, now: datetime) -> Proofs:
    assert judge.signed is not None
    return replace(proofs, signed=judge.signed(mail, now))


def _with_files(
    judge: Judge,
    wanted: Sequence[profiles.DataShown | inspection.GameExported],
    proofs: Proofs,
    now: datetime,
) -> Proofs:
    return replace(proofs, files=made_files(judge, wanted, now))


def _stops(judge: Judge, connection: Connection, letter: Letter, known: LetterFacts) -> bool:
    """Obey STOP from a stranger; return whether the letter says nothing else.

    They get no more mail that other people cause. A letter to the address of a question is also its
    answer. Any other letter that proves its sender ends the stop.
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


def _hear(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    sections: tuple[Section, ...],
    known: LetterFacts,
) -> _Closing | _Again | None:
    """Carry out a letter's answer to a question; None if its commands are to be obeyed now."""
    letter = origin.letter
    if origin.settles is not None:
        note = settle_meaning(connection, origin)
        bare = without_secrets(letter, sections)
        return _Closing(LetterState.DONE, note, bare, others=True)
    if origin.answer is None or origin.asked is None:
        return None
    said = weighed_answer(origin.answer, sections)
    silent = not beside_answer(sections, origin.said.lines)
    if said is Consent.MACHINE:
        # A program's mail to the address of a place may still contain commands.
        if not silent and origin.place is not None:
            return None
        return _Closing(LetterState.IGNORED, _AUTOMATIC, without_secrets(letter, sections))
    confirms = isinstance(origin.asked, questions.Confirmation)
    # A reply to a question about a command may be an ordinary letter for its place.
    is_other = confirms and said is Consent.NEITHER and not silent
    if origin.closed is not None or is_other:
        return None
    note = hear_answer(judge, connection, origin, said, known)
    if silent and not (confirms and said is Consent.YES):
        bare = without_secrets(letter, sections)
        return _Closing(LetterState.DONE, note, bare, others=True)
    # The letter that waited is answered before the rest of this one.
    return _Again() if said is Consent.YES and not confirms else None


def _ask_sender(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    sections: tuple[Section, ...],
    known: LetterFacts,
    *,
    decision: LetterDecision,
) -> _Closing:
    """Ask the apparent sender of an unproven letter whether it is theirs.

    If that address may get no more such mail, the letter is ignored.
    """
    letter, now = origin.letter, known.now
    asked = ask(judge, connection, origin, known, asked_for(sections, decision))
    if known.is_asked_back:
        event = AnsweredElsewhere() if asked else Refused("REPLY", MailedEnough(""))
        told = told_to_foreign_sender(judge, connection, letter, decision, (), event)
        post_notices(judge, connection, [*told], now)
    if asked:
        return _Closing(LetterState.WAITING, "until its sender says that it is theirs")
    return _Closing(LetterState.IGNORED, _TOO_MANY, without_secrets(letter, sections))


def _carry_out(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    sections: tuple[Section, ...],
    known: LetterFacts,
    *,
    decision: LetterDecision,
    files: Mapping[FileKey, MadeFile],
) -> _Closing:
    """Record the decision about a letter and send its mails, or ask whether the letter is press."""
    letter, kept, now = origin.letter, origin.kept, known.now
    if is_meaning_asked(decision):
        answers = list(answers_of(judge, connection, kept, letter, decision, files))
        answers = ask_meaning(judge, connection, origin, answers)
        post_notices(judge, connection, answers, now)
        return _Closing(LetterState.WAITING, "until its sender says what it is")
    stored = {known.writer.number}
    for person in decision.registered:
        if person.number not in stored:
            persons.add_player(connection, person)
            stored.add(person.number)
        else:
            persons.keep_player(connection, person)
            games.wake_games_of(connection, person.number, now)
    for game, facts in decision.facts_by_game():
        record.record(connection, game, facts, now)
    release(connection, decision, known)
    note_told(connection, decision, known)
    decision = administered(judge, connection, decision, now)
    write_down(judge, connection, decision.happenings, now)
    tell_of_letter(judge, connection, letter, decision)
    keep_deeds(judge, connection, decision.deeds, known, kept.digest)
    answers = list(answers_of(judge, connection, kept, letter, decision, files))
    causer = mailbox_of(known.writer.address)
    news = news_of(judge, connection, decision.happenings, now, causer)
    foreign = told_to_foreign_sender(judge, connection, letter, decision, answers)
    post_notices(judge, connection, [*news, *answers, *foreign], now)
    wanted = sum(map(wants_answer, decision.sections))
    note = "" if len(answers) >= wanted else _TOO_MANY
    forgets = any(isinstance(deed, PersonForgotten) for deed in decision.deeds)
    bare = without_secrets(letter, sections)
    if known.is_proven and known.is_writers and known.writer.number and not forgets:
        _keep_ending(judge, connection, bare, known.writer.number)
    return _Closing(LetterState.DONE, note, bare, forgets=forgets)


def _keep_ending(judge: Judge, connection: Connection, letter: Letter, writer: int) -> None:
    """Store the end of a letter among those of its writer's last letters."""
    before = persons.endings_of(connection, writer)
    endings = (*before, ending_of(judge, writer, letter.lines))[-_ENDINGS_KEPT:]
    if endings != before:
        persons.keep_endings(connection, writer, endings)


def _close(connection: Connection, kept: KeptLetter, closing: _Closing) -> None:
    """Close a letter, and store it without its secrets.

    A letter that waits for an answer stays unchanged, to be read again.
    """
    if closing.state is LetterState.WAITING:
        return
    read = closing.letter
    raw = copy_of(read) if read else head_without_keys(kept.raw, kept.recipient)
    copy = inbox.Copy(raw, bare_address(kept.recipient))
    inbox.close_letter(connection, kept.number, closing.state, closing.note, copy)
    if closing.forgets:
        persons.erase_letter(connection, kept.number)


def set_aside(
    judge: Judge, connection: Connection, number: int, why: Exception, now: datetime
) -> None:
    """Set a letter aside, and tell the keeper, and the letter's sender if known."""
    kept = inbox.hold_letter(connection, number)
    if kept is None:
        return
    told = isinstance(why, UnreadError | LostError | StoppedError)
    note = str(why) if told else described(why)
    reason = note.splitlines()[-1]
    inbox.set_aside(connection, number, note, now)
    certain = certain_games(connection, kept.recipient, kept.sender)
    inbox.note_games(connection, number, certain, ())
    tell_keeper(judge, connection, LetterSetAside(number, reason), now)
    over = why.reason if isinstance(why, TooMuchError) else ""
    waiting = tuple(awaits(judge, connection, kept, now))
    tell_sender(judge, connection, kept, LetterUnread(over, waiting), now)
    log.error("letter set aside", extra={"letter": number, "reason": reason})


def tell_sender(
    judge: Judge, connection: Connection, kept: KeptLetter, unread: LetterUnread, now: datetime
) -> None:
    """Tell a letter's sender, if known, that it was not read, and why.

    Only the headers of the letter are read. A program is told nothing, nor is the sender of a
    letter with unreadable headers.
    """
    try:
        names = vocabulary(judge)
        head = judge.reader.mail(head_of(kept.raw), kept.recipient, names, judge.servers)
    except UnreadError:
        return
    if not isinstance(head, Opened) or head.letter.automatic:
        return
    letter = head.letter
    place = reply_place(connection, letter)
    writer = place.player if place else persons.find_player(connection, letter.sender)
    if writer is None:
        return
    answer = replace(
        judge.renderer.trouble(unread, writer.address),
        tone=Tone.ANSWER,
        in_reply_to=letter.message_id or None,
        references=letter.references,
    )
    proven = place is not None or letter.authentic
    answered = answer_within_rates(judge, connection, answer, now, letter=letter, proven=proven)
    if answered is not None:
        post_notices(judge, connection, [answered], now)
