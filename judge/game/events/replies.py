"""Replies: events that only answer a letter, and are not stored or told to others."""

from datetime import datetime

from judge.engine import Adjudication
from judge.game.base import Reply
from judge.game.model import Game, Plan, Player
from judge.game.orders.sheet import OrderSheet, ProxyView
from judge.game.weight import Weight
from judge.messages import Text


class LineNotUnderstood(Reply, frozen=True):
    """A line was neither command nor order; `suggestions` are what it may have meant.

    A `remark` is one or more lines of prose, which were probably written for people. `text` stood
    in its block and would otherwise be lost.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    remark: bool = False
    text: str = ""

    @property
    def weight(self) -> Weight:  # type: ignore[override]  # a remark weighs less than a command
        """Return little weight for a remark."""
        return Weight.ASIDE if self.remark else Weight.STRANGE


class ReplyAddressSent(Reply, frozen=True):
    """Somebody signed on without proof and is sent their secret reply address."""

    role: str

    weight = Weight.PLACE


class LeftOut(Reply, frozen=True):
    """An answer had no room for the parts that these `lines` ask for.

    Each of them alone is answered. An unproven letter gets less room than a proven one.
    """

    lines: tuple[str, ...]
    proven: bool = True

    weight = Weight.ASIDE


class MailStopped(Reply, frozen=True):
    """The sender's address gets no more mail that other people cause."""

    address: str

    weight = Weight.PLACE


class ProofAsked(Reply, frozen=True):
    """A letter waits `until` its sender has shown by a reply that they wrote it.

    `commands` are the first of its commands, in words of the judge, and `more` counts the others.
    It came from the address of its `sender` at this time. If it came to the secret reply address
    of a place in a `game`, it came from an address that is not on record, and the one on record
    is asked.
    """

    commands: tuple[Text, ...]
    until: datetime
    came: datetime
    sender: str = ""
    game: str = ""
    more: int = 0

    weight = Weight.QUESTION


class AnsweredElsewhere(Reply, frozen=True):
    """A letter was about a place of a person with another address.

    It has no fields: the sender is not told whether a password was right, or what there is.
    """

    weight = Weight.REFUSED


class PlayerSignedOn(Reply, frozen=True):
    """Somebody came back to their place in the game.

    The sender speaks for `holder`, the player whose place it is, from now on.
    """

    role: str
    holder: Player | None = None

    weight = Weight.ASIDE


class OrdersShown(Reply, frozen=True):
    """The stored orders of a power, with its WAIT and its vote for a draw.

    `plans` are its orders for phases to come, `absences` those of its player, and `proxies` are
    the rights to order for it, and its own rights.
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
    """The result of the orders of `power`, and of those `assumed` for other powers.

    `game` is as that power sees it. `wrong` are lines that were no orders.
    """

    game: Game
    adjudication: Adjudication
    power: str
    assumed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
