"""One player orders for another: how long the right lasts, and whose order counts."""

from datetime import timedelta

from judge.game import Fact, Game, GameSettings, after, base, filing, proxies
from judge.game.turn import process
from judge.notation import write_order
from tests.game.builders import NOW, STRANGER, a_game, a_position, as_power, told, with_seat_of
from tests.kinds import replace

ALLOWED = GameSettings(proxies=True)


def then(game: Game, power: str, *commands: base.Command) -> Game:
    """Return `game` after the commands of a power."""
    for command in commands:
        for event in told(game, command, as_power(power)):
            game = after(game, event) if isinstance(event, Fact) else game
    return game


def processed(game: Game) -> Game:
    for fact in process(game, NOW + timedelta(days=1)):
        game = after(game, fact)
    return game


def orders(*lines: str) -> filing.SubmitOrders:
    return filing.SubmitOrders(lines)


def orders_of(game: Game, power: str) -> list[str]:
    geography = game.variant.geography
    return [write_order(one, geography) for one in game.seat(power).orders]


def entered(game: Game, *lines: str) -> proxies.OrdersEntered:
    """Return the fact of Germany's order lines for France."""
    events = told(game, orders(*lines), as_power("Germany"))
    (event,) = (one for one in events if isinstance(one, proxies.OrdersEntered))
    return event


def test_a_proxy_goes_with_its_unit_until_its_last_phase_is_over() -> None:
    game = a_game(settings=ALLOWED)
    game = then(game, "France", proxies.GiveProxy("Germany", "A PAR", "F1901M"))
    game = processed(then(game, "Germany", orders("A PAR - BUR")))

    assert entered(game, "A BUR - BEL", "A MAR H").barred == ("A MAR H",)
    over = processed(game)
    assert over.position is not None
    assert str(over.position.phase) == "S1902M"
    assert proxies.granted_by(over, "France") == ()


def test_a_dislodged_unit_may_be_ordered_to_retreat_by_proxy() -> None:
    board = a_position("S1901M", {"France": "A BUR", "Germany": "A MUN, A RUH"})
    game = a_game(settings=ALLOWED, position=board)
    game = then(game, "France", proxies.GiveProxy("Germany", "A BUR", "S1901R"))
    game = processed(then(game, "Germany", orders("A MUN - BUR", "A RUH S A MUN - BUR")))

    assert orders_of(then(game, "Germany", orders("A BUR - PAR")), "France") == ["A BUR R PAR"]


def test_who_has_the_whole_power_builds_unless_its_owner_did() -> None:
    board = a_position(
        "W1901A", {"France": "A SPA, F POR, A GAS"}, owners={"France": "PAR MAR BRE SPA POR"}
    )
    game = a_game(settings=ALLOWED, position=board)
    game = then(game, "France", proxies.GiveProxy("Germany"))

    assert len(entered(game, "Build A Paris").taken) == 1
    own = then(game, "France", orders("Build F Brest"))
    assert entered(own, "Build A Paris").taken == ()
    assert len(entered(then(own, "France", filing.ClearOrders()), "Build A Paris").taken) == 1


def test_a_proxy_for_a_unit_is_none_for_builds() -> None:
    board = a_position("W1901A", {"France": "A GAS"}, owners={"France": "PAR MAR BRE"})
    game = a_game(settings=ALLOWED, position=board)
    game = then(game, "France", proxies.GiveProxy("Germany", "A GAS", "S1902M"))

    assert proxies.granted_by(game, "France") != ()
    assert entered(game, "Build A Paris").taken == ()


def test_a_proxy_is_between_two_persons() -> None:
    game = then(a_game(settings=ALLOWED), "France", proxies.GiveProxy("Germany"))

    assert proxies.granted_by(game, "France") != ()
    for power in ("France", "Germany"):
        assert proxies.granted_by(with_seat_of(game, power, player=STRANGER), "France") == ()


def test_without_the_setting_a_proxy_rests() -> None:
    game = then(a_game(settings=ALLOWED), "France", proxies.GiveProxy("Germany"))

    assert proxies.granted_by(replace(game, settings=GameSettings()), "France") == ()
    blind = replace(ALLOWED, blind=True)
    assert proxies.granted_by(replace(game, settings=blind), "France") == ()


def test_a_letter_of_the_owner_counts_though_another_wrote_later() -> None:
    game = then(a_game(settings=ALLOWED), "France", proxies.GiveProxy("Germany"))
    game = then(game, "Germany", orders("A PAR - BUR"))

    assert game.seat("France").dated is not None
    assert game.seat("France").dated < NOW
    assert orders_of(then(game, "France", orders("A PAR - PIC")), "France") == ["A PAR - PIC"]


def test_a_case_is_the_writers_own() -> None:
    game = then(a_game(settings=ALLOWED), "France", proxies.GiveProxy("Germany"))
    lines = ("IF A PAR", "A PAR - BUR", "ENDIF")

    assert orders_of(then(game, "Germany", orders(*lines)), "France") == []
