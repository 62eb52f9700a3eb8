"""What there is to say of a variant before a game on it: its map, powers and rules."""

from collections.abc import Iterator

from judge.boards import VariantFile
from judge.engine import RULES, Power, Terrain, Variant, bits, goal
from judge.render.words import phase_text, place_short, unit_short

RECONSTRUCTION = "This map is a reconstruction: no map of the designer's was found."
BUILDS = {
    "home": "in home centers",
    "owned": "in any owned center",
    "aberration": "in any owned center, while one home center is owned",
}


def headline(file: VariantFile) -> str:
    """Return the title of a variant with its name, its designer and its version."""
    variant = file.variant
    version = f", version {file.version}" if file.version else ""
    return f"{variant.title} ({variant.name}), by {variant.designer}{version}"


def variant_row(file: VariantFile) -> tuple[str, str, str, str]:
    """Return what a list of variants tells of one: name, powers, centers and title."""
    variant = file.variant
    powers, centers = len(variant.powers), variant.geography.centers.bit_count()
    return variant.name, str(powers), str(centers), variant.title


def variant_rows(variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield rows of the facts of a variant: a name and a text."""
    board = variant.geography
    seas = sum(province.terrain is Terrain.SEA for province in board.provinces)
    centers = board.centers.bit_count()
    yield (
        "Map",
        f"{len(board.provinces)} provinces, {seas} of them seas; {centers} centers",
    )
    yield "Start", phase_text(variant.start.phase, variant)
    if variant.season_names:
        pairs = variant.season_names
        named = (f"{name} for {season.name.capitalize()}" for season, name in pairs)
        yield "Seasons", ", ".join(named)
    yield "Victory", goal(variant)
    yield "Builds", BUILDS[variant.rules.builds]
    afloat = [board.provinces[n] for n in bits(board.convoying)]
    ashore = [p.abbreviation for p in afloat if p.terrain is not Terrain.SEA]
    if ashore:
        yield "Convoys", f"at sea, and by fleets in {' '.join(ashore)}"
    if board.bridges:
        short = [province.abbreviation for province in board.provinces]
        yield (
            "Bridges",
            ", ".join(f"{short[a]}-{short[b]}" for a, b in sorted(board.bridges)),
        )
    if variant.rules.special:
        kinds = [type(rule) for rule in variant.rules.special]
        names = [name for name, kind in RULES.items() if kind in kinds]
        yield "Rules", ", ".join(names).replace("_", " ")
    if variant.neutrals:
        yield "Neutrals", ", ".join(side.name for side in variant.neutrals)


def power_rows(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return rows of the powers: letter and name, homes and first units."""
    return tuple(
        (f"{power.letter} {power.name}", power_text(power, variant))
        for power in variant.powers
    )


def neutral_rows(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return rows of the sides that nobody plays, in the same way."""
    return tuple(
        (f"{side.letter} {side.name}".strip(), power_text(side, variant))
        for side in variant.neutrals
    )


def rules_of(variant: Variant) -> tuple[str, ...]:
    """Return what players must know of the rules that few variants have."""
    told = (rule.about(variant) for rule in variant.rules.special)
    return tuple(text for text in told if text)


def power_text(power: Power, variant: Variant) -> str:
    """Return the homes of a power, and what it starts with."""
    board = variant.geography
    homes = " ".join(place_short(home, board) for home in power.home_centers)
    units = [unit_short(u, board) for u in variant.start.units if u.power == power.name]
    starts = f"starts with {', '.join(units)}" if units else "starts without a unit"
    owners = enumerate(variant.start.owners)
    owned = tuple(place for place, owner in owners if owner == power.name)
    if set(owned) != set(power.home_centers):
        centers = " ".join(place_short(one, board) for one in owned) or "nothing"
        starts = f"owns {centers} at the start; {starts}"
    return f"homes {homes}; {starts}" if homes else f"no homes; {starts}"


def option_rows(variant: Variant) -> tuple[tuple[str, str], ...]:
    """Return rows of what a Master may choose here and on no other map."""
    return tuple(
        (
            f"SET {option.name} {choice.name}".upper(),
            f"{choice.about}{' (the default)' * (choice is option.choices[0])}",
        )
        for option in variant.options
        for choice in option.choices
    )
