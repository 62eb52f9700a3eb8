"""A process that works on a store: python -m tests.store.worker URL TASK."""

import sys
from datetime import timedelta
from pathlib import Path

from sqlalchemy import Engine

from judge.boards import read_variant
from judge.engine import Variant
from judge.game import turn
from judge.store import games, migrate, open_store, record
from tests.patience import patient
from tests.store.builders import DEADLINE, NOW

ROOT = Path(__file__).parent.parent.parent
STANDARD = read_variant(ROOT / "variants" / "standard")


def count(engine: Engine) -> None:
    """Read a number from the game and write the next one, a hundred times."""
    for _ in range(100):
        with engine.begin() as connection:
            game = games.load_game(connection, "demo", _variant, lock=True)
            assert game is not None
            last = game.reminded or NOW
            event = turn.OrdersReminded((), DEADLINE, last + timedelta(seconds=1))
            record.record(connection, game, (event,), NOW)


def _variant(_name: str) -> Variant:
    return STANDARD


if __name__ == "__main__":
    store = patient(open_store(sys.argv[1]))
    match sys.argv[2]:
        case "count":
            count(store)
        case "migrate":
            migrate(store, ROOT / "migrations")
    store.dispose()
