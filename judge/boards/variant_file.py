"""Reading a variant's folder: `variant.toml` into a Variant, or what is wrong with it.

The file's format stands in `variants/README.md`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from judge.boards.toml_file import NoToml, Toml, read_toml
from judge.boards.variants.board import board_faults
from judge.boards.variants.build import build_variant
from judge.boards.variants.doubts import doubts_of
from judge.boards.variants.faults import Fault, Problem, Where, line_of, lines_of
from judge.boards.variants.sides import side_faults
from judge.boards.variants.tables import VariantDraft, draft_of
from judge.engine import Variant

VARIANT_FILE = "variant.toml"
NAME = re.compile(r"[a-z][a-z0-9_-]*")


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
    match read_toml(file):
        case NoToml(why, line):
            return Broken(name, (Problem(str(file), line, "", why),))
        case Toml(text, keys):
            return _judged(folder, name, text, keys)


def _judged(folder: Path, name: str, text: str, keys: Mapping[str, object]) -> VariantFile | Broken:
    file = folder / VARIANT_FILE
    draft, faults = draft_of(keys)
    edges_read = not any(fault.where[0] == "edges" for fault in faults)
    faults += [*board_faults(draft, edges_read=edges_read), *side_faults(draft)]
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


def _key(where: Where, draft: VariantDraft) -> str:
    """Return a key as text, with the name of a power instead of its number."""
    names = {side.where: side.name for side in draft.sides if side.name}
    if where[:2] in names:
        where = (where[0], names[where[:2]], *where[2:])
    return "".join(sign if sign.isprintable() else " " for sign in ".".join(where))
