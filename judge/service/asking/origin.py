"""What shows who wrote a letter, before it is read."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.commands import Conversation, ReplyMeant, meaning_settled
from judge.conversation import ReplyPlace
from judge.game import (
    AskedOfAnother,
    MeaningSettled,
    MeaningUnsaid,
    NotHolder,
    ProofTooLate,
    Refusal,
)
from judge.letter import DIARY, Letter
from judge.mail import token_digest
from judge.reader import Opened
from judge.store import ClaimOutcome, KeptLetter, claims, people, post

_AGREED = (ClaimOutcome.JOINED, ClaimOutcome.APART)


@dataclass(frozen=True, slots=True)
class Origin:
    """A letter, as it was `kept` and as it reads, and what shows who wrote it.

    It came to the secret address of `place`, or to that of the question whether
    `says_yes_to` is its sender's, or whether he is whom a `claim` says he is, or what
    his reply that it `settles` was meant as; `misdirected` tells why that address opens
    nothing.
    """

    kept: KeptLetter
    opened: Opened
    place: ReplyPlace | None = None
    says_yes_to: post.AskedLetter | None = None
    claim: claims.Claim | None = None
    settles: post.AskedLetter | None = None
    misdirected: Refusal | None = None

    @property
    def letter(self) -> Letter:
        """Return what was read of it."""
        return self.opened.letter


def origin_of(
    connection: Connection, kept: KeptLetter, opened: Opened, signed: str | None
) -> Origin:
    """Return what is known of who wrote a letter, before it is read.

    `signed` is the digest of what the domain of its sender signed, if it did.
    """
    letter = opened.letter
    shown = replace(opened, letter=replace(letter, authentic=True))
    if kept.proven or (signed and post.prove_signed(connection, kept.number, signed)):
        opened = shown
    if letter.token is None:
        return Origin(kept, opened)
    place = reply_place(connection, letter)
    if place is not None:
        return Origin(kept, opened, place)
    digest = token_digest(letter.token)
    question = post.asked_with(connection, digest) or claims.claim_with(connection, digest)
    if isinstance(question, post.AskedLetter) and question.meant is not None:
        return _settling(kept, shown, question)
    why = _why_not(question, letter, kept.received)
    match question:
        case claims.Claim() if why is None:
            return Origin(kept, shown, claim=question)
        case post.AskedLetter() if why is None:
            return Origin(kept, shown, says_yes_to=question)
        case _:
            return Origin(kept, opened, misdirected=why)


def conversation_of(origin: Origin) -> Conversation | None:
    """Return whom a letter goes to if it is a reply to press."""
    place, meant = origin.place, origin.kept.meant
    if place is None or not place.conversation or meant is ReplyMeant.ORDERS:
        return None
    if _is_for_diary(place):
        return None
    writer, *others = place.conversation
    return Conversation(writer, tuple(others), settled=meant is ReplyMeant.PRESS)


def diary_of(origin: Origin) -> str | None:
    """Return for which game's diary a letter is, None if it is for none.

    It is "" for that of the place it came to, or of its writer's only game.
    """
    place = origin.place
    return "" if place and _is_for_diary(place) else origin.letter.notes


def _is_for_diary(place: ReplyPlace) -> bool:
    return place.conversation == (DIARY,)


def _settling(kept: KeptLetter, opened: Opened, question: post.AskedLetter) -> Origin:
    """Return what says whether a reply to press is press or orders.

    Whoever has the question has the mail of the player who was asked.
    """
    if not question.waits or question.meant is not ReplyMeant.ASKED:
        return Origin(kept, opened, misdirected=MeaningSettled())
    if meaning_settled(opened.letter.lines) is None:
        return Origin(kept, opened, misdirected=MeaningUnsaid())
    return Origin(kept, opened, settles=question)


def reply_place(connection: Connection, letter: Letter) -> ReplyPlace | None:
    """Return the place whose reply address a letter came to, None for none."""
    if not letter.token:
        return None
    owner = people.owner_of(connection, token_digest(letter.token))
    if owner is None:
        return None
    return ReplyPlace(
        owner.player,
        owner.place.game,
        owner.place.role,
        is_over=owner.is_over,
        is_foreign=not people.is_of(connection, letter.sender, owner.player),
        conversation=owner.place.conversation,
    )


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
