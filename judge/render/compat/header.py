"""The two lines by which programs know of which game and phase a mail tells."""

from dataclasses import dataclass
from datetime import UTC, datetime

from judge.engine import Phase, PhaseKind, Season, years_between
from judge.game import OVER, Game

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
_LETTERS = {PhaseKind.MOVEMENT: "M", PhaseKind.RETREAT: "R", PhaseKind.ADJUSTMENT: "B"}
_KINDS = {
    PhaseKind.MOVEMENT: "Movement",
    PhaseKind.RETREAT: "Retreat",
    PhaseKind.ADJUSTMENT: "Adjustment",
}
_SEASONS = {Season.SPRING: "Spring", Season.FALL: "Fall", Season.WINTER: "Winter"}


@dataclass(frozen=True, slots=True)
class Title:
    """A phase as titles call it: `Movement`, `Spring`, 1901, and its `number`.

    The number counts phases from 1; it has three digits at least.
    """

    kind: str
    season: str
    year: int
    number: str


def title_of(phase: Phase, first: Phase) -> Title:
    """Return what the title of a phase says, in a game that begins with `first`.

    Its number is that of its place in the calendar, where a year has five phases: so it
    is the same in all mails, whichever phases were passed over.
    """
    number = _place(phase) + 5 * years_between(first.year, phase.year) - _place(first)
    season = _SEASONS[phase.season]
    return Title(_KINDS[phase.kind], season, phase.year, f"{number + 1:03}")


def _place(phase: Phase) -> int:
    """Return which of the phases of its year it is, from 0."""
    if phase.season is Season.WINTER:
        return 4
    return 2 * (phase.season is Season.FALL) + (phase.kind is PhaseKind.RETREAT)


def header_facts(game: Game | None, judge: str) -> dict[str, str] | None:
    """Return the fields of the header of a mail about `game`, None for no game.

    `judge` is the address of the judge.
    """
    if game is None:
        return None
    position = game.position or game.variant.start
    until = game.grace or game.deadline or _NEVER
    return {
        "judge": judge_of(judge),
        "game": game.name[:1].upper() + game.name[1:],
        "variant": " ".join((_titled(game.variant.name), *_modifiers(game))),
        "phase": phase_id(position.phase, over=game.stage in OVER),
        "deadline": stamp(until),
    }


def judge_of(address: str) -> str:
    """Return the name of a judge: what stands before the @ of its address."""
    return address.partition("@")[0].upper()


def phase_id(phase: Phase, *, over: bool = False) -> str:
    """Return a phase as the older judges write it: Winter is `F1901B`.

    When the game is `over` an X stands for what would be ordered.
    """
    season = "F" if phase.season is Season.WINTER else phase.season.value
    return f"{season}{phase.year}{'X' if over else _LETTERS[phase.kind]}"


def stamp(moment: datetime) -> str:
    """Return a moment as `Fri Nov 27 2026 23:30:00 +0000`, in UTC."""
    return f"{moment.astimezone(UTC):%a %b %d %Y %H:%M:%S %z}"


def _titled(name: str) -> str:
    return "_".join(part.capitalize() for part in name.split("_"))


def _modifiers(game: Game) -> tuple[str, ...]:
    """Return what changes the variant, as it stands behind its name."""
    settings = game.settings
    told = (("Gunboat", settings.gunboat), ("Blind", settings.blind))
    return tuple(word for word, is_so in told if is_so)
