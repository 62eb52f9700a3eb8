"""Keeping the mail that comes in, and answering it letter by letter."""

import logging
import traceback
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from judge.render import LetterSetAside
from judge.service.learning import Proofs, proven
from judge.service.obeying import Obeyed, Unproven, close, obey
from judge.service.outage import shift_after_outage, was_away
from judge.service.parts import Judge
from judge.service.trouble import tell_keeper
from judge.store import KeptLetter, OvertakenError, post

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Closed:
    """A letter was closed, or there was none; `others` tells whether more wait."""

    others: bool


@dataclass(frozen=True, slots=True)
class _Away:
    """The judge was away, and deadlines move before any letter is answered."""


@dataclass(frozen=True, slots=True)
class _LeftOver:
    """The letter was there before this program started: it may have killed the last."""

    number: int


_Outcome = _Closed | _Away | _LeftOver | Unproven


@dataclass(slots=True)
class _Attempt:
    """One letter being answered: its number once it is taken, and what was found out.

    `counted` says that this attempt is on record.
    """

    number: int | None = None
    counted: bool = False
    proofs: Proofs = field(default_factory=Proofs)


def keep_mail(
    judge: Judge, raw: bytes, recipient: str, sender: str, now: datetime
) -> None:
    """Keep a mail for good; when this returns, it may be acknowledged.

    `recipient` and `sender` are those of the envelope. A mail that is delivered again
    is kept once. What the store raises means: not kept, try again.
    """
    with judge.store.begin() as connection:
        new = post.keep_letter(
            connection, raw, recipient=recipient, sender=sender, received=now
        )
    log.info("from=%s bytes=%d %s", sender, len(raw), "kept" if new else "known")


def answer_next_letter(judge: Judge, now: datetime) -> bool:
    """Answer the oldest kept letter; return whether another waits.

    After an outage deadlines move first, so that it finds the game as people know it.
    All that it changes and says is one transaction. A letter that crashes the judge is
    set aside for the keeper, and the next one is served; so is at last one that killed
    it, for of those that were there before the program the attempts are counted.
    """
    attempt = _Attempt()
    try:
        return _answered(judge, attempt, now)
    except (DBAPIError, OvertakenError):
        if attempt.number is None:
            raise
        # The store's trouble, not the letter's: it stays, and is taken again.
        log.warning("letter=%d could not be answered now", attempt.number)
        _count_failure(judge, attempt, now)
        return False
    except Exception as error:
        if attempt.number is None:
            raise
        # One letter's bug never stops the next one.
        where = "".join(traceback.format_tb(error.__traceback__))
        with judge.store.begin() as connection:
            note = f"{where}{type(error).__name__}"
            _set_aside(judge, connection, attempt.number, note, now)
        return True


def _answered(judge: Judge, attempt: _Attempt, now: datetime) -> bool:
    """Return whether another letter waits when this one is closed."""
    while True:
        match _tried(judge, attempt, now):
            case _Closed(others):
                return others
            case _Away():
                shift_after_outage(judge, now)
            case _LeftOver(number):
                attempt.counted = True
                with judge.store.begin() as connection:
                    post.count_attempt(connection, number, now)
            case Unproven(sections, known):
                attempt.proofs = proven(sections, known, attempt.proofs)


def _tried(judge: Judge, attempt: _Attempt, now: datetime) -> _Outcome:
    """Return what came of one transaction: the letter is closed, or what is first."""
    with judge.store.begin() as connection:
        if was_away(judge, connection, now):
            return _Away()
        kept = _taken(connection, attempt, now)
        if kept is None:
            # Where another worker was faster, there may be more.
            return _Closed(others=attempt.number is not None)
        attempt.number = kept.number
        if not attempt.counted and kept.attempts >= post.MOST_ATTEMPTS:
            note = f"tried {post.MOST_ATTEMPTS} times in vain"
            _set_aside(judge, connection, kept.number, note, now)
            return _Closed(kept.others)
        if not attempt.counted and kept.received < judge.started:
            return _LeftOver(kept.number)
        obeyed = obey(judge, connection, kept, attempt.proofs, now)
        if isinstance(obeyed, Unproven):
            return obeyed
        close(connection, kept, obeyed)
    _log(kept, obeyed)
    return _Closed(kept.others)


def _log(kept: KeptLetter, obeyed: Obeyed) -> None:
    state, note = obeyed.state.value, obeyed.note
    told = f"{state}: {note}" if note else state
    log.info("letter=%d from=%s %s", kept.number, kept.sender, told)


def _count_failure(judge: Judge, attempt: _Attempt, now: datetime) -> None:
    if attempt.number is not None and not attempt.counted:
        with judge.store.begin() as connection:
            post.count_attempt(connection, attempt.number, now)


def _taken(
    connection: Connection, attempt: _Attempt, now: datetime
) -> KeptLetter | None:
    if attempt.number is None:
        return post.take_letter(connection, now)
    return post.hold_letter(connection, attempt.number)


def _set_aside(
    judge: Judge, connection: Connection, number: int, note: str, now: datetime
) -> None:
    reason = note.splitlines()[-1]
    post.set_aside(connection, number, note)
    tell_keeper(judge, connection, LetterSetAside(number, reason), now)
    log.error("letter=%d set aside: %s", number, reason)
