"""Facts about a variant for people who may play it: its map, powers and rules."""

from collections.abc import Iterator, Mapping

from judge.boards import VariantFile
from judge.engine import Geography, Power, Terrain, Variant, bits, goal
from judge.messages import Message, Text, message, series
from judge.render.rulebook import option_texts, rule_texts
from judge.render.words import phase_text, place_short, season_text, unit_short

RECONSTRUCTION = message("This map is a reconstruction: no map of the designer's was found.")
BUILDS: Mapping[str, Message] = {
    "home": message("in home centers"),
    "owned": message("in any owned center"),
    "aberration": message("in any owned center, while one home center is owned"),
}


def headline(file: VariantFile) -> Text:
    """Return the title of a variant with its name, its designer and its version."""
    variant = file.variant
    by = {"title": variant.title, "name": variant.name, "designer": variant.designer}
    if file.version:
        return message(
            "{title} ({name}), by {designer}, version {version}", **by, version=file.version
        )
    return message("{title} ({name}), by {designer}", **by)


def variant_page(file: VariantFile) -> dict[str, object]:
    """Return all facts about one variant, for its template."""
    return {
        "file": file,
        "headline": headline(file),
        "reconstruction": RECONSTRUCTION if file.reconstruction else "",
        "rows": tuple(variant_rows(file.variant)),
        "powers": power_rows(file.variant),
        "neutrals": neutral_rows(file.variant),
        "rules": rule_texts(file.variant),
        "options": option_rows(file.variant),
        "brought": option_texts(file.variant),
    }


def variant_row(file: VariantFile) -> tuple[str, str, str, str]:
    """Return the row of a variant in a list: name, powers, centers and title."""
    variant = file.variant
    powers, centers = len(variant.powers), variant.geography.centers.bit_count()
    return variant.name, str(powers), str(centers), variant.title


def variant_rows(variant: Variant) -> Iterator[tuple[Text, Text]]:
    """Yield the facts about a variant as rows of a name and a text."""
    board = variant.geography
    size = message(
        "{provinces} provinces, {seas} of them seas; {centers} centers",
        provinces=len(board.provinces),
        seas=sum(province.terrain is Terrain.SEA for province in board.provinces),
        centers=board.centers.bit_count(),
    )
    yield message("Map"), size
    yield message("Start"), phase_text(variant.start.phase, variant)
    if variant.season_names:
        pairs = variant.season_names
        season_texts = [
            message("{name} for {season}", name=name, season=season_text(season))
            for season, name in pairs
        ]
        yield message("Seasons"), series(season_texts)
    yield message("Victory"), goal(variant)
    yield message("Builds"), BUILDS[variant.rules.builds]
    yield from _ways(board)
    if variant.neutrals:
        yield message("Neutrals"), ", ".join(side.name for side in variant.neutrals)


def _ways(board: Geography) -> Iterator[tuple[Text, Text]]:
    """Yield rows about convoys outside of seas, and about bridges."""
    short = [province.abbreviation for province in board.provinces]
    afloat = bits(board.convoying)
    ashore = [short[n] for n in afloat if board.provinces[n].terrain is not Terrain.SEA]
    if ashore:
        where = " ".join(ashore)
        yield (message("Convoys"), message("at sea, and by fleets in {places}", places=where))
    if board.bridges:
        bridges = (f"{short[a]}-{short[b]}" for a, b in sorted(board.bridges))
        yield message("Bridges"), ", ".join(bridges)


def power_rows(variant: Variant) -> tuple[tuple[str, Text], ...]:
    """Return rows of the powers: letter and name, homes and first units."""
    return tuple(
        (f"{power.letter} {power.name}", power_text(power, variant)) for power in variant.powers
    )


def neutral_rows(variant: Variant) -> tuple[tuple[str, Text], ...]:
    """Return rows of the sides without players, like `power_rows`."""
    return tuple(
        (f"{side.letter} {side.name}".strip(), power_text(side, variant))
        for side in variant.neutrals
    )


def power_text(power: Power, variant: Variant) -> Text:
    """Return the home centers of a power, and its position at the start."""
    board = variant.geography
    homes = " ".join(place_short(home, board) for home in power.home_centers)
    units = [unit_short(u, board) for u in variant.start.units if u.power == power.name]
    starts = message("starts without a unit")
    if units:
        starts = message("starts with {units}", units=tuple(units))
    owners = enumerate(variant.start.owners)
    owned = tuple(place for place, owner in owners if owner == power.name)
    if set(owned) != set(power.home_centers):
        centers = " ".join(place_short(center, board) for center in owned)
        starts = message(
            "owns {centers} at the start; {starts}",
            centers=centers or message("nothing"),
            starts=starts,
        )
    if homes:
        return message("homes {homes}; {starts}", homes=homes, starts=starts)
    return message("no homes; {starts}", starts=starts)


def option_rows(variant: Variant) -> tuple[tuple[str, Text], ...]:
    """Return rows of a Master's choices that only this map offers."""
    return tuple(
        (
            f"SET {option.name} {choice.name}".upper(),
            message("{about} (the default)", about=choice.about)
            if choice is option.choices[0]
            else choice.about,
        )
        for option in variant.options
        for choice in option.choices
    )
