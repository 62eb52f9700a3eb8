"""What a Master is shown of his game, and what is handed out of games as files."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.base import Reply
from judge.game.commands import KeeperCommand
from judge.game.model import Game, Player, Reader
from judge.game.orders.sheet import OrderSheet
from judge.game.weight import Weight
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class PowerStatus:
    """How things stand with one power; `sheet` is None where it has nothing to order.

    Its player `waits` for the deadline, or `until` a moment, is `late`, has not `sent`
    anything in this phase, `missed` so many in a row before, is or will be `away` from
    and until these moments, and is `unreachable` if mail to him comes back. While he is
    `sought` somebody else may come for him. A `dummy` nobody is asked to play.
    """

    power: str
    vacant: bool
    sheet: OrderSheet | None = None
    sent: bool = False
    late: bool = False
    waits: bool = False
    until: datetime | None = None
    missed: int = 0
    away: tuple[tuple[datetime, datetime], ...] = ()
    unreachable: bool = False
    sought: bool = False
    dummy: bool = False


class StatusShown(Reply, frozen=True):
    """A Master asked how his game stands: a row for each power that is not out."""

    game: Game
    rows: tuple[PowerStatus, ...]


class SettingsShown(Reply, frozen=True):
    """All settings of a game, as (name, value) in the words in which they are set."""

    game: Game
    values: tuple[tuple[str, str], ...]


def setting_lines(values: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return settings, each a name and a value, as lines of TOML."""
    return tuple(
        f'{name.lower().replace(" ", "_")} = "{value.replace(chr(34), chr(39))}"'
        for name, value in values
    )


class SettingsProposed(Reply, frozen=True):
    """Settings would change: `rows` of a name, what it is and what it will be.

    They do after a yes, or when `values` come again with the `code`.
    """

    rows: tuple[tuple[str, str, Text], ...]
    values: tuple[tuple[str, str], ...]
    code: str

    @property
    def command(self) -> str:
        """Return the word that begins the command."""
        return "SETTINGS"

    @property
    def line(self) -> str:
        """Return the lines that do it."""
        return "\n".join((f"SETTINGS {self.code}", *setting_lines(self.values), "END"))

    weight = Weight.QUESTION


@dataclass(frozen=True, slots=True)
class TrailRow:
    """What is shown of an entry of the audit trail.

    `by` is who did it, None for the clock and for somebody whom the reader may not
    know, and `role` as what. `text` is None where it was erased, or is no business of
    the reader; then it is `withheld`.
    """

    at: datetime
    by: Player | None
    role: str
    text: str | None
    withheld: bool
    digest: str
    link: str


class TrailShown(Reply, frozen=True):
    """The audit trail of a game was asked for: the `rows` that its asker may see.

    He is told of the chain of all `count` entries only where he may know how many there
    are: then `open` is true, `unbroken` that nothing was changed in it, and `end` is
    its last link. `more` rows are older than those shown.
    """

    game: Game
    rows: tuple[TrailRow, ...]
    count: int
    open: bool
    unbroken: bool
    end: str
    more: int = 0


class KeeperAnswered(Reply, frozen=True):
    """The keeper of the judge asked something of it, and this came of it."""

    command: KeeperCommand
    lines: tuple[Text, ...] = ()


class GameExported(Reply, frozen=True):
    """A game was asked for as files for programs; `game` is as the `reader` sees it.

    A long one is sent in `parts`, of which this is one.
    """

    game: Game
    reader: Reader
    part: int = 1
    parts: int = 1


DeskReply = (
    StatusShown | SettingsShown | SettingsProposed | TrailShown | KeeperAnswered | GameExported
)
