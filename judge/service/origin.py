"""The proof of a letter's writer before the letter is read, and the place it was sent to."""

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
from judge.conversation import LetterFacts, ReplyPlace
from judge.game import (
    AskedOfAnother,
    DeniedBefore,
    NotHolder,
    ProofTooLate,
    ProvenBefore,
    Refusal,
    UnprovenAnswer,
    filing,
    power_names,
    press,
    state_of_orders,
)
from judge.letter import DIARY, Letter, Line, bare_address
from judge.mail import Unshown, is_signed, token_digest
from judge.reader import Opened
from judge.service.parts import Judge
from judge.service.threads import is_grave, needs_no_proof, token_in_thread
from judge.store import ClaimOutcome, KeptLetter, outbox, persons, questions

Asked: TypeAlias = questions.AskedLetter | questions.Claim | questions.Confirmation


@dataclass(frozen=True, slots=True)
class Origin:
    """A letter with the place or question that its address belongs to, and proof of its writer."""

    #: The mail as it was stored, and as it was read.
    kept: KeptLetter
    opened: Opened
    #: The place to whose secret reply address it came.
    place: ReplyPlace | None = None
    #: The question to whose reply address it came.
    asked: Asked | None = None
    #: The answer to that question, without other commands of the letter.
    answer: AnswerRead | None = None
    #: Why the question can no longer be answered.
    closed: Refusal | None = None
    #: Whether the answer confirms a command.
    confirmed: bool = False
    #: An earlier reply to press, if this letter says whether that is press or orders.
    settles: questions.AskedLetter | None = None
    #: Why its address gives access to nothing.
    misdirected: Refusal | None = None
    #: Whether its address would give access to a place if its sender were proven.
    lacks_proof: bool = False

    @property
    def letter(self) -> Letter:
        """Return the letter as it was read."""
        return self.opened.letter

    @property
    def said(self) -> Letter:
        """Return the letter without its answer to the question: the other commands in it.

        If it confirms a command, the command itself is added, with its code. Otherwise the command
        is left out, because it was only quoted from the judge's question.
        """
        letter = self.opened.letter
        if self.answer is None:
            return letter
        lines = self.answer.lines or letter.lines
        if isinstance(self.asked, questions.Confirmation):
            if not self.asked.offers_lines:
                lines = _without_code(lines, self.asked)
            if self.confirmed:
                lines = (*map(Line, self.asked.line.splitlines()), *lines)
        # The subject was written by the judge.
        return replace(letter, lines=lines, subject="")


def _without_code(lines: Sequence[Line], asked: questions.Confirmation) -> tuple[Line, ...]:
    """Return `lines` without the command of a question, if they quote its code."""
    code = asked.line.removeprefix(asked.command).split()[0].lower()
    ours = {" ".join(line.lower().split()) for line in asked.line.splitlines()}
    said = [" ".join(line.text.lower().split()) for line in lines]
    if not any(code in one for one in said):
        return tuple(lines)
    return tuple(
        replace(line, text="") if code in one or one in ours else line
        for line, one in zip(lines, said, strict=True)
    )


def with_answer_weighed(origin: Origin, sections: Sequence[Section], known: LetterFacts) -> Origin:
    """Return the origin of a letter, and whether the letter confirms a command.

    `sections` are the other commands in the letter. A yes to offered lines counts only while the
    phase and all that was sent for the power are as they were, and if nothing was offered since.
    """
    asked, answer = origin.asked, origin.answer
    if not isinstance(asked, questions.Confirmation) or answer is None or origin.closed:
        return origin
    said = weighed_answer(answer, sections)
    if not asked.offers_lines:
        return replace(origin, confirmed=said is Consent.YES)
    if said is Consent.NO:
        return origin
    game = known.games[asked.game.lower()]
    now = state_of_orders(game, asked.role) if asked.role in power_names(game) else ""
    offered = asked.about.split()[-1]
    clear, over = not offered.startswith("?"), asked.overtaken or offered.lstrip("?") != now
    if said is Consent.YES and clear and not over:
        return replace(origin, confirmed=True)
    unsure = filing.YesUnsure(tuple(asked.line.splitlines()), over, clear)
    return replace(origin, closed=unsure)


def origin_of(
    judge: Judge, connection: Connection, kept: KeptLetter, opened: Opened, signed: str | None
) -> Origin:
    """Return the origin of a letter, before the letter itself is read.

    `signed` is the digest of the content that its sender's domain signed, "" or None without it.
    """
    letter = opened.letter
    shown = replace(opened, letter=replace(letter, authentic=True))
    if kept.proven or (signed and questions.note_signed(connection, kept.number, signed)):
        opened = shown
    if letter.token is None and not judge.plus_addresses:
        token = token_in_thread(judge, connection, letter)
        if token is not None:
            if not (opened.letter.authentic or needs_no_proof(connection, token)):
                return Origin(kept, opened, lacks_proof=True)
            letter = replace(letter, token=token)
            opened = replace(opened, letter=replace(opened.letter, token=token))
            shown = replace(opened, letter=replace(letter, authentic=True))
    if letter.token is None:
        return Origin(kept, opened)
    place = reply_place(connection, letter)
    if place is not None:
        return Origin(kept, opened, place)
    digest = token_digest(letter.token)
    question = questions.question_with(connection, digest)
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
            # The question may have been forwarded. A claim that would be accepted without an answer
            # can be denied by any of its readers.
            stops = (
                isinstance(question, questions.Claim)
                and question.due is not None
                and answer.answer in (Consent.NO, Consent.NEITHER)
            )
            lacks_proof = (
                not (judge.plus_addresses or opened.letter.authentic)
                and answer.answer is Consent.YES
                and is_grave(connection, letter.token)
            )
            if lacks_proof or (is_foreign and not stops):
                why = UnprovenAnswer() if lacks_proof else AskedOfAnother()
                return Origin(kept, opened, misdirected=why, lacks_proof=lacks_proof)
            closed = _why_closed(question, kept)
            if closed == ProofTooLate():
                return Origin(kept, opened, misdirected=closed)
            seen = opened if is_foreign else shown
            return Origin(kept, seen, asked=question, answer=answer, closed=closed)


