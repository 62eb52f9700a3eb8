"""What the judge answers to programs that ask how it is.

Metrics are in the text format of Prometheus, version 0.0.4.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from datetime import datetime
from threading import Lock, Thread

from judge.host import version
from judge.service.parts import Judge
from judge.service.upkeep import Health, Upkeep, look, wrongs
from judge.store import STORE_ERRORS, store_trouble

Labels = Mapping[str, str]
Values = list[tuple[Labels, float | None]]
_ALARMS = (
    "asleep",
    "queue",
    "relay",
    "quota",
    "mailbox",
    "sign-in",
    "disk",
    "clock",
    "clocks",
    "backup",
)


def metrics(health: Health, version: str) -> str:
    """Return a line for each known number, below its description."""
    lines: list[str] = []
    for name, about, values in _gauges(health, version):
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
    yield (
        "alarm",
        "1 where something is wrong.",
        [({"name": name}, int(name in sounding)) for name in _ALARMS],
    )
    yield "info", "The version of the judge.", [({"version": version}, 1)]


def _told(labels: Labels) -> str:
    told = ",".join(f'{name}="{value}"' for name, value in labels.items())
    return f"{{{told}}}" if told else ""


def _age(health: Health, since: datetime | None) -> float | None:
    """Return how many seconds ago a moment was, None for no moment."""
    return None if since is None else (health.now - since).total_seconds()


Page = Callable[[], tuple[int, str]]


# Seconds that a page may take. A monitor that waits for long tells nothing.
_LONGEST = 0.8


def work_pages(
    judge: Judge, upkeep: Upkeep, clock: Callable[[], datetime], is_whole: Callable[[], bool]
) -> dict[str, Page]:
    """Return the functions that answer each path with (status, text).

    `/healthz`: this process works, or must be restarted. `/readyz`: it takes mail now.
    `/metrics`: all numbers, for Prometheus. Each answers within a second, whatever the store does.
    """

    def health() -> Health:
        now, machine = clock(), upkeep.machine()
        differ = judge.doors.clocks_differ(now)
        with judge.store.connect() as connection:
            return look(connection, machine, upkeep.expected, now, clocks_differ=differ)

    asking = _InTime(health)

    def told(page: Callable[[Health], tuple[int, str]]) -> Page:
        def answer() -> tuple[int, str]:
            try:
                return page(asking.answer())
            except TimeoutError:
                return 503, "The database does not answer within a second.\n"
            except STORE_ERRORS as error:
                trouble = store_trouble(error, judge.store.url)
                return 503, f"{trouble or 'The database cannot be used'}.\n"

        return answer

    return {
        "/healthz": lambda: (
            (200, "ok\n") if is_whole() else (503, "A part of the judge has ended.\n")
        ),
        "/readyz": told(_ready),
        "/metrics": told(lambda found: (200, metrics(found, version()))),
    }


class _InTime:
    """Asks a question in a thread of its own; those who ask meanwhile get the same answer."""

    def __init__(self, ask: Callable[[], Health]) -> None:
        self._ask = ask
        self._lock = Lock()
        self._running: Future[Health] | None = None

    def answer(self) -> Health:
        """Return the answer; TimeoutError if it takes too long, or what the question raises."""
        with self._lock:
            if self._running is None or self._running.done():
                self._running = Future()
                # A daemon: a store that hangs must not keep the program from ending.
                Thread(target=self._work, args=(self._running,), daemon=True).start()
            running = self._running
        return running.result(_LONGEST)

    def _work(self, future: "Future[Health]") -> None:
        try:
            future.set_result(self._ask())
        except Exception as error:  # noqa: BLE001 - the one who asked gets it
            future.set_exception(error)


def _ready(health: Health) -> tuple[int, str]:
    if not health.believes_clock:
        return 503, "The clock cannot be right.\n"
    if not health.is_awake:
        return 503, "The judge was not awake just now.\n"
    told = "".join(f"{one.what}\n" for one in wrongs(health))
    return 200, told or "ok\n"
