"""What players ask of the clock, and Masters of their games, and the refusals."""

from datetime import timedelta

import pytest

from judge.engine import Disband, Retreat
from judge.game import (
    Event,
    Game,
    GameSettings,
    MotionKind,
    Nmr,
    Refused,
    Sender,
    absences,
    after,
    base,
    masters,
    phases,
    proposals,
    rolling,
)
from judge.game.refusals import BadTime, NotSurviving, TimePassed
from judge.game.settings import change
from judge.game.turn import sensible_retreats
from tests.commands.readers import read
from tests.game.builders import (
    AS_MASTER,
    DEADLINE,
    NOW,
    POWERS,
    STANDARD,
    a_game,
    a_position,
    a_unit,
    as_power,
    finished,
    place,
    told,
    with_seat_of,
)
from tests.kinds import replace


def given(line: str, game: Game, sender: Sender) -> tuple[Event, ...]:
    """Return the events of a letter with this line."""
    (command,) = read(line)[0].commands
    assert isinstance(command, base.Command)
    return told(game, command, sender)


def asked(line: str = "EXTEND +12h") -> Game:
    """Return a game in which Italy has proposed `line`."""
    (made,) = given(line, a_game(), as_power("Italy"))
    assert isinstance(made, proposals.ProposalMade)
    return after(a_game(), made)


def voted(game: Game, line: str, *powers: str) -> tuple[Game, tuple[Event, ...]]:
    """Return the game after these powers sent `line`, and the events of the last one."""
    events: tuple[Event, ...] = ()
    for power in powers:
        events = given(line, game, as_power(power))
        for event in events:
            assert not isinstance(event, Refused)
            game = after(game, event)  # type: ignore[arg-type] # votes cause facts alone
    return game, events


PLAYED = a_game(history=(finished(STANDARD.start, STANDARD.start),))
AWAY = GameSettings(longest_absence=timedelta(days=3))
OUT = replace(
    STANDARD.start,
    units=tuple(one for one in STANDARD.start.units if one.power != "Italy"),
    owners=tuple(None if one == "Italy" else one for one in STANDARD.start.owners),
)


@pytest.mark.parametrize(
    ("line", "game", "why"),
    [
        ("SET ABSENCE soon", a_game(), absences.BadDay),
        ("SET NOABSENCE soon", a_game(), absences.BadDay),
        ("SET ABSENCE 5 Jan 2029", a_game(), absences.DayOver),
        ("SET ABSENCE 5 Jan TO 8 Jan", a_game(settings=AWAY, masters=()), absences.AbsenceTooLong),
        ("EXTEND soon", a_game(), BadTime),
        ("EXTEND 2 Jan 2030 12:00", a_game(), TimePassed),
        ("EXTEND +73h", a_game(), proposals.TooLong),
        ("EXTEND +12h", a_game(position=OUT), NotSurviving),
        ("VOTE PAUSE UNTIL in 31 days", a_game(), proposals.TooLong),
        ("VOTE PAUSE UNTIL soon", a_game(), BadTime),
        ("EXTEND +12h", asked(), proposals.ProposedBefore),
        ("AGREE", a_game(), proposals.NothingProposed),
        ("AGREE", a_game(position=OUT), NotSurviving),
        ("UNSTART", PLAYED, rolling.PhasesPlayed),
        ("PROMOTE france@example.org", a_game(), masters.NotObserver),
        ("PROMOTE nobody@example.org", a_game(), masters.NotObserver),
        ("SETTINGS\ngrace = 24h", a_game(), change.NothingChanged),
    ],
)
def test_what_cannot_be_is_refused_for_its_reason(line: str, game: Game, why: type) -> None:
    desk = line.split(maxsplit=1)[0] in ("UNSTART", "PROMOTE", "SETTINGS")
    (event,) = given(line, game, AS_MASTER if desk else as_power("Italy"))

    assert isinstance(event, Refused)
    assert type(event.why) is why


