"""Who is told of each event, and that nobody is told more."""

from dataclasses import dataclass
from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from judge.engine import Adjudication
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Ending,
    Entrant,
    Event,
    Fact,
    Follower,
    GameSettings,
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PowerTakenOver,
    Reader,
    Seat,
    SettingChanged,
    Stage,
    filing,
    order_sheet,
    phases,
    press,
    public_view,
    rolling,
    turn,
    view,
    votes,
)
from tests.game.builders import (
    DEADLINE,
    MIA,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STANDARD,
    STRANGER,
    a_forming_game,
    a_game,
    after_filing,
    as_power,
    filed,
    told,
    with_seat_of,
)
from tests.kinds import replace

ENDING = Ending(("Italy",), "solo")
FRENCH = Reader(PLAYERS["France"], "France")
PUBLIC: tuple[Fact, ...] = (
    GameStarted(a_game().seats, STANDARD.start, DEADLINE),
    PowerTakenOver(Seat("Italy", STRANGER), DEADLINE),
    SettingChanged(GameSettings(), "DIAS", "on"),
    phases.DeadlineSet(DEADLINE, None),
    phases.GamePaused(""),
    turn.GameResumed(DEADLINE),
    phases.GameTerminated(ENDING),
    rolling.GameRolledBack(STANDARD.start, (), DEADLINE),
    turn.PowersLate(("Italy",), DEADLINE, DEADLINE + timedelta(days=1)),
    turn.PhaseProcessed(STANDARD.start, Adjudication((), STANDARD.start), NOW, (), None),
    turn.GameWon(ENDING),
    turn.GameDrawn(ENDING),
)
EVERYBODY = {
    *(Reader(PLAYERS[power], power) for power in POWERS),
    Reader(MIA, MASTER),
    Reader(OTTO, OBSERVER),
}


def test_what_happens_to_the_game_is_told_to_everybody() -> None:
    for event in PUBLIC:
        assert set(event.readers(a_game())) == EVERYBODY


def test_nobody_is_told_of_orders_votes_and_waits() -> None:
    game = a_game()
    sheet = order_sheet(game, "Italy")

    for event in (filed(game, "Italy", "hold all"), filing.OrdersCleared(sheet, (), NOW)):
        assert event.readers(game) == ()
    for own in (votes.WaitSet("Italy", True, None), votes.DrawVoted("Italy", POWERS)):
        assert own.readers(game) == (Reader(PLAYERS["Italy"], "Italy"),)


def test_the_owner_is_told_what_the_master_did_in_their_place() -> None:
    game = a_game()
    event = replace(filed(game, "Italy", "hold all"), on_behalf=True)
    cleared = filing.OrdersCleared(event.sheet, (), NOW, on_behalf=True)

    assert isinstance(event, filing.OrdersFiled)
    for each in (event, cleared):
        assert each.readers(game) == (Reader(PLAYERS["Italy"], "Italy"),)


def test_reminders_go_to_those_who_are_named() -> None:
    event = turn.OrdersReminded(("Italy", "France"), DEADLINE, DEADLINE)

    assert {reader.role for reader in event.readers(a_game())} == {"Italy", "France"}


def test_masters_are_told_who_joins() -> None:
    game = a_forming_game(STRANGER)

    for event in (PlayerJoined(Entrant(STRANGER), 6), ObserverJoined(Follower(STRANGER))):
        assert event.readers(game) == (Reader(MIA, MASTER),)


def test_those_who_joined_are_told_that_a_forming_game_ends() -> None:
    told = phases.GameTerminated(ENDING).readers(a_forming_game(STRANGER))

    assert Reader(STRANGER, ENTRANT) in told


def test_whoever_left_is_told_with_the_others() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)
    event = PlayerLeft(PLAYERS["Italy"], "Italy", ejected=True)

    assert set(event.readers(game)) == EVERYBODY


