"""What a Master is shown of his game, that others are not."""

from dataclasses import dataclass

from judge.game.events.weight import Weight
from judge.game.model import Game
from judge.game.orders.sheet import OrderSheet
from judge.game.vision.views import whole
from judge.messages import Text


@dataclass(frozen=True, slots=True)
class PowerStatus:
    """How things stand with one power; `sheet` is None where it has nothing to order.

    Its player `waits` for the deadline, is `late`, has not `sent` anything in this
    phase, `missed` so many in a row before, and is `unreachable` if mail to him comes
    back.
    """

    power: str
    vacant: bool
    sheet: OrderSheet | None = None
    sent: bool = False
    late: bool = False
    waits: bool = False
    missed: int = 0
    unreachable: bool = False


@dataclass(frozen=True, slots=True)
class StatusShown:
    """A Master asked how his game stands: a row for each power that is not out."""

    game: Game
    rows: tuple[PowerStatus, ...]

    weight = Weight.SHOWN
    seen = whole


@dataclass(frozen=True, slots=True)
class SettingsShown:
    """All settings of a game, as (name, value) in the words in which they are set."""

    game: Game
    values: tuple[tuple[str, str], ...]

    weight = Weight.SHOWN
    seen = whole


@dataclass(frozen=True, slots=True)
class SettingsProposed:
    """Settings would change: `rows` of a name, what it is and what it will be.

    They do when `values` come again with the `code`.
    """

    rows: tuple[tuple[str, str, Text], ...]
    values: tuple[tuple[str, str], ...]
    code: str

    weight = Weight.QUESTION
    seen = whole


DeskReply = StatusShown | SettingsShown | SettingsProposed
