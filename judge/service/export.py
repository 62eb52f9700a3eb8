"""Games and personal data as files for programs, and the import of such game files."""

import io
import json
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from sqlalchemy import Connection

from judge.conversation import Happening
from judge.engine import Position, Variant, can_stand, supply
from judge.game import (
    OPEN,
    UNSEEN,
    Event,
    Follower,
    Game,
    GameCreated,
    GameStarted,
    OrdersShown,
    Pictures,
    Player,
    Stage,
    can_be_set,
    filing,
    inquiry,
    inspection,
    is_game_name,
    profiles,
    rolling,
    surviving_powers,
    turn,
)
from judge.letter import Attachment, Notice
from judge.notation import read_phase
from judge.service.parts import Judge
from judge.service.trail import KEEPER, write_down
from judge.store import exported, games, persons, record

ZIP = "application/zip"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file of {name: content}; the same files give the same bytes."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # ZipInfo has a fixed date by default.
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return whole.getvalue()


def entry_of(content: bytes, name: str, most: int) -> bytes:
    """Return the file `name` in a zip file from anybody, b"" if it is missing.

    At most `most` + 1 bytes are unpacked. Raises BadZipFile for a file that EXPORT could not have
    made.
    """
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if name not in archive.namelist():
                return b""
            entry = archive.getinfo(name)
            if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BadZipFile("it is packed in a way that EXPORT does not use")
            with archive.open(entry) as file:
                return file.read(most + 1)
    except (OSError, ValueError, RuntimeError, EOFError, struct.error, zlib.error) as error:
        raise BadZipFile(str(error)) from error


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return {name: content} of a zip file that the judge made."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


DRAWING = ".drawing"
"""How the names of drawings end that are to be painted."""


def with_pictures(judge: Judge, notice: Notice) -> Notice:
    """Return `notice` with the drawings in its zip files replaced by pictures.

    A drawing that cannot be painted is left out.
    """
    files = tuple(_painted(judge, one) for one in notice.attachments)
    return replace(notice, attachments=files)


def _painted(judge: Judge, file: Attachment) -> Attachment:
    if file.media_type != ZIP:
        return file
    return replace(file, content=packed(dict(_pictures(judge, file.content))))


def _pictures(judge: Judge, content: bytes) -> Iterator[tuple[str, bytes]]:
    for name, inside in unpacked(content).items():
        if not name.endswith(DRAWING):
            yield name, inside
        elif picture := judge.picture(inside.decode()):
            yield f"{name.removesuffix(DRAWING)}.png", picture


# Pictures and bytes of press in a part. A picture takes 100 to 200 kB, and packed text a quarter of
# its bytes, so a part is below 10 MB.
_PICTURES = 30
_PRESS = 8_000_000


