"""Texts about variants: lists, counts and faults; finding a variant, and making a new one."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.boards import (
    GEOMETRY_FILE,
    NAME,
    PLACES_FILE,
    VARIANT_FILE,
    Broken,
    BrokenGeometryError,
    Homes,
    Problem,
    VariantFile,
    folder_of,
    folders_in,
    listed,
    open_geometry,
    open_variant,
    outdated,
)
from judge.engine import Terrain, Variant
from judge.shipped import shipped, variant_homes


def located(word: str, own: Path | None) -> tuple[str, Homes]:
    """Return the name of the variant that `word` means, and the folders of variants.

    `word` is its name, its folder, or the file in it; `own` is a folder of variants
    beside the shipped ones.
    """
    homes = variant_homes(own)
    path = Path(word)
    if path.name == VARIANT_FILE:
        path = path.parent
    elif not is_variant(path) and "/" not in word:
        return word.lower(), homes
    folder = path.resolve()
    return folder.name, (folder.parent, *homes)


def is_variant(path: Path) -> bool:
    """Return whether `path` is a variant's folder, or its file."""
    return path.name == VARIANT_FILE or (path / VARIANT_FILE).is_file()


Opened = VariantFile | Broken
Said = tuple[str, bool]

WIDTH = 72
_HEAD: tuple[str, ...] = ("name", "powers", "provinces", "centers", "victory", "title", "designer")


