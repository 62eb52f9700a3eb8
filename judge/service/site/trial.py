"""Trials: the results of orders in a position, both of which are in the page's address."""

from collections.abc import Mapping
from itertools import islice

from judge.engine import Position, UnitKind, Variant, possible_orders, power_of
from judge.game import FinishedPhase
from judge.notation import Case, Misread, PlayedPhase, board_lines, play, read_cases, write_order
from judge.render import PageRenderer, Trial
from judge.shipped import Variants

_MOST_PHASES = 12
# Listing all convoys with more units may take seconds, and no game has more.
_MOST_UNITS, _MOST_FLEETS = 120, 24
_BEGINNING = "start\n"


def trial_page(
    pages: PageRenderer, variants: Variants, variant: Variant, query: Mapping[str, str]
) -> str:
    """Return the page of a trial on the board of `variant`, with the text in `query`."""
    text = query.get("text", "").replace("\r\n", "\n").strip("\n") + "\n"
    text = text if text.strip() else _BEGINNING
    found = read_cases(text, variants.read, variant.name)
    cases = [one for one in found if isinstance(one, Case)]
    misread = tuple(one for one in found if isinstance(one, Misread))
    if misread or not cases:
        trial = Trial(variant, text, variant.start, misread=misread)
        return pages.trial_page(trial, ())
    case = cases[0]
    played = list(islice(play(case), _MOST_PHASES))
    # Nothing was ordered in the last phase yet, so its orders are still to be written.
    if played and not played[-1].stage.orders:
        last = played.pop()
        position = last.position
    else:
        position = played[-1].position if played else case.position
    trial = Trial(case.variant, text, position, tuple(played), next_text=_next_text(played, case))
    possible = possible_orders(position, case.variant) if is_small(position, case.variant) else ()
    return pages.trial_page(trial, possible)


def trial_text(done: FinishedPhase, variant: Variant) -> str:
    """Return a finished phase as the text of a trial, with its orders."""
    before, geography = done.before, variant.geography
    standing = {geography.province_of[unit.location]: unit for unit in before.units}
    orders = [
        f"{power_of(outcome.order)}: {write_order(outcome.order, geography, standing)}"
        for outcome in done.adjudication.outcomes
    ]
    return "\n".join((*board_lines(before, variant), *orders)) + "\n"


def _next_text(played: list[PlayedPhase], case: Case) -> str:
    """Return the text of the board after the last phase, "" if none was played."""
    if not played:
        return ""
    return "\n".join(board_lines(played[-1].adjudication.after, case.variant)) + "\n"


def is_small(position: Position, variant: Variant) -> bool:
    """Return whether all possible orders in a position can be listed within a moment."""
    at_sea = sum(
        unit.kind is UnitKind.FLEET
        and bool(variant.geography.convoying >> variant.geography.province_of[unit.location] & 1)
        for unit in position.units
    )
    return len(position.units) <= _MOST_UNITS and at_sea <= _MOST_FLEETS
