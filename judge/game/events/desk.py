"""What happens at the desk: questions, refusals, and people; no game is changed."""

from dataclasses import dataclass
from enum import Enum

from judge.boards.variant_file import VariantFile
from judge.game.model import FinishedPhase, Game, Player


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
    """Somebody told who he is; `new` when the judge did not know him."""

    player: Player
    new: bool


@dataclass(frozen=True, slots=True)
class GamesListed:
    """The games were asked for; only what their reader may know is shown of them."""

    games: tuple[Game, ...]
    full: bool = False


@dataclass(frozen=True, slots=True)
class SummaryShown:
    """The summary of a game was asked for; `role` is the one whose holder reads it."""

    game: Game
    role: str = ""


@dataclass(frozen=True, slots=True)
class MapShown:
    """A board, as the holder of `role` sees it: as it stands, or after `finished`."""

    game: Game
    finished: FinishedPhase | None
    role: str = ""


@dataclass(frozen=True, slots=True)
class HistoryShown:
    """Past phases of a game, oldest first, as the holder of `role` saw them."""

    game: Game
    phases: tuple[FinishedPhase, ...]
    role: str = ""


@dataclass(frozen=True, slots=True)
class VariantsShown:
    """Variants were asked for: one, which is told at length, or all there are."""

    files: tuple[VariantFile, ...]


@dataclass(frozen=True, slots=True)
class HelpGiven:
    """Help on `topic` was asked for; `known` are the topics there are."""

    topic: str
    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LineNotUnderstood:
    """A line was neither command nor order, and what it may have meant.

    A `remark` is one or more lines of prose, written rather for people. `text` is
    what stood in its block and would else be lost.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    remark: bool = False
    text: str = ""


class Why(Enum):
    """Why a command was refused; each has its text in `templates/refused.txt`.

    `Refused.detail` holds what is told beside each.
    """

    NO_SUCH_GAME = "no such game"  # the name
    NAME_TAKEN = "name taken"  # the name
    BAD_NAME = "bad name"  # the name
    NO_SUCH_VARIANT = "no such variant"  # the name or "", then the known ones
    NO_SUCH_POWER = "no such power"  # the name, then the known ones
    NO_SUCH_OPTION = "no such option"  # the words or "", then those that are near
    NOT_OFFERED = "not offered"  # the words, what there is instead, lines of that
    NO_SUCH_PERSON = "no such person"  # the words, then the roles they may mean
    BAD_VALUE = "bad value"  # option, value, a right example, what is allowed or ""
    GAME_BEGUN = "the game has begun"  # the option, an example of it
    JOINED_UNNAMED = "people have joined unnamed"
    WHICH_POWER = "which power?"  # the powers that the sender holds
    BAD_TIME = "bad time"  # the words
    TIME_PASSED = "time passed"  # the words, the time as understood
    NOT_SIGNED_ON = "not signed on"  # the command, then games that may be meant
    NOT_HOLDER = "no longer yours"  # the role
    NOT_ENTERED = "no game entered"  # the command
    NOT_PROVEN = "not proven"  # the command
    WRONG_PASSWORD = "wrong password"  # the seat
    NOT_MASTER = "not Master"  # the command
    NOT_PLAYER = "not a player"  # the command
    NOT_FORMING = "not forming"  # the vacant powers
    NOT_ACTIVE = "not active"  # the stage
    NOT_PAUSED = "not paused"
    SEAT_TAKEN = "seat taken"  # the power
    GAME_FULL = "game full"
    ALREADY_IN = "already in"  # the role
    NOTHING_TO_ORDER = "nothing to order"  # the phase, then the units there are
    ORDERS_OLDER = "older than the stored ones"  # when the stored ones were written
    PHASE_PASSED = "its phase is over"  # the phase that is over, the current one
    NO_PRESS = "no press"
    NO_PARTIAL_PRESS = "no partial press"
    NO_BROADCAST = "no press to all"
    NO_GREY_PRESS = "no grey press"
    NO_WHITE_PRESS = "no signed press"
    EMPTY_PRESS = "empty press"
    STALE_PHASE = "stale phase"  # the phase named, the current one
    NO_SUCH_PHASE = "no such phase"  # the phase named
    NOT_SURVIVING = "not surviving"  # the power
    ELIMINATED = "eliminated"  # the power that was lost, the one wanted
    MISSING_FIELD = "missing field"  # the key
    TOO_FEW_PLAYERS = "too few players"
    LAST_MASTER = "last Master"


@dataclass(frozen=True, slots=True)
class Refused:
    """A command was not obeyed; nothing was changed.

    `text` is what came with it and would else be lost, such as the text of press.
    """

    command: str
    why: Why
    detail: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmationAsked:
    """A command that cannot be undone waits for its line with `code` at the end."""

    command: str
    code: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyAddressSent:
    """Somebody signed on without proof and is sent his secret reply address."""

    role: str
