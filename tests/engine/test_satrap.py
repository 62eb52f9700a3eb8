"""Satrap: its garrison, its double armies and its satraps' cards, on random positions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from judge.boards import read_variant
from judge.engine import (
    Build,
    Hold,
    Move,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Season,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    adjudicate,
    bits,
    check_order,
    power_of,
    with_choices,
)
from judge.notation import long_order, read_order, reader_for, write_order
from tests.amount import many

ROOT = Path(__file__).parents[2]
SATRAP = read_variant(ROOT / "variants/satrap")
SATRAP_2 = read_variant(ROOT / "variants/satrap2")
BOARD = SATRAP.geography
SUSA = BOARD.location("SUS")
AROUND = [BOARD.location(text) for text in ["CHD", "CPS", "DIZ", "SHI", "BAB", "BIS", "ECB", "RHA"]]
SATRAPS = ("Media", "Syria", "Arachosia")


@pytest.mark.parametrize("seed", range(many(200)))
def test_alone_a_garrison_holds_its_city_as_a_unit_would(seed: int) -> None:
    chance = Random(seed)
    units = tuple(
        Unit(chance.choice(SATRAPS), UnitKind.ARMY, place)
        for place in AROUND
        if chance.random() < 0.7
    )
    guarded = replace(SATRAP.start, units=units)
    king = Unit("Great King", UnitKind.ARMY, SUSA)
    manned = replace(guarded, units=(*units, king), markers=())
    orders = [_chosen(unit, guarded, chance) for unit in units]

    by_garrison = adjudicate(guarded, orders, SATRAP)
    by_unit = adjudicate(manned, [*orders, Hold(king)], SATRAP)

    assert _told(by_garrison.outcomes) == _told(by_unit.outcomes)
    assert set(by_garrison.after.units) == {*by_unit.after.units} - {king}


def _chosen(unit: Unit, position: Position, chance: Random) -> Order:
    if chance.random() < 0.4:
        return Move(unit, chance.choice(list(bits(BOARD.army_edges[unit.location]))))
    return chance.choice([*_supports(unit, position), Hold(unit)])


def _supports(unit: Unit, position: Position) -> Iterator[Order]:
    for place in bits(BOARD.army_edges[unit.location]):
        moves = (SupportMove(unit, u.location, place) for u in position.units)
        for order in (SupportHold(unit, place), *moves):
            if check_order(order, unit.power, position, SATRAP) is None:
                yield order


def _told(outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    return [one for one in outcomes if power_of(one.order) != "Great King"]


def test_three_satraps_are_loyal_and_four_are_not() -> None:
    (loyalty, *_) = SATRAP_2.rules.special

    cards = loyalty.dealt(SATRAP_2.start, SATRAP_2, 7).markers

    assert Counter(card.kind for card in cards) == {"garrison": 1, "loyal": 3, "disloyal": 4}


def test_a_seed_deals_the_same_cards_and_seeds_deal_all_satraps() -> None:
    (loyalty, *_) = SATRAP_2.rules.special

    dealt = [loyalty.dealt(SATRAP_2.start, SATRAP_2, seed) for seed in range(50)]
    loyal = {m.power for one in dealt for m in one.markers if m.kind == "loyal"}

    assert dealt[0] == loyalty.dealt(SATRAP_2.start, SATRAP_2, 0)
    assert loyal == {one.name for one in SATRAP_2.powers} - {"Great King"}


def test_a_card_is_hidden_from_all_but_its_satrap() -> None:
    (loyalty, *_) = SATRAP_2.rules.special
    cards = loyalty.dealt(SATRAP_2.start, SATRAP_2, 7).markers[1:]

    for card in cards:
        readers = {"", "Master", *(power.name for power in SATRAP_2.powers)}
        assert {one for one in readers if not loyalty.hides(card, one)} == {card.power}


def test_a_double_army_is_written_and_read_as_one() -> None:
    variant = with_choices(SATRAP, {"mercenaries": "greek"})
    unit = Unit("Lydia", UnitKind.ARMY, BOARD.location("SAR"), 2)
    other = Unit("Lydia", UnitKind.ARMY, BOARD.location("XAN"))
    position = replace(variant.start, units=(unit, other))
    reader = reader_for(variant, position, "Lydia")

    for order, short, long in (
        (Hold(unit), "A2 SAR H", "Double army Sardis HOLD"),
        (
            SupportHold(other, unit.location),
            "A XAN S A2 SAR",
            "Army Xanthus SUPPORT Double army Sardis",
        ),
    ):
        standing = {unit.location: unit, other.location: other}
        assert write_order(order, BOARD, standing) == short
        assert long_order(order, variant, position) == long
        assert read_order(short, reader) == read_order(long, reader) == order
    assert read_order("A Sar H", reader) == Hold(unit)


@pytest.mark.parametrize("line", ["Build A2 Sardis", "A2 Sar B", "build a double army in Sardis"])
def test_a_double_army_is_built_as_players_write_it(line: str) -> None:
    variant = with_choices(SATRAP, {"mercenaries": "greek"})
    winter = Phase(Season.WINTER, -404, PhaseKind.ADJUSTMENT)
    position = replace(variant.start, phase=winter, units=())
    reader = reader_for(variant, position, "Lydia")

    built = read_order(line, reader)

    assert built == Build("Lydia", UnitKind.ARMY, BOARD.location("SAR"), 2)
