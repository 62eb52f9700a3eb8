"""What a mail tells of a board, once more for programs, for who wants it so."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game import (
    Event,
    Game,
    GameStarted,
    MapShown,
    OrdersFiled,
    OrdersShown,
    Player,
    rolling,
    turn,
)
from judge.letter import Attachment, Notice
from judge.service.export.game_file import as_json
from judge.store import exported

_OfTheBoard = (
    rolling.GameRolledBack
    | GameStarted
    | MapShown
    | OrdersFiled
    | OrdersShown
    | turn.PhaseProcessed
)


def with_part(notice: Notice, events: Sequence[Event], game: Game | None, reader: Player) -> Notice:
    """Return `notice` with a JSON part, if it tells of a board and its reader wants it.

    `game` and `events` are as he may see them. The part is as `game.json` in an export,
    but of the past it has only the phases that were just processed.
    """
    told = any(isinstance(event, _OfTheBoard) for event in events)
    if game is None or not told or not reader.preferences.json:
        return notice
    done = tuple(one.finished for one in events if isinstance(one, turn.PhaseProcessed))
    facts = exported.game_facts(replace(game, history=done))
    name = game.name if game.position is None else f"{game.name}-{game.position.phase}"
    part = Attachment(f"{name}.json", "application/json", as_json(facts))
    return replace(notice, attachments=(*notice.attachments, part))
