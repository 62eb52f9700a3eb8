"""`judge adjudicate --jsonl`: each line is a JSON object, and is answered with results."""

import json
from collections.abc import Iterable

import pytest

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import adjudicate_lines
from tests.notation.readers import ROOT, standard

Facts = dict[str, object]


def variants(name: str) -> Variant:
    if name != "standard":
        raise FileNotFoundError(name)
    return standard()


def shipped(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


def answers(*lines: Facts | str) -> list[Facts]:
    texts: Iterable[str] = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    return [json.loads(answer) for answer in adjudicate_lines(texts, variants)]


def asked(phase: str = "S1901M", **facts: object) -> Facts:
    return {"map": "standard", "phase": phase, **facts}


def results(facts: Facts) -> dict[str, tuple[bool, str, list[str]]]:
    """Return the results of the answer, as short tuples."""
    (answer,) = answers(facts)
    assert "error" not in answer, answer
    told = answer["results"]
    assert isinstance(told, dict)
    return {name: (one["ok"], one["reason"], one["by"]) for name, one in told.items()}


def after(facts: Facts) -> Facts:
    (answer,) = answers(facts)
    assert "error" not in answer, answer
    told = answer["after"]
    assert isinstance(told, dict)
    return told


DISLODGING = asked(
    "F1901M",
    units={"FRANCE": ["A BUR", "A MAR"], "GERMANY": ["A MUN", "A RUH"]},
    centers={"FRANCE": ["MAR"], "GERMANY": ["MUN"]},
    orders={
        "FRANCE": ["A BUR H", "A MAR S A BUR"],
        "GERMANY": ["A RUH - BUR", "A MUN S A RUH - BUR"],
        "ITALY": [],
    },
)
BEATEN = asked(
    units={"FRANCE": ["A PAR"], "GERMANY": ["A MUN", "A RUH", "A BUR", "A BEL"]},
    orders={"FRANCE": ["A PAR H"], "GERMANY": ["A BUR - PAR", "A MUN - BUR", "A BEL - PIC"]},
)


def test_the_object_comes_back_with_what_became_of_it() -> None:
    (answer,) = answers(BEATEN)
    assert {key: answer[key] for key in BEATEN} == BEATEN
    assert answer["after"] == {
        "units": {"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A MUN", "A PIC", "A RUH"]},
        "centers": {"FRANCE": [], "GERMANY": []},
        "dislodged": {},
        "phase": "F1901M",
    }


def test_each_result_has_its_reason_and_who_caused_it() -> None:
    told = results(BEATEN)
    assert told["A BUR"] == (False, "bounced", ["A PAR"])
    assert told["A MUN"] == (False, "bounced", ["A BUR"])
    assert told["A BEL"] == (True, "succeeded", [])
    assert told["A RUH"] == (True, "succeeded", [])


def test_dislodged_units_are_told_with_where_they_may_go() -> None:
    facts = asked(
        units={"France": ["A PAR"], "Germany": ["A BUR", "A PIC"]},
        orders={"Germany": ["A BUR - PAR", "A PIC S A BUR - PAR"]},
    )
    told = after(facts)
    assert told["phase"] == "S1901R"
    assert told["dislodged"] == {"France A PAR": {"from": "BUR", "retreats": ["BRE", "GAS"]}}


