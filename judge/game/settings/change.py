"""Changing the settings of a game: the options in a Master's words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from msgspec import structs
from rapidfuzz import fuzz

from judge.engine import Variant
from judge.game.after import played_at
from judge.game.base import Command, Fact, Refusal, Refused, Reply, Request, Who
from judge.game.confirm import confirmation_code
from judge.game.guests import why_master_may_not_join
from judge.game.model import OPEN, Game, GameSettings, Stage
from judge.game.refusals import WrongValue
from judge.game.seats import takes_part
from judge.game.settings.effect import changed_variant
from judge.game.settings.elsewhere import ELSEWHERE, SAME
from judge.game.settings.option import BadValue, GameOption
from judge.game.settings.options import ALIASES, OPTIONS, document_of
from judge.game.settings.own import choosing
from judge.game.vision import everybody
from judge.game.weight import Weight
from judge.messages import Message, Text, message
from judge.notation import password_word

_Named = TypeVar("_Named")

_LONGEST_NAME = 4
_NO = ("NO", "NOT", "UN")
_NEAR = 75


class NoSuchOption(Refusal, frozen=True):
    """No option is called `words`; those in `near` have similar names."""

    words: str
    near: tuple[str, ...] = ()

    in_short = message("no such option")


class NotOffered(Refusal, frozen=True):
    """The judge has no option for `words`; `remark` says why, and `lines` can be sent instead."""

    words: str
    remark: Message
    lines: tuple[str, ...] = ()

    in_short = message("not offered")


class GameBegun(Refusal, frozen=True):
    """`option` cannot be set after the start of a game; `example` shows how it is set."""

    option: str
    example: str

    in_short = message("the game has begun")


class JoinedUnnamed(Refusal, frozen=True):
    """People have joined the game because it is a gunboat game, so it must stay one."""

    in_short = message("people have joined unnamed")


class NothingChanged(Refusal, frozen=True):
    """All settings have these values already."""

    in_short = message("nothing is changed")


class MasterJoined(Refusal, frozen=True):
    """A Master has joined the game as a player, which the new setting would not allow."""

    in_short = message("you have joined")


class SettingChanged(Fact, frozen=True):
    """The Master changed a setting; `option` and `value` are in readers' words."""

    settings: GameSettings
    option: str
    value: Text

    weight = Weight.CLOCK
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with these settings, and with its variant as changed by them."""
        variant = changed_variant(game.variant, self.settings)
        changed = replace(game, settings=self.settings, variant=variant)
        return played_at(game.position, changed)


class SettingsProposed(Reply, frozen=True):
    """A question whether to change settings; `rows` are (name, present value, new value).

    They change after a yes, or when `values` are sent again with the `code`.
    """

    rows: tuple[tuple[str, str, Text], ...]
    values: tuple[tuple[str, str], ...]
    code: str

    @property
    def command(self) -> str:
        """Return the word with which the command begins."""
        return "SETTINGS"

    @property
    def line(self) -> str:
        """Return the lines, with the code, that carry the command out."""
        return "\n".join((f"SETTINGS {self.code}", *setting_lines(self.values), "END"))

    weight = Weight.QUESTION


class SetOption(Command, frozen=True):
    """Change one setting of the game, as in `SET MOVE NEXT 48`."""

    option: str
    value: str

    name = "SET"
    who = Who.MASTER
    stages = OPEN

    def line_to_propose(self, game: Game) -> str:
        """Return the command line, "" for free text, on which players do not vote."""
        return "" if is_free_text(self.option) else f"SET {self.option} {self.value}".strip()

    def in_vain(self, game: Game) -> Refused | None:
        """Return the refusal if not even a Master could set the option now, else None."""
        found = change_setting(game, f"{self.option} {self.value}")
        vain = isinstance(found, Refused) and isinstance(
            found.why, NotOffered | NoSuchOption | GameBegun
        )
        return found if isinstance(found, Refused) and vain else None

    def decide(self, at: Request) -> SettingChanged | Refused:
        """Return the fact with the new setting, or a refusal."""
        return change_setting(at.game, f"{self.option} {self.value}")


class ChangeSettings(Command, frozen=True):
    """Change several settings together: all of `values`, as (name, value), or none."""

    values: tuple[tuple[str, str], ...]
    confirmation: str = ""

    name = "SETTINGS"
    who = Who.MASTER
    stages = OPEN
    any_words = True

    def decide(
        self, at: Request
    ) -> tuple[SettingChanged | Refused, ...] | SettingsProposed | Refused:
        """Return a fact for each setting that changes, once confirmed, or the refusals.

        The code is for these values only. If one value is wrong, nothing changes.
        """
        changed: list[SettingChanged] = []
        wrong: list[Refused] = []
        game = played = at.game
        for name, value in self.values:
            found = change_setting(played, f"{name} {value}")
            if isinstance(found, Refused):
                why = found.why
                if isinstance(why, NoSuchOption):
                    why = structs.replace(why, words=name)
                wrong.append(self.refused(why))
                continue
            if found.settings == played.settings:
                continue
            changed.append(found)
            variant = changed_variant(played.variant, found.settings)
            played = replace(played, settings=found.settings, variant=variant)
        if wrong:
            return tuple(wrong)
        if not changed:
            return self.refused(NothingChanged())
        words = "\n".join((self.name, *(f"{one.option} {one.value}" for one in changed)))
        if at.unconfirmed(words, self.confirmation) is None:
            return tuple(changed)
        forming = game.stage is Stage.FORMING
        before = dict(document_of(game.settings, game.variant, forming=forming))
        after = dict(document_of(played.settings, played.variant, forming=forming))
        told = {one.option: one.value for one in changed}
        rows = tuple(
            (name, before.get(name, ""), after.get(name, value)) for name, value in told.items()
        )
        return SettingsProposed(rows, self.values, confirmation_code(game, words, at.codes))


def setting_lines(values: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return settings, given as (name, value), as lines of TOML."""
    return tuple(
        f'{name.lower().replace(" ", "_")} = "{value.replace(chr(34), chr(39))}"'
        for name, value in values
    )


