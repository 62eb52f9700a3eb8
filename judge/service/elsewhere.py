"""The one thing that is told to who writes about a place from a foreign address.

It is the same whether he opened the place or not, so that nobody finds a password by
trying. What came of his letter is told to the address on record.
"""

from collections.abc import Sequence
from datetime import timedelta

from judge.game import AnsweredElsewhere, Player
from judge.render import Answer
from judge.service.parts import Counter, post_notice
from judge.service.sections import Visit, is_answered_elsewhere
from judge.store import people, post

_HOUR = timedelta(hours=1)


def tell_foreign_sender(counter: Counter, visits: Sequence[Visit]) -> None:
    """Tell the sender, once, if any of `visits` was for a place of somebody else's.

    Programs are told nothing: two of them might tell each other for ever (RFC 3834).
    """
    judge, letter, now = counter.judge, counter.letter, counter.now
    if letter.automatic or not any(_is_foreign(counter, visit) for visit in visits):
        return
    lately = post.answers_since(counter.connection, letter.sender, now - _HOUR)
    if len(lately) < judge.answers_per_hour:
        reader = Player(0, "", letter.sender)
        answer = Answer(reader, "", None, (AnsweredElsewhere(),), letter, now)
        post_notice(judge, counter.connection, judge.renderer.answer(answer), now)


def _is_foreign(counter: Counter, visit: Visit) -> bool:
    """Return whether the place of `visit` has another address on record."""
    if is_answered_elsewhere(visit):
        return True
    holder, sender = visit.sender.player, counter.letter.sender
    if not holder.number or holder.address.casefold() == sender.casefold():
        return False
    known = people.find_player(counter.connection, sender)
    return known is None or known.number != holder.number
