"""What the signs in a picture mean, for eyes that never saw them: a sample of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from judge.boards import Line, Point
from judge.messages import Message, message
from judge.render.picture.drawing import (
    Arrow,
    BounceMark,
    ConvoyMark,
    Drawing,
    DrawnUnit,
    Fate,
    RetreatArrow,
    State,
    Stroke,
    Support,
)
from judge.render.picture.marks.kinds import Mark
from judge.render.picture.marks.orders import bar, burst, cross, move_of, rings, support_of
from judge.render.picture.marks.pieces import token
from judge.render.picture.palette import PowerColors, Scheme
from judge.render.picture.shapes import along

_UNIT = 13.0  # the radius of a unit to which samples of lines belong
_SMALL = 7.0  # the same of samples that stand at a point


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign of a picture and what it means; `width` is how wide its sample is.

    A sample is a stroke or a unit of a power without a name.
    """

    meaning: Message
    sample: Stroke | DrawnUnit
    width: float

    def marks(self, at: Point, scheme: Scheme) -> Iterator[Mark]:
        """Yield the sample, its left end at a point."""
        (x, y), plain = at, PowerColors("", scheme.panel_text, 0, "")
        middle, line = (x + self.width / 2, y), (at, (x + self.width, y))
        match self.sample:
            case DrawnUnit():
                yield from token(self.sample, middle, _SMALL, plain, scheme)
            case ConvoyMark():
                yield from rings(middle, _SMALL, plain.strong, scheme)
            case BounceMark():
                yield burst(middle, _UNIT, scheme)
            case Support():
                yield from _support(self.sample, line, plain, scheme)
            case move:
                yield from move_of(line, move, _UNIT, {"": plain}, scheme).marks
                if move.fate is Fate.FAILED:
                    yield from bar(line, _UNIT, scheme)


_LONG, _ROUND = 36.0, 22.0
_SIGNS = (
    Sign(message("move"), Arrow("", ("", ""), Fate.DONE), _LONG),
    Sign(message("failed move"), Arrow("", ("", ""), Fate.FAILED), _LONG),
    Sign(message("standoff"), BounceMark(""), _ROUND),
    Sign(message("support"), Support("", "", "", None, Fate.DONE), _LONG),
    Sign(message("failed support"), Support("", "", "", None, Fate.FAILED), _LONG),
    Sign(message("convoy"), ConvoyMark("", "", Fate.DONE), _ROUND),
    Sign(message("driven out"), DrawnUnit("", "A", "", State.DRIVEN), _ROUND),
    Sign(message("disbanded"), DrawnUnit("", "A", "", State.FALLEN), _ROUND),
    Sign(message("new"), DrawnUnit("", "A", "", State.BUILT), _ROUND),
    Sign(message("removed"), DrawnUnit("", "A", "", State.REMOVED), _ROUND),
)


def signs_in(drawing: Drawing) -> Iterator[Sign]:
    """Yield the signs that a drawing has, in the order of a phase."""
    there = {_looks(one) for one in (*drawing.strokes, *drawing.pieces)}
    return (sign for sign in _SIGNS if _looks(sign.sample) in there)


def _looks(thing: Stroke | DrawnUnit) -> tuple[str, bool] | State:
    """Return what is the same for things that are drawn in the same way."""
    match thing:
        case DrawnUnit(state=state):
            return state
        case Arrow(fate=fate) | RetreatArrow(fate=fate):
            return "move", fate is Fate.FAILED
        case Support(fate=fate):
            return "support", fate is Fate.FAILED
        case ConvoyMark() | BounceMark():
            return type(thing).__name__, False


def _support(support: Support, line: Line, plain: PowerColors, scheme: Scheme) -> Iterator[Mark]:
    yield from support_of(line, support, _UNIT, {"": plain}, scheme).marks
    if support.fate is Fate.FAILED:
        yield from cross(along(line, 0.5), _UNIT * 0.27, scheme)