def change_setting(game: Game, text: str) -> SettingChanged | Refused:
    """Return the fact of the change that `text` asks for (`MOVE NEXT 48`), or a refusal.

    A gunboat game that people have joined stays one, and no setting may forbid a Master who has
    joined to play.
    """
    forming = game.stage is Stage.FORMING
    changed = set_option(game.settings, text, game.variant, forming=forming)
    if isinstance(changed, Refused):
        return changed
    changed_game = replace(game, settings=changed.settings)
    joined = (one.player for one in game.masters if takes_part(game, one.player))
    if any(why_master_may_not_join(changed_game, one) for one in joined):
        return Refused("SET", MasterJoined())
    if game.settings.gunboat and game.entrants and not changed.settings.gunboat:
        return Refused("SET", JoinedUnnamed())
    return changed


def set_option(
    settings: GameSettings, text: str, variant: Variant, *, forming: bool
) -> SettingChanged | Refused:
    """Return the settings as changed by `text` (`MOVE NEXT 48`), or a refusal.

    `variant` is the variant as played with `settings`. If a game is no longer `forming`, some
    options are fixed.
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


def can_be_set(settings: GameSettings, variant: Variant) -> bool:
    """Return whether SET can produce these settings; `variant` is the variant as changed by them.

    It sets each value again, as `document_of` writes it, and compares the results.
    """
    written = document_of(settings, variant, forming=True)
    for name, value in written:
        changed = set_option(settings, f"{name} {value}", variant, forming=True)
        if isinstance(changed, Refused):
            return False
        if document_of(changed.settings, variant, forming=True) != written:
            return False
    known = {(own.name, choice.name) for own in variant.options for choice in own.choices}
    return known.issuperset(settings.choices)


def set_options(
    settings: GameSettings, words: Sequence[str], variant: Variant
) -> GameSettings | Refused:
    """Return `settings` with all options in `words`, or a refusal.

    `variant` is the variant as in its file.
    """
    for text in _split(" ".join(words).split(), _options(variant)):
        played = changed_variant(variant, settings)
        changed = set_option(settings, text, played, forming=True)
        if isinstance(changed, Refused):
            return Refused("CREATE", _without_secrets(changed.why))
        settings = changed.settings
    return settings


def _without_secrets(why: Refusal) -> Refusal:
    """Return `why` without words that belong to no option, because they may be a password."""
    if isinstance(why, WrongValue):
        return structs.replace(why, value=message("what stands behind it"))
    if isinstance(why, NoSuchOption) and not why.near:
        return NoSuchOption("")
    return why


def _options(variant: Variant) -> Mapping[str, GameOption]:
    """Return all options by name, including the variant's own."""
    own = {_key(option.name): choosing(option) for option in variant.options}
    return {**own, **_BY_KEY}


