"""Every rule of a variant is described in INFO, clause by clause, with an example."""

import pytest

from judge.engine import RULES, Phase, PhaseKind, Season, Unit, UnitKind, asked_words
from judge.game import inquiry
from judge.render import NamedPosition, Renderer, stated_rules
from judge.render.facts.board import sayings_of, warnings_of
from judge.render.rulebook import every_text
from judge.render.templates import ENGLISH, environment_of
from judge.shipped import shipped, shipped_variant, shipped_variants
from tests.kinds import replace
from tests.render.boards import ROOT
from tests.render.mailing import answer

TEMPLATES = shipped("templates")
RENDERER = Renderer(TEMPLATES, "judge@judge.example")
ROWS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (ROOT / "tests/cases/rules/clauses.txt").read_text().splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.mark.parametrize("name", sorted({name for name, _, _ in ROWS}))
def test_info_says_what_each_clause_of_the_document_says(name: str) -> None:
    (file,) = (f for f in shipped_variants().files if f.variant.name == name)
    notice = answer(RENDERER, None, inquiry.VariantsShown((file,)), role="")
    text = " ".join(notice.text.split())

    missing = [(clause, said) for of, clause, said in ROWS if of == name]
    assert [row for row in missing if row[1] not in text] == []


@pytest.mark.parametrize("name", shipped_variants().names)
def test_each_clause_has_an_example(name: str) -> None:
    clauses = stated_rules(TEMPLATES, shipped_variant(name))

    assert [one.number for one in clauses] == [*range(1, len(clauses) + 1)]
    assert [one for one in clauses if not one.example] == []


def test_each_rule_has_a_text() -> None:
    assert [n for n in RULES if not (TEMPLATES / "rules" / f"{n}.txt").exists()] == []


@pytest.mark.parametrize("name", shipped_variants().names)
def test_each_word_that_help_knows_is_explained(name: str) -> None:
    variant = shipped_variant(name)
    told = environment_of(TEMPLATES, autoescape=False).filters["clauses"]

    silent = [w for w in asked_words(variant) if not told(every_text(variant), w)]
    assert silent == []


def test_who_is_out_of_the_game_is_offered_no_sentences_of_its_rules() -> None:
    variant = shipped_variant("satrap2")
    units = tuple(one for one in variant.start.units if one.power != "Media")
    owners = tuple(None if one == "Media" else one for one in variant.start.owners)
    board = NamedPosition(replace(variant.start, units=units, owners=owners), variant)

    assert sayings_of(board, "Media") == ()
    assert sayings_of(board, "Egypt") != ()


@pytest.mark.parametrize(
    ("phase", "told"),
    [
        (Phase(Season.FALL, -368, PhaseKind.MOVEMENT), []),
        (Phase(Season.SPRING, -367, PhaseKind.MOVEMENT), []),
        (
            Phase(Season.FALL, -367, PhaseKind.MOVEMENT),
            ["Unless you own 2 centers when this year ends, you lose an army."],
        ),
        (
            Phase(Season.WINTER, -367, PhaseKind.ADJUSTMENT),
            ["For want of centers you lose an army at this year's end."],
        ),
        (Phase(Season.FALL, -363, PhaseKind.MOVEMENT), []),
    ],
    ids=str,
)
def test_barbarians_are_warned_before_they_melt_away(phase: Phase, told: list[str]) -> None:
    variant = shipped_variant("mandate_of_heaven")
    place = variant.geography.location("HOT")
    units = (*variant.start.units, Unit("Hsiung-Nu", UnitKind.ARMY, place))
    board = NamedPosition(replace(variant.start, phase=phase, units=units), variant)

    assert [ENGLISH.text(one) for one in warnings_of(board, "Hsiung-Nu")] == told
    assert warnings_of(board, "Wei") == ()


def test_a_standard_game_has_no_rules_of_its_own() -> None:
    assert stated_rules(TEMPLATES, shipped_variant("standard")) == ()
