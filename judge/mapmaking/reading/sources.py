"""The files an import is made from: their names, their text, and packs unpacked."""

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath

from judge.mapmaking.reading.facts import RefusedError

_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = (b"\xff\xfe", b"\xfe\xff")
_PICTURES = (".gif", ".png", ".jpg", ".jpeg", ".bmp", ".pdf", ".ps", ".ico")
# No map is larger; a pack that claims more is not one, or wants to fill the memory.
_MOST_BYTES = 8_000_000
_MOST_FILES = 400


@dataclass(frozen=True, slots=True)
class Source:
    """A file that is read: its name as the person knows it, and its bytes."""

    name: str
    raw: bytes

    @property
    def base(self) -> str:
        """Return the file's own name, without its folders."""
        return PurePosixPath(self.name.replace("\\", "/")).name


@dataclass(frozen=True, slots=True)
class Files:
    """The files of an import; `beside(name, near)` looks in the folder of a file."""

    given: tuple[Source, ...]
    beside: Callable[[str, str], Source | None]

    def find(self, wanted: str, near: Source) -> Source | None:
        """Return the file that another one names: from beside it, or as given."""
        found = self.beside(wanted, near.name)
        base = PurePosixPath(wanted.replace("\\", "/")).name.casefold()
        named = [one for one in self.given if one.base.casefold() == base]
        tail = wanted.replace("\\", "/").casefold()
        named.sort(key=lambda one: not one.name.casefold().endswith(f"/{tail}"))
        return found or next(iter(named), None)


def decoded(raw: bytes) -> str:
    """Return the text of a file: UTF-8, or Latin-1 where it cannot be that."""
    if raw.startswith(_BOMS):
        return raw.decode("utf-16", errors="replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def text_of(source: Source) -> str:
    """Return the text of a file, its lines ended by a line feed alone."""
    return _LINE_END.sub("\n", decoded(source.raw))


def is_text(source: Source) -> bool:
    """Return whether a file is a text, and no picture or program."""
    return b"\0" not in source.raw[:1024] or source.raw.startswith(_BOMS)


def lines_of(source: Source) -> list[tuple[int, str]]:
    """Return the lines of a file, numbered, without line ends and blanks behind."""
    lines = _LINE_END.split(decoded(source.raw).replace("\x1a", ""))
    return [(number, line.rstrip()) for number, line in enumerate(lines, 1)]


def unpacked(source: Source) -> tuple[Source, ...]:
    """Return the files in a ZIP, or the file itself when it is none."""
    if not source.raw.startswith(b"PK"):
        return (source,)
    try:
        with zipfile.ZipFile(BytesIO(source.raw)) as pack:
            return tuple(_members(source.name, pack))
    # The zipfile module says by all of these that an archive is damaged or locked.
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        NotImplementedError,
        OSError,
        RuntimeError,
        ValueError,
    ) as error:
        raise RefusedError(f"{source.name} cannot be unpacked: {error}.") from error


def _members(name: str, pack: zipfile.ZipFile) -> Iterator[Source]:
    room = _MOST_BYTES
    for member in pack.infolist()[:_MOST_FILES]:
        path = member.filename.casefold()
        if member.is_dir() or path.endswith(_PICTURES) or path.startswith("__macosx"):
            continue
        # A drawing tells positions, which a map can do without.
        if path.endswith(".svg") and member.file_size > room // 4:
            continue
        with pack.open(member) as opened:
            raw = opened.read(room + 1)
        room -= len(raw)
        if room < 0:
            raise RefusedError(f"{name} holds more than a map; unpack it yourself.")
        yield Source(f"{name}/{member.filename}", raw)
