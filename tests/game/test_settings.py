"""Options: the values that a Master may set, and the answers to others."""

from datetime import time, timedelta

import pytest

from judge.game import Early, GameSettings, Nmr, PressRule, Refused, SetOption, SettingChanged
from judge.game.refusals import WrongValue
from judge.game.settings import change
from judge.game.settings.change import set_option
from judge.game.settings.options import OPTIONS
from judge.game.settings.values import read_length
from tests.game.builders import AS_MASTER, STANDARD, a_game, told

HOUR = timedelta(hours=1)


def changed(text: str) -> SettingChanged:
    event = set_option(GameSettings(), text, STANDARD, forming=True)
    assert isinstance(event, SettingChanged), event
    return event


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("48", 48),
        ("48h", 48),
        ("48 hours", 48),
        ("2 days", 48),
        ("1d 12h", 36),
        ("1 day and 1 hour", 25),
        ("1.5h", 1.5),
        ("90m", 1.5),
        ("1w", 168),
    ],
)
def test_lengths_are_hours_unless_they_say_otherwise(text: str, hours: float) -> None:
    assert read_length(text) == hours * HOUR


@pytest.mark.parametrize("text", ["", "soon", "48x", "h", "--", "9999999", "1.2.3"])
def test_what_is_no_length_is_none(text: str) -> None:
    assert read_length(text) is None


def test_the_length_of_each_kind_of_phase_is_set_alone() -> None:
    timing = changed("MOVE NEXT 48").settings.timing

    assert (timing.movement, timing.retreat) == (48 * HOUR, 24 * HOUR)
    assert changed("RETREAT NEXT 12h").settings.timing.retreat == 12 * HOUR
    assert changed("adjust next 2 days").settings.timing.adjustment == 48 * HOUR


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("CLOCK 21:00", time(21)),
        ("CLOCK 1410", time(23, 30)),
        ("CLOCK 0", time(0)),
        ("CLOCK NONE", None),
        ("CLOCK -1", None),
        ("NO CLOCK", None),
    ],
)
def test_the_clock_is_a_time_or_the_minute_of_the_day(text: str, clock: time | None) -> None:
    assert changed(text).settings.timing.clock == clock


def test_other_settings_are_read() -> None:
    assert changed("DAYS -mTWTF-").settings.timing.days == "-mTWTF-"
    assert changed("ZONE europe/paris").settings.timing.zone == "Europe/Paris"
    assert changed("ZONE America/New York").settings.timing.zone == "America/New_York"
    assert changed("GRACE 0").settings.timing.grace == timedelta()
    assert changed("DELAY 15m").settings.timing.delay == HOUR / 4
    assert changed("REMINDERS 4, 24").settings.timing.reminders == (24 * HOUR, 4 * HOUR)
    assert changed("NO REMINDERS").settings.timing.reminders == ()
    assert changed("EARLY FIXED").settings.timing.early is Early.FIXED
    assert changed("NMR WAIT").settings.nmr is Nmr.WAIT
    assert changed("NMR").settings.nmr is Nmr.HOLD
    assert changed("NoNMR").settings.nmr is Nmr.WAIT
    assert changed("PRESS NONE").settings.press is PressRule.NONE
    assert changed("PRESS broadcast").settings.press is PressRule.BROADCAST
    assert not changed("NODIAS").settings.draw_in_all_survivors
    assert changed("DIAS").settings.draw_in_all_survivors
    assert changed("CONVOY FALLBACK ON").settings.convoy_fallback
    assert not changed("NO LIST").settings.listed
    assert not changed("UNLISTED").settings.listed
    assert changed("COMMENT Come in, all").settings.comment == "Come in, all"
    assert changed("COMMENT none").settings.comment == ""


def test_what_was_set_is_shown_in_plain_words() -> None:
    event = changed("move next 50.5")

    assert (event.option, str(event.value)) == ("MOVE NEXT", "50 hours 30 minutes")
    assert str(changed("NODIAS").value) == "off"
    assert str(changed("REMINDERS 24,4").value) == "24 hours, 4 hours"
    assert str(changed("CLOCK none").value) == "none"


@pytest.mark.parametrize(
    "text",
    [
        "MOVE NEXT soon",
        "MOVE NEXT 0",
        "MOVE NEXT -5",
        "MOVE NEXT 9999",
        "CLOCK 25:00",
        "CLOCK 21",
        "CLOCK 1440",
        "DAYS -------",
        "DAYS MTWTF",
        "ZONE Middle/Earth",
        "ZONE ../../etc/passwd",
        "ZONE",
        "PRESS loud",
        "REMINDERS 24h never",
        "REMINDERS",
        "EARLY maybe",
        "DIAS perhaps",
    ],
)
def test_a_wrong_value_changes_nothing_and_is_answered_with_an_example(text: str) -> None:
    event = set_option(GameSettings(), text, STANDARD, forming=True)

    assert isinstance(event, Refused)
    assert isinstance(event.why, WrongValue)
    name, example = event.why.option, event.why.example
    assert example.startswith(f"SET {name}")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_example_of_each_option_works(option: object) -> None:
    example = next(one.example for one in OPTIONS if one is option)

    assert isinstance(
        set_option(GameSettings(), example.removeprefix("SET "), STANDARD, forming=True),
        SettingChanged,
    )


def test_an_unknown_option_is_answered_with_those_that_are_near() -> None:
    event = set_option(GameSettings(), "REMINDRES 24", STANDARD, forming=True)

    assert isinstance(event, Refused)
    assert isinstance(event.why, change.NoSuchOption)
    assert event.why.words == "REMINDRES 24"
    assert "REMINDERS" in event.why.near


@pytest.mark.parametrize("word", ["PASWORD", "PW", "PASSWD", "Passwort"])
def test_what_may_be_a_password_is_not_repeated(word: str) -> None:
    event = set_option(GameSettings(), f"{word} hunter2", STANDARD, forming=True)

    assert isinstance(event, Refused)
    assert "hunter2" not in str(event)


def test_a_master_sets_what_the_reader_of_letters_split() -> None:
    (event,) = told(a_game(), SetOption("MOVE NEXT", "48"), AS_MASTER)
    (other,) = told(a_game(), SetOption("NO DIAS", ""), AS_MASTER)

    assert isinstance(event, SettingChanged)
    assert event.settings.timing.movement == 48 * HOUR
    assert isinstance(other, SettingChanged)
    assert other.option == "DIAS"


def test_what_follows_a_negated_option_is_not_dropped() -> None:
    refused = set_option(GameSettings(), "no PRESS broadcast", STANDARD, forming=True)

    assert isinstance(refused, Refused)
    assert isinstance(refused.why, WrongValue)
    assert refused.why.value == "no broadcast"
