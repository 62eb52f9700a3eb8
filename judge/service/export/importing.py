"""Setting a game up again that was exported, here or at another judge."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from zipfile import BadZipFile

from sqlalchemy import Connection

from judge.conversation import Happening
from judge.engine import Position, Variant, can_stand
from judge.game import OPEN, UNSEEN, Follower, Game, GameCreated, Stage, can_be_set, is_game_name
from judge.notation import read_phase
from judge.service.export.archive import entry_of
from judge.service.keeping.trail import KEEPER, write_down
from judge.service.parts import Judge
from judge.store import exported, games, persons, record

MOST_BYTES = 10_000_000  # of the file, and of its game.json; a long game has a fifth
_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_WITH_BOARD = {Stage.FORMING: False, Stage.ACTIVE: True, Stage.PAUSED: True}


def import_game(
    judge: Judge, connection: Connection, content: bytes, master: str, now: datetime
) -> Game:
    """Return the game in a file that was sent, now here, with its new Master.

    One that ran is paused, and nobody plays in it yet. What one that is over tells of
    itself is claimed: this judge has not seen it. Raises NoGameError where there
    is a game of its name, nobody with the address of the Master, or in the file none
    that can be played, or but as somebody saw it who saw a part of the board.
    """
    person = persons.find_player(connection, master)
    if person is None:
        raise exported.NoGameError(f"nobody wrote here from {master}")
    game = exported.game_of(_facts_in(content), judge.variants.read)
    if games.load_game(connection, game.name, judge.variants.read) is not None:
        raise exported.NoGameError(f"there is a game {game.name}")
    _check(game)
    begun = game.stage in OPEN and game.position is not None
    fact = GameCreated(
        replace(
            game,
            seed=judge.seed(),
            settings=replace(game.settings, claimed=game.stage not in OPEN),
            stage=Stage.PAUSED if begun else game.stage,
            deadline=None,
            masters=(Follower(person),),
        )
    )
    after = record.record(connection, None, (fact,), now)
    happening = Happening(None, (fact,), after, role=KEEPER)
    write_down(judge, connection, (happening,), now)
    return after


def _check(game: Game) -> None:
    """Raise NoGameError if nobody could play what is in the file.

    Exports of ours are whole; but people write such files, too.
    """
    variant, position = game.variant, game.position
    if not is_game_name(game.name, variant):
        raise exported.NoGameError(f"{game.name!r} is no name of a game")
    powers = sorted(one.name for one in variant.powers)
    if sorted(seat.power for seat in game.seats) != powers:
        raise exported.NoGameError(f"its powers are not those of {variant.name}")
    if game.stage in _WITH_BOARD and (position is not None) != _WITH_BOARD[game.stage]:
        raise exported.NoGameError(f"its board is not that of a game that is {game.stage.value}")
    if not can_be_set(game.settings, variant):
        raise exported.NoGameError("no SET makes its settings")
    reason = game.ending.reason if game.ending else ""
    if _CONTROL.search(game.settings.comment + reason):
        raise exported.NoGameError("no game has such letters")
    moments = [game.created]
    for done in game.history:
        moments += (done.processed, done.closed or done.processed)
    if not all(_FIRST <= moment <= _LAST for moment in moments):
        raise exported.NoGameError("it was played at times that cannot be")
    if game.ending is not None and not set(game.ending.winners) <= set(powers):
        raise exported.NoGameError("its winners are no powers of it")
    if not all(set(done.absent) <= set(powers) for done in game.history):
        raise exported.NoGameError("its absent are no powers of it")
    for board in _boards(game):
        _check_board(board, variant)


def _boards(game: Game) -> Iterator[Position]:
    """Yield the board at the start, as it stands, and before and after each phase."""
    yield game.variant.start
    if game.position is not None:
        yield game.position
    for done in game.history:
        yield from (done.before, done.adjudication.after)


def _check_board(position: Position, variant: Variant) -> None:
    """Raise NoGameError if no game on `variant` can come to stand so."""
    if UNSEEN in position.owners:
        raise exported.NoGameError("whoever exported it saw a part of the board only")
    if read_phase(str(position.phase)) is None:
        raise exported.NoGameError("a phase of it has a year that cannot be")
    sides = {None, *(side.name for side in variant.sides)}
    if not sides.issuperset(position.owners):
        raise exported.NoGameError("its centers belong to powers that are not there")
    geography = variant.geography
    places = {geography.province_of[unit.location] for unit in position.units}
    units = (*position.units, *(one.unit for one in position.dislodged))
    fit = all(can_stand(unit, geography) for unit in units)
    if not fit or len(places) < len(position.units):
        raise exported.NoGameError("its units cannot stand so")


def _facts_in(content: bytes) -> bytes:
    """Return the facts in a file that was sent: a zip file, or `game.json` of it."""
    if len(content) <= MOST_BYTES and content.startswith(b"PK"):
        try:
            content = entry_of(content, "game.json", MOST_BYTES)
        except BadZipFile as error:
            raise exported.NoGameError(str(error)) from error
    if len(content) > MOST_BYTES:
        raise exported.NoGameError(f"no game is larger than {MOST_BYTES // 10**6} MB")
    return content
