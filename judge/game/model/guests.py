"""Whom a game lets in, and whom not: invitations, and the lists of its Master."""

from dataclasses import dataclass, replace
from datetime import datetime

from judge.game.model.conduct import Conduct


@dataclass(frozen=True, slots=True)
class Invitation:
    """Whoever has the code of this `number`, or `address`, may come in, once.

    `power` is what the Master thought of for him, "" for any.
    """

    number: int
    address: str
    power: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Guests:
    """Whom the Master invited, lets in or keeps out, and who asked him, by address.

    `made` counts the invitations there ever were.
    """

    invitations: tuple[Invitation, ...] = ()
    allowed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    made: int = 0

    def without(self, address: str) -> "Guests":
        """Return it with `address` on none of the lists."""
        return replace(
            self,
            invitations=tuple(o for o in self.invitations if o.address != address),
            allowed=tuple(one for one in self.allowed if one != address),
            denied=tuple(one for one in self.denied if one != address),
            asked=tuple(one for one in self.asked if one != address),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of somebody: in how many `games` he plays, and how he did so."""

    games: int = 0
    conduct: tuple[Conduct, ...] = ()
