"""The parts beside the text of a mail: HTML, a picture, a calendar entry."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import icalendar
from icalendar import Calendar, Parameters, vCalAddress
from icalendar.parser import Contentline
from markupsafe import Markup

from judge.engine import Hold, Phase, PhaseKind, Position
from judge.game import (
    OBSERVER,
    TUTOR,
    Event,
    FinishedPhase,
    Format,
    Game,
    OrderSheet,
    Pictures,
    Stage,
    dry_run,
    editing,
    events,
    filing,
    inspection,
    is_blind,
    phases,
    rolling,
    turn,
)
from judge.letter import REPLY_MARKER, Notice
from judge.messages import Text, Value, counted, message
from judge.pictures import (
    Caption,
    Drawing,
    finished_drawing,
    planned_drawing,
    standing_drawing,
    with_theatre,
)
from judge.render.clock import date_text, due_of, sooner_text
from judge.render.facts.board import centers_of, units_of
from judge.render.facts.pages import Facts, Scene, powers_in
from judge.render.html import Layout, Outside, Piece
from judge.render.templates import Language, template_of
from judge.render.words import NamedPosition, phase_text

_END = "END:VEVENT\r\n"
ENTRY_LASTS = timedelta(minutes=30)  # an entry of a calendar ends when orders are due

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


def entry_uid(game: Game) -> str:
    """Return the uid of a game's entry, which is the same in all calendars."""
    return f"{game.name}-{game.created:%Y%m%dT%H%M%S}@judge"


def calendar_of(
    event: events.Event, game: Game, scene: Scene, judge: str, language: Language
) -> str:
    """Return the calendar entry of the game's deadline as `event` leaves it, or "" for no change.

    A game has one entry, which moves from deadline to deadline. It is cancelled only when a
    deadline to come goes and none follows. `judge` is the address of the organizer.
    """
    due = due_of(game)
    if isinstance(event, _Due) and due is not None and game.position is not None:
        phase, moment = game.position.phase, due.moment
    elif (given_up := _given_up(event, game)) is not None:
        phase, moment = given_up, None
    else:
        return ""
    # The attendee's line; the attendee need not answer the invitation.
    attendee: bytes = Contentline.from_parts(
        "ATTENDEE",
        Parameters({"partstat": "ACCEPTED", "rsvp": "FALSE"}),
        vCalAddress(f"mailto:{scene.reader.player.address}"),
    ).to_ical()
    entry = _entry(phase, moment, game=game, now=scene.now, judge=judge, language=language)
    return entry.replace(_END, f"{attendee.decode()}\r\n{_END}")


def _entry(
    phase: Phase, due: datetime | None, *, game: Game, now: datetime, judge: str, language: Language
) -> str:
    """Return the entry of `phase` without an attendee: due at `due`, or cancelled for None."""
    running = phase_text(phase, game.variant)
    head = message("{game}: orders for {phase} are due", game=game.name, phase=running)
    text = message("Orders are due when this ends. It is game {game}.", game=game.name)
    if sooner := sooner_text(game, now):
        text = message(
            "Orders are due when this ends; they count then, or {sooner}. It is game {game}.",
            sooner=sooner,
            game=game.name,
        )
    return _written(
        entry_uid(game),
        language.text(head),
        language.text(text),
        judge,
        created=game.created,
        now=now,
        due=due,
    )


@lru_cache(maxsize=16)
def _written(
    uid: str,
    head: str,
    text: str,
    judge: str,
    *,
    created: datetime,
    now: datetime,
    due: datetime | None,
) -> str:
    """Return an entry as text. This is slow, and cached because it is the same for all readers."""
    event = icalendar.Event()
    event.add("uid", uid)
    event.add("sequence", int((now - created).total_seconds()))
    event.add("dtstamp", now)
    event.add("dtstart", (due or now) - ENTRY_LASTS)
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


def _given_up(event: events.Event, game: Game) -> Phase | None:
    """Return the phase whose deadline was to come and is cancelled, if `event` cancels one."""
    match event:
        case turn.PhaseProcessed(before=before, processed=processed, due=due):
            return before.phase if due is not None and due > processed else None
        case phases.GamePaused() | turn.GameDrawn() | phases.GameTerminated():
            return None if game.position is None else game.position.phase
        case _:
            return None


@dataclass(frozen=True, slots=True)
class _Shown:
    """The game in a picture, the reader's role, and the language of its captions."""

    game: Game
    role: str
    language: Language

    @property
    def only(self) -> str | None:
        """Return the only power whose centers may be counted, None if all may be."""
        return self.role if is_blind(self.game, self.role) else None

    def caption(self, title: Text, note: Text, alternative: Text) -> Caption:
        """Return the captions above the picture and in place of it."""
        text = self.language.text
        return Caption(text(title), text(note), text(alternative), self.only)


