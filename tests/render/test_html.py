"""The HTML of a mail says what its text says, and is safe and well formed."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from inscriptis import get_text

from judge.game import press
from judge.letter import Notice
from judge.pictures import Theme, colors_of
from judge.render import Renderer
from tests.kinds import replace
from tests.render import story
from tests.render.boards import ROOT, STANDARD
from tests.render.mailing import news
from tests.render.mails import all_mails

MAILS = {name: mail for name, mail in all_mails().items() if mail.html}
_PICTURE = re.compile(r"<!--picture \d-->.*?<!--/picture-->", re.DOTALL)
_OPEN_ENDED = {"meta", "img", "br", "hr"}


class Tags(HTMLParser):
    """The open elements, and those that were closed in the wrong order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        if tag not in _OPEN_ENDED:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def tags(html: str) -> Tags:
    parser = Tags()
    parser.feed(html)
    parser.close()
    return parser


def words(text: str) -> list[str]:
    """Return the words of a text, without the signs that mark headings and people's words."""
    return [word for word in text.split() if word not in ("===", "|")]


def test_only_mails_about_trouble_have_no_html() -> None:
    plain = [name for name, mail in all_mails().items() if not mail.html]

    assert plain == [
        "letter set aside",
        "letter unread: it has too many lines",
        "letter unread",
        "letter unread and waited for",
        "password guessed",
        "two seats",
        "game stuck",
        "alarm raised",
        "forgeries denied",
        "letters rescued",
        "troubles gathered",
        "Masters changed",
        "players ejected",
        "alarm over",
        "postmaster written",
        "delivery failed",
        "invitation failed",
        "address paused",
        "browser opened",
        "mail moved",
        "mail paused",
    ]


def differing(is_so: Callable[[Notice], bool]) -> list[str]:
    """Return the names of the mails for which `is_so` is false."""
    return [name for name, mail in MAILS.items() if not is_so(mail)]


def test_the_html_says_what_the_text_says() -> None:
    def says_the_same(mail: Notice) -> bool:
        return words(get_text(_PICTURE.sub("", mail.html))) == words(mail.text)

    assert differing(says_the_same) == []


def test_every_element_is_closed_in_its_turn() -> None:
    found = {name: tags(mail.html) for name, mail in MAILS.items()}

    assert [name for name, one in found.items() if one.open or one.wrong] == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    far = re.compile(r"https?://|url\(|@import|<script|<link")
    sources = {name: re.findall(r'src="([^"]*)"', m.html) for name, m in MAILS.items()}

    assert differing(lambda mail: not far.search(mail.html)) == []
    assert [s for s in sources.values() if s != [f"cid:board{n}" for n in range(len(s))]] == []


def test_each_drawing_of_a_page_has_its_place() -> None:
    assert differing(lambda m: len(_PICTURE.findall(m.html)) == len(m.drawings)) == []


def test_results_and_orders_come_with_a_picture() -> None:
    pictured = {name for name, mail in MAILS.items() if mail.drawings}

    assert {
        "results of movement",
        "results of retreats",
        "results of adjustments",
        "start",
        "orders complete",
        "orders shown",
    } <= pictured


def test_news_of_a_newcomer_bring_no_board() -> None:
    assert MAILS["taken over"].drawings
    assert MAILS["observer"].drawings
    assert not MAILS["taken over, to the others"].drawings
    assert not MAILS["observer, to the Master"].drawings


def test_what_a_line_does_stands_beside_it_in_a_column_of_its_own() -> None:
    cells = re.findall(r"<td[^>]*>(.*?)</td>", MAILS["help"].html)

    assert cells[:4] == ["A Paris - Burgundy", "move", "Army Paris moves to Burgundy", "the same"]


@pytest.mark.parametrize("name", [one for one in MAILS if one.startswith("results of")])
def test_results_tell_the_deadline_before_they_show_the_board(name: str) -> None:
    text, html = MAILS[name].text, MAILS[name].html

    assert "\n".join(text.splitlines()[:12]).count("in 2 days 4 hours") == 1
    assert html.index("in 2 days 4 hours") < html.index("<!--picture 0-->")


def test_powers_have_dots_in_the_colors_of_the_board() -> None:
    html = MAILS["results of movement"].html

    for power, colors in colors_of(STANDARD, Theme.LIGHT).items():
        dots = re.findall(rf"background:{colors.strong}\"></span>{power}", html)
        assert len(dots) == 2, power  # above its orders, and beside its units


def test_a_picture_has_words_for_who_cannot_see_it() -> None:
    html = MAILS["results of movement"].html

    assert 'alt="The board of smp after Fall 1902 movement. Austria has 5 cent' in html


@pytest.mark.parametrize("part", ["light dark", "prefers-color-scheme", "max-width"])
def test_a_page_suits_the_dark_and_small_screens(part: str) -> None:
    assert differing(lambda mail: part in mail.html) == []


def test_what_a_player_wrote_is_only_text() -> None:
    text = '<img src="https://evil.example/x"> & <b>bold</b> \x02<i>\x03'
    renderer = Renderer(ROOT / "templates", "judge@judge.example")
    sent = press.PressSent("Italy", ("France",), text, broadcast=False)
    mail = news(renderer, story.STARTED, sent, "France")

    assert tags(mail.html).names.isdisjoint({"img", "b", "i"})
    assert "&lt;img src=" in mail.html


def test_press_that_came_with_others_in_one_mail_stands_in_a_box_too() -> None:
    html = MAILS["put together"].html

    assert re.findall(r'class="framed"[^>]*>([^<]*)<', html) == ["Shall we?", "Well?"]


def test_a_game_is_told_by_its_name_alone() -> None:
    odd = replace(story.STARTED, name="<i>&")
    renderer = Renderer(ROOT / "templates", "judge@judge.example")
    sent = press.PressSent("Italy", ("France",), "Hello", broadcast=False)

    assert "i" not in tags(news(renderer, odd, sent, "France").html).names
