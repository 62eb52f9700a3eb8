"""Files of map makers: the folders of variants, and TOML read key by key with its faults."""

import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import OSA

Homes = tuple[Path, ...]


def folder_of(name: str, homes: Homes) -> Path:
    """Return the folder of the variant `name`; if there is none, its path in the last of `homes`.

    Homes are the folders that hold the folders of variants.
    """
    folders = [home / name for home in homes]
    return next((folder for folder in folders if folder.is_dir()), folders[-1])


def folders_in(homes: Homes) -> tuple[Path, ...]:
    """Return the folders of all variants, sorted by name.

    Of folders with the same name only that in the earliest home is returned.
    """
    folders = (entry for home in homes for entry in home.glob("[!.]*") if entry.is_dir())
    by_name: dict[str, Path] = {}
    for folder in folders:
        by_name.setdefault(folder.name, folder)
    return tuple(by_name[name] for name in sorted(by_name))


# Messages of the TOML parser by their beginning, and plain words for map makers instead.
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
# Patterns of frequent mistakes on the line; their words help more than the parser's message.
_FREQUENT = {
    re.compile(r"=\s*[+-]?0\d"): "a number begins with no 0",
    re.compile(r"[\u201c-\u201f]"): 'a text stands in straight quotes, "..."',
    re.compile(r"^\s*\[\[[^\]]*\]\]"): "each of these is a table with two brackets, also the first",
}
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class Toml:
    """The text of a TOML file, and its keys."""

    text: str
    keys: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NoToml:
    """The reason why a TOML file cannot be read, and the line of the fault, if known."""

    why: str
    line: int | None = None


def read_toml(file: Path) -> Toml | NoToml:
    """Return the content of a TOML file, or why it cannot be read."""
    try:
        # Some editors write a byte order mark at the beginning.
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
    """Return the message of the parser in plain words."""
    match = _TOML_LINE.search(error)
    parser_message = _TOML_LINE.sub("", error.replace(" (at end of document)", ""))
    plain = (words for start, words in _PLAIN.items() if parser_message.startswith(start))
    lines = whole.splitlines()
    # Text or lists that are not closed are reported at the end of the document, without a line.
    line = int(match[1]) if match else len(lines)
    frequent = (
        words for pattern, words in _FREQUENT.items() if match and pattern.search(lines[line - 1])
    )
    return NoToml(f"is no TOML: {next(frequent, next(plain, parser_message))}", line)


Where = tuple[str, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"\s*(\"[^\"]+\"|'[^']+'|[\w-]+)\s*=")
_SIMILAR = 0.6


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at a key such as `("powers", "#2", "units")`, and how to mend it."""

    where: Where
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in the form for map makers: the file, the line if known, the key."""

    file: str
    line: int | None
    key: str
    text: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.text}" if self.key else f"{place}: {self.text}"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Return words as `a, b and c`."""
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else last


def hint(word: str, known: Collection[str]) -> str:
    """Return `; did you mean "BIR"?` if one of `known` is similar to `word`, otherwise ""."""
    return hint_among(word, {name: name for name in known})


def hint_among(word: str, known: Mapping[str, str]) -> str:
    """Return a hint as `hint` does, of the value in `known` whose key is the most similar."""
    best = process.extractOne(
        word.casefold(),
        {key: key.casefold() for key in known},
        scorer=OSA.normalized_similarity,
        score_cutoff=_SIMILAR,
    )
    return f'; did you mean "{known[best[2]]}"?' if best else ""


def lines_of(text: str) -> dict[Where, int]:
    """Return the line number of each table and key of a TOML text.

    The tables of a list are numbered: `("powers", "#2", "units")`.
    """
    lines: dict[Where, int] = {}
    table: Where = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = tuple(part.strip(" \"'") for part in header[2].split("."))
            if header[1] == "[[":
                # Tables of a list before this one.
                before = [at for at in lines if at[:-1] == table and at[-1].startswith("#")]
                table = (*table, f"#{len(before) + 1}")
            lines[table] = number
        elif key := _KEY.match(line):
            lines.setdefault((*table, key[1].strip("\"'")), number)
    return lines


def line_of(where: Where, lines: Mapping[Where, int]) -> int | None:
    """Return the line of a key, or of the innermost table around it that has a line."""
    for size in range(len(where), 0, -1):
        if where[:size] in lines:
            return lines[where[:size]]
    return None


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A table while it is read; its faults are added to `faults`."""

    where: Where
    keys: Mapping[str, object]
    faults: list[Fault]

    def only(self, *known: str) -> None:
        """Note each key that is not among `known` as a fault."""
        for key in self.keys:
            if key not in known:
                text = f'there is no key "{key}" here{hint(key, known)}'
                self.note(key, text)

    def text(self, key: str, *, default: str | None = None) -> str:
        """Return the text at `key`, or the default; a missing key without a default is a fault."""
        value = self._value(key, optional=default is not None)
        if isinstance(value, str) and (value.strip() or default == ""):
            if default is None and not value.isprintable():
                self.note(key, "holds a sign that cannot be printed, or a line break")
            return value
        if value is not None:
            self.note(key, f"must be a text in quotes, not {shown(value)}")
        return default or ""

    def number(self, key: str, *, default: int | None = None) -> int | None:
        """Return the number at `key` or the default; a missing key without a default is a fault."""
        if key not in self.keys and default is not None:
            return default
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be a whole number, not {shown(value)}")
        return None

    def truth(self, key: str) -> bool | None:
        """Return the value true or false at `key`, or None if the key is missing."""
        value = self._value(key, optional=True)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be true or false, not {shown(value)}")
        return None

    def worth(self, key: str) -> int:
        """Return the worth of a center: a number, 1 for true, 0 for false or a missing key."""
        value = self.keys.get(key, False)
        if isinstance(value, int) and value >= 0:
            return int(value)
        self.note(key, f"must be true, or what it is worth, not {shown(value)}")
        return 0

    def texts(self, key: str, *, optional: bool = False) -> tuple[str, ...]:
        """Return the list of texts at `key`; a missing key is a fault unless it is `optional`."""
        value = self._value(key, optional=optional)
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        if value is not None:
            wrong_value = value
            if isinstance(value, list):
                wrong_value = next(item for item in value if not isinstance(item, str))
            self.note(key, f'must be a list of texts, ["..."], not {shown(wrong_value)}')
        return ()

    def table(self, key: str, *, optional: bool = False) -> "TomlTable":
        """Return the table at `key` or an empty one; a missing key is a fault unless `optional`."""
        value = self._value(key, optional=optional)
        if value is not None and not isinstance(value, dict):
            self.note(key, f"must be a table, not {shown(value)}")
        keys = value if isinstance(value, dict) else {}
        return TomlTable((*self.where, key), keys, self.faults)

    def tables(self, key: str, *, optional: bool = False) -> "Iterator[TomlTable]":
        """Yield the tables of a list, numbered from #1 on."""
        value = self._value(key, optional=optional)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.note(key, f"must be written [[{key}]], once for each of them")
            return
        if not value:
            self.note(key, "is empty")
        for number, keys in enumerate(value, 1):
            yield TomlTable((*self.where, key, f"#{number}"), keys, self.faults)

    def note(self, key: str, text: str) -> None:
        """Add a fault at `key`."""
        self.faults.append(Fault((*self.where, key), text))

    def _value(self, key: str, *, optional: bool = False) -> object:
        if key not in self.keys and not optional:
            self.note(key, "is missing")
        return self.keys.get(key)


def shown(value: object) -> str:
    """Return a value in the syntax of the file."""
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
