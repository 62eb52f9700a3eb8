"""A game as facts for programs, both ways: what its reader may see."""

import json
from datetime import datetime, timedelta
from typing import Any, TypedDict, TypeVar

from msgspec import Raw, Struct, json as json_codec
from sqlalchemy import Connection, Row, ScalarSelect, func, select

from judge.engine import in_play
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    TUTOR,
    DiaryNote,
    Ending,
    FinishedPhase,
    Game,
    Reader,
    Seat,
    Stage,
    masters,
    press,
)
from judge.store.codec import (
    AdjudicationFacts,
    BoardTexts,
    PositionFacts,
    adjudication_of,
    adjudication_text,
    board_of,
    order_texts,
    position_facts,
    position_of,
    settings_text,
)
from judge.store.games import Variants, as_played
from judge.store.tables import games, journal, press as messages, renewals

# Of unsigned press of one of these nobody knows which of them it was.
_MANY = frozenset({ENTRANT, MASTER, OBSERVER, TUTOR})
_NAMED_TUTOR = masters.TutorNamed.__name__
_HOUR = timedelta(hours=1)
FORMAT = "judge game 1"
# What is read may be anybody's: in memory it takes ten to fifty times its size. A game of
# a hundred years has 2 MB of phases.
_MOST_READ, _MOST_SET = 4_000_000, 20_000
_LONGEST_TOLD = 200
_NOTHING = b"null"
_NOT_READ = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError),
    *(RecursionError, OverflowError),
)
Facts = dict[str, object]
_Value = TypeVar("_Value")


class _PhaseFacts(TypedDict):
    phase: str
    before: PositionFacts
    results: AdjudicationFacts
    absent: tuple[str, ...]
    processed: datetime
    closed: datetime | None


class _Written(Struct):
    """What is read of a file. The diaries are skipped, for they may be of any length."""

    format: str
    game: str
    variant: str
    settings: Raw
    stage: Stage
    created: datetime
    deadline: datetime | None
    players: Raw
    position: Raw
    phases: Raw
    ending: Raw


class NoGameError(ValueError):
    """What was to be read is no game that was exported, or of no variant here."""


def game_facts(game: Game) -> Facts:
    """Return `game`, which is as its reader may see it, as values that JSON has.

    Places, units and orders are texts as in ORDERS; moments are in ISO 8601. Of people
    there are their names. A game that never began has no `position`.
    """
    board = board_of(game.variant)
    position = game.position
    return {
        "format": FORMAT,
        "game": game.name,
        "variant": game.variant.name,
        "settings": json.loads(settings_text(game.settings)),
        "stage": game.stage.value,
        "created": game.created.isoformat(),
        "deadline": _moment(game.grace or game.deadline),
        "players": {
            seat.power: seat.player.name.partition("@")[0] if seat.player else None
            for seat in game.seats
        },
        "position": None if position is None else position_facts(position, board),
        "orders": {
            seat.power: order_texts(seat.orders, board) for seat in game.seats if seat.orders
        },
        "phases": [phase_facts(done, board) for done in game.history],
        "diary": [_note_facts(one) for one in game.diary if not one.is_statement],
        "statements": [_note_facts(one) for one in game.diary if one.is_statement],
        "ending": None
        if game.ending is None
        else {"winners": game.ending.winners, "reason": game.ending.reason},
    }


def phase_facts(done: FinishedPhase, board: BoardTexts) -> Facts:
    """Return what became of a phase: the board before, and results with that after."""
    return {
        "phase": str(done.phase),
        "before": position_facts(done.before, board),
        "results": json.loads(adjudication_text(done.adjudication, board)),
        "absent": done.absent,
        "processed": done.processed.isoformat(),
        "closed": _moment(done.closed),
    }


def game_of(content: bytes, variants: Variants) -> Game:
    """Return the game that was exported as `content`: board, past and terms, no people.

    Raises NoGameError for what is none.
    """
    try:
        written = json_codec.decode(content, type=_Written)
        return _game(written, variants)
    except _NOT_READ as error:
        why = str(error)[:_LONGEST_TOLD]
        raise NoGameError(f"it is not as EXPORT writes it: {why}") from error


def press_seen(connection: Connection, game: Game, reader: Reader, now: datetime) -> list[Facts]:
    """Return the press of `game` that the `reader` got or wrote, oldest first.

    What was written before he had his place is his predecessor's, but what went to all;
    what goes out later is nobody's yet. A tutor reads all since he is one, but what is
    for the Master alone. Each tells what its mail told: unsigned press no writer, and
    its hour alone, for the mail came some minutes later.
    """
    if not reader.role:
        return []
    query = select(messages).where(messages.c.game == _number_of(game.name))
    since = _since(connection, game.name, reader, now)
    told = []
    for row in connection.execute(query.order_by(messages.c.number)):
        is_new = since is None or row.at > since
        by = _is_by(row, reader, is_new=is_new)
        if by or row.broadcast or (is_new and _is_told(row, reader)):
            told.append(_press_facts(row, game, reader, by=by))
    came = (one for one in told if one[0] <= now)
    return [facts for _, facts in sorted(came, key=lambda one: one[0])]


