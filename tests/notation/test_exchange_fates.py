"""`judge adjudicate --jsonl`: the answer has a result for each order and each unit."""

import json
from random import Random

import pytest
from hypothesis import Phase, given, settings, strategies as st

from judge.cli.variant.play import random_orders
from judge.engine import PhaseKind, Position, Variant, adjudicate, power_of
from judge.notation import adjudicate_lines, write_order, write_unit
from judge.shipped import shipped_variants
from tests.amount import many
from tests.engine.crowds import make_crowd

VARIANTS = shipped_variants()
BOARDS = (
    "standard",
    "chaos",
    "colonial",
    "maharajah",
    "modern",
    "sengoku",
    "satrap2",
    "youngstown_redux",
)
# Orders without an effect on others: unreadable, illegal, or to a foreign unit or none.
NOISE = ("{unit} XYZ", "{unit} - {unit}", "nonsense", "{place} H", "A {place} B")

# Without shrinking: a smaller seed does not give a simpler question.
FEW = settings(max_examples=many(24), phases=[Phase.explicit, Phase.generate])
SEEDS = st.integers(0, 2**32)

Lists = dict[str, list[str]]
Line = dict[str, object]


def answer(line: Line) -> Line:
    (told,) = adjudicate_lines([json.dumps(line)], VARIANTS.read)
    found: Line = json.loads(told)
    assert "error" not in found, found
    return found


def results(**facts: object) -> dict[str, tuple[str, list[str]]]:
    told = answer({"phase": "S1901M", **facts})["results"]
    assert isinstance(told, dict)
    return {name: (one["reason"], one["by"]) for name, one in told.items()}


DISLODGED = {
    "units": {"ITALY": ["A ROM"], "AUSTRIA": ["A VEN", "A TUS"]},
    "orders": {"AUSTRIA": ["A VEN - ROM", "A TUS S A VEN - ROM"]},
}


@pytest.mark.parametrize("power", ["FRANCE", "ITALY"])
@pytest.mark.parametrize("order", ["A ROM XYZ", "A ROM - LON", "A ROM B"])
def test_no_order_hides_what_became_of_a_unit(power: str, order: str) -> None:
    orders = {power: [order], **DISLODGED["orders"]}

    told = results(units=DISLODGED["units"], orders=orders)

    assert told["A ROM"] == ("dislodged", ["A VEN"])
    assert told[order][0] != "dislodged"


def test_no_order_to_who_was_not_dislodged_hides_who_was() -> None:
    told = results(
        phase="S1901R",
        units={"GERMANY": ["A PAR", "A PIC"]},
        dislodged={"FRANCE A PAR": "BUR"},
        orders={"GERMANY": ["A PAR R BUR"]},
    )

    assert told["A PAR"] == ("no retreat ordered", [])
    assert told["A PAR R BUR"] == ("not dislodged", [])


@pytest.mark.parametrize("first", ["ENGLAND", "TURKEY"])
def test_a_unit_that_is_removed_is_in_the_way_of_builds(first: str) -> None:
    orders = {"ENGLAND": ["A ANK D"], "TURKEY": ["A ANK B"]}
    order = sorted(orders, key=lambda power: power != first)

    told = results(
        phase="W1901A",
        units={"ENGLAND": ["A ANK"]},
        centers={"TURKEY": ["ANK"]},
        orders={power: orders[power] for power in order},
    )

    assert told == {"A ANK": ("succeeded", []), "A ANK B": ("occupied", [])}


@pytest.mark.parametrize(
    ("units", "order", "reason"),
    [
        (["A GAS"], "A GAS - PAR VIA", "no convoy route"),
        (["A GAS"], "A GAS - SPA VIA", "no convoy route"),
        (["A GAS"], "A GAS - MUN VIA", "cannot get there"),
        (["A GAS"], "A GAS - LON", "no convoy route"),
        (["A PAR"], "A PAR - LON", "cannot get there"),
        (["A LON", "F NTH", "F ENG"], "F ENG C A LON - NWY", "not on the convoy route"),
        (["A LON", "F ENG"], "F ENG C A LON - NWY", "no convoy route"),
        (["A LON", "F ENG"], "F ENG C A LON - PAR", "cannot get there"),
        (["A RUM", "F BLA"], "F BLA S A RUM - ANK", "needed to convoy it"),
        (["A RUM", "F CON"], "F CON S A RUM - ANK", "no convoy route"),
    ],
)
def test_a_refusal_names_its_cause(units: list[str], order: str, reason: str) -> None:
    told = results(units={"FRANCE": units}, orders={"FRANCE": [order]})

    assert told[" ".join(order.split()[:2])] == (reason, [])