def list_text(opened: Sequence[Opened]) -> str:
    """Return a table of the variants, and below it the folders that cannot be read."""
    files = [one for one in opened if isinstance(one, VariantFile)]
    rows = [_HEAD, *map(_row, files)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            word.rjust(width) if 1 <= number <= 4 else word.ljust(width)
            for number, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    lines += [
        f"{one.name} is broken: {one.problems[0]}" for one in opened if isinstance(one, Broken)
    ]
    return "\n".join(lines)


def show_text(name: str, homes: Homes) -> Said:
    """Return the facts that a player wants to know of a variant before the first move."""
    match called(name, homes):
        case VariantFile() as file:
            return "\n\n".join(_paragraphs(file)), True
        case trouble:
            return trouble, False


def count_text(name: str, homes: Homes) -> Said:
    """Return the counts of a variant."""
    match called(name, homes):
        case VariantFile(variant):
            return counts_text(counts(variant)), True
        case trouble:
            return trouble, False


def counts_text(numbers: Mapping[str, int]) -> str:
    """Return counts as lines such as `centers: 34`."""
    return "\n".join(f"{key}: {number}" for key, number in numbers.items())


def counts(variant: Variant) -> dict[str, int]:
    """Return the numbers of provinces, edges, powers and so on; an edge counts once."""
    board = variant.geography
    kinds = [province.terrain for province in board.provinces]
    return {
        "provinces": len(kinds),
        "playable": len(kinds) - kinds.count(Terrain.IMPASSABLE),
        **{terrain.value: kinds.count(terrain) for terrain in Terrain},
        "named coasts": len(board.locations) - len(kinds),
        "centers": board.centers.bit_count(),
        "army edges": sum(mask.bit_count() for mask in board.army_edges) // 2,
        "fleet edges": sum(mask.bit_count() for mask in board.fleet_edges) // 2,
        "powers": len(variant.powers),
        "neutrals": len(variant.neutrals),
        "home centers": sum(len(power.home_centers) for power in variant.powers),
        "units": len(variant.start.units),
        "victory": variant.victory,
    }


def check_text(name: str, homes: Homes) -> Said:
    """Return the faults of a variant, or its counts if it has none."""
    match called(name, homes):
        case VariantFile(variant, doubts=doubts):
            doubts = (
                *doubts,
                *_hidden(variant, folder_of(name, homes)),
                *_misdrawn(variant, homes),
            )
            told = ", ".join(f"{key} {value}" for key, value in counts(variant).items())
            if doubts:
                head = f"{variant.name} can be played, but look at this: {told}."
                return f"{head}\n{_problems(doubts)}", False
            return f"{variant.name} is ok: {told}.", True
        case trouble:
            return trouble, False


def _hidden(variant: Variant, folder: Path) -> Iterator[Problem]:
    """Yield a problem for each option that no Master can choose, because its name is taken."""
    from judge.game import hidden_options

    for name in hidden_options(variant):
        text = f"SET {name.upper()} is a setting of every game; call it otherwise"
        yield Problem(str(folder / VARIANT_FILE), None, f"options.{name}", text)


def _misdrawn(variant: Variant, homes: Homes) -> Iterator[Problem]:
    """Yield the reasons why the drawing in a variant's folder does not fit its board."""
    folder = folder_of(variant.name, homes)
    try:
        geometry = open_geometry(folder, homes)
        found = list(outdated(geometry, variant.geography)) if geometry else []
    except BrokenGeometryError as error:
        found = [str(error)]
    if found:
        told = f"is no drawing of this board: {'; '.join(found)}. Make one with"
        told = f"{told} `judge variant draw`"
        yield Problem(str(folder / GEOMETRY_FILE), None, "", told)


def called(name: str, homes: Homes) -> VariantFile | str:
    """Return the variant with this name, or a text with the reason why there is none."""
    folders = folders_in(homes)
    if name not in [one.name for one in folders]:
        every = map(open_variant, folders)
        known = [one.variant.name for one in every if isinstance(one, VariantFile)]
        return f"There is no variant {name}. There are {listed(known)}."
    match open_variant(folder_of(name, homes)):
        case VariantFile() as file:
            return file
        case Broken(_, problems):
            return _problems(problems)


def _problems(problems: Sequence[Problem]) -> str:
    number = len(problems)
    end = f"{number} problem{'s' if number > 1 else ''}."
    return "\n".join([*map(str, problems), end])


def _paragraphs(file: VariantFile) -> Iterator[str]:
    from judge.render import (
        RECONSTRUCTION,
        headline,
        neutral_rows,
        option_rows,
        power_rows,
        rule_parameters,
        stated_rules,
        variant_rows,
    )

    variant = file.variant
    yield str(headline(file))
    if file.reconstruction:
        yield str(RECONSTRUCTION)
    yield "\n".join(f"{name!s:<8} {text}" for name, text in variant_rows(variant))
    yield "\n".join(f"{name}: {text}" for name, text in power_rows(variant))
    if variant.neutrals:
        sides = (f"{name}: {text}" for name, text in neutral_rows(variant))
        yield "\n".join(["Nobody plays", *map(_wrapped, sides)])
    if rules := stated_rules(shipped("templates"), variant):
        lines = [
            _wrapped(line)
            for one in rules
            for line in (f"{one.number}. {one.says}", f"  Example: {one.example}")
        ]
        yield "\n".join(["Rules", *lines])
    if parameters := rule_parameters(variant):
        rows = (f"[rules.{name}] {', '.join(told)}" for name, told in parameters)
        yield "\n".join(["As the file has them", *map(_wrapped, rows)])
    if variant.options:
        yield "\n".join(f"{line}: {about}" for line, about in option_rows(variant))
    if file.sources:
        yield "\n".join(["Sources", *map(_wrapped, file.sources)])
    if file.licence:
        yield f"License\n{_wrapped(file.licence)}"


def _row(file: VariantFile) -> tuple[str, ...]:
    variant = file.variant
    board = variant.geography
    numbers = (
        len(variant.powers),
        len(board.provinces),
        board.centers.bit_count(),
        variant.victory,
    )
    return (variant.name, *map(str, numbers), variant.title, variant.designer)


def _wrapped(text: str) -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_on_hyphens=False,
        break_long_words=False,
    )


_TITLE = "@TITLE@"


def new_text(name: str, folder: Path) -> Said:
    """Write a small variant into a folder, and return the next steps."""
    if not NAME.fullmatch(folder.resolve().name):
        text = f'"{folder.name}" is no name of a variant; use small letters, digits'
        return f"{text} and _.", False
    files = (VARIANT_FILE, PLACES_FILE, GEOMETRY_FILE)
    there = [file for file in files if (folder / file).exists()]
    if there:
        return f"{folder / there[0]} is there already and was left as it is.", False
    folder.mkdir(parents=True, exist_ok=True)
    title = name.rpartition("/")[2].replace("_", " ").title()
    for file in files:
        text = (shipped("templates") / "variant" / file).read_text(encoding="utf-8")
        (folder / file).write_text(text.replace(_TITLE, title), encoding="utf-8")
    return (
        f"Written to {folder}. Change {folder / VARIANT_FILE}, then ask\n"
        f"`judge variant check {folder}/`."
    ), True