def test_those_whose_seats_were_opened_are_told_too() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)
    event = turn.PowersAbandoned(("Italy",), (PLAYERS["Italy"],))

    assert set(event.readers(game)) == EVERYBODY


def test_press_goes_to_its_recipients_and_never_to_its_author() -> None:
    game = a_game()

    def readers(*words: str) -> set[str]:
        (event,) = told(game, press.SendPress("Hi", words), as_power("Italy"))
        assert isinstance(event, press.PressSent)
        return {reader.role for reader in event.readers(game)}

    assert readers("F") == {"France"}
    assert readers("FM") == {"France", MASTER}
    assert readers() == {*POWERS, MASTER, OBSERVER} - {"Italy"}


def test_of_several_observers_only_the_author_does_not_get_their_own_press() -> None:
    game = a_game(observers=(Follower(OTTO), Follower(STRANGER)))
    event = press.PressSent(OBSERVER, (OBSERVER, MASTER), "Hi", False, author=OTTO)

    assert set(event.readers(game)) == {Reader(STRANGER, OBSERVER), Reader(MIA, MASTER)}


def test_what_vision_does_not_know_reaches_nobody() -> None:
    """An event class without readers and redaction is not shown to anybody."""

    @dataclass(frozen=True, slots=True)
    class SecretTold:
        secret: str

    told: Event = SecretTold("A PAR - BUR")  # mypy would refuse it

    for tell in (
        lambda: told.readers(a_game()),
        lambda: told.shown(a_game(), FRENCH),
        lambda: told.seen(a_game(), FRENCH),
    ):
        with pytest.raises(AttributeError):
            tell()
    assert not isinstance(told, Fact)


def test_nobody_gets_the_same_news_twice() -> None:
    game = a_game(observers=(Follower(PLAYERS["Italy"]),))

    told = [reader.player for reader in phases.GamePaused("").readers(game)]

    assert len(told) == len(set(told))


@given(st.sampled_from(POWERS), st.sampled_from(POWERS))
def test_a_game_shown_never_holds_what_its_reader_may_not_know(power: str, reader: str) -> None:
    game = after_filing(a_game(seed=77), power, "hold all", "A xyzzy - Bur")
    game = with_seat_of(game, power, draw=POWERS, wait=True)
    bare = with_seat_of(game, power, orders=(), troubled=(), dated=None, draw=None, wait=False)

    assert public_view(game) == public_view(bare)
    seen = view(game, Reader(PLAYERS[reader], reader))
    assert seen.seed == 0
    assert all(seat.password is None for seat in seen.seats)
    if reader != power:
        assert seen == view(bare, Reader(PLAYERS[reader], reader))
    else:
        assert seen.seat(power).orders == game.seat(power).orders


def test_a_game_that_is_over_still_shows_who_played() -> None:
    over = a_game(stage=Stage.FINISHED, ending=ENDING)

    assert [seat.player for seat in public_view(over).seats] == list(PLAYERS.values())


def test_no_password_or_wish_of_those_who_wait_for_the_start_is_shown() -> None:
    game = replace(a_forming_game(), entrants=(Entrant(STRANGER, "FG", "hash"),))

    seen = public_view(game)

    assert seen.entrants == (Entrant(STRANGER),)
    assert seen.masters == (Follower(MIA),)


def test_news_of_a_newcomer_does_not_hold_the_orders_they_found() -> None:
    seat = after_filing(a_game(), "Italy", "hold all").seat("Italy")

    event = PowerTakenOver(seat, DEADLINE, NOW).shown(a_game(), FRENCH)

    assert event == PowerTakenOver(Seat("Italy", PLAYERS["Italy"]), DEADLINE)


def test_news_of_grey_press_does_not_hold_its_sender() -> None:
    grey = press.PressSent("Italy", ("France",), "Boo", False, grey=True)

    event = grey.shown(a_game(), FRENCH)

    assert isinstance(event, press.PressSent)
    assert (event.sender, event.author) == ("", None)
    assert grey.sender == "Italy"
