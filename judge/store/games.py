"""Games in the store: loading them whole as frozen values, and queries about all games.

`record` writes games. A field that is stored unchanged has a column of the same name, so it is
listed in the class in `judge.game` and in `tables`, and not in this module.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    bindparam,
    exists,
    func,
    or_,
    select,
    union,
    union_all,
    update,
)

from judge.engine import Adjudication, Position, Variant, in_play
from judge.game import (
    MASTER,
    OBSERVER,
    OPEN,
    STANDBY,
    TUTOR,
    DiaryNote,
    Ending,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    GameSettings,
    HeldPress,
    Motion,
    OpenPress,
    Player,
    Review,
    Seat,
    Stage,
    changed_variant,
    wakes_at,
)
from judge.store import tables
from judge.store.codec import (
    BoardTexts,
    board_of,
    earlier_text,
    entered_text,
    guests_text,
    order_texts,
    plans_text,
    position_text,
    proxies_text,
    read_adjudication,
    read_earlier,
    read_entered,
    read_guests,
    read_orders,
    read_plans,
    read_position,
    read_proxies,
    read_settings,
    settings_text,
)
from judge.store.connect import Among, Which, among
from judge.store.persons import read_preferences
from judge.store.tables import diary, entrants, followers, games, held_press, press, seats

Values = Mapping[str, object]
Variants = Callable[[str], Variant]
_Query = Select[*tuple[object, ...]]
_Row = Row[*tuple[object, ...]]


def _with_holders(table: Table, *more: ColumnElement[bool]) -> Among:
    """Return the query for rows of some games in order, each with its player.

    `more` are additional columns of each row.
    """
    people, addresses = tables.players.c, tables.addresses.c
    # SQLite would compute a bracketed join of both tables for all persons.
    holder = table.outerjoin(tables.players, people.number == table.c.player)
    is_main_address = (addresses.player == people.number) & addresses.main
    person_columns = (people.number, people.name, people.zone, people.preferences)
    columns = [
        column.label("holder_" + column.name) for column in (*person_columns, addresses.address)
    ]
    rows = (
        select(table, *columns, *more)
        .select_from(holder.outerjoin(tables.addresses, is_main_address))
        .order_by(table.c.place)
    )
    return among(lambda which: rows.where(which(table.c.game)))


def _by_name(which: Which) -> _Query:
    # Several games are locked in the order of their numbers, which prevents deadlocks.
    named = select(tables.games).where(which(tables.games.c.key))
    return named.order_by(tables.games.c.number)


_BY_NAME = among(_by_name)
_TO_CHANGE = among(lambda which: _by_name(which).with_for_update())
_ALL = select(tables.games).order_by(tables.games.c.number)
_FOLLOWERS = _with_holders(tables.followers)
_ENTRANTS = _with_holders(tables.entrants)
_PRESS_HELD = _with_holders(tables.held_press)
_DIARY = _with_holders(tables.diary)
# Rows that most games do not have. The query for seats tells whether they exist, which saves a
# query for each of these tables.
_SEATS = _with_holders(
    tables.seats,
    *(
        exists().where(rare.c.game == tables.seats.c.game).label(f"any_{rare.name}")
        for rare in (tables.entrants, tables.held_press, tables.diary)
    ),
)
# Finished phases, and rolled-back phases that ROLL FORWARD restores.
_SHOWN = or_(tables.phases.c.undone.is_(None), tables.phases.c.returns.is_(True))
_PHASES = among(
    lambda which: (
        select(tables.phases)
        .where(which(tables.phases.c.game), _SHOWN)
        .order_by(tables.phases.c.number)
    )
)
_PASTS = among(
    lambda which: (
        select(tables.phases, tables.games.c.key)
        .join_from(tables.phases, tables.games)
        .where(which(tables.games.c.key), _SHOWN)
        .order_by(tables.phases.c.number)
    )
)


def _last_phases(which: Which) -> _Query:
    newest = (
        select(func.max(tables.phases.c.number))
        .where(which(tables.phases.c.game), tables.phases.c.undone.is_(None))
        .group_by(tables.phases.c.game)
    )
    return select(tables.phases).where(tables.phases.c.number.in_(newest))


_LAST_PHASES = among(_last_phases)


class _Columns:
    """The columns of a table that hold fields of a class unchanged."""

    def __init__(self, table: Table, kind: type, otherwise: str = "") -> None:
        """Select all fields of `kind` that have a column, except those named in `otherwise`."""
        named = [one.name for one in fields(kind) if one.name in table.c]
        self._names = tuple(name for name in named if name not in otherwise.split())
        self._get = attrgetter(*self._names)

    def of(self, source: object) -> dict[str, Any]:
        """Return {column: value} from an object of the class, or from a row."""
        return dict(zip(self._names, self._get(source), strict=True))


_GAME = _Columns(
    games, Game, "name variant settings created seed position edited motion ending guests"
)
_SEAT = _Columns(seats, Seat, "player orders earlier plans proxies entered absences")
_ENTRANT = _Columns(entrants, Entrant, "player")
_HELD_PRESS = _Columns(held_press, HeldPress)
_NOTE = _Columns(diary, DiaryNote)
# The columns of a motion, by its fields.
_MOTION = {
    one.name: "motion" if one.name == "kind" else f"motion_{one.name}" for one in fields(Motion)
}


def birth_values(game: Game) -> Values:
    """Return the columns of a game that never change."""
    return {
        "key": game.name.lower(),
        "name": game.name,
        "variant": game.variant.name,
        "seed": str(game.seed),
        "created": game.created,
    }


def changed_values(before: Game | None, game: Game, board: BoardTexts) -> Values:
    """Return the columns in which `game` differs from `before`, and when it is due next."""
    values: dict[str, object] = {"due": wakes_at(game)}
    old = {} if before is None else _GAME.of(before)
    values |= {
        name: value
        for name, value in _GAME.of(game).items()
        if before is None or value != old[name]
    }
    if before is None or game.settings != before.settings:
        values["settings"] = settings_text(game.settings)
    if before is None or game.ending != before.ending:
        values["winners"] = game.ending and game.ending.winners
        values["ending"] = game.ending and game.ending.reason
    if before is None or game.guests != before.guests:
        values["guests"] = guests_text(game.guests)
    if before is None or game.motion != before.motion:
        motion = game.motion
        values |= {column: motion and getattr(motion, name) for name, column in _MOTION.items()}
    if before is None or game.review != before.review:
        values["closed"] = game.review and game.review.closed
        values["released"] = game.review and game.review.until
    # A position is replaced as a whole when it changes, so identity is enough; comparing it is
    # slow.
    if before is None or game.position is not before.position:
        values["phase"] = phase_text(game)
        values["position"] = game.position and position_text(game.position, board)
    if before is None or game.edited is not before.edited:
        values["edited"] = game.edited and position_text(game.edited, board)
    return values


def _span_text(span: tuple[datetime, datetime]) -> str:
    """Return a period of time as text: `2030-01-05T00:00:00+00:00/...`."""
    return "/".join(moment.astimezone(UTC).isoformat() for moment in span)


def phase_text(game: Game) -> str | None:
    """Return the current phase as text, or None before the game starts."""
    return None if game.position is None else str(game.position.phase)


def seat_values(seat: Seat, board: BoardTexts) -> Values:
    """Return the columns that store `seat`."""
    return _SEAT.of(seat) | {
        "player": None if seat.player is None else seat.player.number,
        "orders": order_texts(seat.orders, board),
        "earlier": earlier_text(seat.earlier, board),
        "plans": plans_text(seat.plans),
        "proxies": proxies_text(seat.proxies, board),
        "entered": entered_text(seat.entered, board),
        "absences": tuple(map(_span_text, seat.absences)),
    }


def entrant_values(entrant: Entrant) -> Values:
    """Return the columns that store `entrant`."""
    return _ENTRANT.of(entrant) | {"player": entrant.player.number}


def follower_values(follower: Follower, role: str) -> Values:
    """Return the columns that store a Master, observer, tutor or stand-by."""
    return {
        "player": follower.player.number,
        "role": role,
        "password": follower.password,
        "delay": round(follower.delay.total_seconds()),
    }


def held_values(held: HeldPress) -> Values:
    """Return the columns that store held press."""
    return _HELD_PRESS.of(held) | {"player": held.author.number}


def note_values(note: DiaryNote) -> Values:
    """Return the columns that store a diary note."""
    return _NOTE.of(note) | {"player": note.author.number}


class Past(Enum):
    """The part of a game's history that is loaded."""

    WHOLE = auto()
    LAST = auto()  # only the last phase
    NONE = auto()


