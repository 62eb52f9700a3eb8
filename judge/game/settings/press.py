"""The options about press: recipients, signing, and other limits."""

import re
from dataclasses import replace
from datetime import timedelta

from judge.engine import Variant
from judge.game.model import GameSettings, PressLimit, PressRule, Signing
from judge.game.settings.option import BadValue, GameOption, changing, switch
from judge.game.settings.values import NOTHING, read_length, show_length, write_length, write_switch
from judge.messages import Text, message

_ALLOWED = message(
    "FULL, BROADCAST (to all only), PARTIAL (never to all) or NONE, and WHITE, GREY, "
    "WHITE/GREY or GREY/WHITE for whether it is signed"
)
_WHOM = {
    "full": PressRule.FULL,
    "all": PressRule.FULL,
    "any": PressRule.FULL,
    "on": PressRule.FULL,
    "yes": PressRule.FULL,
    "broadcast": PressRule.BROADCAST,
    "public": PressRule.BROADCAST,
    "no partial": PressRule.BROADCAST,
    "nopartial": PressRule.BROADCAST,
    "partial": PressRule.PARTIAL,
    "private": PressRule.PARTIAL,
    "none": PressRule.NONE,
    "no": PressRule.NONE,
    "off": PressRule.NONE,
}
_SIGNED = {
    "white grey": Signing.CHOICE,
    "grey white": Signing.HIDING,
    "white": Signing.ALWAYS,
    "signed": Signing.ALWAYS,
    "grey": Signing.NEVER,
    "unsigned": Signing.NEVER,
    "anonymous": Signing.NEVER,
}
_WORD = re.compile(rf"\b(?:{'|'.join(sorted({**_WHOM, **_SIGNED}, key=len, reverse=True))})\b")
_SHOWN = {
    Signing.CHOICE: message("signed or grey"),
    Signing.HIDING: message("grey or signed"),
    Signing.ALWAYS: message("always signed"),
    Signing.NEVER: message("never signed"),
}


def change_press(
    settings: GameSettings, text: str, _: Variant
) -> tuple[GameSettings, Text] | BadValue:
    """Return the settings with the press that `text` asks for: recipients, signing, or both.

    The words are njudge's: white press shows its sender, grey press does not. Of two words the
    first is the default, for press that says neither WHITE nor GREY.
    """
    said = re.sub(r"[\s/,;&_-]+", " ", text.lower()).replace("gray", "grey").strip()
    found = _WORD.findall(said)
    whom = [_WHOM[word] for word in found if word in _WHOM]
    signed = [_SIGNED[word] for word in found if word in _SIGNED]
    strange = _WORD.sub("", said).strip()
    if not found or strange or len(whom) > 1 or len(signed) > 1:
        return BadValue(_ALLOWED)
    if not whom and settings.press is PressRule.NONE:
        # A game without press has nothing to sign, so the word was probably meant differently.
        return BadValue(_ALLOWED)
    rule, signing = (*whom, settings.press), (*signed, settings.signing)
    settings = replace(settings, press=rule[0], signing=signing[0])
    return settings, _shown(settings)


def _shown(settings: GameSettings) -> Text:
    whom = settings.press.value
    if settings.press is PressRule.NONE or settings.signing is Signing.CHOICE:
        return whom
    return message("{whom}, {signed}", whom=whom, signed=_SHOWN[settings.signing])


def is_on(settings: GameSettings, name: str) -> bool:
    """Return whether the switch with this name is on."""
    limit, forbids = _SWITCHES[name]
    return (limit in settings.press_limits) is forbids


def _switched(name: str) -> GameOption:
    """Return the option for a switch that allows or forbids some press."""
    limit, forbids = _SWITCHES[name]

    def put(settings: GameSettings, on: bool) -> GameSettings:
        rest = settings.press_limits - {limit}
        limits = rest | {limit} if on is forbids else rest
        return replace(settings, press_limits=limits)

    word = "ON" if forbids else "OFF"
    return GameOption(
        name,
        f"SET {name} {word}",
        switch(put),
        lambda settings: write_switch(is_on(settings, name)),
    )


_NO_WINDOW = timedelta()
_SHORTEST, _LONGEST = timedelta(minutes=2), timedelta(minutes=5)


def _read_window(text: str) -> timedelta | None:
    """Return how long press may be recalled, None for a bad text; a number alone is minutes."""
    if text.lower() in NOTHING or text == "0":
        return _NO_WINDOW
    window = read_length(f"{text} minutes" if text.isdecimal() else text)
    right = window is not None and _SHORTEST <= window <= _LONGEST
    return window if right else None


# Each switch with its limit, and whether the limit applies when the switch is on.
_SWITCHES = {
    "TOUCH PRESS": (PressLimit.TOUCH, True),
    "MUST ORDER": (PressLimit.ORDERS, True),
    "LATE PRESS": (PressLimit.LATE, False),
    "MINOR PRESS": (PressLimit.MINOR, False),
    "OBSERVER PRESS": (PressLimit.OBSERVERS, False),
}
PRESS_OPTIONS = (
    GameOption(
        "PRESS",
        "SET PRESS BROADCAST",
        change_press,
        lambda settings: f"{settings.press.value}, {settings.signing.value}",
    ),
    *map(_switched, _SWITCHES),
    GameOption(
        "FAKE PRESS",
        "SET FAKE PRESS ON",
        switch(lambda settings, on: replace(settings, fakes=on)),
        lambda settings: write_switch(settings.fakes),
    ),
    GameOption(
        "RECALL",
        "SET RECALL 3m",
        changing(
            _read_window,
            lambda settings, window: replace(settings, recall=window),
            show_length,
            message("OFF, or 2 to 5 minutes"),
        ),
        lambda settings: write_length(settings.recall),
    ),
)
