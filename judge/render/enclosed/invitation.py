"""The deadline as an entry in the reader's own calendar, which moves and goes with it.

An entry ends at the deadline even when the phase will be processed sooner; it then goes
with the results. It has the same name as long as its phase is the same; what is sent
later counts more (RFC 5546 section 2.1.4, RFC 5545 section 3.8.7.4).
"""

from datetime import datetime, timedelta

from icalendar import Calendar, Event, vCalAddress

from judge.engine import Phase
from judge.game import Game, events
from judge.messages import Message, message
from judge.render.clock import due_of, sooner_text
from judge.render.facts.pages import Scene
from judge.render.language import Language
from judge.render.words import phase_text

_BEFORE = timedelta(minutes=30)  # an entry ends when orders are due

_Due = (
    events.GameStarted
    | events.PhaseProcessed
    | events.DeadlineSet
    | events.GameResumed
    | events.PowersLate
    | events.PowerTakenOver
    | events.GameRolledBack
    | events.GameRolledForward
    | events.PositionEdited
)


def calendar_of(
    event: events.Event, game: Game, scene: Scene, judge: str, language: Language
) -> str:
    """Return what `event` changes in the calendar of its reader, "" for nothing.

    `judge` is the address that it comes from.
    """
    entry = _Entry(game, scene, judge, language)
    parts = [entry.written(phase, None) for phase in _given_up(event, game)]
    due = due_of(game)
    if isinstance(event, _Due) and due is not None and game.position is not None:
        parts.insert(0, entry.written(game.position.phase, due.moment))
    return "".join(parts)


class _Entry:
    """Who is invited by whom, and to which game."""

    def __init__(
        self, game: Game, scene: Scene, judge: str, language: Language
    ) -> None:
        self._game, self._judge, self._language = game, judge, language
        self._player, self._now = scene.reader.player, scene.now

    def written(self, phase: Phase, due: datetime | None) -> str:
        """Return the entry of `phase`: when it is due, or that it is no more."""
        calendar = Calendar()
        calendar.add("prodid", "-//Diplomacy judge//EN")
        calendar.add("version", "2.0")
        calendar.add("method", "CANCEL" if due is None else "REQUEST")
        calendar.add_component(self._event(phase, due))
        written: bytes = calendar.to_ical()
        return written.decode()

    def _event(self, phase: Phase, due: datetime | None) -> Event:
        game, end = self._game, due or self._now
        event = Event()
        event.add("uid", f"{game.name}-{phase}-{game.created:%Y%m%dT%H%M%S}@judge")
        event.add("sequence", int((self._now - game.created).total_seconds()))
        event.add("dtstamp", self._now)
        event.add("dtstart", end - _BEFORE)
        event.add("dtend", end)
        running = phase_text(phase, game.variant)
        head = message(
            "{game}: orders for {phase} are due", game=game.name, phase=running
        )
        event.add("summary", self._language.text(head))
        event.add("description", self._language.text(self._description()))
        event.add("status", "CANCELLED" if due is None else "CONFIRMED")
        event.add("transp", "TRANSPARENT")
        event.add("organizer", vCalAddress(f"mailto:{self._judge}"))
        event.add("attendee", self._attendee())
        return event

    def _description(self) -> Message:
        sooner = sooner_text(self._game, self._now)
        if not sooner:
            return message(
                "Orders are due when this ends. It is game {game}.",
                game=self._game.name,
            )
        return message(
            "Orders are due when this ends; they count then, or {sooner}. It is game "
            "{game}.",
            sooner=sooner,
            game=self._game.name,
        )

    def _attendee(self) -> vCalAddress:
        """Return the reader, who is not asked whether he comes."""
        attendee = vCalAddress(f"mailto:{self._player.address}")
        attendee.params["partstat"] = "ACCEPTED"
        attendee.params["rsvp"] = "FALSE"
        return attendee


def _given_up(event: events.Event, game: Game) -> tuple[Phase, ...]:
    """Return the phases whose deadline, still to come, is one no more."""
    match event:
        case events.PhaseProcessed(before=before, processed=processed, due=due):
            return (before.phase,) if due is not None and due > processed else ()
        case events.GameRolledBack(running=running):
            same = game.position is not None and running == game.position.phase
            return () if running is None or same else (running,)
        case events.PositionEdited(before=before, position=position):
            return () if before.phase == position.phase else (before.phase,)
        case events.GameRolledForward(phases=(first, *_)):
            return (first.phase,)
        case events.GamePaused() | events.GameDrawn() | events.GameTerminated():
            return () if game.position is None else (game.position.phase,)
        case _:
            return ()
