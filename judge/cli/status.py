"""`judge status`: the state of the judge on one page."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from judge.cli.console import in_plain_words, settings, store

if TYPE_CHECKING:
    from judge.service import Health
    from judge.store import upkeep
    from judge.troubles import Trouble

_WIDTH = 12


def status(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, for programs.")] = False,
) -> None:
    """Show how the judge is: what waits, what is due, and what is wrong.

    Ends with status 1 if something needs a person.
    """
    from judge.app import utc_now
    from judge.service import look
    from judge.store import upkeep
    from judge.upkeep import upkeep_of

    found = settings()
    kept_up = upkeep_of(found)
    with in_plain_words(), store().begin() as connection:
        # Only a running judge can notice this; it raises an alarm.
        differ = any(alarm.name == "clocks" for alarm in upkeep.sounding(connection))
        health = look(
            connection, kept_up.machine(), kept_up.expected, utc_now(), clocks_differ=differ
        )
    if as_json:
        typer.echo(json.dumps(_values(health), default=_moment, indent=2))
    else:
        typer.echo("\n".join(_lines(found.address, health)))
    raise typer.Exit(int(any(_wrongs(health))))


def _lines(address: str, health: "Health") -> Iterator[str]:
    from judge.host import version

    found = health.census
    yield f"{address}, version {version()}"
    yield ""
    yield _row("Runs", _awake_text(health))
    yield _row("Letters", _letters_text(health))
    yield _row("Mail out", _notices_text(health))
    yield _row("Doors", _doors_text(health))
    yield _row("Games", _games_text(health))
    for game in found.due:
        yield _row("", f"{game.name}: the clock {_due_text(game.due, health.now)}")
    yield _row("Backup", _ago(found.backup, health.now) or "none was ever made")
    free = f"{health.machine.free / 1e9:.1f} GB are free"
    yield _row("Disk", f"{free}; the database has {found.size / 1e6:.1f} MB")
    for wrong in _wrongs(health):
        yield f"PROBLEM     {wrong.what}\n            {wrong.advice}"


def _wrongs(health: "Health") -> Iterator["Trouble"]:
    from judge.service import wrongs
    from judge.troubles import trouble

    if not health.runs:
        yield trouble("stopped")
    yield from wrongs(health)


def _row(subject: str, text: str) -> str:
    return f"{subject:{_WIDTH}}{text}"


def _awake_text(health: "Health") -> str:
    ago = _ago(health.awake, health.now)
    if not ago:
        return "yes, since a moment ago" if health.runs else "no, and never did"
    return f"{'yes' if health.runs else 'no'}, awake {ago}"


def _letters_text(health: "Health") -> str:
    found = health.census
    said = _queue_text(found.letters, "to be answered", health.now)
    if found.asked:
        said += f"; {found.asked} of people who are asked whether they wrote them"
    if found.set_aside:
        said += f'; {found.set_aside} set aside ("judge letters")'
    return said


def _notices_text(health: "Health") -> str:
    found = health.census
    said = _queue_text(found.notices, "to be sent", health.now)
    if found.refused.count:
        said += f"; {found.refused.count} refused and tried again ({found.answer})"
    if found.quota_until is not None:
        said += f"; the provider's quota is used up, tried again at {found.quota_until:%H:%M} UTC"
    limit = health.expected.mails_per_day
    if limit:
        said += f"; {found.sent_in_day} of {limit} sent in 24 hours"
        said += ", so news wait" if found.sent_in_day >= limit - limit // 10 else ""
    if found.failed:
        said += f'; {found.failed} given up in 14 days ("judge notices")'
    return said


def _queue_text(queue: "upkeep.Queue", what: str, now: datetime) -> str:
    if not queue.count:
        return f"none {what}"
    return f"{queue.count} {what}, the first since {_span(now - (queue.since or now))}"


def _doors_text(health: "Health") -> str:
    """Return until when each door was open, as last recorded."""
    doors = health.census.doors
    told = (
        f"{door} {_ago(doors.get(door), health.now) or 'never open'}"
        for door in health.expected.doors
    )
    return "; ".join(told)


def _games_text(health: "Health") -> str:
    stages = health.census.stages
    told = ", ".join(f"{count} {stage}" for stage, count in stages.items() if count)
    return told or "none"


def _due_text(due: datetime, now: datetime) -> str:
    if due <= now:
        return f"is due since {_span(now - due)}"
    return f"wakes in {_span(due - now)}, at {due:%Y-%m-%d %H:%M} UTC"


def _ago(moment: datetime | None, now: datetime) -> str:
    return "" if moment is None else f"{_span(abs(now - moment))} ago"


def _span(span: timedelta) -> str:
    """Return a length of time in its largest unit."""
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        count = int(span.total_seconds() // size)
        if count:
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return "less than a second"


def _values(health: "Health") -> dict[str, object]:
    from judge.host import version

    return {
        "version": version(),
        "now": health.now,
        "runs": health.runs,
        "awake": health.awake,
        "believes_clock": health.believes_clock,
        **asdict(health.census),
        "disk_free": health.machine.free,
        "wrong": [_texts(one) for one in _wrongs(health)],
    }


def _texts(wrong: "Trouble") -> dict[str, str]:
    """Return the texts of a trouble, with `help` for what to do and what becomes of mail."""
    return {"name": wrong.name, "what": str(wrong.what), "help": str(wrong.advice)}


def _moment(value: object) -> str:
    assert isinstance(value, datetime)
    return value.isoformat()
