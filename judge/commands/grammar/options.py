"""SET and its options: where the words of an option end and its value begins."""

import re

from judge.game import Command, SetOption

_KINDS = {
    "move": "MOVE",
    "movement": "MOVE",
    "retreat": "RETREAT",
    "retreats": "RETREAT",
    "adjust": "ADJUST",
    "adjustment": "ADJUST",
    "adjustments": "ADJUST",
    "build": "ADJUST",
    "builds": "ADJUST",
}
# Not what an order says behind a province that is called Set.
_NAME = re.compile(
    r"(?!(?:to|holds?|moves|supports?|convoys?)$)[a-z]{2,}\d?(?:[/_-][a-z]+)*:?", re.I
)
# What prose says behind `Set`: Set your clocks, everybody.
_TALK = frozenset(
    [
        "a",
        "his",
        "in",
        "it",
        "my",
        "off",
        "our",
        "out",
        "sail",
        "that",
        "the",
        "their",
        "this",
        "to",
        "up",
        "your",
    ]
)
_PLACES = frozenset({"build", "builds"})
_FIELDS = (*("clock", "next", "min", "grace", "delay", "days", "length"), *("nmr", "review"))
_PAIRS = ("convoy fallback", "time zone")


def set_option(rest: str) -> Command | None:
    """Return SET with its option in capitals and its value as it was written."""
    words = rest.replace("=", " ", 1).split()
    paired = " ".join(words[:2]).lower() in _PAIRS
    if not words or words[0].lower() in _TALK or _is_order(words):
        return None
    if not paired and not _NAME.fullmatch(words[0]):
        return None
    size = _size([word.lower() for word in words])
    first = _first(words)
    option = " ".join((first, *map(str.upper, words[1:size])))
    value = re.sub(r"^to\s+(?=\S)", "", " ".join(words[size:]), flags=re.I)
    return SetOption(option.rstrip(":"), value)


def _first(words: list[str]) -> str:
    """Return the first word as it is called here; builds have a length and places."""
    word, second = words[0].lower(), words[1].lower() if len(words) > 1 else ""
    if word in _PLACES and second not in _FIELDS and not second[:1].isdigit():
        return word.upper()
    return _KINDS.get(word, word.upper())


def _is_order(words: list[str]) -> bool:
    """Return whether `move` and what follows say where a unit moves."""
    second = words[1].lower() if len(words) > 1 else ""
    timed = not second or second in _FIELDS or second[0].isdigit()
    return words[0].lower() == "move" and not timed


def _size(words: list[str]) -> int:
    """Return how many of `words` name the option."""
    second = words[1] if len(words) > 1 else ""
    timed = words[0] in _KINDS and second in _FIELDS
    paired = f"{words[0]} {second}" in _PAIRS or (words[0] == "no" and second != "")
    return 2 if timed or paired else 1
