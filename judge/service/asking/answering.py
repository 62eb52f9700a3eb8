"""Doing what the answer to a question says, and telling the answerer what came of it."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.commands import Consent
from judge.conversation import LetterFacts
from judge.game import AnswerUnclear, Event, Player, QuestionDenied
from judge.letter import Notice, Question, ReplyTo
from judge.mail import address_token, bare_address, head_without_keys, token_digest
from judge.render import Answer
from judge.service.asking.claims import deny_claim, join_claim
from judge.service.asking.origin import Origin
from judge.service.parts import Judge, post_notices
from judge.store import inbox, persons, questions


def hear_answer(
    judge: Judge, connection: Connection, origin: Origin, answer: Consent, known: LetterFacts
) -> str:
    """Do what an answer to an open question says; return a note on it.

    A yes acts, and a no drops what was asked about. For what is neither, the question is
    asked once more.
    """
    match origin.asked:
        case questions.AskedLetter() as asked:
            return _hear_of_letter(judge, connection, origin, asked, answer, known=known)
        case questions.Claim() as claim:
            return _hear_of_claim(judge, connection, origin, claim, answer, known=known)
        case questions.Confirmation() as command:
            return _hear_of_command(judge, connection, origin, command, answer, known=known)
        case None:
            raise AssertionError("Nothing was asked.")


def _hear_of_letter(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    asked: questions.AskedLetter,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is Consent.YES:
        questions.prove_letter(connection, asked.number, known.now)
        return f"says that letter {asked.number} is theirs"
    place = _place_of(connection, asked)
    game = place.game if place else ""
    if answer is Consent.NO:
        assert asked.copy is not None
        copy = asked.copy
        raw = head_without_keys(copy.raw, copy.recipient)
        bare = inbox.Copy(raw, bare_address(copy.recipient))
        questions.deny_letter(connection, asked.number, bare, known.now)
        denied = _answer(judge, origin, QuestionDenied(game=game), known)
        post_notices(judge, connection, [replace(denied, reply_to=place)], known.now)
        return f"says that letter {asked.number} is not theirs"
    if not asked.reminded:
        questions.note_letter_reminded(connection, asked.number)
        unclear = AnswerUnclear(asked.until, game=game)
        _ask_again(judge, connection, origin, asked.about, unclear, known=known)
    return f"says neither yes nor no to letter {asked.number}"


def _place_of(connection: Connection, asked: questions.AskedLetter) -> ReplyTo | None:
    """Return the place that a letter was written for, None for one to the judge itself."""
    token = address_token(asked.copy.recipient) if asked.copy else None
    owner = persons.token_owner(connection, token_digest(token)) if token else None
    return owner.place if owner else None


def _hear_of_claim(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    claim: questions.Claim,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is Consent.YES:
        join_claim(judge, connection, claim, known.now)
        return f"says that {claim.address} is theirs"
    # Where silence lets it happen, a doubt stops it.
    if answer is Consent.NO or claim.due is not None:
        deny_claim(judge, connection, claim, known.now)
        denied = QuestionDenied(address=claim.address, taking=claim.due is not None)
        post_notices(judge, connection, [_answer(judge, origin, denied, known)], known.now)
        return f"says that {claim.address} is not theirs"
    if not claim.reminded:
        questions.note_claim_reminded(connection, claim)
        unclear = AnswerUnclear(claim.until, address=claim.address)
        _ask_again(judge, connection, origin, claim.about, unclear, known=known)
    return f"says neither yes nor no to {claim.address}"


def _hear_of_command(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    command: questions.Confirmation,
    answer: Consent,
    *,
    known: LetterFacts,
) -> str:
    if answer is not Consent.NEITHER:
        number = origin.kept.number
        denied = answer is Consent.NO
        questions.answer_confirmation(connection, command.number, number, denied=denied)
    if answer is Consent.YES:
        return "says that a command is meant"
    name = command.command
    if answer is Consent.NO:
        dropped = QuestionDenied(game=command.game, command=name)
        _tell_holder(judge, connection, origin, command, dropped, known=known)
        return "says that a command is not meant"
    if not command.reminded:
        questions.note_confirmation_reminded(connection, command.number)
        unclear = AnswerUnclear(command.until, game=command.game, command=name)
        _tell_holder(judge, connection, origin, command, unclear, known=known)
    return "says neither yes nor no to a command"


def _tell_holder(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    command: questions.Confirmation,
    event: AnswerUnclear | QuestionDenied,
    *,
    known: LetterFacts,
) -> None:
    """Tell the giver of a command what came of their answer, at their own address."""
    notice = replace(_answer(judge, origin, event, known), to=command.player.address)
    if isinstance(event, AnswerUnclear):
        notice = replace(notice, question=Question(command.about))
    elif command.game:
        place = ReplyTo(command.player.number, command.game, command.role)
        notice = replace(notice, reply_to=place)
    post_notices(judge, connection, [notice], known.now)


def _ask_again(
    judge: Judge,
    connection: Connection,
    origin: Origin,
    about: str,
    event: AnswerUnclear,
    *,
    known: LetterFacts,
) -> None:
    """Ask once more, at the same reply address, so that either mail can be answered."""
    notice = replace(_answer(judge, origin, event, known), question=Question(about))
    post_notices(judge, connection, [notice], known.now)


def _answer(judge: Judge, origin: Origin, event: Event, known: LetterFacts) -> Notice:
    reader = Player(0, "", origin.letter.sender, known.writer.zone)
    answer = Answer(reader, "", None, (event,), origin.letter, known.now)
    return judge.renderer.answer(answer)
