"""`judge adjudicate --jsonl` for variants with special rules."""

import json
from pathlib import Path

import pytest

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import adjudicate_lines

Facts = dict[str, dict[str, object]]
ROOT = Path(__file__).parents[2]
GARRISON = {"kind": "garrison", "place": "SUS", "power": "GREAT KING"}


def variant_called(name: str) -> Variant:
    return read_variant(ROOT / "variants" / name)


def answer(**facts: object) -> Facts:
    line = json.dumps({"map": "satrap", "phase": "S-404M", **facts})
    (told,) = adjudicate_lines([line], variant_called)
    found: Facts = json.loads(told)
    return found


UNITS = {"MEDIA": ["A DIZ"], "GREAT KING": ["A BAB"]}
STORM = {"MEDIA": ["A DIZ - SUS"]}
PEACE = {
    "MEDIA": ["A DIZ - SUS", "ENTER SUS WITH PERMISSION"],
    "GREAT KING": ["PERMIT Media TO ENTER SUS"],
}


def test_what_rules_put_on_the_board_is_there_from_the_start() -> None:
    stormed = answer(units=UNITS, orders=STORM)

    assert stormed["results"]["A DIZ"] == {"ok": False, "reason": "bounced", "by": ["SUS"]}
    assert stormed["after"]["markers"] == [GARRISON]


def test_sayings_are_orders_like_others() -> None:
    told = answer(units=UNITS, orders=PEACE, markers=[GARRISON])

    assert told["after"]["units"] == {"MEDIA": ["A SUS"], "GREAT KING": ["A BAB"]}
    assert told["results"]["PERMIT Media TO ENTER SUS"]
    assert told["after"]["markers"] == [GARRISON]


def test_a_saying_is_read_in_capitals_as_in_small_letters() -> None:
    spelled = answer(units=UNITS, orders=PEACE, markers=[GARRISON])
    in_capitals = {power: [order.upper() for order in orders] for power, orders in PEACE.items()}

    told = answer(units=UNITS, orders=in_capitals, markers=[GARRISON])

    assert told["after"] == spelled["after"]
    assert told["results"] == spelled["results"]


@pytest.mark.parametrize("vote", ["Sung: A SUN H", "SUNG: A SUN H"])
def test_a_vote_names_its_side_in_capitals_or_not(vote: str) -> None:
    units, orders = {"Ch'in": ["A HSY"], "Sung": ["A SUN"]}, {"Ch'in": [vote]}

    told = answer(map="mandate_of_heaven", phase="S-368M", units=units, orders=orders)

    assert told["results"]["Sung: A SUN H"] == {"ok": True, "reason": "succeeded", "by": []}


def test_a_line_may_say_that_nothing_lies_on_the_board() -> None:
    gone = answer(units=UNITS, orders=STORM, markers=[])

    assert gone["after"]["units"]["MEDIA"] == ["A SUS"]  # type: ignore[index]  # JSON
    assert gone["after"]["markers"] == []


def test_options_of_a_variant_are_chosen_by_name() -> None:
    line = {
        "units": {"LYDIA": ["A2 SAR"], "ARMENIA": ["A PHG"]},
        "orders": {"LYDIA": ["A2 SAR - PHG"]},
    }

    told = answer(**line, rules={"mercenaries": "greek"})
    wrong = answer(**line, rules={"mercenaries": "roman"})

    assert told["after"]["units"] == {"LYDIA": ["A2 PHG"], "ARMENIA": []}
    assert wrong == {"error": "mercenaries must be one of greek, none"}


def test_a_marker_that_cannot_be_is_refused() -> None:
    for wrong in ("SUS", [{"place": "SUS"}], [{"kind": "loan", "power": "ROME"}]):
        assert "marker" in str(answer(markers=wrong)["error"])
