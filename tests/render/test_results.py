"""Results tell the outcome of each order, and the reason."""

import pytest

from judge.engine import Position, adjudicate
from judge.game import FinishedPhase, OrderSheet
from judge.render import results_of
from judge.render.facts.orders import SheetView
from judge.render.words import NamedPosition
from tests.kinds import replace
from tests.render.boards import STANDARD, adjudication, order, position
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

    shown, outcome = france.rows[0]
    assert (shown, str(outcome)) == (line.partition(" = ")[0], told)


def test_a_unit_that_bounced_and_was_dislodged_tells_both() -> None:
    before = position("S1901M", {"France": "A PAR, A BUR", "Germany": "A MUN"}, {})
    after = position(
        "S1901R", {"France": "A BUR", "Germany": "A PAR"}, {}, "France A PAR < MUN > PIC GAS"
    )
    results = "A MUN - PAR\nA PAR - BUR = bounced BUR\nA BUR H"

    rows = dict(_rows(before, after, results, "France"))

    assert rows["A PAR - BUR"] == ("bounced with A BUR (France); dislodged by A MUN (Germany)")


_AT_SEA = position("S1901M", {"England": "A LON, F NTH, A LVP", "France": "F NWG"}, {})
_CONVOYS = "F NWG C A LON - CLY\nF NTH C A LON - CLY\n"


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("", "by F NTH and F NWG"),
        (" = bounced LVP", "by F NTH and F NWG; bounced with A LVP (England)"),
        (" = no convoy", "no convoy was ordered for it"),
    ],
)
def test_an_army_is_told_with_the_fleets_that_carried_it(result: str, told: str) -> None:
    rows = _rows(_AT_SEA, _AT_SEA, f"{_CONVOYS}A LON - CLY{result}", "England")

    assert dict(rows)["A LON - CLY"] == told


def test_a_sheet_names_the_own_fleets_that_carry_an_army() -> None:
    given = tuple(order(line, _AT_SEA) for line in ("A LON - CLY", "F NTH C A LON - CLY"))
    sheet = OrderSheet("England", _AT_SEA.phase, given)

    rows = SheetView(sheet, NamedPosition(_AT_SEA, STANDARD)).rows

    assert [(left, str(right)) for left, right in rows] == [
        ("Army London -> Clyde", "by F NTH"),
        ("Fleet North Sea CONVOY Army London -> Clyde", ""),
    ]


def test_the_own_power_stands_before_the_others() -> None:
    fall = HISTORY[0]
    told = results_of(fall.before, fall.adjudication, (), STANDARD, first="Turkey")

    assert [one.power for one in told.powers][:3] == ["Turkey", "Austria", "England"]


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
    return tuple((shown, str(outcome)) for shown, outcome in rows)
