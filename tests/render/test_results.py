"""Results tell the outcome of each order, and the reason."""

import pytest

from judge.engine import Position, adjudicate
from judge.game import FinishedPhase
from judge.render import results_of
from tests.kinds import replace
from tests.render.boards import STANDARD, adjudication, position
from tests.render.story import HISTORY

GIVEN_BY_NOBODY = ("no retreat ordered", "civil disorder")


@pytest.mark.parametrize("done", HISTORY, ids=lambda done: str(done.phase))
def test_the_sample_game_is_as_the_engine_plays_it(done: FinishedPhase) -> None:
    told = done.adjudication
    given = tuple(
        outcome.order for outcome in told.outcomes if outcome.reason.value not in GIVEN_BY_NOBODY
    )
    real = adjudicate(done.before, given, STANDARD)

    assert set(real.outcomes) == set(told.outcomes)
    assert set(real.after.units) == set(told.after.units)
    assert real.after.dislodged == told.after.dislodged
    assert real.captures == told.captures


_MUNICH = "bounced with A MUN (Germany)"
CASES = [
    ("A PAR - BUR = bounced MUN", _MUNICH),
    ("A PAR - BUR = bounced MUN MAR", "bounced with A MUN (Germany) and A MAR (France)"),
    ("A PAR - BRE = own unit BRE", "would have dislodged its own F BRE"),
    ("A PAR - SPA VIA = no convoy", "no convoy was ordered for it"),
    ("A PAR S A MAR - BUR = cut MUN", "support cut by A MUN (Germany)"),
    ("A PAR S A MAR - BUR = void", "void: A MAR was not ordered so"),
    ("A PAR S A MAR = void", "void: A MAR was ordered to move"),
    ("A PAR S BUR = void", "void: no unit in BUR"),
    ("F BRE C A PAR - ENG = dislodged LON", "dislodged by F LON (England)"),
    ("A PAR - BUR", ""),
]


@pytest.mark.parametrize(("line", "told"), CASES)
def test_an_outcome_is_told_with_its_cause(line: str, told: str) -> None:
    start = STANDARD.start
    france = results_of(start, adjudication(line, start, start), (), STANDARD).powers[0]

    order, outcome = france.rows[0]
    assert (order, str(outcome)) == (line.partition(" = ")[0], told)


def test_a_unit_that_bounced_and_was_dislodged_tells_both() -> None:
    before = position("S1901M", {"France": "A PAR, A BUR", "Germany": "A MUN"}, {})
    after = position(
        "S1901R", {"France": "A BUR", "Germany": "A PAR"}, {}, "France A PAR < MUN > PIC GAS"
    )
    results = "A MUN - PAR\nA PAR - BUR = bounced BUR\nA BUR H"

    rows = dict(_rows(before, after, results, "France"))

    assert rows["A PAR - BUR"] == ("bounced with A BUR (France); dislodged by A MUN (Germany)")


def test_retreats_that_met_name_one_another() -> None:
    before = position(
        "S1901R",
        {"Germany": "A PAR, A MAR"},
        {},
        "France A PAR < MUN > GAS; France A MAR < BUR > GAS",
    )
    results = "A PAR R GAS = retreats clashed MAR"

    rows = _rows(before, before, results, "France")

    assert rows == (("A PAR R GAS", "met A MAR (France) there, disbanded"),)


def test_a_unit_without_a_way_out_is_told_so() -> None:
    before = position("S1901M", {"France": "A PAR", "Germany": "A BUR"}, {})
    after = position("F1901M", {"Germany": "A PAR"}, {})
    adjudicated = adjudication("A BUR - PAR\nA PAR H = dislodged BUR", before, after)
    lost = replace(adjudicated, disbanded=before.units[:1])

    ((unit, fate),) = results_of(before, lost, (), STANDARD).dislodged

    assert (unit, str(fate)) == ("A PAR (France)", "has nowhere to go and is disbanded")


def _rows(
    before: Position, after: Position, results: str, power: str
) -> tuple[tuple[str, str], ...]:
    adjudicated = adjudication(results, before, after)
    told = results_of(before, adjudicated, (), STANDARD).powers
    rows = next(one.rows for one in told if one.power == power)
    return tuple((order, str(outcome)) for order, outcome in rows)
