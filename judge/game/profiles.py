"""Commands about persons, outside of games: addresses, wishes about mail, reliability, blocks."""

import base64
import hashlib
import hmac
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from types import MappingProxyType
from typing import ClassVar, TypeAlias, TypeVar

from judge.game.base import AnyCommand, Refusal, Reply, Secret
from judge.game.model import (
    Conduct,
    ConductMark,
    Digest,
    Format,
    Game,
    Pictures,
    Player,
    Preferences,
    Reliability,
    Stage,
    WhoisPart,
)
from judge.game.refusals import WrongValue
from judge.game.settings.values import NOTHING, find_zone, read_clock, read_length, read_reminders
from judge.game.weight import Weight
from judge.game.when import local_time, next_at
from judge.messages import Text, message

HALF_LIFE = timedelta(days=180)
"""After so long a phase counts half."""
LEAST = 10
"""Nothing is said of people who have played fewer phases."""
_WORTH = {
    ConductMark.SENT: (1, 1.0),
    ConductMark.LATE: (1, 0.5),
    ConductMark.MISSED: (1, 0.0),
    # Leaving without a substitute costs a game more than one missed phase does.
    ConductMark.LEFT: (5, 0.0),
}
# Nothing waits longer than this time before the deadline, so that people with a daily digest can
# still answer press and change their orders.
_BEFORE_THE_DEADLINE = timedelta(hours=4)
_LONGEST_BATCH = timedelta(hours=12)
_AS_OTHERS = frozenset({"game", "as the game", "default", "usual"})
_SPAN = re.compile(r"(?:from\s+)?([\d:.]+)\s*(?:-|\u2013|to|until|till)\s*([\d:.]+)", re.I)
_FORMATS = {
    "html": Format.HTML,
    "plain": Format.PLAIN,
    "text": Format.PLAIN,
    "compat": Format.COMPAT,
    "compatible": Format.COMPAT,
}
_PICTURES = {
    "yes": Pictures.THEATRE,
    "on": Pictures.THEATRE,
    "": Pictures.THEATRE,
    "theatre": Pictures.THEATRE,
    "theater": Pictures.THEATRE,
    "whole": Pictures.WHOLE,
    "small": Pictures.SMALL,
} | dict.fromkeys(NOTHING, Pictures.NONE)
_PARTS = {
    "address": WhoisPart.ADDRESS,
    "mail": WhoisPart.ADDRESS,
    "zone": WhoisPart.ZONE,
    "games": WhoisPart.GAMES,
}
_EACH_WEEK = frozenset({"", "weekly", "week", "on", "yes"})
_HOUR = re.compile(r"\d{1,2}")

_YES = ("", "on", "yes")
_Value = TypeVar("_Value")
_Change: TypeAlias = Callable[[Preferences, str], Preferences | None]


class UnknownPerson(Refusal, frozen=True):
    """The judge knows nobody called `words`, or nobody about whom it may tell the sender."""

    words: str

    in_short = message("nobody known")


class NotBlocked(Refusal, frozen=True):
    """The sender has blocked nobody called `words`."""

    words: str

    in_short = message("not blocked")


class Yourself(Refusal, frozen=True):
    """The sender tried to block themselves."""

    in_short = message("that is you")


class NoWeb(Refusal, frozen=True):
    """The sender has switched off their places on the web (`SET MY WEB NO`)."""

    in_short = message("no web")


class StillInGames(Refusal, frozen=True):
    """The sender has places in these `games`, so they cannot be forgotten."""

    games: tuple[str, ...]

    in_short = message("still in a game")


class TooManyMonitors(Refusal, frozen=True):
    """`most` people follow all games already, which is the limit: each mail goes to all of them."""

    most: int

    in_short = message("too many follow all games")


class AddressAsked(Reply, frozen=True):
    """The judge has asked at `address` whether its owner is the writer.

    A yes confirms it, `until` that time. If `due` is set, it is confirmed then anyway, unless
    somebody at the address says no before.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AddressQuestion(Reply, frozen=True):
    """The question to the reader whether the person who writes from `address` is the reader.

    A yes confirms it, `until` that time. If `due` is set, it is confirmed then anyway, unless the
    reader replies anything else before.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AnswerUnclear(Reply, frozen=True):
    """A reply was neither yes nor no; the question stays open `until` then.

    The question was whether the reader wrote a letter (for a `game`, or "" for none), or whether
    `address` is theirs, or whether they mean a `command`.
    """

    until: datetime
    game: str = ""
    address: str = ""
    command: str = ""

    weight = Weight.QUESTION


