"""A TOML file that a map maker writes: its keys, or in plain words why it has none."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
