"""The options that a variant itself defines, each with choices for the Master."""

from dataclasses import replace

from judge.engine import Variant, VariantOption
from judge.game.model import GameSettings
from judge.game.settings.option import BadValue, GameOption
from judge.messages import Text, any_of


def choosing(own: VariantOption) -> GameOption:
    """Return the game option that selects among the choices of `own`, before the start."""

    def change(
        settings: GameSettings, text: str, _: Variant
    ) -> tuple[GameSettings, Text] | BadValue:
        word = text.lower().replace(" ", "_")
        if word not in {choice.name.lower() for choice in own.choices}:
            return BadValue(
                any_of([f"{one.name.upper()} ({one.about.rstrip('.')})" for one in own.choices])
            )
        name = next(one.name for one in own.choices if one.name.lower() == word)
        others = tuple(one for one in settings.choices if one[0] != own.name)
        return replace(settings, choices=(*others, (own.name, name))), name

    name, example = own.name.upper(), own.choices[-1].name.upper()
    return GameOption(name, f"SET {name} {example}", change, forming=True)


def choices_made(variant: Variant, settings: GameSettings) -> tuple[tuple[str, str, str], ...]:
    """Return (name, choice, meaning) for each option of the variant."""
    chosen = dict(settings.choices)
    rows = []
    for own in variant.options:
        named = [one for one in own.choices if one.name == chosen.get(own.name)]
        choice = (named or own.choices)[0]
        rows.append((own.name, choice.name, choice.about))
    return tuple(rows)
