"""Press goes exactly to its named recipients, or to nobody."""

from datetime import timedelta

import pytest

from judge.game import (
    ENTRANT,
    Ending,
    Game,
    GameSettings,
    PlayerLeft,
    PressRule,
    Refused,
    Sender,
    Stage,
    after,
    phases,
    press,
    rolling,
    wakes_at,
)
from judge.game.refusals import NoSuchPower
from judge.game.turn import process
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    NOW,
    OTTO,
    PLAYERS,
    POWERS,
    STRANGER,
    a_forming_game,
    a_game,
    as_power,
    told,
)
from tests.kinds import replace

ITALY = as_power("Italy")
OTHERS = tuple(power for power in POWERS if power != "Italy")


def sent(game: Game, command: press.SendPress, sender: Sender = ITALY) -> press.PressSent:
    (event,) = told(game, command, sender)
    assert isinstance(event, press.PressSent)
    return event


def refused(
    game: Game, command: press.SendPress | press.RecallPress, sender: Sender = ITALY
) -> Refused:
    (event,) = told(game, command, sender)
    assert isinstance(event, Refused)
    return event


@pytest.mark.parametrize(
    ("words", "recipients"),
    [
        (("FRANCE",), ("France",)),
        (("F",), ("France",)),
        (("FRANCE", "GERMANY"), ("France", "Germany")),
        (("F", "G"), ("France", "Germany")),
        (("frg",), ("France", "Germany", "Russia")),
        (("Fm",), ("France", "Master")),
        (("Turk",), ("Turkey",)),
        (("French",), ("France",)),
        (("M",), ("Master",)),
        (("master",), ("Master",)),
        (("O",), ("Observer",)),
        (("I", "F"), ("France",)),
    ],
)
def test_names_letters_and_letters_run_together_are_read(
    words: tuple[str, ...], recipients: tuple[str, ...]
) -> None:
    message = sent(a_game(), press.SendPress("Hello", words))

    assert message.recipients == recipients
    assert not message.broadcast


@pytest.mark.parametrize("words", [("Narnia",), ("ger",), ("F", "x"), ("I",), ("",)])
def test_an_unknown_or_ambiguous_recipient_sends_nothing_and_the_text_is_returned(
    words: tuple[str, ...],
) -> None:
    event = refused(a_game(), press.SendPress("Dear friend", words))

    assert isinstance(event.why, NoSuchPower)
    assert event.text == "Dear friend"


def test_press_to_nobody_in_particular_goes_to_all_but_the_sender() -> None:
    for command in (press.SendPress("Hello"), press.SendPress("Hello", ("ALL",))):
        message = sent(a_game(), command)

        assert message.broadcast
        assert message.recipients == (*OTHERS, "Master", "Observer")


def test_all_but_leaves_out_those_who_are_named() -> None:
    message = sent(a_game(), press.SendPress("Hello", ("R", "O"), all_but=True))

    assert set(message.recipients) == {*OTHERS, "Master"} - {"Russia"}
    assert not message.broadcast


def test_all_but_an_unknown_power_goes_to_nobody() -> None:
    event = refused(a_game(), press.SendPress("Psst", ("Narnia",), all_but=True))

    assert isinstance(event.why, NoSuchPower)


def test_empty_press_is_refused() -> None:
    assert refused(a_game(), press.SendPress(" \n ")).why == press.EmptyPress()


def test_without_press_only_the_master_may_be_written_to_and_may_write() -> None:
    game = a_game(settings=GameSettings(press=PressRule.NONE))

    assert refused(game, press.SendPress("Hello", ("F",))).why == press.NoPress()
    assert refused(game, press.SendPress("Hello")).text == "Hello"
    assert sent(game, press.SendPress("Help", ("M",))).recipients == ("Master",)
    assert sent(game, press.SendPress("Order!", ("F",)), AS_MASTER).recipients == ("France",)


def test_where_only_broadcasts_are_allowed_partial_press_is_returned() -> None:
    game = a_game(settings=GameSettings(press=PressRule.BROADCAST))

    event = refused(game, press.SendPress("Psst", ("F",)))

    assert (event.why, event.text) == (press.NoPartialPress(), "Psst")
    assert sent(game, press.SendPress("Hello")).broadcast


def test_press_without_an_end_is_marked_as_such() -> None:
    assert sent(a_game(), press.SendPress("Shall we?", ("F",), closed=False)).unended
    assert not sent(a_game(), press.SendPress("Shall we?", ("F",))).unended


