"""What shows who wrote a letter, before it is read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from sqlalchemy import Connection

from judge.commands import (
    AnswerRead,
    Consent,
    Conversation,
    ReplyMeant,
    Section,
    meaning_settled,
    read_answer,
    weighed_answer,
)
from judge.conversation import ReplyPlace
from judge.game import (
    AskedOfAnother,
    DeniedBefore,
    NotHolder,
    ProofTooLate,
    ProvenBefore,
    Refusal,
    press,
)
from judge.letter import DIARY, Letter, Line
from judge.mail import token_digest
from judge.reader import Opened
from judge.store import ClaimOutcome, KeptLetter, outbox, persons, questions

Asked: TypeAlias = questions.AskedLetter | questions.Claim | questions.Confirmation


@dataclass(frozen=True, slots=True)
class Origin:
    """A letter, as it was `kept` and as it reads, and what shows who wrote it.

    It came to the secret address of `place`, or to that of what was `asked`: whose a
    letter is, whether two addresses are one person's, or whether a command is meant. Its
    `answer` is read already, but for the commands beside it. `closed` tells why the
    question takes no answer any more, and `confirmed` that the letter says yes to a
    command. Or its writer says what their reply that it `settles` was meant as.
    `misdirected` tells why the address that it came to opens nothing.
    """

    kept: KeptLetter
    opened: Opened
    place: ReplyPlace | None = None
    asked: Asked | None = None
    answer: AnswerRead | None = None
    closed: Refusal | None = None
    confirmed: bool = False
    settles: questions.AskedLetter | None = None
    misdirected: Refusal | None = None

    @property
    def letter(self) -> Letter:
        """Return what was read of it."""
        return self.opened.letter

    @property
    def said(self) -> Letter:
        """Return the letter without its answer, for commands that stand beside it.

        A yes to a command is the command itself, with its code. Where the reply says no
        yes, that came back with our question and is nobody's command.
        """
        letter = self.opened.letter
        if self.answer is None:
            return letter
        lines = self.answer.lines or letter.lines
        if isinstance(self.asked, questions.Confirmation):
            lines = _without_code(lines, self.asked)
            if self.confirmed:
                lines = (*map(Line, self.asked.line.splitlines()), *lines)
        # The subject is that of our question.
        return replace(letter, lines=lines, subject="")


def _without_code(lines: Sequence[Line], asked: questions.Confirmation) -> tuple[Line, ...]:
    """Return lines without the command of a question, where it stands with its code."""
    code = asked.line.removeprefix(asked.command).split()[0].lower()
    ours = {" ".join(line.lower().split()) for line in asked.line.splitlines()}
    said = [" ".join(line.text.lower().split()) for line in lines]
    if not any(code in one for one in said):
        return tuple(lines)
    return tuple(
        replace(line, text="") if code in one or one in ours else line
        for line, one in zip(lines, said, strict=True)
    )


def is_confirmed(origin: Origin, sections: Sequence[Section]) -> bool:
    """Return whether a letter says yes to a command; the rest of it reads as `sections`."""
    asked, answer = origin.asked, origin.answer
    if not isinstance(asked, questions.Confirmation) or answer is None or origin.closed:
        return False
    return weighed_answer(answer, sections) is Consent.YES


def origin_of(
    connection: Connection, kept: KeptLetter, opened: Opened, signed: str | None
) -> Origin:
    """Return what is known of who wrote a letter, before it is read.

    `signed` is the digest of what the domain of its sender signed, if it did.
    """
    letter = opened.letter
    shown = replace(opened, letter=replace(letter, authentic=True))
    if kept.proven or (signed and questions.note_signed(connection, kept.number, signed)):
        opened = shown
    if letter.token is None:
        return Origin(kept, opened)
    place = reply_place(connection, letter)
    if place is not None:
        return Origin(kept, opened, place)
    digest = token_digest(letter.token)
    question = (
        questions.asked_letter(connection, digest)
        or questions.claim_with(connection, digest)
        or questions.confirmation_with(connection, digest)
    )
    match question:
        case None:
            return Origin(kept, opened, misdirected=NotHolder())
        case questions.AskedLetter(meant=meant) if meant is not None:
            return _settling(kept, shown, question)
        case questions.Confirmation():
            return _confirming(connection, kept, opened, question)
        case _:
            answer = _read(connection, letter)
            is_foreign = letter.sender.lower() != question.asked
            # Mail is forwarded: whoever reads it may stop what silence lets happen.
            stops = (
                isinstance(question, questions.Claim)
                and question.due is not None
                and answer.answer in (Consent.NO, Consent.NEITHER)
            )
            if is_foreign and not stops:
                return Origin(kept, opened, misdirected=AskedOfAnother())
            closed = _why_closed(question, kept)
            if closed == ProofTooLate():
                return Origin(kept, opened, misdirected=closed)
            seen = opened if is_foreign else shown
            return Origin(kept, seen, asked=question, answer=answer, closed=closed)


def _confirming(
    connection: Connection, kept: KeptLetter, opened: Opened, question: questions.Confirmation
) -> Origin:
    """Return a letter to the address of a question whether a command is meant.

    That address authorizes for its place, as that of any other mail for it.
    """
    letter, player = opened.letter, question.player
    is_foreign = not persons.is_of(connection, letter.sender, player)
    place = None
    if question.game:
        place = ReplyPlace(
            player, question.game, question.role, is_over=question.is_over, is_foreign=is_foreign
        )
    elif is_foreign:
        return Origin(kept, opened, misdirected=AskedOfAnother())
    if not is_foreign:
        opened = replace(opened, letter=replace(letter, authentic=True))
    answer = _read(connection, letter, question.line)
    closed = _why_closed(question, kept)
    return Origin(kept, opened, place, asked=question, answer=answer, closed=closed)


def _read(connection: Connection, letter: Letter, confirms: str = "") -> AnswerRead:
    """Return the answer in a letter to a question; a program gives none."""
    if letter.automatic:
        return AnswerRead(Consent.MACHINE)
    names = (letter.sender_name, letter.sender.partition("@")[0])
    question = texts_answered(connection, letter)
    return read_answer(
        letter.lines, letter.subject, question=question, names=names, confirms=confirms
    )


def texts_answered(connection: Connection, letter: Letter) -> str:
    """Return what the mails said that a letter answers, as far as they are known."""
    keys = map(outbox.key_of, letter.references)
    return "\n".join(outbox.texts_sent(connection, keys))


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


def _settling(kept: KeptLetter, opened: Opened, question: questions.AskedLetter) -> Origin:
    """Return what says whether a reply to press is press or orders.

    Whoever has the question has the mail of the player who was asked.
    """
    if not question.waits or question.meant is not ReplyMeant.ASKED:
        return Origin(kept, opened, misdirected=press.MeaningSettled())
    if meaning_settled(opened.letter.lines) is None:
        return Origin(kept, opened, misdirected=press.MeaningUnsaid())
    return Origin(kept, opened, settles=question)


def reply_place(connection: Connection, letter: Letter) -> ReplyPlace | None:
    """Return the place whose reply address a letter came to, None for none."""
    if not letter.token:
        return None
    owner = persons.token_owner(connection, token_digest(letter.token))
    if owner is None:
        return None
    return ReplyPlace(
        owner.player,
        owner.place.game,
        owner.place.role,
        is_over=owner.is_over,
        is_foreign=not persons.is_of(connection, letter.sender, owner.player),
        conversation=owner.place.conversation,
    )


def _why_closed(question: Asked, kept: KeptLetter) -> Refusal | None:
    """Return why a question takes no answer of a letter any more, None if it does."""
    denied, answered = False, False
    match question:
        case questions.Claim(outcome=outcome):
            denied, answered = outcome is ClaimOutcome.DENIED, outcome is not None
        case questions.AskedLetter():
            denied, answered = question.denied, question.proven
            if not (question.waits or denied or answered):
                return ProofTooLate()
        case questions.Confirmation(answered=letter):
            answered = letter not in (0, kept.number)
            denied = answered and question.denied
    if kept.received > question.until:
        return ProofTooLate()
    if denied:
        return DeniedBefore()
    return ProvenBefore() if answered else None
