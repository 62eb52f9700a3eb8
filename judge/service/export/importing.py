"""Setting a game up again that was exported, here or at another judge."""

from dataclasses import replace
from datetime import datetime
from zipfile import BadZipFile

from sqlalchemy import Connection

from judge.conversation import Happening
from judge.game import (
    OPEN,
    UNSEEN,
    Follower,
    Game,
    GameCreated,
    Stage,
)
from judge.service.export.archive import unpacked
from judge.service.keeping.trail import KEEPER, write_down
from judge.service.parts import Judge
from judge.store import exported, games, people


def import_game(
    judge: Judge, connection: Connection, content: bytes, master: str, now: datetime
) -> Game:
    """Return the game in a file that was sent, now here, with its new Master.

    One that ran is paused, and nobody plays in it yet. Raises NoGameError where there
    is a game of its name, nobody with the address of the Master, or in the file none
    but as somebody saw it who saw a part of the board.
    """
    person = people.find_player(connection, master)
    if person is None:
        raise exported.NoGameError(f"nobody wrote here from {master}")
    game = exported.game_of(_text_in(content), judge.variants.read)
    if games.load_game(connection, game.name, judge.variants.read) is not None:
        raise exported.NoGameError(f"there is a game {game.name}")
    if game.position is not None and UNSEEN in game.position.owners:
        raise exported.NoGameError("whoever exported it saw a part of the board only")
    begun = game.stage in OPEN and game.position is not None
    fact = GameCreated(
        replace(
            game,
            seed=judge.seed(),
            stage=Stage.PAUSED if begun else game.stage,
            deadline=None,
            masters=(Follower(person),),
        )
    )
    after = games.record(connection, None, (fact,), now)
    happening = Happening(None, (fact,), after, role=KEEPER)
    write_down(judge, connection, (happening,), now)
    return after


def _text_in(content: bytes) -> str:
    """Return the facts in a file that was sent: a zip file, or `game.json` of it."""
    if content.startswith(b"PK"):
        try:
            content = unpacked(content).get("game.json", b"")
        except BadZipFile as error:
            raise exported.NoGameError(str(error)) from error
    return content.decode("utf-8", "replace")
