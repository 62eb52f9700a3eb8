"""Reading a variant's folder: `variant.toml` into a Variant, or what is wrong with it.

The file's format stands in `variants/README.md`.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from judge.boards.variants.board import board_faults
from judge.boards.variants.build import build_variant
from judge.boards.variants.doubts import doubts_of
from judge.boards.variants.faults import Fault, Problem, Where, line_of, lines_of
from judge.boards.variants.sides import side_faults
from judge.boards.variants.tables import VariantDraft, draft_of
from judge.engine import Variant

VARIANT_FILE = "variant.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]*")
# What the reader of TOML says, by how it begins, in words for who draws a map.
_PLAIN = {
    "Invalid value": 'a value is a text in "quotes", a number, true, false or a [list]',
    "Invalid initial character for a key": "a line begins with a key or a [table]; "
    "what { opens, } closes on the same line, with no comma before it",
    "Invalid statement": "a line begins with a key or a [table]",
    "Expected '=' after a key": 'behind a key stands =, as in title = "Tarn"; a key '
    'with other signs than letters and digits is in quotes, as in "COV/NC" = "DUN"',
    "Expected newline or end of document": "behind a value the line must end",
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
_ZERO_FIRST = re.compile(r"=\s*[+-]?0\d")
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant with what its file tells of its origin.

    `winners` tell who won games of it elsewhere, one each.

    `reconstruction` says that part of the board is this judge's own, because no map of
    the designer's was found. `doubts` are what can be played, but hardly be meant.
    """

    variant: Variant
    licence: str
    version: str
    sources: tuple[str, ...]
    reconstruction: bool
    winners: tuple[str, ...] = ()
    doubts: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Broken:
    """A folder that is no variant, and all that is wrong with it."""

    name: str
    problems: tuple[Problem, ...]


class BrokenVariantError(Exception):
    """A variant that is needed cannot be read; the message lists the problems."""


def read_variant(folder: Path) -> Variant:
    """Return the variant that `folder` describes; its name is the folder's.

    BrokenVariantError when something is wrong with it.
    """
    match open_variant(folder):
        case VariantFile(variant):
            return variant
        case Broken(_, problems):
            raise BrokenVariantError("\n".join(map(str, problems)))


def open_variant(folder: Path) -> VariantFile | Broken:
    """Return what the file in `folder` describes, or all that is wrong with it."""
    file = folder / VARIANT_FILE
    name = folder.resolve().name
    match _read(file, name):
        case Broken() as broken:
            return broken
        case text, keys:
            return _judged(folder, name, text, keys)


def _read(file: Path, name: str) -> tuple[str, dict[str, object]] | Broken:
    """Return the text of a file, and what it says as TOML."""
    try:
        # Some editors begin a file with a mark that says nothing.
        text = file.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except OSError as error:
        return _broken(file, name, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        return _broken(file, name, f"is not UTF-8 at byte {error.start}")
    except tomllib.TOMLDecodeError as error:
        return _no_toml(file, name, text, str(error))
    except RecursionError:
        return _broken(file, name, "has lists or tables too deep in each other")


def _judged(
    folder: Path, name: str, text: str, keys: dict[str, object]
) -> VariantFile | Broken:
    file = folder / VARIANT_FILE
    draft, faults = draft_of(keys)
    faults += [*board_faults(draft), *side_faults(draft)]
    lines = lines_of(text)

    def problem(fault: Fault) -> Problem:
        line, key = line_of(fault.where, lines), _key(fault.where, draft)
        return Problem(str(file), line, key, fault.text)

    problems = list(map(problem, faults))
    if not NAME.fullmatch(name):
        what = f'"{name}" is no name of a folder; use small letters, digits and _'
        problems.append(Problem(str(folder), None, "", what))
    if problems:
        problems.sort(key=lambda problem: problem.line or 0)
        return Broken(name, tuple(dict.fromkeys(problems)))
    if draft.reconstruction:
        draft = replace(draft, title=f"{draft.title} (a reconstruction)")
    variant = build_variant(name, draft)
    return VariantFile(
        variant=variant,
        licence=draft.licence,
        version=draft.version,
        sources=draft.sources,
        reconstruction=draft.reconstruction,
        winners=draft.winners,
        doubts=tuple(map(problem, doubts_of(draft, variant))),
    )


def _broken(file: Path, name: str, text: str, line: int | None = None) -> Broken:
    return Broken(name, (Problem(str(file), line, "", text),))


def _no_toml(file: Path, name: str, whole: str, error: str) -> Broken:
    found = _TOML_LINE.search(error)
    bare = _TOML_LINE.sub("", error.replace(" (at end of document)", ""))
    plain = (told for start, told in _PLAIN.items() if bare.startswith(start))
    text = f"is no TOML: {next(plain, bare)}"
    lines = whole.splitlines()
    # What is not closed is missed at the end.
    line = int(found[1]) if found else len(lines)
    if found and _ZERO_FIRST.search(lines[line - 1]):
        text = "is no TOML: a number begins with no 0"
    return _broken(file, name, text, line)


def _key(where: Where, draft: VariantDraft) -> str:
    """Return a key as text, with the name of a power instead of its number."""
    names = {side.where: side.name for side in draft.sides if side.name}
    if where[:2] in names:
        where = (where[0], names[where[:2]], *where[2:])
    return "".join(sign if sign.isprintable() else " " for sign in ".".join(where))
