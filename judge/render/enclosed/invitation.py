"""The deadline as an entry in the reader's own calendar, which moves and goes with it.

An entry ends at the deadline even when the phase will be processed sooner; it then goes
with the results. It has the same name as long as its phase is the same; what is sent
later counts more (RFC 5546 section 2.1.4, RFC 5545 section 3.8.7.4).
"""

from datetime import datetime, timedelta
from functools import lru_cache

from icalendar import Calendar, Event, Parameters, vCalAddress
from icalendar.parser import Contentline

from judge.engine import Phase
from judge.game import Game, editing, events, phases, rolling, turn
from judge.messages import Message, message
from judge.render.clock import due_of, sooner_text
from judge.render.facts.pages import Scene
from judge.render.language import Language
from judge.render.words import phase_text

_END = "END:VEVENT\r\n"
_BEFORE = timedelta(minutes=30)  # an entry ends when orders are due

_Due = (
    events.GameStarted
    | turn.PhaseProcessed
    | phases.DeadlineSet
    | turn.GameResumed
    | turn.PowersLate
    | events.PowerTakenOver
    | rolling.GameRolledBack
    | rolling.GameRolledForward
    | editing.PositionEdited
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

    def __init__(self, game: Game, scene: Scene, judge: str, language: Language) -> None:
        self._game, self._judge, self._language = game, judge, language
        self._player, self._now = scene.reader.player, scene.now

    def written(self, phase: Phase, due: datetime | None) -> str:
        """Return the entry of `phase`: when it is due, or that it is no more."""
        game = self._game
        running = phase_text(phase, game.variant)
        head = message("{game}: orders for {phase} are due", game=game.name, phase=running)
        entry = _of_all(
            f"{game.name}-{phase}-{game.created:%Y%m%dT%H%M%S}@judge",
            (game.created, self._now, due),
            self._language.text(head),
            self._language.text(self._description()),
            self._judge,
        )
        return entry.replace(_END, self._attendee() + _END)

    def _description(self) -> Message:
        sooner = sooner_text(self._game, self._now)
        if not sooner:
            return message(
                "Orders are due when this ends. It is game {game}.", game=self._game.name
            )
        return message(
            "Orders are due when this ends; they count then, or {sooner}. It is game {game}.",
            sooner=sooner,
            game=self._game.name,
        )

    def _attendee(self) -> str:
        """Return the line of the reader, who is not asked whether he comes."""
        attendee = vCalAddress(f"mailto:{self._player.address}")
        params = Parameters({"partstat": "ACCEPTED", "rsvp": "FALSE"})
        line: bytes = Contentline.from_parts("ATTENDEE", params, attendee).to_ical()
        return f"{line.decode()}\r\n"


@lru_cache(maxsize=16)
def _of_all(
    uid: str, times: tuple[datetime, datetime, datetime | None], head: str, text: str, judge: str
) -> str:
    """Return the entry without its reader: to write it takes longer than the rest.

    The `times` are when the game was made, now, and when orders are due.
    """
    created, now, due = times
    event = Event()
    event.add("uid", uid)
    event.add("sequence", int((now - created).total_seconds()))
    event.add("dtstamp", now)
    event.add("dtstart", (due or now) - _BEFORE)
    event.add("dtend", due or now)
    event.add("summary", head)
    event.add("description", text)
    event.add("status", "CANCELLED" if due is None else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    event.add("organizer", vCalAddress(f"mailto:{judge}"))
    calendar = Calendar()
    calendar.add("prodid", "-//Diplomacy judge//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "CANCEL" if due is None else "REQUEST")
    calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written.decode()


def _given_up(event: events.Event, game: Game) -> tuple[Phase, ...]:
    """Return the phases whose deadline, still to come, is one no more."""
    match event:
        case turn.PhaseProcessed(before=before, processed=processed, due=due):
            return (before.phase,) if due is not None and due > processed else ()
        case rolling.GameRolledBack(running=running):
            same = game.position is not None and running == game.position.phase
            return () if running is None or same else (running,)
        case editing.PositionEdited(before=before, position=position):
            return () if before.phase == position.phase else (before.phase,)
        case rolling.GameRolledForward(phases=(first, *_)):
            return (first.phase,)
        case phases.GamePaused() | turn.GameDrawn() | phases.GameTerminated():
            return () if game.position is None else (game.position.phase,)
        case _:
            return ()
