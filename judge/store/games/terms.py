"""The settings of a game as text, both ways, and whom it lets in.

A setting that the text does not name has its default: games outlive versions of the
judge, and a new setting must not need a migration.
"""

import json
from datetime import datetime, time, timedelta
from typing import NotRequired, TypedDict

from judge.engine import PhaseKind
from judge.game import (
    Admission,
    Builds,
    Early,
    GameSettings,
    Guests,
    Invitation,
    KindTiming,
    Nmr,
    PressLimit,
    PressRule,
    Signing,
    Timing,
    VariantChanges,
)


class _ChangesFacts(TypedDict):
    builds: str | None
    victory: int | None
    year: int | None
    one_center: bool
    units: dict[str, list[str]]
    no_units: bool
    players: int | None


class _KindFacts(TypedDict):
    clock: list[str | None] | None
    days: str | None
    grace: float | None
    nmr: NotRequired[str]
    review: NotRequired[float]


# What is called `changes` in the program; stores that people have call it so.
_CHANGES = "twists"


def settings_text(settings: GameSettings) -> str:
    """Return `settings` as a JSON object; durations are in seconds."""
    return json.dumps(_facts(settings))


def read_settings(text: str) -> GameSettings:
    """Return the settings that stand in `text`."""
    facts = json.loads(settings_text(GameSettings()))
    timing = facts["timing"]
    given = json.loads(text)
    timing.update(given.pop("timing", {}))
    facts[_CHANGES].update(given.pop(_CHANGES, {}))
    facts.update(given)
    return GameSettings(
        timing=Timing(
            zone=timing["zone"],
            clock=_time(timing["clock"]),
            movement=timedelta(seconds=timing["movement"]),
            retreat=timedelta(seconds=timing["retreat"]),
            adjustment=timedelta(seconds=timing["adjustment"]),
            days=timing["days"],
            grace=timedelta(seconds=timing["grace"]),
            reminders=tuple(timedelta(seconds=s) for s in timing["reminders"]),
            delay=timedelta(seconds=timing["delay"]),
            early=Early(timing["early"]),
            kinds=tuple(_kind(name, one) for name, one in timing["kinds"].items()),
        ),
        nmr=Nmr(facts["nmr"]),
        press=PressRule(facts["press"]),
        signing=Signing(facts["signing"]),
        gunboat=facts["gunboat"],
        blind=facts["blind"],
        changes=_changes(facts[_CHANGES]),
        choices=tuple(facts["choices"].items()),
        draw_in_all_survivors=facts["draw_in_all_survivors"],
        convoy_fallback=facts["convoy_fallback"],
        own_address=facts["own_address"],
        excuses=facts["excuses"],
        longest_absence=timedelta(seconds=facts["longest_absence"]),
        patient_start=facts["patient_start"],
        votes_stand=facts["votes_stand"],
        press_limits=frozenset(map(PressLimit, facts["press_limits"])),
        fakes=facts["fakes"],
        recall=timedelta(seconds=facts["recall"]),
        replace_after=facts["replace_after"],
        admission=Admission(facts["admission"]),
        most_games=facts["most_games"],
        sandbox=facts["sandbox"],
        claimed=facts["claimed"],
        reliability=facts["reliability"],
        review=timedelta(seconds=facts["review"]),
        muster=timedelta(seconds=facts["muster"]),
        proxies=facts["proxies"],
        late_notices=timedelta(seconds=facts["late_notices"]),
        time_by_all=facts["time_by_all"],
        moderated=facts["moderated"],
        tutors=facts["tutors"],
        listed=facts["listed"],
        comment=facts["comment"],
    )


