"""Maps of other judges and of map programs, read into variants of ours.

Bytes of named files in, the texts of a variant's folder and notes out; nothing here
opens a file. `variants/README.md` tells map makers how it is used.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from judge.boards import write_same_as
from judge.engine import Variant
from judge.mapmaking.reading.facts import Facts, ImportOptions, RefusedError
from judge.mapmaking.reading.fit import fitted
from judge.mapmaking.reading.recognize import import_facts
from judge.mapmaking.reading.same import same_board
from judge.mapmaking.reading.sources import Files, Source
from judge.mapmaking.reading.write import places_toml, readme, variant_toml

__all__ = ["Facts", "Files", "ImportOptions", "ImportRefused", "Imported", "Source", "import_files"]


@dataclass(frozen=True, slots=True)
class Imported:
    """A variant that was read: a name for its folder, and the texts of its files.

    `places` is "" where the files do not say where the provinces lie, and `geometry`
    where the board is not that of another variant.
    """

    name: str
    facts: Facts
    toml: str
    readme: str
    places: str
    geometry: str


@dataclass(frozen=True, slots=True)
class ImportRefused:
    """Nothing was imported; why, and what would help."""

    reason: str


def import_files(
    files: Files, options: ImportOptions, boards: Iterable[Variant] = ()
) -> Imported | ImportRefused:
    """Return the variant that files describe, or why they cannot be imported.

    One that equals one of `boards` up to names is drawn as that one is.
    """
    try:
        facts = fitted(same_board(import_facts(files, options), boards))
    except RefusedError as error:
        return ImportRefused(str(error))
    sources = tuple(source.base for source in files.given)
    return Imported(
        name=folder_name(facts.name),
        facts=facts,
        toml=variant_toml(facts, sources),
        readme=readme(facts, sources),
        places=places_toml(facts),
        geometry=write_same_as(facts.same_as) if facts.same_as else "",
    )


def folder_name(name: str) -> str:
    """Return a name as folders of variants are called: small letters, digits and _."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"map{plain}"
