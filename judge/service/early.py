"""Looking, once a letter is obeyed, whether it settled when a phase is processed."""

from collections.abc import Sequence

from judge.game import processing_set, told_by
from judge.service.events import game_at, record_and_tell
from judge.service.parts import Counter
from judge.service.sections import Visit


def tell_of_processing(counter: Counter, visits: Sequence[Visit]) -> None:
    """Tell the players of each game whose last orders came with this letter."""
    for name, before in tuple(counter.begun.items()):
        after = game_at(counter, name)
        assert after is not None
        own = [visit for visit in visits if visit.game.lower() == name]
        events = [event for visit in own for event in visit.events]
        senders = {visit.sender.player.number for visit in own}
        told = senders.union(told_by(events, after))
        settled = processing_set(before, after, counter.now, told)
        if settled:
            counter.games[name] = record_and_tell(
                counter.judge, counter.connection, name, settled, counter.now
            )
