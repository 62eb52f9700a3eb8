"""Exports a game as JSON values for one reader, and imports an exported game."""

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

# Each of these roles has several holders, so the role does not identify a sender.
_MANY = frozenset({ENTRANT, MASTER, OBSERVER, TUTOR})
_NAMED_TUTOR = masters.TutorNamed.__name__
_HOUR = timedelta(hours=1)
FORMAT = "judge game 1"
# Limits in bytes and items. Imported text may come from anybody, and takes ten to fifty times its
# size in memory. The phases of a game of a hundred years have 2 MB.
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
    """The parts of an exported game that are imported; no diaries, which may be very long."""

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
    """The text is no exported game, or this judge does not have its variant."""


def game_facts(game: Game) -> Facts:
    """Return `game` as JSON values; secrets must be removed from it before.

    Provinces, units and orders are texts as in ORDERS; moments are in ISO 8601. Persons appear only
    with their names. `position` is None if the game never began.
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
        "phases": [phase_facts(phase, board) for phase in game.history],
        "diary": [_note_facts(note) for note in game.diary if not note.is_statement],
        "statements": [_note_facts(note) for note in game.diary if note.is_statement],
        "ending": None
        if game.ending is None
        else {"winners": game.ending.winners, "reason": game.ending.reason},
    }


def phase_facts(done: FinishedPhase, board: BoardTexts) -> Facts:
    """Return a finished phase as JSON values: the boards before and after, and its results."""
    return {
        "phase": str(done.phase),
        "before": position_facts(done.before, board),
        "results": json.loads(adjudication_text(done.adjudication, board)),
        "absent": done.absent,
        "processed": done.processed.isoformat(),
        "closed": _moment(done.closed),
    }


def game_of(content: bytes, variants: Variants) -> Game:
    """Return the game that was exported as `content`: board, history and settings, no persons.

    Raises NoGameError for any other content.
    """
    try:
        written = json_codec.decode(content, type=_Written)
        return _game(written, variants)
    except _NOT_READ as error:
        why = str(error)[:_LONGEST_TOLD]
        raise NoGameError(f"it is not as EXPORT writes it: {why}") from error


def press_seen(connection: Connection, game: Game, reader: Reader, now: datetime) -> list[Facts]:
    """Return the press of `game` that `reader` got or wrote, oldest first.

    Press from before the reader had this role was their predecessor's, except press to everybody.
    Press that leaves after `now` is left out. A tutor sees all press since they became one, except
    press to the Master alone. Each message shows as much as its mail did: unsigned press has no
    writer, and its time is the next full hour, because the mail came some minutes after it was
    written.
    """
    if not reader.role:
        return []
    query = select(messages).where(messages.c.game == _number_of(game.name))
    since = _since(connection, game.name, reader, now)
    messages_seen = []
    for row in connection.execute(query.order_by(messages.c.number)):
        is_new = since is None or row.at > since
        by = _is_by(row, reader, is_new=is_new)
        if by or row.broadcast or (is_new and _is_told(row, reader)):
            messages_seen.append(_press_facts(row, game, reader, by=by))
    arrived = (message for message in messages_seen if message[0] <= now)
    return [facts for _, facts in sorted(arrived, key=lambda message: message[0])]


def _number_of(game: str) -> ScalarSelect[int]:
    return select(games.c.number).where(games.c.key == game.lower()).scalar_subquery()


def _since(connection: Connection, game: str, reader: Reader, now: datetime) -> datetime | None:
    """Return when the reader took over their role from another person, or became a tutor.

    None means that they had the role from the start. `now` means that it is unknown when they
    became a tutor; then no press is shown.
    """
    its = renewals.c.game == _number_of(game), renewals.c.role == reader.role
    is_reader = renewals.c.player == reader.player.number
    if reader.role != TUTOR:
        others = select(func.max(renewals.c.at)).where(*its, ~is_reader)
        return connection.execute(others).scalar_one_or_none()
    named = (
        select(func.max(renewals.c.at))
        .join(journal, journal.c.game == renewals.c.game)
        .where(*its, is_reader)
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
    """Return (when the reader could first know of a message, the content of its mail)."""
    real = press.PressSent(
        sender=row.sender,
        recipients=row.recipients,
        text=row.text,
        broadcast=row.broadcast,
        grey=row.grey,
        feigned=row.feigned,
    )
    shown = real if by else real.shown(game, reader)
    at: datetime = row.at
    if shown.grey and not by:
        at = at.replace(minute=0, second=0, microsecond=0) + _HOUR
    return at, {
        "at": at.isoformat(),
        "phase": row.phase,
        "from": shown.sender or None,
        "to": "all" if shown.broadcast else shown.recipients,
        "text": shown.text,
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
    settings_json = json.dumps(_read(written.settings, Facts, _MOST_SET))
    settings, variant = as_played(variants(written.variant), settings_json)
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
        history=tuple(_phase(phase, board) for phase in _read(written.phases, list[_PhaseFacts])),
        ending=ending,
    )


def _read(part: Raw, kind: type[_Value], most: int = _MOST_READ) -> _Value:
    """Return a part of an export as a `kind`; raises ValueError for more than `most` bytes."""
    if len(bytes(part)) > most:
        raise ValueError("no game has so much in it")
    return json_codec.decode(part, type=kind)


def _zoned(moment: datetime) -> datetime:
    """Return the moment; raises ValueError if it has no time zone."""
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
