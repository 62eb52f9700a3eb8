"""What the templates are told of a person: how he is written to, what he shows."""

from collections.abc import Callable, Mapping
from typing import Any

from judge.game import (
    ConductMark,
    Digest,
    Event,
    Format,
    Pictures,
    Player,
    Preferences,
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
    Pictures.YES: message("the board comes as a picture"),
    Pictures.SMALL: message("the picture is half as wide"),
    Pictures.NO: message("no pictures, but after MAP"),
}
_JSON = {
    True: message("boards come as a file for programs, too"),
    False: message("no files for programs"),
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
    ConductMark.LEFT: message("left, with nobody to follow"),
}
_MOST_BLOTS = 30


def _preferences(event: profiles.PreferencesShown, scene: Scene) -> Facts:
    del scene
    return {"rows": _rows(event.person)}


def _person(event: profiles.PersonShown, scene: Scene) -> Facts:
    del scene
    return {"games": [(game, SEATS.get(role, role)) for game, role in event.games]}


def _openings_told(event: profiles.OpeningsTold, scene: Scene) -> Facts:
    del scene
    return {"cards": [card_of(game) for game in event.games]}


def _reliability(event: profiles.ReliabilityShown, scene: Scene) -> Facts:
    del scene
    blots = [
        (f"{one.at:%Y-%m-%d}", f"{one.game} {one.phase}", _BLOTS[one.mark])
        for one in reversed(event.reliability.blots[-_MOST_BLOTS:])
    ]
    return {"blots": blots, "half": profiles.HALF_LIFE.days, "least": profiles.LEAST}


def _blocks(event: profiles.BlocksShown, scene: Scene) -> Facts:
    """Return the names, or addresses: these say more than the name of their owner."""
    del scene
    shown = (one if "@" in one else person(Player(0, one, "")) for one in event.names)
    return {"names": list(shown)}


def _rows(person: Player) -> list[tuple[str, Text]]:
    """Return the settings of a person as lines that may be sent, and what they mean.

    That is a note to the judge, so that a line works as it is copied.
    """
    wishes = person.preferences
    rows: list[tuple[str, Text]] = [
        (f"SET FORMAT {wishes.format.value.upper()}", _FORMATS[wishes.format]),
        (f"SET PICTURE {wishes.pictures.value.upper()}", _PICTURES[wishes.pictures]),
        (f"SET JSON {'ON' if wishes.json else 'OFF'}", _JSON[wishes.json]),
        (f"SET DIGEST {_digest(wishes)}", _DIGESTS[wishes.digest]),
        (f"SET BATCH {_batch(wishes)}", _batch_meant(wishes)),
        (f"SET QUIET {_quiet(wishes)}", _quiet_meant(wishes)),
        (f"SET MY REMINDERS {_reminders(wishes)}", _reminders_meant(wishes)),
        (f"SET MY ZONE {person.zone}", message("your time zone")),
        (f"SET MY WHOIS {_shown(wishes)}", message("what WHOIS tells of you")),
        (f"SET OPENINGS {'WEEKLY' if wishes.openings else 'OFF'}", _openings(wishes)),
        (f"SET MONITOR {'ALL' if wishes.monitor else 'OFF'}", _MONITOR[wishes.monitor]),
    ]
    return [(line, message("# {about}", about=about)) for line, about in rows]


def _digest(wishes: Preferences) -> str:
    if wishes.digest is Digest.DAY:
        return f"DAY {wishes.digest_at:%H:%M}"
    word: str = wishes.digest.value
    return word.upper()


def _batch(wishes: Preferences) -> str:
    return f"{wishes.batch.total_seconds() / 60:g}" if wishes.batch else "OFF"


def _batch_meant(wishes: Preferences) -> Text:
    if not wishes.batch:
        return message("each piece of press is a mail of its own")
    length = show_length(wishes.batch)
    return message("press waits {length} for more of it", length=length)


def _quiet(wishes: Preferences) -> str:
    if wishes.quiet is None:
        return "OFF"
    begins, ends = wishes.quiet
    return f"{begins:%H:%M}-{ends:%H:%M}"


def _quiet_meant(wishes: Preferences) -> Text:
    if wishes.quiet is None:
        return message("no hours without press and news")
    return message("press and news wait until these hours are over")


def _reminders(wishes: Preferences) -> str:
    if wishes.reminders is None:
        return "GAME"
    hours = (f"{one.total_seconds() / 3600:g}h" for one in wishes.reminders)
    return " ".join(hours) or "OFF"


def _reminders_meant(wishes: Preferences) -> Text:
    if wishes.reminders is None:
        return message("you are reminded when the game says")
    if not wishes.reminders:
        return message("you are never reminded")
    lengths = series([show_length(one) for one in wishes.reminders])
    return message("while your orders are not complete: {lengths}", lengths=lengths)


def _shown(wishes: Preferences) -> str:
    return " ".join(one.value.upper() for one in wishes.shown) or "NAME"


def _openings(wishes: Preferences) -> Text:
    if wishes.openings:
        return message("a mail each Monday of games that have room")
    return message("no weekly mail of games that have room")


def _keeper_answered(event: admin.KeeperAnswered, scene: Scene) -> Facts:
    del scene
    return {"first": next(iter(event.lines), ""), "lines": event.lines}


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    admin.KeeperAnswered: _keeper_answered,
    profiles.BlocksShown: _blocks,
    profiles.OpeningsTold: _openings_told,
    profiles.PersonShown: _person,
    profiles.PreferencesShown: _preferences,
    profiles.ReliabilityShown: _reliability,
}
