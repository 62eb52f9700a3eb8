"""The one thing that is told to who writes about a place from a foreign address.

It is the same whether he opened the place or not, so that nobody finds a password by
trying. What came of his letter is told to the address on record.
"""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from judge.conversation import LetterDecision, Progress, is_answered_elsewhere
from judge.game import AnsweredElsewhere, Event, Player
from judge.letter import Letter, Notice
from judge.render import Answer
from judge.service.parts import Judge
from judge.service.rates import answer_within_rates, bare
from judge.store import persons


def told_to_foreign_sender(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    decision: LetterDecision,
    answers: Sequence[Notice],
    event: Event = AnsweredElsewhere(),  # noqa: B008 - it has no fields, and never changes
) -> Iterator[Notice]:
    """Yield what the sender is told if any section was for a place of somebody else's.

    It is one of the answers to his address, beside `answers`. Programs are told
    nothing: two of them might tell each other for ever (RFC 3834). Of a letter to which
    the holder of its place has agreed he was told when that was asked.
    """
    known = decision.sections[0].known
    if letter.automatic or not letter.sender or (known.place and known.agreed):
        return
    if not any(is_foreign(connection, letter, one) for one in decision.sections):
        return
    now = known.now
    reader = Player(0, "", letter.sender)
    answer = Answer(reader, "", None, (event,), letter, now)
    notice = bare(judge.renderer.answer(answer))
    proven = letter.authentic
    answered = answer_within_rates(
        judge, connection, notice, now, letter=letter, proven=proven, sent=answers
    )
    if answered is not None:
        yield answered


def is_foreign(connection: Connection, letter: Letter, section: Progress) -> bool:
    """Return whether the place of `section` has another address on record."""
    if is_answered_elsewhere(section):
        return True
    holder = section.sender.player
    return holder.number != 0 and not persons.is_of(connection, letter.sender, holder)
