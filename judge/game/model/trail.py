"""The audit trail: what happened in a game, as it was written down at once."""

import hashlib
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.model.people import Player


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """What happened: `event` is its name, `text` what was said of it, None if erased.

    Who did it has a number, the `actor`, and did it in a `role`; it is None and "" for
    the clock. `told` are the numbers of those who were told of it by mail, `about` of
    those beside the actor whom it is about: with one of them the text is forgotten.
    `phase` is the one that ran (`S1901M`), "" for none. `salt` and `text` are erased
    together.
    """

    at: datetime
    actor: int | None
    role: str
    event: str
    phase: str
    text: str | None
    told: tuple[int, ...] = ()
    about: tuple[int, ...] = ()
    salt: str | None = field(default=None, repr=False)

    def digest(self) -> str:
        """Return what nobody finds the text from without the salt, in hexadecimal."""
        moment = self.at.isoformat(timespec="seconds")
        who = "" if self.actor is None else str(self.actor)
        said = (moment, who, self.role, self.event, self.phase, self.text or "")
        return _hashed(self.salt or "", *said)


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry at its place in a chain; `by` is who did it, None for the clock."""

    number: int
    entry: TrailEntry
    digest: str
    link: str
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Trail:
    """A whole chain, or the part of it that was asked for, oldest first.

    `count` is how many entries the chain has; it is `whole` if each link follows from
    the one before, and each text that was not erased is what its digest was made of.
    """

    entries: tuple[ChainedEntry, ...] = ()
    count: int = 0
    whole: bool = True

    @property
    def end(self) -> str:
        """Return the last link, "" if there is none."""
        return self.entries[-1].link if self.entries else ""


def chained(before: str, digest: str) -> str:
    """Return the link of an entry with this digest behind the link `before`."""
    return _hashed(before, digest)


def first_link(chain: str) -> str:
    """Return what the first entry of the chain of this name follows."""
    return _hashed("chain", chain)


def _hashed(*parts: str) -> str:
    said = "".join(f"{len(part.encode())}:{part}" for part in parts)
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()
