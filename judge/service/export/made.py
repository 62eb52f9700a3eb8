"""Files that letters ask for, made before the transaction in which they are answered.

Much may have to be read and packed for them. Meanwhile the store is held for a moment at
a time, and other letters and deadlines go on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game import DataShown, GameExported, Player
from judge.letter import Attachment
from judge.service.export.archive import ZIP, packed
from judge.service.export.game_file import as_json, export_of
from judge.service.parts import Judge
from judge.store import persons

# Bytes of what is packed in one part. A zip is never larger than that by much, and with
# one entry more, which is no larger than a letter, smaller than 10 MB.
_PART = 8_000_000
_AT_ONCE = 20  # entries that are read while the store is held


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A part of a file, and of how many parts that is."""

    file: Attachment
    parts: int


FileKey = tuple[str, int, str, int]


def key_of(event: DataShown | GameExported) -> FileKey:
    """Return what tells the file that `event` wants from others."""
    match event:
        case DataShown(person, part):
            return "", person.number, "", part
        case GameExported(game, reader, part):
            return game.name, reader.player.number, reader.role, part


def made_files(
    judge: Judge, events: Iterable[DataShown | GameExported], now: datetime
) -> Mapping[FileKey, MadeFile]:
    """Return the files that `events` want; no transaction may be open."""
    made: dict[FileKey, MadeFile] = {}
    for event in events:
        key = key_of(event)
        if isinstance(event, DataShown):
            made[key] = _copy_of_all(judge, event.person, event.part)
        else:
            made[key] = MadeFile(*export_of(judge, event, now))
    return made


def _copy_of_all(judge: Judge, person: Player, part: int) -> MadeFile:
    """Return a part of all that is kept about a person, which people can read, too."""
    with judge.store.begin() as connection:
        facts = persons.known_about(connection, person.number) if part == 1 else {}
    size, parts = 0, 1
    for name in persons.ENTRIES:
        wanted: list[dict[str, object]] = []
        first = 0
        while True:
            with judge.store.begin() as connection:
                entries = persons.entries_about(connection, person.number, name, first, _AT_ONCE)
            for entry in entries:
                size += len(as_json(entry))
                parts = 1 + size // _PART
                if parts == part:
                    wanted.append(entry)
            first += len(entries)
            if len(entries) < _AT_ONCE:
                break
        if wanted or part == 1:
            facts[name] = wanted
    content = packed({f"my-data{f'-{part}' if part > 1 else ''}.json": as_json(facts)})
    return MadeFile(Attachment("my-data.zip", ZIP, content), parts)
