"""The rules of `rules/`, by the names used in variants' files.

The engine asks each rule at fixed points, the methods of `Rule`. It never asks which variant is
played.
"""

from collections.abc import Mapping
from dataclasses import replace

from judge.engine.board import Position
from judge.engine.rules.barbarians import Barbarians
from judge.engine.rules.canal import Canal
from judge.engine.rules.last_stand import LastStand
from judge.engine.rules.neutrals import NeutralArmies, NeutralVotes
from judge.engine.rules.railway import Railway
from judge.engine.rules.river_convoys import RiverConvoys
from judge.engine.rules.rule import Rule
from judge.engine.rules.satrap.city import CitySupply, DoubleArmies, RoyalCity
from judge.engine.rules.satrap.loyalty import Loans, Loyalty
from judge.engine.rules.satrap.victory import LoyalPlaces, SatrapVictory
from judge.engine.rules.some_centers_win import SomeCentersWin
from judge.engine.rules.standing_homes import StandingHomes
from judge.engine.rules.worthless import Worthless
from judge.engine.variant import Variant

RULES: Mapping[str, type[Rule]] = {
    "barbarians": Barbarians,
    "canal": Canal,
    "last_stand": LastStand,
    "neutral_armies": NeutralArmies,
    "neutral_votes": NeutralVotes,
    "railway": Railway,
    "city_supply": CitySupply,
    "double_armies": DoubleArmies,
    "loans": Loans,
    "loyal_places": LoyalPlaces,
    "loyalty": Loyalty,
    "river_convoys": RiverConvoys,
    "royal_city": RoyalCity,
    "satrap_victory": SatrapVictory,
    "some_centers_win": SomeCentersWin,
    "standing_homes": StandingHomes,
    "worthless": Worthless,
}

# The length of the shortest word of a clause that players may ask about.
_SHORTEST = 4


def rule_words(rule: Rule) -> frozenset[str]:
    """Return the lower-case words by which players may ask about a rule.

    They are the words of its name, the first words of its sentences, and `Rule.words`.
    """
    name = next(name for name, kind in RULES.items() if kind is type(rule))
    verbs = (saying.pattern.split()[0].lower() for saying in rule.sayings)
    return frozenset((*name.split("_"), *verbs, *rule.words))


def asked_words(variant: Variant) -> frozenset[str]:
    """Return all words by which players may ask about the rules of a variant."""
    base = variant.base or variant
    choices = [choice for option in base.options for choice in option.choices]
    rules = (*variant.rules.special, *(rule for choice in choices for rule in choice.rules))
    topics = {word for rule in rules for word in rule_words(rule)}
    topics |= {name.lower() for _, name in variant.season_names}
    topics |= {option.name for option in base.options}
    topics |= {"rivers"} if any(variant.geography.river_edges) else set()
    for clause in variant.clauses:
        letters = "".join(char if char.isalpha() else " " for char in clause.says.lower())
        words = [word for word in letters.split() if len(word) >= _SHORTEST]
        topics |= {*words, *(f"{word}s" for word in words)}
    return frozenset(topics)


def with_choices(variant: Variant, chosen: Mapping[str, str]) -> Variant:
    """Return `variant` with the rules that a Master chose; `chosen` is the choice by option.

    An option without a choice gets its first one. Unknown options and choices are ignored, because
    the variant's file may have changed since the game began.
    """
    base = variant.base or variant
    special, builds = list(base.rules.special), base.rules.builds
    for option in base.options:
        named = [choice for choice in option.choices if choice.name == chosen.get(option.name)]
        choice = (named or option.choices)[0]
        special += choice.rules
        builds = choice.builds or builds
    rules = replace(variant.rules, special=tuple(special), builds=builds)
    result = replace(variant, geography=base.geography, rules=rules, base=base)
    for rule in special:
        result = rule.applied(result)
    return result


def first_position(variant: Variant, seed: int) -> Position:
    """Return the position in which a game on `variant` begins.

    `seed` decides what the rules leave to chance, such as the cards of the satraps.
    """
    position = variant.start
    for rule in variant.rules.special:
        position = rule.dealt(position, variant, seed)
    return position
