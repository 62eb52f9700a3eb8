"""The chores of a judge that serves, by the names by which they are rung for."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from judge.service.bare import bare_old_letters
from judge.service.deadlines.clock import process_due_games
from judge.service.deadlines.signs import note_signs
from judge.service.letters import answer_next_letter
from judge.service.outgoing import paint_overdue, paint_picture, send_notices
from judge.service.parts import Judge
from judge.service.upkeep.alarms import watch_health
from judge.service.upkeep.health import Expected, Machine
from judge.service.upkeep.tidying import Keeping, forget_old

# The work that several programs can share; each has the chore of the same name.
QUEUES = ("letters", "phases", "pictures", "mail")
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Upkeep:
    """What upkeep goes by: what is kept how long, what is expected, and the machine."""

    keeping: Keeping
    expected: Expected
    machine: Callable[[], Machine]


def chores(
    judge: Judge,
    upkeep: Upkeep,
    clock: Callable[[], datetime],
    ring: Callable[[str], None],
    queues: Collection[str] = QUEUES,
) -> dict[str, Callable[[], bool]]:
    """Return what is done in turn, each in a thread of its own.

    So a slow letter keeps no deadline waiting but that of its own game. Each returns
    whether there is more of it to be done at once, and rings where other programs may
    take a share. Of the shared work it is what stands in `queues`.
    """

    def live() -> bool:
        note_signs(judge, clock)
        return False

    def watch() -> bool:
        watch_health(judge, upkeep.machine(), upkeep.expected, clock())
        return False

    def tidy() -> bool:
        more = bare_old_letters(judge)
        return forget_old(judge, upkeep.keeping, clock()) or more

    shared = _shared(judge, clock, ring)
    return {name: shared[name] for name in queues} | {
        "signs": live,
        "watch": _each_minute(watch, clock),
        "tidy": _each_minute(tidy, clock),
    }


def _shared(
    judge: Judge, clock: Callable[[], datetime], ring: Callable[[str], None]
) -> dict[str, Callable[[], bool]]:
    def told() -> None:
        ring("pictures")
        ring("mail")

    def answer() -> bool:
        others = answer_next_letter(judge, clock(), partial(ring, "pictures"))
        ring("mail")
        if others:
            ring("letters")
        return others

    def process() -> bool:
        process_due_games(judge, clock, told)
        return False

    def paint() -> bool:
        return _rung(told, more=paint_picture(judge, clock()))

    def send() -> bool:
        # No mail waits for a picture here while there is one that can be sent.
        sent = send_notices(judge, clock) or paint_overdue(judge, clock())
        return _rung(lambda: ring("mail"), more=sent)

    return {"letters": answer, "phases": process, "pictures": paint, "mail": send}


def _rung(ring: Callable[[], None], *, more: bool) -> bool:
    """Return whether there is more, and ring then: others may take a share."""
    if more:
        ring()
    return more


def _each_minute(chore: Callable[[], bool], clock: Callable[[], datetime]) -> Callable[[], bool]:
    """Return a chore that is done once a minute, and at once while there is more."""
    last: datetime | None = None
    more = False

    def done() -> bool:
        nonlocal last, more
        now = clock()
        # A clock may go back.
        if more or last is None or abs(now - last) >= _MINUTE:
            last, more = now, chore()
        return more

    return done
