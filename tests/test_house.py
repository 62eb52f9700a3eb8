"""The rules of the house that no other tool checks."""

import re
from pathlib import Path
from typing import get_args

import pytest

from judge.commands.table import TABLE, Row
from judge.game.events import Event, Fact

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "judge"
STORE = "".join(path.read_text() for path in (HOUSE / "store").rglob("*.py"))
FACTS = get_args(Fact)
EVENTS = get_args(Event)


def in_words(event: type) -> str:
    """Return the name that its template and its dialog have."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def test_no_module_is_longer_than_300_lines() -> None:
    long = {
        str(path.relative_to(HOUSE)): lines
        for path in HOUSE.rglob("*.py")
        if (lines := len(path.read_text().splitlines())) > 300
    }

    assert long == {}


@pytest.mark.parametrize("event", EVENTS, ids=in_words)
def test_an_event_has_its_template_and_its_dialog(event: type) -> None:
    assert (ROOT / "templates" / f"{in_words(event)}.txt").is_file()
    assert (ROOT / "tests" / "dialogs" / f"{in_words(event)}.txt").is_file()


@pytest.mark.parametrize("event", EVENTS, ids=in_words)
def test_an_event_says_what_it_weighs_and_what_is_seen_of_it(event: type) -> None:
    assert {"weight", "seen"} <= vars(event).keys()


@pytest.mark.parametrize("fact", FACTS, ids=in_words)
def test_a_fact_has_its_recorder_its_readers_and_what_they_are_shown(
    fact: type,
) -> None:
    assert f"def _record_{in_words(fact)}(" in STORE
    assert {"readers", "shown"} <= vars(fact).keys()


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.forms[0])
def test_a_command_has_its_page_of_the_manual(row: Row) -> None:
    assert (ROOT / "templates" / "help" / f"{row.topic}.txt").is_file()


def test_a_dialog_begins_with_its_promise() -> None:
    dialogs = (ROOT / "tests" / "dialogs").glob("*.txt")

    assert [one.name for one in dialogs if not one.read_text().startswith("# ")] == []
