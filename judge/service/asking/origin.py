"""What shows who wrote a letter, before it is read."""

from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import ReplyPlace
from judge.game import AskedOfAnother, NotHolder, ProofTooLate, Refusal
from judge.letter import Letter
from judge.mail import token_digest
from judge.store import KeptLetter, people, post


@dataclass(frozen=True, slots=True)
class Origin:
    """A letter, as it was `kept` and as it reads, and what shows who wrote it.

    It came to the secret address of `place`, or to that of the question whether
    `says_yes_to` is its sender's; `misdirected` tells why that address opens nothing.
    """

    kept: KeptLetter
    letter: Letter
    place: ReplyPlace | None = None
    says_yes_to: post.AskedLetter | None = None
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
    asked = post.asked_with(connection, digest)
    why = _why_not(asked, letter, kept.received)
    if asked is None or why is not None:
        return Origin(kept, letter, misdirected=why)
    return Origin(kept, replace(letter, authentic=True), says_yes_to=asked)


def _why_not(
    asked: post.AskedLetter | None, letter: Letter, came: datetime
) -> Refusal | None:
    """Return why a reply does not show that its sender was asked, None if it does.

    It does so for as long as the question is open, also when it was answered before.
    What a program answers shows nothing.
    """
    if asked is None or letter.automatic:
        return NotHolder()
    if letter.sender.lower() != asked.asked:
        return AskedOfAnother()
    in_time = came <= asked.until and (asked.waits or asked.proven)
    return None if in_time else ProofTooLate()
