"""The files of map makers: where they lie, and a TOML file read key by key with its faults."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

Homes = tuple[Path, ...]


def folder_of(name: str, homes: Homes) -> Path:
    """Return the folder of the variant called so, or where it would lie last."""
    folders = [home / name for home in homes]
    return next((one for one in folders if one.is_dir()), folders[-1])


def folders_in(homes: Homes) -> tuple[Path, ...]:
    """Return the folder of each variant there is, by their names."""
    every = (one for home in homes for one in home.glob("[!.]*") if one.is_dir())
    found: dict[str, Path] = {}
    for folder in every:
        found.setdefault(folder.name, folder)
    return tuple(found[name] for name in sorted(found))


# What the reader of TOML says, by how it begins, in words for who draws a map.
_PLAIN = {
    "Invalid value": 'a value is a text in "quotes", a number, true, false or a [list]',
    "Invalid initial character for a key": "a line begins with a key or a [table]; "
    "what { opens, } closes on the same line, with no comma before it",
    "Invalid statement": "a line begins with a key or a [table]",
    "Expected '=' after a key": 'behind a key stands =, as in title = "Tarn"; a key '
    'with other signs than letters and digits is in quotes, as in "COV/NC" = "DUN"',
    "Expected newline or end of document": "behind a value the line must end, or a "
    "note begin with #",
    "Expected ']]' at the end": "]] is missing, as in [[powers]]",
    "Expected ']' at the end": "a ] is missing behind the name of the table",
    "Cannot overwrite a value": "this key stands there already",
    **dict.fromkeys(
        (f"Cannot declare ('{key}',)" for key in ("powers", "neutrals", "clauses")),
        "each of these is a table with two brackets, as in [[powers]]",
    ),
    "Cannot declare": "this table stands there already",
    "Unclosed array": "a list is not closed; ] is missing, or a comma",
    "Unclosed inline table": "a table is not closed; } is missing, or a comma",
    "Unterminated string": 'a text is not closed; " is missing',
    "Illegal character '\\n'": 'a text is not closed; " is missing',
    "Illegal character": "here stands a sign that no text may hold",
    "Unescaped '\\' in a string": "in a text, write \\\\ for \\",
}
# What is on the line tells more than what the reader of TOML stumbled over.
_ODD = {
    re.compile(r"=\s*[+-]?0\d"): "a number begins with no 0",
    re.compile(r"[\u201c-\u201f]"): 'a text stands in straight quotes, "..."',
    re.compile(r"^\s*\[\[[^\]]*\]\]"): "each of these is a table with two brackets, also the first",
}
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class Toml:
    """The text of a file, and its keys."""

    text: str
    keys: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NoToml:
    """Why a file cannot be read, and on which line, where that is known."""

    why: str
    line: int | None = None


def read_toml(file: Path) -> Toml | NoToml:
    """Return what a file says as TOML, or why it says nothing."""
    try:
        # Some editors begin a file with a mark that says nothing.
        text = file.read_text(encoding="utf-8-sig")
        return Toml(text, tomllib.loads(text))
    except OSError as error:
        return NoToml(f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        return NoToml(f"is not UTF-8 at byte {error.start}")
    except tomllib.TOMLDecodeError as error:
        return _in_plain_words(text, str(error))
    except RecursionError:
        return NoToml("has lists or tables too deep in each other")


def _in_plain_words(whole: str, error: str) -> NoToml:
    found = _TOML_LINE.search(error)
    bare = _TOML_LINE.sub("", error.replace(" (at end of document)", ""))
    plain = (told for start, told in _PLAIN.items() if bare.startswith(start))
    lines = whole.splitlines()
    # What is not closed is missed at the end.
    line = int(found[1]) if found else len(lines)
    odd = (told for sign, told in _ODD.items() if found and sign.search(lines[line - 1]))
    return NoToml(f"is no TOML: {next(odd, next(plain, bare))}", line)


Where = tuple[str, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(\"[^\"]+\"|'[^']+'|[\w-]+)\s*=")
_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong at a key, such as `("powers", "#2", "units")`, and what to do."""

    where: Where
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault as it is shown: the file, the line where that is known, the key."""

    file: str
    line: int | None
    key: str
    text: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.text}" if self.key else f"{place}: {self.text}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def hint(word: str, known: Collection[str]) -> str:
    """Return `; did you mean "BIR"?` when one of `known` is like `word`, or nothing."""
    found = nearest(word, {one: one for one in known})
    return f'; did you mean "{found}"?' if found else ""


def nearest(word: str, known: Mapping[str, str]) -> str:
    """Return what the key most like `word` stands for in `known`, or nothing."""
    best = process.extractOne(
        word.casefold(),
        {key: key.casefold() for key in known},
        scorer=OSA.normalized_similarity,
        score_cutoff=_ALIKE,
    )
    return known[best[2]] if best else ""


def lines_of(text: str) -> dict[Where, int]:
    """Return the line on which each table and key of a TOML text stands.

    The tables of a list are numbered: `("powers", "#2", "units")`.
    """
    lines: dict[Where, int] = {}
    table: Where = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(part.strip(" \"'") for part in header[2].split("."))
            if header[1] == "[[":
                table = (*table, f"#{_count(lines, table) + 1}")
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault((*table, key[1].strip("\"'")), number)
    return lines


def line_of(where: Where, lines: Mapping[Where, int]) -> int | None:
    """Return the line of a key, or of the table that it is in, or should be."""
    for size in range(len(where), 0, -1):
        if where[:size] in lines:
            return lines[where[:size]]
    return None


def _count(lines: Iterable[Where], table: Where) -> int:
    return sum(one[:-1] == table and one[-1].startswith("#") for one in lines)


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A table while it is read; what is wrong with it is added to `faults`."""

    where: Where
    keys: Mapping[str, object]
    faults: list[Fault]

    def only(self, *known: str) -> None:
        """Note the keys that are not among `known`."""
        for key in self.keys:
            if key not in known:
                text = f'there is no key "{key}" here{hint(key, known)}'
                self.note(key, text)

    def text(self, key: str, *, default: str | None = None) -> str:
        """Return a text; without a default it must be there."""
        value = self._value(key, optional=default is not None)
        if isinstance(value, str) and (value.strip() or default == ""):
            if default is None and not value.isprintable():
                self.note(key, "holds a sign that cannot be printed, or a line break")
            return value
        if value is not None:
            self.note(key, f"must be a text in quotes, not {shown(value)}")
        return default or ""

    def number(self, key: str, *, default: int | None = None) -> int | None:
        """Return a whole number; without a default it must be there."""
        if key not in self.keys and default is not None:
            return default
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be a whole number, not {shown(value)}")
        return None

    def truth(self, key: str) -> bool | None:
        """Return true or false, or None when the file says nothing."""
        value = self._value(key, optional=True)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be true or false, not {shown(value)}")
        return None

    def worth(self, key: str) -> int:
        """Return what a center is worth: a number, 1 for true, 0 for none."""
        value = self.keys.get(key, False)
        if isinstance(value, int) and value >= 0:
            return int(value)
        self.note(key, f"must be true, or what it is worth, not {shown(value)}")
        return 0

    def texts(self, key: str, *, optional: bool = False) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._value(key, optional=optional)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        if value is not None:
            odd = value
            if isinstance(value, list):
                odd = next(one for one in value if not isinstance(one, str))
            self.note(key, f'must be a list of texts, ["..."], not {shown(odd)}')
        return ()

    def table(self, key: str, *, optional: bool = False) -> "TomlTable":
        """Return a table; an empty one when there is none."""
        value = self._value(key, optional=optional)
        if value is not None and not isinstance(value, dict):
            self.note(key, f"must be a table, not {shown(value)}")
        keys = value if isinstance(value, dict) else {}
        return TomlTable((*self.where, key), keys, self.faults)

    def tables(self, key: str, *, optional: bool = False) -> "Iterator[TomlTable]":
        """Yield the tables of a list, which are numbered from #1 on."""
        value = self._value(key, optional=optional)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.note(key, f"must be written [[{key}]], once for each of them")
            return
        if not value:
            self.note(key, "is empty")
        for number, one in enumerate(value, 1):
            yield TomlTable((*self.where, key, f"#{number}"), one, self.faults)

    def note(self, key: str, text: str) -> None:
        """Add a fault at `key`."""
        self.faults.append(Fault((*self.where, key), text))

    def _value(self, key: str, *, optional: bool = False) -> object:
        if key not in self.keys and not optional:
            self.note(key, "is missing")
        return self.keys.get(key)


def shown(value: object) -> str:
    """Return a value as it may be written in the file."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return str(value)
