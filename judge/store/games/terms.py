"""The settings of a game as text, both ways.

A setting that the text does not name has its default: games outlive versions of the
judge, and a new setting must not need a migration.
"""

import json
from datetime import time, timedelta

from judge.game.model import Early, Nmr, PressRule, Settings, Timing


def settings_text(settings: Settings) -> str:
    """Return `settings` as a JSON object; durations are in seconds."""
    return json.dumps(_facts(settings))


def read_settings(text: str) -> Settings:
    """Return the settings that stand in `text`."""
    facts = json.loads(settings_text(Settings()))
    timing = facts["timing"]
    given = json.loads(text)
    timing.update(given.pop("timing", {}))
    facts.update(given)
    return Settings(
        timing=Timing(
            zone=timing["zone"],
            clock=timing["clock"] and time.fromisoformat(timing["clock"]),
            movement=timedelta(seconds=timing["movement"]),
            retreat=timedelta(seconds=timing["retreat"]),
            adjustment=timedelta(seconds=timing["adjustment"]),
            days=timing["days"],
            grace=timedelta(seconds=timing["grace"]),
            reminders=tuple(timedelta(seconds=s) for s in timing["reminders"]),
            delay=timedelta(seconds=timing["delay"]),
            early=Early(timing["early"]),
        ),
        nmr=Nmr(facts["nmr"]),
        press=PressRule(facts["press"]),
        draw_in_all_survivors=facts["draw_in_all_survivors"],
        convoy_fallback=facts["convoy_fallback"],
        listed=facts["listed"],
        comment=facts["comment"],
    )


def _facts(settings: Settings) -> dict[str, object]:
    return {
        "timing": _timing_facts(settings.timing),
        "nmr": settings.nmr.value,
        "press": settings.press.value,
        "draw_in_all_survivors": settings.draw_in_all_survivors,
        "convoy_fallback": settings.convoy_fallback,
        "listed": settings.listed,
        "comment": settings.comment,
    }


def _timing_facts(timing: Timing) -> dict[str, object]:
    return {
        "zone": timing.zone,
        "clock": None if timing.clock is None else timing.clock.isoformat(),
        "movement": timing.movement.total_seconds(),
        "retreat": timing.retreat.total_seconds(),
        "adjustment": timing.adjustment.total_seconds(),
        "days": timing.days,
        "grace": timing.grace.total_seconds(),
        "reminders": [before.total_seconds() for before in timing.reminders],
        "delay": timing.delay.total_seconds(),
        "early": timing.early.value,
    }
