"""The rules and options that a variant's file names, checked and made.

The parameters of a rule are the fields of its class; what a field may hold follows from
its type.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import get_type_hints

from judge.boards.variants.faults import Fault, hint, listed
from judge.boards.variants.table import shown
from judge.boards.variants.tables import RuleDraft, VariantDraft
from judge.engine import BUILD_PLACES, RULES, Lands, OptionChoice, Place, Rule, Side, VariantOption

_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class _Words:
    """The provinces by abbreviation, and the names of all sides."""

    places: Mapping[str, int]
    sides: frozenset[str]


class _WrongError(Exception):
    """A value is not what the parameter needs; the text says why."""


def rule_faults(draft: VariantDraft) -> Iterator[Fault]:
    """Yield what is wrong with how units are built, with the rules and the options."""
    words = _words(draft)
    yield from _builds_faults(("builds",), draft.builds)
    for rule in draft.rules:
        yield from _faults(rule, words)
    for choice in draft.choices:
        if choice.builds:
            yield from _builds_faults((*choice.where, "builds"), choice.builds)
        for rule in choice.rules:
            yield from _faults(rule, words)
        for word in (choice.option, choice.name):
            if not _WORD.fullmatch(word):
                text = f'"{word}" is no word for SET; use small letters, digits and _'
                yield Fault(choice.where, text)
        if sum(other.option == choice.option for other in draft.choices) == 1:
            text = "an option has two choices or more, the first is the default"
            yield Fault(choice.where, text)


def rules_of(draft: VariantDraft) -> tuple[Rule, ...]:
    """Return the rules that a faultless draft names for every game."""
    words = _words(draft)
    return tuple(_made(rule, words) for rule in draft.rules)


def options_of(draft: VariantDraft) -> tuple[VariantOption, ...]:
    """Return the options that a faultless draft leaves to the Master."""
    words = _words(draft)
    options: dict[str, tuple[OptionChoice, ...]] = {}
    for draft_choice in draft.choices:
        choice = OptionChoice(
            name=draft_choice.name,
            about=draft_choice.about,
            rules=tuple(_made(rule, words) for rule in draft_choice.rules),
            builds=draft_choice.builds or None,
        )
        options[draft_choice.option] = (*options.get(draft_choice.option, ()), choice)
    return tuple(VariantOption(name, choices) for name, choices in options.items())


def _words(draft: VariantDraft) -> _Words:
    places = {key: number for number, key in enumerate(draft.provinces)}
    return _Words(places, frozenset(power.name for power in draft.sides))


def _builds_faults(where: tuple[str, ...], builds: str) -> Iterator[Fault]:
    if builds not in BUILD_PLACES:
        known = listed((f'"{one}"' for one in BUILD_PLACES), "or")
        meant = hint(builds, BUILD_PLACES)
        yield Fault(where, f'"{builds}" is not {known}{meant}')


def _faults(rule: RuleDraft, words: _Words) -> Iterator[Fault]:
    kind = RULES.get(rule.name)
    if kind is None:
        near = hint(rule.name, RULES) or f"; there are {listed(sorted(RULES))}"
        yield Fault(rule.where, f"unknown rule{near}")
        return
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}  # type: ignore[arg-type]  # each rule is a dataclass
    for key, value in rule.keys.items():
        if key not in known:
            text = f'there is no key "{key}" here{hint(key, known)}'
            yield Fault((*rule.where, key), text)
            continue
        try:
            _READERS[hints[key]](value, words)
        except _WrongError as wrong:
            yield Fault((*rule.where, key), str(wrong))
    for key, field in known.items():
        if key not in rule.keys and field.default is MISSING:
            yield Fault((*rule.where, key), "is missing")


def _made(rule: RuleDraft, words: _Words) -> Rule:
    kind = RULES[rule.name]
    hints = get_type_hints(kind)
    keys = {key: _READERS[hints[key]](value, words) for key, value in rule.keys.items()}
    return kind(**keys)


def _truth(value: object, words: _Words) -> bool:
    if not isinstance(value, bool):
        raise _WrongError(f"must be true or false, not {shown(value)}")
    return value


def _number(value: object, words: _Words) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _WrongError(f"must be a whole number, not {shown(value)}")
    return value


def _text(value: object, words: _Words) -> str:
    if not isinstance(value, str):
        raise _WrongError(f"must be a text in quotes, not {shown(value)}")
    return value


def _side(value: object, words: _Words) -> Side:
    text = _text(value, words)
    if text not in words.sides:
        near = hint(text, words.sides) or f"; there are {listed(sorted(words.sides))}"
        raise _WrongError(f'"{text}" is no power{near}')
    return Side(text)


def _place(value: object, words: _Words) -> Place:
    text = _text(value, words)
    if text.upper() not in words.places:
        raise _WrongError(f'"{text}" is no province{hint(text, words.places)}')
    return Place(words.places[text.upper()])


def _places(value: object, words: _Words) -> tuple[Place, ...]:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        raise _WrongError(f'must be one text, with blanks alone: "{" ".join(value)}"')
    return tuple(_place(one, words) for one in _text(value, words).split())


def _sides(value: object, words: _Words) -> tuple[Side, ...]:
    if not isinstance(value, list):
        raise _WrongError(f'must be a list of powers, ["..."], not {shown(value)}')
    return tuple(_side(one, words) for one in value)


def _lands(value: object, words: _Words) -> Lands:
    if not isinstance(value, dict):
        raise _WrongError(f"must be a table of powers and provinces, not {shown(value)}")
    return tuple((_side(key, words), _places(one, words)) for key, one in value.items())


_READERS: Mapping[object, Callable[[object, _Words], object]] = {
    bool: _truth,
    int: _number,
    str: _text,
    Side: _side,
    Place: _place,
    tuple[Place, ...]: _places,
    tuple[Side, ...]: _sides,
    Lands: _lands,
}