_OF_PAST = {Past.WHOLE: _PHASES, Past.LAST: _LAST_PHASES}


@dataclass(frozen=True, slots=True)
class _Parts:
    """The rows that belong to some games, in order, by the number of the game."""

    followers: Mapping[int, Sequence[_Row]]
    entrants: Mapping[int, Sequence[_Row]]
    seats: Mapping[int, Sequence[_Row]]
    phases: Mapping[int, Sequence[_Row]]
    press_held: Mapping[int, Sequence[_Row]]
    diary: Mapping[int, Sequence[_Row]]


def load_game(
    connection: Connection, name: str, variants: Variants, *, lock: bool = False
) -> Game | None:
    """Return the game with this name, in upper or lower case, None if there is none.

    With `lock`, no other caller with `lock` gets the game until this transaction ends.
    """
    return next(iter(load_games(connection, (name,), variants, lock=lock)), None)


def load_games(
    connection: Connection,
    names: Iterable[str],
    variants: Variants,
    *,
    lock: bool = False,
    past: Past = Past.WHOLE,
) -> tuple[Game, ...]:
    """Return those of the named games that exist, as `load_game` does.

    A game with only a part of its past cannot be rolled back, and shows no history.
    """
    keys = sorted({name.lower() for name in names})
    rows = (_TO_CHANGE if lock else _BY_NAME).of(connection, keys)
    parts = _parts(connection, [row.number for row in rows], past)
    return tuple(_game(row, parts, variants) for row in rows)


