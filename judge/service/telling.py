"""Telling people what happened: the notices of it, ready for the outbox."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.conversation import (
    Happening,
    LetterDecision,
    Progress,
    is_answered_elsewhere,
)
from judge.game import Fact, PressSent, reader_of, view
from judge.letter import Letter, Notice
from judge.render import Answer
from judge.service.elsewhere import is_foreign
from judge.service.parts import Judge
from judge.service.rates import is_shown, may_answer_unproven
from judge.store import post

_HOUR = timedelta(hours=1)
# In a lively game other players write within ten minutes too, and nobody misses them
# who reads his mail some times a day.
_LONGEST_DELAY = timedelta(minutes=10)


def news_of(judge: Judge, happening: Happening, now: datetime) -> Iterator[Notice]:
    """Yield the news of what happened in a game, for all whom it concerns.

    Who reads of it in the answer to his letter gets no news of those facts that an
    answer can hold.
    """
    game = happening.after
    for fact in happening.facts:
        delay = _delay(judge, fact)
        told = judge.renderer.has_answer(fact)
        for reader in fact.readers(game):
            if told and reader.player.number == happening.answered:
                # Of several seats of his the answer is about the first.
                told = False
                continue
            shown = fact.shown(game, reader)
            notice = judge.renderer.news(shown, view(game, reader), reader, now)
            yield replace(notice, delay=delay)


def _delay(judge: Judge, fact: Fact) -> timedelta:
    """Return how long the news of `fact` wait, so that their hour tells nobody's."""
    unsigned = isinstance(fact, PressSent) and fact.grey
    return judge.jitter() * _LONGEST_DELAY if unsigned else timedelta()


def answers_of(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    decision: LetterDecision,
) -> Iterator[Notice]:
    """Yield the answer to each section that has one, but not too many to an address."""
    lately: dict[str, tuple[datetime, ...]] = {}
    unproven: list[str] = []
    for section in decision.sections:
        if is_answered_elsewhere(section):
            continue
        address, now = section.sender.player.address, section.known.now
        foreign = is_foreign(connection, letter, section)
        answer = replace(_answer(section, decision, letter), is_foreign=foreign)
        # What others learn of by news alone is no business of who brought it about.
        own = tuple(one for one in answer.events if judge.renderer.has_answer(one))
        answer = replace(answer, events=own)
        if not is_shown(section):
            if may_answer_unproven(judge, connection, address, unproven, now):
                unproven.append(address)
                yield replace(judge.renderer.answer(answer), unproven=True)
            continue
        if address not in lately:
            lately[address] = post.answers_since(connection, address, now - _HOUR)
        before = lately[address]
        if len(before) < judge.answers_per_hour:
            is_last = len(before) == judge.answers_per_hour - 1
            again = (*before, now)[0] + _HOUR if is_last else None
            lately[address] = (*before, now)
            yield judge.renderer.answer(replace(answer, again=again))


def _answer(
    section: Progress,
    decision: LetterDecision,
    letter: Letter,
) -> Answer:
    player, role = section.sender.player, section.sender.role
    name = section.game or section.refused_game
    game = decision.game_called(name) if name else None
    known, events = None, section.events
    if game is not None:
        reader = reader_of(game, player, role)
        known = view(game, reader)
        events = tuple(event.seen(game, reader) for event in events)
    now = section.known.now
    return Answer(player, role, known, events, letter, now)
