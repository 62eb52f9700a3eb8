"""A game as one file: what its reader may see of it, and drawings of its phases."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from judge.game import Game, GameExported, MapShown, Pictures
from judge.letter import Attachment
from judge.service.export.archive import ZIP, packed
from judge.service.export.pictures import DRAWING
from judge.service.parts import Judge
from judge.store import exported


def export_of(
    judge: Judge, connection: Connection, event: GameExported, now: datetime
) -> Attachment:
    """Return the file of a game; its pictures are still to be painted."""
    game, reader = event.game, event.reader
    facts = exported.game_facts(game)
    facts["press"] = exported.press_seen(connection, game, reader, now)
    files = {"game.json": as_json(facts)}
    if reader.player.preferences.pictures is not Pictures.NO:
        shown = enumerate(_boards(game, reader.role))
        for number, (name, board) in shown:
            drawing = judge.renderer.drawing(board)
            files[f"pictures/{number:03}-{name}{DRAWING}"] = drawing.encode()
    return Attachment(f"{game.name}.zip", ZIP, packed(files))


def as_json(facts: dict[str, object]) -> bytes:
    """Return facts as a text that people can read, too."""
    return json.dumps(facts, indent=1, ensure_ascii=False).encode()


def _boards(game: Game, role: str) -> Iterator[tuple[str, MapShown]]:
    """Yield how a game stood at the start and after each phase, each with a name."""
    if game.position is None:
        return
    first = game.history[0].before if game.history else game.position
    yield "start", MapShown(replace(game, position=first, deadline=None), None, role)
    for done in game.history:
        yield str(done.phase), MapShown(game, done, role)
