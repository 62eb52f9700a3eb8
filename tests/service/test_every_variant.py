"""A short random game on each variant, by mail from the first letter to the draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from judge.engine import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    PhaseKind,
    Retreat,
    SupportHold,
    Unit,
    UnitKind,
    adjustments,
    build_sites,
    check_order,
    supply,
)
from judge.game import Game, Stage
from judge.notation import long_order
from judge.shipped import shipped_variants
from tests.amount import every, many
from tests.post import Post
from tests.service.office import the_game

MASTER = "maud@players.test"
PHASES = many(4)


@dataclass(frozen=True, slots=True)
class Table:
    """A game at the judge, and the random numbers that play it."""

    post: Post
    chance: Random

    def game(self) -> Game:
        """Return the game from the store."""
        return the_game(self.post, "luck")

    def players(self) -> dict[str, str]:
        """Return {power: address of its player}."""
        return {s.power: s.player.address for s in self.game().seats if s.player}

    def play_phase(self) -> None:
        """Send orders for all powers, and have the Master process them."""
        board = self.game().position
        assert board is not None
        for power, address in self.players().items():
            if lines := list(self.orders(power)):
                self.post.reply(address, "\n".join(lines))
        assert not [line for seat in self.game().seats for line in seat.troubled]
        self.post.reply(MASTER, f"PROCESS {board.phase}")

    def orders(self, power: str) -> Iterator[str]:
        """Yield random legal orders of a power, as a player writes them."""
        game = self.game()
        assert game.position is not None
        for order in _orders(game, power, self.chance):
            if check_order(order, power, game.position, game.variant) is None:
                yield long_order(order, game.variant, game.position)


def _orders(game: Game, power: str, chance: Random) -> Iterator[Order]:
    board = game.position
    assert board is not None
    match board.phase.kind:
        case PhaseKind.MOVEMENT:
            for unit in board.units:
                if unit.power == power:
                    yield _movement(unit, game, chance)
        case PhaseKind.RETREAT:
            for one in board.dislodged:
                if one.unit.power == power:
                    yield Retreat(one.unit, chance.choice(one.retreats))
        case PhaseKind.ADJUSTMENT:
            yield from _adjustment(game, power, chance)


def _movement(unit: Unit, game: Game, chance: Random) -> Order:
    geography = game.variant.geography
    army = unit.kind is UnitKind.ARMY
    steps = (geography.army_steps if army else geography.fleet_steps)[unit.location]
    step = chance.choice([unit.location, *sorted(steps)])
    if step == unit.location:
        return Hold(unit)
    if chance.random() < 0.3:
        return SupportHold(unit, geography.province_of[step])
    return Move(unit, step)


def _adjustment(game: Game, power: str, chance: Random) -> Iterator[Order]:
    board = game.position
    assert board is not None
    count = adjustments(board, game.variant).get(power, 0)
    if count > 0:
        for site in build_sites(board, power, game.variant):
            yield Build(power, chance.choice(list(UnitKind)), site)
    units = [unit for unit in board.units if unit.power == power]
    for unit in chance.sample(units, max(0, -count)):
        yield Disband(unit)


@pytest.mark.parametrize("name", shipped_variants().names[:: every(5)])
def test_a_game_is_played_by_mail(name: str, tmp_path: Path) -> None:
    post = Post(tmp_path)
    table = Table(post, Random(name))
    post.write(MASTER, f"CREATE luck {name}")
    variant = post.judge.variants.read(name)
    for number, power in enumerate(variant.powers):
        post.write(f"p{number}@players.test", f"SIGN ON {power.name}@luck")
    assert table.game().stage is Stage.ACTIVE

    for _ in range(PHASES):
        before = table.game()
        table.play_phase()
        after = table.game()
        if after.stage is Stage.FINISHED:
            return
        assert len(after.history) == len(before.history) + 1
        assert after.position is not None
        assert supply(after.position, variant).total() <= _worth(after)

    for address in table.players().values():
        post.reply(address, "SET DRAW")
    assert table.game().stage is Stage.FINISHED
    assert not [mail for mail in post.arrived if mail.to == "keeper@judge.test"]


def _worth(game: Game) -> int:
    geography = game.variant.geography
    return sum(p.worth for p in geography.provinces if p.center)
