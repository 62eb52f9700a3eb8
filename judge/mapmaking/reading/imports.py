"""Files of another judge or map program into the texts of a variant's folder.

What kind of map they are is told by their content. Nothing here opens a file;
`variants/README.md` tells map makers how it is used.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from judge.boards import listed, write_same_as
from judge.engine import Variant
from judge.mapmaking.reading.dpjudge import read_dpjudge
from judge.mapmaking.reading.facts import (
    Element,
    Facts,
    Files,
    ImportOptions,
    Reading,
    RefusedError,
    Source,
    chosen,
    decoded,
    folded,
    is_text,
    lines_of,
    tree_of,
    unpacked,
)
from judge.mapmaking.reading.godip import go_files, read_godip
from judge.mapmaking.reading.jdip import read_jdip
from judge.mapmaking.reading.njudge import read_njudge
from judge.mapmaking.reading.realpolitik import ENDINGS, is_var, read_realpolitik
from judge.mapmaking.reading.same import same_board
from judge.mapmaking.reading.settle import settled
from judge.mapmaking.reading.vdiplomacy import read_vdiplomacy, variant_files
from judge.mapmaking.reading.write import fitted, places_toml, readme, variant_toml

_MOVES = re.compile(r"([^\W_].*?)\s*-\s*[mxnsewc]\w*\s*(?::|\s)", re.IGNORECASE)
_PROVINCE = re.compile(r"[^\W_][^,]*,\s*\S+(?:\s|$)")
_PROSE = ("info", "report", "seed")
_INCLUDES = re.compile(r"\s*(?:USES?(?:\s+[\w.+-]+)+|MAP\s+[\w.+-]+)\s*$", re.IGNORECASE)
_PACK = re.compile(r"<\s*(?:VARIANTS|PROVINCES)\b", re.IGNORECASE)
_KINDS = (
    "njudge (map.* with seed.*, report.*, info.*), DPjudge (.map and what it "
    "includes), jDip (variants.xml or its ZIP), Realpolitik (.var, .map, .cnt, .gam), "
    "webDiplomacy and vDiplomacy (install.php and variant.php), godip (.go)"
)


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


def import_facts(files: Files, options: ImportOptions) -> Facts:
    """Return the variant that files describe; RefusedError when they do not."""
    every = (one for source in files.given for one in unpacked(source))
    given = tuple(one for one in every if is_text(one))
    reading = _reading(Files(given, files.beside), options)
    if reading is None:
        names = listed([one.base for one in files.given] or ["Nothing"])
        text = "not a map file of a kind I know, which are"
        raise RefusedError(f"{names}: {text} {_KINDS}.")
    return settled(reading)


def _reading(files: Files, options: ImportOptions) -> Reading | None:
    given = files.given
    if root := _variants_xml(given):
        return read_jdip(*root, files, options)
    if found := variant_files(files):
        return read_vdiplomacy(found)
    if code := go_files(given):
        return read_godip(code, files, options)
    packs = [one for one in given if is_var(one)]
    if packs or any(one.base.lower().endswith(ENDINGS) for one in given):
        return read_realpolitik(_pack(packs, options), files, options)
    return _judge_map(files, options)


def _judge_map(files: Files, options: ImportOptions) -> Reading | None:
    """Return the map of another judge; None where there is none."""
    alike = [one for one in files.given if _is_njudge(one)]
    boards = [o for o in alike if not o.base.lower().startswith(_PROSE)] or alike
    if len(boards) > 1:
        names = listed(one.base for one in boards)
        text = f"{names} are maps of several variants"
        raise RefusedError(f"{text}; import them one by one.")
    if boards:
        others = [one for one in files.given if one is not boards[0]]
        return read_njudge(boards[0], others, options)
    main = _dpjudge(files.given)
    return read_dpjudge(main, files) if main else None


def _variants_xml(given: Sequence[Source]) -> tuple[Element, Source] | None:
    """Return the root of the variants' file of a pack; None when it is no pack."""
    adjacency = ""
    for one in given:
        text = decoded(one.raw)
        if text.lstrip()[:1] != "<" or not _PACK.search(text):
            continue
        root = tree_of(one)
        if root.tag == "VARIANTS":
            return root, one
        if root.tag == "PROVINCES":
            adjacency = one.base
    if adjacency:
        raise RefusedError(
            f"{adjacency} has the borders of a jDip map, but not its powers; name "
            "variants.xml as well."
        )
    return None


def _pack(packs: Sequence[Source], options: ImportOptions) -> Source | None:
    """Return the one `.var` of a pack, or the one asked for; None without any."""
    if not packs:
        return None
    stems = [one.base.rpartition(".")[0] for one in packs]
    return packs[chosen(stems, options, "There is")]


def _is_njudge(source: Source) -> bool:
    """Return whether there are provinces, a line `-1`, and their moves behind it.

    Prose may have a comma, a line of dashes and a word with a hyphen, too.
    """
    texts = [line for _, line in lines_of(source)]
    end = next((n for n, text in enumerate(texts) if text.startswith("-")), len(texts))
    words = {
        folded(word)
        for text in filter(_PROVINCE.match, texts[:end])
        for name, _, rest in (text.partition(","),)
        for word in (name, *rest.split()[1:])
    }
    moves = (found for text in texts[end:] if (found := _MOVES.match(text)))
    return any(folded(found[1]) in words for found in moves)


def _dpjudge(given: Sequence[Source]) -> Source | None:
    """Return the map that no other file includes, or None where there is none."""
    maps: list[Source] = []
    included: set[str] = set()
    for one in given:
        lines = [words for _, text in lines_of(one) if (words := text.split())]
        uses = [words for words in lines if _INCLUDES.match(" ".join(words))]
        if uses or any("ABUTS" in map(str.upper, words) for words in lines):
            maps.append(one)
        named = {word.casefold() for words in uses for word in words[1:]}
        named |= {f"{name}.map" for name in named}
        # A map may name itself, for its picture.
        included |= named - {one.base.casefold()}
    mains = [one for one in maps if one.base.casefold() not in included]
    return next(iter(mains or maps), None)
