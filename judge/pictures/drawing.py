"""What a picture shows, in names of places and powers; it knows no rules and no game.

A drawing is kept as text beside its mail, and painted when the mail leaves. The reader
may see all of it: what they may not see was left out before it was made.
"""

import hashlib
import json
from dataclasses import dataclass
from enum import Enum
from typing import TypedDict

import msgspec

from judge.pictures.palette import Theme

WIDTH = 800  # pixels of a picture

_StrokeFacts = TypedDict(
    "_StrokeFacts",
    {
        "as": str,
        "power": str,
        "way": list[str],
        "origin": str,
        "target": str | None,
        "place": str,
        "fate": str,
    },
    total=False,
)


class State(Enum):
    """How a unit is there: it stands, was driven out, has just come, or has left.

    DRIVEN and FALLEN units are drawn beside the one that took their place.
    """

    STANDING = "standing"
    BUILT = "built"
    REMOVED = "removed"
    DRIVEN = "driven"
    FALLEN = "fallen"


class Fate(Enum):
    """What became of an order; one that is only planned has none yet."""

    PLANNED = "planned"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit in the picture: `kind` as in orders, `place` a location such as `STP/SC`.

    `number` is how many of its kind stand there as one.
    """

    power: str
    kind: str
    place: str
    state: State = State.STANDING
    number: int = 1


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move over the places of `way`: where from, over which fleets, where to."""

    power: str
    way: tuple[str, ...]
    fate: Fate

    @property
    def goal(self) -> str:
        """Return where it leads."""
        return self.way[-1]


@dataclass(frozen=True, slots=True)
class RetreatArrow:
    """A retreat of the unit that was driven out of `origin`."""

    power: str
    origin: str
    target: str
    fate: Fate

    @property
    def goal(self) -> str:
        """Return where it leads."""
        return self.target


@dataclass(frozen=True, slots=True)
class Support:
    """A support by the unit at `place` for the one at `origin`: to go, or to stay.

    `target` is None for the latter.
    """

    power: str
    place: str
    origin: str
    target: str | None
    fate: Fate


@dataclass(frozen=True, slots=True)
class ConvoyMark:
    """A fleet at `place` that convoys."""

    power: str
    place: str
    fate: Fate


@dataclass(frozen=True, slots=True)
class BounceMark:
    """A province that a bounce left empty."""

    place: str


Stroke = Arrow | RetreatArrow | Support | ConvoyMark | BounceMark


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture before it is drawn; `owners` are pairs of a center and its power.

    `title` and `note` stand above it, `centers` are how many count for each power,
    `flags` are pairs of a province and the power that a rule marks it for, `unseen` are
    centers out of sight, `waived` are builds that a power left unused, `theme` is for
    which pages it is, and `alternative` tells what there is to see.
    """

    variant: str
    title: str
    note: str
    alternative: str
    owners: tuple[tuple[str, str], ...]
    centers: tuple[tuple[str, int], ...]
    flags: tuple[tuple[str, str], ...]
    unseen: tuple[str, ...]
    pieces: tuple[DrawnUnit, ...]
    strokes: tuple[Stroke, ...] = ()
    waived: tuple[tuple[str, int], ...] = ()
    theme: Theme = Theme.LIGHT
    small: bool = False

    def text(self) -> str:
        """Return what `read_drawing` makes this drawing of."""
        facts = msgspec.to_builtins(self)
        strokes = zip(self.strokes, facts["strokes"], strict=True)
        facts["strokes"] = [{"as": type(stroke).__name__, **told} for stroke, told in strokes]
        return msgspec.json.encode(facts).decode()

    @property
    def digest(self) -> str:
        """Return what is the same for the same picture, and for no other."""
        return hashlib.sha256(self.text().encode("utf-8", "replace")).hexdigest()


def width_of(*, small: bool) -> int:
    """Return how many pixels wide a picture is."""
    return WIDTH // 2 if small else WIDTH


def read_drawing(text: str) -> Drawing:
    """Return the drawing of this text; older ones name neither theme nor size."""
    facts = json.loads(text)
    return Drawing(
        variant=facts["variant"],
        title=facts["title"],
        note=facts["note"],
        alternative=facts["alternative"],
        owners=tuple((center, power) for center, power in facts["owners"]),
        centers=tuple((power, number) for power, number in facts["centers"]),
        flags=tuple((place, power) for place, power in facts["flags"]),
        unseen=tuple(facts["unseen"]),
        pieces=tuple(
            DrawnUnit(**(one | {"state": State(one["state"])})) for one in facts["pieces"]
        ),
        strokes=tuple(map(_stroke, facts["strokes"])),
        waived=tuple((power, number) for power, number in facts["waived"]),
        theme=Theme(facts.get("theme", Theme.LIGHT)),
        small=facts.get("small", False),
    )


def _stroke(facts: _StrokeFacts) -> Stroke:
    match facts:
        case {"as": "Arrow", "power": power, "way": way, "fate": fate}:
            return Arrow(power, tuple(way), Fate(fate))
        case {"as": "RetreatArrow", "power": power, "origin": origin, "target": target}:
            return RetreatArrow(power, origin, str(target), Fate(facts["fate"]))
        case {"as": "Support", "power": power, "place": place}:
            origin, came = facts["origin"], Fate(facts["fate"])
            return Support(power, place, origin, facts["target"], came)
        case {"as": "ConvoyMark", "power": power, "place": place, "fate": fate}:
            return ConvoyMark(power, place, Fate(fate))
        case _:
            return BounceMark(facts["place"])
