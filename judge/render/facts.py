"""What the templates are told: the facts of each event, worked out for one reader."""

from dataclasses import replace
from functools import singledispatch

from judge.engine.position import PhaseKind
from judge.game.events import (
    GameCreated,
    GameDrawn,
    GameRolledBack,
    GamesListed,
    GameStarted,
    GameTerminated,
    GameWon,
    HistoryShown,
    ObserverJoined,
    OrdersCleared,
    OrdersFiled,
    OrdersReminded,
    OrdersShown,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PlayerSignedOn,
    PowersAbandoned,
    PowersLate,
    PowerTakenOver,
    PressSent,
    Refused,
    SettingChanged,
    SummaryShown,
    WaitSet,
)
from judge.game.model import MASTER, Game, Nmr, Seat, Stage
from judge.game.orders import order_sheet
from judge.render.board import (
    center_lists,
    center_table,
    example_orders,
    standing,
    turn_of,
    units_of,
)
from judge.render.clock import processed_at
from judge.render.filters import listed, plural
from judge.render.orders import SheetView, filed_view, sheet_view
from judge.render.results import dislodged_units, results_of
from judge.render.scene import Facts, Scene
from judge.render.table import (
    card_of,
    count_grids,
    key_text,
    people_of,
    settings_of,
    summary_grids,
)
from judge.render.words import (
    Board,
    order_short,
    phase_text,
    place_short,
    unit_long,
    unit_short,
)


