"""The rows of a game: its own, and those of its people and powers, as columns.

A field that is stored as it is stands in a column of its name, and is listed nowhere else.
"""

from collections.abc import Collection, Mapping
from dataclasses import fields
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

from sqlalchemy import Row, Table

from judge.game import DiaryNote, Entrant, Follower, Game, HeldPress, Motion, Player, Seat, wakes_at
from judge.store.games.boards import BoardTexts, position_text
from judge.store.games.results import order_texts, read_orders
from judge.store.games.sheets import (
    earlier_text,
    entered_text,
    plans_text,
    proxies_text,
    read_earlier,
    read_entered,
    read_plans,
    read_proxies,
)
from judge.store.games.terms import guests_text, settings_text
from judge.store.tables import diary, held_press, seats

Values = Mapping[str, object]


class _Columns:
    """The columns of a table that hold fields of a kind of values as they are."""

    def __init__(self, table: Table, kind: type, otherwise: Collection[str] = ()) -> None:
        """Take all fields of the `kind` that have a column, except those stored `otherwise`."""
        named = [one.name for one in fields(kind) if one.name in table.c]
        self._names = tuple(name for name in named if name not in otherwise)
        self._get = attrgetter(*self._names)

    def of(self, source: object) -> dict[str, Any]:
        """Return them by name, from a value or from a row."""
        return dict(zip(self._names, self._get(source), strict=True))


_SEAT = _Columns(
    seats, Seat, ("player", "orders", "earlier", "plans", "proxies", "entered", "absences")
)
_HELD = _Columns(held_press, HeldPress)
_NOTE = _Columns(diary, DiaryNote)
_OF_THE_CLOCK = (
    *("stage", "deadline", "grace", "ready", "held"),
    *("resumes", "reminded", "muster"),
)


def birth_values(game: Game) -> Values:
    """Return the columns of a game that never change."""
    return {
        "key": game.name.lower(),
        "name": game.name,
        "variant": game.variant.name,
        "seed": str(game.seed),
        "created": game.created,
    }


def changed_values(before: Game | None, game: Game, board: BoardTexts) -> Values:
    """Return the columns of `game` that are not as they were, and when it is due."""
    values: dict[str, object] = {"due": wakes_at(game)}
    for name in _OF_THE_CLOCK:
        value = getattr(game, name)
        if before is None or value != getattr(before, name):
            values[name] = value
    if before is None or game.settings != before.settings:
        values["settings"] = settings_text(game.settings)
    if before is None or game.ending != before.ending:
        ending = game.ending
        values["winners"] = None if ending is None else ending.winners
        values["ending"] = None if ending is None else ending.reason
    if before is None or game.forms_again != before.forms_again:
        values["forms_again"] = game.forms_again
    if before is None or game.guests != before.guests:
        values["guests"] = guests_text(game.guests)
    return values | _of_the_phase(before, game) | _of_the_board(before, game, board)


def _of_the_board(before: Game | None, game: Game, board: BoardTexts) -> dict[str, object]:
    """Return the columns of the board, and of what it was before it was edited."""
    values: dict[str, object] = {}
    if before is None or game.position is not before.position:
        values["phase"] = phase_text(game)
        position = game.position
        values["position"] = position and position_text(position, board)
    if before is None or game.edited is not before.edited:
        values["edited"] = game.edited and position_text(game.edited, board)
    return values


def _of_the_phase(before: Game | None, game: Game) -> dict[str, object]:
    """Return the columns of what is proposed and looked at in a phase, if changed."""
    values: dict[str, object] = {}
    if before is None or game.motion != before.motion:
        values |= _motion_values(game.motion)
    if before is None or game.review != before.review:
        values["closed"] = game.review and game.review.closed
        values["released"] = game.review and game.review.until
    return values


def _motion_values(motion: Motion | None) -> Values:
    return {
        "motion": motion and motion.kind,
        "motion_until": motion and motion.until,
        "motion_reason": motion and motion.reason,
        "motion_settled": motion and motion.settled,
        "motion_line": motion and motion.line,
        "motion_timed": motion and motion.timed,
    }


def read_motion(row: Row[*tuple[object, ...]]) -> Motion | None:
    """Return what the players of a game vote on."""
    if row.motion is None:
        return None
    return Motion(
        kind=row.motion,
        until=row.motion_until,
        reason=row.motion_reason,
        settled=row.motion_settled,
        line=row.motion_line,
        timed=row.motion_timed,
    )


def span_text(span: tuple[datetime, datetime]) -> str:
    """Return from when until when as text: `2030-01-05T00:00:00+00:00/...`."""
    return "/".join(moment.astimezone(UTC).isoformat() for moment in span)


def read_span(text: str) -> tuple[datetime, datetime]:
    """Return from when until when."""
    begin, end = map(datetime.fromisoformat, text.split("/"))
    return begin, end


def phase_text(game: Game) -> str | None:
    """Return the running phase as text, None before the game starts."""
    return None if game.position is None else str(game.position.phase)


def seat_values(seat: Seat, board: BoardTexts) -> Values:
    """Return the columns that hold `seat`."""
    return _SEAT.of(seat) | {
        "player": None if seat.player is None else seat.player.number,
        "orders": order_texts(seat.orders, board),
        "earlier": earlier_text(seat.earlier, board),
        "plans": plans_text(seat.plans),
        "proxies": proxies_text(seat.proxies, board),
        "entered": entered_text(seat.entered, board),
        "absences": tuple(map(span_text, seat.absences)),
    }


def read_seat(row: Row[*tuple[object, ...]], player: Player | None, board: BoardTexts) -> Seat:
    """Return the seat of `player`, as a row holds it."""
    return Seat(
        **_SEAT.of(row),
        player=player,
        orders=read_orders(row.orders, row.power, board),
        earlier=read_earlier(row.earlier, row.power, board),
        plans=read_plans(row.plans),
        proxies=read_proxies(row.proxies, board),
        entered=read_entered(row.entered, row.power, board),
        absences=tuple(map(read_span, row.absences)),
    )


def entrant_values(entrant: Entrant) -> Values:
    """Return the columns that hold `entrant`."""
    return {
        "player": entrant.player.number,
        "preferences": entrant.preferences,
        "password": entrant.password,
        "here": entrant.here,
    }


def follower_values(follower: Follower, role: str) -> Values:
    """Return the columns that hold a Master or an observer."""
    return {
        "player": follower.player.number,
        "role": role,
        "password": follower.password,
        "delay": round(follower.delay.total_seconds()),
    }


def held_values(held: HeldPress) -> Values:
    """Return the columns that hold press which has not left."""
    return _HELD.of(held) | {"player": held.author.number}


def read_held(row: Row[*tuple[object, ...]], author: Player) -> HeldPress:
    """Return press that has not left, as a row holds it."""
    return HeldPress(**_HELD.of(row), author=author)


def note_values(note: DiaryNote) -> Values:
    """Return the columns that hold a note of somebody's diary."""
    return _NOTE.of(note) | {"player": note.author.number}


def read_note(row: Row[*tuple[object, ...]], author: Player) -> DiaryNote:
    """Return a note of somebody's diary, as a row holds it."""
    return DiaryNote(**_NOTE.of(row), author=author)