def test_what_two_powers_send_alike_has_their_names() -> None:
    orders = {"FRANCE": ["A XYZ H", "A XYZ H"], "ITALY": ["A XYZ H"]}

    assert {*results(orders=orders)} == {"FRANCE A XYZ H", "FRANCE A XYZ H (2)", "ITALY A XYZ H"}


def a_question(name: str, seed: int) -> tuple[Line, Position, Variant]:
    """Return a line about a random position, with legal orders and `NOISE`."""
    variant, chance = VARIANTS.read(name), Random(seed)
    position = variant.start
    if variant.name in {"standard", "modern"} and chance.random() < 0.5:
        position = make_crowd(variant, chance).position
    for _ in range(chance.randint(0, 4)):
        orders = tuple(random_orders(position, variant, chance))
        position = adjudicate(position, orders, variant).after
    texts: Lists = {power.name: [] for power in variant.sides}
    for order in random_orders(position, variant, chance):
        if chance.random() < 0.8:
            texts[power_of(order)].append(write_order(order, variant.geography))
    for _ in range(chance.randint(0, 6)):
        texts[chance.choice([*texts])].append(noise(position, variant, chance))
    return line_of(position, texts, variant), position, variant


def noise(position: Position, variant: Variant, chance: Random) -> str:
    places = [place.text for place in variant.geography.locations]
    units = [write_unit(unit, variant.geography) for unit in position.units]
    unit = chance.choice(units or ["A XYZ"])
    return chance.choice(NOISE).format(unit=unit, place=chance.choice(places))


def line_of(position: Position, orders: Lists, variant: Variant) -> Line:
    places, sides = variant.geography.locations, [one.name for one in variant.sides]
    units: Lists = {power: [] for power in sides}
    for unit in position.units:
        units[unit.power].append(write_unit(unit, variant.geography))
    centers: Lists = {power: [] for power in sides}
    for place, owner in enumerate(position.owners):
        if owner is not None:
            centers[owner].append(places[place].text)
    dislodged = {
        f"{one.unit.power} {write_unit(one.unit, variant.geography)}": {
            "from": places[one.attacker_from].text,
            "retreats": [places[place].text for place in one.retreats],
        }
        for one in position.dislodged
    }
    return {
        "map": variant.name,
        "phase": str(position.phase),
        "units": units,
        "centers": centers,
        "dislodged": dislodged,
        "orders": orders,
    }


def shuffled(line: Line, chance: Random, *, within: bool) -> Line:
    """Return the line with powers, units and centers in another sequence, `within` orders too."""
    found: Line = {}
    for member, listed in line.items():
        found[member] = listed
        if isinstance(listed, dict):
            powers = chance.sample([*listed], len(listed))
            found[member] = {power: listed[power] for power in powers}
    for member in ("units", "centers") + (("orders",) if within else ()):
        lists = found[member]
        assert isinstance(lists, dict)
        found[member] = {power: in_turn(texts, chance) for power, texts in lists.items()}
    return found


def in_turn(texts: list[str], chance: Random) -> list[str]:
    """Return orders in another sequence, in which orders to one unit keep theirs.

    Of orders to one unit the last counts (DATC 4.D.3).
    """
    units = [" ".join(text.split()[:2]) for text in texts]
    turns = {unit: chance.random() for unit in units}
    numbers = sorted(range(len(texts)), key=lambda n: turns[units[n]])
    return [texts[number] for number in numbers]


@FEW
@given(st.sampled_from(BOARDS), SEEDS)
def test_who_is_listed_first_does_not_matter(board: str, seed: int) -> None:
    line, position, _ = a_question(board, seed)
    chance = Random(seed)
    # The sequence of builds and removals matters, because the first ones count (DATC 4.D.4).
    within = position.phase.kind is not PhaseKind.ADJUSTMENT

    before, after = answer(line), answer(shuffled(line, chance, within=within))

    for member in ("results", "after"):
        assert after[member] == before[member]


@FEW
@given(st.sampled_from(BOARDS), SEEDS)
def test_every_order_and_every_unit_has_its_own_answer(board: str, seed: int) -> None:
    line, position, variant = a_question(board, seed)
    told = answer(line)
    named, orders = told["results"], line["orders"]
    assert isinstance(named, dict)
    assert isinstance(orders, dict)

    standing = [write_unit(unit, variant.geography) for unit in position.units]
    if position.phase.kind is PhaseKind.RETREAT:
        standing = [write_unit(o.unit, variant.geography) for o in position.dislodged]
    if position.phase.kind is not PhaseKind.ADJUSTMENT:
        assert {*standing} <= {*named}
    assert len(named) >= sum(map(len, orders.values()))
    after = told["after"]
    assert isinstance(after, dict)
    if position.phase.kind is PhaseKind.MOVEMENT:
        for unit in after["dislodged"]:
            assert not named[" ".join(unit.split()[-2:])]["ok"], unit
