"""The content of a picture, in names of places and powers, without rules and game.

A drawing is stored as text with its mail, and painted when the mail is sent. It contains only facts
that its reader may see.
"""

import hashlib
from dataclasses import dataclass
from enum import Enum

import msgspec
from msgspec import Struct

from judge.pictures.palette import Theme

WIDTH = 800  # pixels
THEATRE_WIDTH = 480  # pixels of the picture of a theatre, and of a board in place of one


class State(Enum):
    """The state of a unit: on the board, built or removed now, dislodged, or disbanded.

    DRIVEN (dislodged) and FALLEN (disbanded) units are drawn beside the unit in their province.
    """

    STANDING = "standing"
    BUILT = "built"
    REMOVED = "removed"
    DRIVEN = "driven"
    FALLEN = "fallen"


class Fate(Enum):
    """The result of an order; PLANNED before it is adjudicated."""

    PLANNED = "planned"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class DrawnUnit:
    """A unit in the picture."""

    power: str
    #: The letter of a glyph in `templates/marks.svg`: `A`, `F`, or `G` for a garrison.
    kind: str
    #: A location such as `STP/SC`.
    place: str
    state: State = State.STANDING
    #: Its size, or the number of its kind that stand there together.
    number: int = 1


class Arrow(Struct, frozen=True, tag_field="as", tag=True):
    """A move over the places of `way`: its origin, the fleets of a convoy, its target."""

    power: str
    way: tuple[str, ...]
    fate: Fate

    @property
    def goal(self) -> str:
        """Return the place to which it leads."""
        return self.way[-1]


class RetreatArrow(Struct, frozen=True, tag_field="as", tag=True):
    """A retreat of the unit dislodged from `origin`."""

    power: str
    origin: str
    target: str
    fate: Fate

    @property
    def goal(self) -> str:
        """Return the place to which it leads."""
        return self.target


class Support(Struct, frozen=True, tag_field="as", tag=True):
    """A support of the unit at `origin` by the unit at `place`; without `target` it is to hold."""

    power: str
    place: str
    origin: str
    target: str | None
    fate: Fate


class ConvoyMark(Struct, frozen=True, tag_field="as", tag=True):
    """A fleet at `place` with a convoy order."""

    power: str
    place: str
    fate: Fate


class BounceMark(Struct, frozen=True, tag_field="as", tag=True):
    """A province that a bounce left empty."""

    place: str


Stroke = Arrow | RetreatArrow | Support | ConvoyMark | BounceMark


def places_of(stroke: Stroke) -> tuple[str, ...]:
    """Return the places that an order names, or the province of a bounce."""
    match stroke:
        case Arrow(way=way):
            return way
        case RetreatArrow(origin=origin, target=target):
            return origin, target
        case Support(place=place, origin=origin, target=target):
            return (place, origin, target) if target else (place, origin)
        case ConvoyMark(place=place) | BounceMark(place=place):
            return (place,)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The content of a picture before it is laid out."""

    variant: str
    #: Texts above the map: left and right.
    title: str
    note: str
    #: The description for readers who do not see the picture.
    alternative: str
    #: Pairs of a center and its owner.
    owners: tuple[tuple[str, str], ...]
    #: The worth of each power's centers.
    centers: tuple[tuple[str, int], ...]
    #: Pairs of a province and the power for which a rule marks it.
    flags: tuple[tuple[str, str], ...]
    #: The centers whose owners the reader may not see.
    unseen: tuple[str, ...]
    pieces: tuple[DrawnUnit, ...]
    strokes: tuple[Stroke, ...] = ()
    #: The number of builds that each power waived.
    waived: tuple[tuple[str, int], ...] = ()
    theme: Theme = Theme.LIGHT
    small: bool = False
    #: The provinces of one power's theatre, which alone the picture shows; () means the board.
    theatre: tuple[str, ...] = ()
    #: Whether it is one of two, of a theatre and of the whole board beside it. Then the theatre is
    #: not painted if it is nearly the whole board.
    beside: bool = False

    def text(self) -> str:
        """Return the drawing as text, which `read_drawing` reads."""
        return msgspec.json.encode(self).decode()

    @property
    def digest(self) -> str:
        """Return a hash of the drawing, equal for equal pictures."""
        return hashlib.sha256(self.text().encode("utf-8", "replace")).hexdigest()


def width_of(drawing: Drawing) -> int:
    """Return the width of a drawing's picture in pixels."""
    if drawing.theatre or drawing.beside:
        return THEATRE_WIDTH
    return WIDTH // 2 if drawing.small else WIDTH


def read_drawing(text: str) -> Drawing:
    """Return the drawing of a text from `Drawing.text`; older texts lack the last four fields."""
    return msgspec.json.decode(text, type=Drawing)
