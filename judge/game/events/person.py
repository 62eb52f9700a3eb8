"""What answers those who tell of their addresses, or whose address somebody names."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.events.weight import Weight
from judge.game.model import Game, Player, Reliability
from judge.game.vision.views import whole


@dataclass(frozen=True, slots=True)
class AddressAsked:
    """Who reads mail at `address` was told that the writer says to be the same person.

    It is so if he replies `until` then; with a `due` moment it is so then, if nobody
    there says no before.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION
    seen = whole


@dataclass(frozen=True, slots=True)
class AddressQuestion:
    """Whoever writes from `address` says to be the same person as the reader.

    A reply `until` then says yes; with a `due` moment it is so then, and a reply before
    says no.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION
    seen = whole


@dataclass(frozen=True, slots=True)
class AddressesShown:
    """The judge knows the reader by these `addresses`; mail goes to the first."""

    addresses: tuple[str, ...]

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class AddressForgotten:
    """Who writes from `address` is not taken for its former owner any more."""

    address: str

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class PasswordKept:
    """Who loses `address` can come back with his password from now on."""

    address: str

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class PreferencesShown:
    """How the judge writes to `person`, who reads it, and what it tells of him."""

    person: Player

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class PersonShown:
    """Somebody was asked for; what he does not show is empty in `person`.

    `games` are those that all may see, with his role there. He may read it himself.
    """

    person: Player
    games: tuple[tuple[str, str], ...] = ()
    own: bool = False

    weight = Weight.SHOWN
    seen = whole


@dataclass(frozen=True, slots=True)
class OpeningsTold:
    """These `games`, as everybody may know them, have room for the reader this week."""

    games: tuple[Game, ...]

    weight = Weight.SHOWN
    seen = whole


@dataclass(frozen=True, slots=True)
class ReliabilityShown:
    """The reader asked how reliable he is taken for."""

    reliability: Reliability

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class BlocksShown:
    """The reader is never in one game with those who are called so."""

    names: tuple[str, ...]

    weight = Weight.PERSON
    seen = whole


@dataclass(frozen=True, slots=True)
class DataShown:
    """A copy of all that is kept about `person`, who reads it, goes with the mail."""

    person: Player

    weight = Weight.SHOWN
    seen = whole


@dataclass(frozen=True, slots=True)
class PersonErased:
    """The reader, who was called so, is forgotten."""

    name: str

    weight = Weight.PERSON
    seen = whole


PersonReply = (
    AddressAsked
    | AddressQuestion
    | AddressesShown
    | AddressForgotten
    | PasswordKept
    | PreferencesShown
    | PersonShown
    | OpeningsTold
    | ReliabilityShown
    | BlocksShown
    | DataShown
    | PersonErased
)
