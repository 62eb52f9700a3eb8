"""Letters with a class written beside each line: tests/cases/lines/letters.

tests/cases/lines/README.md describes the format.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from judge.boards import read_variant
from judge.commands import Known, LetterRead, Place, known_names, place_for, read_letter
from judge.engine import Dislodged, Phase, PhaseKind, Position, Season, Unit, UnitKind, Variant
from judge.game import MASTER, OBSERVER, Game, Player, Seat
from judge.mail.quotation import lines_of
from tests.commands.readers import POWERS
from tests.game.builders import a_game
from tests.kinds import replace

ROOT = Path(__file__).parents[2]
LINES = ROOT / "tests" / "cases" / "lines"
VARIANTS = ("standard", "chaos", "hundred", "youngstown", "colonial", "modern")


@dataclass(frozen=True, slots=True)
class CaseLetter:
    """A letter of the corpus: its facts, and its lines with their classes."""

    title: str
    facts: dict[str, str]
    lines: tuple[tuple[str, str], ...]


def letters() -> Iterator[CaseLetter]:
    for path in sorted((LINES / "letters").glob("*.txt")):
        for block in path.read_text().split("letter: ")[1:]:
            title, *rest = block.split("\n")
            told = [line for line in rest if line and not line.startswith("# ")]
            facts = dict(one.split(": ", 1) for one in told if one[10:11] != "|")
            lines = tuple((one[:10].strip(), one[12:]) for one in told if one[10:11] == "|")
            yield CaseLetter(f"{path.stem}: {title}", facts, lines)


@cache
def variant_of(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


def game_of(facts: dict[str, str]) -> Game:
    """Return the game of a letter with these facts."""
    variant = variant_of(facts.get("board", "standard"))
    seats = tuple(
        Seat(power.name, Player(number, power.name, f"{number}@example.org"))
        for number, power in enumerate(variant.powers, start=1)
    )
    game = a_game(name="smp", variant=variant, position=_position(facts, variant), seats=seats)
    if "asked" not in facts:
        return game
    asked = replace(game.seat(power_of(facts)), troubled=(facts["asked"],))
    seats = tuple(asked if seat.power == asked.power else seat for seat in game.seats)
    return replace(game, seats=seats)


def power_of(facts: dict[str, str]) -> str:
    return facts.get("power", "France")


def known_of(facts: dict[str, str], game: Game | None = None) -> Known:
    """Return the facts with which the judge reads a letter of the corpus."""
    game = game or game_of(facts)
    who = facts.get("who", "player")
    role = {"player": power_of(facts), "master": MASTER, "observer": OBSERVER}.get(who)
    addressed = facts.get("reply", "yes") == "yes" and role is not None
    return Known(
        known_names(POWERS, VARIANTS),
        facts.get("name", "Ann Archer"),
        place_for(game, role or "") if addressed else Place(),
        {"smp": place_for(game)},
    )


def read_case(letter: CaseLetter, game: Game | None = None) -> LetterRead:
    text = "\n".join(line for _, line in letter.lines)
    return read_letter(lines_of(text), "", known_of(letter.facts, game))


def _position(facts: dict[str, str], variant: Variant) -> Position:
    phase = facts.get("phase", "S1901M")
    start, locate = variant.start, variant.geography.location

    def units(text: str) -> tuple[Unit, ...]:
        return tuple(
            Unit(power.strip(), UnitKind(unit.split()[0]), locate(unit.split()[1]))
            for part in text.split(";")
            if part.strip()
            for power, listed in [part.split(":")]
            for unit in listed.split(",")
        )

    owners = list(start.owners)
    for part in filter(None, facts.get("owned", "").split(";")):
        power, centers = part.split(":")
        for center in centers.split(","):
            owners[locate(center.strip())] = power.strip()
    anywhere = tuple(range(len(variant.geography.locations)))
    return Position(
        phase=Phase(Season(phase[0]), int(phase[1:-1]), PhaseKind(phase[-1])),
        units=units(facts["units"]) if "units" in facts else start.units,
        owners=tuple(owners),
        dislodged=tuple(Dislodged(unit, 0, anywhere) for unit in units(facts.get("dislodged", ""))),
    )
