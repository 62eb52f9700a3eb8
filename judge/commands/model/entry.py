"""Ways into a game."""

from dataclasses import dataclass, field
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class SignOn:
    """Enter a game: as a power, as the Master, or to join, take over or come back.

    `readings` are the (seat, game) pairs the words may mean, likeliest first: `Fsmp` is
    power F in game smp, or else the game fsmp. A seat is a power's name or letter,
    `M` for the Master, `O` for an observer, `?` to join, or "" when none was named.
    A sign-on that could not be read has the one reading ("", ""): no game has an empty
    name, so that nothing which stands behind it is obeyed. `code` is that of an
    invitation.
    """

    readings: tuple[tuple[str, str], ...]
    password: str | None = field(default=None, repr=False)
    preferences: str = ""
    code: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Set up a new game of `variant`, with the sender as its Master.

    `options` are words that followed, kept as they were written. A `sandbox` begins at
    once, of `source`, another game, as it stands or stood in a `phase` (`S1901M`).
    """

    game: str
    variant: str = "standard"
    password: str | None = field(default=None, repr=False)
    options: tuple[str, ...] = ()
    sandbox: bool = False
    source: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Observe:
    """Follow a game without playing; news of it come after a `delay`."""

    game: str
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()


Entry = SignOn | CreateGame | Observe
