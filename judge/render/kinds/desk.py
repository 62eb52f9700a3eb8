"""What the templates are told of what a Master is shown, and of files of games."""

from collections.abc import Iterator
from datetime import timedelta

from judge.game import (
    DeskReply,
    GameExported,
    KeeperAnswered,
    PowerStatus,
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
from judge.render.facts.pages import Facts, Scene
from judge.render.facts.table import name_of, person, stage_text

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
        case KeeperAnswered(lines=lines):
            return {"first": next(iter(lines), ""), "lines": lines}
        case GameExported(game):
            return {"file": f"{game.name}.zip"}
        case TrailShown(rows=rows):
            return {"rows": [_trail_row(row) for row in rows]}


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
