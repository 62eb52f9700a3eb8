"""The table of the options of a game, with the functions that read their values."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import MappingProxyType

from judge.engine import Variant
from judge.game.model import Admission, Early, GameSettings
from judge.game.settings.kinds import KINDS
from judge.game.settings.option import GameOption, changing, switch, timed, worded
from judge.game.settings.own import choices_made
from judge.game.settings.press import PRESS_OPTIONS
from judge.game.settings.values import (
    NMR_WORDS,
    find_zone,
    read_clock,
    read_comment,
    read_count,
    read_days,
    read_late_notices,
    read_percent,
    read_reminders,
    read_week,
    show_clock,
    show_comment,
    show_length,
    show_reminders,
    write_length,
    write_switch,
)
from judge.game.settings.variant_changes import TWISTS
from judge.messages import counted, message

_SHORTEST_PHASE = timedelta(minutes=1)


_EARLY = {"rolling": Early.ROLLING, "fixed": Early.FIXED, "never": Early.NEVER}
_DAY = timedelta(days=1)
_MOST_EXCUSES = _MOST_MISSED = 9
_LONGEST_ABSENCE = 60
_ENTRY = {one.value: one for one in Admission}
_MOST_GAMES = 99
_TIME_VOTES = {"most": False, "all": True}
_VOTES = {"standing": True, "phase": False}
_FIRST = {"patient": True, "as others": False, "normal": False}
# `document_of` lists the options in this order.
OPTIONS = (
    GameOption(
        "MOVE NEXT",
        "SET MOVE NEXT 48",
        timed(lambda t, v: replace(t, movement=v), least=_SHORTEST_PHASE),
        lambda s: write_length(s.timing.movement),
    ),
    GameOption(
        "RETREAT NEXT",
        "SET RETREAT NEXT 24",
        timed(lambda t, v: replace(t, retreat=v), least=_SHORTEST_PHASE),
        lambda s: write_length(s.timing.retreat),
    ),
    GameOption(
        "ADJUST NEXT",
        "SET ADJUST NEXT 24",
        timed(lambda t, v: replace(t, adjustment=v), least=_SHORTEST_PHASE),
        lambda s: write_length(s.timing.adjustment),
    ),
    GameOption(
        "CLOCK",
        "SET CLOCK 21:00",
        changing(
            read_clock, lambda s, v: replace(s, timing=replace(s.timing, clock=v[0])), show_clock
        ),
        lambda s: show_clock((s.timing.clock,)),
    ),
    GameOption(
        "ZONE",
        "SET ZONE Europe/Paris",
        changing(find_zone, lambda s, v: replace(s, timing=replace(s.timing, zone=v)), str),
        lambda s: s.timing.zone,
    ),
    GameOption(
        "DAYS",
        "SET DAYS -MTWTF-",
        changing(read_days, lambda s, v: replace(s, timing=replace(s.timing, days=v)), str),
        lambda s: s.timing.days,
    ),
    GameOption(
        "GRACE",
        "SET GRACE 24",
        timed(lambda t, v: replace(t, grace=v), least=timedelta()),
        lambda s: write_length(s.timing.grace),
    ),
    *KINDS,
    GameOption(
        "DELAY",
        "SET DELAY 30m",
        timed(lambda t, v: replace(t, delay=v), least=timedelta()),
        lambda s: write_length(s.timing.delay),
    ),
    GameOption(
        "REMINDERS",
        "SET REMINDERS 24h 4h",
        changing(
            read_reminders,
            lambda s, v: replace(s, timing=replace(s.timing, reminders=v)),
            show_reminders,
        ),
        lambda s: " ".join(map(write_length, s.timing.reminders)) or "none",
    ),
    GameOption(
        "EARLY",
        "SET EARLY ROLLING",
        worded(_EARLY, lambda s, v: replace(s, timing=replace(s.timing, early=v))),
        lambda s: s.timing.early.value,
    ),
    GameOption(
        "NMR",
        "SET NMR WAIT",
        worded(NMR_WORDS, lambda s, v: replace(s, nmr=v)),
        lambda s: s.nmr.value,
    ),
    GameOption(
        "LATE NOTICES",
        "SET LATE NOTICES 12",
        changing(read_late_notices, lambda s, v: replace(s, late_notices=v), show_length),
        lambda s: write_length(s.late_notices),
    ),
    GameOption(
        "EXCUSES",
        "SET EXCUSES 1",
        changing(read_count(_MOST_EXCUSES), lambda s, v: replace(s, excuses=v), str),
        lambda s: str(s.excuses),
    ),
    GameOption(
        "ENTRY",
        "SET ENTRY INVITED",
        worded(_ENTRY, lambda s, v: replace(s, admission=v)),
        lambda s: s.admission.value,
    ),
    GameOption(
        "MAX GAMES",
        "SET MAX GAMES 3",
        changing(read_count(_MOST_GAMES), lambda s, v: replace(s, most_games=v), str),
        lambda s: str(s.most_games),
    ),
    GameOption(
        "RELIABILITY",
        "SET RELIABILITY 80",
        changing(
            read_percent,
            lambda s, v: replace(s, reliability=v),
            lambda v: f"{v} %" if v else message("none"),
        ),
        lambda s: str(s.reliability),
    ),
    GameOption(
        "REVIEW",
        "SET REVIEW 12",
        changing(read_week, lambda s, v: replace(s, review=v), show_length),
        lambda s: write_length(s.review),
    ),
    GameOption(
        "MUSTER",
        "SET MUSTER 48",
        changing(read_week, lambda s, v: replace(s, muster=v), show_length),
        lambda s: write_length(s.muster),
    ),
    GameOption(
        "REPLACE AFTER",
        "SET REPLACE AFTER 2",
        changing(read_count(_MOST_MISSED), lambda s, v: replace(s, replace_after=v), str),
        lambda s: str(s.replace_after),
    ),
    GameOption(
        "FIRST TURN",
        "SET FIRST TURN PATIENT",
        worded(_FIRST, lambda s, v: replace(s, patient_start=v)),
        lambda s: "patient" if s.patient_start else "normal",
    ),
    GameOption(
        "MAX ABSENCE",
        "SET MAX ABSENCE 15",
        changing(
            read_count(_LONGEST_ABSENCE),
            lambda s, v: replace(s, longest_absence=v * _DAY),
            lambda v: counted("{count} day", "{count} days", v),
        ),
        lambda s: str(s.longest_absence.days),
    ),
    *PRESS_OPTIONS,
    GameOption(
        "DIAS",
        "SET DIAS",
        switch(lambda s, v: replace(s, draw_in_all_survivors=v)),
        lambda s: write_switch(s.draw_in_all_survivors),
    ),
    GameOption(
        "VOTES",
        "SET VOTES STANDING",
        worded(_VOTES, lambda s, v: replace(s, votes_stand=v)),
        lambda s: "standing" if s.votes_stand else "phase",
    ),
    GameOption(
        "TIME VOTES",
        "SET TIME VOTES ALL",
        worded(_TIME_VOTES, lambda s, v: replace(s, time_by_all=v)),
        lambda s: "all" if s.time_by_all else "most",
    ),
    GameOption(
        "PROXIES",
        "SET PROXIES ON",
        switch(lambda s, v: replace(s, proxies=v)),
        lambda s: write_switch(s.proxies),
    ),
    GameOption(
        "CONVOY FALLBACK",
        "SET CONVOY FALLBACK ON",
        switch(lambda s, v: replace(s, convoy_fallback=v)),
        lambda s: write_switch(s.convoy_fallback),
    ),
    GameOption(
        "OWN ADDRESS",
        "SET OWN ADDRESS ON",
        switch(lambda s, v: replace(s, own_address=v)),
        lambda s: write_switch(s.own_address),
    ),
    GameOption(
        "LIST",
        "SET LIST",
        switch(lambda s, v: replace(s, listed=v)),
        lambda s: write_switch(s.listed),
    ),
    GameOption(
        "WEB", "SET WEB NO", switch(lambda s, v: replace(s, web=v)), lambda s: write_switch(s.web)
    ),
    GameOption(
        "COMMENT",
        "SET COMMENT Newcomers are welcome",
        changing(read_comment, lambda s, v: replace(s, comment=v), show_comment),
        lambda s: s.comment or "none",
        free_text=True,
    ),
    GameOption(
        "MODERATED",
        "SET MODERATED OFF",
        switch(lambda s, v: replace(s, moderated=v)),
        lambda s: write_switch(s.moderated),
        forming=True,
    ),
    GameOption(
        "TUTORS",
        "SET TUTORS ON",
        switch(lambda s, v: replace(s, tutors=v)),
        lambda s: write_switch(s.tutors),
        forming=True,
    ),
    GameOption(
        "GUNBOAT",
        "SET GUNBOAT",
        switch(lambda s, v: replace(s, gunboat=v)),
        lambda s: write_switch(s.gunboat),
        forming=True,
    ),
    GameOption(
        "BLIND",
        "SET BLIND",
        switch(lambda s, v: replace(s, blind=v)),
        lambda s: write_switch(s.blind),
        forming=True,
    ),
    *TWISTS,
)

_KINDS = {
    "MOVE NEXT": ("MOVE", "MOVEMENT"),
    "RETREAT NEXT": ("RETREAT", "RETREATS"),
    "ADJUST NEXT": ("ADJUST", "ADJUSTMENT", "ADJUSTMENTS", "BUILD", "BUILDS"),
}
# BUILD is also an option about where powers build, so these words alone are not the length of a
# phase.
_PLACES = ("BUILD", "BUILDS")
ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "TIME ZONE": "ZONE",
        "OWN ADDRESSES": "OWN ADDRESS",
        "REMINDER": "REMINDERS",
        "REMIND": "REMINDERS",
        "WARN": "REMINDERS",
        "CD": "NMR",
        "FALLBACK": "CONVOY FALLBACK",
        "LISTED": "LIST",
        "PUBLIC": "LIST",
        "FOG": "BLIND",
        "FOG OF WAR": "BLIND",
        "ANONYMOUS": "GUNBOAT",
        "CENTERS": "VICTORY",
        "CENTRES": "VICTORY",
        "VICTORY CENTERS": "VICTORY",
        "START YEAR": "YEAR",
        "STARTING YEAR": "YEAR",
        "FIRST YEAR": "YEAR",
        "START UNITS": "UNITS",
        "STARTING UNITS": "UNITS",
        "BUILD": "BUILDS",
        "POWERS PER PLAYER": "POWERS EACH",
        "ABSENCES": "MAX ABSENCE",
        "EXCUSED": "EXCUSES",
        "REPLACE": "REPLACE AFTER",
        "ADMISSION": "ENTRY",
        "GAMES": "MAX GAMES",
        "PROXY": "PROXIES",
        "TUTOR": "TUTORS",
        "JUROR": "TUTORS",
        "JURORS": "TUTORS",
        "OMNISCIENT": "TUTORS",
        "MODERATE": "MODERATED",
        "MODERATION": "MODERATED",
    }
    | {
        f"{word} {field}": f"{name.removesuffix(' NEXT')} {field}"
        for name, words in _KINDS.items()
        for word in words
        for field in ("CLOCK", "DAYS", "GRACE", "NMR", "REVIEW")
    }
    | {
        f"{word} {field}".strip(): name
        for name, words in _KINDS.items()
        for word in words
        for field in ("", "NEXT", "LENGTH")
        if field or word not in _PLACES
    }
)


def document_of(
    settings: GameSettings, variant: Variant, *, forming: bool
) -> tuple[tuple[str, str], ...]:
    """Return (name, value) for all options that can be set now, with values as SET reads them.

    Options whose value takes more than a few words are left out.
    """
    ever = [one for one in OPTIONS if not one.forming]
    first = [one for one in OPTIONS if one.forming and forming]
    rows = tuple((one.name, one.write(settings)) for one in (*ever, *first) if one.write)
    if not forming:
        return rows
    own = choices_made(variant, settings)
    return (*rows, *((name.upper(), choice) for name, choice, _ in own))
