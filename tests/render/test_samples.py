"""Orders in sample mails fit together, and a summary has the same counts as results."""

import pytest

from judge.engine import Order, Phase, PhaseKind, Position, Season, Unit, UnitKind, adjudicate
from judge.notation import read_order, reader_for
from judge.render import NamedPosition
from judge.render.facts.board import example_orders
from judge.render.facts.grids import center_table, count_grids
from judge.shipped import shipped_variant, shipped_variants
from tests.game.builders import a_game
from tests.kinds import replace


@pytest.mark.parametrize("name", shipped_variants().names)
def test_sample_orders_do_not_clash(name: str) -> None:
    variant = shipped_variant(name)
    spring = Phase(Season.SPRING, variant.start.phase.year, PhaseKind.MOVEMENT)
    position = replace(variant.start, phase=spring)

    for power in variant.powers:
        shown = example_orders(NamedPosition(position, variant), power.name)
        reader = reader_for(variant, position, power.name)
        orders = [read_order(line, reader) for line in shown]
        assert all(isinstance(one, Order) for one in orders), shown
        given = [one for one in orders if isinstance(one, Order)]
        results = adjudicate(position, given, variant).outcomes
        failed = [one for one in results if one.order in given and not one.succeeded]
        assert not failed, shown


def test_the_summary_counts_a_city_as_its_worth_as_results_do() -> None:
    variant = shipped_variant("satrap2")
    start = variant.start
    susa = variant.geography.location("SUS")
    game = a_game(variant=variant, position=start, seats=())
    board = NamedPosition(start, variant)

    (grid,) = count_grids(game)
    results = center_table(board, board, ended=False)

    assert start.owners.count("Great King") == 1
    assert start.owners[susa] == "Great King"
    assert ("Great King", "4") in grid
    assert set(grid[1:]) == {row[:2] for row in results[1:]}


@pytest.mark.parametrize(
    ("stands", "told"),
    [("PAR BRE MAR", "no room to build"), ("", "owns no home center to build in")],
)
def test_who_cannot_build_reads_why(stands: str, told: str) -> None:
    variant = shipped_variant("standard")
    geography = variant.geography
    keeper = "France" if stands else "Italy"
    taken = dict.fromkeys(("PAR", "BRE", "MAR"), keeper) | {"SPA": "France"}
    owners = tuple(taken.get(one.abbreviation) for one in geography.provinces)
    units = tuple(Unit("France", UnitKind.ARMY, geography.location(one)) for one in stands.split())
    winter = Phase(Season.WINTER, 1901, PhaseKind.ADJUSTMENT)
    board = NamedPosition(Position(winter, units, owners), variant)

    assert ("France", told) in {
        (row[0], str(row[-1])) for row in center_table(board, board, ended=False)
    }
