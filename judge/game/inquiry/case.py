"""What comes of a position that somebody made up, in no game at all."""

from itertools import islice

from judge.engine import Variant
from judge.game.events import PositionAdjudicated
from judge.game.inquiry.model import Asker
from judge.notation import Case, Misread, Mistake, play, read_cases

_MOST_PHASES = 6


def adjudicated(text: str, asker: Asker) -> PositionAdjudicated:
    """Return what became of the orders in `text`, phase by phase.

    Where a line cannot be understood nothing is played, and they are told.
    """
    known = {file.variant.name: file.variant for file in asker.variants}

    def read(name: str) -> Variant:
        return known[name]

    found = read_cases(text, read)
    wrong = tuple(one.line for one in found if isinstance(one, Misread))
    cases = [one for one in found if isinstance(one, Case)]
    if wrong or not cases:
        return PositionAdjudicated(None, (), wrong)
    played = tuple(islice(play(cases[0]), _MOST_PHASES))
    return PositionAdjudicated(
        cases[0].variant,
        tuple((one.position, one.adjudication) for one in played),
        tuple(
            told.text for one in played for told in one.results if isinstance(told.result, Mistake)
        ),
    )
