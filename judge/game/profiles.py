"""Commands about persons, in no game: addresses, wishes about mail, reliability, blocks."""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from types import MappingProxyType
from typing import ClassVar, TypeAlias

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
    # Leaving without a substitute costs a game more than a phase.
    ConductMark.LEFT: (5, 0.0),
}
# People who get their press by the day can still answer it, and change their orders.
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
    "yes": Pictures.YES,
    "on": Pictures.YES,
    "": Pictures.YES,
    "small": Pictures.SMALL,
} | dict.fromkeys(NOTHING, Pictures.NO)
_PARTS = {
    "address": WhoisPart.ADDRESS,
    "mail": WhoisPart.ADDRESS,
    "zone": WhoisPart.ZONE,
    "games": WhoisPart.GAMES,
}
_EACH_WEEK = frozenset({"", "weekly", "week", "on", "yes"})
_HOUR = re.compile(r"\d{1,2}")

_Change: TypeAlias = Callable[[Preferences, str], Preferences | None]


class UnknownPerson(Refusal, frozen=True):
    """The judge knows nobody called `words`, or may not say so."""

    words: str

    in_short = message("nobody known")


class NotBlocked(Refusal, frozen=True):
    """Nobody is blocked by these `words`."""

    words: str

    in_short = message("not blocked")


class Yourself(Refusal, frozen=True):
    """People cannot block themselves."""

    in_short = message("that is you")


class NoWeb(Refusal, frozen=True):
    """The sender wants no places on the web (`SET MY WEB NO`)."""

    in_short = message("no web")


class StillInGames(Refusal, frozen=True):
    """A person with a place in one of these `games` cannot be forgotten."""

    games: tuple[str, ...]

    in_short = message("still in a game")


class TooManyMonitors(Refusal, frozen=True):
    """Too many people follow all games already; each mail goes to all of them."""

    most: int

    in_short = message("too many follow all games")


class AddressAsked(Reply, frozen=True):
    """The judge asked at `address` whether the writer is the same person.

    A reply `until` then confirms it. With a `due` moment it becomes true then, unless somebody at
    the address says no before.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AddressQuestion(Reply, frozen=True):
    """The writer from `address` says that they are the same person as the reader.

    A yes `until` then confirms it. With a `due` moment it becomes true then, unless a reply
    before says anything else.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AnswerUnclear(Reply, frozen=True):
    """A reply was neither yes nor no; the question is open `until` then.

    It was whether the reader wrote a letter, which was for a `game` or for none, whether
    `address` is theirs, or whether they mean a `command`.
    """

    until: datetime
    game: str = ""
    address: str = ""
    command: str = ""

    weight = Weight.QUESTION


class QuestionDenied(Reply, frozen=True):
    """The reader said no, and nothing was done.

    Either a letter for a `game` or for none is not theirs, or `address` is not theirs, from which
    somebody was `taking` their place, or they do not mean a `command`.
    """

    game: str = ""
    address: str = ""
    command: str = ""
    taking: bool = False

    weight = Weight.PERSON


class AddressesShown(Reply, frozen=True):
    """The judge knows the reader by these `addresses`; mail goes to the first."""

    addresses: tuple[str, ...]

    weight = Weight.PERSON


class AddressForgotten(Reply, frozen=True):
    """Letters from `address` do not count as letters of its former owner any more."""

    address: str

    weight = Weight.PERSON


class PasswordKept(Reply, frozen=True):
    """From now on the person can come back with their password, if they lose `address`."""

    address: str

    weight = Weight.PERSON


class PreferencesShown(Reply, frozen=True):
    """The preferences of `person`, the reader."""

    person: Player

    weight = Weight.PERSON


class PersonShown(Reply, frozen=True):
    """The answer to WHOIS; `person` is empty if they show nothing.

    `games` are the games that all may see, with the person's role there. `own` is true if the
    reader is the person.
    """

    person: Player
    games: tuple[tuple[str, str], ...] = ()
    own: bool = False


class OpeningsTold(Reply, frozen=True):
    """These `games`, as everybody may know them, want players this week."""

    games: tuple[Game, ...]


class ReliabilityShown(Reply, frozen=True):
    """The reliability of the reader."""

    reliability: Reliability

    weight = Weight.PERSON


