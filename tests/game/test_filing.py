"""Orders: unit by unit, the last legal one counts, and a wrong line harms nothing."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.commands.model import ClearOrders, ShowOrders, SubmitOrders
from judge.engine.orders import Build, Disband, Hold, Move, Retreat, Waive
from judge.engine.outcome import Reason
from judge.engine.position import Unit, UnitKind
from judge.game.events import (
    LineNotUnderstood,
    OrdersCleared,
    OrdersFiled,
    OrdersShown,
    Refused,
    Why,
)
from judge.game.filing import file_orders
from judge.game.model import Game, Sender
from judge.game.orders import order_sheet
from tests.game.builders import (
    MIA,
    NOW,
    POWERS,
    STANDARD,
    a_game,
    a_position,
    after_filing,
    as_power,
    filed,
    told,
    with_seat_of,
)

FULL = ("A Paris - Burgundy", "F Brest - MAO", "A Marseilles - Spain")


def at(text: str) -> int:
    return STANDARD.geography.location(text)


def unit(text: str, power: str = "France") -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), at(place))


def a_winter(
    centers: str, units: str, *, homes: str = "PAR MAR BRE", **changes: object
) -> Game:
    board = a_position(
        "W1901A", {"France": units}, owners={"France": f"{homes} {centers}"}
    )
    return a_game(position=board, **changes)


def test_a_whole_set_is_complete() -> None:
    sheet = filed(a_game(), "France", *FULL).sheet

    assert sheet.complete
    assert sheet.missing == ()
    assert Move(unit("A PAR"), at("BUR")) in sheet.orders


def test_units_without_an_order_are_told_as_missing() -> None:
    sheet = filed(a_game(), "France", "A Paris - Burgundy").sheet

    assert not sheet.complete
    assert set(sheet.missing) == {unit("F BRE"), unit("A MAR")}


def test_later_orders_replace_those_of_the_same_unit_and_keep_the_others() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filed(game, "France", "A Paris - Gascony")

    new, old = Move(unit("A PAR"), at("GAS")), Move(unit("A PAR"), at("BUR"))
    assert event.changed == ((new, old),)
    assert event.sheet.complete
    assert Move(unit("F BRE"), at("MAO")) in event.sheet.orders


def test_the_same_orders_again_change_nothing() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filed(game, "France", *FULL)

    assert event.changed == ()
    assert event.sheet.complete


def test_of_two_orders_to_a_unit_in_one_letter_the_last_counts_and_it_is_told() -> None:
    event = filed(a_game(), "France", "A Par - Bur", "A Par - Pic")

    assert [read.reason for read in event.lines] == [Reason.REPLACED, None]
    assert event.sheet.orders == (Move(unit("A PAR"), at("PIC")),)


def test_hold_all_is_an_order_to_every_unit() -> None:
    sheet = filed(a_game(), "France", "HOLD ALL").sheet

    assert set(sheet.orders) == {Hold(unit(u)) for u in ("A PAR", "F BRE", "A MAR")}
    assert sheet.complete


def test_a_wrong_line_leaves_the_stored_order_but_not_the_set_complete() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filed(game, "France", "A Paris - Burgundi xyzzy")

    assert event.sheet.orders == game.seat("France").orders
    assert event.sheet.troubled == ("A Paris - Burgundi xyzzy",)
    assert not event.sheet.complete
    assert event.ready is None


def test_an_illegal_order_is_told_with_its_reason_and_not_stored() -> None:
    event = filed(a_game(), "France", "A Paris - Moscow")

    assert event.sheet.orders == ()
    assert event.lines[0].reason is not None
    assert event.lines[0].reason.is_illegal
    assert not event.sheet.complete


def test_one_wrong_line_does_not_hinder_the_right_ones() -> None:
    event = filed(a_game(), "France", "A Paris - Atlantis", "F Brest - MAO")

    assert event.sheet.orders == (Move(unit("F BRE"), at("MAO")),)


def test_a_later_order_to_the_unit_ends_the_trouble() -> None:
    game = after_filing(a_game(), "France", *FULL, "A Paris - Atlantis")
    assert not order_sheet(game, "France").complete

    sheet = filed(game, "France", "A Par H").sheet

    assert sheet.troubled == ()
    assert sheet.complete


def test_an_order_to_another_unit_does_not_end_the_trouble() -> None:
    game = after_filing(a_game(), "France", *FULL, "A Paris - Atlantis")

    later = filed(game, "France", "A Mar H", dated=NOW + timedelta(hours=1))

    assert later.sheet.troubled == ("A Paris - Atlantis",)


def test_a_line_put_right_further_down_the_same_letter_is_no_trouble() -> None:
    sheet = filed(a_game(), "France", "A Paris - Atlantis", *FULL).sheet

    assert sheet.troubled == ()
    assert sheet.complete


def test_trouble_about_no_unit_of_ones_own_ends_with_the_next_letter_without() -> None:
    game = after_filing(a_game(), "France", *FULL, "A Pqrxis - Burgundy")
    assert game.seat("France").troubled

    same = filed(game, "France", "A Mar H")
    later = filed(game, "France", "A Mar H", dated=NOW + timedelta(hours=1))

    assert same.sheet.troubled  # Further lines of the same letter settle nothing.
    assert later.sheet.troubled == ()


def test_a_letter_without_any_order_does_not_end_the_trouble() -> None:
    game = after_filing(a_game(), "France", *FULL, "A Pqrxis - Burgundy")

    events = told(game, SubmitOrders(("Greetings to all of you",)), as_power("France"))

    assert events == (LineNotUnderstood("Greetings to all of you"),)


def test_lines_that_are_no_orders_are_passed_over_and_told() -> None:
    event = filed(a_game(), "France", "Dear judge,", *FULL)

    assert event.junk == ("Dear judge,",)
    assert event.sheet.complete


def test_the_heading_of_ones_own_orders_is_no_junk() -> None:
    assert filed(a_game(), "France", "France:", *FULL).junk == ()


def test_an_order_to_anothers_unit_is_not_stored() -> None:
    event = filed(a_game(), "France", "A Munich - Ruhr")

    assert event.sheet.orders == ()
    assert not event.sheet.complete


def test_older_mail_does_not_replace_newer_orders_and_gets_its_lines_back() -> None:
    game = after_filing(a_game(), "France", *FULL)

    (event,) = file_orders(
        game, as_power("France"), ("A Par H",), NOW, NOW - timedelta(minutes=5)
    )

    assert isinstance(event, Refused)
    assert event.why is Why.ORDERS_OLDER
    assert event.text == "A Par H"


def test_the_last_orders_that_were_needed_make_the_phase_ready() -> None:
    game = a_game()
    for power in POWERS[:-1]:
        game = after_filing(game, power, "hold all")

    assert filed(game, POWERS[-1], "hold all").ready == NOW


def test_a_phase_is_not_ready_while_somebody_waits() -> None:
    game = with_seat_of(a_game(), POWERS[0], wait=True)
    for power in POWERS[:-1]:
        game = after_filing(game, power, "hold all")

    assert filed(game, POWERS[-1], "hold all").ready is None


def test_orders_of_the_master_for_a_power_are_told_as_such() -> None:
    sender = Sender(MIA, "France", proven=True, on_behalf=True)

    (event,) = told(a_game(), SubmitOrders(FULL), sender)

    assert isinstance(event, OrdersFiled)
    assert event.on_behalf
    assert event.sheet.power == "France"


@pytest.mark.parametrize(
    ("lines", "pointless"),
    [
        (("A Par S A Mar - Bur", "A Mar - Spa"), 1),
        (("A Par S A Mar - Bur", "A Mar - Bur"), 0),
        (("A Par S A Mar - Bur",), 0),
        (("A Par S F Bre", "F Bre - Eng"), 1),
        (("A Par S F Bre", "F Bre H"), 0),
        (("A Par S A Mun - Bur", "A Mar - Spa"), 0),
    ],
)
def test_support_for_what_an_own_unit_is_not_ordered_to_do_is_pointed_out(
    lines: tuple[str, ...], pointless: int
) -> None:
    assert len(filed(a_game(), "France", *lines).sheet.pointless) == pointless


def test_cleared_orders_are_told_so_that_they_can_be_sent_again() -> None:
    game = after_filing(a_game(), "France", *FULL, "A Paris - Atlantis")

    (event,) = told(game, ClearOrders(), as_power("France"))

    assert isinstance(event, OrdersCleared)
    assert event.dropped == game.seat("France").orders
    assert event.sheet.orders == event.sheet.troubled == ()
    assert not event.sheet.complete


def test_stored_orders_are_shown_as_they_are() -> None:
    game = after_filing(a_game(), "France", "A Par H")

    assert told(game, ShowOrders(), as_power("France")) == (
        OrdersShown(order_sheet(game, "France")),
    )


def test_in_a_retreat_phase_only_dislodged_units_are_missing() -> None:
    game = a_retreat()

    assert order_sheet(game, "France").missing == (unit("A PAR"),)
    assert order_sheet(game, "Germany").complete
    assert filed(game, "France", "A Paris - Picardy").sheet.orders == (
        Retreat(unit("A PAR"), at("PIC")),
    )


def test_who_has_nothing_to_order_is_told_what_he_has() -> None:
    (event,) = told(a_retreat(), SubmitOrders(("A Par H",)), as_power("Germany"))

    assert isinstance(event, Refused)
    assert event.why is Why.NOTHING_TO_ORDER
    assert event.detail == ("F1901R", "A BUR")
    assert event.text == "A Par H"


def test_thanks_from_one_who_has_nothing_to_order_are_no_orders() -> None:
    events = told(a_retreat(), SubmitOrders(("Thanks",)), as_power("Germany"))

    assert events == (LineNotUnderstood("Thanks"),)


def a_retreat() -> Game:
    board = a_position(
        "F1901R",
        {"France": "A MAR", "Germany": "A BUR"},
        dislodged={"France A PAR": "PIC GAS"},
    )
    return a_game(position=board)


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
    assert event.sheet.orders == (Build("France", UnitKind.FLEET, at("BRE")),)
    assert event.sheet.complete


def test_a_new_build_takes_the_place_of_an_older_one() -> None:
    game = after_filing(a_winter("SPA", "A SPA, F POR, A GAS"), "France", "A Par B")

    event = filed(game, "France", "F Bre B")

    old = Build("France", UnitKind.ARMY, at("PAR"))
    assert event.changed == ((Build("France", UnitKind.FLEET, at("BRE")), old),)


def test_another_unit_on_the_same_site_replaces_the_build_there() -> None:
    game = a_winter("SPA POR", "A SPA, F POR, A GAS")
    game = after_filing(game, "France", "F Bre B", "A Par B")

    sheet = filed(game, "France", "A Bre B").sheet

    assert set(sheet.orders) == {
        Build("France", UnitKind.ARMY, at("BRE")),
        Build("France", UnitKind.ARMY, at("PAR")),
    }


def test_a_waive_counts_as_a_build_and_sending_it_twice_as_one() -> None:
    game = a_winter("SPA POR BEL", "A SPA, F POR, A GAS")  # 3 builds
    game = after_filing(game, "France", "A Par B", "WAIVE")

    sheet = filed(game, "France", "A Par B", "WAIVE").sheet

    assert sheet.orders.count(Waive("France")) == 1
    assert sheet.pending == 1


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
    assert both.orders == (Disband(unit("A GAS")), Disband(unit("F POR")))
    assert both.complete


def test_a_failed_build_is_settled_by_the_next_letter_in_which_all_is_well() -> None:
    game = a_winter("SPA", "A SPA, F POR, A GAS")
    game = after_filing(game, "France", "F Bre B", "Build A Ruhr")
    assert not order_sheet(game, "France").complete

    later = filed(game, "France", "F Bre B", dated=NOW + timedelta(hours=1))

    assert later.sheet.complete


SPOILED = st.text(alphabet="APRS -/>:;,.abcdefghnoprstu012\t", max_size=12)


@given(st.sampled_from(FULL), st.integers(0, 20), SPOILED)
@settings(max_examples=150, deadline=None)
def test_a_line_that_fails_never_changes_a_stored_order(
    line: str, place: int, spoiled: str
) -> None:
    game = after_filing(a_game(), "France", "hold all")
    mangled = line[:place] + spoiled + line[place:]

    (event, *_) = told(game, SubmitOrders((mangled,)), as_power("France"))

    if isinstance(event, OrdersFiled):
        right = [read.order for read in event.lines if read.order and not read.reason]
        held = set(game.seat("France").orders)
        assert set(event.sheet.orders) - held <= set(right)
        assert len(event.sheet.orders) == 3
        wrong = [read for read in event.lines if read.order is None or read.reason]
        if wrong and not right:
            assert set(event.sheet.orders) == held
            assert not event.sheet.complete


@given(st.permutations(FULL))
@settings(max_examples=6, deadline=None)
def test_the_order_of_the_lines_does_not_matter(lines: list[str]) -> None:
    assert (
        filed(a_game(), "France", *lines).sheet
        == filed(a_game(), "France", *FULL).sheet
    )


@pytest.mark.parametrize("power", POWERS)
def test_who_has_units_and_sent_nothing_is_not_complete(power: str) -> None:
    sheet = order_sheet(a_game(), power)

    assert not sheet.complete
    assert len(sheet.missing) == len(STANDARD.power(power).home_centers)


def test_a_power_that_is_out_has_nothing_left_to_order() -> None:
    board = replace(STANDARD.start, units=(), owners=())

    assert order_sheet(a_game(position=board), "France").complete
