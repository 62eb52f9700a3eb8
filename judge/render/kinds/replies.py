"""Facts for the templates of answers to a letter: orders shown, questions, refusals."""

from collections.abc import Callable, Mapping
from typing import Any

from judge.game import (
    ConfirmationAsked,
    Event,
    LineNotUnderstood,
    NothingToOrder,
    NotHolder,
    OrdersShown,
    PlayerSignedOn,
    PreviewShown,
    Refused,
    Seat,
    filing,
    inquiry,
    open_powers,
)
from judge.letter import OPEN_FOR
from judge.render.facts.orders import SheetView
from judge.render.facts.pages import SEATS, Facts, Scene, board_at, board_in, game_in, sheet_now
from judge.render.facts.results import results_of
from judge.render.kinds.orders import proxy_rows
from judge.render.templates import block_of
from judge.render.words import phase_text, unit_short


def _not_understood(event: LineNotUnderstood, scene: Scene) -> Facts:
    game = scene.game
    return {"asked_for": [] if game is None else inquiry.lines_expected(game, scene.reader.role)}


def _confirmation_asked(event: ConfirmationAsked, scene: Scene) -> Facts:
    """Return the line that undoes the command, "" if there is none, and when the question lapses.

    `of_board` is true for a ROLLBACK to the running phase, which undoes edits of the board and no
    phase.
    """
    game, back = scene.game, event.command.startswith("ROLLBACK ")
    running = str(game.position.phase) if game and game.position else ""
    of_board = event.command == f"ROLLBACK {running}"
    forward = "ROLLBACK" if event.command == "ROLL FORWARD" else ""
    backward = "ROLL FORWARD" if back and not of_board else ""
    until = scene.now + OPEN_FOR
    return {"taken_back_by": forward or backward, "of_board": of_board, "until": until}


def _orders_shown(event: OrdersShown, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    variant = board.variant
    return {
        "sheet": SheetView(event.sheet, board, read=event.lines),
        "wait": event.wait,
        "wait_until": event.wait_until,
        "draw": event.draw,
        "plans": [(phase_text(one.phase, variant), one.lines) for one in event.plans],
        "proxies": proxy_rows(event, scene),
    }


def _orders_stand(event: filing.OrdersStand, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {"sheet": SheetView(event.sheet, board, read=event.lines)}


def _player_signed_on(event: PlayerSignedOn, scene: Scene) -> Facts:
    sheet = sheet_now(scene, event.role)
    seat = game_in(scene).seat(event.role) if sheet else Seat("")
    return {"sheet": sheet, "wait": seat.wait, "wait_until": seat.wait_until, "draw": seat.draw}


def _preview_shown(event: PreviewShown, scene: Scene) -> Facts:
    board = board_in(event.game)
    results = results_of(board.position, event.adjudication, (), board.variant)
    return {"results": results}


def _refused(event: Refused, scene: Scene) -> Facts:
    why = event.why
    role = why.role if isinstance(why, NotHolder) else ""
    game = scene.game
    running = game is not None and game.position is not None
    named = [one.name for one in game.variant.powers] if game else ["France", "Italy"]
    vacant = open_powers(game_in(scene)) if running else ()
    units = why.units if isinstance(why, NothingToOrder) else ()
    return {
        "why": why,
        "block": block_of(why),
        "vacant": role in vacant,
        "seat": SEATS.get(role, role),
        "somebody": next(p for p in (*named, "M") if p != scene.reader.role).upper(),
        "units": [unit_short(one, game_in(scene).variant.geography) for one in units],
    }


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    ConfirmationAsked: _confirmation_asked,
    LineNotUnderstood: _not_understood,
    OrdersShown: _orders_shown,
    filing.OrdersStand: _orders_stand,
    PlayerSignedOn: _player_signed_on,
    PreviewShown: _preview_shown,
    Refused: _refused,
}
