"""Refusals for who somebody is, or is not."""

from dataclasses import dataclass

from judge.messages import message


@dataclass(frozen=True, slots=True)
class NotSignedOn:
    """The letter names no game; `games` are those that may be meant."""

    games: tuple[str, ...] = ()

    in_short = message("not signed on")


@dataclass(frozen=True, slots=True)
class NotEntered:
    """The line that should have entered a game was not obeyed."""

    in_short = message("no game entered")


@dataclass(frozen=True, slots=True)
class NotHolder:
    """The place of `role` is somebody else's now, "" if the key fits none."""

    role: str = ""

    in_short = message("no longer yours")


@dataclass(frozen=True, slots=True)
class ReplyAddressOver:
    """The address that was written to opens its place no more: a newer one does."""

    in_short = message("old reply address")


@dataclass(frozen=True, slots=True)
class NotProven:
    """Nothing shows that the sender is who he says."""

    in_short = message("not proven")


@dataclass(frozen=True, slots=True)
class ProvenBefore:
    """The letter that waited for this reply was obeyed when another one came."""

    in_short = "done before"


@dataclass(frozen=True, slots=True)
class ProofTooLate:
    """The letter that waited for this reply waits no longer."""

    in_short = "too late"


@dataclass(frozen=True, slots=True)
class AskedOfAnother:
    """The sender replied to a question that another address was asked."""

    in_short = "from another address"


@dataclass(frozen=True, slots=True)
class TooMuchPress:
    """The sender has sent `most` messages within an hour, and may send no more."""

    most: int

    in_short = message("too much press")


@dataclass(frozen=True, slots=True)
class TooManyGames:
    """The sender has created `most` games within a day, and may create no more."""

    most: int

    in_short = message("too many games")


@dataclass(frozen=True, slots=True)
class NotRegistered:
    """The judge does not know the sender."""

    in_short = "not known"


@dataclass(frozen=True, slots=True)
class NotHisAddress:
    """The sender is not known by `address`."""

    address: str

    in_short = "not your address"


@dataclass(frozen=True, slots=True)
class MailGoesThere:
    """The sender's mail goes to `address`, and has to go somewhere."""

    address: str

    in_short = "mail goes there"


@dataclass(frozen=True, slots=True)
class TwoPlayers:
    """Both who writes and who has `address` have places in games."""

    address: str

    in_short = "two players"


@dataclass(frozen=True, slots=True)
class Denied:
    """Who reads mail at `address` says that the sender is somebody else."""

    address: str

    in_short = "denied"


@dataclass(frozen=True, slots=True)
class WrongPassword:
    """The password for the place of `role` is another."""

    role: str

    in_short = message("wrong password")


@dataclass(frozen=True, slots=True)
class NotMaster:
    """The command is for Masters; `instead` is what players may send."""

    instead: tuple[str, ...] = ()

    in_short = message("not Master")


@dataclass(frozen=True, slots=True)
class NotKeeper:
    """The command is for the keeper of the judge, who did not send it."""

    in_short = message("not the keeper")


@dataclass(frozen=True, slots=True)
class NotPlayer:
    """The command is for players; a Master does the same with `lines`."""

    lines: tuple[str, ...] = ()

    in_short = message("not a player")


@dataclass(frozen=True, slots=True)
class WhichPower:
    """The sender plays all these `powers`."""

    powers: tuple[str, ...]

    in_short = message("which power?")


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """Somebody else plays `power`."""

    power: str

    in_short = message("seat taken")


@dataclass(frozen=True, slots=True)
class GameFull:
    """Nobody more is needed."""

    in_short = message("game full")


@dataclass(frozen=True, slots=True)
class AlreadyIn:
    """The sender takes part as the holder of `role`."""

    role: str

    in_short = message("already in")


@dataclass(frozen=True, slots=True)
class Eliminated:
    """Who has `lost` one power gets not the one `wanted`, by a rule of the variant."""

    lost: str
    wanted: str

    in_short = message("eliminated")


@dataclass(frozen=True, slots=True)
class NotSurviving:
    """`power` is out of the game."""

    power: str

    in_short = message("not surviving")


@dataclass(frozen=True, slots=True)
class NoSuchPerson:
    """`words` name nobody in the game, or more than one."""

    words: str

    in_short = message("no such person")


@dataclass(frozen=True, slots=True)
class TooFewPlayers:
    """Nobody has joined yet."""

    in_short = message("too few players")


@dataclass(frozen=True, slots=True)
class LastMaster:
    """The game would be without a Master."""

    in_short = message("last Master")


@dataclass(frozen=True, slots=True)
class NotObserver:
    """Only an observer can become a Master; `words` is nobody, or has other `roles`."""

    words: str
    roles: tuple[str, ...] = ()

    in_short = message("not an observer")


@dataclass(frozen=True, slots=True)
class JoinedUnnamed:
    """People have joined because nobody would know them."""

    in_short = message("people have joined unnamed")


PeopleRefusal = (
    NotSignedOn
    | NotEntered
    | NotHolder
    | ReplyAddressOver
    | NotProven
    | ProvenBefore
    | ProofTooLate
    | AskedOfAnother
    | TooMuchPress
    | TooManyGames
    | NotRegistered
    | NotHisAddress
    | MailGoesThere
    | TwoPlayers
    | Denied
    | WrongPassword
    | NotKeeper
    | NotMaster
    | NotPlayer
    | WhichPower
    | SeatTaken
    | GameFull
    | AlreadyIn
    | Eliminated
    | NotSurviving
    | NoSuchPerson
    | TooFewPlayers
    | LastMaster
    | NotObserver
    | JoinedUnnamed
)
