"""Keeping the mail that comes in, and answering it letter by letter."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.child import AbsentError
from judge.letter import Delivery
from judge.reader import ReaderGoneError, ReaderSlowError
from judge.service.aside import set_aside
from judge.service.deadlines.doors import SLACK
from judge.service.deadlines.signs import WrongClockError, clock_is_right
from judge.service.export import made_files
from judge.service.learning import Proofs, with_trials
from judge.service.obeying import Obeyed, Proved, Unlooked, Unmade, Untried, close, obey
from judge.service.parts import Judge
from judge.store import STORE_ERRORS, KeptLetter, inbox, is_trouble_of_the_store, outbox

log = logging.getLogger(__name__)

# A letter that cannot be told from one that kills the program is tried by itself at
# every third attempt: that takes seconds, in which whoever kills the program by chance
# would find it as likely.
_ALONE_EVERY = 3


@dataclass(frozen=True, slots=True)
class _Closed:
    """A letter was closed, or there was none; `others` tells whether more wait."""

    others: bool


@dataclass(frozen=True, slots=True)
class _Suspect:
    """The letter may have killed the program before, or failed: it is counted first."""

    number: int
    attempts: int


_Outcome = _Closed | _Suspect | Proved | Untried | Unlooked | Unmade


@dataclass(slots=True)
class _Attempt:
    """One letter being answered: its number once it is taken, and what was found out.

    `counted` says that this attempt is on record, and `alone` that it is made in a
    process of its own. When it is over `to_paint` tells whether pictures may be wanted.
    """

    number: int | None = None
    counted: bool = False
    alone: bool = False
    to_paint: bool = True
    proofs: Proofs = field(default_factory=Proofs)


def keep_mail(judge: Judge, mail: Delivery, now: datetime) -> None:
    """Keep a mail for good; when this returns, it may be acknowledged.

    A mail that is delivered again is kept once. What the store raises means: not kept,
    try again; and so does WrongClockError, for when it came cannot be told.
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
    """Answer the oldest kept letter; return whether another waits.

    Afterwards `paint` is called if there may be pictures to be painted.

    By a clock that is wrong none is. All that it changes and says is one transaction.
    A letter that crashes the judge is set aside for the keeper, and the next one is
    served. One that was there before the program may have killed the one before, but so
    may anything else: it is set aside only when it ends a process in which it is alone.
    """
    attempt = _Attempt()
    others = _answer(judge, attempt, now)
    if attempt.to_paint:
        paint()
    return others


def answer_alone(judge: Judge, number: int, now: datetime) -> None:
    """Answer one letter, in a process that has nothing else to do and may die of it."""
    _answer(judge, _Attempt(number, counted=True, alone=True), now)


def _answer(judge: Judge, attempt: _Attempt, now: datetime) -> bool:
    try:
        return _answered(judge, attempt, now)
    except ReaderSlowError:
        # The next ones are read, and in the end it is tried by itself, with more time.
        log.warning("letter not read in time", extra={"letter": attempt.number})
        _count_failure(judge, attempt, now)
        return True
    except (ReaderGoneError, AbsentError):
        raise
    except STORE_ERRORS as error:
        if attempt.number is None:
            raise
        if attempt.alone and not is_trouble_of_the_store(error):
            _set_aside(judge, attempt.number, error, now)
            return True
        # The store's trouble, not the letter's: it stays, and is taken again.
        log.warning("letter cannot be answered now", extra={"letter": attempt.number})
        _count_failure(judge, attempt, now)
        return False
    except Exception as error:
        if attempt.number is None:
            raise
        _set_aside(judge, attempt.number, error, now)
        return True


def _answered(judge: Judge, attempt: _Attempt, now: datetime) -> bool:
    """Return whether another letter waits when this one is closed."""
    while True:
        match _tried(judge, attempt, now):
            case _Closed(others):
                return others
            case Proved():
                return True
            case _Suspect(number, attempts):
                attempt.counted = True
                with judge.store.begin() as connection:
                    inbox.count_attempt(connection, number, now)
                if (attempts + 1) % _ALONE_EVERY == 0:
                    judge.alone(number, now)
                    return True
            case Untried(sections, known):
                attempt.proofs = with_trials(sections, known, attempt.proofs)
            case Unlooked(unshown):
                assert judge.signed is not None
                signed = judge.signed(unshown, now)
                attempt.proofs = replace(attempt.proofs, signed=signed)
            case Unmade(events):
                files = made_files(judge, events, now)
                attempt.proofs = replace(attempt.proofs, files=files)


def _tried(judge: Judge, attempt: _Attempt, now: datetime) -> _Outcome:
    """Return what came of one transaction: the letter is closed, or what is first."""
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            return _Closed(others=False)
        kept = _taken(connection, attempt, now)
        if kept is None:
            # Where another worker was faster, there may be more.
            return _Closed(others=attempt.number is not None)
        attempt.number = kept.number
        suspect = kept.attempts or kept.received < judge.started
        if suspect and not attempt.counted:
            return _Suspect(kept.number, kept.attempts)
        turn = _turn(kept, now)
        obeyed = obey(judge, connection, kept, attempt.proofs, turn)
        if not isinstance(obeyed, Obeyed):
            return obeyed
        close(connection, kept, obeyed)
        attempt.to_paint = outbox.is_any_wanted(connection)
    _log(kept, obeyed)
    return _Closed(kept.others or obeyed.others)


def _turn(kept: KeptLetter, now: datetime) -> datetime:
    """Return when the letter is answered: it may have come after the clock was read.

    One that comes from far ahead was kept by a clock that is wrong.
    """
    return max(now, kept.received) if kept.received <= now + SLACK else now


def _set_aside(judge: Judge, number: int, why: Exception, now: datetime) -> None:
    with judge.store.begin() as connection:
        set_aside(judge, connection, number, why, now)


def _log(kept: KeptLetter, obeyed: Obeyed) -> None:
    state, note = obeyed.state.value, obeyed.note
    told = {"letter": kept.number, "from": kept.sender} | ({"note": note} if note else {})
    log.info("letter %s", state, extra=told)


def _count_failure(judge: Judge, attempt: _Attempt, now: datetime) -> None:
    if attempt.number is not None and not attempt.counted:
        with judge.store.begin() as connection:
            inbox.count_attempt(connection, attempt.number, now)


def _taken(connection: Connection, attempt: _Attempt, now: datetime) -> KeptLetter | None:
    if attempt.number is None:
        return inbox.take_letter(connection, now)
    return inbox.hold_letter(connection, attempt.number)