@singledispatch
def facts_of(event: object, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside the base facts.

    An event whose own fields are enough needs no entry here.
    """
    del event, scene
    return {}


@facts_of.register
def _orders_filed(event: OrdersFiled, scene: Scene) -> Facts:
    game = _game(scene)
    view = filed_view(event, _board(game))
    return {"sheet": view, "early": processed_at(game, event.ready)}


@facts_of.register
def _orders_shown(event: OrdersShown, scene: Scene) -> Facts:
    return {"sheet": sheet_view(event.sheet, _board(_game(scene)))}


@facts_of.register
def _orders_cleared(event: OrdersCleared, scene: Scene) -> Facts:
    board = _board(_game(scene))
    return {
        "sheet": sheet_view(event.sheet, board),
        "dropped": [order_short(order, board) for order in event.dropped],
    }


@facts_of.register
def _wait_set(event: WaitSet, scene: Scene) -> Facts:
    return {"early": processed_at(_game(scene), event.ready)}


@facts_of.register
def _player_signed_on(event: PlayerSignedOn, scene: Scene) -> Facts:
    return {"sheet": _sheet(scene, event.role)}


@facts_of.register
def _orders_reminded(event: OrdersReminded, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    sheet = _sheet(scene, scene.reader.role) if concerned else None
    late = f"{listed(event.powers)} missing"
    return {"sheet": sheet, "reminder": sheet.verdict if sheet else late}


@facts_of.register
def _powers_late(event: PowersLate, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    return {
        "sheet": _sheet(scene, scene.reader.role) if concerned else None,
        "holds": _game(scene).settings.nmr is Nmr.HOLD,
    }


@facts_of.register
def _power_taken_over(event: PowerTakenOver, scene: Scene) -> Facts:
    del event
    return _board_facts(scene)


@facts_of.register
def _observer_joined(event: ObserverJoined, scene: Scene) -> Facts:
    del event
    return _board_facts(scene)


@facts_of.register
def _player_joined(event: PlayerJoined, scene: Scene) -> Facts:
    more = f"{plural(event.missing, 'more player is', 'more players are')} needed."
    text = more if event.missing else "All players are there, so it starts now."
    return {"missing_text": text, "settings": settings_of(_game(scene))}


@facts_of.register
def _player_left(event: PlayerLeft, scene: Scene) -> Facts:
    return {
        "was_you": event.player.number == scene.reader.player.number,
        "vacated": event.role if event.role in _powers(_game(scene)) else "",
    }


@facts_of.register
def _powers_abandoned(event: PowersAbandoned, scene: Scene) -> Facts:
    number = scene.reader.player.number
    pairs = zip(event.powers, event.players, strict=False)
    mine = [power for power, player in pairs if player.number == number]
    return {"was_you": bool(mine), "mine": mine}


@facts_of.register
def _setting_changed(event: SettingChanged, scene: Scene) -> Facts:
    return {"settings": settings_of(replace(_game(scene), settings=event.settings))}


@facts_of.register
def _press_sent(event: PressSent, scene: Scene) -> Facts:
    others = [role for role in event.recipients if role != scene.reader.role]
    everybody = event.broadcast or len(others) == 0
    return {"others": () if everybody else (event.sender, *others)}


@facts_of.register
def _refused(event: Refused, scene: Scene) -> Facts:
    del scene
    return {"detail": event.detail}


@facts_of.register
def _game_started(event: GameStarted, scene: Scene) -> Facts:
    game = _game(scene)
    board = Board(event.position, game.variant)
    number = scene.reader.player.number
    mine = [seat.power for seat in event.seats if _holds(seat, number)]
    power = scene.reader.role if scene.reader.role in _powers(game) else ""
    power = power or (mine[0] if mine and not scene.reader.role else "")
    started = replace(game, seats=event.seats)
    return {
        "power": power,
        "start": phase_text(event.position.phase, game.variant),
        "start_id": str(event.position.phase),
        "people": people_of(started, known=scene.reader.role == MASTER, you=power),
        "units": [
            (
                unit_long(unit, board.geography),
                place_short(unit.location, board.geography),
            )
            for unit in units_of(board, power)
        ],
        "examples": example_orders(board, power),
        "neighbor": next((p for p in _powers(game) if p != power), ""),
        "standing": standing(board),
        "settings": settings_of(game),
    }


@facts_of.register
def _phase_processed(event: PhaseProcessed, scene: Scene) -> Facts:
    game = _game(scene)
    variant, after = game.variant, Board(event.adjudication.after, game.variant)
    before = Board(event.before, variant)
    counted = after.position.phase.kind is PhaseKind.ADJUSTMENT
    counted = counted or bool(event.adjudication.captures)
    return {
        "done": phase_text(event.before.phase, variant),
        "done_id": str(event.before.phase),
        "results": results_of(event.before, event.adjudication, event.absent, variant),
        "centers": center_table(after, before) if counted else (),
        "owned": center_lists(after) if counted else (),
        "standing": standing(after),
        "next": phase_text(after.position.phase, variant) if event.deadline else "",
        "turn": turn_of(after, scene.reader.role) if event.deadline else None,
        "lost": [
            unit_short(unit, variant.geography)
            for unit in dislodged_units(event.before, event.adjudication, variant)
            if unit.power == scene.reader.role
        ],
    }


@facts_of.register
def _game_rolled_back(event: GameRolledBack, scene: Scene) -> Facts:
    variant = _game(scene).variant
    board = Board(event.position, variant)
    return {
        "again": phase_text(event.position.phase, variant),
        "again_id": str(event.position.phase),
        "undone": [phase_text(phase, variant) for phase in event.undone],
        "standing": standing(board),
        "turn": turn_of(board, scene.reader.role),
    }


@facts_of.register
def _game_ended(event: GameWon | GameDrawn | GameTerminated, scene: Scene) -> Facts:
    return {"ending": event.ending, **summary_facts(_game(scene))}


@facts_of.register
def _summary_shown(event: SummaryShown, scene: Scene) -> Facts:
    del scene
    return {"card": card_of(event.game), **summary_facts(event.game)}


@facts_of.register
def _history_shown(event: HistoryShown, scene: Scene) -> Facts:
    del scene
    variant = event.game.variant
    return {
        "phases": [
            (
                phase_text(done.phase, variant),
                results_of(done.before, done.adjudication, done.absent, variant),
            )
            for done in event.phases
        ]
    }


@facts_of.register
def _games_listed(event: GamesListed, scene: Scene) -> Facts:
    del scene
    return {"cards": [card_of(game) for game in event.games]}


@facts_of.register
def _game_created(event: GameCreated, scene: Scene) -> Facts:
    del scene
    game = event.game
    seats = len(game.variant.powers)
    return {"card": card_of(game), "settings": settings_of(game), "seats": seats}


def summary_facts(game: Game) -> Facts:
    """Return who played and who owned what, year by year."""
    return {
        "people": people_of(game),
        "counts": count_grids(game),
        "grids": summary_grids(game),
        "key": key_text(game),
    }


def _board_facts(scene: Scene) -> Facts:
    game = _game(scene)
    if game.position is None:
        return {"standing": (), "owned": (), "turn": None}
    board = _board(game)
    return {
        "standing": standing(board),
        "owned": center_lists(board),
        "turn": turn_of(board, scene.reader.role),
    }


def _sheet(scene: Scene, power: str) -> SheetView | None:
    game = _game(scene)
    if game.stage is not Stage.ACTIVE or power not in _powers(game):
        return None
    return sheet_view(order_sheet(game, power), _board(game))


def _game(scene: Scene) -> Game:
    assert scene.game is not None
    return scene.game


def _board(game: Game) -> Board:
    assert game.position is not None
    return Board(game.position, game.variant)


def _powers(game: Game) -> tuple[str, ...]:
    return tuple(power.name for power in game.variant.powers)


def _holds(seat: Seat, number: int) -> bool:
    return seat.player is not None and seat.player.number == number
