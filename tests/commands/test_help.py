import re
from pathlib import Path

import pytest

from judge.commands import TOPICS, similar_topics, topic_of, topics_for
from judge.commands.table import TABLE, Row
from judge.game import Who

HELP = Path(__file__).parent.parent.parent / "templates" / "help"
TEXTS = {path.stem: path.read_text().splitlines() for path in HELP.iterdir()}


def test_every_topic_has_a_text_and_no_text_is_stray() -> None:
    assert set(TEXTS) == set(TOPICS)


def test_every_command_has_a_topic() -> None:
    assert [row.forms for row in TABLE if row.topic not in TOPICS] == []


@pytest.mark.parametrize("topic", TOPICS)
def test_a_text_fits_a_screen_of_a_mail(topic: str) -> None:
    assert len(TEXTS[topic]) < 40
    assert [line for line in TEXTS[topic] if len(line) > 72] == []
    assert [line for line in TEXTS[topic] if line != line.rstrip()] == []


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.forms[0])
def test_the_text_of_a_command_shows_how_it_is_written(row: Row) -> None:
    text = "".join(TEXTS[row.topic]).upper().replace(" ", "")

    assert any(form.replace(" ", "") in text for form in row.forms)


def test_the_index_has_each_page_on_a_command_once() -> None:
    listed = [topic for who in Who for topic in topics_for(who)]

    assert sorted(listed) == sorted({row.topic for row in TABLE} - {"joining", "press"})


@pytest.mark.parametrize("topic", [topic for who in Who for topic in topics_for(who)])
def test_a_page_begins_with_what_the_index_says_of_it(topic: str) -> None:
    title, gist = "\n".join(TEXTS[topic]).split("\n\n")[:2]

    assert title == title.upper()
    assert re.match(r"[A-Z][^.:;]+[.:;]", gist)


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("", "index"),
        ("orders", "orders"),
        ("SHOW ORDERS", "show"),
        ("Sign On", "signon"),
        ("set nowait", "wait"),
        ("BROADCAST", "press"),
        ("deadline", "deadlines"),
        ("set deadline", "setdeadline"),
        ("late", "deadlines"),
        ("password", "addresses"),
        ("take over", "joining"),
        ("SET MOVE NEXT", "set"),
        ("xyzzy", None),
        ("phase", "phase"),
        ("conditions", "if"),
        ("tie", "draw"),
        ("chat", "press"),
        ("kibitzer", "observe"),
        ("undo processing", "rollback"),
        ("scheduled announcement", "official"),
        ("message of the day", "admin"),
        ("hash chain", "audit"),
        ("csv", "export"),
    ],
)
def test_a_topic_is_found_by_its_words(words: str, topic: str | None) -> None:
    assert topic_of(words) == topic


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        ("ordrs", "orders"),
        ("proces", "process"),
        ("how to convoy", "orders"),
        ("convoi", "orders"),
        ("html mail", "my"),
        ("vacatoin", "absence"),
    ],
)
def test_topics_that_may_be_meant_are_named(words: str, topics: str) -> None:
    assert topics in similar_topics(words)


@pytest.mark.parametrize("words", ["xyzzy", "backstabbing", "mute", "donate", "screen reader"])
def test_nothing_is_named_where_nothing_is_near(words: str) -> None:
    assert similar_topics(words) == ()
