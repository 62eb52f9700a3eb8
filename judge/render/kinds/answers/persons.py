"""What the templates are told of a person: how he is written to, what he shows."""

from judge.game import (
    HALF_LIFE,
    LEAST,
    BlocksShown,
    ConductMark,
    Digest,
    Format,
    PersonShown,
    Pictures,
    Player,
    Preferences,
    PreferencesShown,
    ReliabilityShown,
    show_length,
)
from judge.messages import Text, message, series
from judge.render.facts.pages import SEATS, Facts
from judge.render.facts.table import person

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


def facts_of(event: PreferencesShown | PersonShown | BlocksShown | ReliabilityShown) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case PreferencesShown(reader):
            return {"rows": _rows(reader)}
        case PersonShown():
            roles = [(game, SEATS.get(role, role)) for game, role in event.games]
            return {"games": roles}
        case ReliabilityShown(found):
            blots = [
                (f"{one.at:%Y-%m-%d}", f"{one.game} {one.phase}", _BLOTS[one.mark])
                for one in reversed(found.blots[-_MOST_BLOTS:])
            ]
            return {"blots": blots, "half": HALF_LIFE.days, "least": LEAST}
        case BlocksShown(names):
            # An address says more than the name that would stand for it.
            shown = (one if "@" in one else person(Player(0, one, "")) for one in names)
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
