"""A game as facts for programs, both ways: what its reader may see."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, select

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
    Player,
    Seat,
    Stage,
)
from judge.store.games.boards import (
    BoardTexts,
    board_of,
    position_facts,
    position_of,
)
from judge.store.games.load import Variants, as_played
from judge.store.games.results import (
    adjudication_text,
    order_texts,
    read_adjudication,
)
from judge.store.games.terms import settings_text
from judge.store.tables import games, press, renewals

# Of unsigned press of one of these nobody knows which of them it was.
_MANY = frozenset({ENTRANT, MASTER, OBSERVER, TUTOR})
FORMAT = "judge game 1"
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
            seat.power: order_texts(seat.orders, board)
            for seat in game.seats
            if seat.orders
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
        if facts["format"] != FORMAT:
            raise NoGameError(str(facts["format"]))
        return _game(facts, variants)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise NoGameError(f"{type(error).__name__}: {error}") from error


def press_seen(
    connection: Connection, game: str, player: Player, role: str
) -> list[Facts]:
    """Return the press that went to the holder of `role`, or from him, oldest first.

    What was written before he had his place is his predecessor's, but what went to all.
    Who wrote without a name stays unnamed, but for himself.
    """
    if not role:
        return []
    its = select(games.c.number).where(games.c.key == game.lower()).scalar_subquery()
    since = connection.execute(
        select(func.max(renewals.c.at)).where(
            renewals.c.game == its,
            renewals.c.role == role,
            renewals.c.player != player.number,
        )
    ).scalar_one_or_none()
    found = connection.execute(
        select(press).where(press.c.game == its).order_by(press.c.number)
    )
    told = []
    for row in found:
        alone = since is None or row.at > since
        whose = row.sender if row.sender not in _MANY else ""
        by = row.author == player.number if row.author else whose == role and alone
        if by or row.broadcast or (alone and role in row.recipients):
            told.append(_press_facts(row._asdict(), named=by or not row.grey))
    return told


def _press_facts(row: Mapping[str, object], *, named: bool) -> Facts:
    at = row["at"]
    assert isinstance(at, datetime)
    return {
        "at": at.isoformat(),
        "phase": row["phase"],
        "from": row["sender"] if named else None,
        "to": "all" if row["broadcast"] else row["recipients"],
        "text": row["text"],
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
    settings, variant = as_played(
        variants(str(facts["variant"])), json.dumps(facts["settings"])
    )
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
