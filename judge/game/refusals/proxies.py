"""Why one player may not order for another one."""

from judge.game.base import Refusal
from judge.messages import message


class NoProxies(Refusal, frozen=True):
    """In this game nobody orders for others: its Master did not set it, or cannot."""

    blind: bool = False

    in_short = message("no proxies")


class NoProxyTo(Refusal, frozen=True):
    """A `power` has no player who could order for another one."""

    power: str

    in_short = message("no other player")


class NotOwnUnit(Refusal, frozen=True):
    """Some `words` name no unit of the sender's power."""

    words: str

    in_short = message("not your unit")


class NoProxyGiven(Refusal, frozen=True):
    """Nobody else may order the unit that was named, or any for ""."""

    words: str = ""

    in_short = message("none given")
