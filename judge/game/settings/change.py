"""Changing the settings of a game: finding options in what a Master wrote."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from judge.game.events import Refused, SettingChanged, Why
from judge.game.model import Settings
from judge.game.settings.options import ALIASES, OPTIONS, Option

_LONGEST_NAME = 3
_NO = ("NO", "NOT", "UN")
_NEAR = 75


def set_option(settings: Settings, text: str) -> SettingChanged | Refused:
    """Return what `text`, as `MOVE NEXT 48`, changes, or why it changes nothing."""
    words = text.split()
    option, length, no = _option_at(words)
    if option is None:
        return Refused("SET", Why.NO_SUCH_OPTION, (text, *_similar(words)))
    value = " ".join((no, *words[length:])).strip("=: ")
    changed = option.change(settings, value)
    if changed is None:
        return Refused("SET", Why.BAD_VALUE, (option.name, value, option.example))
    return SettingChanged(changed[0], option.name, changed[1])


def set_options(settings: Settings, words: Sequence[str]) -> Settings | Refused:
    """Return `settings` with all the options that follow one another in `words`."""
    for text in _split(" ".join(words).split()):
        changed = set_option(settings, text)
        if isinstance(changed, Refused):
            return replace(changed, command="CREATE")
        settings = changed.settings
    return settings


def _split(words: Sequence[str]) -> Iterator[str]:
    """Yield each option with its value; a comment takes all that is left."""
    start, at = 0, 0
    while at < len(words):
        option, length, _ = _option_at(words[at:])
        if option is not None and at > start:
            yield " ".join(words[start:at]).rstrip(",;")
            start = at
        if option is not None and option.name == "COMMENT":
            break
        at += max(length, 1)
    if start < len(words):
        yield " ".join(words[start:]).rstrip(",;")


def _option_at(words: Sequence[str]) -> tuple[Option | None, int, str]:
    """Return the option whose name `words` begin with, its length and its value so far.

    `NO DIAS` is `DIAS` with the value `no`.
    """
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        key = _key("".join(words[:length]))
        if key in _BY_KEY:
            return _BY_KEY[key], length, ""
        for no in _NO:
            if key.startswith(no) and key[len(no) :] in _BY_KEY:
                return _BY_KEY[key[len(no) :]], length, "no"
    return None, 0, ""


def _key(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


def _similar(words: Sequence[str]) -> list[str]:
    found: dict[str, float] = {}
    for length in range(1, _LONGEST_NAME + 1):
        written = " ".join(words[:length]).upper()
        for option in OPTIONS:
            likeness = fuzz.ratio(written, option.name)
            found[option.name] = max(likeness, found.get(option.name, 0))
    near = sorted(found, key=lambda name: -found[name])
    return [name for name in near if found[name] >= _NEAR][:3]


_NAMED = {option.name: option for option in OPTIONS}
_BY_KEY = {_key(name): option for name, option in _NAMED.items()} | {
    _key(alias): _NAMED[name] for alias, name in ALIASES.items()
}
