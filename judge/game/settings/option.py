"""Options of a game, and their usual forms: a length of time, a word, a switch."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeVar

from judge.engine import Variant
from judge.game.model import GameSettings, Timing
from judge.game.settings.values import LONGEST, NOTHING, length_within, show_length
from judge.messages import Text, message

_Value = TypeVar("_Value")
_YES = frozenset({"", "on", "yes", "true"})


@dataclass(frozen=True, slots=True)
class BadValue:
    """A text that an option does not take as its value; `allowed` says which texts it takes.

    `example` is a line with a right value, "" for the option's own example.
    """

    allowed: Text = ""
    example: str = ""


Change = Callable[[GameSettings, str, Variant], tuple[GameSettings, Text] | BadValue]


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option: its name, an example of its use, and the function that changes it.

    `change` takes the settings, the text of the value, and the variant as changed by the settings
    so far. It returns the new settings, and the value in readers' words.
    """

    name: str
    example: str
    change: Change
    #: Returns the value as SET reads it; None if a few words cannot say it.
    write: Callable[[GameSettings], str] | None = None
    #: It is fixed once the game starts.
    forming: bool = False
    #: Its value may be any text. It takes the rest of a line, and players cannot vote on it.
    free_text: bool = False


def changing(
    read: Callable[[str], _Value | None],
    put: Callable[[GameSettings, _Value], GameSettings],
    show: Callable[[_Value], Text],
    allowed: Text = "",
) -> Change:
    """Return a change function: `read` reads the value, `put` stores it, and `show` words it."""

    def change(
        settings: GameSettings, text: str, _: Variant
    ) -> tuple[GameSettings, Text] | BadValue:
        value = read(text)
        if value is None:
            return BadValue(allowed)
        return put(settings, value), show(value)

    return change


def timed(put: Callable[[Timing, timedelta], Timing], *, least: timedelta) -> Change:
    """Return a change function for a length of time, from `least` to 90 days."""
    read = length_within(least, LONGEST)
    return changing(read, lambda s, v: replace(s, timing=put(s.timing, v)), show_length)


def worded(
    words: Mapping[str, _Value], put: Callable[[GameSettings, _Value], GameSettings]
) -> Change:
    """Return a change function for the values in `words`; each is shown by its first word."""
    shown = {value: word for word, value in reversed(list(words.items()))}
    names = tuple(word.upper() for word in reversed(shown.values()))
    allowed = message("one of {words}", words=names)
    return changing(lambda text: words.get(text.lower()), put, lambda v: shown[v], allowed)


def switch(put: Callable[[GameSettings, bool], GameSettings]) -> Change:
    """Return a change function for a switch; without a value it is switched on."""

    def read(text: str) -> bool | None:
        if text.lower() in _YES:
            return True
        return False if text.lower() in NOTHING else None

    return changing(read, put, lambda value: "on" if value else "off", message("ON or OFF"))
