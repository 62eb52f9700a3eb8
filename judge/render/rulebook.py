"""The rules of a variant for its players: numbered clauses with examples.

`templates/rules` has the words, one file for each rule, and so has the variant's file. This module
selects the clauses that a variant needs, and fills in the names.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import get_type_hints

from judge.engine import (
    RULES,
    Geography,
    Lands,
    Place,
    Rule,
    Season,
    Terrain,
    Variant,
    bits,
    goal,
    rule_words,
    with_choices,
    year_after,
)
from judge.messages import message
from judge.render.words import phase_text, season_text, year_text


def river_stretches(board: Geography) -> list[tuple[str, list[str]]]:
    """Return river provinces with the provinces on the same stretch of river.

    Each pair occurs once.
    """
    names = [province.name for province in board.provinces]
    ends = [
        [names[end] for end in bits(banks) if end > place]
        for place, banks in enumerate(board.river_edges)
    ]
    return [(names[place], far) for place, far in enumerate(ends) if far]


def river_facts(board: Geography) -> dict[str, object]:
    """Return names for examples of how fleets sail and convoy on rivers.

    `sail` are two provinces on one stretch, and `far` is another to which a fleet in the first
    convoys. `apart` are pairs of river provinces that touch only by land. `inland` are provinces
    beside a river where no convoy begins or ends. `bank` is the place of a fleet, the places from
    and to which it convoys, and the places that it may enter but not convoy to.
    """
    names = [province.name for province in board.provinces]
    rivers = [place for place, banks in enumerate(board.river_edges) if banks]
    carried = {place: _boards(place, board) for place in rivers}
    shut = {place: _shut(place, board) for place in rivers}
    bank = max(rivers, key=lambda place: (bool(shut[place]), len(carried[place])))
    start = max(rivers, key=lambda place: len(carried[place]))
    along, *further = sorted(
        carried[start], key=lambda place: not board.river_edges[start] >> place & 1
    )
    return {
        "sail": (names[start], names[along]),
        "far": names[further[0]] if further else names[along],
        "apart": [
            message("{one} and {other}", one=names[a], other=names[b])
            for a, b in _apart(rivers, board)
        ],
        "inland": [names[place] for place in _inland(rivers, board)],
        "bank": (
            names[bank],
            [names[place] for place in carried[bank]],
            [names[place] for place in shut[bank]],
        ),
    }


def _boards(fleet: int, board: Geography) -> list[int]:
    """Return the provinces where a fleet in a province takes armies on board."""
    return [
        place
        for place, fleets in enumerate(board.boarding)
        if fleets >> fleet & 1 and place != fleet
    ]


def _shut(fleet: int, board: Geography) -> list[int]:
    """Return the coastal provinces that a fleet may enter, and not convoy to."""
    reach = board.fleet_reach[fleet]
    return [
        place
        for place in bits(reach)
        if board.provinces[place].terrain is Terrain.COAST
        and not board.boarding[place] >> fleet & 1
    ]


def _apart(rivers: list[int], board: Geography) -> list[tuple[int, int]]:
    return [
        (province, other)
        for province in rivers
        for other in rivers
        if province < other
        and board.army_edges[province] >> other & 1
        and not board.fleet_reach[province] >> other & 1
    ]


def _inland(rivers: list[int], board: Geography) -> list[int]:
    beside = {near for place in rivers for near in bits(board.army_edges[place])}
    return sorted(place for place in beside if not board.boarding[place])


Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class RuleText:
    """One file of `templates/rules`, or the variant's own text, with values for its gaps.

    A question about one of `words` is answered with the whole text.
    """

    name: str
    facts: Facts = field(default_factory=dict)
    words: frozenset[str] = frozenset()


def rule_texts(variant: Variant) -> tuple[RuleText, ...]:
    """Return the texts of all differences between a variant and the standard rules."""
    return tuple(_texts(variant, variant.rules.special))


def option_texts(variant: Variant) -> tuple[tuple[str, tuple[RuleText, ...]], ...]:
    """Return (command line, added texts) for each choice that a Master may make.

    Defaults are left out, and so are choices that add no rules.
    """
    rows = []
    for option in variant.options:
        for choice in option.choices[1:]:
            line = f"SET {option.name} {choice.name}".upper()
            other = with_choices(variant, {option.name: choice.name})
            if choice.rules or choice.builds:
                texts = _texts(other, choice.rules, only=True)
                asked = frozenset((option.name, choice.name))
                tagged_texts = (replace(text, words=text.words | asked) for text in texts)
                rows.append((line, tuple(tagged_texts)))
    return tuple(rows)


def rule_parameters(variant: Variant) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the rules that a variant's file names, each with `parameter = value`.

    Values are as in the file, provinces by abbreviation.
    """
    short = [province.abbreviation for province in variant.geography.provinces]
    names = {kind: name for name, kind in RULES.items()}
    return tuple(
        (
            names[type(rule)],
            tuple(f"{name} = {_written(value)}" for name, value in _values(rule, short).items()),
        )
        for rule in variant.rules.special
    )


