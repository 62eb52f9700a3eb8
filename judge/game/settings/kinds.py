"""Options for the timing of phases of one kind."""

from collections.abc import Callable
from dataclasses import replace
from datetime import time, timedelta
from typing import TypeVar

from judge.engine import PhaseKind, Variant
from judge.game.model import GameSettings, KindTiming, Nmr
from judge.game.settings.option import BadValue, Change, GameOption
from judge.game.settings.values import (
    LONGEST,
    NMR_WORDS,
    STANDARD,
    length_within,
    read_clock,
    read_days,
    read_week,
    show_clock,
    show_length,
    write_length,
)
from judge.messages import Text, message

_Value = TypeVar("_Value")
_AS_OTHERS = message("as for the other phases")
_WORDS = (
    ("MOVE", PhaseKind.MOVEMENT),
    ("RETREAT", PhaseKind.RETREAT),
    ("ADJUST", PhaseKind.ADJUSTMENT),
)


def _changing(
    kind: PhaseKind,
    put: Callable[[KindTiming, _Value | None], KindTiming],
    read: Callable[[str], _Value | None],
    show: Callable[[_Value], Text],
) -> Change:
    """Return the change function for one field; STANDARD means the value for all phases."""

    def change(
        settings: GameSettings, text: str, _: Variant
    ) -> tuple[GameSettings, Text] | BadValue:
        standard = text.lower() in STANDARD
        value = None if standard else read(text)
        if value is None and not standard:
            return BadValue()
        timing = settings.timing
        own = {one.kind: one for one in timing.kinds}
        own[kind] = put(own.get(kind, KindTiming(kind)), value)
        kinds = tuple(one for one in own.values() if one != KindTiming(one.kind))
        changed = replace(settings, timing=replace(timing, kinds=kinds))
        return changed, _AS_OTHERS if value is None else show(value)

    return change


def _read_nmr(text: str) -> Nmr | None:
    return NMR_WORDS.get(text.lower())


def _options(word: str, kind: PhaseKind) -> tuple[GameOption, ...]:
    def written(write: Callable[[KindTiming], str | None]) -> Callable[[GameSettings], str]:
        return lambda settings: write(settings.timing.own(kind)) or "standard"

    clock: Callable[[str], tuple[time | None] | None] = read_clock
    grace = length_within(timedelta(), LONGEST)

    return (
        GameOption(
            f"{word} CLOCK",
            f"SET {word} CLOCK 12:00",
            _changing(kind, lambda one, v: replace(one, clock=v), clock, show_clock),
            written(lambda own: own.clock and show_clock(own.clock)),
        ),
        GameOption(
            f"{word} DAYS",
            f"SET {word} DAYS -MTWTF-",
            _changing(kind, lambda one, v: replace(one, days=v), read_days, str),
            written(lambda own: own.days),
        ),
        GameOption(
            f"{word} GRACE",
            f"SET {word} GRACE 12",
            _changing(kind, lambda one, v: replace(one, grace=v), grace, show_length),
            written(lambda own: None if own.grace is None else write_length(own.grace)),
        ),
        GameOption(
            f"{word} NMR",
            f"SET {word} NMR WAIT",
            _changing(kind, lambda one, v: replace(one, nmr=v), _read_nmr, lambda v: v.value),
            written(lambda own: own.nmr and own.nmr.value),
        ),
        GameOption(
            f"{word} REVIEW",
            f"SET {word} REVIEW 12",
            _changing(kind, lambda one, v: replace(one, review=v), read_week, show_length),
            written(lambda own: None if own.review is None else write_length(own.review)),
        ),
    )


KINDS = tuple(option for word, kind in _WORDS for option in _options(word, kind))
"""The clock, the days, the grace, NMR and REVIEW of each kind of phases."""
