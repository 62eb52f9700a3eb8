"""Import files of another judge or map program: the texts of a variant's folder.

The format of the files is recognized by their content. No file is opened here; the caller passes
their bytes. `variants/README.md` explains the import to map makers.
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
from judge.mapmaking.reading.settle import facts_of
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
    """An imported variant: a name for its folder, and the texts of its files."""

    name: str
    facts: Facts
    toml: str
    readme: str
    #: "" if the files have no positions of provinces.
    places: str
    #: "" unless the board is that of another variant.
    geometry: str


@dataclass(frozen=True, slots=True)
class ImportRefused:
    """A refused import: the reason, and what the person can do."""

    reason: str


def import_files(
    files: Files, options: ImportOptions, boards: Iterable[Variant] = ()
) -> Imported | ImportRefused:
    """Return the variant that files describe, or why they cannot be imported.

    If its board equals one of `boards` except for names, it uses the drawing of that board.
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
    """Return a name in the form of variants' folders: lower-case letters, digits and _."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return plain if plain[:1].isalpha() else f"map{plain}"


def import_facts(files: Files, options: ImportOptions) -> Facts:
    """Return the facts of the variant that files describe; RefusedError if they describe none."""
    members = (member for source in files.given for member in unpacked(source))
    text_files = tuple(member for member in members if is_text(member))
    reading = _reading(Files(text_files, files.beside), options)
    if reading is None:
        names = listed([source.base for source in files.given] or ["Nothing"])
        text = "not a map file of a kind I know, which are"
        raise RefusedError(f"{names}: {text} {_KINDS}.")
    return facts_of(reading)


def _reading(files: Files, options: ImportOptions) -> Reading | None:
    """Return the reading of files in any known format, or None."""
    sources = files.given
    if root := _variants_xml(sources):
        return read_jdip(*root, files, options)
    if php_files := variant_files(files):
        return read_vdiplomacy(php_files)
    if code := go_files(sources):
        return read_godip(code, files, options)
    packs = [source for source in sources if is_var(source)]
    if packs or any(source.base.lower().endswith(ENDINGS) for source in sources):
        return read_realpolitik(_pack(packs, options), files, options)
    return _judge_map(files, options)


def _judge_map(files: Files, options: ImportOptions) -> Reading | None:
    """Return the reading of a map of njudge or DPjudge, or None."""
    alike = [source for source in files.given if _is_njudge(source)]
    boards = [s for s in alike if not s.base.lower().startswith(_PROSE)] or alike
    if len(boards) > 1:
        names = listed(source.base for source in boards)
        text = f"{names} are maps of several variants"
        raise RefusedError(f"{text}; import them one by one.")
    if boards:
        others = [source for source in files.given if source is not boards[0]]
        return read_njudge(boards[0], others, options)
    main = _dpjudge(files.given)
    return read_dpjudge(main, files) if main else None


def _variants_xml(sources: Sequence[Source]) -> tuple[Element, Source] | None:
    """Return the root and the file of a jDip pack's variants.xml, or None."""
    adjacency = ""
    for source in sources:
        text = decoded(source.raw)
        if text.lstrip()[:1] != "<" or not _PACK.search(text):
            continue
        root = tree_of(source)
        if root.tag == "VARIANTS":
            return root, source
        if root.tag == "PROVINCES":
            adjacency = source.base
    if adjacency:
        raise RefusedError(
            f"{adjacency} has the borders of a jDip map, but not its powers; name "
            "variants.xml as well."
        )
    return None


def _pack(packs: Sequence[Source], options: ImportOptions) -> Source | None:
    """Return the only `.var` of a pack, or the one that the options name; None without any."""
    if not packs:
        return None
    stems = [source.base.rpartition(".")[0] for source in packs]
    return packs[chosen(stems, options, "There is")]


def _is_njudge(source: Source) -> bool:
    """Return whether the file has provinces, a line `-1`, and after it moves of these provinces.

    A single sign is not enough: prose may have commas, lines of dashes and words with hyphens too.
    """
    texts = [line for _, line in lines_of(source)]
    end = next((n for n, text in enumerate(texts) if text.startswith("-")), len(texts))
    words = {
        folded(word)
        for text in filter(_PROVINCE.match, texts[:end])
        for name, _, rest in (text.partition(","),)
        for word in (name, *rest.split()[1:])
    }
    moves = (match for text in texts[end:] if (match := _MOVES.match(text)))
    return any(folded(match[1]) in words for match in moves)


def _dpjudge(sources: Sequence[Source]) -> Source | None:
    """Return the map that no other file includes, or None if there is no map."""
    maps: list[Source] = []
    included: set[str] = set()
    for source in sources:
        lines = [words for _, text in lines_of(source) if (words := text.split())]
        uses = [words for words in lines if _INCLUDES.match(" ".join(words))]
        if uses or any("ABUTS" in map(str.upper, words) for words in lines):
            maps.append(source)
        uses_of_map = {word.casefold() for words in uses for word in words[1:]}
        uses_of_map |= {f"{name}.map" for name in uses_of_map}
        # A map may name itself, for its picture.
        included |= uses_of_map - {source.base.casefold()}
    mains = [source for source in maps if source.base.casefold() not in included]
    return next(iter(mains or maps), None)