class BlocksShown(Reply, frozen=True):
    """The reader is never in one game with the people of these names."""

    names: tuple[str, ...]

    weight = Weight.PERSON


class DataShown(Reply, frozen=True):
    """A copy of everything stored about `person`, the reader, goes with the mail.

    A long copy is sent in `parts`, of which this is one.
    """

    person: Player
    part: int = 1
    parts: int = 1


class WebKeyGiven(Reply, frozen=True):
    """The reader opens their places on the web with this `key`, once, within minutes."""

    key: Secret

    weight = Weight.PERSON


class BrowsersShut(Reply, frozen=True):
    """No browser opens the reader's places on the web any more."""

    weight = Weight.PERSON


class PersonErased(Reply, frozen=True):
    """The reader, once called `name`, is forgotten."""

    name: str

    weight = Weight.PERSON


class PersonCommand(AnyCommand, frozen=True):
    """A command about its writer as a person, in no game."""

    #: For the person alone, whoever else may read the mail of one of their games.
    personal: ClassVar[bool] = False


class SetAddress(PersonCommand, frozen=True):
    """Send mail to `address` from now on."""

    address: str

    name = "SET ADDRESS"


class AlsoKnown(PersonCommand, frozen=True):
    """Treat letters from `address` as the writer's, and the other way round.

    With the password of the owner of `address` nobody has to be asked there.
    """

    address: str
    password: Secret | None = None

    name = "I AM ALSO"
    any_words = True


class ForgetAddress(PersonCommand, frozen=True):
    """Do not treat letters from `address` as the writer's any more."""

    address: str

    name = "FORGET ADDRESS"


class SetPassword(PersonCommand, frozen=True):
    """Let a person with this `password` come back as the writer when their address has died."""

    password: Secret

    name = "SET PASSWORD"
    any_words = True


class SetPreference(PersonCommand, frozen=True):
    """Set a wish of the sender about mail: `option` (`DIGEST`) gets the `value`."""

    option: str
    value: str

    name = "SET MY"

    def called(self) -> str:
        """Return the words with the option."""
        return f"SET MY {self.option}"


class ShowPreferences(PersonCommand, frozen=True):
    """Show the preferences of the sender."""

    name = "MY SETTINGS"
    only_asks = True


class ShowReliability(PersonCommand, frozen=True):
    """Show the reliability of the sender, and how it came about."""

    name = "RELIABILITY"
    only_asks = True
    personal = True


class WhoIs(PersonCommand, frozen=True):
    """Show what the person of this name or address allows others to know."""

    person: str

    name = "WHOIS"
    only_asks = True


class AskForKey(PersonCommand, frozen=True):
    """Send the sender a key to their places on the web.

    It goes to their address on record, so that whoever asks for it learns nothing.
    """

    name = "WEB"
    only_asks = True
    personal = True


class ShutBrowsers(PersonCommand, frozen=True):
    """Let no browser open the sender's places on the web any more."""

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
    """Take back the block of the person of this name or address."""

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
    """Forget the sender, once they send the `code` of the question."""

    code: str = ""

    name = "FORGET ME"
    personal = True


AddressCommand = SetAddress | AlsoKnown | ForgetAddress | SetPassword
"""Commands by which mail moves, or somebody else could take the writer's places."""


@dataclass(frozen=True, slots=True)
class Preference:
    """A wish about mail: an example, the change for a value, and the allowed values.

    `change` returns None for a text that is no value.
    """

    example: str
    change: _Change
    allowed: Text = ""


@dataclass(frozen=True, slots=True)
class Wished:
    """The person with their wish."""

    person: Player


KEY_LASTS = timedelta(minutes=20)
"""For so long a key to somebody's places on the web is good."""
_KEY = re.compile(r"(\d{1,12})-(\d{1,12})-([0-9a-f]{40})")


def web_key(secret: bytes, person: int, at: datetime) -> Secret:
    """Return the key that opens the places of the person with this number from `at` on."""
    made = int(at.timestamp())
    return Secret(f"{person}-{made}-{_mark(secret, 'web key', person, made)}")


