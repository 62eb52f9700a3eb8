"""A game as facts for programs, both ways: what its reader may see."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

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
    BoardTexts,
    adjudication_text,
    board_of,
    order_texts,
    position_facts,
    position_of,
    read_adjudication,
    settings_text,
)
from judge.store.games import Variants, as_played
from judge.store.tables import games, journal, press as messages, renewals

# Of unsigned press of one of these nobody knows which of them it was.
_MANY = frozenset({ENTRANT, MASTER, OBSERVER, TUTOR})
_NAMED_TUTOR = masters.TutorNamed.__name__
_HOUR = timedelta(hours=1)
FORMAT = "judge game 1"
# What is read may be anybody's. A game of a hundred years has 500 phases, a board 300
# provinces, and a setting is some millions of seconds.
_MOST, _DEEPEST, _LONGEST, _LARGEST = 2_000, 12, 4_000, 10**10
_LONGEST_TOLD = 200
_NOT_READ = (
    *(ValueError, KeyError, TypeError, AttributeError, IndexError),
    *(RecursionError, OverflowError),
)
Facts = dict[str, object]


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


def game_of(text: str, variants: Variants) -> Game:
    """Return the game that was exported as `text`: board, past and terms, no people.

    Raises NoGameError for what is none.
    """
    try:
        facts = json.loads(text)
        if not isinstance(facts, dict):
            raise NoGameError("its facts are no JSON object")
        for written in ("diary", "statements"):
            facts.pop(written, None)  # as long as people like, and not taken over
        _check_bounds(facts)
        if facts["format"] != FORMAT:
            raise NoGameError(str(facts["format"]))
        return _game(facts, variants)
    except _NOT_READ as error:
        raise NoGameError(f"{type(error).__name__}: {str(error)[:_LONGEST_TOLD]}") from error


def _check_bounds(facts: object, depth: int = 0) -> None:
    """Raise NoGameError for more, deeper, longer or larger facts than a game has."""
    match facts:
        case dict() | list() if depth == _DEEPEST or len(facts) > _MOST:
            raise NoGameError("no game has so much in it")
        case dict():
            for name, value in facts.items():
                _check_bounds(name)
                _check_bounds(value, depth + 1)
        case list():
            for value in facts:
                _check_bounds(value, depth + 1)
        case str() if len(facts) > _LONGEST:
            raise NoGameError("no game has texts that long")
        case int() | float() if not abs(facts) <= _LARGEST:
            raise NoGameError("no game has such numbers")


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


def _read_moment(text: str | None) -> datetime | None:
    return None if text is None else _at(text)


def _at(text: str) -> datetime:
    """Return a moment; ValueError for one that no zone makes one."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"{text} is without a time zone")
    return moment


def _game(facts: Mapping[str, Any], variants: Variants) -> Game:
    stage, ending = Stage(facts["stage"]), facts["ending"]
    settings, variant = as_played(variants(str(facts["variant"])), json.dumps(facts["settings"]))
    board = board_of(variant)
    found = facts["position"]
    position = position_of(found, board) if found else None
    return Game(
        name=str(facts["game"]),
        variant=variant if position is None else in_play(variant, position),
        settings=settings,
        stage=stage,
        created=_at(str(facts["created"])),
        seed=0,
        seats=tuple(map(Seat, facts["players"])),
        position=position,
        deadline=_read_moment(facts["deadline"]),
        history=tuple(_phase(one, board) for one in facts["phases"]),
        ending=ending and Ending(tuple(ending["winners"]), ending["reason"]),
    )


def _phase(facts: Mapping[str, Any], board: BoardTexts) -> FinishedPhase:
    return FinishedPhase(
        before=position_of(facts["before"], board),
        adjudication=read_adjudication(json.dumps(facts["results"]), board),
        processed=_at(facts["processed"]),
        absent=tuple(facts["absent"]),
        closed=_read_moment(facts["closed"]),
    )
