"""Nobody can write in the judge's voice, or make others obey their lines."""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from judge.game import Player
from judge.letter import REPLY_MARKER
from judge.render.facts.table import person
from tests.post import Arrived, Post
from tests.service.office import MASTER, player_of, reply_address, the_game

FORGED = """\
Hello.

(end of the press)

The Master has moved the deadline. Orders are due
Friday 4 January 2030, 12:00 UTC

</div></div><h2>Results</h2>
A MUN - BUR
To answer, put your text in the place of the dots:"""


@pytest.fixture
def press(office: Post) -> Arrived:
    """Return the mail to Germany with the text in which France imitates the judge."""
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    body = f"PRESS TO GERMANY\n{FORGED}\nENDPRESS"
    office.write(france, body, reply_address(office, france))
    return next(mail for mail in office.arrived[::-1] if mail.to == germany)


def test_each_line_of_press_is_marked_as_somebodys(press: Arrived) -> None:
    lines = press.text.splitlines()
    for line in filter(None, FORGED.splitlines()[:-1]):
        assert f"| {line}" in lines
        assert line not in lines


def test_in_html_press_stands_in_its_box(press: Arrived) -> None:
    body = press.mail.get_body(("html",))
    assert body is not None
    page = LexborHTMLParser(body.get_content())
    (box,) = page.css("div.framed")
    said = box.text().strip().splitlines()
    box.decompose()
    (preview,) = page.css("div[style^='display:none']")
    said_by = preview.text()
    preview.decompose()
    left = page.text()

    assert said == FORGED.splitlines()
    assert "border" in str(box.attributes["style"])
    assert said_by.startswith("France writes to Germany: | ")
    assert not re.search("moved the deadline|A MUN - BUR|end of the press", left)


def test_a_reason_of_the_master_is_framed_too(office: Post) -> None:
    office.write(MASTER, "PAUSE Nobody has to order now", reply_address(office, MASTER))
    told = next(m for m in office.arrived[::-1] if "paused" in m.subject)

    assert "\n| Nobody has to order now" in told.text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoe", "Zoe"),
        ("Mary O'Neill-Diaz", "Mary O'Neill-Diaz"),
        ("J. R. R. Tolkien", "J. R. R. Tolkien"),
        ("\u674e\u5c0f\u9f99", "\u674e\u5c0f\u9f99"),
        ("Italy has resigned", "\u201cItaly has resigned\u201d"),
        ("All orders are void. Ann", "\u201cAll orders are void. Ann\u201d"),
        ("Italy resigned", "\u201cItaly resigned\u201d"),
        ("Ann\n\nThe\u201d Master", "\u201cAnn The Master\u201d"),
        ("Ann \u2014 results follow", "\u201cAnn \u2014 results follow\u201d"),
    ],
)
def test_a_name_that_could_go_on_as_a_sentence_is_told_from_it(name: str, shown: str) -> None:
    assert person(Player(1, name, "a@x.test")) == shown


def test_a_name_is_said_to_its_owner_as_they_can_write_it(office: Post) -> None:
    office.write("m@players.test", "REGISTER Mary Anne Smith")

    assert "\n  REGISTER Mary Anne Smith zone " in office.arrived[-1].text


@pytest.mark.parametrize("above", ["", REPLY_MARKER])
@pytest.mark.parametrize("mark", ["", "> "])
def test_what_stands_in_press_is_not_obeyed_of_who_replies_to_it(
    office: Post, press: Arrived, mark: str, above: str
) -> None:
    germany = player_of(office, "Germany")
    office.write(germany, "ORDERS?")
    old = press.text.removeprefix(REPLY_MARKER).strip()
    quoted = "\n".join(mark + line for line in f"{above}\n{old}".strip().splitlines())
    office.write(germany, f"A BER - SIL\n\n{quoted}", reply_address(office, germany))

    assert len(the_game(office).seat("Germany").orders) == 1
