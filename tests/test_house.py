"""The rules of the house that no other tool checks."""

import re
from pathlib import Path
from typing import get_args

import pytest

from judge.commands.table import TABLE, Row
from judge.game.events import Event

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "judge"
STORE = "".join(path.read_text() for path in (HOUSE / "store").rglob("*.py"))
EVENTS = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower(): event
    for event in get_args(Event)
}
# Somebody is told something by them, and that is all: nothing is to be kept.
TOLD_ONLY = {
    "confirmation_asked",
    "games_listed",
    "help_given",
    "history_shown",
    "line_not_understood",
    "line_offered",
    "lines_not_obeyed",
    "map_shown",
    "master_became",
    "orders_shown",
    "player_signed_on",
    "refused",
    "reply_address_sent",
    "summary_shown",
    "variants_shown",
}


def test_no_module_is_longer_than_300_lines() -> None:
    long = {
        str(path.relative_to(HOUSE)): lines
        for path in HOUSE.rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 300
    }

    assert long == {}


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_names_its_template_its_recorder_and_its_dialog(event: str) -> None:
    assert (ROOT / "templates" / f"{event}.txt").is_file()
    assert (ROOT / "tests" / "dialogs" / f"{event}.txt").is_file()
    assert (f"def _record_{event}(" in STORE) is (event not in TOLD_ONLY)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.forms[0])
def test_a_command_has_its_page_of_the_manual(row: Row) -> None:
    assert (ROOT / "templates" / "help" / f"{row.topic}.txt").is_file()


def test_a_dialog_begins_with_its_promise() -> None:
    dialogs = (ROOT / "tests" / "dialogs").glob("*.txt")

    assert [one.name for one in dialogs if not one.read_text().startswith("# ")] == []