def _number_of(game: str) -> ScalarSelect[int]:
    return select(games.c.number).where(games.c.key == game.lower()).scalar_subquery()


def _since(connection: Connection, game: str, reader: Reader, now: datetime) -> datetime | None:
    """Return until when his place was another's, or a tutor none; None if it was not.

    Of whom it is not known when he became a tutor nothing is told.
    """
    its = renewals.c.game == _number_of(game), renewals.c.role == reader.role
    himself = renewals.c.player == reader.player.number
    if reader.role != TUTOR:
        others = select(func.max(renewals.c.at)).where(*its, ~himself)
        return connection.execute(others).scalar_one_or_none()
    named = (
        select(func.max(renewals.c.at))
        .join(journal, journal.c.game == renewals.c.game)
        .where(*its, himself)
        .where(journal.c.at == renewals.c.at, journal.c.event == _NAMED_TUTOR)
    )
    return connection.execute(named).scalar_one_or_none() or now


def _is_by(row: Row[Any], reader: Reader, *, is_new: bool) -> bool:
    if row.author:
        return bool(row.author == reader.player.number)
    return is_new and row.sender == reader.role and row.sender not in _MANY


def _is_told(row: Row[Any], reader: Reader) -> bool:
    if reader.role == TUTOR:
        return bool(row.recipients != (MASTER,))
    # A Master may have written in the name of a power, which its player reads too.
    return reader.role in (*row.recipients, *({row.sender} - _MANY))


def _press_facts(row: Row[Any], game: Game, reader: Reader, *, by: bool) -> tuple[datetime, Facts]:
    """Return when the reader of a message may know of it, and what its mail told."""
    real = press.PressSent(
        sender=row.sender,
        recipients=row.recipients,
        text=row.text,
        broadcast=row.broadcast,
        grey=row.grey,
        feigned=row.feigned,
    )
    told = real if by else real.shown(game, reader)
    at: datetime = row.at
    if told.grey and not by:
        at = at.replace(minute=0, second=0, microsecond=0) + _HOUR
    return at, {
        "at": at.isoformat(),
        "phase": row.phase,
        "from": told.sender or None,
        "to": "all" if told.broadcast else told.recipients,
        "text": told.text,
    }


def _note_facts(note: DiaryNote) -> Facts:
    return {
        "at": note.written.isoformat(),
        "phase": note.phase,
        "by": note.role,
        "name": note.author.name.partition("@")[0],
        "text": note.text,
    }


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _game(written: _Written, variants: Variants) -> Game:
    if written.format != FORMAT:
        raise ValueError(f"its format is {written.format}")
    told = json.dumps(_read(written.settings, Facts, _MOST_SET))
    settings, variant = as_played(variants(written.variant), told)
    board = board_of(variant)
    position = ending = None
    if bytes(written.position) != _NOTHING:
        position = position_of(_read(written.position, PositionFacts), board)
    if bytes(written.ending) != _NOTHING:
        ending = _read(written.ending, Ending, _MOST_SET)
    return Game(
        name=written.game,
        variant=variant if position is None else in_play(variant, position),
        settings=settings,
        stage=written.stage,
        created=_zoned(written.created),
        seed=0,
        seats=tuple(map(Seat, _read(written.players, Facts, _MOST_SET))),
        position=position,
        deadline=written.deadline and _zoned(written.deadline),
        history=tuple(_phase(one, board) for one in _read(written.phases, list[_PhaseFacts])),
        ending=ending,
    )


def _read(part: Raw, kind: type[_Value], most: int = _MOST_READ) -> _Value:
    """Return a part of a file as a `kind`; ValueError for one of more than `most` bytes."""
    if len(bytes(part)) > most:
        raise ValueError("no game has so much in it")
    return json_codec.decode(part, type=kind)


def _zoned(moment: datetime) -> datetime:
    """Return the moment; ValueError for one that no zone makes one."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment.isoformat()} is without a time zone")
    return moment


def _phase(facts: _PhaseFacts, board: BoardTexts) -> FinishedPhase:
    done = FinishedPhase(
        before=position_of(facts["before"], board),
        adjudication=adjudication_of(facts["results"], board),
        processed=_zoned(facts["processed"]),
        absent=facts["absent"],
        closed=facts["closed"] and _zoned(facts["closed"]),
    )
    if facts["phase"] != str(done.phase):
        raise ValueError(f"{facts['phase']} is not the phase of its board")
    return done
