"""What the templates are told of what a Master is shown, and of files of games."""

from collections.abc import Iterator
from datetime import timedelta

from judge.game import (
    DeskReply,
    DryRunShown,
    DummySet,
    Event,
    GameDrawn,
    GameExported,
    GameResumed,
    GameRolledBack,
    GameRolledForward,
    GameTerminated,
    GameUnstarted,
    GameWon,
    KeeperAnswered,
    MasterPromoted,
    PhaseProcessed,
    PlayerLeft,
    PositionEdited,
    PositionOffered,
    PowerControlled,
    PowerStatus,
    ResultsPredicted,
    SettingChanged,
    SettingsProposed,
    SettingsShown,
    StatusShown,
    TrailRow,
    TrailShown,
    setting_lines,
)
from judge.letter import OPEN_FOR
from judge.messages import Text, counted, message, series
from judge.render.clock import date_text, day_text
from judge.render.facts.pages import Facts, Scene, board_in
from judge.render.facts.results import results_of
from judge.render.facts.table import name_of, person, stage_text
from judge.render.kinds.edited import edited_page

_NO_PLAYER = message("no player")
_MOMENT = timedelta(seconds=1)
_MOST_ROWS = 10


def facts_of(event: DeskReply, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case StatusShown():
            return _status_shown(event, scene)
        case SettingsShown(values=values):
            led = bool(event.game.masters)
            return {"lines": setting_lines(values), "name": event.game.name, "led": led}
        case SettingsProposed(rows=rows):
            shown, more = list(map(_row_shown, rows[:_MOST_ROWS])), len(rows[_MOST_ROWS:])
            return {"rows": shown, "more": more, "until": scene.now + OPEN_FOR}
        case ResultsPredicted():
            return _results_predicted(event)
        case DryRunShown():
            return _dry_run_shown(event, scene)
        case PositionOffered(lines=lines):
            return {"lines": lines}
        case KeeperAnswered(lines=lines):
            return {"first": next(iter(lines), ""), "lines": lines}
        case GameExported(game):
            return {"file": f"{game.name}.zip"}
        case TrailShown(rows=rows):
            return {"rows": [_trail_row(row) for row in rows]}


def _dry_run_shown(event: DryRunShown, scene: Scene) -> Facts:
    """Return what would follow; a board that would be another one is shown."""
    facts: Facts = {"lines": [], "edited": False}
    for fact in event.facts:
        if isinstance(fact, PositionEdited):
            facts = {**edited_page(fact, scene), "lines": [], "edited": True}
    told = [_would(one) for one in event.facts if not isinstance(one, PositionEdited)]
    return {**facts, "lines": told, "below": event.text.splitlines()}


def _trail_row(row: TrailRow) -> tuple[str, Text, str]:
    """Return when something happened, what and by whom, and its digest in short."""
    return f"{row.at:%Y-%m-%d %H:%M}", _told(row), row.digest[:8]


def _told(row: TrailRow) -> Text:
    if row.withheld:
        return message("(between others)")
    text = message("(erased)") if row.text is None else row.text
    name = f"({name_of(row.by)})" if row.by else ""
    who = " ".join(filter(None, (row.role, name)))
    return message("{who}: {text}", who=who, text=text) if who else text


def _results_predicted(event: ResultsPredicted) -> Facts:
    board = board_in(event.game)
    results = results_of(board.position, event.adjudication, event.absent, board.variant)
    return {"results": results}


def _would(  # noqa: C901, PLR0912 - one case a kind
    fact: Event,
) -> Text:
    """Return what a fact of a dry run would be, in a sentence."""
    match fact:
        case PhaseProcessed(before=before):
            return message("{phase} would be processed.", phase=str(before.phase))
        case GameRolledBack(undone=undone):
            return message(
                "{phases} would count no longer.", phases=series([str(phase) for phase in undone])
            )
        case GameRolledForward(phases=phases):
            return message(
                "{phases} would count again.", phases=series([str(one.phase) for one in phases])
            )
        case PlayerLeft(player, role):
            name = person(player)
            return message("{person} would be {role} no more.", person=name, role=role)
        case MasterPromoted(player):
            return message("{person} would be a Master.", person=person(player))
        case GameUnstarted():
            return message("The game would form again.")
        case SettingChanged(option=option, value=value):
            return message("{option} would be {value}.", option=option, value=value)
        case DummySet(power, dummy=True):
            return message("{power} would be a dummy.", power=power)
        case DummySet(power):
            return message("{power} would be no dummy any more.", power=power)
        case PowerControlled(power, by):
            return message("The player of {by} would play {power}, too.", by=by, power=power)
        case GameResumed(deadline):
            due = date_text(deadline, "UTC")
            return message("The game would go on, with a deadline on {due}.", due=due)
        case GameWon(ending) | GameDrawn(ending) | GameTerminated(ending):
            return message("The game would be over: {reason}.", reason=ending.reason)
        case _:
            return message("Orders that were kept for the phase would be taken.")


def _row_shown(row: tuple[str, str, Text]) -> tuple[str, str, Text]:
    """Return how a setting would change; of words for all only how many they are."""
    name, before, value = row
    if name != "COMMENT":
        return row
    return name, before, counted("{count} word", "{count} words", count=len(str(value).split()))


def _status_shown(event: StatusShown, scene: Scene) -> Facts:
    seats = {seat.power: seat for seat in event.game.seats}
    rows = []
    for row in event.rows:
        player, state = seats[row.power].player, series(list(_words(row, scene)))
        if player is not None:
            state = message("{name}: {state}", name=person(player), state=state)
        rows.append((row.power, state))
    wanted = [row for row in event.rows if row.sheet is not None]
    done = sum(row.sheet.complete for row in wanted if row.sheet is not None)
    count = message("{some} of {all} in", some=done, all=len(wanted))
    return {"rows": rows, "count": count, "stage": stage_text(event.game)}


def _words(row: PowerStatus, scene: Scene) -> Iterator[Text]:
    """Yield what is told of one power, what matters most first."""
    if row.vacant:
        yield message("a dummy") if row.dummy else _NO_PLAYER
        return
    if row.late:
        yield message("late")
    yield _orders(row)
    yield from _waiting(row, scene)
    yield from _away(row, scene)
    if row.sought:
        yield message("looks for a substitute")
    if row.dummy:
        yield message("a dummy otherwise")
    if row.missed:
        yield counted("missed the last phase", "missed the last {count} phases", row.missed)
    if row.unreachable:
        yield message("mail comes back")


def _waiting(row: PowerStatus, scene: Scene) -> Iterator[Text]:
    if row.until is not None and row.until > scene.now:
        until = date_text(row.until, scene.reader.player.zone)
        yield message("waits until {moment}", moment=until)
    elif row.waits:
        yield message("waits for the deadline")


def _away(row: PowerStatus, scene: Scene) -> Iterator[Text]:
    zone = scene.reader.player.zone
    for begin, end in row.away:
        last = day_text(end - _MOMENT, zone)
        if begin <= scene.now < end:
            yield message("away until {day}", day=last)
        elif begin > scene.now:
            first = day_text(begin, zone)
            yield message("away from {first} to {last}", first=first, last=last)


def _orders(row: PowerStatus) -> Text:
    if row.sheet is None:
        return message("nothing to order")
    if row.sheet.complete:
        return message("in")
    if not row.sent:
        return message("nothing sent")
    lacking = len(row.sheet.missing) + abs(row.sheet.pending)
    if not lacking:
        return message("a line to correct")
    return counted("{count} order missing", "{count} orders missing", lacking)
