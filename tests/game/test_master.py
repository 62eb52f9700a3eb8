"""The Master's commands: none that is irreversible happens by accident."""

from datetime import timedelta

import pytest

from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    ConfirmationAsked,
    Follower,
    Game,
    GameSettings,
    GameStarted,
    PlayerLeft,
    Refused,
    Stage,
    Timing,
    masters,
    phases,
    rolling,
    turn,
)
from judge.game.confirm import confirmation_code
from judge.game.refusals import (
    BadTime,
    LastMaster,
    NoSuchPhase,
    NoSuchPower,
    NotActive,
    NotForming,
    NotPaused,
    TimePassed,
    TooFewPlayers,
)
from tests.game.builders import (
    AS_MASTER,
    CODES,
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
    a_position,
    after_filing,
    finished,
    told,
    with_seat_of,
)
from tests.kinds import replace

LATER = a_position("F1901M", {"France": "A BUR", "Germany": "A MUN"})
LATEST = a_position("S1902M", {"France": "A BUR", "Germany": "A MUN"})


def a_game_in_1902(**changes: object) -> Game:
    history = (finished(STANDARD.start, LATER), finished(LATER, LATEST))
    return a_game(position=LATEST, history=history, **changes)


def asked(
    game: Game, command: phases.Process | masters.Eject | rolling.Rollback | phases.Terminate
) -> str:
    """Return the code that the confirmation needs."""
    (event,) = told(game, command, AS_MASTER)
    assert isinstance(event, ConfirmationAsked), event
    return event.code


def test_process_without_a_phase_asks_and_tells_who_is_missing() -> None:
    game = after_filing(a_game(), "Italy", "hold all")

    (event,) = told(game, phases.Process(), AS_MASTER)

    assert isinstance(event, ConfirmationAsked)
    assert event.command == "PROCESS"
    assert event.missing == tuple(power for power in POWERS if power != "Italy")


def test_process_with_the_running_phase_or_its_code_adjudicates() -> None:
    game = a_game()

    for words in ("S1901M", "spring 1901 movement", asked(game, phases.Process())):
        assert isinstance(told(game, phases.Process(words), AS_MASTER)[0], turn.PhaseProcessed)


def test_process_with_a_phase_that_is_over_does_nothing() -> None:
    game = a_game(position=LATER)

    assert told(game, phases.Process("S1901M"), AS_MASTER) == (
        Refused("PROCESS", phases.StalePhase("S1901M", LATER.phase)),
    )


def test_a_code_works_for_its_own_judge_person_phase_game_and_command_only() -> None:
    game = a_game()
    codes = {
        confirmation_code(game, "PROCESS", CODES),
        confirmation_code(game, "TERMINATE", CODES),
        confirmation_code(a_game(position=LATER), "PROCESS", CODES),
        confirmation_code(a_game(name="other"), "PROCESS", CODES),
        confirmation_code(game, "PROCESS", replace(CODES, key=b"another key of a judge")),
        confirmation_code(game, "PROCESS", replace(CODES, judge="judge@other.test")),
        confirmation_code(game, "PROCESS", replace(CODES, holder=99)),
    }

    assert len(codes) == 7
    stale = asked(a_game(position=LATER), phases.Process())
    assert asked(game, phases.Process(stale)) == confirmation_code(game, "PROCESS", CODES)


def test_the_deadline_moves_to_a_time_that_is_ahead() -> None:
    exact = GameSettings(timing=Timing(clock=None))

    (event,) = told(a_game(settings=exact), phases.SetDeadline("+24h"), AS_MASTER)

    assert isinstance(event, phases.DeadlineSet)
    assert event.deadline > NOW
    assert event.before == DEADLINE


def test_a_time_that_cannot_be_read_or_has_passed_moves_nothing() -> None:
    (bad,) = told(a_game(), phases.SetDeadline("when I like"), AS_MASTER)
    (past,) = told(a_game(), phases.SetDeadline("2001-01-01 12:00"), AS_MASTER)

    assert bad == Refused("SET DEADLINE", BadTime("when I like"))
    assert isinstance(past, Refused)
    assert isinstance(past.why, TimePassed)
    assert past.why.moment.isoformat() == "2001-01-01T12:00:00+00:00"


@pytest.mark.parametrize("who", ["Italy", "i", "italy@example.org", "ITALIAN"])
def test_a_player_is_ejected_once_it_is_confirmed(who: str) -> None:
    code = asked(a_game(), masters.Eject(who))

    assert told(a_game(), masters.Eject(who, code), AS_MASTER) == (
        PlayerLeft(PLAYERS["Italy"], "Italy", ejected=True),
    )


def test_observers_and_entrants_are_ejected_by_their_address() -> None:
    watched, forming = a_game(), a_forming_game(STRANGER)

    (otto,) = told(
        watched, masters.Eject(OTTO.address, asked(watched, masters.Eject(OTTO.address))), AS_MASTER
    )
    (sam,) = told(
        forming,
        masters.Eject(STRANGER.address, asked(forming, masters.Eject("sam@example.org"))),
        AS_MASTER,
    )

    assert otto == PlayerLeft(OTTO, OBSERVER, ejected=True)
    assert sam == PlayerLeft(STRANGER, ENTRANT, ejected=True)


