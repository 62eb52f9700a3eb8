"""The game of the demo: the orders of each power, recorded in `game.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Act:
    """One phase: the order lines of each power, and the mishaps before them."""

    phase: str
    story: str
    orders: tuple[tuple[str, tuple[str, ...]], ...]
    #: The power that sends its orders only after the deadline.
    late: str = ""
    #: A power, and a line with a mistake that it sends first.
    slip: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """The whole game, and the number of centers that each power must own at the draw."""

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
