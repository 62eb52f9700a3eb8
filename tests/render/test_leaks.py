"""Two games that differ in one secret look the same to everybody who may not know it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from judge.engine import (
    Hold,
    Marker,
    Move,
    Order,
    Phase,
    PhaseKind,
    Season,
    UnitKind,
    UnitOrder,
    Variant,
    Vote,
    bits,
)
from judge.engine.rules.satrap.loyalty import DISLOYAL, LOYAL, Loyalty
from judge.game import (
    OBSERVER,
    STRANGER,
    Game,
    GameSettings,
    LetterTimes,
    Player,
    Reader,
    Seat,
    Sender,
    after,
    filing,
    view,
)
from judge.game.turn import process
from judge.letter import Notice
from judge.notation import Case, read_cases
from judge.render import Renderer
from judge.shipped import shipped, shipped_variant
from tests.amount import many
from tests.game.builders import NOW, OTTO, a_game, with_seat_of
from tests.kinds import replace
from tests.render.boards import ROOT

MOVEMENT = PhaseKind.MOVEMENT
RENDERER = Renderer(shipped("templates"), "judge@judge.example")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two phases that differ in one secret, and the powers that see nothing of it if blind."""

    name: str
    games: tuple[Game, Game]
    owner: str
    blind: tuple[str, ...]

    def readers(self) -> Iterator[Reader]:
        """Yield all readers who may not know the secret."""
        yield Reader(OTTO, OBSERVER)
        yield STRANGER
        for seat in self.games[0].seats:
            sees_it = self.blind and seat.power not in self.blind
            if seat.player and seat.power != self.owner and not sees_it:
                yield Reader(seat.player, seat.power)


def _pairs() -> Iterator[Pair]:
    text = (ROOT / "tests/cases/leaks.txt").read_text(encoding="utf-8")
    for block in text.split("\n\n")[1:]:
        lines = block.splitlines()
        told = [line for line in lines if line.startswith(("secret ", "blind "))]
        words = {one.split()[0]: one.partition(" ")[2] for one in told}
        blind = tuple(filter(None, words.get("blind", "").split(", ")))
        cases = "\n".join(line for line in lines if line not in told)
        one, other = read_cases(cases, shipped_variant)
        games = (_game(one, blind=bool(blind)), _game(other, blind=bool(blind)))
        yield Pair(lines[0].split()[1], games, words["secret"], blind)


def _game(case: object, *, blind: bool) -> Game:
    """Return the game of a case, with its orders stored."""
    assert isinstance(case, Case), case
    game = a_game(
        variant=case.variant,
        position=case.position,
        seats=_seats(case.variant),
        settings=GameSettings(blind=blind),
    )
    (stage,) = case.stages
    for power in dict.fromkeys(one.power for one in stage.orders):
        lines = tuple(one.text for one in stage.orders if one.power == power)
        assert power is not None
        game = _filed(game, power, lines)
    return game


def _seats(variant: Variant) -> tuple[Seat, ...]:
    return tuple(
        Seat(power.name, Player(number, power.name, f"{number}@example.org"))
        for number, power in enumerate(variant.powers, start=20)
    )


def _filed(game: Game, power: str, lines: tuple[str, ...]) -> Game:
    player = game.seat(power).player
    assert player is not None
    sender = Sender(player, power, proven=True)
    event = filing.file_orders(game, sender, filing.SubmitOrders(lines), LetterTimes(NOW, NOW, NOW))
    assert isinstance(event, filing.OrdersFiled), event
    assert not event.sheet.troubled, event
    return with_seat_of(game, power, orders=event.sheet.orders, dated=event.dated)


def _told(game: Game, reader: Reader) -> tuple[Game, tuple[Notice, ...], Game]:
    """Return all that `reader` gets about a phase: the game before, the mails, the game after."""
    notices, now = [], game
    for fact in process(game, NOW):
        now = after(now, fact)
        if reader in fact.readers(now):
            seen = fact.seen(now, reader)
            notices.append(RENDERER.news((seen,), view(now, reader), reader, NOW))
    return view(game, reader), tuple(notices), view(now, reader)