@pytest.mark.parametrize("who", ["nobody@example.org", "Italy", "O", "M", "xyz"])
def test_who_is_not_there_is_not_ejected(who: str) -> None:
    game = with_seat_of(a_game(), "Italy", player=None)

    (event,) = told(game, masters.Eject(who), AS_MASTER)

    assert event == Refused("EJECT", masters.NoSuchPerson(who))


def test_the_code_to_eject_one_does_not_eject_another() -> None:
    code = asked(a_game(), masters.Eject("Italy"))

    assert asked(a_game(), masters.Eject("France", code)) != code


def test_the_last_master_is_not_ejected_but_one_of_two_is() -> None:
    alone, two = a_game(), a_game(masters=(Follower(MIA), Follower(STRANGER)))

    assert told(alone, masters.Eject(MIA.address), AS_MASTER) == (Refused("EJECT", LastMaster()),)
    code = asked(two, masters.Eject(MIA.address))
    assert told(two, masters.Eject(MIA.address, code), AS_MASTER) == (
        PlayerLeft(MIA, MASTER, ejected=True),
    )


def test_a_rollback_goes_to_the_start_of_the_last_phase() -> None:
    game = a_game_in_1902()

    (event,) = told(game, rolling.Rollback("", asked(game, rolling.Rollback())), AS_MASTER)

    assert isinstance(event, rolling.GameRolledBack)
    assert event.position == LATER
    assert event.undone == (LATER.phase,)
    assert event.deadline > NOW


def test_a_rollback_goes_to_the_phase_named_and_undoes_all_since() -> None:
    game = a_game_in_1902()

    (event,) = told(
        game, rolling.Rollback("S1901M", asked(game, rolling.Rollback("S1901M"))), AS_MASTER
    )

    assert isinstance(event, rolling.GameRolledBack)
    assert event.position == STANDARD.start
    assert event.undone == (STANDARD.start.phase, LATER.phase)


def test_a_rollback_needs_a_phase_that_was_played_and_its_own_code() -> None:
    game = a_game_in_1902()

    (future,) = told(game, rolling.Rollback("S1905M"), AS_MASTER)
    (first,) = told(a_game(), rolling.Rollback(), AS_MASTER)

    assert future == Refused("ROLLBACK", NoSuchPhase("S1905M"))
    assert first == Refused("ROLLBACK", NoSuchPhase("S1901M"))
    wrong = asked(game, rolling.Rollback("F1901M"))
    assert asked(game, rolling.Rollback("S1901M", wrong)) != wrong


def test_the_clock_is_stopped_and_started_with_the_whole_time_of_a_phase() -> None:
    assert told(a_game(), phases.Pause("Holidays"), AS_MASTER) == (phases.GamePaused("Holidays"),)

    (event,) = told(a_game(stage=Stage.PAUSED, deadline=None), phases.Resume(), AS_MASTER)

    assert isinstance(event, turn.GameResumed)
    assert event.deadline >= NOW + timedelta(hours=72)


def test_a_clock_that_runs_is_not_resumed_and_one_that_stands_not_stopped() -> None:
    assert told(a_game(), phases.Resume(), AS_MASTER) == (Refused("RESUME", NotPaused()),)
    (event,) = told(a_game(stage=Stage.PAUSED), phases.Pause(), AS_MASTER)
    assert event == Refused("PAUSE", NotActive(Stage.PAUSED))


def test_a_game_is_terminated_once_it_is_confirmed() -> None:
    game = a_game()

    (event,) = told(game, phases.Terminate(asked(game, phases.Terminate())), AS_MASTER)

    assert isinstance(event, phases.GameTerminated)
    assert event.ending.winners == ()


def test_a_game_starts_with_the_players_there_are() -> None:
    (event,) = told(a_forming_game(STRANGER), phases.StartGame(), AS_MASTER)

    assert isinstance(event, GameStarted)
    assert [seat.player for seat in event.seats if seat.player] == [STRANGER]
    assert len(event.seats) == 7


def test_a_game_without_players_or_one_that_runs_is_not_started() -> None:
    assert told(a_forming_game(), phases.StartGame(), AS_MASTER) == (
        Refused("START", TooFewPlayers()),
    )
    assert told(a_game(), phases.StartGame(), AS_MASTER) == (Refused("START", NotForming(())),)


def test_the_master_becomes_a_power_that_there_is() -> None:
    assert told(a_game(), masters.Become("ital"), AS_MASTER) == (masters.MasterBecame("Italy"),)
    for word in ("Narnia", "O"):
        (event,) = told(a_game(), masters.Become(word), AS_MASTER)
        assert event == Refused("BECOME", NoSuchPower(word, POWERS))


def test_a_master_who_plays_learns_nothing_of_what_would_come_of_the_phase() -> None:
    player = PLAYERS["France"]
    game = replace(a_game(), masters=(Follower(player),))
    (event,) = told(game, phases.Predict(), replace(AS_MASTER, player=player))

    assert isinstance(event, Refused)
    assert isinstance(event.why, phases.MasterPlays)