def export_of(
    judge: Judge, event: inspection.GameExported, now: datetime
) -> tuple[Attachment, int]:
    """Return one part of a game's export, and the number of parts.

    The first part has the game; each part has its share of press and pictures. The pictures are
    stored as drawings, and painted when the mail is sent. No transaction may be open.
    """
    game, reader, part = event.game, event.reader, event.part
    with judge.store.begin() as connection:
        press = exported.press_seen(connection, game, reader, now)
    share, parts = _share(press, part)
    first = part == 1
    name = "game.json" if first else f"press-{part}.json"
    facts = exported.game_facts(game) if first else {}
    files = {name: as_json(facts | {"press": share})} if first or share else {}
    if reader.player.preferences.pictures is not Pictures.NONE:
        boards = list(_boards(game, reader.role))
        parts = max(parts, -(-len(boards) // _PICTURES))
        since = (part - 1) * _PICTURES
        for number, (phase, board) in enumerate(boards[since : since + _PICTURES], since):
            drawing = judge.renderer.drawing(board)
            files[f"pictures/{number:03}-{phase}{DRAWING}"] = drawing.encode()
    return Attachment(f"{game.name}.zip", ZIP, packed(files)), parts


def _share(press: Sequence[object], part: int) -> tuple[list[object], int]:
    """Return the press for one part, and the number of parts."""
    share, size = [], 0
    for one in press:
        size += len(json.dumps(one, ensure_ascii=False).encode())
        if 1 + size // _PRESS == part:
            share.append(one)
    return share, 1 + size // _PRESS


def as_json(facts: dict[str, object]) -> bytes:
    """Return facts as JSON with line breaks, for people too."""
    return json.dumps(facts, indent=1, ensure_ascii=False).encode()


def _boards(game: Game, role: str) -> Iterator[tuple[str, inspection.MapShown]]:
    """Yield (name, board) for the start of a game and after each phase."""
    if game.position is None:
        return
    first = game.history[0].before if game.history else game.position
    yield "start", inspection.MapShown(replace(game, position=first, deadline=None), None, role)
    for done in game.history:
        yield str(done.phase), inspection.MapShown(game, done, role)


_NAME, _FORMAT = "hall-of-fame.json", "judge hall 1"


def hall_file(event: inquiry.HallShown) -> Attachment:
    """Return the won and drawn games of `event` as a file for ratings, newest first.

    Players are given by name; None is a power without a player at the end.
    """
    facts: dict[str, object] = {"format": _FORMAT, "games": list(map(_game, event.games))}
    return Attachment(_NAME, "application/json", as_json(facts))


def _game(game: Game) -> dict[str, object]:
    assert game.position is not None
    winners = game.ending.winners if game.ending else ()
    centers, alive = supply(game.position, game.variant), surviving_powers(game)
    return {
        "game": game.name,
        "variant": game.variant.name,
        "created": game.created.date().isoformat(),
        "ended": game.history[-1].processed.date().isoformat() if game.history else None,
        "phase": str(game.position.phase),
        "result": "solo" if len(winners) == 1 else "draw",
        "powers": [
            {
                "power": seat.power,
                "player": seat.player.name if seat.player else None,
                "won": seat.power in winners,
                "survived": seat.power in alive,
                "centers": centers[seat.power],
            }
            for seat in game.seats
        ],
    }


_OfTheBoard = (
    rolling.GameRolledBack
    | GameStarted
    | inspection.MapShown
    | filing.OrdersFiled
    | OrdersShown
    | turn.PhaseProcessed
)


def with_part(notice: Notice, events: Sequence[Event], game: Game | None, reader: Player) -> Notice:
    """Return `notice` with a JSON file attached, if it is about a board and its reader wants it.

    `game` and `events` are as the reader may see them. The file is like `game.json` in an export,
    but its history has only the phases that were just processed.
    """
    told = any(isinstance(event, _OfTheBoard) for event in events)
    if game is None or not told or not reader.preferences.json:
        return notice
    done = tuple(one.finished for one in events if isinstance(one, turn.PhaseProcessed))
    facts = exported.game_facts(replace(game, history=done))
    name = game.name if game.position is None else f"{game.name}-{game.position.phase}"
    part = Attachment(f"{name}.json", "application/json", as_json(facts))
    return replace(notice, attachments=(*notice.attachments, part))


# Bytes of JSON in one part. With one more entry, which is at most a letter, the zip file is smaller
# than 10 MB.
_PART = 8_000_000
_BATCH = 20  # entries read in one transaction


@dataclass(frozen=True, slots=True)
class MadeFile:
    """One part of a file, and the number of parts."""

    file: Attachment
    parts: int


FileKey = tuple[str, int, str, int]


def key_of(event: profiles.DataShown | inspection.GameExported) -> FileKey:
    """Return a key for the file that `event` needs."""
    match event:
        case profiles.DataShown(person, part):
            return "", person.number, "", part
        case inspection.GameExported(game, reader, part):
            return game.name, reader.player.number, reader.role, part


def made_files(
    judge: Judge, events: Iterable[profiles.DataShown | inspection.GameExported], now: datetime
) -> Mapping[FileKey, MadeFile]:
    """Return the files that `events` need, by `key_of`; no transaction may be open.

    Each transaction on the store is short, so other letters and deadlines go on.
    """
    made: dict[FileKey, MadeFile] = {}
    for event in events:
        key = key_of(event)
        if isinstance(event, profiles.DataShown):
            made[key] = _copy_of_all(judge, event.person, event.part)
        else:
            made[key] = MadeFile(*export_of(judge, event, now))
    return made


def _copy_of_all(judge: Judge, person: Player, part: int) -> MadeFile:
    """Return one part of a file with everything stored about a person."""
    with judge.store.begin() as connection:
        facts = persons.known_about(connection, person.number) if part == 1 else {}
    size, parts = 0, 1
    for name in persons.ENTRIES:
        wanted: list[dict[str, object]] = []
        first = 0
        while True:
            with judge.store.begin() as connection:
                entries = persons.entries_about(connection, person.number, name, first, _BATCH)
            for entry in entries:
                size += len(as_json(entry))
                parts = 1 + size // _PART
                if parts == part:
                    wanted.append(entry)
            first += len(entries)
            if len(entries) < _BATCH:
                break
        if wanted or part == 1:
            facts[name] = wanted
    content = packed({f"my-data{f'-{part}' if part > 1 else ''}.json": as_json(facts)})
    return MadeFile(Attachment("my-data.zip", ZIP, content), parts)


MOST_BYTES = 10_000_000  # limit of the file, and of its game.json; a long game has a fifth of it
_FIRST, _LAST = datetime(1970, 1, 1, tzinfo=UTC), datetime(3000, 1, 1, tzinfo=UTC)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_WITH_BOARD = {Stage.FORMING: False, Stage.ACTIVE: True, Stage.PAUSED: True}


def import_game(
    judge: Judge, connection: Connection, content: bytes, master: str, now: datetime
) -> Game:
    """Create the game in an exported file, with a new Master, and return it.

    A running game is paused, without players. A finished game is marked as `claimed`, because this
    judge has not seen its results. Raises NoGameError if a game has its name, if the Master's
    address is unknown, if the file has no playable game, or if its exporter saw only a part of a
    blind board.
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
    """Raise NoGameError if the game is impossible; a person may have edited the file."""
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
    for board in _positions(game):
        _check_board(board, variant)


def _positions(game: Game) -> Iterator[Position]:
    """Yield the positions of a game: the start, the current one, and those of each phase."""
    yield game.variant.start
    if game.position is not None:
        yield game.position
    for done in game.history:
        yield from (done.before, done.adjudication.after)


def _check_board(position: Position, variant: Variant) -> None:
    """Raise NoGameError if this position is impossible in a game of `variant`."""
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
    """Return the JSON in a file that was sent: a zip file, or `game.json` itself."""
    if len(content) <= MOST_BYTES and content.startswith(b"PK"):
        try:
            content = entry_of(content, "game.json", MOST_BYTES)
        except BadZipFile as error:
            raise exported.NoGameError(str(error)) from error
    if len(content) > MOST_BYTES:
        raise exported.NoGameError(f"no game is larger than {MOST_BYTES // 10**6} MB")
    return content
