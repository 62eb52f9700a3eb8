"""A game as one file: what its reader may see of it, and drawings of its phases."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game import Game, GameExported, MapShown, Pictures
from judge.letter import Attachment
from judge.service.export.archive import ZIP, packed
from judge.service.export.pictures import DRAWING
from judge.service.parts import Judge
from judge.store import exported

# A picture takes 100 to 200 kB, and text a quarter of its bytes: a part is below 10 MB.
_PICTURES = 30
_PRESS = 8_000_000


def export_of(judge: Judge, event: GameExported, now: datetime) -> tuple[Attachment, int]:
    """Return a part of the file of a game, and how many parts it has.

    The first has the game, and each has its share of press and pictures. The pictures
    are still to be painted. No transaction may be open.
    """
    game, reader, part = event.game, event.reader, event.part
    with judge.store.begin() as connection:
        press = exported.press_seen(connection, game, reader, now)
    share, parts = _share(press, part)
    first = part == 1
    name = "game.json" if first else f"press-{part}.json"
    facts = exported.game_facts(game) if first else {}
    files = {name: as_json(facts | {"press": share})} if first or share else {}
    if reader.player.preferences.pictures is not Pictures.NO:
        boards = list(_boards(game, reader.role))
        parts = max(parts, -(-len(boards) // _PICTURES))
        since = (part - 1) * _PICTURES
        for number, (phase, board) in enumerate(boards[since : since + _PICTURES], since):
            drawing = judge.renderer.drawing(board)
            files[f"pictures/{number:03}-{phase}{DRAWING}"] = drawing.encode()
    return Attachment(f"{game.name}.zip", ZIP, packed(files)), parts


def _share(press: Sequence[object], part: int) -> tuple[list[object], int]:
    """Return the press that goes into a part, and how many parts all of it fills."""
    share, size = [], 0
    for one in press:
        size += len(json.dumps(one, ensure_ascii=False).encode())
        if 1 + size // _PRESS == part:
            share.append(one)
    return share, 1 + size // _PRESS


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
