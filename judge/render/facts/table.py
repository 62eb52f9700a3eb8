"""The people of a game, the list of games, and the years in centers."""

from dataclasses import dataclass

from judge.engine import PhaseKind, Variant, goal
from judge.game import (
    UNSEEN,
    Game,
    GameSettings,
    Nmr,
    Player,
    PressRule,
    Seat,
    Signing,
    Stage,
    VariantChanges,
    choices_made,
    players_wanted,
    powers_each,
    show_comment,
)
from judge.render.clock import Due, due_of, timing_text
from judge.render.facts.variant import BUILDS
from judge.render.filters import plural
from judge.render.words import phase_text, place_short

_YEARS_A_GRID = 12
_Year = tuple[str, tuple[str | None, ...]]
_STAGES = {
    Stage.FORMING: "forming",
    Stage.ACTIVE: "",
    Stage.PAUSED: "paused",
    Stage.FINISHED: "finished",
    Stage.TERMINATED: "terminated",
}
_PRESS = {
    PressRule.FULL: "to anybody",
    PressRule.BROADCAST: "to all only",
    PressRule.PARTIAL: "to some, never to all",
    PressRule.NONE: "none",
}
_SIGNING = {
    Signing.CHOICE: "",
    Signing.HIDING: "; unsigned unless it says WHITE",
    Signing.ALWAYS: "; always signed by the power",
    Signing.NEVER: "; never signed",
}
_GUNBOAT = "nobody but the Master knows who plays what, until the end"
_BLIND = "each power sees its own units and centers, and what borders them"
_CHAOS = "each center is a power, with one unit to build first"


@dataclass(frozen=True, slots=True)
class GameCard:
    """What everybody may know of one game, ready for a list.

    `row` is its line in a list of many, `entry` the line that brings a stranger as near
    to it as he can get, `invitation` says how near that is, and `rows` are the facts of
    it at length.
    """

    name: str
    title: str
    stage: str
    row: tuple[str, str, str, str]
    rows: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, str], ...]
    entry: str
    invitation: str
    due: Due | None


def person(player: Player, *, known: bool = False) -> str:
    """Return a player's name; the address too for one who is `known` to need it."""
    name = (player.name.strip() or player.address).partition("@")[0]
    return f"{name} <{player.address}>" if known else name


def people_of(
    game: Game, *, known: bool = False, you: str = ""
) -> tuple[tuple[str, str], ...]:
    """Return rows of a role and its player: the powers, then Masters and observers."""
    seats = [
        (seat.power, f"{_holder(seat, known=known)}{' (you)' * (seat.power == you)}")
        for seat in game.seats
    ]
    masters = [("Master", person(f.player, known=known)) for f in game.masters]
    entrants = [("Entrant", person(e.player, known=known)) for e in game.entrants]
    observers = [("Observer", person(f.player, known=known)) for f in game.observers]
    return (*seats, *(entrants if not seats else ()), *masters, *observers)


def card_of(game: Game) -> GameCard:
    """Return what a list tells of `game`."""
    wanted = players_wanted(game.variant, game.settings)
    taken = len(game.entrants)
    if game.seats:
        wanted = len(game.seats)
        taken = sum(seat.player is not None for seat in game.seats)
    stage, (entry, invitation) = stage_text(game), _entry(game)
    players = f"{taken} of {wanted}"
    return GameCard(
        name=game.name,
        title=game.variant.title,
        stage=stage,
        row=(game.name, f"{stage}{_marks(game)}", players, entry),
        rows=(("Players", players), *settings_of(game)),
        people=people_of(game),
        entry=entry,
        invitation=invitation,
        due=due_of(game) if game.stage is Stage.ACTIVE else None,
    )


def _marks(game: Game) -> str:
    """Return what a line in a list tells of how a game is played."""
    settings = game.settings
    marks = {
        "gunboat": settings.gunboat,
        "blind": settings.blind,
        "chaos": settings.changes.one_center,
        "no press": settings.press is PressRule.NONE,
    }
    return "".join(f", {mark}" for mark, holds in marks.items() if holds)


def _entry(game: Game) -> tuple[str, str]:
    """Return the line that a stranger may send, and what it gets him."""
    if game.stage is Stage.FORMING:
        return f"JOIN {game.name}", "To join, send:"
    if game.stage not in (Stage.ACTIVE, Stage.PAUSED):
        return f"HISTORY {game.name}", "It is over. To read how it went, send:"
    for seat in game.seats:
        if seat.player is None:
            line = f"JOIN {seat.power.upper()}@{game.name}"
            return line, f"{seat.power} has no player. To take it over, send:"
    return f"OBSERVE {game.name}", "All seats are taken. To follow it, send:"


def stage_text(game: Game) -> str:
    """Return how far a game is: its phase, and that it is paused or over."""
    word = _STAGES[game.stage]
    if game.position is None:
        return word
    phase = str(game.position.phase)
    return f"{phase}, {word}" if word else phase


