"""Changing many settings at once: all of a document, or nothing of it."""

from dataclasses import replace

from msgspec import structs

from judge.engine import Variant
from judge.game.base import Refused
from judge.game.commands import ChangeSettings
from judge.game.confirm import Codes, confirmation_code, is_confirmed
from judge.game.events import SettingChanged, SettingsProposed
from judge.game.model import Game, GameSettings, Stage
from judge.game.refusals import NoSuchOption, NothingChanged
from judge.game.settings.change import change_setting, set_option
from judge.game.settings.effect import changed_variant
from judge.game.settings.whole.document import document_of

_NAME = "SETTINGS"


def change_settings(
    game: Game, command: ChangeSettings, *, codes: Codes
) -> tuple[SettingChanged | SettingsProposed | Refused, ...]:
    """Return each setting that is another one then, once that is confirmed.

    The code works for these values alone. Values that are wrong stop them all.
    """
    changed: list[SettingChanged] = []
    wrong: list[Refused] = []
    played = game
    for name, value in command.values:
        found = change_setting(played, f"{name} {value}")
        if isinstance(found, Refused):
            wrong.append(_of_block(found, name))
            continue
        if found.settings == played.settings:
            continue
        changed.append(found)
        variant = changed_variant(played.variant, found.settings)
        played = replace(played, settings=found.settings, variant=variant)
    if wrong:
        return tuple(wrong)
    if not changed:
        return (Refused(_NAME, NothingChanged()),)
    words = "\n".join((_NAME, *(f"{one.option} {one.value}" for one in changed)))
    if is_confirmed(game, words, command.confirmation, codes):
        return tuple(changed)
    forming = game.stage is Stage.FORMING
    before = dict(document_of(game.settings, game.variant, forming=forming))
    after = dict(document_of(played.settings, played.variant, forming=forming))
    told = {one.option: one.value for one in changed}
    rows = tuple(
        (name, before.get(name, ""), after.get(name, value)) for name, value in told.items()
    )
    code = confirmation_code(game, words, codes)
    return (SettingsProposed(rows, command.values, code),)


def can_be_set(settings: GameSettings, variant: Variant) -> bool:
    """Return whether SET makes such settings; `variant` is the one that they make.

    Each value is set again as the document writes it, and has to stay what it is.
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


def _of_block(found: Refused, name: str) -> Refused:
    """Return why the setting of this name is not changed, as an answer to its block."""
    why = found.why
    if isinstance(why, NoSuchOption):
        why = structs.replace(why, words=name)
    return Refused(_NAME, why)
