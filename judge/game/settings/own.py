"""The options that a variant has of its own, as a Master chooses among them."""

from dataclasses import replace

from judge.engine.variant import Option as OwnOption
from judge.engine.variant import Variant
from judge.game.model import Settings
from judge.game.settings.option import Option, Wrong


def choosing(own: OwnOption) -> Option:
    """Return the option that chooses how `own` is played, before the start."""

    def change(
        settings: Settings, text: str, _: Variant
    ) -> tuple[Settings, str] | Wrong:
        word = text.lower().replace(" ", "_")
        if word not in {choice.name.lower() for choice in own.choices}:
            return Wrong(_allowed(own))
        name = next(one.name for one in own.choices if one.name.lower() == word)
        others = tuple(one for one in settings.choices if one[0] != own.name)
        return replace(settings, choices=(*others, (own.name, name))), name

    name, example = own.name.upper(), own.choices[-1].name.upper()
    return Option(name, f"SET {name} {example}", change, forming=True)


def choices_made(
    variant: Variant, settings: Settings
) -> tuple[tuple[str, str, str], ...]:
    """Return a row for each option of the variant: its name, the choice, what it is."""
    chosen = dict(settings.choices)
    rows = []
    for own in variant.options:
        named = [one for one in own.choices if one.name == chosen.get(own.name)]
        choice = (named or own.choices)[0]
        rows.append((own.name, choice.name, choice.about))
    return tuple(rows)


def _allowed(own: OwnOption) -> str:
    told = (
        f"{choice.name.upper()} ({choice.about.rstrip('.')})" for choice in own.choices
    )
    return " or ".join(told)