def _written(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case list() | tuple():
            return " ".join(map(_written, value))
        case _:
            return str(value)


def every_text(variant: Variant) -> tuple[RuleText, ...]:
    """Return the texts of a variant, and those of the other choices of its Master.

    For a player these show how the variant may be played elsewhere.
    """
    brought = (text for _, texts in option_texts(variant) for text in texts)
    return (*rule_texts(variant), *brought)


def _texts(variant: Variant, special: Iterable[Rule], *, only: bool = False) -> Iterator[RuleText]:
    board = _board_facts(variant)
    names = {kind: name for name, kind in RULES.items()}
    rules = [
        RuleText(
            names[type(rule)],
            {**board, **_rule_facts(rule, variant)},
            rule_words(rule) | _options_of(rule, variant),
        )
        for rule in special
    ]
    own = [
        RuleText("own", {"says": clause.says, "example": clause.example})
        for clause in variant.clauses
    ]
    if only:
        yield from rules or [RuleText("builds", board)]
    elif rules or own or _is_changed(variant):
        yield RuleText("board", board)
        yield from own
        yield from [RuleText("builds", board)]
        yield from rules


def _options_of(rule: Rule, variant: Variant) -> frozenset[str]:
    """Return the options of a variant that bring a rule."""
    return frozenset(
        option.name
        for option in (variant.base or variant).options
        for choice in option.choices
        if any(type(chosen_rule) is type(rule) for chosen_rule in choice.rules)
    )


def _is_changed(variant: Variant) -> bool:
    rules = variant.rules
    sailed = any(variant.geography.river_edges)
    named = variant.season_names or sailed
    return bool(rules.builds != "home" or rules.turn_years or named)


def _board_facts(variant: Variant) -> Facts:
    first, second = (*variant.powers, *variant.powers)[:2]
    provinces = variant.geography.provinces
    year = variant.start.phase.year
    following = year_after(year) if year < 0 else 0
    return {
        "name": variant.name,
        "start": phase_text(variant.start.phase, variant),
        "turn_years": variant.rules.turn_years,
        "year": year_text(year),
        "first_year": year,
        "next_year": year_text(following) if following else "",
        "rivers": river_stretches(variant.geography),
        "seasons": [(season_text(season), name) for season, name in variant.season_names],
        "winter": variant.season_name(Season.WINTER),
        "goal": goal(variant),
        "victory": variant.victory,
        "builds": variant.rules.builds,
        "first": first.name,
        "second": second.name,
        "homes": [provinces[home].name for home in first.home_centers],
        "impassable": [
            province.name for province in provinces if province.terrain is Terrain.IMPASSABLE
        ],
        "bridges": [
            message("{one} and {other}", one=provinces[a].name, other=provinces[b].name)
            for a, b in sorted(variant.geography.bridges)
        ],
    }


def _rule_facts(rule: Rule, variant: Variant) -> dict[str, object]:
    """Return the parameters of a rule, provinces by name, and facts about their surroundings."""
    geography = variant.geography
    names = [province.name for province in geography.provinces]
    facts = _values(rule, names)
    place, year = getattr(rule, "place", None), getattr(rule, "last_year", 0)
    if place is not None:
        facts["near"] = names[next(bits(geography.army_edges[place]))]
        facts["worth"] = geography.provinces[place].worth
    if isinstance(rule, RULES["river_convoys"]):
        facts |= river_facts(geography)
    facts |= {"sides": [side.name for side in variant.neutrals], "year": year_text(year)}
    return facts


def _values(rule: Rule, names: list[str]) -> dict[str, object]:
    """Return the parameters of a rule, with provinces replaced by their names."""
    hints = get_type_hints(type(rule))
    return {
        parameter.name: _named(getattr(rule, parameter.name), hints[parameter.name], names)
        for parameter in fields(rule)  # type: ignore[arg-type]  # each rule is a dataclass
    }


def _named(value: object, kind: object, names: list[str]) -> object:
    """Return a parameter with the names of provinces in place of their indices."""
    if kind is Place and isinstance(value, int):
        return names[value]
    if kind == tuple[Place, ...] and isinstance(value, tuple):
        return [names[place] for place in value]
    if kind == Lands and isinstance(value, tuple):
        return [(side, [names[place] for place in lands]) for side, lands in value]
    return value


_EXAMPLE = "Example: "


@dataclass(frozen=True, slots=True)
class NumberedClause:
    """One clause of a rule, with an example, and its number in the variant."""

    number: int
    says: str
    example: str


def clauses_in(
    texts: Iterable[RuleText], word: str, told: Callable[[RuleText], str]
) -> Iterator[NumberedClause]:
    """Yield the clauses of all `texts`, numbered through, or only those about `word`.

    If the rule's name or its own words contain `word`, all its clauses count; otherwise only the
    clauses that contain it, in singular or plural. `told` returns the text of a rule; each clause
    is a paragraph that ends with its example.
    """
    number, singular = 0, word.removesuffix("s")
    word_pattern = re.compile(rf"(?<!\w){re.escape(singular)}(?:e?s)?(?!\w)", re.IGNORECASE)
    for text in texts:
        rule_name = text.name.replace("_", " ").removesuffix("s")
        whole = not word or word in text.words or rule_name == singular
        for paragraph in told(text).split("\n\n"):
            says, _, example = " ".join(paragraph.split()).partition(_EXAMPLE)
            if not says:
                continue
            number += 1
            if whole or word_pattern.search(f"{says} {example}"):
                yield NumberedClause(number, says.strip(), example)