class QuestionDenied(Reply, frozen=True):
    """The reader answered no, and nothing was done.

    They did not write a letter (for a `game`, or "" for none), or `address` is not theirs, or they
    do not mean a `command`. If `taking`, somebody at the address was about to take their place.
    """

    game: str = ""
    address: str = ""
    command: str = ""
    taking: bool = False

    weight = Weight.PERSON


class AddressesShown(Reply, frozen=True):
    """The reader's `addresses`; the judge sends mail to the first."""

    addresses: tuple[str, ...]

    weight = Weight.PERSON


class AddressForgotten(Reply, frozen=True):
    """Letters from `address` no longer count as the sender's."""

    address: str

    weight = Weight.PERSON


class PasswordKept(Reply, frozen=True):
    """The password was stored; with it the person can come back if they lose `address`."""

    address: str

    weight = Weight.PERSON


class PreferencesShown(Reply, frozen=True):
    """The preferences of `person`, the reader."""

    person: Player

    weight = Weight.PERSON


class PersonShown(Reply, frozen=True):
    """The answer to WHOIS; `person` has no details that they do not show.

    `games` are the games that everybody may see, with the person's role. `own` is true if the
    reader is the person.
    """

    person: Player
    games: tuple[tuple[str, str], ...] = ()
    own: bool = False


class OpeningsTold(Reply, frozen=True):
    """The weekly mail about `games` that want players, as everybody may know them."""

    games: tuple[Game, ...]


class ReliabilityShown(Reply, frozen=True):
    """The reliability of the reader."""

    reliability: Reliability

    weight = Weight.PERSON


class BlocksShown(Reply, frozen=True):
    """The names of the people whom the reader has blocked, and so meets in no game."""

    names: tuple[str, ...]

    weight = Weight.PERSON


class DataShown(Reply, frozen=True):
    """A copy of all stored data about `person`, the reader, attached to the mail.

    If it is long, `parts` is the number of mails and this is one of them.
    """

    person: Player
    part: int = 1
    parts: int = 1


class WebKeyGiven(Reply, frozen=True):
    """A `key` with which the reader opens their places on the web, once, within minutes."""

    key: Secret

    weight = Weight.PERSON


class BrowsersShut(Reply, frozen=True):
    """All browsers were signed out of the reader's places on the web."""

    weight = Weight.PERSON


class PersonErased(Reply, frozen=True):
    """All data of the reader, who was called `name`, was deleted."""

    name: str

    weight = Weight.PERSON


class PersonCommand(AnyCommand, frozen=True):
    """A command about its writer as a person, outside of games."""

    #: Its answer is for the person alone, so it never goes to others who act in their game.
    personal: ClassVar[bool] = False


class SetAddress(PersonCommand, frozen=True):
    """Send the sender's mail to `address` from now on."""

    address: str

    name = "SET ADDRESS"


class AlsoKnown(PersonCommand, frozen=True):
    """Treat letters from `address` as the sender's, and the sender's as the address owner's.

    With the owner's password, nobody at `address` has to be asked.
    """

    address: str
    password: Secret | None = None

    name = "I AM ALSO"
    any_words = True


class ForgetAddress(PersonCommand, frozen=True):
    """Do not treat letters from `address` as the sender's any more."""

    address: str

    name = "FORGET ADDRESS"


class SetPassword(PersonCommand, frozen=True):
    """Store a password with which the sender can come back when their address has died."""

    password: Secret

    name = "SET PASSWORD"
    any_words = True


class SetPreference(PersonCommand, frozen=True):
    """Change a preference of the sender: `option` (such as `DIGEST`) gets the `value`."""

    option: str
    value: str

    name = "SET MY"

    def called(self) -> str:
        """Return the command's words with the name of the option."""
        return f"SET MY {self.option}"


