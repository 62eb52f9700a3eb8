"""Facts for the templates of events around a game: people who join and leave, settings."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.game import (
    Event,
    Game,
    GameCreated,
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PowerTakenOver,
    SettingChanged,
    SettingsProposed,
    guests,
    is_blind,
    is_free_text,
    open_powers,
    players_wanted,
)
from judge.letter import OPEN_FOR
from judge.messages import Text, counted
from judge.render.facts.board import standing
from judge.render.facts.grids import count_grids
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_in,
    board_now,
    game_in,
    powers_in,
    sheet_now,
    start_page,
)
from judge.render.facts.results import Results, results_of
from judge.render.facts.table import card_of, settings_of
from judge.render.rulebook import rule_texts
from judge.render.words import phase_text

_MOST_ROWS = 10  # settings in a proposal
_LATELY = 3  # phases whose results a new player is sent


def _game_created(event: GameCreated, scene: Scene) -> Facts:
    game = event.game
    return {
        "card": card_of(game),
        "settings": settings_of(game),
        "seats": players_wanted(game.variant, game.settings),
        "standing": standing(board_in(game)) if game.position else (),
    }


def _player_joined(event: PlayerJoined, scene: Scene) -> Facts:
    game, number = game_in(scene), event.entrant.player.number
    leads = any(one.player.number == number for one in game.masters)
    return {"settings": settings_of(game), "leads": leads}


def _power_taken_over(event: PowerTakenOver, scene: Scene) -> Facts:
    """Return the current board, and recent events for the new player."""
    game = game_in(scene)
    replaced, told = event.replaced, _LATELY if scene.answering else 0
    return {
        **board_now(scene),
        "sheet": sheet_now(scene, event.seat.power) if event.seat.orders else None,
        "rules": rule_texts(game.variant),
        "settings": settings_of(game),
        "counts": count_grids(game, only=_sighted(scene)),
        "phases": list(_last_phases(game, scene, told)),
        "was_you": replaced is not None and replaced.number == scene.reader.player.number,
    }


def _last_phases(game: Game, scene: Scene, most: int) -> Iterator[tuple[Text, Results]]:
    """Yield the results of the last phases of a game, oldest first."""
    for done in game.history[-most:] if most else ():
        facts = done.before, done.adjudication, done.absent
        results = results_of(*facts, game.variant, _sighted(scene), first=scene.reader.role)
        yield phase_text(done.phase, game.variant), results


def _sighted(scene: Scene) -> str | None:
    """Return the reader's power if they see only a part of the board, else None."""
    role = scene.reader.role
    return role if is_blind(game_in(scene), role) else None


def _observer_joined(event: ObserverJoined, scene: Scene) -> Facts:
    return board_now(scene)


def _player_left(event: PlayerLeft, scene: Scene) -> Facts:
    game = game_in(scene)
    vacant = open_powers(game) if game.position is not None else ()
    return {
        "was_you": event.player.number == scene.reader.player.number,
        "vacated": event.role if event.role in powers_in(game) else "",
        "free": event.role in vacant,
    }


def _setting_changed(event: SettingChanged, scene: Scene) -> Facts:
    return {"settings": settings_of(replace(game_in(scene), settings=event.settings))}


def _settings_proposed(event: SettingsProposed, scene: Scene) -> Facts:
    shown, more = event.rows[:_MOST_ROWS], len(event.rows[_MOST_ROWS:])
    return {"rows": list(map(_row_shown, shown)), "more": more, "until": scene.now + OPEN_FOR}


def _row_shown(row: tuple[str, str, Text]) -> tuple[str, str, Text]:
    """Return a row about a setting's change; free text is shown as the number of its words."""
    name, before, value = row
    if not is_free_text(name):
        return row
    return name, before, counted("{count} word", "{count} words", count=len(str(value).split()))


# Phases of a typical whole game: ten years with retreats in every second season.
_MOVEMENTS, _RETREATS, _ADJUSTMENTS = 20, 10, 10


def _player_invited(event: guests.PlayerInvited, scene: Scene) -> Facts:
    game = game_in(scene)
    timing = game.settings.timing
    length = (
        _MOVEMENTS * timing.movement + _RETREATS * timing.retreat + _ADJUSTMENTS * timing.adjustment
    )
    return {
        "seats": players_wanted(game.variant, game.settings),
        "weeks": max(1, round(length / timedelta(weeks=1))),
    }


VIEWS: Mapping[type[Event], Callable[[Any, Scene], Facts]] = {
    GameCreated: _game_created,
    GameStarted: start_page,
    ObserverJoined: _observer_joined,
    PlayerJoined: _player_joined,
    guests.PlayerInvited: _player_invited,
    PlayerLeft: _player_left,
    PowerTakenOver: _power_taken_over,
    SettingChanged: _setting_changed,
    SettingsProposed: _settings_proposed,
}
