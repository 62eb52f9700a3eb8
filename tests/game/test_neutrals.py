"""Sides without players: who votes for them, what waits for votes, who may take them over."""

from pathlib import Path

from judge.boards import read_variant
from judge.engine import (
    Dislodged,
    Phase,
    PhaseKind,
    Position,
    Season,
    Unit,
    UnitKind,
    called,
    in_play,
)
from judge.game import (
    Event,
    Game,
    Player,
    PowerTakenOver,
    Refused,
    Seat,
    Sender,
    SignOn,
    enter,
    filing,
    sides_to_vote_on,
    surviving_powers,
    turn,
    votes,
)
from judge.game.clock import ready_when
from judge.game.refusals import Eliminated
from judge.render import stated_rules
from judge.shipped import shipped
from tests.game.builders import NOW, STRANGER, a_game, told, with_seat_of
from tests.kinds import replace

HEAVEN = read_variant(Path(__file__).parents[2] / "variants" / "mandate_of_heaven")
PLAYERS = {
    power.name: Player(number, power.name, f"{number}@example.org")
    for number, power in enumerate(HEAVEN.powers, start=1)
}
SPRING = Phase(Season.SPRING, -368, PhaseKind.MOVEMENT)
RETREATS = Phase(Season.SPRING, -368, PhaseKind.RETREAT)


def a_game_of(position: Position) -> Game:
    variant = in_play(HEAVEN, position)
    seats = tuple(Seat(p.name, PLAYERS.get(p.name)) for p in variant.powers)
    return a_game(variant=variant, position=position, seats=seats)


def army(power: str, place: str) -> Unit:
    return Unit(power, UnitKind.ARMY, HEAVEN.geography.location(place))


def with_chou_driven_out() -> Game:
    tal = HEAVEN.geography.location("TAL")
    out = Dislodged(army("Chou", "LOY"), HEAVEN.geography.location("IYA"), (tal,))
    units = (army("Ch'in", "LOY"), army("Wei", "ANI"))
    return a_game_of(replace(HEAVEN.start, phase=RETREATS, units=units, dislodged=(out,)))


def sits_down(
    game: Game, power: str, player: Player, earlier: tuple[str, ...] = ()
) -> tuple[Event, ...]:
    sender = Sender(player, proven=True)
    return enter(SignOn(f"{power}@demo"), sender, game, power, NOW, earlier=earlier)


def test_before_the_placement_the_barbarians_are_in_the_game() -> None:
    assert surviving_powers(a_game_of(HEAVEN.start))[-1] == "Hsiung-Nu"


def test_barbarians_without_unit_or_center_are_out_afterwards() -> None:
    game = a_game_of(replace(HEAVEN.start, phase=SPRING))

    assert "Hsiung-Nu" not in surviving_powers(game)
    assert not sides_to_vote_on(HEAVEN.start, "Hsiung-Nu", HEAVEN)


def test_a_power_without_orders_of_its_own_may_vote_on_a_retreat() -> None:
    game = with_chou_driven_out()
    lines = filing.SubmitOrders(("Chou: A LOY - TAL",))

    (filed,) = told(game, lines, Sender(PLAYERS["Wei"], "Wei", proven=True))

    assert isinstance(filed, filing.OrdersFiled)
    assert filed.sheet.complete
    assert len(filed.sheet.orders) == 1


def test_a_phase_of_votes_alone_waits_until_all_have_voted() -> None:
    game = with_chou_driven_out()
    for power in list(PLAYERS)[:-2]:
        game = with_seat_of(game, power, dated=NOW)
    assert ready_when(game, game, NOW) is None

    game = with_seat_of(game, "Han", dated=NOW)

    # The Hsiung-Nu are out of this game and have no vote.
    assert ready_when(game, game, NOW) == NOW


def test_a_neutral_with_a_player_is_for_no_one_to_vote_on() -> None:
    position = replace(HEAVEN.start, phase=SPRING, markers=(called("Chou"),))
    game = a_game_of(position)

    assert "Chou" in surviving_powers(game)
    assert "Chou" not in sides_to_vote_on(position, "Wei", game.variant)
    assert "Sung" in sides_to_vote_on(position, "Wei", game.variant)


def test_when_all_neutrals_have_players_nobody_is_told_of_votes() -> None:
    markers = tuple(called(side.name) for side in HEAVEN.neutrals)
    variant = in_play(HEAVEN, replace(HEAVEN.start, markers=markers))

    told = [stated_rules(shipped("templates"), one) for one in (HEAVEN, variant)]
    assert ["Nobody plays" in str(clauses) for clauses in told] == [True, False]


def test_a_former_neutral_goes_to_somebody_new_and_to_nobody_who_was_eliminated() -> None:
    position = replace(HEAVEN.start, phase=SPRING, markers=(called("Chou"),))
    game = a_game_of(position)

    (refused,) = sits_down(game, "Chou", PLAYERS["Hsiung-Nu"])
    (taken,) = sits_down(game, "Chou", STRANGER)

    assert isinstance(refused, Refused)
    assert refused.why == Eliminated("Hsiung-Nu", "Chou")
    assert isinstance(taken, PowerTakenOver)


def test_who_left_a_power_that_is_out_is_none_of_the_new_players() -> None:
    position = replace(HEAVEN.start, phase=SPRING, markers=(called("Chou"),))
    game = a_game_of(position)

    (refused,) = sits_down(game, "Chou", STRANGER, ("Observer", "Hsiung-Nu"))
    (taken,) = sits_down(game, "Chou", STRANGER, ("Observer", "Wei"))

    assert isinstance(refused, Refused)
    assert refused.why == Eliminated("Hsiung-Nu", "Chou")
    assert isinstance(taken, PowerTakenOver)


def test_who_has_to_remove_all_units_this_winter_is_none_of_the_new_players() -> None:
    spring = replace(HEAVEN.start, phase=SPRING, markers=(called("Chou"),))
    owners = tuple(None if one == "Wei" else one for one in spring.owners)
    winter = Phase(Season.WINTER, -368, PhaseKind.ADJUSTMENT)
    doomed = a_game_of(replace(spring, phase=winter, owners=owners))
    before = a_game_of(replace(spring, owners=owners))

    (refused,) = sits_down(doomed, "Chou", STRANGER, ("Observer", "Wei"))
    (taken,) = sits_down(before, "Chou", STRANGER, ("Observer", "Wei"))

    assert isinstance(refused, Refused)
    assert refused.why == Eliminated("Wei", "Chou")
    assert isinstance(taken, PowerTakenOver)


def test_all_others_concede_to_one_power_and_it_need_not_vote() -> None:
    game = a_game_of(replace(HEAVEN.start, phase=SPRING))
    for power in list(PLAYERS)[1:-2]:
        game = with_seat_of(game, power, draw=("Ch'in",))

    _, won = told(game, votes.VoteDraw(("CH'IN",)), Sender(PLAYERS["Han"], "Han", proven=True))

    assert isinstance(won, turn.GameWon)
    assert won.ending.winners == ("Ch'in",)