def settings_of(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the settings of a game as rows of a name and a text."""
    settings = game.settings
    shared = (
        "all survivors" if settings.draw_in_all_survivors else "those who are named"
    )
    rows = [
        *timing_text(settings.timing),
        ("No orders", _nmr_text(game)),
        ("Press", _press_text(settings)),
        ("Draws", f"shared by {shared}"),
        ("Victory", goal(game.variant)),
        *special_terms(game),
    ]
    if settings.convoy_fallback:
        rows.append(("Convoys", "an army without its convoy goes by land if it can"))
    comment = settings.comment
    return (*rows, ("Comment", show_comment(comment))) if comment else tuple(rows)


def special_terms(game: Game) -> tuple[tuple[str, str], ...]:
    """Return rows of what is unlike other games on this map, whoever plays."""
    settings, changes = game.settings, game.settings.changes
    begins_otherwise = changes.year or changes.no_units or changes.one_center
    rows = (
        ("Gunboat", _GUNBOAT if settings.gunboat else ""),
        ("Blind", _BLIND if settings.blind else ""),
        ("Chaos", _CHAOS if changes.one_center else ""),
        ("Builds", "" if changes.builds is None else BUILDS[changes.builds.value]),
        ("Shared", "" if changes.players is None else _sharing_text(game)),
        ("Start", _start_text(game.variant) if begins_otherwise else ""),
        ("Units", _units_text(changes)),
        *(
            (name.capitalize(), about)
            for name, _, about in choices_made(game.variant, settings)
        ),
    )
    return tuple(row for row in rows if row[1])


def summary_grids(game: Game) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return tables of who owned each center, year by year, in pieces that fit.

    Centers that were never in sight are left out.
    """
    years = _years(game)
    letters = {side.name: side.letter for side in game.variant.sides}
    letters[UNSEEN] = UNSEEN
    provinces = enumerate(game.variant.geography.provinces)
    centers = [
        number
        for number, province in provinces
        if province.center and {owners[number] for _, owners in years} - {UNSEEN}
    ]
    grids = []
    for start in range(0, len(years), _YEARS_A_GRID):
        part = years[start : start + _YEARS_A_GRID]
        head = ("", *(label for label, _ in part))
        rows = (
            (
                place_short(center, game.variant.geography),
                *(letters.get(owners[center] or "", ".") for _, owners in part),
            )
            for center in centers
        )
        grids.append((head, *rows))
    return tuple(grids) if centers else ()


def count_grids(
    game: Game, *, only: str | None = None
) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Return tables of how many centers each power owned, in pieces that fit.

    With `only` there is nothing but the row of that power, if it is one.
    """
    years = _years(game)
    powers = [power for power in _owning(game, years) if only in (None, power)]
    grids = []
    for start in range(0, len(years), _YEARS_A_GRID):
        part = years[start : start + _YEARS_A_GRID]
        head = ("", *(label for label, _ in part))
        rows = (
            (power, *(str(owners.count(power) or "-") for _, owners in part))
            for power in powers
        )
        grids.append((head, *rows))
    return tuple(grids) if powers else ()


def key_text(game: Game) -> str:
    """Return what the letters of the center table mean."""
    sides = game.variant.sides
    key = ", ".join(f"{side.letter} {side.name}" for side in sides if side.letter)
    hidden = game.position is not None and UNSEEN in game.position.owners
    return f"{key}, {UNSEEN} not in sight" if hidden else key


def _owning(game: Game, years: list[_Year]) -> tuple[str, ...]:
    """Return the powers, and the sides nobody plays that ever owned a center."""
    owned = {owner for _, owners in years for owner in owners}
    neutrals = (side.name for side in game.variant.neutrals if side.name in owned)
    return (*(power.name for power in game.variant.powers), *neutrals)


def _years(game: Game) -> list[_Year]:
    """Return the owners at the start, and after each year."""
    if game.position is None:
        return []
    first = game.history[0].before if game.history else game.position
    found: dict[str, tuple[str | None, ...]] = {"start": first.owners}
    for finished in game.history:
        after, year = finished.adjudication.after, finished.phase.year
        counted = after.phase.kind is PhaseKind.ADJUSTMENT or after.phase.year != year
        if counted or finished.adjudication.captures:
            found[f"{abs(year) % 100:02}"] = after.owners
    return list(found.items())


def _holder(seat: Seat, *, known: bool) -> str:
    return person(seat.player, known=known) if seat.player else "vacant"


def _press_text(settings: GameSettings) -> str:
    if settings.press is PressRule.NONE:
        return _PRESS[settings.press]
    return f"{_PRESS[settings.press]}{_SIGNING[settings.signing]}"


def _sharing_text(game: Game) -> str:
    number = players_wanted(game.variant, game.settings)
    each = powers_each(game.variant, game.settings)
    return f"{plural(number, 'player')}, each with up to {each} powers"


def _start_text(variant: Variant) -> str:
    phase = phase_text(variant.start.phase, variant)
    played = {power.name for power in variant.powers}
    begun = any(unit.power in played for unit in variant.start.units)
    return phase if begun else f"{phase}, without units"


def _units_text(changes: VariantChanges) -> str:
    return "; ".join(
        f"{power} {', '.join(units) or 'none'}" for power, units in changes.units
    )


def _nmr_text(game: Game) -> str:
    if game.settings.nmr is Nmr.HOLD:
        return "after grace the units hold and the game goes on"
    return "after grace the power falls vacant and the game waits"
