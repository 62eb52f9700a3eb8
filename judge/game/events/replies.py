"""Replies: events that only answer a letter, and are not stored or told to others."""

from datetime import datetime

from judge.engine import Adjudication
from judge.game.base import Reply
from judge.game.events.lines import LineRead
from judge.game.model import Game, Plan, Player
from judge.game.orders.sheet import OrderSheet, ProxyView
from judge.game.weight import Weight
from judge.messages import Text


class LineNotUnderstood(Reply, frozen=True):
    """A line that is neither a command nor an order; `suggestions` are similar lines.

    A `remark` is one or more lines of prose, probably for people. `text` is the text below the
    line, which is handed back.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    remark: bool = False
    text: str = ""

    @property
    def weight(self) -> Weight:  # type: ignore[override]  # a remark weighs less than a command
        """Return the weight, which is small for a remark."""
        return Weight.ASIDE if self.remark else Weight.STRANGE


class ReplyAddressSent(Reply, frozen=True):
    """A person signed on without proof, and is sent the secret reply address of their place."""

    role: str

    weight = Weight.PLACE


class LeftOut(Reply, frozen=True):
    """The mail had no room for the answers to these `lines`.

    Sent alone, each of them is answered. An unproven letter gets less room than a proven one.
    """

    lines: tuple[str, ...]
    proven: bool = True

    weight = Weight.ASIDE


class MailStopped(Reply, frozen=True):
    """The sender's address gets no more mail that other people cause."""

    address: str

    weight = Weight.PLACE


class ProofAsked(Reply, frozen=True):
    """A letter waits `until` its sender has confirmed by a reply that they wrote it.

    `commands` are its first commands, in the judge's words, and `more` is the number of the others.
    The letter `came` at this time from the address `sender`. If that address is unknown, and the
    letter came to the secret reply address of a place in a `game`, the question goes to the address
    on record.
    """

    commands: tuple[Text, ...]
    until: datetime
    came: datetime
    sender: str = ""
    game: str = ""
    more: int = 0

    weight = Weight.QUESTION


class AnsweredElsewhere(Reply, frozen=True):
    """A letter about a place whose holder has another address.

    It has no fields, so that the sender learns neither whether a password was right nor what
    exists.
    """

    weight = Weight.REFUSED


class PlayerSignedOn(Reply, frozen=True):
    """A person came back to their place in the game.

    From now on the sender speaks for `holder`, the place's player.
    """

    role: str
    holder: Player | None = None

    weight = Weight.ASIDE


class OrdersShown(Reply, frozen=True):
    """The stored orders of a power, with its wish to wait and its vote for a draw.

    `plans` are its orders for later phases, `absences` those of its player, `proxies` the
    proxies that it gave or holds, and `lines` the failed lines that still keep its orders from
    being complete, read anew.
    """

    sheet: OrderSheet
    wait: bool = False
    wait_until: datetime | None = None
    draw: tuple[str, ...] | None = None
    plans: tuple[Plan, ...] = ()
    absences: tuple[tuple[datetime, datetime], ...] = ()
    proxies: tuple[ProxyView, ...] = ()
    lines: tuple[LineRead, ...] = ()

    weight = Weight.SHEET


class PreviewShown(Reply, frozen=True):
    """The results of the orders of `power` and of those `assumed` for other powers.

    `game` is the game as that power sees it. `wrong` are lines that were no orders.
    """

    game: Game
    adjudication: Adjudication
    power: str
    assumed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
