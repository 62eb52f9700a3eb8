"""How the judge is, as Prometheus reads it (its text format, version 0.0.4)."""

from collections.abc import Iterator, Mapping
from datetime import datetime

from judge.service.upkeep.health import Health, wrongs

Labels = Mapping[str, str]
Values = list[tuple[Labels, float | None]]
_ALARMS = ("queue", "relay", "mailbox", "disk", "clock", "clocks", "backup")


def metrics(health: Health, version: str) -> str:
    """Return a line for each number that is known, below what it is."""
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
        ("games_overdue", "Games that wait for the clock.", _overdue(health)),
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
    """Return how many seconds ago a moment was, None where there was none."""
    return None if since is None else (health.now - since).total_seconds()


def _overdue(health: Health) -> int:
    return sum(game.due <= health.now for game in health.census.due)