def _assert_alike(pair: Pair) -> None:
    one, other = pair.games
    for reader in pair.readers():
        first, second = _told(one, reader), _told(other, reader)
        assert (reader is STRANGER) == (first[1] == ())
        assert first == second, reader.role


@pytest.mark.parametrize("pair", list(_pairs()), ids=lambda pair: pair.name)
def test_a_secret_is_in_no_byte_that_others_get(pair: Pair) -> None:
    one, other = pair.games
    owner = Reader(one.seat(pair.owner).player or OTTO, pair.owner)

    assert _told(one, owner) != _told(other, owner)
    _assert_alike(pair)


def _moved(game: Game, chance: Random) -> Game:
    """Return `game` with a random move, or a hold, for each unit of each power."""
    assert game.position is not None
    edges = game.variant.geography.army_edges
    for seat in game.seats:
        orders: list[Order] = []
        for unit in game.position.units:
            near = list(bits(edges[unit.location]))
            if unit.power == seat.power and unit.kind is UnitKind.ARMY and near:
                move = Move(unit, chance.choice(near))
                orders.append(chance.choice((move, Hold(unit))))
        game = with_seat_of(game, seat.power, orders=tuple(orders), dated=NOW)
    return game


def _marked(game: Game, kind: str, power: str) -> Game:
    assert game.position is not None
    markers = (*game.position.markers, Marker(kind, power=power))
    return replace(game, position=replace(game.position, markers=markers))


def _obedient(game: Game, power: str) -> Game:
    """Return `game` with a hold in place of each move that a loyal `power` may not make."""
    (loyalty,) = (r for r in game.variant.rules.special if isinstance(r, Loyalty))
    assert game.position is not None
    held = tuple(
        Hold(one.unit)
        if isinstance(one, Move) and loyalty.needs_permission(one, game.position, game.variant)
        else one
        for one in game.seat(power).orders
    )
    return with_seat_of(game, power, orders=held)


@pytest.mark.parametrize("seed", range(many(8)))
def test_nobody_else_is_told_who_is_loyal_and_what_they_tried_in_vain(seed: int) -> None:
    chance, variant = Random(seed), shipped_variant("satrap2")
    seats = _seats(variant)
    power = chance.choice(seats[1:]).power
    game = _moved(a_game(variant=variant, position=variant.start, seats=seats), chance)
    tried, held = _marked(game, LOYAL, power), _obedient(game, power)
    loyal, disloyal = _marked(held, LOYAL, power), _marked(held, DISLOYAL, power)

    _assert_alike(Pair("tried", (tried, loyal), power, ()))
    _assert_alike(Pair("loyal", (disloyal, loyal), power, ()))


@pytest.mark.parametrize("seed", range(many(8)))
def test_how_somebody_voted_is_told_to_nobody_else(seed: int) -> None:
    chance, variant = Random(seed), shipped_variant("mandate_of_heaven")
    seats = _seats(variant)
    position = replace(variant.start, phase=Phase(Season.SPRING, -368, MOVEMENT))
    game = _moved(a_game(variant=variant, position=position, seats=seats), chance)
    unit = chance.choice([u for u in position.units if u.power == "Chou"])
    near = list(bits(variant.geography.army_edges[unit.location]))
    wanted: list[UnitOrder] = [Hold(unit), *(Move(unit, to) for to in near)]
    # Three of seven are no majority, so their votes decide nothing.
    voters = chance.sample([seat.power for seat in seats[:7]], 3)

    def voted(game: Game, power: str, order: UnitOrder) -> Game:
        orders = (*game.seat(power).orders, Vote(power, order))
        return with_seat_of(game, power, orders=orders)

    for other in voters[1:]:
        game = voted(game, other, chance.choice(wanted))
    one, another = (voted(game, voters[0], want) for want in chance.sample(wanted, 2))

    _assert_alike(Pair("vote", (one, another), voters[0], ()))
    _assert_alike(Pair("no vote", (one, game), voters[0], ()))
