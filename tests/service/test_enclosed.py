"""Pictures and calendar entries are in the mails they belong to, or are left out."""

import re
from datetime import timedelta
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path

from judge.pictures import painted, read_drawing
from tests.kinds import replace
from tests.post import Arrived, Post
from tests.render.boards import ROOT
from tests.service.office import ORDERS, player_of, reply_address

MORE = (*ORDERS["Russia"], "F STP/SC - BOT")


def types(mail: Arrived) -> list[str]:
    return [part.get_content_type() for part in mail.mail.walk()]


def results(office: Post) -> list[Arrived]:
    """Let all players send orders; return the results, which come before the deadline."""
    for power, orders in (ORDERS | {"Russia": MORE}).items():
        player = player_of(office, power)
        office.write(player, "\n".join(orders), reply_address(office, player))
    office.now += timedelta(minutes=31)
    office.tick()
    found = [mail for mail in office.arrived if mail.subject == "[smp] S1901M results"]
    assert len(found) == 8
    return found


def test_results_bring_the_board_and_the_next_deadline(office: Post) -> None:
    found = results(office)

    assert all("image/png" in types(mail) for mail in found)
    calendars = [types(mail).count("text/calendar") for mail in found]
    assert sorted(calendars) == [0, 1, 1, 1, 1, 1, 1, 1]  # the Master has none


def test_a_mail_without_its_picture_still_goes(office: Post) -> None:
    office.judge = replace(office.judge, picture=lambda drawing: b"")

    for mail in results(office):
        html = mail.mail.get_body(("html",))
        assert html is not None
        assert "image/png" not in types(mail)
        assert "<img" not in html.get_content()
        assert "Units" in mail.text


def test_players_get_their_theatre_and_the_same_picture_of_the_whole_board(office: Post) -> None:
    asked: list[str] = []

    def picture(drawing: str) -> bytes:
        asked.append(drawing)
        return b"a picture"

    office.judge = replace(office.judge, picture=picture)
    found = results(office)

    drawings = [read_drawing(text) for text in asked if "results of" in text]
    assert len([one for one in drawings if one.theatre]) == 7
    # One of these is the Master's, which stands alone and is larger.
    assert sorted(one.beside for one in drawings if not one.theatre) == [False, True]
    assert sorted(types(mail).count("image/png") for mail in found) == [1, 2, 2, 2, 2, 2, 2, 2]


def test_a_phase_with_three_letters_is_less_than_250_kb_of_mail(
    office: Post, tmp_path: Path
) -> None:
    def picture(drawing: str) -> bytes:
        seen = "France's theatre" in drawing or not read_drawing(drawing).theatre
        return painted(drawing, (ROOT / "variants",), ROOT / "templates", tmp_path) if seen else b""

    office.judge = replace(office.judge, picture=picture)
    player = player_of(office, "France")
    before = len(office.arrived)
    for letter in ("A PAR - BUR\nA MAR - SPA\nF BRE - MAO", "A PAR - PIC"):
        office.write(player, letter, reply_address(office, player))
    results(office)
    mails = [mail for mail in office.arrived[before:] if mail.to == player]

    assert [types(mail).count("image/png") for mail in mails] == [1, 1, 1, 0, 2]
    assert sum(len(mail.raw) for mail in mails) < 250_000


def test_a_theatre_is_described_for_those_who_do_not_see_it(office: Post) -> None:
    player = player_of(office, "France")
    office.write(player, "A PAR - BUR", reply_address(office, player))

    page = office.arrived[-1].mail.get_body(("html",))
    assert page is not None
    told = re.findall('alt="([^"]*)"', page.get_content())
    assert told == [
        "France&#39;s theatre. The board of smp in Spring 1901 movement, "
        "with the orders of France that are listed here."
    ]


def test_orders_come_back_drawn_to_their_own_power_alone(office: Post) -> None:
    asked: list[str] = []
    office.judge = replace(
        office.judge, picture=lambda drawing: asked.append(drawing) or b"a picture"
    )
    player = player_of(office, "France")
    orders = "A PAR - BUR\nA MAR - SPA\nF BRE - MAO"
    office.write(player, orders, reply_address(office, player))

    (drawing,) = asked
    assert '"way":["PAR","BUR"]' in drawing
    assert drawing.count('"as":') == 3


def test_an_answer_above_the_quoted_page_is_read_alone(office: Post) -> None:
    """A mail program without plain text quotes the whole page, with picture and tables."""
    player = player_of(office, "France")
    newest = [mail for mail in office.arrived if mail.to == player][-1]
    quoted = newest.mail.get_body(("html",))
    assert quoted is not None
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["Subject"] = player, f"Re: {newest.subject}"
    mail["Date"], mail["Message-ID"] = format_datetime(office.now), "<h@people.test>"
    mail.set_content(
        f"<div>A PAR - PIC</div><div>On Monday the judge wrote:</div>"
        f"<blockquote>{quoted.get_content()}</blockquote>",
        subtype="html",
    )
    office.deliver(mail.as_bytes(), reply_address(office, player), player)

    answer = office.arrived[-1]
    assert answer.to == player
    assert "Army Paris -> Picardy" in answer.text
    assert "not understood" not in answer.text
