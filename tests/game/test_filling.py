"""Who may take which seat, and how vacant seats are filled again."""

from datetime import timedelta

import pytest

from judge.game import (
    Event,
    Fact,
    Follower,
    Game,
    Nmr,
    Player,
    PowerTakenOver,
    Refused,
    Sender,
    SignOn,
    after,
    enter,
    open_powers,
    substitutes,
)
from judge.game.refusals import NotMaster
from tests.game.builders import (
    AS_MASTER,
    NOW,
    OTTO,
    PLAYERS,
    STRANGER,
    a_game,
    as_power,
    told,
    with_seat_of,
)
from tests.kinds import replace

SAM = Follower(STRANGER)


def entering(game: Game, seat: str, player: Player = STRANGER) -> tuple[Event, ...]:
    """Return the answer to a request for `seat`."""
    sender = Sender(player, proven=True)
    return enter(SignOn(((seat, game.name),)), sender, game, seat, NOW)


def test_a_seat_whose_player_wants_to_leave_goes_to_the_first_who_comes() -> None:
    (sought,) = told(a_game(), substitutes.SeekSubstitute(), as_power("Italy"))
    assert sought == substitutes.SubstituteSought(("Italy",))
    game = after(a_game(), sought)

    (taken,) = entering(game, "Italy")

    assert isinstance(taken, PowerTakenOver)
    assert taken.replaced == PLAYERS["Italy"]
    seat = after(game, taken).seat("Italy")
    assert (seat.player, seat.sought, seat.missed) == (STRANGER, False, 0)


def test_nobody_takes_the_seat_of_who_was_silent_and_has_sent_orders_again() -> None:
    silent = with_seat_of(a_game(), "Italy", sought=True, missed=2)
    back = with_seat_of(silent, "Italy", dated=NOW)

    assert open_powers(silent) == ("Italy",)
    assert open_powers(back) == ()


@pytest.mark.parametrize(("missed", "named"), [(1, False), (2, True), (3, True)])
def test_after_so_many_missed_phases_a_player_may_be_replaced(missed: int, named: bool) -> None:
    settings = replace(a_game().settings, replace_after=2)
    game = with_seat_of(a_game(settings=settings), "Italy", missed=missed)

    assert substitutes.presence(game, game) == (
        (substitutes.SubstituteSought(("Italy",), 2),) if named else ()
    )


def test_where_a_game_waits_for_players_a_seat_is_lost_and_not_shared() -> None:
    settings = replace(a_game().settings, replace_after=1, nmr=Nmr.WAIT)
    game = with_seat_of(a_game(settings=settings), "Italy", missed=1)

    assert substitutes.presence(game, game) == ()


def test_who_is_no_longer_silent_is_not_to_be_replaced() -> None:
    before = with_seat_of(a_game(), "Italy", sought=True, missed=2, dated=NOW)

    assert substitutes.presence(before, a_game()) == (substitutes.PlayerReturned("Italy", ()),)


def test_only_its_player_and_the_master_give_a_seat_away() -> None:
    other = told(a_game(), substitutes.SeekSubstitute("Italy"), as_power("France"))
    master = told(a_game(), substitutes.SeekSubstitute("ital"), AS_MASTER)
    nobody = told(a_game(), substitutes.SeekSubstitute(wanted=False), as_power("France"))

    assert other == (Refused("SEEK SUBSTITUTE", NotMaster()),)
    assert master == (substitutes.SubstituteSought(("Italy",)),)
    assert nobody == (Refused("SEEK NO SUBSTITUTE", substitutes.NobodySought("France")),)


def test_a_seat_without_a_player_is_open_already() -> None:
    game = with_seat_of(a_game(), "Italy", player=None)

    (event,) = told(game, substitutes.SeekSubstitute("Italy"), AS_MASTER)

    assert event == Refused("SEEK SUBSTITUTE", substitutes.SeatOpen("Italy"))


def test_who_comes_back_ends_their_absence_and_keeps_those_to_come() -> None:
    day = timedelta(days=1)
    running, later = (NOW - day, NOW + day), (NOW + 5 * day, NOW + 6 * day)
    game = with_seat_of(a_game(), "Italy", absences=(running, later), missed=1)

    (back,) = told(game, substitutes.ComeBack(), as_power("Italy"))

    assert back == substitutes.PlayerReturned("Italy", (later,))


def test_a_seat_that_falls_open_is_for_those_on_stand_by_for_a_day() -> None:
    before = a_game(standbys=(SAM,))
    fallen = with_seat_of(before, "Italy", player=None)
    (offered,) = substitutes.offers(before, fallen, NOW)
    assert offered == substitutes.SeatOffered(("Italy",), NOW + substitutes.FIRST_CALL)

    game = after(fallen, offered)
    watching = replace(game, observers=())

    assert entering(watching, "Italy", OTTO) == (
        Refused("SIGN ON", substitutes.SeatReserved("Italy", NOW + substitutes.FIRST_CALL)),
    )
    (taken,) = entering(game, "Italy")
    assert isinstance(taken, Fact)
    assert after(game, taken).standbys == ()


def test_nobody_stands_by_where_there_is_room() -> None:
    fallen = with_seat_of(a_game(), "Italy", player=None)

    assert entering(fallen, "Stand-by") == (Refused("STAND BY", substitutes.HasRoom("Italy")),)