def drawing_of(
    event: events.Event, game: Game | None, role: str, language: Language
) -> Drawing | None:
    """Return the drawing beside the text of `event`, or None.

    `game` and `event` must be redacted for the reader, who has this role.
    """
    if game is None:
        return None
    shown = _Shown(game, role, language)
    match event:
        case turn.PhaseProcessed():
            return _finished(event, shown)
        case (
            events.GameStarted(position=position, deadline=deadline)
            | rolling.GameRolledBack(position=position, deadline=deadline)
        ):
            return _standing(position, deadline, shown)
        case editing.PositionEdited(position=position):
            return _standing(position, _due(game), shown)
        case dry_run.DryRunShown(facts=(editing.PositionEdited(position=position), *_)):
            return _standing(position, None, shown)
        case (
            filing.OrdersFiled(sheet=sheet, changed=changed, dropped=dropped)
            | filing.OrdersUndone(sheet=sheet, changed=changed, dropped=dropped)
        ):
            orders = (*(order for pair in changed for order in pair), *dropped)
            is_drawn = any(not isinstance(order, Hold | None) for order in orders)
            return _planned(sheet, shown) if is_drawn else None
        case events.OrdersShown(sheet=sheet):
            return _planned(sheet, shown)
        case (
            events.PowerTakenOver()
            | events.ObserverJoined()
            | turn.GameDrawn()
            | phases.GameTerminated()
            | rolling.GameRolledForward()
        ) if game.position and not _is_of_newcomer(event, role):
            return _standing(game.position, _due(game), shown)
        case inspection.MapShown(game=asked, finished=None):
            position = asked.position or asked.variant.start
            return _standing(position, _due(asked), _Shown(asked, event.role, language))
        case inspection.MapShown(game=asked, finished=FinishedPhase() as done):
            processed = turn.PhaseProcessed(
                done.before, done.adjudication, done.processed, done.absent, deadline=None
            )
            return _finished(processed, _Shown(asked, event.role, language))
        case _:
            return None


def _is_of_newcomer(event: events.Event, role: str) -> bool:
    """Return whether `event` tells a reader with this role that somebody else came."""
    match event:
        case events.PowerTakenOver(seat=seat):
            return role != seat.power
        case events.ObserverJoined():
            return role not in (OBSERVER, TUTOR)
        case _:
            return False


# The events whose picture shows a player's theatre.
_IN_THEATRES = (turn.PhaseProcessed, filing.OrdersFiled, filing.OrdersUndone, events.OrdersShown)


def _theatre(drawing: Drawing, game: Game, role: str, language: Language) -> Drawing | None:
    """Return the drawing of the reader's theatre, or None if they have none."""
    if game.settings.sandbox or role not in powers_in(game):
        return None
    title = message("{power}'s theatre. {board}", power=role, board=drawing.alternative)
    return with_theatre(drawing, role, game.variant, language.text(title))


def _finished(event: turn.PhaseProcessed, shown: _Shown) -> Drawing:
    game = shown.game
    due = None if game.settings.sandbox else event.deadline
    done = phase_text(event.before.phase, game.variant)
    after = event.adjudication.after
    caption = shown.caption(
        message("{game}: results of {phase}", game=game.name, phase=done),
        _note(after.phase, due),
        message(
            "The board of {game} after {phase}. {strengths}",
            game=game.name,
            phase=done,
            strengths=_told(after, shown),
        ),
    )
    return finished_drawing(event.before, event.adjudication, game.variant, caption)


def _planned(sheet: OrderSheet, shown: _Shown) -> Drawing | None:
    game = shown.game
    position = game.position
    if position is None or position.phase != sheet.phase:
        return None
    running = phase_text(sheet.phase, game.variant)
    whose: dict[str, Value] = {"game": game.name, "power": sheet.power, "phase": running}
    caption = shown.caption(
        message("{game}: orders of {power}, {phase}", **whose),
        _note(sheet.phase, _due(game)),
        message(
            "The board of {game} in {phase}, with the orders of {power} that are listed here.",
            **whose,
        ),
    )
    return planned_drawing(position, sheet.orders, game.variant, caption)


def _standing(position: Position, due: datetime | None, shown: _Shown) -> Drawing:
    game = shown.game
    due = None if game.settings.sandbox else due
    running = phase_text(position.phase, game.variant)
    caption = shown.caption(
        message("{game}: {phase}", game=game.name, phase=running),
        _note(position.phase, due),
        message(
            "The board of {game} in {phase}. {strengths}",
            game=game.name,
            phase=running,
            strengths=_told(position, shown),
        ),
    )
    return standing_drawing(position, game.variant, caption)


def _due(game: Game) -> datetime | None:
    due = due_of(game) if game.stage is Stage.ACTIVE else None
    return None if due is None else due.moment


