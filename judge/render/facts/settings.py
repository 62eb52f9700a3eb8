"""How a game is played, in words: its settings, and what is unlike other games."""

from judge.engine import Variant, goal
from judge.game import (
    Game,
    GameSettings,
    Nmr,
    PressRule,
    Signing,
    VariantChanges,
    choices_made,
    players_wanted,
    powers_each,
)
from judge.messages import Text, counted, message
from judge.render.clock import timing_text
from judge.render.facts.variant import BUILDS
from judge.render.words import phase_text

_PRESS = {
    PressRule.FULL: message("to anybody"),
    PressRule.BROADCAST: message("to all only"),
    PressRule.PARTIAL: message("to some, never to all"),
    PressRule.NONE: message("none"),
}
_SIGNING = {
    Signing.HIDING: message("{whom}; unsigned unless it says WHITE"),
    Signing.ALWAYS: message("{whom}; always signed by the power"),
    Signing.NEVER: message("{whom}; never signed"),
}
_GUNBOAT = message("nobody but the Master knows who plays what, until the end")
_BLIND = message("each power sees its own units and centers, and what borders them")
_CHAOS = message("each center is a power, with one unit to build first")


def settings_of(game: Game) -> tuple[tuple[Text, Text], ...]:
    """Return the settings of a game as rows of a name and a text."""
    settings = game.settings
    rows: list[tuple[Text, Text]] = [
        *timing_text(settings.timing),
        (message("No orders"), _nmr_text(game)),
        (message("Press"), _press_text(settings)),
        (message("Draws"), _draws_text(settings)),
        (message("Victory"), goal(game.variant)),
        *special_terms(game),
    ]
    if settings.convoy_fallback:
        by_land = message("an army without its convoy goes by land if it can")
        rows.append((message("Convoys"), by_land))
    if settings.comment:
        rows.append((message("Comment"), settings.comment))
    return tuple(rows)


def special_terms(game: Game) -> tuple[tuple[Text, Text], ...]:
    """Return rows of what is unlike other games on this map, whoever plays."""
    settings, changes = game.settings, game.settings.changes
    begins_otherwise = changes.year or changes.no_units or changes.one_center
    rows: tuple[tuple[Text, Text], ...] = (
        (message("Gunboat"), _GUNBOAT if settings.gunboat else ""),
        (message("Blind"), _BLIND if settings.blind else ""),
        (message("Chaos"), _CHAOS if changes.one_center else ""),
        (
            message("Builds"),
            "" if changes.builds is None else BUILDS[changes.builds.value],
        ),
        (message("Shared"), "" if changes.players is None else _sharing_text(game)),
        (message("Start"), _start_text(game.variant) if begins_otherwise else ""),
        (message("Units"), _units_text(changes)),
        *(
            (name.capitalize(), about)
            for name, _, about in choices_made(game.variant, settings)
        ),
    )
    return tuple(row for row in rows if row[1])


def _press_text(settings: GameSettings) -> Text:
    whom = _PRESS[settings.press]
    if settings.press is PressRule.NONE or settings.signing is Signing.CHOICE:
        return whom
    return _SIGNING[settings.signing].with_values(whom=whom)


def _draws_text(settings: GameSettings) -> Text:
    if settings.draw_in_all_survivors:
        return message("shared by all survivors")
    return message("shared by those who are named")


def _sharing_text(game: Game) -> Text:
    return counted(
        "{count} player, each with up to {powers} powers",
        "{count} players, each with up to {powers} powers",
        players_wanted(game.variant, game.settings),
        powers=powers_each(game.variant, game.settings),
    )


def _start_text(variant: Variant) -> Text:
    phase = phase_text(variant.start.phase, variant)
    played = {power.name for power in variant.powers}
    begun = any(unit.power in played for unit in variant.start.units)
    return phase if begun else message("{phase}, without units", phase=phase)


def _units_text(changes: VariantChanges) -> str:
    return "; ".join(
        f"{power} {', '.join(units) or 'none'}" for power, units in changes.units
    )


def _nmr_text(game: Game) -> Text:
    if game.settings.nmr is Nmr.HOLD:
        return message("after grace the units hold and the game goes on")
    return message("after grace the power falls vacant and the game waits")
