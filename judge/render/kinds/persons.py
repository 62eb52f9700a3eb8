"""Facts for the templates about persons: their preferences, games, reliability and blocks."""

from collections.abc import Callable, Mapping
from typing import Any

from judge.game import (
    ConductMark,
    Digest,
    Event,
    Format,
    Pictures,
    Player,
    admin,
    profiles,
    show_length,
)
from judge.messages import Text, message, series
from judge.render.facts.pages import SEATS, Facts, Scene
from judge.render.facts.table import card_of, person

_FORMATS = {
    Format.HTML: message("text, tables and pictures"),
    Format.PLAIN: message("text alone"),
    Format.COMPAT: message("text, with the lines that programs for older judges read"),
}
_PICTURES = {
    Pictures.THEATRE: message("pictures of your part of the board"),
    Pictures.WHOLE: message("pictures of the whole board"),
    Pictures.SMALL: message("the same, half as wide"),
    Pictures.NONE: message("no pictures, but after MAP"),
}
_WEB = {
    True: message("you have places on the web"),
    False: message("you have no places on the web"),
}
_JSON = {
    True: message("boards come as a file for programs, too"),
    False: message("no files for programs"),
}
_OPENINGS = {
    True: message("a mail each Monday of games that have room"),
    False: message("no weekly mail of games that have room"),
}
_MONITOR = {
    True: message("what is public of all games comes to you; NO MONITOR ends it"),
    False: message("you get mail of your own games"),
}
_DIGESTS = {
    Digest.OFF: message("press and news come at once"),
    Digest.DAY: message("press and news come once a day"),
    Digest.PHASE: message("press and news come once a phase"),
}


_BLOTS = {
    ConductMark.LATE: message("late"),
    ConductMark.MISSED: message("no orders"),
    ConductMark.LEFT: message("left without a successor"),
}
_MOST_BLOTS = 30


def _preferences(event: profiles.PreferencesShown, scene: Scene) -> Facts:
    """Return a person's preferences as lines that can be sent back, each with its meaning.

    The meaning is a note after `#`, so a copied line still works.
    """
    person, wishes = event.person, event.person.preferences
    digest = wishes.digest.value.upper()
    if wishes.digest is Digest.DAY:
        digest = f"DAY {wishes.digest_at:%H:%M}"
    batch, batch_text = "OFF", message("each piece of press is a mail of its own")
    if wishes.batch:
        batch = f"{wishes.batch.total_seconds() / 60:g}"
        length = show_length(wishes.batch)
        batch_text = message("press waits {length} for more of it", length=length)
    quiet, quiet_text = "OFF", message("no hours without press and news")
    if wishes.quiet is not None:
        begins, ends = wishes.quiet
        quiet = f"{begins:%H:%M}-{ends:%H:%M}"
        quiet_text = message("press and news wait until these hours are over")
    reminders, reminders_text = "GAME", message("you are reminded when the game says")
    if wishes.reminders is not None:
        hours = (f"{one.total_seconds() / 3600:g}h" for one in wishes.reminders)
        reminders, reminders_text = " ".join(hours) or "OFF", message("you are never reminded")
    if wishes.reminders:
        lengths = series([show_length(one) for one in wishes.reminders])
        reminders_text = message("while your orders are not complete: {lengths}", lengths=lengths)
    shown = " ".join(one.value.upper() for one in wishes.shown) or "NAME"
    rows: list[tuple[str, Text]] = [
        (f"SET FORMAT {wishes.format.value.upper()}", _FORMATS[wishes.format]),
        (f"SET MAP {wishes.pictures.value.upper()}", _PICTURES[wishes.pictures]),
        (f"SET JSON {'ON' if wishes.json else 'OFF'}", _JSON[wishes.json]),
        (f"SET DIGEST {digest}", _DIGESTS[wishes.digest]),
        (f"SET BATCH {batch}", batch_text),
        (f"SET QUIET {quiet}", quiet_text),
        (f"SET MY REMINDERS {reminders}", reminders_text),
        (f"SET MY ZONE {person.zone}", message("your time zone")),
        (f"SET MY WHOIS {shown}", message("what WHOIS tells of you")),
        (f"SET OPENINGS {'WEEKLY' if wishes.openings else 'OFF'}", _OPENINGS[wishes.openings]),
        (f"SET MY WEB {'YES' if wishes.web else 'NO'}", _WEB[wishes.web]),
        (f"SET MONITOR {'ALL' if wishes.monitor else 'OFF'}", _MONITOR[wishes.monitor]),
    ]
    return {"rows": [(line, message("# {about}", about=about)) for line, about in rows]}


def _person(event: profiles.PersonShown, scene: Scene) -> Facts:
    return {"games": [(game, SEATS.get(role, role)) for game, role in event.games]}


def _openings_told(event: profiles.OpeningsTold, scene: Scene) -> Facts:
    return {"cards": [card_of(game) for game in event.games]}


def _reliability(event: profiles.ReliabilityShown, scene: Scene) -> Facts:
    blots = [
        (f"{one.at:%Y-%m-%d}", f"{one.game} {one.phase}", _BLOTS[one.mark])
        for one in reversed(event.reliability.blots[-_MOST_BLOTS:])
    ]
    return {"blots": blots, "half": profiles.HALF_LIFE.days, "least": profiles.LEAST}


def _blocks(event: profiles.BlocksShown, scene: Scene) -> Facts:
    """Return the names of the blocked people, or their addresses if the reader wrote those."""
    shown = (one if "@" in one else person(Player(0, one, "")) for one in event.names)
    return {"names": list(shown)}


def _keeper_answered(event: admin.KeeperAnswered, scene: Scene) -> Facts:
    return {"first": next(iter(event.lines), ""), "lines": event.lines}


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    admin.KeeperAnswered: _keeper_answered,
    profiles.BlocksShown: _blocks,
    profiles.OpeningsTold: _openings_told,
    profiles.PersonShown: _person,
    profiles.PreferencesShown: _preferences,
    profiles.ReliabilityShown: _reliability,
}
