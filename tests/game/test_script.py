"""Cases that depend on the board, preferences, plans and receipts, without mail."""

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from judge.game import (
    OBSERVER,
    Event,
    Fact,
    Game,
    LetterTimes,
    PreviewShown,
    Reader,
    Refused,
    Seat,
    after,
    decide,
    filing,
    view,
    votes,
)
from judge.game.orders.reading import context_for
from judge.game.orders.script import script_of
from judge.game.orders.sheet import digest_of
from judge.game.refusals import NotComing, NotSurviving, OrdersOlder
from judge.game.turn import process
from tests.game.builders import CODES, NOW, OTTO, PLAYERS, a_game, a_position, as_power, filed, told
from tests.kinds import replace

HOUR = timedelta(hours=1)
FULL = ("A Paris - Burgundy", "F Brest - MAO", "A Marseilles - Spain")


def counted(*lines: str, game: Game | None = None, power: str = "France") -> list[str]:
    """Return those of these lines that count as orders on the present board."""
    return list(script_of(lines, context_for(game or a_game(), power)).lines)


def left_by(game: Game, *events: Event) -> Game:
    for event in events:
        assert isinstance(event, Fact), event
        game = after(game, event)
    return game


def sent(game: Game, power: str, *lines: str) -> Game:
    """Return `game` after `power` has sent orders."""
    return left_by(game, *told(game, filing.SubmitOrders(lines), as_power(power)))


def planned(game: Game, power: str, phase: str, *lines: str) -> Event:
    (event,) = told(game, filing.PlanOrders(phase, lines), as_power(power))
    return event


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("A PAR", True),
        ("F PAR", False),
        ("PAR", True),
        ("FRANCE PAR", True),
        ("GERMANY PAR", False),
        ("FRANCE OWNS BRE", True),
        ("FRANCE OWNS MUN", False),
        ("A PAR DISLODGED", False),
        ("NOT A BUR AND (A PAR OR F PAR)", True),
    ],
)
def test_a_condition_holds_as_the_board_shows(condition: str, holds: bool) -> None:
    lines = (f"IF {condition}", "A PAR H", "ELSE", "A MAR H", "ENDIF")

    assert counted(*lines) == (["A PAR H"] if holds else ["A MAR H"])


def test_who_was_driven_out_is_not_on_the_board() -> None:
    board = a_position("S1901R", {"Germany": "A BUR"}, dislodged={"France A BUR": "PIC"})
    lines = ("IF A BUR DISLODGED", "A Bur - Pic", "ENDIF", "IF FRANCE BUR", "x", "ENDIF")

    assert counted(*lines, game=a_game(position=board)) == ["A Bur - Pic"]


def test_only_the_first_case_that_holds_counts_and_cases_stand_in_cases() -> None:
    lines = (
        *("IF A BUR", "1", "ELSE IF A PAR", "2", "IF A MAR", "3", "ELSE", "4", "ENDIF"),
        *("ELSE IF A MAR", "5", "ELSE", "6", "ENDIF", "7"),
    )

    assert counted(*lines) == ["2", "3", "7"]


def test_nothing_of_a_case_that_is_not_understood_counts() -> None:
    lines = ("IF you like", "A PAR H", "ELSE", "A PAR - BUR", "ENDIF", "F BRE H")
    script = script_of(lines, context_for(a_game(), "France"))

    assert script.lines == ("F BRE H",)
    assert script.unread == ("A PAR H", "A PAR - BUR")


def test_in_the_dark_a_condition_knows_no_more_than_its_power() -> None:
    game = a_game()
    blind = replace(game, settings=replace(game.settings, blind=True))

    assert counted("IF A MOS", "A PAR H", "ENDIF", game=game) == ["A PAR H"]
    assert counted("IF A MOS", "A PAR H", "ENDIF", game=blind) == []


def test_of_a_preference_as_much_counts_as_there_are_builds() -> None:
    board = a_position("W1901A", {"France": "A BUR, A MAR"}, owners={"France": "PAR MAR BRE SPA"})
    game = a_game(position=board)

    assert counted("PREFER A MAR, F PAR, F BRE, A PAR, A BRE", game=game) == [
        "Build F BRE",
        "Build A PAR",
    ]
    assert counted("PREFER F BRE, WAIVE, A PAR", game=game) == ["Build F BRE", "Waive"]


def test_of_a_preference_as_much_counts_as_there_are_removals() -> None:
    board = a_position("W1901A", {"France": "A BUR, A MAR, F BRE"}, owners={"France": "PAR MAR"})

    assert counted("PREFER A PAR, A BUR, F BRE", game=a_game(position=board)) == ["Remove A BUR"]


