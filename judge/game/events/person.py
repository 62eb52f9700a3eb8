"""What answers those who tell of their addresses, or whose address somebody names."""

from datetime import datetime

from judge.game.base import Reply
from judge.game.model import Game, Player, Reliability
from judge.game.weight import Weight


class AddressAsked(Reply, frozen=True):
    """Who reads mail at `address` was told that the writer says to be the same person.

    It is so if he replies `until` then; with a `due` moment it is so then, if nobody
    there says no before.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AddressQuestion(Reply, frozen=True):
    """Whoever writes from `address` says to be the same person as the reader.

    A yes `until` then makes it so; with a `due` moment it is so then, unless a reply
    before is no yes.
    """

    address: str
    until: datetime
    due: datetime | None = None

    weight = Weight.QUESTION


class AnswerUnclear(Reply, frozen=True):
    """A reply was neither yes nor no; the question takes an answer `until` then.

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

    A letter for a `game` or for none is not theirs, or `address` is not theirs, from
    which somebody was `taking` their place, or they do not mean a `command`.
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
    """Who writes from `address` is not taken for its former owner any more."""

    address: str

    weight = Weight.PERSON


class PasswordKept(Reply, frozen=True):
    """Who loses `address` can come back with his password from now on."""

    address: str

    weight = Weight.PERSON


class PreferencesShown(Reply, frozen=True):
    """How the judge writes to `person`, who reads it, and what it tells of him."""

    person: Player

    weight = Weight.PERSON


class PersonShown(Reply, frozen=True):
    """Somebody was asked for; what he does not show is empty in `person`.

    `games` are those that all may see, with his role there. He may read it himself.
    """

    person: Player
    games: tuple[tuple[str, str], ...] = ()
    own: bool = False


class OpeningsTold(Reply, frozen=True):
    """These `games`, as everybody may know them, have room for the reader this week."""

    games: tuple[Game, ...]


class ReliabilityShown(Reply, frozen=True):
    """The reader asked how reliable he is taken for."""

    reliability: Reliability

    weight = Weight.PERSON


class BlocksShown(Reply, frozen=True):
    """The reader is never in one game with those who are called so."""

    names: tuple[str, ...]

    weight = Weight.PERSON


class DataShown(Reply, frozen=True):
    """A copy of all that is kept about `person`, who reads it, goes with the mail.

    Where that is much it is sent in `parts`, of which this is one.
    """

    person: Player
    part: int = 1
    parts: int = 1


class PersonErased(Reply, frozen=True):
    """The reader, who was called so, is forgotten."""

    name: str

    weight = Weight.PERSON


PersonReply = (
    AddressAsked
    | AddressQuestion
    | AnswerUnclear
    | QuestionDenied
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