def with_past(connection: Connection, some: Iterable[Game], variants: Variants) -> tuple[Game, ...]:
    """Return games that were loaded with a part of their past, now with their whole past."""
    known = {game.name.lower(): game for game in some}
    rows = defaultdict(list)
    for row in _PASTS.of(connection, sorted(known)):
        rows[row.key].append(row)
    whole = []
    for key, game in known.items():
        _, variant = as_played(variants(game.variant.name), settings_text(game.settings))
        history, undone = _past(rows[key], board_of(variant))
        whole.append(replace(game, history=history, undone=undone))
    return tuple(whole)


def listed_games(connection: Connection, variants: Variants) -> tuple[Game, ...]:
    """Return the games that LIST shows, oldest first, without their histories."""
    rows = connection.execute(_ALL)
    listed = [row for row in rows if read_settings(row.settings).listed]
    parts = _parts(connection, [row.number for row in listed], Past.NONE)
    return tuple(_game(row, parts, variants) for row in listed)


# Most letters load a game with the same settings as the letter before, so they are cached.
@lru_cache(maxsize=256)
def as_played(variant: Variant, settings: str) -> tuple[GameSettings, Variant]:
    """Return the stored settings, and `variant` as they change it."""
    game_settings = read_settings(settings)
    return game_settings, changed_variant(variant, game_settings)


def _parts(connection: Connection, numbers: Sequence[int], past: Past) -> _Parts:
    def rows(query: Among | None, some: Sequence[int] = numbers) -> Mapping[int, Sequence[_Row]]:
        rows_of_game = defaultdict(list)
        for row in query.of(connection, some) if query else ():
            rows_of_game[row.game].append(row)
        return rows_of_game

    def having(table: Table) -> Sequence[int]:
        """Return the games that may have rows in `table`; a game without seats always may."""
        is_any = attrgetter(f"any_{table.name}")
        return [
            number for number in numbers if not seat_rows[number] or is_any(seat_rows[number][0])
        ]

    seat_rows = rows(_SEATS)
    shows_words = past is not Past.NONE
    return _Parts(
        followers=rows(_FOLLOWERS),
        entrants=rows(_ENTRANTS, having(entrants)),
        seats=seat_rows,
        phases=rows(_OF_PAST.get(past)),
        press_held=rows(_PRESS_HELD, having(held_press)) if shows_words else rows(None),
        diary=rows(_DIARY, having(diary)) if shows_words else rows(None),
    )


