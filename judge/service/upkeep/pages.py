"""What the judge answers to programs that ask how it is."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from judge.host import version
from judge.service.chores import Upkeep
from judge.service.parts import Judge
from judge.service.upkeep.health import Health, look, wrongs
from judge.service.upkeep.metrics import metrics

Page = Callable[[], tuple[int, str]]


def work_pages(
    judge: Judge, upkeep: Upkeep, clock: Callable[[], datetime], is_whole: Callable[[], bool]
) -> dict[str, Page]:
    """Return what is answered at each path, as (status, text).

    `/healthz`: this process works, or must be started anew. `/readyz`: it takes mail
    now. `/metrics`: all numbers, for Prometheus.
    """

    def health() -> Health:
        now, machine = clock(), upkeep.machine()
        differ = judge.doors.clocks_differ(now)
        with judge.store.connect() as connection:
            return look(connection, machine, upkeep.expected, now, clocks_differ=differ)

    return {
        "/healthz": partial(_healthy, is_whole),
        "/readyz": lambda: _ready(health()),
        "/metrics": lambda: (200, metrics(health(), version())),
    }


def _healthy(is_whole: Callable[[], bool]) -> tuple[int, str]:
    return (200, "ok\n") if is_whole() else (503, "A part of the judge has ended.\n")


def _ready(health: Health) -> tuple[int, str]:
    if not health.believes_clock:
        return 503, "The clock cannot be right.\n"
    if not health.runs:
        return 503, "The judge was not awake just now.\n"
    told = "".join(f"{one.what}\n" for one in wrongs(health))
    return 200, told or "ok\n"