def _facts(settings: GameSettings) -> dict[str, object]:
    return {
        "timing": _timing_facts(settings.timing),
        "nmr": settings.nmr.value,
        "press": settings.press.value,
        "signing": settings.signing.value,
        "gunboat": settings.gunboat,
        "blind": settings.blind,
        _CHANGES: _changes_facts(settings.changes),
        "choices": dict(settings.choices),
        "draw_in_all_survivors": settings.draw_in_all_survivors,
        "convoy_fallback": settings.convoy_fallback,
        "own_address": settings.own_address,
        "excuses": settings.excuses,
        "longest_absence": settings.longest_absence.total_seconds(),
        "patient_start": settings.patient_start,
        "votes_stand": settings.votes_stand,
        "press_limits": sorted(one.value for one in settings.press_limits),
        "fakes": settings.fakes,
        "recall": settings.recall.total_seconds(),
        "replace_after": settings.replace_after,
        "admission": settings.admission.value,
        "most_games": settings.most_games,
        "sandbox": settings.sandbox,
        "claimed": settings.claimed,
        "reliability": settings.reliability,
        "review": settings.review.total_seconds(),
        "muster": settings.muster.total_seconds(),
        "proxies": settings.proxies,
        "late_notices": settings.late_notices.total_seconds(),
        "time_by_all": settings.time_by_all,
        "moderated": settings.moderated,
        "tutors": settings.tutors,
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
        "kinds": {one.kind.value: _kind_facts(one) for one in timing.kinds},
    }


def _kind_facts(one: KindTiming) -> _KindFacts:
    clock = one.clock
    facts: _KindFacts = {
        "clock": None if clock is None else [None if clock[0] is None else clock[0].isoformat()],
        "days": one.days,
        "grace": None if one.grace is None else one.grace.total_seconds(),
    }
    if one.nmr is not None:
        facts["nmr"] = one.nmr.value
    if one.review is not None:
        facts["review"] = one.review.total_seconds()
    return facts


def _time(text: str | None) -> time | None:
    return None if text is None else time.fromisoformat(text)


def _kind(name: str, facts: _KindFacts) -> KindTiming:
    clock, grace = facts["clock"], facts["grace"]
    nmr, review = facts.get("nmr"), facts.get("review")
    return KindTiming(
        kind=PhaseKind(name),
        clock=None if clock is None else (_time(clock[0]),),
        days=facts["days"],
        grace=None if grace is None else timedelta(seconds=grace),
        nmr=None if nmr is None else Nmr(nmr),
        review=None if review is None else timedelta(seconds=review),
    )


def _changes_facts(changes: VariantChanges) -> _ChangesFacts:
    return {
        "builds": None if changes.builds is None else changes.builds.value,
        "victory": changes.victory,
        "year": changes.year,
        "one_center": changes.one_center,
        "units": {power: list(units) for power, units in changes.units},
        "no_units": changes.no_units,
        "players": changes.players,
    }


def _changes(facts: _ChangesFacts) -> VariantChanges:
    return VariantChanges(
        builds=None if facts["builds"] is None else Builds(facts["builds"]),
        victory=facts["victory"],
        year=facts["year"],
        one_center=facts["one_center"],
        units=tuple((power, tuple(own)) for power, own in facts["units"].items()),
        no_units=facts["no_units"],
        players=facts["players"],
    )


def guests_text(guests: Guests) -> str:
    """Return whom a game lets in, and whom not, as a JSON object."""
    facts = {
        "invitations": [
            [one.number, one.address, one.power, one.made.isoformat()] for one in guests.invitations
        ],
        "allowed": guests.allowed,
        "denied": guests.denied,
        "asked": guests.asked,
        "made": guests.made,
    }
    return json.dumps(facts) if guests != Guests() else ""


def read_guests(text: str) -> Guests:
    """Return whom a game lets in, and whom not."""
    if not text:
        return Guests()
    facts = json.loads(text)
    return Guests(
        tuple(
            Invitation(number, address, power, datetime.fromisoformat(made))
            for number, address, power, made in facts["invitations"]
        ),
        allowed=tuple(facts["allowed"]),
        denied=tuple(facts["denied"]),
        asked=tuple(facts["asked"]),
        made=facts["made"],
    )