def hidden_options(variant: Variant) -> tuple[str, ...]:
    """Return the variant's own options that general options with the same names hide."""
    return tuple(one.name for one in variant.options if _key(one.name) in _BY_KEY)


def is_free_text(name: str) -> bool:
    """Return whether the option with this name takes any text as its value."""
    option = _NAMED.get(name)
    return option is not None and option.free_text


def _split(words: Sequence[str], options: Mapping[str, GameOption]) -> Iterator[str]:
    """Yield each option with its value, as one text; free text takes all the rest.

    An option's name in the words of another judge also begins an option, unless it directly follows
    an option's name: then it may be a value.
    """
    start, at, value = 0, 0, 0
    while at < len(words):
        option, length, _ = _found_at(words[at:], options)
        other = max(_found_at(words[at:], named)[1] for named in _OTHERS)
        apart = other and at > value and not _is_more(words, start, at, options)
        if at > start and (option is not None or apart):
            yield " ".join(words[start:at]).rstrip(",;")
            start = at
        if option is not None and option.free_text:
            break
        if at == start:
            length = max(length, other, 1)
            value = at + length
        at += max(length, 1)
    if start < len(words):
        yield " ".join(words[start:]).rstrip(",;")


def _is_more(words: Sequence[str], start: int, at: int, options: Mapping[str, GameOption]) -> bool:
    """Return whether the words at `at` give the option at `start` another value."""
    one, other = (
        _found_at(_in_our_words(words[place:], options), options)[0] for place in (start, at)
    )
    return one is not None and one == other


def _in_our_words(words: Sequence[str], options: Mapping[str, GameOption]) -> Sequence[str]:
    """Return `words` with another judge's name of an option replaced by ours."""
    same, size, no = _found_at(words, _SAME)
    here, there = (_found_at(words, named)[1] for named in (options, _ELSEWHERE))
    if same is None or no or size <= here or size < there:
        return words
    ours = [*same.split(), *_rest(words[size:], same, options)]
    known = _found_at(ours, options)[0] or _found_at(ours, _ELSEWHERE)[0]
    return ours if known else words


def _rest(words: Sequence[str], same: str, options: Mapping[str, GameOption]) -> Sequence[str]:
    """Return the remaining words, without the option's name if it is repeated in other words.

    `GREY, PARTIAL` gives the same option two values.
    """
    ours = _in_our_words(words, options)
    again = ours is not words and ours[:1] == same.split()[:1]
    return ours[1:] if again else words


def _found_at(words: Sequence[str], named: Mapping[str, _Named]) -> tuple[_Named | None, int, str]:
    """Return the option that `words` begin with, the number of words of its name, and "" or "no".

    `NO DIAS` is the option `DIAS` with the value `no`.
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
    """Return whether the words may set a password, in any spelling."""
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
