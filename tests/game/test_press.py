"""Press: exactly those who were named get it, or nobody does."""

import pytest

from judge.commands.model import SendPress
from judge.game.events import PressSent, Refused
from judge.game.model import ENTRANT, Game, GameSettings, PressRule, Sender, Stage
from judge.game.refusals import (
    EmptyPress,
    NoPartialPress,
    NoPress,
    NoSuchPower,
)
from tests.game.builders import (
    AS_MASTER,
    AS_OBSERVER,
    OTTO,
    PLAYERS,
    POWERS,
    STRANGER,
    a_forming_game,
    a_game,
    as_power,
    told,
)

ITALY = as_power("Italy")
OTHERS = tuple(power for power in POWERS if power != "Italy")


def sent(game: Game, command: SendPress, sender: Sender = ITALY) -> PressSent:
    (event,) = told(game, command, sender)
    assert isinstance(event, PressSent)
    return event


def refused(game: Game, command: SendPress, sender: Sender = ITALY) -> Refused:
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
    press = sent(a_game(), SendPress("Hello", words))

    assert press.recipients == recipients
    assert not press.broadcast


@pytest.mark.parametrize("words", [("Narnia",), ("ger",), ("F", "x"), ("I",), ("",)])
def test_an_unknown_or_ambiguous_recipient_sends_nothing_and_the_text_is_returned(
    words: tuple[str, ...],
) -> None:
    event = refused(a_game(), SendPress("Dear friend", words))

    assert isinstance(event.why, NoSuchPower)
    assert event.text == "Dear friend"


def test_press_to_nobody_in_particular_goes_to_all_but_the_sender() -> None:
    for command in (SendPress("Hello"), SendPress("Hello", ("ALL",))):
        press = sent(a_game(), command)

        assert press.broadcast
        assert press.recipients == (*OTHERS, "Master", "Observer")


def test_all_but_leaves_out_those_who_are_named() -> None:
    press = sent(a_game(), SendPress("Hello", ("R", "O"), all_but=True))

    assert set(press.recipients) == {*OTHERS, "Master"} - {"Russia"}
    assert not press.broadcast


def test_all_but_an_unknown_power_goes_to_nobody() -> None:
    event = refused(a_game(), SendPress("Psst", ("Narnia",), all_but=True))

    assert isinstance(event.why, NoSuchPower)


def test_empty_press_is_refused() -> None:
    assert refused(a_game(), SendPress(" \n ")).why == EmptyPress()


def test_without_press_only_the_master_may_be_written_to_and_may_write() -> None:
    game = a_game(settings=GameSettings(press=PressRule.NONE))

    assert refused(game, SendPress("Hello", ("F",))).why == NoPress()
    assert refused(game, SendPress("Hello")).text == "Hello"
    assert sent(game, SendPress("Help", ("M",))).recipients == ("Master",)
    assert sent(game, SendPress("Order!", ("F",)), AS_MASTER).recipients == ("France",)


def test_where_only_broadcasts_are_allowed_partial_press_is_returned() -> None:
    game = a_game(settings=GameSettings(press=PressRule.BROADCAST))

    event = refused(game, SendPress("Psst", ("F",)))

    assert (event.why, event.text) == (NoPartialPress(), "Psst")
    assert sent(game, SendPress("Hello")).broadcast


def test_press_without_an_end_is_marked_as_such() -> None:
    assert sent(a_game(), SendPress("Shall we?", ("F",), closed=False)).unended
    assert not sent(a_game(), SendPress("Shall we?", ("F",))).unended


def test_grey_press_names_no_author() -> None:
    assert sent(a_game(), SendPress("Hi", ("F",))).author == PLAYERS["Italy"]
    assert sent(a_game(), SendPress("Hi", ("F",), grey=True)).author is None


def test_observers_may_write() -> None:
    assert sent(a_game(), SendPress("Hi", ("F",)), AS_OBSERVER).author == OTTO


def test_press_goes_on_when_the_game_is_paused_or_over() -> None:
    for stage in (Stage.PAUSED, Stage.FINISHED, Stage.TERMINATED):
        assert sent(a_game(stage=stage), SendPress("Hello")).broadcast


def test_before_the_start_those_who_joined_may_talk() -> None:
    game = a_forming_game(STRANGER, PLAYERS["Italy"])
    sender = Sender(STRANGER, ENTRANT, proven=True)

    assert sent(game, SendPress("Hello"), sender).broadcast
    assert isinstance(refused(game, SendPress("Hi", ("F",)), sender).why, NoSuchPower)
