"""What the templates are told of what happens around a game."""

from dataclasses import replace

from judge.game import (
    GameCreated,
    GameStarted,
    GameUnstarted,
    MasterAppointed,
    MasterPromoted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowerTakenOver,
    ReplyAddressRenewed,
    SettingChanged,
    TableFact,
    players_wanted,
)
from judge.render.facts.pages import (
    Facts,
    Scene,
    board_now,
    game_in,
    powers_in,
    start_page,
)
from judge.render.facts.table import card_of, settings_of
from judge.render.rulebook import rule_texts


def facts_of(event: TableFact, scene: Scene) -> Facts:  # noqa: C901, PLR0911, PLR0912 - one case a kind
    """Return what the template of `event` may use beside its own fields."""
    match event:
        case GameCreated():
            return _game_created(event)
        case PlayerJoined():
            return _player_joined(scene)
        case PowerTakenOver():
            return _power_taken_over(scene)
        case ObserverJoined():
            return _observer_joined(scene)
        case GameStarted():
            return _game_started(event, scene)
        case PlayerLeft():
            return _player_left(event, scene)
        case SettingChanged():
            return _setting_changed(event, scene)
        case MasterAppointed(player, instead):
            number = scene.reader.player.number
            return {
                "is_you": player.number == number,
                "was_you": number in {one.number for one in instead},
            }
        case MasterPromoted():
            return {"is_you": event.player.number == scene.reader.player.number}
        case PlayerRegistered() | ReplyAddressRenewed() | GameUnstarted():
            return {}  # Its own fields are enough.


def _game_created(event: GameCreated) -> Facts:
    game = event.game
    seats = players_wanted(game.variant, game.settings)
    return {"card": card_of(game), "settings": settings_of(game), "seats": seats}


def _player_joined(scene: Scene) -> Facts:
    return {"settings": settings_of(game_in(scene))}


def _power_taken_over(scene: Scene) -> Facts:
    return {**board_now(scene), "rules": rule_texts(game_in(scene).variant)}


def _observer_joined(scene: Scene) -> Facts:
    return board_now(scene)


def _game_started(event: GameStarted, scene: Scene) -> Facts:
    return start_page(event, scene)


def _player_left(event: PlayerLeft, scene: Scene) -> Facts:
    return {
        "was_you": event.player.number == scene.reader.player.number,
        "vacated": event.role if event.role in powers_in(game_in(scene)) else "",
    }


def _setting_changed(event: SettingChanged, scene: Scene) -> Facts:
    return {"settings": settings_of(replace(game_in(scene), settings=event.settings))}