def test_more_than_half_of_those_who_play_move_a_deadline() -> None:
    game, events = voted(asked(), "AGREE", "France", "Russia")
    assert not any(isinstance(event, phases.DeadlineSet) for event in events)
    game, events = voted(game, "AGREE", "Turkey")

    later = DEADLINE + timedelta(hours=12)
    assert events[-1] == phases.DeadlineSet(later, DEADLINE, voted=True)
    assert game.motion is not None
    assert game.motion.settled


def test_who_votes_twice_counts_once() -> None:
    game, _ = voted(asked(), "AGREE", "France", "France", "France", "Italy")

    assert [seat.power for seat in game.seats if seat.agrees] == ["France", "Italy"]
    assert game.deadline == DEADLINE


def test_half_of_those_who_play_turn_a_proposal_down() -> None:
    _, events = voted(asked(), "DISAGREE", "France", "Russia", "Turkey")
    assert not any(isinstance(event, proposals.ProposalRejected) for event in events)
    game, events = voted(asked(), "DISAGREE", "France", "Russia", "Turkey", "Italy")

    assert isinstance(events[-1], proposals.ProposalRejected)
    assert game.deadline == DEADLINE


def test_a_power_without_a_player_counts_for_nobody() -> None:
    game = asked()
    for power in POWERS[3:]:
        if power != "Italy":
            game = with_seat_of(game, power, player=None)
    _, events = voted(game, "AGREE", POWERS[0], POWERS[1])

    assert isinstance(events[-1], phases.DeadlineSet)


def test_one_absence_is_made_of_days_that_touch() -> None:
    game = a_game()
    for line in ("SET ABSENCE 9 Jan", "SET ABSENCE 10 Jan", "SET ABSENCE 12 Jan"):
        (event,) = given(line, game, as_power("Italy"))
        assert isinstance(event, absences.AbsenceSet)
        game = after(game, event)
    day = timedelta(days=1)
    begin = NOW.replace(day=9, hour=0)

    away = (begin, begin + 2 * day), (begin + 3 * day, begin + 4 * day)
    assert game.seat("Italy").absences == away


def test_the_master_may_note_more_days_than_a_player() -> None:
    game = a_game(settings=AWAY)
    master = replace(as_power("Italy"), player=AS_MASTER.player, on_behalf=True)
    (event,) = given("SET ABSENCE 5 Jan TO 20 Jan", game, master)

    assert isinstance(event, absences.AbsenceSet)


def test_a_pause_that_players_agree_on_has_an_end() -> None:
    game, _ = voted(asked("VOTE PAUSE UNTIL in 2 days"), "AGREE", *POWERS[:2], "Turkey")

    assert game.motion is not None
    assert game.motion.kind is MotionKind.PAUSE
    assert game.resumes == NOW + timedelta(days=2)


@pytest.mark.parametrize(
    ("places", "goes"),
    [
        pytest.param("PIC GAS PAR", "PAR", id="its own center"),
        pytest.param("PIC SPA GAS", "SPA", id="a center of nobody's"),
        pytest.param("PIC GAS", "PIC", id="anywhere, before it disbands"),
        pytest.param("MUN GAS", "GAS", id="a center of another's last"),
        pytest.param("", "", id="nowhere"),
    ],
)
def test_units_of_a_silent_power_retreat_where_that_makes_sense(places: str, goes: str) -> None:
    owners = {"France": "PAR", "Germany": "MUN"}
    board = a_position(
        "F1901R", {"France": "F BRE"}, owners=owners, dislodged={"France A MAR": places}
    )
    game = a_game(position=board, settings=GameSettings(nmr=Nmr.CD))
    wanted = (Retreat(a_unit("A MAR"), place(goes)),) if goes else ()

    assert sensible_retreats(game) == wanted
    assert sensible_retreats(replace(game, settings=GameSettings())) == ()
    sent = with_seat_of(game, "France", orders=(Disband(a_unit("A MAR")),))
    assert sensible_retreats(sent) == ()
