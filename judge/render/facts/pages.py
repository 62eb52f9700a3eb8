"""Facts that many mails share: scene, board, start, results and summary."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from judge.engine import Phase, PhaseKind, newly_called
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    OVER,
    STANDBY,
    TUTOR,
    Event,
    Game,
    GameStarted,
    Reader,
    Stage,
    diaries,
    inspection,
    is_blind,
    is_over,
    led_by_players,
    order_sheet,
    turn,
)
from judge.messages import Message, Text, message
from judge.notation import unit_name
from judge.render.clock import due_of, processed_at, sooner_text, zone_of
from judge.render.facts.board import (
    Turn,
    center_lists,
    example_orders,
    marker_titles,
    sayings_of,
    standing,
    turn_of,
    units_of,
    votes_of,
    warnings_of,
)
from judge.render.facts.grids import center_table, count_grids, key_text, summary_grids
from judge.render.facts.orders import SheetView
from judge.render.facts.results import dislodged_units, results_of
from judge.render.facts.table import name_of, people_of, special_terms
from judge.render.rulebook import rule_texts
from judge.render.words import NamedPosition, phase_text, place_short, unit_short

Facts = dict[str, object]

SEATS: Mapping[str, Message] = {
    MASTER: message("the Master"),
    OBSERVER: message("an observer"),
    STANDBY: message("on stand-by"),
    TUTOR: message("a tutor"),
    ENTRANT: message("one of those who joined"),
    "": message("nobody"),
}


@dataclass(frozen=True, slots=True)
class Scene:
    """The reader of a mail, and the circumstances in which it is written."""

    reader: Reader
    game: Game | None
    now: datetime
    #: Whether the mail answers a letter of the reader.
    answering: bool
    #: Whether the mail is about one event only.
    alone: bool
    #: Whether this is the last event of its kind in the mail.
    last: bool = True


def base_facts(scene: Scene) -> Facts:
    """Return the facts that every template may use."""
    reader, game = scene.reader, scene.game
    position = game.position if game else None
    powers = powers_in(game) if game else ()
    asked_to_wait = game is not None and any(
        seat.wait for seat in game.seats if seat.power == reader.role
    )
    return {
        "game": game,
        "now": scene.now,
        "zone": zone_of(reader.player, game),
        "reader": reader.player,
        "name": name_of(reader.player),
        "role": reader.role if game else "",
        "seat_text": SEATS.get(reader.role, reader.role),
        "power": reader.role if reader.role in powers else "",
        "is_master": bool(game) and reader.role == MASTER,
        "by_vote": game is not None and led_by_players(game),
        "is_observer": bool(game) and reader.role in (OBSERVER, TUTOR),
        "stands_by": bool(game) and reader.role == STANDBY,
        "answering": scene.answering,
        "alone": scene.alone,
        "last": scene.last,
        "blind": game is not None and is_blind(game, reader.role),
        "over": bool(game and game.stage in OVER),
        "due": due_of(game) if game else None,
        "early": processed_at(game) if game else None,
        "sooner": sooner_text(game, scene.now) if game else "",
        "last_word": _owes_last_word(scene),
        # In grace, nobody can wait for the deadline any more.
        "waiting": game is not None and asked_to_wait and game.grace is None,
        "phase_id": str(position.phase) if position else "",
        "phase": phase_text(position.phase, game.variant) if game and position else "",
    }


def _owes_last_word(scene: Scene) -> bool:
    """Return whether the reader may still make a statement about a finished game."""
    game, reader = scene.game, scene.reader
    if game is None or not is_over(game) or not reader.role:
        return False
    return not diaries.has_stated(game, reader.player)


def game_of(event: Event) -> Game | None:
    """Return the game that the event itself contains, or None."""
    match event:
        case object(game=Game() as game):
            return game
        case _:
            return None


def game_in(scene: Scene) -> Game:
    """Return the game of the scene, which must have one."""
    assert scene.game is not None
    return scene.game


def powers_in(game: Game) -> tuple[str, ...]:
    """Return the names of the powers of `game`."""
    return tuple(power.name for power in game.variant.powers)


def board_in(game: Game) -> NamedPosition:
    """Return the board of a game that has started."""
    assert game.position is not None
    return NamedPosition(game.position, game.variant)


def board_at(game: Game, phase: Phase) -> NamedPosition:
    """Return the board of `phase`: the current one, or that of a finished phase."""
    for finished in game.history:
        if finished.phase == phase:
            return NamedPosition(finished.before, game.variant)
    return board_in(game)


def board_page(board: NamedPosition, role: str) -> Facts:
    """Return the units and center owners of a board, and the task of `role`."""
    return {
        "standing": standing(board, role),
        "owned": center_lists(board, role),
        "turn": turn_of(board, role),
        "markers": marker_titles(board),
        "sayings": sayings_of(board, role),
        "votes": votes_of(board, role),
        "warnings": warnings_of(board, role),
    }


def start_page(event: GameStarted, scene: Scene) -> Facts:
    """Return what a player needs to begin: their units, the other powers, an example."""
    game, power = game_in(scene), scene.reader.role
    board = NamedPosition(event.position, game.variant)
    names = [side.name for side in game.variant.powers]
    started = replace(game, seats=event.seats)
    task = turn_of(board, power)
    building = event.position.phase.kind is PhaseKind.ADJUSTMENT
    return {
        "start": phase_text(event.position.phase, game.variant),
        "start_id": str(event.position.phase),
        "people": people_of(started, known=power == MASTER, you=power),
        "units": [
            (unit_name(unit, board.geography), place_short(unit.location, board.geography))
            for unit in units_of(board, power)
        ],
        "invitation": _invitation(task, event.position.phase.kind),
        # A game that begins with builds has no units for example orders.
        "examples": task.lines if task and building else example_orders(board, power),
        "neighbor": next((name for name in names if name != power), ""),
        "standing": standing(board, power),
        "markers": marker_titles(board),
        "sayings": sayings_of(board, power),
        "warnings": warnings_of(board, power),
        "rules": rule_texts(game.variant),
        "owned": (),
        "special": special_terms(game),
    }


def _invitation(wanted: Turn | None, kind: PhaseKind) -> Text:
    """Return how a player sends the first orders; an example follows."""
    if wanted is None:
        return message(
            "You have nothing to order in this phase. When the next one begins, simply "
            "reply to its mail with your orders, one a line, for example"
        )
    if kind is PhaseKind.ADJUSTMENT:
        return message("Simply reply to this mail. {task}", task=wanted.task)
    return message("Simply reply to this mail with your orders, one a line, for example")


def results_page(event: turn.PhaseProcessed, scene: Scene) -> Facts:
    """Return the results of a phase, the board after it, and the next phase."""
    variant, role = game_in(scene).variant, scene.reader.role
    sighted = role if is_blind(game_in(scene), role) else None
    before, adjudication = NamedPosition(event.before, variant), event.adjudication
    after = NamedPosition(adjudication.after, variant)
    ended = event.deadline is None
    kind = after.position.phase.kind
    year_over = after.position.phase.year != event.before.phase.year
    adjusted = event.before.phase.kind is PhaseKind.ADJUSTMENT
    counted = kind is PhaseKind.ADJUSTMENT or (year_over and not adjusted)
    lost = dislodged_units(event.before, adjudication, variant)
    return {
        **board_page(after, role),
        "done": phase_text(event.before.phase, variant),
        "done_id": str(event.before.phase),
        "results": results_of(
            event.before, adjudication, event.absent, variant, sighted, first=role
        ),
        "centers": (center_table(after, before, ended=ended, only=sighted) if counted else ()),
        "owned": center_lists(after, role) if counted else (),
        "next": "" if ended else phase_text(after.position.phase, variant),
        "called": newly_called(event.before, after.position, variant),
        "lost": [unit_short(unit, variant.geography) for unit in lost if unit.power == role],
    }


def map_page(event: inspection.MapShown) -> Facts:
    """Return the units and center owners now, or after a finished phase."""
    game, done = event.game, event.finished
    position = done.adjudication.after if done else game.position or game.variant.start
    board = NamedPosition(position, game.variant)
    if done is None:
        running = phase_text(position.phase, game.variant)
        shown: Text = str(position.phase)
        told, results = message("in {phase}", phase=running), None
    else:
        over = phase_text(done.phase, game.variant)
        shown = message("after {phase}", phase=str(done.phase))
        told = message("after {phase}", phase=over)
        sighted = event.role if is_blind(game, event.role) else None
        facts = done.before, done.adjudication, done.absent
        results = results_of(*facts, game.variant, sighted, first=event.role)
    return {**board_page(board, event.role), "shown": shown, "told": told, "results": results}


def summary_page(game: Game, role: str) -> Facts:
    """Return the players and the center owners, year by year, as far as `role` may know."""
    sighted = role if is_blind(game, role) else None
    return {
        "people": people_of(game),
        "special": special_terms(game),
        "counts": count_grids(game, only=sighted),
        "grids": summary_grids(game),
        "key": key_text(game),
        "owned": center_lists(board_in(game), role) if game.position else (),
    }


def board_now(scene: Scene) -> Facts:
    """Return the current board, or empty facts if there is none yet."""
    game = game_in(scene)
    if game.position is None:
        return {"standing": (), "owned": (), "turn": None, "warnings": ()}
    return board_page(board_in(game), scene.reader.role)


def sheet_now(scene: Scene, power: str) -> SheetView | None:
    """Return the orders of `power`, or None if it has none to give."""
    game = game_in(scene)
    if game.stage is not Stage.ACTIVE or power not in powers_in(game):
        return None
    return SheetView(order_sheet(game, power), board_in(game))