class ShowPreferences(PersonCommand, frozen=True):
    """Show the preferences of the sender."""

    name = "MY SETTINGS"
    only_asks = True


class ShowReliability(PersonCommand, frozen=True):
    """Show the sender's reliability and the marks that it results from."""

    name = "RELIABILITY"
    only_asks = True
    personal = True


class WhoIs(PersonCommand, frozen=True):
    """Show facts about the person of this name or address, as far as they allow it."""

    person: str

    name = "WHOIS"
    only_asks = True


class AskForKey(PersonCommand, frozen=True):
    """Send the sender a key that opens their places on the web.

    It goes to their address on record, so an impostor learns nothing.
    """

    name = "WEB"
    only_asks = True
    personal = True


class ShutBrowsers(PersonCommand, frozen=True):
    """Sign all browsers out of the sender's places on the web."""

    name = "WEB OFF"
    personal = True


class Block(PersonCommand, frozen=True):
    """Keep the sender and the person of this name or address out of each other's games.

    For "" the sender's blocks are shown.
    """

    person: str = ""

    name = "BLOCK"
    personal = True


class Unblock(PersonCommand, frozen=True):
    """Take back the sender's block of the person with this name or address."""

    person: str

    name = "UNBLOCK"
    personal = True


class ShowData(PersonCommand, frozen=True):
    """Send the sender a copy of everything stored about them."""

    part: int = 1

    name = "MY DATA"
    only_asks = True
    personal = True


class ForgetMe(PersonCommand, frozen=True):
    """Delete all data about the sender, once they send the `code` of the question."""

    code: str = ""

    name = "FORGET ME"
    personal = True


AddressCommand = SetAddress | AlsoKnown | ForgetAddress | SetPassword
"""Commands by which mail moves, or somebody else could take the writer's places."""


@dataclass(frozen=True, slots=True)
class Preference:
    """A preference: an example line, the function that changes it, and the allowed values.

    `change` returns None for a text that is no allowed value.
    """

    example: str
    change: _Change
    allowed: Text = ""


@dataclass(frozen=True, slots=True)
class Wished:
    """The person with a changed preference."""

    person: Player


KEY_LASTS = timedelta(minutes=20)
"""For so long a key to somebody's places on the web is good."""
_KEY = re.compile(r"(\d{1,12})-(\d{1,12})-([0-9a-f]{40})")


def web_key(secret: bytes, person: int, at: datetime) -> Secret:
    """Return the key that opens the web places of the person with this number, from `at` on."""
    made = int(at.timestamp())
    return Secret(f"{person}-{made}-{_mark(secret, 'web key', person, made)}")


def key_owner(secret: bytes, key: str, now: datetime) -> tuple[int, datetime] | None:
    """Return (number of the key's person, when it was made), None for a wrong or old key."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    person, made = int(found[1]), int(found[2])
    if not hmac.compare_digest(found[3], _mark(secret, "web key", person, made)):
        return None
    at = datetime.fromtimestamp(made, UTC)
    return (person, at) if timedelta() <= now - at <= KEY_LASTS else None


def question_key(secret: bytes, digest: str) -> str:
    """Return the key by which the reader of a question says no to it in a browser.

    `digest` is that of the token of its reply address.
    """
    number = base64.urlsafe_b64encode(bytes.fromhex(digest)).decode().rstrip("=")
    return f"{number}.{_mark(secret, 'question', digest)[:24]}"


def question_asked(secret: bytes, key: str) -> str | None:
    """Return the digest of the question whose key `question_key` made, else None."""
    found = re.fullmatch(r"([A-Za-z0-9_-]{43})\.[0-9a-f]{24}", key)
    if found is None:
        return None
    digest = base64.urlsafe_b64decode(found[1] + "=").hex()
    right = question_key(secret, digest)
    return digest if hmac.compare_digest(key, right) else None


def leaving_key(secret: bytes, person: int, game: str) -> str:
    """Return the key with which a mail program unsubscribes an observer from a game's mail."""
    return f"{person}-{game.lower()}-{_mark(secret, 'leave', person, game.lower())}"


