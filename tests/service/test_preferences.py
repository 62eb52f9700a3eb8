"""People get mail in the form that they want: text, HTML, pictures or none."""

import json

import pytest

from tests.post import Arrived, Post
from tests.service.office import player_of, reply_address


@pytest.mark.parametrize(
    ("wish", "html", "shown", "asked"),
    [
        ("SET FORMAT HTML", True, "theatre", "large"),
        ("SET MAP WHOLE", True, "large", "large"),
        ("SET PICTURE SMALL", True, "small", "small"),
        ("SET MAP NONE", True, "none", "large"),
        ("SET FORMAT PLAIN", False, "none", "none"),
    ],
)
def test_a_mail_has_the_form_that_its_reader_wants(
    office: Post, wish: str, html: bool, shown: str, asked: str
) -> None:
    player = player_of(office, "France")

    def answer(body: str) -> Arrived:
        office.write(player, body, reply_address(office, player))
        return office.arrived[-1]

    answer(wish)

    orders = answer("ORDERS?")
    assert (orders.mail.get_body(("html",)) is not None) == html
    assert picture_of(orders) == shown
    assert picture_of(answer("MAP")) == asked
    assert picture_of(answer("SET WAIT")) == "none"
    assert picture_of(answer("A PAR - BUR")) == shown
    assert picture_of(answer("A PAR - BUR")) == "none"
    assert picture_of(answer("UNDO 1")) == shown
    assert picture_of(answer("A MAR H")) == "none"


def test_the_first_words_of_a_page_are_those_of_the_mail(office: Post) -> None:
    """Mailboxes show these words beside the subject."""
    player = player_of(office, "France")
    office.write(player, "ORDERS?", reply_address(office, player))
    page = office.arrived[-1].mail.get_body(("html",))

    assert page is not None
    words = page.get_content()
    assert "<body" in words
    said = words.index("Spring 1901", words.index("<body"))
    assert said < words.index("Write your answer above this line")


def picture_of(mail: Arrived) -> str:
    """Return what the picture of a mail shows; in tests its PNG part is a drawing in JSON."""
    for part in mail.mail.walk():
        if part.get_content_type() == "image/png":
            content = part.get_payload(decode=True)
            assert isinstance(content, bytes)
            drawing = json.loads(content)
            if drawing["theatre"]:
                return "theatre"
            return "small" if drawing["small"] else "large"
    return "none"
