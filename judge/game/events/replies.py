"""What answers a letter and is neither kept nor told to others: made for its asker."""

from datetime import datetime

from judge.boards import VariantFile
from judge.engine import Adjudication, Outcome, Position, Variant
from judge.game.base import Refused, Reply
from judge.game.events.lines import HelpReply, LineReply
from judge.game.events.person import PersonReply
from judge.game.model import FinishedPhase, Game, Plan, Player, PowerRecord
from judge.game.orders.sheet import OrderSheet, ProxyView
from judge.game.weight import Weight
from judge.messages import Text


class GamesListed(Reply, frozen=True):
    """The games were asked for; only what their reader may know is shown of them.

    They are but `some` of those that are listed where others were not wanted.
    """

    games: tuple[Game, ...]
    full: bool = False
    some: bool = False


class HallShown(Reply, frozen=True):
    """The `games` that are over were asked for, newest first, as everybody knows them.

    Those of one `variant`, if that is named, with the `record` of each of its powers
    and with who won `elsewhere`. `as_file` tells that they are wanted for programs.
    """

    games: tuple[Game, ...]
    variant: Variant | None = None
    record: tuple[PowerRecord, ...] = ()
    elsewhere: tuple[str, ...] = ()
    as_file: bool = False


class SummaryShown(Reply, frozen=True):
    """The summary of a game was asked for; `role` is the one whose holder reads it."""

    game: Game
    role: str = ""


class HistoryShown(Reply, frozen=True):
    """Past phases of a game, oldest first, as the holder of `role` saw them."""

    game: Game
    phases: tuple[FinishedPhase, ...]
    role: str = ""


class MapShown(Reply, frozen=True):
    """A board, as the holder of `role` sees it: as it stands, or after `finished`."""

    game: Game
    finished: FinishedPhase | None
    role: str = ""


class OrderExplained(Reply, frozen=True):
    """What became of the order to `unit`, words as they were written, and why.

    `outcome` is None where the holder of `role` knows of no such order.
    """

    game: Game
    finished: FinishedPhase
    unit: str
    outcome: Outcome | None
    role: str = ""


class VariantsShown(Reply, frozen=True):
    """Variants were asked for: one, which is told at length, or all there are."""

    files: tuple[VariantFile, ...]


class VersionShown(Reply, frozen=True):
    """The judge was asked what it is; it has the games listed and so many variants."""

    games: tuple[Game, ...]
    variants: int


class LineNotUnderstood(Reply, frozen=True):
    """A line was neither command nor order, and what it may have meant.

    A `remark` is one or more lines of prose, written rather for people. `text` is
    what stood in its block and would else be lost.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    remark: bool = False
    text: str = ""

    @property
    def weight(self) -> Weight:  # type: ignore[override]  # a remark weighs less than a command
        """Return that prose does not matter much."""
        return Weight.ASIDE if self.remark else Weight.STRANGE


class ReplyAddressSent(Reply, frozen=True):
    """Somebody signed on without proof and is sent his secret reply address."""

    role: str

    weight = Weight.PLACE


class LeftOut(Reply, frozen=True):
    """An answer had no room for what these `lines` ask for; alone each of them is answered.

    Where the letter is not `proven` there is more room in the answer to one that is.
    """

    lines: tuple[str, ...]
    proven: bool = True

    weight = Weight.ASIDE


class MailStopped(Reply, frozen=True):
    """Nothing goes to the sender's address any more that they did not ask for."""

    address: str

    weight = Weight.PLACE


class ProofAsked(Reply, frozen=True):
    """A letter waits `until` its sender has shown by a reply that they wrote it.

    `commands` are the first of those that it gives, in words of the judge, and there are
    so many `more`. It came from the address of its `sender` at this time. One to the
    secret reply address of a place in a `game` came from another address than the one on
    record that is asked.
    """

    commands: tuple[Text, ...]
    until: datetime
    came: datetime
    sender: str = ""
    game: str = ""
    more: int = 0

    weight = Weight.QUESTION


class AnsweredElsewhere(Reply, frozen=True):
    """A letter was about a place of somebody with another address than its sender's.

    It has no fields: whether a password was right, and what there is, is not told.
    """

    weight = Weight.REFUSED


class PlayerSignedOn(Reply, frozen=True):
    """Somebody came back to his place in the game.

    `holder` is the player whose place it is, for whom the sender speaks from now on.
    """

    role: str
    holder: Player | None = None

    weight = Weight.ASIDE


class OrdersShown(Reply, frozen=True):
    """A power's stored orders were asked for, with its WAIT and its vote for a draw.

    `plans` are what it ordered for phases to come, `absences` those of its player, and
    `proxies` say who may order for it, and for whom it may.
    """

    sheet: OrderSheet
    wait: bool = False
    wait_until: datetime | None = None
    draw: tuple[str, ...] | None = None
    plans: tuple[Plan, ...] = ()
    absences: tuple[tuple[datetime, datetime], ...] = ()
    proxies: tuple[ProxyView, ...] = ()

    weight = Weight.SHEET


class PreviewShown(Reply, frozen=True):
    """What would come of the orders of `power`, and of those `assumed` beside them.

    `game` is as that power sees it. `wrong` are lines that were no orders.
    """

    game: Game
    adjudication: Adjudication
    power: str
    assumed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()


class PositionAdjudicated(Reply, frozen=True):
    """What became of phases of no game, each with the board before it.

    `wrong` are lines that could not be read; `variant` is None where nothing was.
    """

    variant: Variant | None
    phases: tuple[tuple[Position, Adjudication], ...]
    wrong: tuple[str, ...] = ()


PlainReply = (
    PersonReply
    | GamesListed
    | HallShown
    | SummaryShown
    | HistoryShown
    | MapShown
    | OrderExplained
    | VariantsShown
    | VersionShown
    | HelpReply
    | LineNotUnderstood
    | LineReply
    | LeftOut
    | MailStopped
    | ReplyAddressSent
    | ProofAsked
    | AnsweredElsewhere
    | PlayerSignedOn
    | OrdersShown
    | PreviewShown
    | PositionAdjudicated
    | Refused
)
