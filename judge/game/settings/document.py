"""All settings of a game as one document: names with values, as they are set again."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from types import MappingProxyType

from judge.engine import PhaseKind, Variant
from judge.game.model import Admission, Early, GameSettings, KindTiming, Nmr, Timing
from judge.game.settings.own import choices_made
from judge.game.settings.press import PRESS_SWITCHES, is_on

Document = tuple[tuple[str, str], ...]

_MINUTE, _HOUR = timedelta(minutes=1), timedelta(hours=1)
_STANDARD = "standard"
_Text = Callable[[GameSettings], str]


def _length(span: timedelta) -> str:
    if not span:
        return "none"
    hours, rest = divmod(span, _HOUR)
    return f"{span // _MINUTE}m" if rest else f"{hours}h"


def _clock(timing: Timing) -> str:
    return "none" if timing.clock is None else f"{timing.clock:%H:%M}"


def _switch(on: bool) -> str:
    return "on" if on else "off"


def _press(settings: GameSettings) -> str:
    return f"{settings.press.value}, {settings.signing.value}"


def _press_switch(name: str) -> _Text:
    return lambda settings: _switch(is_on(settings, name))


def _year(settings: GameSettings) -> str:
    year = settings.changes.year
    if year is None:
        return _STANDARD
    return f"{-year} BC" if year < 0 else str(year)


def _number(number: int | None) -> str:
    return _STANDARD if number is None else str(number)


def _builds(settings: GameSettings) -> str:
    builds = settings.changes.builds
    return _STANDARD if builds is None else builds.value


def _reminders(settings: GameSettings) -> str:
    return " ".join(map(_length, settings.timing.reminders)) or "none"


def _days(own: KindTiming) -> str:
    return own.days or _STANDARD


def _own_clock(own: KindTiming) -> str:
    if own.clock is None:
        return _STANDARD
    return "none" if own.clock[0] is None else f"{own.clock[0]:%H:%M}"


def _own_grace(own: KindTiming) -> str:
    return _STANDARD if own.grace is None else _length(own.grace)


def _own_nmr(own: KindTiming) -> str:
    return _STANDARD if own.nmr is None else own.nmr.value


def _own_review(own: KindTiming) -> str:
    return _STANDARD if own.review is None else _length(own.review)


def _of_kind(kind: PhaseKind, write: Callable[[KindTiming], str]) -> _Text:
    def text(settings: GameSettings) -> str:
        return write(settings.timing.own(kind))

    return text


_EARLY = {one: one.value for one in Early}
_ENTRY = {one: one.value for one in Admission}
_NMR = {one: one.value for one in Nmr}
_KINDS = {"MOVE": PhaseKind.MOVEMENT, "RETREAT": PhaseKind.RETREAT, "ADJUST": PhaseKind.ADJUSTMENT}
_FIELDS = {
    "CLOCK": _own_clock,
    "DAYS": _days,
    "GRACE": _own_grace,
    "NMR": _own_nmr,
    "REVIEW": _own_review,
}
EVER: Mapping[str, _Text] = MappingProxyType(
    {
        "MOVE NEXT": lambda s: _length(s.timing.movement),
        "RETREAT NEXT": lambda s: _length(s.timing.retreat),
        "ADJUST NEXT": lambda s: _length(s.timing.adjustment),
        "CLOCK": lambda s: _clock(s.timing),
        "ZONE": lambda s: s.timing.zone,
        "DAYS": lambda s: s.timing.days,
        "GRACE": lambda s: _length(s.timing.grace),
        **{
            f"{word} {field}": _of_kind(kind, write)
            for word, kind in _KINDS.items()
            for field, write in _FIELDS.items()
        },
        "DELAY": lambda s: _length(s.timing.delay),
        "REMINDERS": _reminders,
        "EARLY": lambda s: _EARLY[s.timing.early],
        "NMR": lambda s: _NMR[s.nmr],
        "LATE NOTICES": lambda s: _length(s.late_notices),
        "EXCUSES": lambda s: str(s.excuses),
        "ENTRY": lambda s: _ENTRY[s.admission],
        "MAX GAMES": lambda s: str(s.most_games),
        "RELIABILITY": lambda s: str(s.reliability),
        "REVIEW": lambda s: _length(s.review),
        "MUSTER": lambda s: _length(s.muster),
        "REPLACE AFTER": lambda s: str(s.replace_after),
        "FIRST TURN": lambda s: "patient" if s.patient_start else "normal",
        "MAX ABSENCE": lambda s: str(s.longest_absence.days),
        "PRESS": _press,
        **{option.name: _press_switch(option.name) for option in PRESS_SWITCHES},
        "FAKE PRESS": lambda s: _switch(s.fakes),
        "RECALL": lambda s: _length(s.recall),
        "DIAS": lambda s: _switch(s.draw_in_all_survivors),
        "VOTES": lambda s: "standing" if s.votes_stand else "phase",
        "TIME VOTES": lambda s: "all" if s.time_by_all else "most",
        "PROXIES": lambda s: _switch(s.proxies),
        "CONVOY FALLBACK": lambda s: _switch(s.convoy_fallback),
        "OWN ADDRESS": lambda s: _switch(s.own_address),
        "LIST": lambda s: _switch(s.listed),
        "COMMENT": lambda s: s.comment or "none",
    }
)
"""How each option that can always be set is written."""
FORMING: Mapping[str, _Text] = MappingProxyType(
    {
        "MODERATED": lambda s: _switch(s.moderated),
        "TUTORS": lambda s: _switch(s.tutors),
        "GUNBOAT": lambda s: _switch(s.gunboat),
        "BLIND": lambda s: _switch(s.blind),
        "CHAOS": lambda s: _switch(s.changes.one_center),
        "BUILDS": _builds,
        "VICTORY": lambda s: _number(s.changes.victory),
        "YEAR": _year,
        "PLAYERS": lambda s: _number(s.changes.players),
    }
)
"""How each option is written that can be set before the start."""


def document_of(settings: GameSettings, variant: Variant, *, forming: bool) -> Document:
    """Return all that can be set now by one word or a few, with the values it has."""
    options = {**EVER, **FORMING} if forming else EVER
    rows = tuple((name, write(settings)) for name, write in options.items())
    if not forming:
        return rows
    own = choices_made(variant, settings)
    return (*rows, *((name.upper(), choice) for name, choice, _ in own))
