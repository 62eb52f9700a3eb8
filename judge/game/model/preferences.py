"""What a person wants of the mail that the judge sends to him."""

from dataclasses import dataclass
from datetime import time, timedelta
from enum import Enum


class Format(Enum):
    """In which form a mail is written; the text is in all of them."""

    HTML = "html"
    PLAIN = "plain"
    COMPAT = "compat"  # text that programs read which were made for older judges


class Pictures(Enum):
    """Whether a mail brings the picture of a board along."""

    YES = "yes"
    SMALL = "small"
    NO = "no"


class Digest(Enum):
    """How often that comes in one mail which may wait."""

    OFF = "off"
    DAY = "day"
    PHASE = "phase"


class WhoisPart(Enum):
    """What others are told of somebody beside his name."""

    ADDRESS = "address"
    ZONE = "zone"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person wants of his mail; moments of the day are those of his zone.

    A daily digest leaves at `digest_at`. Press waits for more of it as long as `batch`.
    From the first to the second of the `quiet` hours nothing comes that may wait. With
    `reminders`, times before a deadline, those of the game do not count. WHOIS shows
    what is `shown`. With `json` mails that tell of a board bring it for programs, too.
    Each week he is told of the games that have `openings`; as a `monitor` he gets what
    is public of all games that LIST shows.
    """

    format: Format = Format.HTML
    pictures: Pictures = Pictures.YES
    digest: Digest = Digest.OFF
    digest_at: time = time(18)
    batch: timedelta = timedelta()
    quiet: tuple[time, time] | None = None
    reminders: tuple[timedelta, ...] | None = None
    shown: tuple[WhoisPart, ...] = ()
    json: bool = False
    openings: bool = False
    monitor: bool = False


DEFAULT_PREFERENCES = Preferences()
