"""Cases as players write them: their mistakes, and the answers in words."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from judge.cli.adjudicate import adjudicate_text
from judge.engine import Dislodged, PhaseKind, Unit, UnitKind, Variant
from judge.notation import Case, Misread, read_cases, unmet_expectations
from tests.notation.readers import ROOT, standard, units_of


def variants(name: str) -> Variant:
    if name == "standard":
        return standard()
    if name == "small":
        return replace(standard(), name="small", victory=3)
    raise FileNotFoundError(name)


def one_case(text: str) -> Case:
    (case,) = read_cases(text, variants)
    assert isinstance(case, Case), case
    return case


def at(text: str) -> int:
    return standard().geography.location(text)


def test_units_are_those_that_are_ordered() -> None:
    case = one_case("Austria: A Vienna - Tyrolia\nItaly: F Rome H\n")
    assert case.position.units == units_of("Austria: A VIE; Italy: F ROM")


def test_units_that_are_given_are_all_there_are() -> None:
    case = one_case("units Austria: A Vienna, F Trieste\nItaly: A Venice H\n")
    assert case.position.units == units_of("Austria: A VIE, F TRI")


def test_the_start_has_the_units_and_centers_of_the_variant() -> None:
    case = one_case("start\n")
    assert case.position == standard().start


def test_centers_belong_to_the_start_unless_some_are_given() -> None:
    assert one_case("Austria: A Vienna H").position.owners == standard().start.owners
    case = one_case("centers Austria: Vienna, Serbia\nAustria: A Vienna H\n")
    owned = {n for n, power in enumerate(case.position.owners) if power == "Austria"}
    assert owned == {at("VIE"), at("SER")}


def test_a_power_is_named_once_for_several_lines() -> None:
    text = "France\n  A Paris H\n  A Brest H\nItaly: A Rome H\n  A Venice H\n"
    orders = one_case(text).stages[0].orders
    assert [order.power for order in orders] == ["France", "France", "Italy", "Italy"]


def test_result_words_follow_a_wide_gap() -> None:
    text = "France: A Paris - Burgundy    bounces, dislodged from Ruhr"
    (order,) = one_case(text).stages[0].orders
    assert (order.text, order.words) == ("A Paris - Burgundy", ("bounces", "dislodged from Ruhr"))


def test_a_wide_gap_inside_an_order_is_no_harm() -> None:
    (order,) = one_case("France: A Paris   -   Burgundy").stages[0].orders
    assert order.words == ()


def test_comments_and_empty_lines_are_passed_over() -> None:
    case = one_case("# a note\n\nFrance: A Paris H   # another\n")
    assert [order.text for order in case.stages[0].orders] == ["A Paris H"]


def test_a_dislodged_unit_may_go_where_the_board_lets_it() -> None:
    text = """
        phase S1901R
        units Italy: A Trieste, A Vienna
        dislodged Austria: A Trieste from Tyrolia
    """
    position = one_case(text).position
    unit = Unit("Austria", UnitKind.ARMY, at("TRI"))
    places = tuple(sorted(map(at, ("ALB", "BUD", "SER", "VEN"))))
    assert position.dislodged == (Dislodged(unit, at("TYR"), places),)
    assert position.phase.kind is PhaseKind.RETREAT


def test_a_dislodged_unit_may_go_only_where_it_is_said_to() -> None:
    line = "dislodged France: F Mid-Atlantic Ocean from Brest to Spain/sc, NAF"
    (dislodged,) = one_case(f"phase S1901R\n{line}").position.dislodged
    assert dislodged.retreats == (at("SPA/SC"), at("NAF"))


def test_the_map_and_the_rules_are_chosen_by_name() -> None:
    case = one_case("map Small\nrules convoy_fallback builds=owned\nstart\n")
    assert case.variant.name == "small"
    assert case.variant.rules.convoy_fallback
    assert case.variant.rules.builds == "owned"


def test_several_cases_stand_in_one_text() -> None:
    text = "case a  First\nFrance: A Paris H\ncase b  Second\nItaly: A Rome H\n"
    cases = read_cases(text, variants)
    assert [case.name for case in cases if isinstance(case, Case)] == ["a", "b"]


def test_an_empty_text_has_no_cases() -> None:
    assert read_cases("# nothing\n", variants) == ()


@pytest.mark.parametrize(
    ("text", "number", "advice"),
    [
        ("A Paris H", 1, "Say whose order it is, as in `Austria: A Paris H`."),
        ("Gaul: A Paris H", 1, "No power is called Gaul; there are Austria, England"),
        ("map atlantis", 1, "There is no map called atlantis."),
        ("map ../standard", 1, "There is no map called ../standard."),
        ("start\nmap small", 2, "Put the map before all that depends on it."),
        ("rules gravity", 1, "There is no rule gravity; there are convoy_fallback"),
        ("phase Spring", 1, "Write a phase as S1901M, F1901R or W1901A."),
        ("units France: A Pariss", 1, "No place is called Pariss"),
        ("units France: Paris", 1, "Begin a unit with A or F"),
        ("units France: F Paris", 1, "No fleet can stand in Paris."),
        ("units France: A North Sea", 1, "No army can stand in North Sea."),
        ("units France: F Spain", 1, "Say on which coast of Spain the fleet is"),
        ("units France: A Paris, A Paris", 1, "Two units would stand in one province."),
        ("units Gaul: A Paris", 1, "No power is called Gaul"),
        ("centers France: Burgundy", 1, "No supply center is called Burgundy."),
        ("centers Gaul: Paris", 1, "No power is called Gaul"),
        ("dislodged France: A Paris", 1, "Write it as in `dislodged Italy:"),
        ("dislodged France: A Rhine from Ruhr", 1, "No place is called Rhine"),
        ("dislodged France: A Paris from Rhine", 1, "Use whole names or abbreviations"),
        ("dislodged France: A Paris from RUH to X", 1, "Use whole names or abbrevi"),
        ("start\nafter France: A Rhine", 2, "No place is called Rhine"),
        ("start\nowns France: Burgundy", 2, "No supply center is called Burgundy."),
        ("start\nwinner Gaul", 2, "No power is called Gaul"),
        ("France: A Paris H\nFrance: go home", 2, "Begin a unit with A or F"),
        ("France: A Paris H\nItaly: A Paris H", 2, "Two units would stand there"),
    ],
)
def test_a_line_that_is_wrong_is_told_with_what_to_do(text: str, number: int, advice: str) -> None:
    (misread,) = read_cases(text, variants)
    assert isinstance(misread, Misread)
    assert misread.number == number
    assert str(misread.advice).startswith(advice)


def test_all_wrong_lines_are_told() -> None:
    found = read_cases("phase x\nmap y\nFrance: A Paris H\n", variants)
    assert [one.number for one in found if isinstance(one, Misread)] == [1, 2]


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("France: A Paris - Burgundy    bounces", "Line 1, S1901M: A Paris - Burgundy"),
        ("France: A Paris H    dislodged", "Line 1, S1901M: A Paris H: not so"),
        ("France: A Paris H    may retreat to Gascony", "Line 1, S1901M: A Paris H"),
        ("France: A Pariss H    succeeds", "Line 1"),
        ("France: A Paris H\nafter France: A Brest", "After S1901M France has A PAR."),
        ("France: A Paris H\nowns France: Paris", "After S1901M France owns BRE, MAR,"),
        ("France: A Paris H\nwinner France", "After S1901M France has not won."),
        ("map small\nRussia: A Warsaw H\nwinner nobody", "After S1901M Russia has won."),
        ("France: A Paris H\nphase F1902M", "The phase F1902M was expected, but F1901M"),
    ],
)
def test_what_comes_out_otherwise_is_told(expected: str, told: str) -> None:
    units = "units France: A Paris\n" if "Pariss" in expected else ""
    case = one_case(units + expected)
    (found,) = unmet_expectations(case)
    assert found.startswith(told.replace("Line 1", "Line 2") if units else told)


def test_the_answer_says_what_became_of_each_order_and_why() -> None:
    text = """
        case demo  A bounce
        Austria: A Vienna - Tyrolia
        Italy: A Venice - Tyrolia
    """
    answer = (ROOT / "tests/cases/answer.txt").read_text()
    assert adjudicate_text(text, variants, "standard") == answer


def test_the_answer_names_the_lines_that_are_wrong() -> None:
    answer = adjudicate_text("map atlantis\n", variants, "standard")
    assert answer == "Line 1: map atlantis\n  There is no map called atlantis.\n"


def test_the_answer_asks_back_for_what_cannot_be_read() -> None:
    text = """
        units France: A Paris, F Portugal
        units Italy: A Rome
        France: A Paris - Burgandy
          F Portugal - Spain
          A Rome - Venice
    """
    answer = adjudicate_text(text, variants, "standard")
    assert 'A Paris - Burgandy: "Burgandy": not understood; did you mean' in answer
    assert '"Spain" can be F POR - SPA/NC or F POR - SPA/SC' in answer
    assert "Line 6: A Rome - Venice: not your unit" in answer


def test_the_answer_to_nothing_shows_how_to_write_orders() -> None:
    assert "France: A Paris - Burgundy" in adjudicate_text("", variants, "standard")


@pytest.mark.parametrize("file", sorted(Path(ROOT / "tests/cases").glob("datc/*.txt")))
def test_every_datc_case_can_be_told(file: Path) -> None:
    answer = adjudicate_text(file.read_text(), variants, "standard")
    assert "Not as expected" not in answer


def test_the_case_in_the_readme_comes_out_as_it_says() -> None:
    readme = (ROOT / "judge/notation/README.md").read_text()
    (text,) = re.findall(r"```\n(case .*?)```", readme, re.DOTALL)
    assert unmet_expectations(one_case(text)) == ()