def _game(row: _Row, parts: _Parts, variants: Variants) -> Game:
    settings, variant = as_played(variants(row.variant), row.settings)
    board = board_of(variant)
    history, undone = _past(parts.phases[row.number], board)
    position = None if row.position is None else read_position(row.position, board)
    return Game(
        name=row.name,
        variant=variant if position is None else in_play(variant, position),
        settings=settings,
        created=row.created,
        seed=int(row.seed),
        masters=_followers(parts, row.number, MASTER),
        observers=_followers(parts, row.number, OBSERVER),
        standbys=_followers(parts, row.number, STANDBY),
        tutors=_followers(parts, row.number, TUTOR),
        entrants=tuple(
            Entrant(**_ENTRANT.of(part), player=_holder(part))
            for part in parts.entrants[row.number]
        ),
        seats=tuple(_seat(part, board) for part in parts.seats[row.number]),
        position=position,
        review=None if row.closed is None else Review(row.closed, row.released),
        history=history,
        undone=undone,
        edited=row.edited and read_position(row.edited, board),
        ending=None if row.ending is None else Ending(row.winners, row.ending),
        motion=None
        if row.motion is None
        else Motion(**{name: getattr(row, column) for name, column in _MOTION.items()}),
        guests=read_guests(row.guests),
        press_held=tuple(
            HeldPress(**_HELD_PRESS.of(part), author=_holder(part))
            for part in parts.press_held[row.number]
        ),
        diary=tuple(
            DiaryNote(**_NOTE.of(part), author=_holder(part)) for part in parts.diary[row.number]
        ),
        **_GAME.of(row),
    )


def _followers(parts: _Parts, game: int, role: str) -> tuple[Follower, ...]:
    return tuple(
        Follower(_holder(row), row.password, timedelta(seconds=row.delay))
        for row in parts.followers[game]
        if row.role == role
    )


def _seat(row: _Row, board: BoardTexts) -> Seat:
    return Seat(
        **_SEAT.of(row),
        player=None if row.player is None else _holder(row),
        orders=read_orders(row.orders, row.power, board),
        earlier=read_earlier(row.earlier, row.power, board),
        plans=read_plans(row.plans),
        proxies=read_proxies(row.proxies, board),
        entered=read_entered(row.entered, row.power, board),
        absences=tuple(map(_read_span, row.absences)),
    )


def _read_span(text: str) -> tuple[datetime, datetime]:
    """Return the period that `_span_text` wrote."""
    begin, end = map(datetime.fromisoformat, text.split("/"))
    return begin, end


def _holder(row: _Row) -> Player:
    columns = row.holder_number, row.holder_name, row.holder_address, row.holder_zone
    return Player(*columns, read_preferences(row.holder_preferences))


def _past(
    rows: Sequence[_Row], board: BoardTexts
) -> tuple[tuple[FinishedPhase, ...], tuple[FinishedPhase, ...]]:
    """Return the finished phases, and the phases that ROLL FORWARD restores."""
    over: list[FinishedPhase] = []
    undone: list[FinishedPhase] = []
    for row in rows:
        played = _played(row.before, row.adjudication, board)
        done = FinishedPhase(*played, row.processed, row.absent, row.closed)
        (undone if row.returns else over).append(done)
    return tuple(over), tuple(undone)


# A finished phase never changes, and most rows of a long game are finished phases.
@lru_cache(maxsize=1024)
def _played(before: str, adjudication: str, board: BoardTexts) -> tuple[Position, Adjudication]:
    return read_position(before, board), read_adjudication(adjudication, board)


_PLACES = union(
    *(
        select(table.c.game).where(table.c.player == bindparam("its_player"))
        for table in (seats, entrants, followers)
    )
)
_OWN = (
    select(games.c.name)
    .where(games.c.number.in_(_PLACES), games.c.stage.in_(OPEN))
    .order_by(games.c.number)
)


class Turn(NamedTuple):
    """A game that is due: the moment, its number in the store, and its name."""

    due: datetime
    number: int
    game: str


