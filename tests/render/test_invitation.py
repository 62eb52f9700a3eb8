"""A player's calendar has an entry for the deadline, which moves and is removed with it."""

from datetime import timedelta

from icalendar import Calendar, Component

from judge.game import (
    MASTER,
    OBSERVER,
    Ending,
    Event,
    Game,
    GameStarted,
    Reader,
    Stage,
    phases,
    rolling,
    turn,
)
from judge.render.clock import due_of
from judge.render.enclosed import calendar_of
from judge.render.facts.pages import Scene
from judge.render.templates import ENGLISH
from tests.kinds import replace
from tests.render import story
from tests.render.boards import STANDARD, phase
from tests.render.mails import all_mails
from tests.render.story import DEADLINE, NOW, PLAYERS

HOUR = timedelta(hours=1)
FANNY = PLAYERS["France"]
MOVED = phases.DeadlineSet(DEADLINE + HOUR, DEADLINE)


def entries(event: Event, game: Game, after: timedelta = timedelta()) -> list[Component]:
    """Return the calendars that `event` sends to France, some time after NOW."""
    scene = Scene(Reader(FANNY, "France"), game, NOW + after, answering=False, alone=True)
    text = calendar_of(event, game, scene, "judge@judge.example", ENGLISH)
    return Calendar.from_ical(text, multiple=True) if text else []


def told(event: Event, game: Game) -> list[tuple[str, str]]:
    """Return (method, phase) of each calendar."""
    return [
        (str(one["method"]), str(one.events[0]["uid"]).split("-")[1])
        for one in entries(event, game)
    ]


def test_a_game_that_starts_invites_its_players() -> None:
    event = GameStarted(story.SEATS, STANDARD.start, DEADLINE)
    (calendar,) = entries(event, story.STARTED)
    (entry,) = calendar.events

    assert calendar["method"] == "REQUEST"
    assert entry["dtend"].dt == DEADLINE
    assert entry["summary"] == "smp: orders for Spring 1901 movement are due"
    assert str(entry["attendee"]) == "mailto:fanny@players.example"
    assert entry["attendee"].params["rsvp"] == "FALSE"
    assert str(entry["organizer"]) == "mailto:judge@judge.example"


def test_a_deadline_that_moves_moves_the_same_entry() -> None:
    moved = replace(story.STARTED, deadline=DEADLINE + HOUR)
    first = entries(GameStarted(story.SEATS, STANDARD.start, DEADLINE), story.STARTED)
    second = entries(MOVED, moved, timedelta(seconds=1))
    one, other = first[0].events[0], second[0].events[0]

    assert one["uid"] == other["uid"]
    assert other["sequence"] > one["sequence"]
    assert other["dtend"].dt == DEADLINE + HOUR


def test_grace_moves_the_entry_to_its_end() -> None:
    late = replace(story.STARTED, grace=DEADLINE + HOUR)
    (calendar,) = entries(turn.PowersLate(("France",), DEADLINE, DEADLINE + HOUR), late)

    assert calendar.events[0]["dtend"].dt == DEADLINE + HOUR
    assert due_of(late) is not None


def test_a_pause_and_an_end_take_the_entry_away() -> None:
    paused = replace(story.STARTED, stage=Stage.PAUSED, deadline=None)
    over = replace(paused, stage=Stage.FINISHED)
    ending = Ending(("France",), "agreed")

    assert told(phases.GamePaused(""), paused) == [("CANCEL", "S1901M")]
    assert told(turn.GameDrawn(ending), over) == [("CANCEL", "S1901M")]
    assert told(phases.GameTerminated(ending), over) == [("CANCEL", "S1901M")]
    assert told(turn.GameResumed(DEADLINE), story.STARTED) == [("REQUEST", "S1901M")]
    assert entries(phases.GamePaused(""), paused)[0].events[0]["status"] == "CANCELLED"


def test_a_phase_processed_early_takes_its_entry_away_and_brings_the_next() -> None:
    fall, retreats, _ = story.HISTORY
    game = replace(story.STARTED, position=retreats.before)
    event = turn.PhaseProcessed(fall.before, fall.adjudication, NOW, (), DEADLINE)
    both = [("REQUEST", "F1902R"), ("CANCEL", "F1902M")]

    assert told(event, game) == both[:1]
    assert told(replace(event, due=NOW - HOUR), game) == both[:1]
    assert told(replace(event, due=NOW + HOUR), game) == both


def test_the_last_results_invite_to_nothing() -> None:
    fall, retreats, _ = story.HISTORY
    over = replace(story.STARTED, position=retreats.before, deadline=None)
    event = turn.PhaseProcessed(fall.before, fall.adjudication, NOW, (), None)

    assert told(event, over) == []


def test_a_rollback_takes_away_the_phase_that_ran() -> None:
    game = replace(story.STARTED, position=story.FALL_1902)
    back = rolling.GameRolledBack(story.FALL_1902, (phase("F1902M"),), DEADLINE)

    assert told(replace(back, running=phase("F1902R")), game) == [
        ("REQUEST", "F1902M"),
        ("CANCEL", "F1902R"),
    ]
    assert told(replace(back, running=phase("F1902M")), game) == [("REQUEST", "F1902M")]


def test_rolling_forward_takes_away_the_phase_that_ran_again() -> None:
    again = rolling.GameRolledForward(story.HISTORY[:2], DEADLINE)

    assert told(again, story.at("W1902A")) == [("REQUEST", "W1902A"), ("CANCEL", "F1902M")]


def test_a_reminder_changes_no_calendar() -> None:
    assert entries(turn.OrdersReminded(("France",), DEADLINE, DEADLINE), story.STARTED) == []


def test_who_plays_nothing_is_not_invited() -> None:
    mails = all_mails()

    assert mails["start"].calendar
    assert not mails["start, to the Master"].calendar
    assert {MASTER, OBSERVER}.isdisjoint(PLAYERS)
