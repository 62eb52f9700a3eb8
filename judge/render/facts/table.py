"""The people of a game, the list of games, and the years in centers."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.engine import PhaseKind
from judge.game import (
    UNSEEN,
    Game,
    Player,
    PressRule,
    Seat,
    Stage,
    players_wanted,
)
from judge.messages import Text, message, series
from judge.render.clock import Due, due_of
from judge.render.facts.settings import settings_of
from judge.render.words import place_short

_YEARS_A_GRID = 12
_Year = tuple[str, tuple[str | None, ...]]
_STAGES: Mapping[Stage, Text] = {
    Stage.FORMING: message("forming"),
    Stage.ACTIVE: "",
    Stage.PAUSED: message("paused"),
    Stage.FINISHED: message("finished"),
    Stage.TERMINATED: message("terminated"),
}


@dataclass(frozen=True, slots=True)
class GameCard:
    """What everybody may know of one game, ready for a list.

    `row` is its line in a list of many, `entry` the line that brings a stranger as near
    to it as he can get, `invitation` says how near that is, and `rows` are the facts of
    it at length.
    """

    name: str
    title: str
    stage: Text
    row: tuple[str, Text, Text, str]
    rows: tuple[tuple[Text, Text], ...]
    people: tuple[tuple[Text, Text], ...]
    entry: str
    invitation: Text
    due: Due | None


def person(player: Player, *, known: bool = False) -> str:
    """Return a player's name; the address too for one who is `known` to need it."""
    name = (player.name.strip() or player.address).partition("@")[0]
    return f"{name} <{player.address}>" if known else name


def people_of(
    game: Game, *, known: bool = False, you: str = ""
) -> tuple[tuple[Text, Text], ...]:
    """Return rows of a role and its player: the powers, then Masters and observers."""
    seats = [
        (seat.power, _holder(seat, known=known, mine=seat.power == you))
        for seat in game.seats
    ]
    others = (
        (message("Entrant"), game.entrants if not seats else ()),
        (message("Master"), game.masters),
        (message("Observer"), game.observers),
    )
    rest = (
        (role, person(one.player, known=known)) for role, some in others for one in some
    )
    return (*seats, *rest)


def card_of(game: Game) -> GameCard:
    """Return what a list tells of `game`."""
    wanted = players_wanted(game.variant, game.settings)
    taken = len(game.entrants)
    if game.seats:
        wanted = len(game.seats)
        taken = sum(seat.player is not None for seat in game.seats)
    stage, (entry, invitation) = stage_text(game), _entry(game)
    players = message("{some} of {all}", some=taken, all=wanted)
    return GameCard(
        name=game.name,
        title=game.variant.title,
        stage=stage,
        row=(game.name, series((stage, *_marks(game))), players, entry),
        rows=((message("Players"), players), *settings_of(game)),
        people=people_of(game),
        entry=entry,
        invitation=invitation,
        due=due_of(game) if game.stage is Stage.ACTIVE else None,
    )


def _marks(game: Game) -> tuple[Text, ...]:
    """Return what a line in a list tells of how a game is played."""
    settings = game.settings
    marks = {
        message("gunboat"): settings.gunboat,
        message("blind"): settings.blind,
        message("chaos"): settings.changes.one_center,
        message("no press"): settings.press is PressRule.NONE,
    }
    return tuple(mark for mark, holds in marks.items() if holds)


def _entry(game: Game) -> tuple[str, Text]:
    """Return the line that a stranger may send, and what it gets him."""
    if game.stage is Stage.FORMING:
        return f"JOIN {game.name}", message("To join, send:")
    if game.stage not in (Stage.ACTIVE, Stage.PAUSED):
        over = message("It is over. To read how it went, send:")
        return f"HISTORY {game.name}", over
    for seat in game.seats:
        if seat.player is None:
            line = f"JOIN {seat.power.upper()}@{game.name}"
            return line, message(
                "{power} has no player. To take it over, send:", power=seat.power
            )
    return f"OBSERVE {game.name}", message("All seats are taken. To follow it, send:")


def stage_text(game: Game) -> Text:
    """Return how far a game is: its phase, and that it is paused or over."""
    word = _STAGES[game.stage]
    if game.position is None:
        return word
    phase = str(game.position.phase)
    return series((phase, word)) if word else phase


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


def key_text(game: Game) -> Text:
    """Return what the letters of the center table mean."""
    sides = game.variant.sides
    key = ", ".join(f"{side.letter} {side.name}" for side in sides if side.letter)
    hidden = game.position is not None and UNSEEN in game.position.owners
    if not hidden:
        return key
    return message("{key}, {mark} not in sight", key=key, mark=UNSEEN)


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


def _holder(seat: Seat, *, known: bool, mine: bool) -> Text:
    holder = person(seat.player, known=known) if seat.player else message("vacant")
    return message("{name} (you)", name=holder) if mine else holder