def key_owner(secret: bytes, key: str, now: datetime) -> tuple[int, datetime] | None:
    """Return the number of the key's person and when it was made, None if it is no longer good."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    person, made = int(found[1]), int(found[2])
    if not hmac.compare_digest(found[3], _mark(secret, "web key", person, made)):
        return None
    at = datetime.fromtimestamp(made, UTC)
    return (person, at) if timedelta() <= now - at <= KEY_LASTS else None


def leaving_key(secret: bytes, person: int, game: str) -> str:
    """Return the key by which a mail program ends what an observer gets of a game."""
    return f"{person}-{game.lower()}-{_mark(secret, 'leave', person, game.lower())}"


def who_leaves(secret: bytes, key: str) -> tuple[int, str] | None:
    """Return the person's number and the game of a key that `leaving_key` made, else None."""
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
    """Return the reliability of a person with this conduct, which is given oldest first."""
    last: dict[tuple[str, str, str], Conduct] = {}
    for one in conduct:
        # A later mark of a phase replaces an earlier one: it was late, or played again.
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
    """Return when a mail of `game` to `player` leaves that may wait; `now` for immediately.

    Nothing waits longer than four hours before the deadline, and later mail leaves immediately;
    but quiet hours hold it even then.
    """
    deadline = (game.grace or game.deadline) if game.stage is Stage.ACTIVE else None
    gathered = _gathered(player, deadline, now)
    if deadline is not None:
        gathered = max(now, min(gathered, deadline - _BEFORE_THE_DEADLINE))
    return quiet_until(player, gathered)


def quiet_until(player: Player, moment: datetime) -> datetime:
    """Return `moment`, or the end of the quiet hours of `player` if it falls into them."""
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
            # Where no phase runs there is a mail a day.
            return deadline or daily


def wished(person: Player, option: str, value: str) -> Wished | WrongValue:
    """Return `person` with `value` for the option, or why nothing changes."""
    value = value.strip(" .!=:")
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


def _format(wishes: Preferences, text: str) -> Preferences | None:
    found = _FORMATS.get(text)
    return None if found is None else replace(wishes, format=found)


def _pictures(wishes: Preferences, text: str) -> Preferences | None:
    found = _PICTURES.get(text)
    return None if found is None else replace(wishes, pictures=found)


def _json(wishes: Preferences, text: str) -> Preferences | None:
    if text in ("on", "yes", ""):
        return replace(wishes, json=True)
    return replace(wishes, json=False) if text in NOTHING else None


def _digest(wishes: Preferences, text: str) -> Preferences | None:
    """Return the wishes with a digest: `day`, `day 20:00`, `phase` or `off`."""
    word, _, rest = text.partition(" ")
    at = _time(rest.removeprefix("at ")) if rest else wishes.digest_at
    if word in ("day", "daily") and at is not None:
        return replace(wishes, digest=Digest.DAY, digest_at=at)
    if word == "phase" and not rest:
        return replace(wishes, digest=Digest.PHASE)
    return replace(wishes, digest=Digest.OFF) if text in NOTHING else None


def _batch(wishes: Preferences, text: str) -> Preferences | None:
    """Return the wishes with how long press waits; a bare number counts minutes."""
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


def _openings(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, openings=False)
    return replace(wishes, openings=True) if text in _EACH_WEEK else None


def _web(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, web=False)
    return replace(wishes, web=True) if text in ("on", "yes", "") else None


def _monitor(wishes: Preferences, text: str) -> Preferences | None:
    if text in NOTHING:
        return replace(wishes, monitor=False)
    return replace(wishes, monitor=True) if text in ("all", "on", "yes") else None


def _time(text: str) -> time | None:
    """Return a time of day: `22:00`, or `22` for it."""
    found = read_clock(f"{text}:00" if _HOUR.fullmatch(text) else text)
    return found[0] if found else None


PREFERENCES: Mapping[str, Preference] = MappingProxyType(
    {
        "FORMAT": Preference("SET FORMAT PLAIN", _format, message("HTML, PLAIN or COMPAT")),
        "PICTURE": Preference("SET PICTURE SMALL", _pictures, message("YES, SMALL or NO")),
        "JSON": Preference("SET JSON ON", _json, message("ON or OFF")),
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
        "OPENINGS": Preference("SET OPENINGS WEEKLY", _openings, message("WEEKLY or OFF")),
        "WEB": Preference("SET MY WEB NO", _web, message("YES or NO")),
        "MONITOR": Preference("MONITOR ALL", _monitor, message("ALL or OFF")),
    }
)
