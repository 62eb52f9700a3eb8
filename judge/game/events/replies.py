"""What answers a letter and is neither kept nor told to others: made for its asker."""

from datetime import datetime

from judge.engine import Adjudication
from judge.game.base import Reply
from judge.game.model import Game, Plan, Player
from judge.game.orders.sheet import OrderSheet, ProxyView
from judge.game.weight import Weight
from judge.messages import Text


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
