"""The alarm clock wakes its chores, whatever time of day it is taken for."""

from judge.work import Alarm
from tests.patience import eventually


def test_a_chore_wakes_by_itself_when_the_scheduler_waits_for_another_time() -> None:
    woken: list[int] = []

    def chore() -> bool:
        woken.append(1)
        return False

    alarm = Alarm({"chore": chore}, 0.01)
    alarm.start()
    # As if it waited for the time that the clock showed before it was set.
    alarm._scheduler.pause()
    seen = len(woken)
    try:
        eventually(lambda: len(woken) > seen + 3)
    finally:
        alarm.stop()


def test_who_has_a_chore_done_hears_when_nothing_is_left() -> None:
    left = [1, 2, 3]

    def chore() -> bool:
        if left:
            left.pop()
        return bool(left)

    alarm = Alarm({"chore": chore}, 3600)
    alarm.start()
    try:
        alarm.done("chore")
        assert not left
    finally:
        alarm.stop()
    alarm.done("chore")  # one that has stopped is waited for by nobody
