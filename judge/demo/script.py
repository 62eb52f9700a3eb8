"""The game that the demo plays: what each power orders, as it stands in `game.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Act:
    """One phase: the order lines of each power, and what goes wrong on the way.

    `late` is the power that sends its orders only after the deadline. `slip` is a
    (power, line) that is sent first, with a mistake in it.
    """

    phase: str
    story: str
    orders: tuple[tuple[str, tuple[str, ...]], ...]
    late: str = ""
    slip: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """The whole game, and the centers that each power must own when it is drawn."""

    acts: tuple[Act, ...]
    ending: tuple[tuple[str, int], ...]


def read_script() -> Script:
    """Return the recorded game."""
    facts = tomllib.loads((Path(__file__).parent / "game.toml").read_text("utf-8"))
    acts = tuple(
        Act(
            phase=act["phase"],
            story=act.get("story", ""),
            orders=tuple((p, tuple(lines)) for p, lines in act["orders"].items()),
            late=act.get("late", ""),
            slip=tuple(act["slip"]) if "slip" in act else None,
        )
        for act in facts["act"]
    )
    return Script(acts, tuple(facts["ending"].items()))