def _note(phase: Phase, due: datetime | None) -> Text:
    """Return when orders are due, in UTC, so that all readers can have the same picture."""
    if due is None:
        return ""
    moment = date_text(due, "UTC")
    match phase.kind:
        case PhaseKind.MOVEMENT:
            return message("Orders due {moment}", moment=moment)
        case PhaseKind.RETREAT:
            return message("Retreats due {moment}", moment=moment)
        case PhaseKind.ADJUSTMENT:
            return message("Adjustments due {moment}", moment=moment)


def _told(position: Position, shown: _Shown) -> str:
    """Return a sentence with the strength of each power that is known."""
    board = NamedPosition(position, shown.game.variant)
    texts = []
    for power in shown.game.variant.powers:
        centers, units = len(centers_of(board, power.name)), len(units_of(board, power.name))
        if shown.only in (None, power.name) and (centers or units):
            strength = message(
                "{power} has {centers} and {units}",
                power=power.name,
                centers=counted("{count} center", "{count} centers", centers),
                units=counted("{count} unit", "{count} units", units),
            )
            texts.append(shown.language.text(strength))
    return f"{'; '.join(texts)}." if texts else ""


_SHOWN = 150  # characters that wide lists of mails show


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event in a notice, with the block of its template and the facts for it."""

    event: Event
    block: str
    facts: Facts


class NoticeEnricher:
    """Adds HTML, pictures and calendar entries to notices, from one folder of templates."""

    def __init__(self, templates: Path, address: str, language: Language) -> None:
        self._layout = Layout(templates, language)
        self._address, self._language = address, language

    def enclosed(
        self, notice: Notice, told: tuple[ToldEvent, ...], scene: Scene, frame: Facts
    ) -> Notice:
        """Return `notice` with HTML, a picture and a calendar entry where they apply.

        The reader's preferences decide about HTML and pictures. A mail for programs has only text.
        """
        form = scene.reader.player.preferences.format
        if form is Format.COMPAT:
            return notice
        calendar = self._calendar(told, scene)
        if form is Format.PLAIN:
            return replace(notice, calendar=calendar)
        drawings = self._drawings(told, scene)
        blocks = (
            self._layout.block(template_of(told_event.event), told_event.block, told_event.facts)
            for told_event in told
        )
        html = self._layout.page(
            Markup("\n\n").join(blocks),
            frame,
            Outside(notice.subject, _beginning(notice.text), drawings),
        )
        texts = tuple(drawing.text() for drawing in drawings)
        return replace(notice, html=html, drawings=texts, calendar=calendar)

    def bundled(self, pieces: tuple[Piece, ...], subject: str, text: str) -> str:
        """Return the HTML page of several notices in one mail with the text `text`."""
        return self._layout.page_of(pieces, Outside(subject, _beginning(text)))

    def drawing(self, shown: inspection.MapShown) -> str:
        """Return the text of the small drawing of a board, for a picture outside of mails."""
        drawing = drawing_of(shown, shown.game, shown.role, self._language)
        assert drawing is not None
        return replace(drawing, small=True).text()

    def _calendar(self, told: tuple[ToldEvent, ...], scene: Scene) -> str:
        """Return the calendar entries of the last event that has any, for a player."""
        reader, game = scene.reader, scene.game
        if game is None or reader.role not in powers_in(game):
            return ""
        entries = (
            calendar_of(told_event.event, game, scene, self._address, self._language)
            for told_event in reversed(told)
        )
        return next(filter(None, entries), "")

    def _drawings(self, told: tuple[ToldEvent, ...], scene: Scene) -> tuple[Drawing, ...]:
        """Return the drawings of the last event that has any, as the reader wants them.

        A reader who sends MAP gets a picture in any case.
        """
        game, role = scene.game, scene.reader.role
        wanted = scene.reader.player.preferences.pictures
        for event in (told_event.event for told_event in reversed(told)):
            if wanted is Pictures.NONE and not isinstance(event, inspection.MapShown):
                continue
            drawing = drawing_of(event, game, role, self._language)
            if drawing is None:
                continue
            if wanted is Pictures.SMALL:
                return (replace(drawing, small=True),)
            theatre = None
            if wanted is Pictures.THEATRE and game and isinstance(event, _IN_THEATRES):
                theatre = _theatre(drawing, game, role, self._language)
            if theatre is None:
                return (drawing,)
            if not isinstance(event, turn.PhaseProcessed):
                return (theatre,)
            # The whole board comes beside it once a phase.
            return tuple(replace(one, beside=True) for one in (theatre, drawing))
        return ()


def _beginning(text: str) -> str:
    """Return the beginning of a mail, as mailboxes show it beside the subject."""
    words = " ".join(text.removeprefix(REPLY_MARKER).split())
    return words if len(words) <= _SHOWN else words[:_SHOWN].rpartition(" ")[0]