def test_a_plan_counts_when_its_phase_comes_and_is_complete_only_if_it_really_is() -> None:
    game = sent(a_game(), "France", *FULL)
    plan = planned(game, "France", "F1901M", "A Bur - Mun", "A Spa - Por")
    assert isinstance(plan, filing.OrdersPlanned)
    facts = process(left_by(game, plan), NOW)

    assert isinstance(facts[-1], filing.PlanTaken)
    assert [unit.power for unit in facts[-1].sheet.missing] == ["France"]
    seat = left_by(game, plan, *facts).seat("France")
    assert len(seat.orders) == 2


def test_a_plan_of_which_nothing_is_possible_is_as_if_nothing_had_come() -> None:
    game = a_game()
    plan = planned(game, "France", "F1901M", "A Mun - Ber")
    after_phase = left_by(game, plan, *process(left_by(game, plan), NOW))

    assert after_phase.seat("France").dated is None


def test_a_plan_for_a_phase_that_did_not_come_is_forgotten() -> None:
    game = a_game()
    plan = planned(game, "France", "S1901R", "A Par - Bur")
    facts = process(left_by(game, plan), NOW)

    assert left_by(game, plan, *facts).seat("France").plans == ()


@pytest.mark.parametrize("phase", ["S1901M", "F1900M", "F1907M", "W1902M", "S1902A"])
def test_a_phase_that_does_not_come_is_refused(phase: str) -> None:
    refused = planned(a_game(), "France", phase, "A Par H")

    assert isinstance(refused, Refused)
    assert isinstance(refused.why, NotComing)
    assert refused.text == "A Par H"


def test_a_plan_needs_orders_and_a_power_that_survives() -> None:
    empty = planned(a_game(), "France", "F1901M")
    gone = a_game(position=a_position("S1901M", {"Italy": "A ROM"}))
    out = planned(gone, "France", "F1901M", "A Par H")

    assert isinstance(empty, Refused)
    assert isinstance(empty.why, filing.NoOrdersBelow)
    assert isinstance(out, Refused)
    assert isinstance(out.why, NotSurviving)


def test_a_plan_from_an_older_letter_never_overrides_a_newer_one() -> None:
    game = left_by(a_game(), planned(a_game(), "France", "F1901M", "A Par H"))
    times = LetterTimes(NOW, NOW, NOW - HOUR)
    command = filing.PlanOrders("F1901M", ("A Par - Bur",))
    (refused,) = decide(game, command, as_power("France"), times, codes=CODES)

    assert isinstance(refused, Refused)
    assert isinstance(refused.why, OrdersOlder)


def test_a_number_that_no_receipt_of_the_phase_has_undoes_nothing() -> None:
    game = sent(a_game(), "France", *FULL)
    (refused,) = told(game, filing.UndoOrders(7), as_power("France"))

    assert isinstance(refused, Refused)
    assert refused.why == filing.NoSuchReceipt(7, (1,))


@given(st.lists(st.lists(st.sampled_from(FULL), min_size=1), min_size=1, max_size=5))
def test_undone_orders_stand_as_before_the_receipt(letters: list[list[str]]) -> None:
    game = a_game()
    stood: list[Seat] = []
    for lines in letters:
        stood.append(game.seat("France"))
        game = sent(game, "France", *lines)
    for number, seat in enumerate(stood, start=1):
        undone = left_by(game, *told(game, filing.UndoOrders(number), as_power("France")))

        assert undone.seat("France").orders == seat.orders


@given(st.permutations(FULL))
def test_the_digest_is_that_of_the_set_and_of_nothing_else(lines: list[str]) -> None:
    game = a_game()
    digest = filed(game, "France", *FULL).sheet.digest

    assert filed(game, "France", *lines).sheet.digest == digest
    assert filed(game, "France", *FULL[:2]).sheet.digest != digest
    assert digest_of(game, "Italy", ()) != digest_of(game, "France", ())


def test_nobody_else_sees_plans_receipts_and_waits() -> None:
    game = sent(a_game(), "France", *FULL)
    game = left_by(game, planned(game, "France", "F1901M", "A Bur - Mun"))
    game = left_by(game, *told(game, votes.SetWait(True, "+1h"), as_power("France")))

    own = view(game, Reader(PLAYERS["France"], "France")).seat("France")
    assert own.plans
    assert own.earlier
    assert own.wait_until is not None
    for reader in (Reader(PLAYERS["Italy"], "Italy"), Reader(OTTO, OBSERVER)):
        seat = view(game, reader).seat("France")
        assert seat == Seat("France", seat.player)


@pytest.mark.parametrize("power", ["Germany", "Italy"])
def test_a_preview_knows_nothing_of_what_others_ordered(power: str) -> None:
    before = a_game()
    after_orders = sent(before, "France", *FULL)
    (first,) = told(before, filing.PreviewOrders(), as_power(power))
    (second,) = told(after_orders, filing.PreviewOrders(), as_power(power))

    assert isinstance(first, PreviewShown)
    assert isinstance(second, PreviewShown)
    assert first.adjudication == second.adjudication
