"""The counterparts here of the options of other judges."""

from datetime import time, timedelta

import pytest

from judge.commands.match import find_row
from judge.engine import PhaseKind
from judge.game import GameSettings, PressRule, Refused, SettingChanged, Timing
from judge.game.refusals import WrongValue
from judge.game.settings import change
from judge.game.settings.change import set_option, set_options
from judge.game.settings.elsewhere import ELSEWHERE, SAME
from tests.game.builders import STANDARD

# The options of njudge, from its master's help file.
NJUDGE = """
MOVE CLOCK 1410 | RETREAT CLOCK -1 | MOVE MIN 12 | MOVE NEXT 71 | MOVE GRACE 167
MOVE DELAY 0.5 | MOVE DAYS -MTWTF- | STRICT GRACE | STRICT WAIT | NMR | NO NMR | CD
LATE COUNT | NO LATE COUNT | MAX ABSENCE 15 | AUTO PROCESS | MANUAL PROCESS
AUTO START | MANUAL START | RESUME | NO RESUME | MODERATE | UNMODERATE | LIST
NOLIST | PUBLIC | PRIVATE | LISTED | ACCESS ANY | ACCESS DIFFERENT-SITE | LEVEL ANY
DEDICATION 10 | ONTIMERAT 0.9 | RESRAT 0.1 | ALLOW PLAYER a@b.org
DENY PLAYER -a@b.org | APPROVAL | NO APPROVAL | APPROVE x | PRFLIST | PRFRAND
PLAYERS 4 | POWERS 5 | QUIET | NO QUIET | SHOW | NOSHOW | REVEAL | NOREVEAL | SECRET
RATED | UNRATED | COMMENT text | BN 12 | WHITE | GREY | WHITE-GREY | GREY/WHITE
PRESS NONE | NO PRESS | PARTIAL | NO PARTIAL | PARTIAL PRESS | NO PARTIAL PRESS
NO FAKE | PARTIAL MAY BE FAKED | PARTIAL FAKES BROADCAST BY DEFAULT | OBSERVER ANY
OBSERVER NO | MINOR PRESS | NO LATE PRESS | GRACE PRESS | MUST ORDER | BLANK PRESS
POSTAL PRESS | TOUCH PRESS | ALL PRESS | NORMAL PRESS | WATCH ALL PRESS | BROADCAST
NO BROADCAST | DIAS | NO DIAS | CONCESSIONS | NO CONCESSIONS | CENTERS 18
ALLIED WIN | CAPTURE WIN | VARIANT gunboat | NOT VARIANT blind | VARIANT modern
GUNBOAT | BLIND | HOME CENTERS | ONE CENTER | ANY CENTER | NORMAL DISBAND
ANY DISBAND | AUTO DISBAND | BLANK BOARD | EMPTY BOARD | TRANSFORM fall:home
NO TRANSFORM | ATTACK TRANSFORM | PROXY | PORTAGE | COASTAL CONVOYS | STRICT CONVOY
DUALITY | GATEWAYS | RAILWAYS | HONG KONG | SUMMER | HOME TRANSFER | NEUTRALS
BCENTERS | AUTO CREATE | ADJACENCY | ASSASSINS | BANK | LOANS | DICE | FAMINE | PLAGUE
FORT | GARRISON | MONEY | SPECIAL | STORM | MACH2 | PRIMARY | SECONDARY
""".replace("\n", " | ").split(" | ")
# Rules of DPjudge, from its list.
DPJUDGE = """
POWER_CHOICE | MOBILIZE | BLANK_BOARD | SOLITAIRE | SILENT_JOIN | START_MASTER |
NO_PRESS | PUBLIC_PRESS | NO_PARTIAL | MUST_ORDER | LATE_SEND | NO_LATE_RECEIVE |
FTF_PRESS | GREY_PRESS | WHITE_GREY | FAKE_PRESS | MUTE_OBSERVERS | TOUCH_PRESS |
PRESS_MASTER | UNITS_ADAPT | SAFE_CONVOYS | WEAK_CONVOYS | CONVOY_BACK | NO_RETREAT |
BUILD_ANY | HOME_BUILDS | REMOTE_BUILDS | BLIND | HIDE_LATE_POWERS | CIVIL_DISORDER |
CD_DUMMIES | NO_DEADLINE | NO_LATE_CHANGES | REAL_TIME | NO_MINOR_WAIT | ALWAYS_WAIT |
PROPOSE_DIAS | NO_DIAS | HOLD_WIN | SHARED_VICTORY | NO_CHECK | DONT_SKIP_PHASES |
NO_OBSERVATIONS | MULTIPLE_POWERS_PER_PLAYER
""".replace("\n", " ").split(" | ")


