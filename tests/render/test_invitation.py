"""A game's deadline is one entry in the calendar of its players: it moves, and goes in the end."""

from datetime import timedelta

from icalendar import Calendar

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
from judge.render.enclosed import calendar_of
from judge.render.facts.pages import Scene
from judge.render.templates import ENGLISH
from tests.kinds import replace
from tests.render import story
from tests.render.boards import STANDARD
from tests.render.mails import all_mails
from tests.render.story import DEADLINE, NOW, PLAYERS

HOUR = timedelta(hours=1)
FANNY = PLAYERS["France"]
MOVED = phases.DeadlineSet(DEADLINE + HOUR, DEADLINE)


def entry_of(event: Event, game: Game, after: timedelta = timedelta()) -> Calendar | None:
    """Return the calendar that `event` sends to France so long after NOW, or None."""
    scene = Scene(Reader(FANNY, "France"), game, NOW + after, answering=False, alone=True)
    text = calendar_of(event, game, scene, "judge@judge.example", ENGLISH)
    return Calendar.from_ical(text) if text else None


def told(event: Event, game: Game) -> tuple[str, str]:
    """Return the method and the summary of the entry, ("", "") for none."""
    calendar = entry_of(event, game)
    if calendar is None:
        return "", ""
    return str(calendar["method"]), str(calendar.events[0]["summary"])


def test_a_game_that_starts_invites_its_players() -> None:
    event = GameStarted(story.SEATS, STANDARD.start, DEADLINE)
    calendar = entry_of(event, story.STARTED)
    assert calendar is not None
    (entry,) = calendar.events

    assert calendar["method"] == "REQUEST"
    assert entry["dtend"].dt == DEADLINE
    assert entry["summary"] == "smp: orders for Spring 1901 movement are due"
    assert str(entry["attendee"]) == "mailto:fanny@players.example"
    assert entry["attendee"].params["rsvp"] == "FALSE"
    assert str(entry["organizer"]) == "mailto:judge@judge.example"


def test_each_deadline_of_a_game_moves_the_same_entry() -> None:
    fall, retreats, _ = story.HISTORY
    moved = replace(story.STARTED, deadline=DEADLINE + HOUR)
    late = replace(story.STARTED, grace=DEADLINE + HOUR)
    processed = turn.PhaseProcessed(fall.before, fall.adjudication, NOW, (), DEADLINE, NOW + HOUR)
    start = GameStarted(story.SEATS, STANDARD.start, DEADLINE)
    forward = rolling.GameRolledForward(story.HISTORY[:2], DEADLINE)
    calendars = [
        entry_of(start, story.STARTED),
        entry_of(MOVED, moved, timedelta(seconds=1)),
        entry_of(turn.PowersLate(("France",), DEADLINE, DEADLINE + HOUR), late, HOUR),
        entry_of(processed, replace(story.STARTED, position=retreats.before), 2 * HOUR),
        entry_of(forward, story.at("W1902A"), 3 * HOUR),
    ]
    found = [calendar.events[0] for calendar in calendars if calendar is not None]

    assert len(found) == len(calendars)
    assert {str(calendar["method"]) for calendar in calendars if calendar} == {"REQUEST"}
    assert len({str(entry["uid"]) for entry in found}) == 1
    assert [entry["sequence"] for entry in found] == sorted({entry["sequence"] for entry in found})
    ends = [DEADLINE, DEADLINE + HOUR, DEADLINE + HOUR, DEADLINE, DEADLINE]
    assert [entry["dtend"].dt for entry in found] == ends


def test_a_pause_and_an_end_take_the_entry_away() -> None:
    paused = replace(story.STARTED, stage=Stage.PAUSED, deadline=None)
    over = replace(paused, stage=Stage.FINISHED)
    ending = Ending(("France",), "agreed")
    words = "smp: orders for Spring 1901 movement are due"

    assert told(phases.GamePaused(""), paused) == ("CANCEL", words)
    assert told(turn.GameDrawn(ending), over) == ("CANCEL", words)
    assert told(phases.GameTerminated(ending), over) == ("CANCEL", words)
    assert told(turn.GameResumed(DEADLINE), story.STARTED) == ("REQUEST", words)


def test_the_last_results_cancel_only_a_deadline_that_was_to_come() -> None:
    fall, retreats, _ = story.HISTORY
    over = replace(story.STARTED, position=retreats.before, deadline=None)
    event = turn.PhaseProcessed(fall.before, fall.adjudication, NOW, (), None)

    assert told(event, over) == ("", "")
    assert told(replace(event, due=NOW - HOUR), over) == ("", "")
    assert told(replace(event, due=NOW + HOUR), over)[0] == "CANCEL"


def test_a_reminder_changes_no_calendar() -> None:
    assert entry_of(turn.OrdersReminded(("France",), DEADLINE, DEADLINE), story.STARTED) is None


def test_who_plays_nothing_is_not_invited() -> None:
    mails = all_mails()

    assert mails["start"].calendar
    assert not mails["start, to the Master"].calendar
    assert {MASTER, OBSERVER}.isdisjoint(PLAYERS)
