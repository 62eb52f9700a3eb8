"""Who won the games that are over, and how often each power of a variant did."""

from collections.abc import Sequence

from judge.boards import VariantFile
from judge.engine import supply
from judge.game.events import HallShown
from judge.game.model import Ending, Game, PowerRecord, Stage
from judge.game.seats import surviving_powers
from judge.game.vision import public_view


def hall_of(games: Sequence[Game], file: VariantFile | None) -> HallShown:
    """Return which of `games` were won or drawn, of one variant alone if it is named.

    Games that ended without a result, and those that their Masters do not list, are
    no part of it, nor are those that are claimed to have been played elsewhere.
    """
    variant = file.variant if file else None
    over = [
        public_view(game)
        for game in reversed(games)
        if game.stage is Stage.FINISHED and game.position is not None
        if not game.settings.claimed
        if variant is None or game.variant.name == variant.name
    ]
    powers = () if variant is None else tuple(power.name for power in variant.powers)
    record = tuple(_record(power, over) for power in powers)
    played = tuple(one for one in record if one.games)
    return HallShown(tuple(over), variant, played, file.winners if file else ())


def _record(power: str, games: Sequence[Game]) -> PowerRecord:
    played = [game for game in games if any(s.power == power for s in game.seats)]
    shared = [_winners(game) for game in played if power in _winners(game)]
    lasted = [game for game in played if power in surviving_powers(game)]
    centers = sum(_centers(power, game) for game in played)
    return PowerRecord(
        power=power,
        games=len(played),
        solos=sum(len(winners) == 1 for winners in shared),
        draws=sum(len(winners) > 1 for winners in shared),
        survived=len(lasted),
        centers=centers / len(played) if played else 0.0,
    )


def _winners(game: Game) -> tuple[str, ...]:
    ending = game.ending or Ending((), "")
    return ending.winners


def _centers(power: str, game: Game) -> int:
    assert game.position is not None
    return supply(game.position, game.variant)[power]