def _confirming(
    connection: Connection, kept: KeptLetter, opened: Opened, question: questions.Confirmation
) -> Origin:
    """Return the origin of a letter to the address of a question about a command.

    That address gives access to its place, as every reply address of the place does.
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
    closed = _why_closed(question, kept)
    if not question.offers_lines:
        answer = _read(connection, letter, question.line)
        return Origin(kept, opened, place, asked=question, answer=answer, closed=closed)
    answer = _read(connection, letter, offered=True)
    is_no = answer.answer is Consent.NO and not answer.beside
    if not (is_no or answer.half or answer.answer is Consent.YES):
        # Most replies to an answer have nothing to do with the offer in it.
        return Origin(kept, opened, place)
    if is_no:
        closed = None
    elif closed is not None and closed != ProvenBefore():
        closed = filing.YesUnsure(tuple(question.line.splitlines()), over=True)
    return Origin(kept, opened, place, asked=question, answer=answer, closed=closed)


def _read(
    connection: Connection, letter: Letter, confirms: str = "", *, offered: bool = False
) -> AnswerRead:
    """Return a letter's answer to a question; a program's answer does not count."""
    if letter.automatic:
        return AnswerRead(Consent.MACHINE)
    writer = persons.find_player(connection, letter.sender)
    known = writer.name if writer else ""
    return read_answer(
        letter.lines,
        letter.subject,
        question=texts_answered(connection, letter),
        names=(letter.sender_name, letter.sender.partition("@")[0], known),
        confirms=confirms,
        offered=offered,
    )


def texts_answered(connection: Connection, letter: Letter) -> str:
    """Return the texts of the judge's mails that a letter answers, as far as they are stored."""
    keys = map(outbox.key_of, letter.references)
    return "\n".join(outbox.texts_sent(connection, keys))


def conversation_of(origin: Origin) -> Conversation | None:
    """Return the press conversation that a letter belongs to, None if it is no reply to press."""
    place, meant = origin.place, origin.kept.meant
    if place is None or not place.conversation or meant is ReplyMeant.ORDERS:
        return None
    if place.conversation == (DIARY,):
        return None
    writer, *others = place.conversation
    return Conversation(writer, tuple(others), settled=meant is ReplyMeant.PRESS)


def diary_of(origin: Origin) -> str | None:
    """Return the game whose diary a letter is for, None if it is for no diary.

    "" means the game of its place, or its writer's only game.
    """
    place = origin.place
    return "" if place and place.conversation == (DIARY,) else origin.letter.notes


def _settling(kept: KeptLetter, opened: Opened, question: questions.AskedLetter) -> Origin:
    """Return the origin of a letter that says whether a reply to press is press or orders.

    Its writer answers the judge's question, and so has access to the player's mail.
    """
    if not question.waits or question.meant is not ReplyMeant.ASKED:
        return Origin(kept, opened, misdirected=press.MeaningSettled())
    if meaning_settled(opened.letter.lines) is None:
        return Origin(kept, opened, misdirected=press.MeaningUnsaid())
    return Origin(kept, opened, settles=question)


def reply_place(connection: Connection, letter: Letter) -> ReplyPlace | None:
    """Return the place whose reply address a letter came to, or None."""
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
    """Return why a letter can no longer answer a question, None if it can."""
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


def may_be_signed(judge: Judge, origin: Origin) -> bool:
    """Return whether to look for a signature, which takes time.

    It is not looked for in a program's mail, nor in mail from an address that does not belong to
    the place, where a signature would prove nothing.
    """
    foreign = origin.place is not None and origin.place.is_foreign
    needless = origin.letter.automatic or foreign
    return judge.signed is not None and not needless and is_signed(origin.kept.raw)


def unshown(judge: Judge, origin: Origin) -> Unshown:
    """Return the mail in the form in which a signature is looked for."""
    letter, kept = origin.letter, origin.kept
    to = (judge.address, bare_address(kept.recipient))
    return Unshown(kept.raw, letter.sender, to, letter.date, kept.arrived)


def is_from_holder(letter: Letter, known: LetterFacts) -> bool:
    """Return whether the letter is proven to be from the owner of its address."""
    is_over = known.place is not None and known.place.is_over
    return known.is_proven and not is_over and not letter.automatic
