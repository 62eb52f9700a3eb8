"""What the templates are told: the facts of each event, worked out for one reader."""

from dataclasses import replace
from functools import singledispatch

from judge.game.events import (
    GameCreated,
    GameDrawn,
    GameRolledBack,
    GamesListed,
    GameStarted,
    GameTerminated,
    GameWon,
    HelpGiven,
    HistoryShown,
    MapShown,
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
    VariantsShown,
)
from judge.game.model import ENTRANT, OBSERVER, Nmr, Seat, Stage
from judge.game.orders.sheet import order_sheet
from judge.game.settings.effect import players_wanted
from judge.game.vision import is_blind
from judge.render.facts.board import sayings_of
from judge.render.facts.orders import SheetView, filed_view, sheet_view
from judge.render.facts.pages import (
    SEATS,
    Facts,
    Scene,
    board_at,
    board_in,
    board_page,
    game_in,
    map_page,
    powers_in,
    results_page,
    start_page,
    summary_page,
)
from judge.render.facts.results import results_of
from judge.render.facts.table import card_of, person, settings_of
from judge.render.facts.variant import (
    RECONSTRUCTION,
    headline,
    neutral_rows,
    option_rows,
    power_rows,
    rules_of,
    variant_row,
    variant_rows,
)
from judge.render.filters import briefly, plural
from judge.render.words import NamedPosition, order_short, phase_text


@singledispatch
def facts_of(event: object, scene: Scene) -> Facts:
    """Return what the template of `event` may use beside the base facts.

    An event whose own fields are enough needs no entry here.
    """
    del event, scene
    return {}


@facts_of.register
def _orders_filed(event: OrdersFiled, scene: Scene) -> Facts:
    game = game_in(scene)
    return {"sheet": filed_view(event, board_at(game, event.sheet.phase))}


