"""Pages for programs that monitor the judge: health and metrics.

Metrics are in the text format of Prometheus, version 0.0.4.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from datetime import datetime
from threading import Lock, Thread

from judge.host import version
from judge.service.parts import Judge
from judge.service.upkeep import Health, Upkeep, look, wrongs
from judge.store import STORE_ERRORS, store_trouble
from judge.troubles import ALARMS, Trouble, trouble

Labels = Mapping[str, str]
Values = list[tuple[Labels, float | None]]


def metrics(health: Health, version: str) -> str:
    """Return the metrics as text: a description and a line for each known number."""
    return _lines(_gauges(health, version))


def _lines(gauges: Iterator[tuple[str, str, Values]]) -> str:
    lines: list[str] = []
    for name, about, values in gauges:
        lines += (f"# HELP judge_{name} {about}", f"# TYPE judge_{name} gauge")
        lines += (
            f"judge_{name}{_told(labels)} {value}" for labels, value in values if value is not None
        )
    return "\n".join(lines) + "\n"


def _gauges(health: Health, version: str) -> Iterator[tuple[str, str, Values]]:
    found = health.census
    sounding = {one.name for one in wrongs(health)}
    for name, about, value in (
        ("letters_waiting", "Letters to be answered.", found.letters.count),
        (
            "letters_waiting_seconds",
            "For how long the first of them does.",
            _age(health, found.letters.since),
        ),
        ("letters_asked", "Letters that wait for a word of their sender.", found.asked),
        ("letters_set_aside", "Letters that wait for the keeper.", found.set_aside),
        ("notices_waiting", "Mails to be sent now.", found.notices.count),
        (
            "notices_waiting_seconds",
            "For how long the first of them does.",
            _age(health, found.notices.since),
        ),
        ("notices_refused", "Mails that are tried again.", found.refused.count),
        ("notices_failed", "Mails of 14 days that were given up.", found.failed),
        (
            "games_overdue",
            "Games that wait for the clock.",
            sum(game.due <= health.now for game in found.due),
        ),
        ("database_bytes", "The size of the database.", found.size),
        ("disk_free_bytes", "What is free on its disk.", health.machine.free),
        ("awake_seconds", "Since the last sign of life.", _age(health, health.awake)),
        ("backup_seconds", "Since the last backup.", _age(health, found.backup)),
    ):
        yield name, about, [({}, value)]
    yield (
        "games",
        "Games by how far they have come.",
        [({"stage": stage}, count) for stage, count in found.stages.items()],
    )
    yield from _alarms(sounding, version)


def _alarms(sounding: Collection[str], version: str) -> Iterator[tuple[str, str, Values]]:
    names = dict.fromkeys((*(one.name for one in ALARMS), *sounding))
    values: Values = [({"name": name}, int(name in sounding)) for name in names]
    yield "alarm", "1 where something is wrong.", values
    yield "info", "The version of the judge.", [({"version": version}, 1)]


def _told(labels: Labels) -> str:
    told = ",".join(f'{name}="{value}"' for name, value in labels.items())
    return f"{{{told}}}" if told else ""


def _age(health: Health, since: datetime | None) -> float | None:
    """Return the seconds since a moment, None for no moment."""
    return None if since is None else (health.now - since).total_seconds()


Page = Callable[[], tuple[int, str]]


# Seconds that a page may take; a monitor would give up on a slower answer.
_LONGEST = 0.8


def work_pages(
    judge: Judge, upkeep: Upkeep, clock: Callable[[], datetime], is_whole: Callable[[], bool]
) -> dict[str, Page]:
    """Return the functions that answer each path with (status, text).

    `/healthz`: this process works, or must be restarted. `/readyz`: it takes mail now.
    `/metrics`: all numbers, for Prometheus, or the store's trouble alone if it cannot be read.
    Each answers within a second, whatever the store does.
    """

    def health() -> Health:
        now, machine = clock(), upkeep.machine()
        differ = judge.doors.clocks_differ(now)
        with judge.store.connect() as connection:
            return look(connection, machine, upkeep.expected, now, clocks_differ=differ)

    asking = _InTime(health)

    def found() -> Health | Trouble:
        if judge.doors.hindrance is not None:
            return judge.doors.hindrance
        try:
            return asking.answer()
        except TimeoutError:
            return trouble("store-silent")
        except STORE_ERRORS as error:
            known = store_trouble(error, judge.store.url)
            return known or trouble("store-unusable", error=type(error).__name__)

    def ready() -> tuple[int, str]:
        health = found()
        return (503, _told_of(health)) if isinstance(health, Trouble) else _ready(health)

    def numbers() -> tuple[int, str]:
        # Prometheus ignores a page with an error status.
        health = found()
        if isinstance(health, Trouble):
            return 200, _lines(_alarms([health.name], version()))
        return 200, metrics(health, version())

    return {
        "/healthz": lambda: (
            (200, "ok\n") if is_whole() else (503, "A part of the judge has ended.\n")
        ),
        "/readyz": ready,
        "/metrics": numbers,
    }


class _InTime:
    """Asks a slow question in a thread; callers who come meanwhile get the same answer."""

    def __init__(self, ask: Callable[[], Health]) -> None:
        self._ask = ask
        self._lock = Lock()
        self._running: Future[Health] | None = None

    def answer(self) -> Health:
        """Return the answer; raises TimeoutError if it takes too long, or the question's error."""
        with self._lock:
            if self._running is None or self._running.done():
                self._running = Future()
                # A daemon thread: a store that hangs must not keep the program from ending.
                Thread(target=self._work, args=(self._running,), daemon=True).start()
            running = self._running
        return running.result(_LONGEST)

    def _work(self, future: "Future[Health]") -> None:
        try:
            future.set_result(self._ask())
        except Exception as error:  # noqa: BLE001 - the one who asked gets it
            future.set_exception(error)


def _ready(health: Health) -> tuple[int, str]:
    if not health.is_awake:
        wrong = wrongs(health)
        silent = trouble("starting") if health.is_starting else trouble("asleep")
        known = next((one for one in wrong if one.name == "clock"), silent)
        return 503, _told_of(known)
    wrong = wrongs(health)
    takes_mail = all(one.name != "disk-full" for one in wrong)
    return 200 if takes_mail else 503, "".join(map(_told_of, wrong)) or "ok\n"


def _told_of(wrong: Trouble) -> str:
    return f"{wrong.name}: {wrong}\n"
