"""Games: loaded whole, and changed by recording events."""

from judge.store.games.agenda import (
    Turn,
    all_names,
    games_of,
    hold_no_longer,
    is_any_due,
    keep_wake,
    seize_next,
    wake_games_of,
)
from judge.store.games.lately import games_created, games_played, open_press, press_sent
from judge.store.games.load import Past, Variants, listed_games, load_game, load_games, with_past
from judge.store.games.record import record

__all__ = [
    "Past",
    "Turn",
    "Variants",
    "all_names",
    "games_created",
    "games_of",
    "games_played",
    "hold_no_longer",
    "is_any_due",
    "keep_wake",
    "listed_games",
    "load_game",
    "load_games",
    "open_press",
    "press_sent",
    "record",
    "seize_next",
    "wake_games_of",
    "with_past",
]
