"""Years of random play by mail on boards with sides without players."""

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
    Unit,
    UnitKind,
    adjustments,
    build_sites,
    check_order,
    neutrals_at,
)
from judge.game import Game, Stage, sides_to_vote_on
from judge.notation import write_order
from tests.amount import every
from tests.post import Post
from tests.service.office import the_game

MASTER = "maud@players.test"
PHASES = {
    "mandate_of_heaven": 13,
    "sengoku": 8,
    "unconstitutional": 6,
    "western_world_901": 4,
    "known_world_901": 3,
}


@dataclass(frozen=True, slots=True)
class Table:
    """A game at the judge, whose Master gives random orders for all powers."""

    post: Post
    chance: Random

    def game(self) -> Game:
        """Return the game from the store."""
        return the_game(self.post, "luck")

    def play_phase(self) -> Game:
        """Let all powers give orders and the same votes; process the phase; return the game."""
        game = self.game()
        assert game.position is not None
        votes = {side.name: list(self.orders(side.name, game)) for side in game.variant.neutrals}
        letter: list[str] = []
        for seat in game.seats:
            allowed = sides_to_vote_on(game.position, seat.power, game.variant)
            lines = list(self.orders(seat.power, game))
            lines += [f"{side}: {line}" for side in allowed for line in votes[side]]
            if lines:
                letter += [f"BECOME {seat.power}", *lines]
        if letter:
            self.post.reply(MASTER, "\n".join(letter))
        assert not [line for seat in self.game().seats for line in seat.troubled]
        self.post.reply(MASTER, f"PROCESS {game.position.phase}")
        return self.game()

    def orders(self, power: str, game: Game) -> Iterator[str]:
        """Yield random legal orders of a side."""
        board, variant = game.position, game.variant
        assert board is not None
        left = abs(adjustments(board, variant).get(power, 0))
        for order in _orders(game, power, self.chance):
            if check_order(order, power, board, variant) is not None:
                continue
            if board.phase.kind is PhaseKind.ADJUSTMENT and not left:
                return
            left -= 1
            yield write_order(order, variant.geography)


def _orders(game: Game, power: str, chance: Random) -> Iterator[Order]:
    board, variant = game.position, game.variant
    assert board is not None
    own = [unit for unit in board.units if unit.power == power]
    match board.phase.kind:
        case PhaseKind.MOVEMENT:
            for unit in own:
                yield chance.choice([Hold(unit), *_moves(unit, game)])
        case PhaseKind.RETREAT:
            for one in board.dislodged:
                if one.unit.power == power:
                    yield Retreat(one.unit, chance.choice(one.retreats))
        case PhaseKind.ADJUSTMENT:
            yield from map(Disband, own)
            for site in build_sites(board, power, variant):
                yield Build(power, chance.choice(list(UnitKind)), site)


def _moves(unit: Unit, game: Game) -> Iterator[Move]:
    geography = game.variant.geography
    army = unit.kind is UnitKind.ARMY
    steps = (geography.army_steps if army else geography.fleet_steps)[unit.location]
    yield from (Move(unit, step) for step in sorted(steps))


@pytest.mark.parametrize("name", list(PHASES)[:: every(2)])
def test_years_are_played_by_mail_undone_and_conceded(name: str, tmp_path: Path) -> None:
    post = Post(tmp_path)
    table = Table(post, Random(name))
    post.write(MASTER, f"CREATE luck {name}")
    powers = [power.name for power in post.judge.variants.read(name).powers]
    for number, power in enumerate(powers):
        post.write(f"p{number}@players.test", f"SIGN ON {power}@luck")
    start = table.game().position
    assert start is not None

    for number in range(PHASES[name]):
        after = table.play_phase()
        assert len(after.history) == number + 1
        assert after.position is not None
        nobody = [side.name for side in neutrals_at(after.position, after.variant)]
        assert not {seat.power for seat in after.seats} & set(nobody)
        assert len(after.seats) + len(nobody) == len(after.variant.sides)

    # With this seed a neutral side grows until it gets a seat.
    assert (len(after.seats) > len(powers)) is (name == "mandate_of_heaven")
    post.reply(MASTER, f"ROLLBACK {start.phase}")
    post.reply(MASTER, "YES")
    game = table.game()
    assert game.position == start
    assert [seat.power for seat in game.seats] == powers

    for power in powers[1:]:
        post.reply(MASTER, f"BECOME {power}\nCONCEDE {powers[0]}")
    game = table.game()
    assert (game.stage, game.ending and game.ending.winners) == (Stage.FINISHED, (powers[0],))
    assert not [mail for mail in post.arrived if mail.to == "keeper@judge.test"]
