"""`judge variant import`: makes a variant's folder from files of other programs."""

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from judge.boards import (
    GEOMETRY_FILE,
    NAME,
    PLACES_FILE,
    VARIANT_FILE,
    VariantFile,
    open_variant,
    same_as,
)
from judge.cli.variant.told import Said, check_text, count_text, counts_text, is_variant, located
from judge.engine import Terrain, Variant
from judge.mapmaking.reading import facts, imports
from judge.shipped import shipped, shipped_variants

README = "README.md"
# The most bytes that are read of a file; no file of a map is larger.
_MOST_BYTES = 8_000_000


def import_text(paths: Sequence[Path], out: Path | None, options: facts.ImportOptions) -> Said:
    """Write the folder of the variant in other programs' files; return notes about it."""
    match _imported(paths, options, _drawn()):
        case imports.ImportRefused(reason):
            return reason, False
        case imports.Imported() as imported:
            return _written(imported, out or Path(imported.name))


def count_named(names: Sequence[str], own: Path | None) -> Said:
    """Return the counts of a variant, or of a map in files of other programs."""
    paths = [Path(name) for name in names]
    foreign = all(path.exists() and not is_variant(path) for path in paths)
    if len(names) == 1 and not foreign:
        return count_text(*located(names[0], own))
    match _imported(paths, facts.ImportOptions()):
        case imports.ImportRefused(reason):
            return reason, False
        case imports.Imported(facts=board):
            return counts_text(counts_of(board)), True


def counts_of(board: facts.Facts) -> dict[str, int]:
    """Return the numbers of provinces, edges, powers and so on, in the form for a variant."""
    kinds = [province.terrain for province in board.provinces]
    players = [power for power in board.powers if power.played]
    return {
        "provinces": len(kinds),
        "playable": len(kinds) - kinds.count(Terrain.IMPASSABLE),
        **{terrain.value: kinds.count(terrain) for terrain in Terrain},
        "named coasts": sum(len(province.coasts) for province in board.provinces),
        "centers": sum(province.center for province in board.provinces),
        "army edges": len(board.army),
        "fleet edges": len(board.fleet),
        "powers": len(players),
        "neutrals": len(board.powers) - len(players),
        "home centers": sum(len(power.homes) for power in players),
        "units": sum(len(power.units) for power in board.powers),
        "victory": board.victory,
    }


def _imported(
    paths: Sequence[Path], options: facts.ImportOptions, boards: Sequence[Variant] = ()
) -> imports.Imported | imports.ImportRefused:
    try:
        given = tuple(source for path in paths for source in _sources(path))
        return imports.import_files(facts.Files(given, _beside), options, boards)
    except OSError as error:
        return imports.ImportRefused(f"{error.filename} cannot be read: {error.strerror}.")


def _drawn() -> list[Variant]:
    """Return the shipped variants that have a drawing of their own."""
    found = []
    for one in shipped_variants().files:
        file = shipped("variants") / one.variant.name / GEOMETRY_FILE
        if file.exists() and not same_as(file.read_text(encoding="utf-8")):
            found.append(one.variant)
    return found


def _sources(path: Path) -> Iterator[facts.Source]:
    """Yield a file, or all files of a folder."""
    if not path.is_dir():
        yield facts.Source(str(path), _bytes(path))
        return
    for one in sorted(path.glob("[!.]*")):
        if one.is_file():
            yield facts.Source(str(one), _bytes(one))


def _bytes(path: Path) -> bytes:
    with path.open("rb") as opened:
        return opened.read(_MOST_BYTES)


def _beside(name: str, near: str) -> facts.Source | None:
    """Return a file that another file names, from its folder or the one above; None if missing.

    Case does not matter. A name cannot lead to any other folder.
    """
    parts = PurePosixPath(name.replace("\\", "/")).parts
    home = Path(near).parent
    for folder in (home, home.parent):
        found = _within(folder, parts)
        if found is not None:
            return facts.Source(str(found), _bytes(found))
    return None


def _within(folder: Path, parts: Sequence[str]) -> Path | None:
    for part in parts:
        inside = sorted(folder.iterdir()) if folder.is_dir() else []
        alike = [one for one in inside if one.name.casefold() == part.casefold()]
        if not alike:
            return None
        folder = next((one for one in alike if one.name == part), alike[0])
    return folder if folder.is_file() else None


def _written(imported: imports.Imported, folder: Path) -> Said:
    name = folder.resolve().name
    if not NAME.fullmatch(name):
        text = f'"{name}" is no name of a variant; use small letters, digits and _'
        return f"{text}, as in --out {imported.name}.", False
    texts = {VARIANT_FILE: imported.toml, README: imported.readme}
    if imported.places:
        texts[PLACES_FILE] = imported.places
    if imported.geometry:
        texts[GEOMETRY_FILE] = imported.geometry
    there = [file for file in texts if (folder / file).exists()]
    if there:
        text = f"{folder / there[0]} is there already and was left as it is"
        return f"{text}; choose another folder with --out.", False
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        return f"{error.filename} cannot be written: {error.strerror}.", False
    return _looked_at(imported, folder)


def _looked_at(imported: imports.Imported, folder: Path) -> Said:
    """Return the notes of an import, and whether the variant can be played."""
    checked, whole = check_text(*located(f"{folder}/", None))
    notes = [str(note) for note in imported.facts.notes]
    if notes:
        number = f"{len(notes)} note{'s' if len(notes) > 1 else ''}"
        notes.append(f"{number}; {folder / README} has them too.")
    said = f"Written to {folder}."
    if not whole and not isinstance(open_variant(folder), VariantFile):
        numbers = counts_of(imported.facts).items()
        found = ", ".join(f"{key} {number}" for key, number in numbers)
        said = f"{said} It has {found}. It cannot be played before this is put right:"
    elif imported.facts.start_differs:
        checked = checked.replace(" is ok: ", " can be played, but starts otherwise: ")
    return "\n".join([*notes, said, checked]), whole
