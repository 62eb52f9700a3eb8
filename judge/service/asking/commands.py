"""Asking whether a command that cannot be undone is meant, at an address of its own."""

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game import ConfirmationAsked, Player, SettingsProposed
from judge.letter import OPEN_FOR, Notice, Question
from judge.mail import question_token, token_digest
from judge.service.parts import Judge
from judge.store import persons, questions


def ask_command(
    judge: Judge,
    connection: Connection,
    notice: Notice,
    event: ConfirmationAsked | SettingsProposed,
    *,
    giver: Player,
    letter: str,
    now: datetime,
) -> Notice:
    """Return `notice`, which asks what `event` says, as a question to who gave the command.

    `letter` is the digest of the letter that gave it.
    """
    about = f"command {letter} {event.command}"
    question, place = Question(about), notice.reply_to
    generation = 0
    if place is not None:
        generation = persons.with_generations(connection, [place])[place].generation
    asked = questions.Confirmation(
        player=giver,
        game=place.game if place else "",
        role=place.role if place else "",
        command=event.command,
        line=event.line,
        until=now + OPEN_FOR,
        about=about,
    )
    secret = token_digest(question_token(judge.key, question))
    questions.keep_confirmation(connection, asked, secret, generation)
    return replace(notice, question=question)