def test_grey_press_names_no_author() -> None:
    assert sent(a_game(), press.SendPress("Hi", ("F",))).author == PLAYERS["Italy"]
    assert sent(a_game(), press.SendPress("Hi", ("F",), grey=True)).author is None


def test_observers_may_write() -> None:
    assert sent(a_game(), press.SendPress("Hi", ("F",)), AS_OBSERVER).author == OTTO


def test_press_goes_on_when_the_game_is_paused_or_over() -> None:
    for stage in (Stage.PAUSED, Stage.FINISHED, Stage.TERMINATED):
        assert sent(a_game(stage=stage), press.SendPress("Hello")).broadcast


def test_before_the_start_those_who_joined_may_talk() -> None:
    game = a_forming_game(STRANGER, PLAYERS["Italy"])
    sender = Sender(STRANGER, ENTRANT, proven=True)

    assert sent(game, press.SendPress("Hello"), sender).broadcast
    assert isinstance(refused(game, press.SendPress("Hi", ("F",)), sender).why, NoSuchPower)


def held(game: Game, command: press.SendPress, sender: Sender = ITALY) -> Game:
    """Return `game` with the message held."""
    (event,) = told(game, command, sender)
    assert isinstance(event, press.PressHeld)
    return after(game, event)


def out(game: Game, hours: float = 0) -> list[object]:
    """Return the result for held press after some hours: its recipients, or why it was returned."""
    return [
        fact.recipients if isinstance(fact, press.PressSent) else type(fact.why)
        for fact in press.released(game, NOW + timedelta(hours=hours))
    ]


def without_italy(game: Game) -> Game:
    return after(game, PlayerLeft(PLAYERS["Italy"], "Italy", ejected=False))


def test_delayed_press_leaves_at_its_moment_and_then_is_held_no_more() -> None:
    game = held(a_game(), press.SendPress("Hi", ("F",), when="2h"))
    (sent_then,) = press.released(game, NOW + timedelta(hours=2))

    assert out(game, 1.9) == []
    assert out(game, 2) == [("France",)]
    assert wakes_at(game) == NOW + timedelta(hours=2)
    assert after(game, sent_then).press_held == ()


def test_press_for_the_end_of_the_phase_leaves_with_it_or_with_the_game() -> None:
    game = held(a_game(), press.SendPress("Hi", ("F",), at_end=True))
    over = after(game, phases.GameTerminated(Ending((), "terminated by the Master")))
    processed = process(game, NOW)[0]

    assert out(game, 999) == []
    assert out(after(game, processed)) == [("France",)]
    assert out(over) == [("France",)]


def test_who_has_left_sends_what_could_but_be_recalled_and_nothing_delayed() -> None:
    settings = GameSettings(recall=timedelta(minutes=3))
    window = held(a_game(settings=settings), press.SendPress("Hi", ("F",)))
    delayed = held(a_game(), press.SendPress("Hi", ("F",), when="2h"))

    assert out(without_italy(window), 1) == [("France",)]
    assert out(without_italy(delayed), 3) == [press.LeftPlace]


def test_delayed_press_goes_by_what_is_allowed_when_it_leaves() -> None:
    game = held(a_game(), press.SendPress("Hi", ("F",), when="2h"))
    silent = replace(game, settings=GameSettings(press=PressRule.NONE))

    assert out(silent, 3) == [press.NoPress]


def test_press_to_powers_that_are_none_any_more_comes_back() -> None:
    game = held(a_game(), press.SendPress("Hi", ("F",), at_end=True))

    assert out(after(game, rolling.GameUnstarted(()))) == [press.GotNobody]


def test_nobody_recalls_what_another_wrote() -> None:
    game = held(a_game(), press.SendPress("Hi", ("F",), when="2h"))
    everything = press.RecallPress(all_of_it=True)

    assert isinstance(refused(game, everything, as_power("France")).why, press.NothingHeld)
    (event,) = told(game, everything, ITALY)
    assert after(game, event).press_held == ()


def test_two_messages_have_two_numbers() -> None:
    once = held(a_game(), press.SendPress("Hi", ("F",), at_end=True))
    twice = held(once, press.SendPress("Hi", ("F",), at_end=True))

    first, second = (one.number for one in twice.press_held)
    assert first != second
