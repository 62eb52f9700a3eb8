"""What happens around a game: who joins, leaves and takes over, and its settings."""

from dataclasses import dataclass
from datetime import datetime

from judge.engine.board.position import Position
from judge.game.model import Entrant, Follower, Game, GameSettings, Player, Seat


@dataclass(frozen=True, slots=True)
class GameCreated:
    """A game was set up by its Master."""

    game: Game


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """Somebody joined a game that forms; `missing` more are needed."""

    entrant: Entrant
    missing: int


@dataclass(frozen=True, slots=True)
class PlayerSignedOn:
    """Somebody came back to his place in the game.

    `holder` is the player whose place it is, for whom the sender speaks from now on.
    """

    role: str
    holder: Player | None = None


@dataclass(frozen=True, slots=True)
class PowerTakenOver:
    """A vacant power got a player.

    `deadline` is that of the phase from now on; a grace that ran is over. `ready` is
    when the last orders the game needs came in, or None while some are missing.
    """

    seat: Seat
    deadline: datetime | None
    ready: datetime | None = None


@dataclass(frozen=True, slots=True)
class ObserverJoined:
    """Somebody follows the game from now on."""

    observer: Follower


@dataclass(frozen=True, slots=True)
class GameStarted:
    """All seats were dealt; the first phase runs."""

    seats: tuple[Seat, ...]
    position: Position
    deadline: datetime


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """Somebody resigned, or was ejected by the Master; a power falls vacant."""

    player: Player
    role: str
    ejected: bool


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """The Master changed a setting; `option` and `value` as they are shown."""

    settings: GameSettings
    option: str
    value: str