def changed(text: str) -> GameSettings:
    event = set_option(GameSettings(), text, STANDARD, forming=True)
    assert isinstance(event, SettingChanged), event
    return event.settings


def is_answered(text: str) -> bool:
    """Return whether an option is set, or is refused by its own name."""
    event = set_option(GameSettings(), text, STANDARD, forming=True)
    if isinstance(event, Refused) and isinstance(event.why, change.NotOffered):
        return event.why.words.split()[0] in text.upper()
    return not isinstance(event, Refused) or isinstance(event.why, WrongValue)


def test_an_option_of_another_judge_is_set_or_answered_by_its_name() -> None:
    options = [*filter(None, NJUDGE), *map(str.strip, DPJUDGE)]

    assert [text for text in options if not is_answered(text)] == []


def test_words_for_press_are_those_of_the_other_judges() -> None:
    assert changed("NO PRESS").press is PressRule.NONE
    assert changed("PUBLIC PRESS").press is PressRule.BROADCAST
    assert changed("no partial press").press is PressRule.BROADCAST
    assert changed("PARTIAL PRESS").press is PressRule.FULL
    assert not changed("PRIVATE").listed
    assert changed("PUBLIC").listed


def test_what_is_for_one_kind_of_phase_does_not_change_it_for_all() -> None:
    words = ["MOVE", "CLOCK", "20:00", "RETREAT", "CLOCK", "-1", "ADJUST", "GRACE", "71"]
    settings = set_options(GameSettings(), words, STANDARD)
    assert isinstance(settings, GameSettings)
    timing = settings.timing

    assert (timing.clock, timing.grace) == (Timing().clock, Timing().grace)
    assert timing.of(PhaseKind.MOVEMENT).clock == time(20)
    assert timing.of(PhaseKind.RETREAT).clock is None
    assert timing.of(PhaseKind.ADJUSTMENT).grace == timedelta(hours=71)


def test_create_tells_options_of_other_judges_apart_from_ours() -> None:
    ours, theirs = "NO PARTIAL PRESS NO DIAS", "MOVE NEXT 48 STRICT WAIT DIAS"
    settings = set_options(GameSettings(), ours.split(), STANDARD)
    refused = set_options(GameSettings(), theirs.split(), STANDARD)

    assert isinstance(settings, GameSettings)
    assert settings.press is PressRule.BROADCAST
    assert not settings.draw_in_all_survivors
    assert isinstance(refused, Refused)
    assert refused.why.words == "STRICT WAIT"


@pytest.mark.parametrize("words", [w for w, ours in SAME.items() if ours not in ("", "NO")])
def test_words_that_mean_the_same_are_known_here(words: str) -> None:
    event = set_option(GameSettings(), words, STANDARD, forming=True)

    assert isinstance(event, SettingChanged) or not isinstance(event.why, change.NoSuchOption)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_is_not_offered_is_answered_with_a_command_there_is(name: str) -> None:
    other = ELSEWHERE[name]

    assert str(other.remark).endswith(".")
    assert find_row(other.lines[0]) if other.lines else True
