"""Why one player may not order for another one."""

from dataclasses import dataclass

from judge.messages import message


@dataclass(frozen=True, slots=True)
class NoProxies:
    """In this game nobody orders for others: its Master did not set it, or cannot."""

    blind: bool = False

    in_short = message("no proxies")


@dataclass(frozen=True, slots=True)
class NoProxyTo:
    """A `power` has no player who could order for another one."""

    power: str

    in_short = message("no other player")


@dataclass(frozen=True, slots=True)
class NotOwnUnit:
    """Some `words` name no unit of the sender's power."""

    words: str

    in_short = message("not your unit")


@dataclass(frozen=True, slots=True)
class NoProxyGiven:
    """Nobody else may order the unit that was named, or any for ""."""

    words: str = ""

    in_short = message("none given")


ProxyRefusal = NoProxies | NoProxyTo | NotOwnUnit | NoProxyGiven