def test_a_unit_that_has_nowhere_to_go_is_told_as_dislodged_too() -> None:
    facts = asked(
        units={"ENGLAND": ["F POR"], "FRANCE": ["F SPA/SC", "F MAO"]},
        orders={"FRANCE": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR"]},
    )
    told = after(facts)
    assert told["phase"] == "F1901M"
    assert told["dislodged"] == {"ENGLAND F POR": {"from": "SPA", "retreats": []}}


def test_what_came_out_can_be_sent_in_again() -> None:
    facts = asked(
        "F1901M",
        units={"FRANCE": ["A PAR"], "GERMANY": ["A BUR", "A PIC"]},
        centers={"FRANCE": ["PAR", "BRE"], "GERMANY": ["KIE"]},
        orders={"GERMANY": ["A BUR - PAR", "A PIC S A BUR - PAR"]},
    )
    retreat = {**facts, **after(facts), "orders": {"FRANCE": ["A PAR R BRE"]}}
    assert results(retreat) == {"A PAR": (True, "succeeded", [])}
    winter = after(retreat)
    assert winter["units"] == {"FRANCE": ["A BRE"], "GERMANY": ["A PAR", "A PIC"]}
    assert winter["centers"] == {"FRANCE": ["BRE"], "GERMANY": ["KIE", "PAR"]}
    assert winter["phase"] == "S1902M"


@pytest.mark.parametrize("entry", ["BUR", {"from": "BUR"}, {"from": "BUR", "retreats": ["GAS"]}])
def test_retreats_that_are_not_told_are_worked_out(entry: object) -> None:
    facts = asked(
        "S1901R",
        units={"GERMANY": ["A PAR", "A PIC"]},
        dislodged={"FRANCE A PAR": entry},
        orders={"FRANCE": ["A PAR - GAS"]},
    )
    assert results(facts)["A PAR"] == (True, "succeeded", [])


def test_a_retreat_that_nobody_ordered_is_told() -> None:
    facts = asked("S1901R", dislodged={"FRANCE A PAR": "BUR"})
    assert results(facts) == {"A PAR": (False, "no retreat ordered", [])}


def test_builds_and_waives_have_results() -> None:
    facts = asked(
        "W1901A",
        units={"FRANCE": ["A SPA"], "RUSSIA": ["A MOS"]},
        centers={"FRANCE": ["PAR", "BRE", "SPA"], "RUSSIA": ["STP", "MOS"]},
        orders={"FRANCE": ["A PAR B", "A PAR B", "WAIVE", "F BRE B"], "RUSSIA": ["F STP/NC B"]},
    )
    assert results(facts) == {
        "A PAR": (True, "succeeded", []),
        "A PAR B": (False, "occupied", []),
        "FRANCE WAIVE": (True, "succeeded", []),
        "F BRE": (False, "more than allowed", []),
        "F STP/NC": (True, "succeeded", []),
    }


def test_removals_that_nobody_ordered_are_told() -> None:
    facts = asked(
        "W1901A",
        units={"FRANCE": ["A SPA", "A PAR", "A GAS"]},
        centers={"FRANCE": ["PAR"]},
        orders={"FRANCE": ["A GAS D"]},
    )
    assert results(facts) == {
        "A GAS": (True, "succeeded", []),
        "A SPA": (False, "civil disorder", []),
    }


@pytest.mark.parametrize(
    ("order", "name", "reason"),
    [
        ("A PAR - LON", "A PAR", "cannot get there"),
        ("A PAR - MAO", "A PAR", "wrong terrain"),
        ("F POR - SPA", "F POR", "coast needed"),
        ("F POR - SPA/XC", "F POR", "unreadable"),
        ("A PAR to Burgundy", "A PAR", "unreadable"),
        ("nonsense", "nonsense", "unreadable"),
        ("A LON H", "A LON", "no such unit"),
        ("A MUN - BUR", "A MUN - BUR", "not your unit"),
        ("A PAR B", "A PAR", "wrong phase"),
        ("F POR C A PAR - LON", "F POR", "cannot convoy"),
    ],
)
def test_an_order_that_cannot_be_followed_says_why_and_its_unit_holds(
    order: str, name: str, reason: str
) -> None:
    units = {"FRANCE": ["A PAR", "F POR"], "GERMANY": ["A MUN"]}
    facts = asked(units=units, orders={"FRANCE": [order]})
    assert results(facts)[name] == (False, reason, [])
    assert after(facts)["units"] == units
    held = {"A PAR", "F POR", "A MUN"} - {name}
    assert all(results(facts)[unit][0] for unit in held)


def test_of_two_orders_the_last_has_the_name_of_the_unit() -> None:
    facts = asked(units={"FRANCE": ["A PAR"]}, orders={"FRANCE": ["A PAR - BUR"] * 2})
    assert results(facts) == {
        "A PAR": (True, "succeeded", []),
        "A PAR - BUR": (False, "replaced", []),
    }


def test_the_spelling_of_powers_is_kept() -> None:
    facts = asked(units={"fRANCE": ["A PAR"]}, orders={"fRANCE": []})
    assert after(facts)["units"] == {"fRANCE": ["A PAR"]}


def test_a_convoy_falls_back_to_land_where_the_rules_say_so() -> None:
    facts = asked(units={"FRANCE": ["A BEL"]}, orders={"FRANCE": ["A BEL - HOL VIA"]})
    assert not results(facts)["A BEL"][0]
    assert results({**facts, "rules": {"convoy_fallback": True}})["A BEL"][0]


def test_a_bad_line_gives_an_error_and_the_next_is_served() -> None:
    bad, good = answers("{", asked())
    assert list(bad) == ["error"]
    assert "after" in good


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a JSON object"),
        ({}, "phase must be"),
        (asked("Spring 1901"), "phase must be"),
        (asked(map="atlantis"), "there is no map atlantis"),
        (asked(map="../standard"), "there is no map ../standard"),
        (asked(map=1), "map must be a name"),
        (asked(rules=[]), "rules must be an object"),
        (asked(rules={"gravity": 1}), "there is no rule gravity"),
        (asked(rules={"convoy_fallback": "no"}), "convoy_fallback must be true or"),
        (asked(rules={"builds": ["home"]}), "builds must be one of home"),
        (asked(units=[]), "units must be an object"),
        (asked(units={"GAUL": []}), "there is no power GAUL"),
        (asked(units={"FRANCE": "A PAR"}), "units of FRANCE must be a list"),
        (asked(units={"FRANCE": [["A PAR"]]}), "units of FRANCE must be a list"),
        (asked(units={"FRANCE": ["F PAR"]}), "no unit can be 'F PAR'"),
        (asked(units={"FRANCE": ["F STP"]}), "no unit can be 'F STP'"),
        (asked(units={"FRANCE": ["A STP", "F STP/NC"]}), "two units would stand"),
        (asked(units={"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}), "two units would"),
        (asked(units={"FRANCE": ["A PAR", "A PAR"]}), "two units would stand"),
        (asked(centers={"FRANCE": ["BUR"]}), "there is no center 'BUR'"),
        (asked(centers={"FRANCE": ["PAR"], "ITALY": ["PAR"]}), "the center PAR would"),
        (asked(orders={"FRANCE": [7]}), "orders of FRANCE must be a list"),
        (asked("S1901R", dislodged=[]), "dislodged must be an object"),
        (asked("S1901R", dislodged={"A PAR": "BUR"}), "dislodged: 'A PAR' is no unit"),
        (asked("S1901R", dislodged={"FRANCE A PAR": {}}), "dislodged: FRANCE A PAR"),
        (asked("S1901R", dislodged={"FRANCE A PAR": 5}), "dislodged: FRANCE A PAR"),
        (
            asked("S1901R", dislodged={"FRANCE A PAR": {"from": "BUR", "retreats": 1}}),
            "dislodged: the retreats of FRANCE A PAR",
        ),
        (
            asked("S1901R", dislodged={"X A PAR": {"from": "BUR", "retreats": ["X"]}}),
            "dislodged: 'X A PAR' is no unit",
        ),
    ],
)
def test_a_line_that_cannot_be_adjudicated_says_why(line: Facts | str, error: str) -> None:
    (answer,) = answers(line)
    assert str(answer["error"]).startswith(error)


def test_a_neutral_that_no_list_names_comes_back_under_its_own_name() -> None:
    line = {
        "map": "sengoku",
        "phase": "F1571M",
        "units": {"ODA": ["A MIN"]},
        "centers": {"ODA": ["TOT"]},
        "orders": {"ODA": ["A MIN - TOT"]},
    }

    (answer,) = adjudicate_lines([json.dumps(line)], shipped)

    board = json.loads(answer)["after"]
    assert board["units"]["ODA"] == ["A TOT"]
    assert "A MIN" in board["units"]["Neutral"]


def test_what_rules_put_on_the_board_is_told_and_taken() -> None:
    line = {
        "map": "mandate_of_heaven",
        "phase": "S-367M",
        "units": {"Chou": ["A LOY"]},
        "markers": [{"kind": "called", "power": "CHOU"}],
        "orders": {"Chou": ["A LOY - TAL"]},
    }
    wrong = {**line, "markers": [{"kind": "called", "power": "Nobody"}]}

    (answer, refused) = adjudicate_lines(map(json.dumps, (line, wrong)), shipped)

    assert json.loads(answer)["after"]["markers"] == [{"kind": "called", "power": "Chou"}]
    assert "is no marker" in json.loads(refused)["error"]


def test_the_possible_orders_of_each_unit_and_build_are_listed() -> None:
    line = json.dumps(asked(units={"FRANCE": ["A MAR"], "ITALY": ["F LYO"]}))
    (moves,) = adjudicate_lines([line], variants, possible=True)
    centers = {"FRANCE": ["MAR", "PAR"]}
    (builds,) = adjudicate_lines(
        [json.dumps(asked("W1901A", centers=centers))], variants, possible=True
    )

    found = json.loads(moves)["possible"]
    assert "A MAR - SPA" in found["FRANCE"]["A MAR"]
    assert "F LYO C A MAR - PIE" in found["ITALY"]["F LYO"]
    assert "results" not in json.loads(moves)
    assert json.loads(builds)["possible"] == {
        "FRANCE": {"MAR": ["A MAR B", "F MAR B"], "PAR": ["A PAR B"], "WAIVE": ["WAIVE"]}
    }
