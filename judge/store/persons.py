"""Persons: their names, addresses, passwords, preferences, blocks, conduct and bounces.

The text of a person's preferences contains only those that differ from the defaults, so a new
preference needs no migration.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache

from sqlalchemy import (
    Connection,
    Row,
    Select,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    union,
    union_all,
    update,
)

from judge.game import Conduct, Player, Preferences
from judge.letter import ReplyTo, mailbox_of
from judge.store.codec import fields_of, text_of, value_of
from judge.store.connect import Insertion, OvertakenError, among, insert_once, unless_there
from judge.store.tables import (
    LetterState,
    NoticeState,
    addresses,
    apart,
    attachments,
    bounces,
    browsers,
    claims,
    conduct,
    confirmations,
    diary,
    entrants,
    followers,
    games,
    guesses,
    held_press,
    inbox,
    outbox,
    players,
    press,
    renewals,
    seats,
    tokens,
)
from judge.store.trail import erase_person
from judge.store.upkeep import EMPTY_NOTICE

_USUAL = fields_of(Preferences())


def preferences_text(wanted: Preferences) -> str:
    """Return the preferences that differ from the defaults as a JSON object, "" if none do."""
    changed = {name: wish for name, wish in fields_of(wanted).items() if wish != _USUAL[name]}
    return text_of(changed) if changed else ""


@lru_cache(maxsize=1024)
def read_preferences(text: str) -> Preferences:
    """Return the preferences in `text`."""
    return value_of(json.loads(text or "{}"), Preferences)


_PEOPLE = select(players, addresses.c.address).join(
    addresses, (addresses.c.player == players.c.number) & addresses.c.main
)
_NAME = func.lower(players.c.name)
_BY_NAME = _PEOPLE.where(
    (bindparam("its_name") == _NAME) | _NAME.like(bindparam("its_address"), escape="\\")
)
_WANTING_OPENINGS = _PEOPLE.where(players.c.preferences.contains("openings"))
# These are the exact words of the index; a database uses the index only for them.
_MONITOR = text("preferences LIKE '%monitor%'")
_MONITORS = _PEOPLE.where(
    players.c.number.in_(select(players.c.number).where(_MONITOR).correlate(None))
)
_OWNER = select(addresses.c.player).where(addresses.c.address == bindparam("address"))
_BY_ADDRESS = _PEOPLE.where(players.c.number == _OWNER.scalar_subquery())
_BY_NUMBER = _PEOPLE.where(players.c.number == bindparam("its_number"))
_RENEWED = (
    select(func.count())
    .select_from(renewals)
    .where(
        renewals.c.game == tokens.c.game,
        renewals.c.player == tokens.c.player,
        renewals.c.role == tokens.c.role,
    )
    .correlate(tokens)
    .scalar_subquery()
)
_TOKENS = select(tokens, games.c.name).join(games, games.c.number == tokens.c.game)
_BY_TOKEN = (
    _PEOPLE.join(tokens, tokens.c.player == players.c.number)
    .join(games, games.c.number == tokens.c.game)
    .where(tokens.c.digest == bindparam("digest"))
    .add_columns(
        games.c.name.label("game"),
        tokens.c.role,
        tokens.c.generation,
        tokens.c.conversation,
        _RENEWED.label("current"),
    )
)
_GENERATIONS = among(
    lambda which: (
        select(games.c.key, renewals.c.player, renewals.c.role, func.count().label("times"))
        .join(games, games.c.number == renewals.c.game)
        .where(which(games.c.key))
        .group_by(games.c.key, renewals.c.player, renewals.c.role)
    )
)
_HAD = (
    select(games.c.key, renewals.c.role)
    .join(games, games.c.number == renewals.c.game)
    .where(
        games.c.key.in_(bindparam("keys", expanding=True)),
        renewals.c.player == bindparam("its_player"),
    )
    .distinct()
)
_NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # no key of a forgotten person opens anything
_LAST_NUMBER = select(func.coalesce(func.max(players.c.number), 0))
_NAMES = select(players.c.name).where(players.c.number != bindparam("its_number"))
_ADD_PLAYER = insert(players)
_CHANGE_PLAYER = update(players).where(players.c.number == bindparam("its_number"))
_ENDINGS = select(players.c.endings).where(players.c.number == bindparam("its_number"))


def find_player(connection: Connection, address: str) -> Player | None:
    """Return the player with this address, in upper or lower case, or None."""
    row = connection.execute(_BY_ADDRESS, {"address": address.lower()}).one_or_none()
    return None if row is None else _player(row)


def find_numbered(connection: Connection, number: int) -> Player | None:
    """Return the player with this number, or None."""
    row = connection.execute(_BY_NUMBER, {"its_number": number}).one_or_none()
    return None if row is None else _player(row)


def wanting_openings(connection: Connection) -> tuple[Player, ...]:
    """Return the players who want a weekly list of games with open seats."""
    people = map(_player, connection.execute(_WANTING_OPENINGS))
    return tuple(player for player in people if player.preferences.openings)


def monitors(connection: Connection) -> tuple[Player, ...]:
    """Return the players who want the mail of all public games."""
    people = map(_player, connection.execute(_MONITORS))
    return tuple(player for player in people if player.preferences.monitor)


def find_named(connection: Connection, name: str) -> Player | None:
    """Return the only player with this name, in upper or lower case, None without or with several.

    A player whose name is an address is found by the part before its @.
    """
    pattern = name.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    wanted = {"its_name": name.lower(), "its_address": f"{pattern}@%"}
    rows = connection.execute(_BY_NAME, wanted).all()
    return _player(rows[0]) if len(rows) == 1 else None


def names_but(connection: Connection, number: int) -> tuple[str, ...]:
    """Return the names of all players except the one with this number."""
    return tuple(connection.scalars(_NAMES, {"its_number": number}))


def is_of(connection: Connection, address: str, player: Player) -> bool:
    """Return whether `address` is registered for `player`."""
    if address.casefold() == player.address.casefold():
        return True
    owner = find_player(connection, address)
    return owner is not None and owner.number == player.number


@dataclass(frozen=True, slots=True)
class TokenOwner:
    """The player and place that a token belongs to; `is_over` if a newer token replaced it."""

    player: Player
    place: ReplyTo
    is_over: bool


def token_owner(connection: Connection, digest: str) -> TokenOwner | None:
    """Return the owner of the token with this digest, or None.

    The owner may have left their place since; the game shows that.
    """
    row = connection.execute(_BY_TOKEN, {"digest": digest}).one_or_none()
    if row is None:
        return None
    place = _place(row.number, row.game, row)
    return TokenOwner(_player(row), place, is_over=row.generation < row.current)


def with_generations(connection: Connection, places: Collection[ReplyTo]) -> dict[ReplyTo, ReplyTo]:
    """Return {place: the place with the present generation of its reply addresses}."""
    keys = sorted({place.game.lower() for place in places})
    rows = _GENERATIONS.of(connection, keys)
    times = {(row.player, row.key, row.role): row.times for row in rows}
    return {
        place: replace(
            place, generation=times.get((place.player, place.game.lower(), place.role), 0)
        )
        for place in places
    }


def roles_had(
    connection: Connection, keys: Collection[str], player: int
) -> dict[str, tuple[str, ...]]:
    """Return {game's key: the roles that a player had, or may still have, in it}.

    A role from the start of a game is included only after its holder left it or got new reply
    addresses.
    """
    roles: dict[str, tuple[str, ...]] = {}
    asked = {"keys": tuple(keys), "its_player": player}
    for row in connection.execute(_HAD, asked):
        roles[row.key] = (*roles.get(row.key, ()), row.role)
    return roles


def next_number(connection: Connection) -> int:
    """Return the number for the next new player."""
    if connection.dialect.name == "postgresql":
        sequence = text("SELECT nextval(pg_get_serial_sequence('players', 'number'))")
        return int(connection.execute(sequence).scalar_one())
    return int(connection.execute(_LAST_NUMBER).scalar_one()) + 1


def add_player(connection: Connection, person: Player) -> None:
    """Store a new player, whose number is from `next_number`.

    Raises OvertakenError if somebody registered the address meanwhile.
    """
    connection.execute(_ADD_PLAYER, {"number": person.number, **_player_values(person)})
    address = person.address.lower()
    row = {"address": address, "player": person.number, "main": True}
    if not insert_once(connection, addresses, row):
        raise OvertakenError(f"{address} is registered.")


def keep_player(connection: Connection, person: Player) -> None:
    """Store a player's name, time zone and preferences."""
    connection.execute(_CHANGE_PLAYER, {"its_number": person.number, **_player_values(person)})


def endings_of(connection: Connection, player: int) -> tuple[tuple[str, ...], ...]:
    """Return the ends of a player's last letters, the newest last, as digests of their lines."""
    stored = connection.execute(_ENDINGS, {"its_number": player}).scalar_one_or_none() or ()
    return tuple(tuple(ending.split()) for ending in stored)


def keep_endings(connection: Connection, player: int, endings: Sequence[tuple[str, ...]]) -> None:
    """Store the ends of a player's last letters."""
    joined = tuple(map(" ".join, endings))
    connection.execute(_CHANGE_PLAYER, {"its_number": player, "endings": joined})


def keep_tokens(connection: Connection, places: Sequence[tuple[str, ReplyTo]]) -> None:
    """Store the place of each token, by the token's digest; known tokens stay unchanged."""
    rows = [
        {
            "digest": digest,
            "player": place.player,
            "its_key": place.game.lower(),
            "role": place.role,
            "generation": place.generation,
            "conversation": place.conversation or None,
        }
        for digest, place in dict(places).items()
    ]
    if rows:
        connection.execute(_keep_token(connection.dialect.name), rows)


def tokens_kept(connection: Connection) -> tuple[tuple[str, ReplyTo], ...]:
    """Return (digest, place) of every token that was ever made."""
    rows = connection.execute(_TOKENS)
    return tuple((row.digest, _place(row.player, row.name, row)) for row in rows)


def _place(player: int, game: str, row: Row[*tuple[object, ...]]) -> ReplyTo:
    return ReplyTo(player, game, row.role, row.generation, row.conversation or ())


def _player_values(person: Player) -> dict[str, str]:
    wanted = preferences_text(person.preferences)
    return {"name": person.name, "zone": person.zone, "preferences": wanted}


def _player(row: Row[*tuple[object, ...]]) -> Player:
    wanted = read_preferences(row.preferences)
    return Player(row.number, row.name, row.address, row.zone, wanted)


@cache
def _keep_token(dialect: str) -> Insertion:
    game = select(games.c.number).where(games.c.key == bindparam("its_key"))
    return unless_there(tokens, dialect).values(game=game.scalar_subquery())


@dataclass(frozen=True, slots=True)
class Owner:
    """The player who owns an address, and the hash of their password."""

    player: int
    password: str | None


def address_owner(connection: Connection, address: str) -> Owner | None:
    """Return the owner of this address, None if it has none."""
    row = connection.execute(
        select(players.c.number, players.c.password)
        .join(addresses, addresses.c.player == players.c.number)
        .where(addresses.c.address == address.lower())
    ).one_or_none()
    if row is None:
        return None
    return Owner(row.number, row.password)


def addresses_of(connection: Connection, player: int) -> tuple[str, ...]:
    """Return all addresses of a player, the main one first."""
    return tuple(
        connection.scalars(
            select(addresses.c.address)
            .where(addresses.c.player == player)
            .order_by(addresses.c.main.desc(), addresses.c.address)
        )
    )


def set_password(connection: Connection, player: int, password: str) -> None:
    """Store the hash of a player's password."""
    its = players.c.number == player
    connection.execute(update(players).where(its).values(password=password))


def move_mail(connection: Connection, player: int, address: str) -> None:
    """Make this address of a player their main one."""
    its = addresses.c.player == player
    # In two statements, because a player may never have two main addresses at the same time.
    connection.execute(update(addresses).where(its).values(main=False))
    new_main = its & (addresses.c.address == address)
    connection.execute(update(addresses).where(new_main).values(main=True))


def add_address(connection: Connection, player: int, address: str) -> None:
    """Store another address of a player, unless it has an owner already."""
    row = {"address": address, "player": player, "main": False}
    insert_once(connection, addresses, row)


def drop_address(connection: Connection, player: int, address: str) -> None:
    """Delete an address of a player, unless it is their main one."""
    its = (addresses.c.player == player) & (addresses.c.address == address)
    connection.execute(delete(addresses).where(its, ~addresses.c.main))


def add_block(
    connection: Connection, player: int, called: str, other: int | None, now: datetime
) -> None:
    """Store that `player` wants no game with the person whom they call `called`.

    `other` is that person's number, None if `called` is an address without a known owner. An
    existing block stays unchanged.
    """
    row = {"player": player, "called": called, "other": other, "at": now}
    insert_once(connection, apart, row)


def drop_block(connection: Connection, player: int, called: str) -> None:
    """Delete the block of the person whom `player` calls `called`."""
    its = (apart.c.player == player) & (apart.c.called == called)
    connection.execute(delete(apart).where(its))


def blocked_by(connection: Connection, player: int) -> tuple[str, ...]:
    """Return the names and addresses that `player` has blocked, oldest first."""
    return tuple(
        connection.scalars(
            select(apart.c.called)
            .where(apart.c.player == player)
            .order_by(apart.c.at, apart.c.called)
        )
    )


def apart_from(connection: Connection, player: int) -> frozenset[int]:
    """Return the numbers of the players who must not be in one game with `player`.

    A block of a name works both ways. A block of an address keeps out only its owner; otherwise the
    blocker could find out whose address it is.
    """
    own = select(addresses.c.address).where(addresses.c.player == player)
    query = union_all(
        select(apart.c.other).where(apart.c.player == player, apart.c.other.is_not(None)),
        select(apart.c.player).where(apart.c.other == player),
        select(apart.c.player).where(apart.c.other.is_(None), apart.c.called.in_(own)),
    )
    return frozenset(connection.scalars(query))


_OF_PLAYER = (
    select(games.c.name, conduct)
    .join(games, games.c.number == conduct.c.game)
    .where(conduct.c.player == bindparam("its_player"))
    .order_by(conduct.c.number)
)


def conduct_of(connection: Connection, player: int) -> tuple[Conduct, ...]:
    """Return the conduct of a player in their games, oldest first."""
    rows = connection.execute(_OF_PLAYER, {"its_player": player})
    return tuple(Conduct(row.name, row.power, row.phase, row.at, row.mark) for row in rows)


@dataclass(frozen=True, slots=True)
class BounceRecord:
    """The bounces of an address: its points, and when it got the newest point.

    `paused` is when news to the address stopped, `tried` when it last got a trial mail.
    """

    points: int
    newest: datetime
    paused: datetime | None = None
    tried: datetime | None = None


_ITS_RECORD = bounces.c.address == bindparam("its_address")
_RECORD = select(bounces.c.points, bounces.c.newest, bounces.c.paused, bounces.c.tried).where(
    _ITS_RECORD
)
_RECORDED_AMONG = select(bounces.c.address).where(
    bounces.c.address.in_(bindparam("its_addresses", expanding=True))
)
_ADD_RECORD = insert(bounces)
_CHANGE_RECORD = update(bounces).where(_ITS_RECORD)
_OWNED = select(addresses.c.address).where(addresses.c.player == bindparam("player"))
_FORGET_RECORD = delete(bounces).where(_ITS_RECORD, bounces.c.address.in_(_OWNED))
_FORGET_STRANGERS = delete(bounces).where(
    bounces.c.newest < bindparam("before"), bounces.c.address.not_in(select(addresses.c.address))
)


def bounce_record(connection: Connection, address: str) -> BounceRecord | None:
    """Return the bounce record of `address`, or None."""
    row = connection.execute(_RECORD, {"its_address": address.lower()}).one_or_none()
    return None if row is None else BounceRecord(*row)


def losing_among(connection: Connection, some: Iterable[str]) -> frozenset[str]:
    """Return those of these addresses that have a bounce record, in lower case."""
    asked = {"its_addresses": [address.lower() for address in some]}
    return frozenset(connection.scalars(_RECORDED_AMONG, asked))


def losing_addresses(connection: Connection) -> frozenset[str]:
    """Return all addresses that have a bounce record."""
    return frozenset(connection.scalars(select(bounces.c.address)))


def keep_bounce_record(connection: Connection, address: str, record: BounceRecord) -> None:
    """Store the bounce record of `address`, in place of an earlier one."""
    values = {
        "points": record.points,
        "newest": record.newest,
        "paused": record.paused,
        "tried": record.tried,
    }
    its = {"its_address": address.lower()}
    if connection.execute(_CHANGE_RECORD.values(values), its).rowcount == 0:
        connection.execute(_ADD_RECORD, {"address": address.lower(), **values})


def forget_bounces(connection: Connection, address: str, player: int) -> None:
    """Delete the bounce record of `address`, if it belongs to `player`."""
    its = {"its_address": address.lower(), "player": player}
    connection.execute(_FORGET_RECORD, its)


def forget_bounces_of_strangers(connection: Connection, before: datetime) -> None:
    """Delete bounce records from before `before` of addresses without an owner."""
    connection.execute(_FORGET_STRANGERS, {"before": before})


def note_trial(connection: Connection, address: str, now: datetime) -> None:
    """Record that a paused address gets a trial mail."""
    its = {"its_address": address.lower()}
    connection.execute(_CHANGE_RECORD.values(tried=now), its)


def move_mail_to_another(connection: Connection, address: str, player: int) -> str | None:
    """Make another address of `player`, one that is not paused, their main address.

    Returns that address. If there is none, nothing changes, and the result is None. Notices to
    `address` that were not tried yet go to the new address.
    """
    paused = select(bounces.c.address).where(bounces.c.paused.is_not(None))
    others = (
        select(addresses.c.address)
        .where(addresses.c.player == player, addresses.c.address != address.lower())
        .where(addresses.c.address.not_in(paused))
        .order_by(addresses.c.address)
    )
    other = connection.scalar(others.limit(1))
    if other is None:
        return None
    move_mail(connection, player, other)
    waiting = update(outbox).where(
        outbox.c.state == NoticeState.QUEUED, outbox.c.attempts == 0, outbox.c.recipient == address
    )
    connection.execute(waiting.values(recipient=other))
    return str(other)


_GUESSES_KEPT = timedelta(days=2)  # only the guesses of one day are counted
_OF_LOCKS = (
    select(guesses.c.lock, func.count().label("times"))
    .where(
        guesses.c.lock.in_(bindparam("locks", expanding=True)), guesses.c.at >= bindparam("since")
    )
    .group_by(guesses.c.lock)
)
_OF_SENDER = select(func.count()).where(
    guesses.c.sender == bindparam("its_sender"), guesses.c.at >= bindparam("since")
)
_ADD_GUESSES = insert(guesses)
_FORGET_GUESSES = delete(guesses).where(guesses.c.at < bindparam("until"))


def guesses_since(
    connection: Connection, hashes: Collection[str], sender: str, since: datetime
) -> tuple[int, dict[str, int]]:
    """Return how many wrong passwords `sender` tried from `since` on, and how many everybody did.

    The second value is {hash of the right password: number}, for those of `hashes` at which anybody
    guessed.
    """
    locks = {_lock(password_hash): password_hash for password_hash in hashes}
    rows = connection.execute(_OF_LOCKS, {"locks": sorted(locks), "since": since})
    of_hashes = {locks[row.lock]: row.times for row in rows}
    its = {"its_sender": sender.lower(), "since": since}
    return connection.execute(_OF_SENDER, its).scalar_one(), of_hashes


def keep_guesses(connection: Connection, hashes: Sequence[str], sender: str, now: datetime) -> None:
    """Record that `sender` tried wrong passwords against these `hashes`."""
    connection.execute(_FORGET_GUESSES, {"until": now - _GUESSES_KEPT})
    rows = [
        {"lock": _lock(password_hash), "sender": sender.lower(), "at": now}
        for password_hash in hashes
    ]
    connection.execute(_ADD_GUESSES, rows)


def _lock(password_hash: str) -> str:
    return hashlib.sha256(password_hash.encode()).hexdigest()


Facts = dict[str, object]
_Query = Select[*tuple[object, ...]]


# Kinds of data of which there may be much; each is read in parts.
ENTRIES = ("press", "press not sent", "diary", "letters", "mails")


def known_about(connection: Connection, player: int) -> Facts:
    """Return everything stored about a player, except the `ENTRIES`, as JSON values.

    Of a password only its existence is shown. Moments are in UTC.
    """

    def rows(query: _Query) -> list[Facts]:
        return [_shown(row._asdict()) for row in connection.execute(query)]

    person = connection.execute(select(players).where(players.c.number == player)).one()
    return {
        "name": person.name,
        "zone": person.zone,
        "settings": person.preferences,
        "password": person.password is not None,
        "addresses": _every_address(connection, player),
        "blocks": blocked_by(connection, player),
        "places": rows(_places_query(player)),
        "conduct": rows(_conduct(player)),
        "browsers": rows(
            select(browsers.c.name, browsers.c.since).where(browsers.c.player == player)
        ),
    }


def entries_about(
    connection: Connection, player: int, entries: str, first: int, most: int
) -> list[Facts]:
    """Return at most `most` items of one kind of the `ENTRIES` about a player, from `first` on."""
    match entries:
        case "press":
            query = _press(player)
        case "press not sent":
            query = _held(player)
        case "diary":
            query = _diary(player)
        case "letters":
            query = _letters(_every_address(connection, player))
        case _:
            query = _mails(_every_address(connection, player))
    rows = connection.execute(query.offset(first).limit(most))
    return [_shown(row._asdict()) for row in rows]


def _every_address(connection: Connection, player: int) -> list[str]:
    its = addresses.c.player == player
    return list(connection.scalars(select(addresses.c.address).where(its)))


def _places_query(player: int) -> _Query:
    """Return the query for a player's places, present and past, and on stand-by."""
    each = (
        select(games.c.name.label("game"), role.label("place"))
        .join(table, table.c.game == games.c.number)
        .where(table.c.player == player)
        for table, role in (
            (seats, seats.c.power),
            (followers, followers.c.role),
            (entrants, entrants.c.preferences),
            (renewals, renewals.c.role),
        )
    )
    places = union(*each).subquery()
    return select(places).order_by(places.c.game, places.c.place)


def _conduct(player: int) -> _Query:
    """Return the query for a player's conduct."""
    game = games.c.name.label("game")
    mark = cast(conduct.c.mark, Text).label("mark")
    return (
        select(game, conduct.c.power, conduct.c.phase, conduct.c.at, mark)
        .join(games, games.c.number == conduct.c.game)
        .where(conduct.c.player == player)
        .order_by(conduct.c.number)
    )


def _press(player: int) -> _Query:
    return (
        select(
            games.c.name.label("game"),
            press.c.phase,
            press.c.at,
            press.c.sender,
            press.c.recipients,
            press.c.text,
        )
        .join(games, games.c.number == press.c.game)
        .where(press.c.author == player)
        .order_by(press.c.number)
    )


def _held(player: int) -> _Query:
    held = held_press.c
    return (
        select(
            games.c.name.label("game"),
            *(held.written, held.leaves, held.sender, held.recipients, held.text),
        )
        .join(games, games.c.number == held.game)
        .where(held.player == player)
        .order_by(held.written)
    )


def _diary(player: int) -> _Query:
    return (
        select(
            games.c.name.label("game"),
            *(diary.c.phase, diary.c.written, diary.c.role, diary.c.text),
        )
        .join(games, games.c.number == diary.c.game)
        .where(diary.c.player == player)
        .order_by(diary.c.game, diary.c.place)
    )


def _letters(own: Sequence[str]) -> _Query:
    """Return the query for stored letters from these addresses; they contain no secrets."""
    return (
        select(inbox.c.received, inbox.c.sender, inbox.c.raw.label("letter"))
        .where(inbox.c.sender.in_(own), inbox.c.bare)
        .order_by(inbox.c.number)
    )


def _mails(own: Sequence[str]) -> _Query:
    return (
        select(outbox.c.created, outbox.c.recipient, outbox.c.subject, outbox.c.body)
        .where(outbox.c.recipient.in_(own))
        .order_by(outbox.c.number)
    )


def _shown(row: Facts) -> Facts:
    """Return a row as JSON values, without empty columns."""
    shown: Facts = {}
    for name, value in row.items():
        match value:
            case None:
                pass
            case datetime():
                shown[name] = value.isoformat()
            case bytes():
                shown[name] = value.decode("utf-8", "replace")
            case _:
                shown[name] = value
    return shown


# RFC 2606 section 2: no mail reaches an address in this domain.
_NOWHERE = "former-player-{}@forgotten.invalid"


_NO_LETTER = {"raw": b"", "sender": "", "note": "", "asked": None, "secret": None, "grave": None}


def erase(connection: Connection, player: int) -> None:
    """Delete a player's identity, and the texts that they wrote and that were sent to them.

    They must have no place in a running game. Their orders belong to the games and stay, and so
    does their number, which does not identify them.
    """
    its = addresses.c.player == player
    own = list(connection.scalars(select(addresses.c.address).where(its)))
    _erase_mail(connection, own)
    connection.execute(update(press).where(press.c.author == player).values(text=""))
    erase_person(connection, player)
    for table in (followers, entrants, tokens, held_press, diary, conduct, confirmations, browsers):
        connection.execute(delete(table).where(table.c.player == player))
    connection.execute(update(seats).where(seats.c.player == player).values(player=None))
    for table, column in ((bounces, bounces.c.address), (guesses, guesses.c.sender)):
        connection.execute(delete(table).where(column.in_(own)))
    is_claimed = or_(claims.c.address.in_(own), claims.c.asked.in_(own))
    connection.execute(delete(claims).where(is_claimed))
    either = or_(apart.c.player == player, apart.c.other == player)
    connection.execute(delete(apart).where(either))
    connection.execute(delete(addresses).where(its))
    nowhere = {"address": _NOWHERE.format(player), "player": player, "main": True}
    connection.execute(addresses.insert().values(nowhere))
    nobody = {
        "name": "",
        "zone": "UTC",
        "password": None,
        "preferences": "",
        "keys_from": _NEVER,
        "endings": None,
    }
    connection.execute(update(players).where(players.c.number == player).values(nobody))


def erase_letter(connection: Connection, number: int) -> None:
    """Delete everything of an answered letter except its digest."""
    connection.execute(update(inbox).where(inbox.c.number == number).values(_NO_LETTER))


def _erase_mail(connection: Connection, own: list[str]) -> None:
    """Delete the texts of answered mail from these addresses and of sent mail to them."""
    over = inbox.c.state.in_((LetterState.DONE, LetterState.IGNORED))
    theirs = or_(inbox.c.sender.in_(own), inbox.c.asked.in_(own)) & over
    connection.execute(update(inbox).where(theirs).values(_NO_LETTER))
    read = outbox.c.recipient.in_(own) & (outbox.c.sent.is_not(None))
    sent = select(outbox.c.number).where(read)
    connection.execute(delete(attachments).where(attachments.c.notice.in_(sent)))
    forgotten = {**EMPTY_NOTICE, "recipient": "", "subject": "", "question": None}
    connection.execute(update(outbox).where(read).values(forgotten))
    mailboxes = [mailbox_of(address) for address in own]
    for column in (outbox.c.mailbox, outbox.c.causer):
        connection.execute(update(outbox).where(column.in_(mailboxes)).values({column.name: ""}))
