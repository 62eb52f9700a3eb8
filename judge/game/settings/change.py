"""Changing the settings of a game: finding options in what a Master wrote."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from rapidfuzz import fuzz

from judge.game.events import Refused, SettingChanged, Why
from judge.game.model import Settings
from judge.game.settings.elsewhere import ELSEWHERE, SAME
from judge.game.settings.options import ALIASES, OPTIONS

_Named = TypeVar("_Named")

_LONGEST_NAME = 4
_NO = ("NO", "NOT", "UN")
_NEAR = 75


def set_option(settings: Settings, text: str) -> SettingChanged | Refused:
    """Return what `text`, as `MOVE NEXT 48`, changes, or why it changes nothing."""
    words = _in_our_words(text.split())
    option, length, no = _found_at(words, _BY_KEY)
    other, size, _ = _found_at(words, _ELSEWHERE)
    if other is not None and size > length:
        name = " ".join(words[:size]).upper()
        return Refused("SET", Why.NOT_OFFERED, (name, other.remark, *other.lines))
    if option is None:
        said = " ".join(words[:1] if _is_secret(words) else words)
        return Refused("SET", Why.NO_SUCH_OPTION, (said, *_similar(words)))
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
    """Yield each option with its value; a comment takes all that is left.

    The words of another judge begin an option too, but may be the first of a value.
    """
    start, at, value = 0, 0, 0
    while at < len(words):
        option, length, _ = _found_at(words[at:], _BY_KEY)
        other = max(_found_at(words[at:], named)[1] for named in _OTHERS)
        if at > start and (option is not None or (other and at > value)):
            yield " ".join(words[start:at]).rstrip(",;")
            start = at
        if option is not None and option.name == "COMMENT":
            break
        if at == start:
            length = max(length, other, 1)
            value = at + length
        at += max(length, 1)
    if start < len(words):
        yield " ".join(words[start:]).rstrip(",;")


def _in_our_words(words: Sequence[str]) -> Sequence[str]:
    """Return `words` with those of another judge put as they are put here."""
    same, size, no = _found_at(words, _SAME)
    if same is None or no or size <= _found_at(words, _BY_KEY)[1]:
        return words
    ours = [*same.split(), *words[size:]]
    known = any(_found_at(ours, table)[0] for table in (_BY_KEY, _ELSEWHERE))
    return ours if known else words


def _found_at(
    words: Sequence[str], named: Mapping[str, _Named]
) -> tuple[_Named | None, int, str]:
    """Return what `words` begin with the name of, its length and its value so far.

    `NO DIAS` is `DIAS` with the value `no`.
    """
    for length in range(min(_LONGEST_NAME, len(words)), 0, -1):
        key = _key("".join(words[:length]))
        if key in named:
            return named[key], length, ""
        for no in _NO:
            if key.startswith(no) and key[len(no) :] in named:
                return named[key[len(no) :]], length, "no"
    return None, 0, ""


def _is_secret(words: Sequence[str]) -> bool:
    """Return whether it may be a password that is set, in whatever spelling."""
    name = "".join(words[:1]).casefold()
    return name.startswith(("pw", "pass")) or any(
        fuzz.ratio(name, word) >= _NEAR for word in ("password", "passwd")
    )


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
_ELSEWHERE = {_key(name): other for name, other in ELSEWHERE.items()}
_SAME = {_key(name): ours for name, ours in SAME.items()}
_OTHERS: tuple[Mapping[str, object], ...] = (_ELSEWHERE, _SAME)