@facts_of.register
def _orders_shown(event: OrdersShown, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    view = sheet_view(event.sheet, board)
    return {"sheet": view, "wait": event.wait, "draw": event.draw}


@facts_of.register
def _orders_cleared(event: OrdersCleared, scene: Scene) -> Facts:
    board = board_at(game_in(scene), event.sheet.phase)
    return {
        "sheet": sheet_view(event.sheet, board),
        "dropped": [order_short(order, board) for order in event.dropped],
    }


@facts_of.register
def _player_signed_on(event: PlayerSignedOn, scene: Scene) -> Facts:
    sheet = _sheet(scene, event.role)
    seat = game_in(scene).seat(event.role) if sheet else Seat("")
    return {"sheet": sheet, "wait": seat.wait, "draw": seat.draw}


@facts_of.register
def _orders_reminded(event: OrdersReminded, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    sheet = _sheet(scene, scene.reader.role) if concerned else None
    late = f"{briefly(event.powers)} missing"
    return {"sheet": sheet, "reminder": sheet.count if sheet else late}


@facts_of.register
def _powers_late(event: PowersLate, scene: Scene) -> Facts:
    concerned = scene.reader.role in event.powers
    return {
        "sheet": _sheet(scene, scene.reader.role) if concerned else None,
        "holds": game_in(scene).settings.nmr is Nmr.HOLD,
    }


@facts_of.register
def _power_taken_over(event: PowerTakenOver, scene: Scene) -> Facts:
    del event
    return _board_now(scene)


@facts_of.register
def _observer_joined(event: ObserverJoined, scene: Scene) -> Facts:
    del event
    return _board_now(scene)


@facts_of.register
def _player_joined(event: PlayerJoined, scene: Scene) -> Facts:
    more = f"{plural(event.missing, 'more player is', 'more players are')} needed."
    text = more if event.missing else "All players are there, so it starts now."
    return {"missing_text": text, "settings": settings_of(game_in(scene))}


@facts_of.register
def _player_left(event: PlayerLeft, scene: Scene) -> Facts:
    return {
        "was_you": event.player.number == scene.reader.player.number,
        "vacated": event.role if event.role in powers_in(game_in(scene)) else "",
    }


@facts_of.register
def _powers_abandoned(event: PowersAbandoned, scene: Scene) -> Facts:
    number = scene.reader.player.number
    pairs = zip(event.powers, event.players, strict=False)
    mine = [power for power, player in pairs if player.number == number]
    return {"was_you": bool(mine), "mine": mine}


@facts_of.register
def _setting_changed(event: SettingChanged, scene: Scene) -> Facts:
    return {"settings": settings_of(replace(game_in(scene), settings=event.settings))}


@facts_of.register
def _press_sent(event: PressSent, scene: Scene) -> Facts:
    others = [role for role in event.recipients if role != scene.reader.role]
    everybody = event.broadcast or len(others) == 0
    many = event.author if event.sender in (OBSERVER, ENTRANT) else None
    return {
        "others": () if everybody else (event.sender, *others),
        "writer": person(many) if many else "",
    }


@facts_of.register
def _refused(event: Refused, scene: Scene) -> Facts:
    del scene
    seat = next(iter(event.detail), "")
    return {"detail": event.detail, "seat": SEATS.get(seat, seat)}


@facts_of.register
def _game_started(event: GameStarted, scene: Scene) -> Facts:
    return start_page(event, scene)


@facts_of.register
def _phase_processed(event: PhaseProcessed, scene: Scene) -> Facts:
    return results_page(event, scene)


@facts_of.register
def _game_rolled_back(event: GameRolledBack, scene: Scene) -> Facts:
    variant = game_in(scene).variant
    return {
        "again": phase_text(event.position.phase, variant),
        "again_id": str(event.position.phase),
        "undone": [str(phase) for phase in event.undone],
        **board_page(NamedPosition(event.position, variant), scene.reader.role),
    }


@facts_of.register
def _game_ended(event: GameWon | GameDrawn | GameTerminated, scene: Scene) -> Facts:
    return {"ending": event.ending, **summary_page(game_in(scene), scene.reader.role)}


@facts_of.register
def _summary_shown(event: SummaryShown, scene: Scene) -> Facts:
    del scene
    return {"card": card_of(event.game), **summary_page(event.game, event.role)}


@facts_of.register
def _history_shown(event: HistoryShown, scene: Scene) -> Facts:
    del scene
    variant = event.game.variant
    sighted = event.role if is_blind(event.game, event.role) else None
    phases = []
    for done in event.phases:
        facts = done.before, done.adjudication, done.absent
        results = results_of(*facts, variant, sighted)
        phases.append((phase_text(done.phase, variant), results))
    return {"phases": phases}


@facts_of.register
def _map_shown(event: MapShown, scene: Scene) -> Facts:
    del scene
    return map_page(event)


@facts_of.register
def _games_listed(event: GamesListed, scene: Scene) -> Facts:
    del scene
    return {"cards": [card_of(game) for game in event.games]}


@facts_of.register
def _variants_shown(event: VariantsShown, scene: Scene) -> Facts:
    del scene
    if len(event.files) != 1:
        return {"file": None, "rows": [variant_row(file) for file in event.files]}
    file = event.files[0]
    return {
        "file": file,
        "headline": headline(file),
        "reconstruction": RECONSTRUCTION if file.reconstruction else "",
        "rows": tuple(variant_rows(file.variant)),
        "powers": power_rows(file.variant),
        "neutrals": neutral_rows(file.variant),
        "rules": rules_of(file.variant),
        "options": option_rows(file.variant),
    }


@facts_of.register
def _game_created(event: GameCreated, scene: Scene) -> Facts:
    del scene
    game = event.game
    seats = players_wanted(game.variant, game.settings)
    return {"card": card_of(game), "settings": settings_of(game), "seats": seats}


@facts_of.register
def _help_given(event: HelpGiven, scene: Scene) -> Facts:
    game, role = scene.game, scene.reader.role
    if event.topic != "orders" or game is None:
        return {"rules": (), "sayings": ()}
    said = sayings_of(board_in(game), role) if game.position else ()
    return {"rules": rules_of(game.variant), "sayings": said}


def _board_now(scene: Scene) -> Facts:
    game = game_in(scene)
    if game.position is None:
        return {"standing": (), "owned": (), "turn": None}
    return board_page(board_in(game), scene.reader.role)


def _sheet(scene: Scene, power: str) -> SheetView | None:
    game = game_in(scene)
    if game.stage is not Stage.ACTIVE or power not in powers_in(game):
        return None
    return sheet_view(order_sheet(game, power), board_in(game))
