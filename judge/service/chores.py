"""The chores of a running judge, by name. A ring with that name wakes a chore."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from judge.service.answering import answer_next_letter
from judge.service.deadlines import process_due_games
from judge.service.mail_out import paint_overdue, paint_picture, send_notices
from judge.service.parts import Judge
from judge.service.signs import note_signs
from judge.service.upkeep import Upkeep, bare_dropped_letters, forget_old, watch_health
from judge.store import STORE_ERRORS, store_trouble

# Work that several programs can share; each part has a chore of the same name.
QUEUES = ("letters", "phases", "pictures", "mail")
_MINUTE = timedelta(minutes=1)


def chores(
    judge: Judge,
    upkeep: Upkeep,
    clock: Callable[[], datetime],
    ring: Callable[[str], None],
    queues: Collection[str] = QUEUES,
) -> dict[str, Callable[[], bool]]:
    """Return the chores by name; each is to be repeated in a thread of its own.

    With a thread each, a slow letter delays only the deadlines of its own game. A chore returns
    whether there is more to do at once; with `ring` it wakes chores, also in other programs. Of the
    shared work only the chores in `queues` are returned.
    """

    def live() -> bool:
        try:
            note_signs(judge, clock)
        except STORE_ERRORS as error:
            judge.doors.hindrance = store_trouble(error, judge.store.url)
            raise
        judge.doors.hindrance = None
        return False

    def watch() -> bool:
        watch_health(judge, upkeep.machine(), upkeep.expected, clock())
        return False

    def tidy() -> bool:
        more = bare_dropped_letters(judge)
        return forget_old(judge, upkeep.keeping, clock()) or more

    shared = _shared(judge, clock, ring)
    done = {name: shared[name] for name in queues} | {
        "signs": live,
        "watch": _each_minute(watch, clock),
        "tidy": _each_minute(tidy, clock),
    }
    return {name: partial(_explained, judge, chore) for name, chore in done.items()}


def _explained(judge: Judge, chore: Callable[[], bool]) -> bool:
    """Do a chore; add cause and remedy to an error of the store, for the log."""
    try:
        return chore()
    except STORE_ERRORS as error:
        known = store_trouble(error, judge.store.url)
        if known is not None:
            error.add_note(str(known))
        raise


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
        more = paint_picture(judge, clock())
        if more:
            told()
        return more

    def send() -> bool:
        # The sending chore paints only if there is no mail to send.
        more = send_notices(judge, clock) or paint_overdue(judge, clock())
        if more:
            ring("mail")
        return more

    return {"letters": answer, "phases": process, "pictures": paint, "mail": send}


def _each_minute(chore: Callable[[], bool], clock: Callable[[], datetime]) -> Callable[[], bool]:
    """Return `chore` limited to once a minute, unless it has said that there is more to do."""
    last: datetime | None = None
    more = False

    def done() -> bool:
        nonlocal last, more
        now = clock()
        # abs, because the clock may have gone back.
        if more or last is None or abs(now - last) >= _MINUTE:
            last, more = now, chore()
        return more

    return done