_DUE = games.c.due <= bindparam("now")
# A phase ends at its deadline or, if there is grace, at the end of the grace.
_RUNS = or_(
    games.c.stage != Stage.ACTIVE,
    games.c.closed.is_not(None),
    games.c.deadline.is_(None),
    func.coalesce(games.c.grace, games.c.deadline) > bindparam("now"),
)
_NEXT = (
    select(games.c.due, games.c.number, games.c.name)
    .where(_DUE, or_(games.c.due <= bindparam("known"), _RUNS))
    .order_by(games.c.due, games.c.number)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_LATER = _NEXT.where(
    games.c.due >= bindparam("since"),
    or_(games.c.due > bindparam("since"), games.c.number > bindparam("behind")),
)


def games_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names of the unfinished games in which a player has a place."""
    return tuple(connection.scalars(_OWN, {"its_player": player}))


def all_names(connection: Connection) -> tuple[str, ...]:
    """Return the names of all games, including finished ones."""
    return tuple(connection.scalars(select(games.c.name)))


def is_any_due(connection: Connection, now: datetime) -> bool:
    """Return whether a game is due."""
    return connection.scalar(select(exists().where(_DUE)), {"now": now}) is True


def seize_next(
    connection: Connection, now: datetime, after: Turn | None, known: datetime
) -> Turn | None:
    """Lock and return the game that is due first after `after`, None without one.

    Games that another transaction has locked are skipped. All mail that arrived before `known` is
    in the store; a game whose phase was due later than that waits.
    """
    if after is None:
        row = connection.execute(_NEXT, {"now": now, "known": known}).first()
    else:
        behind = {"since": after.due, "behind": after.number}
        asked = {"now": now, "known": known} | behind
        row = connection.execute(_LATER, asked).first()
    return Turn(*row) if row else None


def hold_no_longer(connection: Connection, until: datetime) -> None:
    """Release at `until` all games that are held for a longer time."""
    later = update(games).where(games.c.held > until)
    connection.execute(later.values(held=until, due=until))


def wake_games_of(connection: Connection, player: int, now: datetime) -> None:
    """Make all games of a player due now, because the player's reminders may have changed."""
    later = update(games).where(games.c.number.in_(_PLACES), games.c.due > now)
    connection.execute(later.values(due=now), {"its_player": player})


def keep_wake(connection: Connection, game: str, wakes_at: datetime | None) -> None:
    """Store when the game is due next; None means never."""
    connection.execute(update(games).where(games.c.key == game.lower()).values(due=wakes_at))


_CREATED = (
    select(func.count())
    .select_from(games.join(followers, followers.c.game == games.c.number))
    .where(
        followers.c.player == bindparam("its_player"),
        followers.c.role == MASTER,
        games.c.created > bindparam("since"),
    )
)
_PRESS = (
    select(games.c.key, press.c.sender)
    .join(games, press.c.game == games.c.number)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        press.c.at > bindparam("since"),
        # Unsigned press has a role, and no author.
        or_(press.c.author.is_(None), press.c.author == bindparam("its_player")),
    )
)

_HELD_SINCE = (
    select(games.c.key, held_press.c.sender)
    .join(games, held_press.c.game == games.c.number)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        held_press.c.written > bindparam("since"),
        held_press.c.player == bindparam("its_player"),
    )
)

_MOST_SHOWN = 20  # messages for each game
_SAID_TO_ALL = (
    select(press)
    .join(games, press.c.game == games.c.number)
    .where(games.c.key == bindparam("its_key"), press.c.broadcast)
    .order_by(press.c.number.desc())
    .limit(_MOST_SHOWN)
)


def open_press(connection: Connection, keys: Iterable[str]) -> Mapping[str, tuple[OpenPress, ...]]:
    """Return the last messages to everybody, oldest first, by the key of the game."""
    messages_of = {}
    for key in keys:
        rows = connection.execute(_SAID_TO_ALL, {"its_key": key}).all()
        messages_of[key] = tuple(
            OpenPress(row.at, row.phase or "", "" if row.grey else row.sender, row.text)
            for row in reversed(rows)
        )
    return messages_of


_PLAYED = (
    select(func.count())
    .select_from(games)
    .where(
        games.c.stage.in_(OPEN),
        games.c.number.in_(
            union(
                *(
                    select(table.c.game).where(table.c.player == bindparam("its_player"))
                    for table in (seats, entrants)
                )
            )
        ),
    )
)


def games_played(connection: Connection, player: int) -> int:
    """Return the number of unfinished games in which a player plays."""
    return int(connection.execute(_PLAYED, {"its_player": player}).scalar_one())


def games_created(connection: Connection, player: int, since: datetime) -> int:
    """Return the number of games created after `since` with this player as Master."""
    asked = {"its_player": player, "since": since}
    return int(connection.execute(_CREATED, asked).scalar_one())


def press_sent(
    connection: Connection, keys: Iterable[str], player: int, since: datetime
) -> Mapping[tuple[str, str], int]:
    """Return the number of messages that a player sent after `since`, by game key and role.

    Unsigned messages count for every holder of the role. Held messages count for their author.
    """
    asked = {"keys": tuple(keys), "its_player": player, "since": since}
    messages = union_all(_PRESS, _HELD_SINCE)
    return Counter((row.key, row.sender) for row in connection.execute(messages, asked))