def who_leaves(secret: bytes, key: str) -> tuple[int, str] | None:
    """Return (person's number, game) of a key made by `leaving_key`, None for a wrong key."""
    person, _, rest = key.partition("-")
    game, _, _ = rest.rpartition("-")
    if not re.fullmatch(r"\d{1,12}", person):
        return None
    right = leaving_key(secret, int(person), game)
    return (int(person), game) if hmac.compare_digest(key.encode(), right.encode()) else None


def _mark(secret: bytes, *words: object) -> str:
    said = " ".join(map(str, words)).encode("utf-8", "replace")
    return hmac.new(secret, said, hashlib.sha256).hexdigest()[:40]


def reliability_of(conduct: Sequence[Conduct], now: datetime) -> Reliability:
    """Return a person's reliability; their `conduct` is given oldest first."""
    last: dict[tuple[str, str, str], Conduct] = {}
    for one in conduct:
        # A later mark replaces an earlier one of the same phase, which was late first, or was
        # played twice.
        last[one.game, one.power, one.phase] = one
    whole = gained = 0.0
    for one in last.values():
        weight, share = _WORTH[one.mark]
        counts = weight * 0.5 ** (max(now - one.at, timedelta()) / HALF_LIFE)
        whole, gained = whole + counts, gained + counts * share
    known = len(last) >= LEAST and whole > 0
    blots = tuple(one for one in last.values() if one.mark is not ConductMark.SENT)
    return Reliability(
        percent=round(100 * gained / whole) if known else None, phases=len(last), blots=blots
    )


def leaves_at(player: Player, game: Game, now: datetime) -> datetime:
    """Return when mail of `game` to `player` that may wait is sent; `now` for at once.

    Nothing waits longer than until four hours before the deadline, and later mail is sent at once,
    but never in the player's quiet hours.
    """
    deadline = (game.grace or game.deadline) if game.stage is Stage.ACTIVE else None
    gathered = _gathered(player, deadline, now)
    if deadline is not None:
        gathered = max(now, min(gathered, deadline - _BEFORE_THE_DEADLINE))
    return quiet_until(player, gathered)


def quiet_until(player: Player, moment: datetime) -> datetime:
    """Return `moment`, or the end of the player's quiet hours if it lies within them."""
    if player.preferences.quiet is None:
        return moment
    begins, ends = player.preferences.quiet
    at = local_time(moment, player.zone).time()
    within = begins <= at < ends if begins < ends else at >= begins or at < ends
    return next_at(moment, ends, player.zone) if within else moment


def _gathered(player: Player, deadline: datetime | None, now: datetime) -> datetime:
    wishes = player.preferences
    daily = next_at(now, wishes.digest_at, player.zone)
    match wishes.digest:
        case Digest.OFF:
            return now + wishes.batch
        case Digest.DAY:
            return daily
        case Digest.PHASE:
            # If no phase runs, the digest is daily.
            return deadline or daily


def wished(person: Player, option: str, value: str) -> Wished | WrongValue:
    """Return `person` with the new value of the option, or a refusal."""
    value = value.strip(" .!=:").removeprefix("to ")
    if option == "ZONE":
        zone = find_zone(value)
        if zone is None:
            return WrongValue("ZONE", value, "SET MY ZONE Europe/Paris")
        return Wished(replace(person, zone=zone))
    preference = PREFERENCES[option]
    changed = preference.change(person.preferences, value.lower())
    if changed is None:
        return WrongValue(option, value, preference.example, preference.allowed)
    return Wished(replace(person, preferences=changed))


def _worded(
    words: Mapping[str, _Value], put: Callable[[Preferences, _Value], Preferences]
) -> _Change:
    """Return a change function for the values that have these words."""
    return lambda wishes, text: put(wishes, words[text]) if text in words else None


def _switch(yes: Iterable[str], put: Callable[[Preferences, bool], Preferences]) -> _Change:
    """Return a change function for a switch, which is on for the words in `yes`."""
    return _worded(dict.fromkeys(yes, True) | dict.fromkeys(NOTHING, False), put)


