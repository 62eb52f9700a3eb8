"""Conditions of orders: facts about the board are read, ambiguous texts are not."""

import pytest

from judge.engine import UnitKind
from judge.notation import (
    Both,
    Condition,
    Either,
    Not,
    Owns,
    Stands,
    case_word,
    names_of,
    read_condition,
)
from tests.notation.readers import standard

NAMES = names_of(standard())
AT = {one.abbreviation: n for n, one in enumerate(standard().geography.provinces)}
ARMY_IN_ROME = Stands(AT["ROM"], kind=UnitKind.ARMY)
FLEET_IN_TYS = Stands(AT["TYS"], kind=UnitKind.FLEET)

READ: dict[str, Condition | None] = {
    "IF A ROM": ARMY_IN_ROME,
    "If Army Rome THEN": ARMY_IN_ROME,
    "ELSE IF A Rom:": ARMY_IN_ROME,
    "IF ROM": Stands(AT["ROM"]),
    "IF ITALY ROM": Stands(AT["ROM"], "Italy"),
    "if an Italian army is in Rome": Stands(AT["ROM"], "Italy", UnitKind.ARMY),
    "IF F STP/SC": Stands(AT["STP"], kind=UnitKind.FLEET),
    "IF A ROM DISLODGED": Stands(AT["ROM"], None, UnitKind.ARMY, dislodged=True),
    "IF FRANCE OWNS MUN": Owns("France", AT["MUN"]),
    "IF NOT A ROM": Not(ARMY_IN_ROME),
    "IF A ROM AND F TYS": Both(ARMY_IN_ROME, FLEET_IN_TYS),
    "IF A ROM OR NOT (F TYS AND A ROM)": Either(
        ARMY_IN_ROME, Not(Both(FLEET_IN_TYS, ARMY_IN_ROME))
    ),
    "IF F TYS OR A ROM AND F TYS": Either(FLEET_IN_TYS, Both(ARMY_IN_ROME, FLEET_IN_TYS)),
    "IF FRANCE MOVES TO MUN": None,
    "IF A ROM IS NOT DISLODGED": None,
    "IF A ROM - VEN": None,
    "IF": None,
    "IF (A ROM": None,
    "IF A ROM)": None,
    "IF A ROM AND": None,
    "IF A NORTH": None,  # Africa, or one of two seas
    "if you like": None,
}


@pytest.mark.parametrize(("line", "condition"), READ.items(), ids=READ)
def test_a_condition_is_read_as_it_stands_or_not_at_all(
    line: str, condition: Condition | None
) -> None:
    assert read_condition(line, NAMES) == condition


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("IF A ROM", "IF"),
        ("  else  if A ROM then", "ELSE IF"),
        ("ELSEIF A ROM", "ELSE IF"),
        ("else", "ELSE"),
        ("ELSE:", "ELSE"),
        ("END IF", "ENDIF"),
        ("endif.", "ENDIF"),
        ("IF", ""),
        ("ELSE A ROM H", ""),
        ("ifs and buts", ""),
    ],
)
def test_the_words_between_cases_are_known(line: str, word: str) -> None:
    assert case_word(line) == word
