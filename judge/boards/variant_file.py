"""Reading a variant's folder: `variant.toml` into a Variant, or what is wrong with it.

The file's format stands in `variants/README.md`.
"""

import re
import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from judge.boards.variants.board import board_faults
from judge.boards.variants.build import build_variant
from judge.boards.variants.faults import Problem, Where, line_of, lines_of
from judge.boards.variants.sides import side_faults
from judge.boards.variants.tables import VariantDraft, draft_of
from judge.engine import Variant

VARIANT_FILE = "variant.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]*")
_TOML_LINE = re.compile(r" \(at line (\d+), column \d+\)$")


@dataclass(frozen=True, slots=True)
class VariantFile:
    """A variant with what its file tells of its origin.

    `reconstruction` says that part of the board is this judge's own, because no map of
    the designer's was found.
    """

    variant: Variant
    licence: str
    version: str
    sources: tuple[str, ...]
    reconstruction: bool


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
    try:
        text = file.read_text(encoding="utf-8")
        keys: dict[str, object] = tomllib.loads(text)
    except OSError as error:
        return _broken(file, name, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        return _broken(file, name, f"is not UTF-8 at byte {error.start}")
    except tomllib.TOMLDecodeError as error:
        return _no_toml(file, name, str(error))
    draft, faults = draft_of(keys)
    faults += [*board_faults(draft), *side_faults(draft)]
    lines = lines_of(text)
    problems = [
        Problem(str(file), line_of(f.where, lines), _key(f.where, draft), f.text)
        for f in faults
    ]
    if not NAME.fullmatch(name):
        what = f'"{name}" is no name of a folder; use small letters, digits and _'
        problems.append(Problem(str(folder), None, "", what))
    if problems:
        problems.sort(key=lambda problem: problem.line or 0)
        return Broken(name, tuple(dict.fromkeys(problems)))
    if draft.reconstruction:
        draft = replace(draft, title=f"{draft.title} (a reconstruction)")
    return VariantFile(
        variant=build_variant(name, draft),
        licence=draft.licence,
        version=draft.version,
        sources=draft.sources,
        reconstruction=draft.reconstruction,
    )


def _broken(file: Path, name: str, text: str, line: int | None = None) -> Broken:
    return Broken(name, (Problem(str(file), line, "", text),))


def _no_toml(file: Path, name: str, error: str) -> Broken:
    found = _TOML_LINE.search(error)
    text = f"is no TOML: {_TOML_LINE.sub('', error)}"
    return _broken(file, name, text, int(found[1]) if found else None)


def _key(where: Where, draft: VariantDraft) -> str:
    """Return a key as text, with the name of a power instead of its number."""
    names = {side.where: side.name for side in draft.sides if side.name}
    if where[:2] in names:
        where = (where[0], names[where[:2]], *where[2:])
    return ".".join(where)
