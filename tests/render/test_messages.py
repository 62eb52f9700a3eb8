"""All text from messages is in the language of the mail."""

import re
import shlex
from gettext import NullTranslations
from html import unescape
from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

from judge.messages import any_of, counted, message, series
from judge.render.templates import Language
from tests.render.boards import ROOT
from tests.render.mails import all_mails

CATALOG = ROOT / "templates" / "messages.pot"
COMMAND = re.compile(r"^ *(pybabel -q extract (?:.*\\\n)*.*)$", re.M)
INNERMOST = re.compile(r"«[^«»]*»")
GAP = re.compile(r"\{\w+\}")


class Marked(NullTranslations):
    """A catalog whose language is English between two marks."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»"


def unmarked(text: str) -> str:
    """Return the text of a mail without the parts that came from messages, as one line."""
    text = " ".join(text.split())
    while (less := INNERMOST.sub("", text)) != text:
        text = less
    return text


def fragments() -> set[str]:
    """Return the texts between the gaps of messages that occur in no template."""
    with CATALOG.open("rb") as file:
        ids = [one.id for one in read_po(file) if one.id]
    forms = [form for one in ids for form in ([one] if isinstance(one, str) else one)]
    parts = {part.strip(" .,;:") for form in forms for part in GAP.split(form)}
    texts = [one.read_text() for one in CATALOG.parent.rglob("*.txt")]
    phrases = [part for part in parts if part.count(" ") >= 3]
    return {part for part in phrases if not any(part in text for text in texts)}


MAILS = all_mails(Language(Marked()))
PHRASES = fragments()


@pytest.mark.parametrize("name", MAILS)
def test_no_message_is_said_in_english_in_another_language(name: str) -> None:
    mail = MAILS[name]
    page = unescape(re.sub(r"<style>.*</style>|<[^>]*>", " ", mail.html, flags=re.S))
    said = unmarked(mail.subject), unmarked(mail.text), unmarked(page)

    assert [part for part in PHRASES for text in said if part in text] == []


def test_each_message_of_the_code_stands_in_the_catalog_for_translators(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The catalog is made by the command in `templates/README.md`."""
    monkeypatch.chdir(ROOT)
    found = COMMAND.search((ROOT / "templates" / "README.md").read_text())
    assert found is not None
    made = tmp_path / "messages.pot"
    words = shlex.split(found[1].replace("\\\n", ""))

    CommandLineInterface().run(
        [str(made) if one == "templates/messages.pot" else one for one in words]
    )

    assert made.read_text() == CATALOG.read_text()


def test_messages_in_the_gaps_of_messages_are_put_into_words_too() -> None:
    units = counted("{count} unit", "{count} units", 2)
    told = message("{power} has {units}", power="France", units=units)

    assert str(told) == "France has 2 units"
    assert Language(Marked()).text(told) == "«France has «2 units»»"
    assert Language(NullTranslations()).spoken([("a", told)]) == [["a", "France has 2 units"]]


def test_lists_are_messages_where_they_need_a_word() -> None:
    assert str(any_of(["A", message("none"), "C"])) == "A, none or C"
    assert series(["A", "B"]) == "A, B"
    assert str(series([message("none"), "B", "C"])) == "none, B, C"
