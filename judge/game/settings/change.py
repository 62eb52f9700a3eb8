"""Changing the settings of a game: finding options in what a Master wrote."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import structs
from rapidfuzz import fuzz

from judge.engine import Variant
from judge.game.base import Refused
from judge.game.events import SettingChanged
from judge.game.guests import why_master_may_not_join
from judge.game.model import Game, GameSettings, Stage
from judge.game.refusals import (
    GameBegun,
    JoinedUnnamed,
    NoSuchOption,
    NotOffered,
    Refusal,
    WrongValue,
)
from judge.game.seats import takes_part
from judge.game.settings.effect import changed_variant
from judge.game.settings.elsewhere import ELSEWHERE, SAME
from judge.game.settings.option import BadValue, GameOption
from judge.game.settings.options import ALIASES, OPTIONS
from judge.game.settings.own import choosing
from judge.messages import message
from judge.notation import password_word

_Named = TypeVar("_Named")

_LONGEST_NAME = 4
_NO = ("NO", "NOT", "UN")
_NEAR = 75


class MasterJoined(Refusal, frozen=True):
    """The Master has joined the game, which this setting does not allow."""

    in_short = message("you have joined")


def change_setting(game: Game, text: str) -> SettingChanged | Refused:
    """Return what `text`, as `MOVE NEXT 48`, changes; who joined unnamed stays so.

    Nor may it make a Master who has joined one that may not play.
    """
    forming = game.stage is Stage.FORMING
    changed = set_option(game.settings, text, game.variant, forming=forming)
    if isinstance(changed, Refused):
        return changed
    changed_game = replace(game, settings=changed.settings)
    joined = (one.player for one in game.masters if takes_part(game, one.player))
    if any(why_master_may_not_join(changed_game, one) for one in joined):
        return Refused("SET", MasterJoined())
    if not game.settings.gunboat or not game.entrants:
        return changed
    if changed.settings.gunboat:
        return changed
    return Refused("SET", JoinedUnnamed())


def set_option(
    settings: GameSettings, text: str, variant: Variant, *, forming: bool
) -> SettingChanged | Refused:
    """Return what `text`, as `MOVE NEXT 48`, changes, or why it changes nothing.

    `variant` is the one that is played with `settings`. Once a game is no longer
    `forming`, what it is played with stays.
    """
    options = _options(variant)
    words = _in_our_words(text.split(), options)
    option, length, no = _found_at(words, options)
    other, size, negated = _found_at(words, _ELSEWHERE)
    closer = size > length or (size == length and no and not negated)
    if other is not None and closer:
        name = " ".join(words[:size]).upper()
        return Refused("SET", NotOffered(name, other.remark, tuple(other.lines)))
    if option is None:
        said = " ".join(words[:1] if _is_secret(words) else words)
        return Refused("SET", NoSuchOption(said, tuple(_similar(words))))
    if option.forming and not forming:
        return Refused("SET", GameBegun(option.name, option.example))
    value = " ".join((no, *words[length:])).strip("=: ")
    changed = option.change(settings, value, variant)
    if isinstance(changed, BadValue):
        said = value or ("ON" if option.example == f"SET {option.name}" else "")
        example = changed.example or option.example
        return Refused("SET", WrongValue(option.name, said, example, changed.allowed))
    return SettingChanged(changed[0], option.name, changed[1])


def set_options(
    settings: GameSettings, words: Sequence[str], variant: Variant
) -> GameSettings | Refused:
    """Return `settings` with all the options that follow one another in `words`.

    `variant` is as its file has it.
    """
    for text in _split(" ".join(words).split(), _options(variant)):
        played = changed_variant(variant, settings)
        changed = set_option(settings, text, played, forming=True)
        if isinstance(changed, Refused):
            return Refused("CREATE", _without_secrets(changed.why))
        settings = changed.settings
    return settings


def _without_secrets(why: Refusal) -> Refusal:
    """Return `why` without words that are no option's: maybe a password."""
    if isinstance(why, WrongValue):
        return structs.replace(why, value=message("what stands behind it"))
    if isinstance(why, NoSuchOption) and not why.near:
        return NoSuchOption("")
    return why


def _options(variant: Variant) -> Mapping[str, GameOption]:
    """Return all options by their names, the variant's own among them."""
    own = {_key(option.name): choosing(option) for option in variant.options}
    return {**own, **_BY_KEY}


def hidden_options(variant: Variant) -> tuple[str, ...]:
    """Return the variant's own options that SET cannot mean: each game has such."""
    return tuple(one.name for one in variant.options if _key(one.name) in _BY_KEY)


def _split(words: Sequence[str], options: Mapping[str, GameOption]) -> Iterator[str]:
    """Yield each option with its value; a comment takes all that is left.

    The words of another judge begin an option too, but may be the first of a value.
    """
    start, at, value = 0, 0, 0
    while at < len(words):
        option, length, _ = _found_at(words[at:], options)
        other = max(_found_at(words[at:], named)[1] for named in _OTHERS)
        apart = other and at > value and not _is_more(words, start, at, options)
        if at > start and (option is not None or apart):
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


def _is_more(words: Sequence[str], start: int, at: int, options: Mapping[str, GameOption]) -> bool:
    """Return whether the words from `at` on say more of the option from `start` on."""
    one, other = (
        _found_at(_in_our_words(words[place:], options), options)[0] for place in (start, at)
    )
    return one is not None and one == other


def _in_our_words(words: Sequence[str], options: Mapping[str, GameOption]) -> Sequence[str]:
    """Return `words` with those of another judge put as they are put here."""
    same, size, no = _found_at(words, _SAME)
    here, there = (_found_at(words, named)[1] for named in (options, _ELSEWHERE))
    if same is None or no or size <= here or size < there:
        return words
    ours = [*same.split(), *_rest(words[size:], same, options)]
    known = _found_at(ours, options)[0] or _found_at(ours, _ELSEWHERE)[0]
    return ours if known else words


def _rest(words: Sequence[str], same: str, options: Mapping[str, GameOption]) -> Sequence[str]:
    """Return what follows: `GREY, PARTIAL` says two things of one option."""
    ours = _in_our_words(words, options)
    again = ours is not words and ours[:1] == same.split()[:1]
    return ours[1:] if again else words


def _found_at(words: Sequence[str], named: Mapping[str, _Named]) -> tuple[_Named | None, int, str]:
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
    name = "".join(words[:1])
    return name.lower().startswith("pw") or password_word(name) is not None


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
