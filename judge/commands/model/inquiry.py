"""What a letter asks, and what changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ListGames:
    """Show the games, or `game` alone, at length if `full`.

    Those alone that are `open` to players, and have all that `wanted` names, as
    (`variant`, `modern`), (`press`, `none`), (`speed`, `slow`).
    """

    game: str = ""
    full: bool = False
    open: bool = False
    wanted: tuple[tuple[str, str], ...] = ()


FILTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "variant": (),
        "press": ("full", "broadcast", "partial", "none"),
        "speed": ("fast", "normal", "slow"),
    }
)
"""By what LIST chooses among games, and the words there are for it; () for any."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Show who played and who owned what, year by year."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Show how things stand: to a Master, who is in and who is not."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show all settings of a game, in a form in which they may be sent back."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """Show the results of past phases, from `first` to `last` (`S1901M`) if named."""

    game: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Map:
    """Show the board as it stands, or after the finished `phase` (`S1901M`) named."""

    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Explain:
    """Tell why the order to `unit` ended as it did in a finished `phase` (`S1901M`).

    Without one that is the last.
    """

    unit: str
    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class ShowVariant:
    """Tell of the variant `name`, or list those there are."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class ShowHall:
    """Show who won the games that are over, those of one `variant` if named.

    `as_file`: for programs.
    """

    variant: str = ""
    as_file: bool = False


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Tell what comes of the position and the orders in `text`, of no game at all."""

    text: str


@dataclass(frozen=True, slots=True)
class Help:
    """Explain `topic`, or the judge at large."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """Show what is written down of a game and who did it, of a `phase` if named."""

    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Send all that one may see of a game as files for programs."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowVersion:
    """Tell which program the judge is, where it is reached, and what it has."""


GameInquiry = Summary | Status | ShowSettings | History | Map | Explain | Audit | Export
Inquiry = ListGames | GameInquiry | ShowVariant | ShowHall | ShowVersion | Adjudicate | Help
