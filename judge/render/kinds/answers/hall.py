"""What the template is told of the games that are over, and of how powers fared."""

from collections import Counter

from judge.game import Game, HallShown
from judge.messages import Text, message, series
from judge.render.facts.pages import Facts
from judge.render.facts.table import person

_MOST = 50
_ALL_SHARE = 4  # Of more winners than this the players are not named.


def hall_page(event: HallShown) -> Facts:
    """Return the newest games that are over, and what they came to by power."""
    shown = event.games[:_MOST]
    maps = Counter(game.variant.title for game in event.games)
    return {
        "rows": [_row(game, named=event.variant is None) for game in shown],
        "more": len(event.games) - len(shown),
        "maps": [] if event.variant else [(k, str(n)) for k, n in maps.most_common()],
        "powers": [
            (
                one.power,
                str(one.games),
                str(one.solos),
                str(one.draws),
                str(one.survived),
                f"{one.centers:.1f}",
            )
            for one in event.record
        ],
    }


def _row(game: Game, *, named: bool) -> tuple[str, Text, Text]:
    assert game.position is not None
    phase = str(game.position.phase)
    when = f"{game.variant.title}, {phase}" if named else phase
    return game.name, when, _result(game)


def _result(game: Game) -> Text:
    winners = game.ending.winners if game.ending else ()
    if len(winners) > _ALL_SHARE:
        return message("draw of {count}", count=len(winners))
    names = [_player(power, game) for power in winners]
    if len(names) == 1:
        return names[0]
    return message("draw: {powers}", powers=series(names))


def _player(power: str, game: Game) -> Text:
    seats = (seat for seat in game.seats if seat.power == power)
    holder = next((seat.player for seat in seats), None)
    if holder is None:
        return power
    return message("{power} ({name})", power=power, name=person(holder))
