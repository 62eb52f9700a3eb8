"""Players who may still change their orders are told when these count before the deadline."""

from datetime import timedelta

from judge.game import (
    Early,
    Game,
    GameSettings,
    Player,
    ProcessingSet,
    Stage,
    Timing,
    filing,
    order_sheet,
    processing_set,
    told_by,
    votes,
)
from tests.game.builders import NOW, PLAYERS, POWERS, a_game, after_filing, with_seat_of
from tests.kinds import replace

MINUTE = timedelta(minutes=1)


def all_in(**changes: object) -> Game:
    """Return a game with all orders, the last of which came just now."""
    game = a_game(ready=NOW)
    for power in POWERS:
        game = after_filing(game, power, "hold all")
    return replace(game, **changes)  # type: ignore[arg-type] # fields of a game


def before(game: Game) -> Game:
    """Return `game` without the last orders that it needed."""
    return replace(with_seat_of(game, "Turkey", orders=()), ready=None)


def with_timing(game: Game, **timing: object) -> Game:
    settings = GameSettings(Timing(**timing))  # type: ignore[arg-type] # its fields
    return replace(game, settings=settings)


def told(was: Game, game: Game, *known: Player) -> tuple[ProcessingSet, ...]:
    return processing_set(was, game, NOW, [player.number for player in known])


def test_all_others_with_orders_to_give_are_told_of_the_moment() -> None:
    game = all_in()

    (event,) = told(before(game), game, PLAYERS["Turkey"])

    assert event.moment == NOW + 30 * MINUTE
    assert event.powers == tuple(power for power in POWERS if power != "Turkey")
    assert {one.role for one in event.readers(game)} == set(event.powers)


def test_who_has_nothing_to_order_or_left_their_seat_is_not_told() -> None:
    game = with_seat_of(all_in(), "Italy", player=None)
    assert game.position is not None
    units = tuple(unit for unit in game.position.units if unit.power != "France")
    game = replace(game, position=replace(game.position, units=units))

    (event,) = told(before(game), game)

    assert set(POWERS) - set(event.powers) == {"Italy", "France"}


def test_nobody_is_told_twice_of_the_same_moment() -> None:
    assert told(all_in(), all_in()) == ()


def test_nobody_is_told_while_orders_are_wanting_or_the_deadline_stands() -> None:
    game = all_in()
    waiting = replace(with_seat_of(game, "Italy", wait=True), ready=None)
    never = with_timing(game, early=Early.NEVER)
    near = replace(game, deadline=NOW + 20 * MINUTE)
    paused = replace(game, stage=Stage.PAUSED)

    assert told(game, before(game)) == ()
    for one in (waiting, never, near, paused):
        assert told(replace(before(one), settings=one.settings), one) == ()


def test_no_mail_is_sent_of_what_would_be_over_when_it_is_read() -> None:
    for minutes in (0, 9):
        game = with_timing(all_in(), delay=minutes * MINUTE)

        assert [event.powers for event in told(before(game), game)] in ([], [()])


def test_a_phase_goes_on_when_the_one_who_was_waited_for_has_left() -> None:
    was = before(all_in())

    (event,) = told(was, with_seat_of(was, "Turkey", player=None))

    assert event.ready == NOW
    assert event.moment == NOW + 30 * MINUTE


def test_a_clock_that_runs_again_or_is_another_gives_the_whole_time() -> None:
    old = all_in(ready=NOW - timedelta(days=1))
    never = with_timing(old, early=Early.NEVER)

    for was in (replace(old, stage=Stage.PAUSED), never):
        (event,) = told(was, old)
        assert event.ready == NOW


def test_news_of_the_masters_doing_tells_the_player_it_was_done_for() -> None:
    game = all_in()
    sheet = order_sheet(game, "France")
    filed = filing.OrdersFiled(sheet, (), (), NOW, ready=NOW, on_behalf=True)
    own = replace(filed, sheet=order_sheet(game, "Italy"), on_behalf=False)
    early = replace(filed, sheet=order_sheet(game, "Russia"), ready=None)

    events = (filed, own, early, votes.WaitSet("Germany", False, NOW))

    assert told_by(events, game) == (PLAYERS["France"].number, PLAYERS["Germany"].number)


def test_it_does_not_tell_who_else_has_orders_to_give() -> None:
    game = all_in()
    (event,) = told(before(game), game)

    assert event.shown(game, event.readers(game)[0]).powers == ()
