"""Builds and removals: as many as there are, and the last ones sent count."""

from datetime import timedelta

from judge.engine import Build, Disband, Reason, UnitKind, Waive
from judge.game import Game, order_sheet
from tests.game.builders import NOW, a_game, a_position, a_unit, after_filing, filed, place


def a_winter(centers: str, units: str, *, homes: str = "PAR MAR BRE", **changes: object) -> Game:
    board = a_position("W1901A", {"France": units}, owners={"France": f"{homes} {centers}"})
    return a_game(position=board, **changes)


def test_builds_are_complete_when_none_is_left() -> None:
    game = a_winter("SPA POR", "A SPA, F POR, A GAS")  # 5 centers, 3 units

    one = filed(game, "France", "Build A Paris").sheet
    both = filed(game, "France", "Build A Paris", "Build F Brest").sheet

    assert (one.pending, one.complete) == (1, False)
    assert (both.pending, both.complete) == (0, True)


def test_of_too_many_builds_the_last_count_and_the_surplus_is_told() -> None:
    game = a_winter("SPA", "A SPA, F POR, A GAS")

    event = filed(game, "France", "A Paris B", "F Brest B")

    assert [read.reason for read in event.lines] == [Reason.SURPLUS, None]
    assert event.sheet.orders == (Build("France", UnitKind.FLEET, place("BRE")),)
    assert event.sheet.complete


def test_a_new_build_takes_the_place_of_an_older_one() -> None:
    game = after_filing(a_winter("SPA", "A SPA, F POR, A GAS"), "France", "A Par B")

    event = filed(game, "France", "F Bre B")

    old = Build("France", UnitKind.ARMY, place("PAR"))
    assert event.changed == ((Build("France", UnitKind.FLEET, place("BRE")), old),)


def test_another_unit_on_the_same_site_replaces_the_build_there() -> None:
    game = a_winter("SPA POR", "A SPA, F POR, A GAS")
    game = after_filing(game, "France", "F Bre B", "A Par B")

    sheet = filed(game, "France", "A Bre B").sheet

    assert set(sheet.orders) == {
        Build("France", UnitKind.ARMY, place("BRE")),
        Build("France", UnitKind.ARMY, place("PAR")),
    }


def test_a_waive_counts_as_a_build_and_sending_it_twice_as_one() -> None:
    game = a_winter("SPA POR BEL", "A SPA, F POR, A GAS")  # 3 builds
    game = after_filing(game, "France", "A Par B", "WAIVE")

    sheet = filed(game, "France", "A Par B", "WAIVE").sheet

    assert sheet.orders.count(Waive("France")) == 1
    assert sheet.pending == 1


def test_the_rest_is_waived_whatever_order_the_lines_have() -> None:
    game = a_winter("SPA POR BEL", "A SPA, F POR, A GAS")  # 3 builds

    for lines in (("A Par B", "waive the rest"), ("waive the rest", "A Par B")):
        sheet = filed(game, "France", *lines).sheet
        assert sheet.orders.count(Waive("France")) == 2
        assert Build("France", UnitKind.ARMY, place("PAR")) in sheet.orders


def test_a_build_takes_the_place_of_an_earlier_waive_before_that_of_a_build() -> None:
    game = a_winter("SPA POR", "A SPA, F POR, A GAS")
    game = after_filing(game, "France", "A Par B", "WAIVE")

    sheet = filed(game, "France", "F Bre B").sheet

    assert Waive("France") not in sheet.orders
    assert len(sheet.orders) == 2


def test_builds_for_which_there_is_no_room_need_no_waive() -> None:
    game = a_winter("SPA POR", "A PAR, A MAR, F POR", homes="PAR MAR")

    assert order_sheet(game, "France").complete


def test_removals_are_pending_until_enough_units_are_named() -> None:
    game = a_winter("", "A SPA, F POR, A GAS", homes="PAR")

    one = filed(game, "France", "A Gas D").sheet
    both = filed(game, "France", "A Gas D", "Remove F Por").sheet

    assert (one.pending, one.complete) == (-1, False)
    assert both.orders == (Disband(a_unit("A GAS")), Disband(a_unit("F POR")))
    assert both.complete


def test_a_failed_build_is_settled_by_the_next_letter_in_which_all_is_well() -> None:
    game = a_winter("SPA", "A SPA, F POR, A GAS")
    game = after_filing(game, "France", "F Bre B", "Build A Ruhr")
    assert not order_sheet(game, "France").complete

    later = filed(game, "France", "F Bre B", dated=NOW + timedelta(hours=1))

    assert later.sheet.complete