def _digest(wishes: Preferences, text: str) -> Preferences | None:
    """Return the preferences with a digest: `day`, `day 20:00`, `phase` or `off`."""
    word, _, rest = text.partition(" ")
    at = _time(rest.removeprefix("at ")) if rest else wishes.digest_at
    if word in ("day", "daily") and at is not None:
        return replace(wishes, digest=Digest.DAY, digest_at=at)
    if word == "phase" and not rest:
        return replace(wishes, digest=Digest.PHASE)
    return replace(wishes, digest=Digest.OFF) if text in NOTHING else None


def _batch(wishes: Preferences, text: str) -> Preferences | None:
    """Return the preferences with how long press waits; a number alone counts minutes."""
    written = f"{text}m" if text.isdecimal() else text
    length = timedelta() if text in NOTHING else read_length(written)
    right = length is not None and length <= _LONGEST_BATCH
    return replace(wishes, batch=length) if length is not None and right else None


def _quiet(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, quiet=None)
    found = _SPAN.fullmatch(text.removeprefix("hours").strip())
    if found is None:
        return None
    begins, ends = _time(found[1]), _time(found[2])
    if begins is None or ends is None or begins == ends:
        return None
    return replace(wishes, quiet=(begins, ends))


def _reminders(wishes: Preferences, text: str) -> Preferences | None:
    own = None if text in _AS_OTHERS else read_reminders(text)
    known = own is not None or text in _AS_OTHERS
    return replace(wishes, reminders=own) if known else None


def _shown(wishes: Preferences, text: str) -> Preferences | None:
    words = text.replace(",", " ").replace(" and ", " ").split()
    if words in (["name"], ["nothing"]) or text in NOTHING:
        return replace(wishes, shown=())
    words = [one for one in words if one != "name"]
    if not words or not {*words} <= _PARTS.keys():
        return None
    wanted = {_PARTS[one] for one in words}
    return replace(wishes, shown=tuple(one for one in WhoisPart if one in wanted))


def _time(text: str) -> time | None:
    """Return a time of day from `22:00` or `22`, None for other text."""
    found = read_clock(f"{text}:00" if _HOUR.fullmatch(text) else text)
    return found[0] if found else None


PREFERENCES: Mapping[str, Preference] = MappingProxyType(
    {
        "FORMAT": Preference(
            "SET FORMAT PLAIN",
            _worded(_FORMATS, lambda wishes, value: replace(wishes, format=value)),
            message("HTML, PLAIN or COMPAT"),
        ),
        "MAP": Preference(
            "SET MAP WHOLE",
            _worded(_PICTURES, lambda wishes, value: replace(wishes, pictures=value)),
            message("THEATRE, WHOLE, SMALL or NONE"),
        ),
        "JSON": Preference(
            "SET JSON ON",
            _switch(_YES, lambda wishes, on: replace(wishes, json=on)),
            message("ON or OFF"),
        ),
        "DIGEST": Preference(
            "SET DIGEST DAY 18:00", _digest, message("DAY, with a time of day; PHASE; or OFF")
        ),
        "BATCH": Preference("SET BATCH 30", _batch, message("minutes, up to 12 hours, or OFF")),
        "QUIET": Preference(
            "SET QUIET 22:00-07:00", _quiet, message("from when until when, or OFF")
        ),
        "REMINDERS": Preference(
            "SET MY REMINDERS 48h 6h",
            _reminders,
            message("times before the deadline; GAME, for those of the game; or OFF"),
        ),
        "WHOIS": Preference(
            "SET MY WHOIS GAMES ZONE",
            _shown,
            message("some of ADDRESS, ZONE and GAMES; or NAME, for your name alone"),
        ),
        "OPENINGS": Preference(
            "SET OPENINGS WEEKLY",
            _switch(_EACH_WEEK, lambda wishes, on: replace(wishes, openings=on)),
            message("WEEKLY or OFF"),
        ),
        "WEB": Preference(
            "SET MY WEB NO",
            _switch(_YES, lambda wishes, on: replace(wishes, web=on)),
            message("YES or NO"),
        ),
        "MONITOR": Preference(
            "MONITOR ALL",
            _switch(("all", "on", "yes"), lambda wishes, on: replace(wishes, monitor=on)),
            message("ALL or OFF"),
        ),
    }
)
