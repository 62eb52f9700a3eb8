"""What lines about one variant are read and answered with, made once for many."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.engine import BUILD_PLACES, Unit, UnitKind, Variant, can_stand, played
from judge.notation.canonical import BoardVocabulary, vocabulary_of

Facts = dict[str, object]
STANDARD = "standard"
_RULES = ("convoy_fallback", "builds")


@dataclass(frozen=True, slots=True)
class BadRequest:
    """Why a line cannot be adjudicated at all."""

    reason: str


@dataclass(frozen=True, slots=True)
class VariantTexts:
    """A variant with its texts.

    `powers` are by their names in small letters; `units` are those that can stand on
    the board, by power; `texts` are those of armies and of fleets, by location.
    """

    variant: Variant
    vocabulary: BoardVocabulary
    powers: Mapping[str, str]
    units: Mapping[str, Mapping[str, Unit]]
    texts: Mapping[UnitKind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Setting:
    """Which variant a line is about, and with which rules; `builds` None is its own.

    `chosen` are choices of the variant's options, by name.
    """

    name: str
    convoy_fallback: bool
    builds: str | None
    chosen: tuple[tuple[str, str], ...] = ()


def setting_of(facts: Facts, board: str) -> Setting | BadRequest:
    """Return the variant that a line names, else `board`, and its rules."""
    name = facts.get("map", board)
    rules = facts.get("rules", {})
    if not isinstance(name, str):
        return BadRequest("map must be a name")
    if not isinstance(rules, dict):
        return BadRequest("rules must be an object")
    fallback = rules.get("convoy_fallback", False)
    builds = rules.get("builds")
    others = {key: rules[key] for key in rules if key not in _RULES}
    chosen = tuple(sorted((key, str(choice)) for key, choice in others.items()))
    if not isinstance(fallback, bool):
        return BadRequest("convoy_fallback must be true or false")
    if builds is None or (isinstance(builds, str) and builds in BUILD_PLACES):
        return Setting(name, fallback, builds, chosen)
    return BadRequest(f"builds must be one of {', '.join(BUILD_PLACES)}")


def board_for(setting: Setting, variants: Callable[[str], Variant]) -> VariantTexts | BadRequest:
    """Return the variant of `setting` with its texts."""
    name = setting.name.lower()
    if not name.replace("-", "").replace("_", "").isalnum():
        return BadRequest(f"there is no map {setting.name}")
    try:
        variant = variants(name)
    except (KeyError, OSError):
        return BadRequest(f"there is no map {setting.name}")
    options = {o.name: {c.name for c in o.choices} for o in variant.options}
    for option, choice in setting.chosen:
        if option not in options:
            return BadRequest(f"there is no rule {option}")
        if choice not in options[option]:
            known = ", ".join(sorted(options[option]))
            return BadRequest(f"{option} must be one of {known}")
    variant = played(variant, dict(setting.chosen))
    rules = replace(
        variant.rules,
        convoy_fallback=setting.convoy_fallback or variant.rules.convoy_fallback,
        builds=setting.builds or variant.rules.builds,
    )
    return _board(replace(variant, rules=rules))


def _board(variant: Variant) -> VariantTexts:
    geography = variant.geography
    vocabulary = vocabulary_of(variant)
    return VariantTexts(
        variant=variant,
        vocabulary=vocabulary,
        powers={power.name.casefold(): power.name for power in variant.sides},
        units={
            power: {text: unit for text, unit in units.items() if can_stand(unit, geography)}
            for power, units in vocabulary.units.items()
        },
        texts={
            kind: tuple(f"{kind.value} {place.text}" for place in geography.locations)
            for kind in UnitKind
        },
    )
