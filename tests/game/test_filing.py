"""Orders: unit by unit, the last legal one counts, and a wrong line harms nothing."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings, strategies as st

from judge.engine import Hold, Move, Reason, Retreat
from judge.game import (
    Game,
    LetterTimes,
    NothingToOrder,
    OrdersShown,
    Refused,
    Sender,
    Stage,
    filing,
    order_sheet,
)
from judge.game.refusals import OrdersOlder, PhasePassed
from tests.amount import many
from tests.game.builders import (
    MIA,
    NOW,
    POWERS,
    STANDARD,
    a_game,
    a_position,
    a_unit,
    after_filing,
    as_power,
    filed,
    finished,
    place,
    told,
    with_seat_of,
)
from tests.kinds import replace

FULL = ("A Paris - Burgundy", "F Brest - MAO", "A Marseilles - Spain")


def test_a_whole_set_is_complete() -> None:
    sheet = filed(a_game(), "France", *FULL).sheet

    assert sheet.complete
    assert sheet.missing == ()
    assert Move(a_unit("A PAR"), place("BUR")) in sheet.orders


def test_units_without_an_order_are_told_as_missing() -> None:
    sheet = filed(a_game(), "France", "A Paris - Burgundy").sheet

    assert not sheet.complete
    assert set(sheet.missing) == {a_unit("F BRE"), a_unit("A MAR")}


def test_later_orders_replace_those_of_the_same_unit_and_keep_the_others() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filed(game, "France", "A Paris - Gascony")

    new, old = Move(a_unit("A PAR"), place("GAS")), Move(a_unit("A PAR"), place("BUR"))
    assert event.changed == ((new, old),)
    assert event.sheet.complete
    assert Move(a_unit("F BRE"), place("MAO")) in event.sheet.orders


def test_the_same_orders_again_change_nothing() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filed(game, "France", *FULL)

    assert event.changed == ()
    assert event.sheet.complete


def test_of_two_orders_to_a_unit_in_one_letter_the_last_counts_and_it_is_told() -> None:
    event = filed(a_game(), "France", "A Par - Bur", "A Par - Pic")

    assert [read.reason for read in event.lines] == [Reason.REPLACED, None]
    assert event.sheet.orders == (Move(a_unit("A PAR"), place("PIC")),)


def test_hold_all_is_an_order_to_every_unit() -> None:
    sheet = filed(a_game(), "France", "HOLD ALL").sheet

    assert set(sheet.orders) == {Hold(a_unit(u)) for u in ("A PAR", "F BRE", "A MAR")}
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

    assert event.sheet.orders == (Move(a_unit("F BRE"), place("MAO")),)


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


def test_prose_beside_orders_is_told() -> None:
    sent = filing.SubmitOrders(FULL, aside=("Nice weather today.",))

    (event,) = told(a_game(), sent, as_power("France"))

    assert isinstance(event, filing.OrdersFiled)
    assert event.junk == ("Nice weather today.",)
    assert event.sheet.complete


def test_an_unclear_line_keeps_orders_from_being_complete_until_the_next_letter() -> None:
    sent = filing.SubmitOrders(FULL, unclear=("REPLACE",))

    (event,) = told(a_game(), sent, as_power("France"))

    assert isinstance(event, filing.OrdersFiled)
    assert event.sheet.troubled == ("REPLACE",)
    assert not event.sheet.complete
    game = with_seat_of(
        a_game(), "France", orders=event.sheet.orders, troubled=("REPLACE",), dated=NOW
    )
    later = filed(game, "France", "A Par H", dated=NOW + timedelta(hours=1))
    assert later.sheet.complete


def test_an_order_to_anothers_unit_is_not_stored() -> None:
    event = filed(a_game(), "France", "A Munich - Ruhr")

    assert event.sheet.orders == ()
    assert not event.sheet.complete


def written(dated: datetime) -> LetterTimes:
    """Return the times of a letter that was written then and arrived now."""
    return LetterTimes(NOW, NOW, dated)


@pytest.mark.parametrize(
    ("seconds", "counts"), [(-1, True), (0, True), (0.5, True), (1, False), (60, False)]
)
def test_orders_from_before_the_last_results_are_for_no_other_phase(
    seconds: float, counts: bool
) -> None:
    board = a_game().position
    assert board is not None
    game = a_game(history=(finished(board, board),))
    dated = game.history[0].processed - timedelta(seconds=seconds)

    event = filing.file_orders(
        game, as_power("France"), filing.SubmitOrders(("A Par H",)), written(dated)
    )

    assert isinstance(event, filing.OrdersFiled) is counts
    if isinstance(event, Refused):
        assert isinstance(event.why, PhasePassed)
        assert event.text == "A Par H"


def test_what_arrived_a_moment_before_the_results_is_for_no_other_phase() -> None:
    board = a_game().position
    assert board is not None
    arrived = NOW - timedelta(seconds=1)
    over = replace(finished(board, board), processed=arrived + timedelta(milliseconds=1))

    event = filing.file_orders(
        a_game(history=(over,)),
        as_power("France"),
        filing.SubmitOrders(("A Par H",)),
        LetterTimes(NOW, arrived, arrived),
    )

    assert isinstance(event, Refused)
    assert isinstance(event.why, PhasePassed)


@pytest.mark.parametrize(("ahead", "counts"), [(3, False), (3 * 3600, True)])
def test_another_worker_may_have_processed_the_phase_a_moment_ago(ahead: int, counts: bool) -> None:
    """Stored times that are hours ahead come from a wrong clock, and are ignored."""
    board = a_game().position
    assert board is not None
    over = replace(finished(board, board), processed=NOW + timedelta(seconds=ahead))
    late = written(NOW - timedelta(seconds=1))

    event = filing.file_orders(
        a_game(history=(over,)), as_power("France"), filing.SubmitOrders(("A Par H",)), late
    )

    assert isinstance(event, filing.OrdersFiled) is counts


def test_older_mail_does_not_replace_newer_orders_and_gets_its_lines_back() -> None:
    game = after_filing(a_game(), "France", *FULL)

    event = filing.file_orders(
        game,
        as_power("France"),
        filing.SubmitOrders(("A Par H",)),
        written(NOW - timedelta(minutes=5)),
    )

    assert isinstance(event, Refused)
    assert isinstance(event.why, OrdersOlder)
    assert event.text == "A Par H"


def all_in() -> Game:
    game = a_game()
    for power in POWERS:
        game = after_filing(game, power, "hold all")
    return game


def test_the_last_orders_that_were_needed_make_the_phase_ready() -> None:
    game = a_game()
    for power in POWERS[:-1]:
        game = after_filing(game, power, "hold all")

    assert filed(game, POWERS[-1], "hold all").ready == NOW


def test_a_correction_of_orders_does_not_move_the_moment_at_which_they_count() -> None:
    game = replace(all_in(), ready=NOW - timedelta(minutes=10))

    assert filed(game, "France", *FULL).ready == NOW - timedelta(minutes=10)


def test_a_moment_from_before_a_pause_does_not_come_back() -> None:
    game = replace(all_in(), ready=NOW - timedelta(days=1), stage=Stage.PAUSED)

    assert filed(game, "France", *FULL).ready == NOW


def test_in_grace_nobody_waits_for_the_deadline() -> None:
    past, grace = NOW - timedelta(hours=1), NOW + timedelta(hours=1)
    waiting = with_seat_of(all_in(), "Italy", wait=True)
    game = with_seat_of(replace(waiting, deadline=past), "France", orders=())

    assert filed(waiting, "France", *FULL).ready is None
    assert filed(replace(game, grace=grace), "France", *FULL).ready == NOW


def test_a_phase_is_not_ready_while_somebody_waits() -> None:
    game = with_seat_of(a_game(), POWERS[0], wait=True)
    for power in POWERS[:-1]:
        game = after_filing(game, power, "hold all")

    assert filed(game, POWERS[-1], "hold all").ready is None


def test_orders_of_the_master_for_a_power_are_told_as_such() -> None:
    sender = Sender(MIA, "France", proven=True, on_behalf=True)

    (event,) = told(a_game(), filing.SubmitOrders(FULL), sender)

    assert isinstance(event, filing.OrdersFiled)
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

    (event,) = told(game, filing.ClearOrders(), as_power("France"))

    assert isinstance(event, filing.OrdersCleared)
    assert event.dropped == game.seat("France").orders
    assert event.sheet.orders == event.sheet.troubled == ()
    assert not event.sheet.complete


def test_stored_orders_are_shown_as_they_are() -> None:
    game = after_filing(a_game(), "France", "A Par H")

    assert told(game, filing.ShowOrders(), as_power("France")) == (
        OrdersShown(order_sheet(game, "France")),
    )


def test_in_a_retreat_phase_only_dislodged_units_are_missing() -> None:
    game = a_retreat()

    assert order_sheet(game, "France").missing == (a_unit("A PAR"),)
    assert order_sheet(game, "Germany").complete
    assert filed(game, "France", "A Paris - Picardy").sheet.orders == (
        Retreat(a_unit("A PAR"), place("PIC")),
    )


def test_a_player_with_nothing_to_order_is_told_what_they_have() -> None:
    (event,) = told(a_retreat(), filing.SubmitOrders(("A Par H",)), as_power("Germany"))

    assert isinstance(event, Refused)
    assert isinstance(event.why, NothingToOrder)
    assert event.why.units == (a_unit("A BUR", "Germany"),)
    assert event.text == "A Par H"


def a_retreat() -> Game:
    board = a_position(
        "F1901R", {"France": "A MAR", "Germany": "A BUR"}, dislodged={"France A PAR": "PIC GAS"}
    )
    return a_game(position=board)


SPOILED = st.text(alphabet="APRS -/>:;,.abcdefghnoprstu012\t", max_size=12)


@given(st.sampled_from(FULL), st.integers(0, 20), SPOILED)
@settings(max_examples=many(150))
def test_a_line_that_fails_never_changes_a_stored_order(
    line: str, place: int, spoiled: str
) -> None:
    game = after_filing(a_game(), "France", "hold all")
    mangled = line[:place] + spoiled + line[place:]

    (event, *_) = told(game, filing.SubmitOrders((mangled,)), as_power("France"))

    if isinstance(event, filing.OrdersFiled):
        right = [read.order for read in event.lines if read.order and not read.reason]
        held = set(game.seat("France").orders)
        assert set(event.sheet.orders) - held <= set(right)
        assert len(event.sheet.orders) == 3
        wrong = [read for read in event.lines if read.order is None or read.reason]
        if wrong and not right:
            assert set(event.sheet.orders) == held


@given(st.permutations(FULL))
@settings(max_examples=many(6))
def test_the_order_of_the_lines_does_not_matter(lines: list[str]) -> None:
    assert filed(a_game(), "France", *lines).sheet == filed(a_game(), "France", *FULL).sheet


@pytest.mark.parametrize("power", POWERS)
def test_who_has_units_and_sent_nothing_is_not_complete(power: str) -> None:
    sheet = order_sheet(a_game(), power)

    assert not sheet.complete
    assert len(sheet.missing) == len(STANDARD.power(power).home_centers)


def test_a_power_that_is_out_has_nothing_left_to_order() -> None:
    board = replace(STANDARD.start, units=(), owners=())

    assert order_sheet(a_game(position=board), "France").complete
