"""What shows who wrote a letter, before it is read."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import ReplyPlace
from judge.game import AskedOfAnother, NotHolder, ProofTooLate, Refusal
from judge.letter import Letter
from judge.mail import token_digest
from judge.store import ClaimOutcome, KeptLetter, claims, people, post

_AGREED = (ClaimOutcome.JOINED, ClaimOutcome.APART)


@dataclass(frozen=True, slots=True)
class Origin:
    """A letter, as it was `kept` and as it reads, and what shows who wrote it.

    It came to the secret address of `place`, or to that of the question whether
    `says_yes_to` is its sender's, or whether he is whom a `claim` says he is;
    `misdirected` tells why that address opens nothing.
    """

    kept: KeptLetter
    letter: Letter
    place: ReplyPlace | None = None
    says_yes_to: post.AskedLetter | None = None
    claim: claims.Claim | None = None
    misdirected: Refusal | None = None


def origin_of(connection: Connection, kept: KeptLetter, letter: Letter) -> Origin:
    """Return what is known of who wrote a letter, before it is read."""
    if kept.proven:
        letter = replace(letter, authentic=True)
    if letter.token is None:
        return Origin(kept, letter)
    digest = token_digest(letter.token)
    found = people.holder_of(connection, digest)
    if found is not None:
        player, place = found
        return Origin(kept, letter, ReplyPlace(player, place.game, place.role))
    question = post.asked_with(connection, digest) or claims.claim_with(
        connection, digest
    )
    why = _why_not(question, letter, kept.received)
    heard = replace(letter, authentic=True)
    match question:
        case claims.Claim() if why is None:
            return Origin(kept, heard, claim=question)
        case post.AskedLetter() if why is None:
            return Origin(kept, heard, says_yes_to=question)
        case _:
            return Origin(kept, letter, misdirected=why)


def _why_not(
    question: post.AskedLetter | claims.Claim | None, letter: Letter, came: datetime
) -> Refusal | None:
    """Return why a reply does not show that its sender was asked, None if it does.

    It does so for as long as the question is open, also when it was answered before.
    What a program answers shows nothing.
    """
    if question is None or letter.automatic:
        return NotHolder()
    if letter.sender.lower() != question.asked:
        return AskedOfAnother()
    return None if _is_open(question, came) else ProofTooLate()


def _is_open(question: post.AskedLetter | claims.Claim, came: datetime) -> bool:
    match question:
        case claims.Claim():
            decided = question.due is not None and question.outcome in _AGREED
            return came <= question.until and not decided
        case post.AskedLetter():
            return came <= question.until and (question.waits or question.proven)
