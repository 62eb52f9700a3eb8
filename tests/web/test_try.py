"""Anybody can try a position and orders; the page's address contains all of them."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote_plus, urlsplit

import pytest
from starlette.testclient import TestClient

from judge.notation import Case, play, read_cases
from judge.shipped import shipped_variants
from tests.post import Post
from tests.web.visits import visitor

DATC = Path(__file__).parent.parent / "cases" / "datc"
ATTACK = """\
start
France: A PAR - BUR
France: A MAR S A PAR - BUR
Germany: A MUN - BUR
Germany: sing a song
"""


@pytest.fixture
def reader(post: Post) -> TestClient:
    return visitor(post)


def test_orders_for_all_powers_end_as_in_a_game_with_their_reasons(reader: TestClient) -> None:
    page = reader.get("/try/standard", params={"text": ATTACK}).text

    assert "A MAR S A PAR - BUR" in page
    assert "bounced with A PAR (France)" in page
    assert "sing a song" in page
    assert "A KIE H" not in page  # a unit without an order


def test_the_board_after_the_phase_is_a_link(reader: TestClient) -> None:
    page = reader.get("/try/standard", params={"text": ATTACK}).text
    (link,) = re.findall(r'href="(/try/standard\?text=[^"]+)">Go on', page)
    text = unquote_plus(link.partition("=")[2])

    assert text.startswith("phase F1901M\n")
    assert "units France: F BRE, A BUR, A MAR" in text
    assert "Fall 1901 movement" in reader.get(link).text


def test_the_page_offers_the_possible_orders(reader: TestClient) -> None:
    page = reader.get("/try/standard").text
    found = re.search(r'id="possible">(.*?)</script>', page)

    assert found is not None
    rows = json.loads(found[1])
    assert ["France", "PAR", "A PAR - BUR", "BUR"] in rows
    assert ["France", "PAR", "A PAR S A MAR - BUR", "MAR BUR"] in rows
    assert not any(order == "A PAR - MAR" for _, _, order, _ in rows)


def test_a_line_that_cannot_be_read_comes_back_with_advice(reader: TestClient) -> None:
    page = reader.get("/try/standard", params={"text": "units France: A Nowhere"}).text

    assert "Line 1: " in page
    assert "units France: A Nowhere" in page


def test_a_finished_phase_is_tried_again_with_other_orders(reader: TestClient, post: Post) -> None:
    post.write("m@example.org", "CREATE duel france_austria")
    for power in ("France", "Austria"):
        post.write(f"{power}@example.org", f"JOIN {power}@duel")
    post.write("France@example.org", "SIGN ON France@duel\nA PAR - BUR\nA MAR H\nF BRE H")
    post.write("m@example.org", "SIGN ON Master@duel\nPROCESS S1901M")
    page = reader.get("/games/duel").text
    (link,) = re.findall(r'href="(/games/duel/S1901M/try)"', page)

    again = reader.get(link).text
    assert "France: A PAR - BUR" in again
    assert "Spring 1901 movement" in again


def test_what_is_written_is_text_and_no_position_is_too_strange(reader: TestClient) -> None:
    sea = ", ".join(f"F {at}" for at in ("NTH", "ENG", "IRI", "NAO", "MAO", "WES", "LYO"))
    for text in (
        "</textarea><script>alert(1)</script>",
        "map nowhere",
        "phase W1901A",
        "phase F1901R\ndislodged France: A PAR from BUR",
        f"units England: {sea}\nunits France: A BRE, A GAS, A NAP",
        "case a\ncase b\n" * 50,
    ):
        answer = reader.get("/try/standard", params={"text": text})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
    assert reader.get("/try/nowhere").status_code == 404


def test_the_cases_of_datc_that_are_offered_are_those_of_datc(reader: TestClient) -> None:
    read = shipped_variants().read
    datc = {
        case.name.split()[0]: case
        for file in DATC.glob("*.txt")
        for case in read_cases(file.read_text("utf-8"), read)
        if isinstance(case, Case)
    }
    page = reader.get("/try/standard").text
    links = re.findall(r'href="(/try/standard\?text=[^"]+)">(6[^<]+)</a>', page)

    assert len(links) > 5
    for link, number in links:
        text = parse_qs(urlsplit(unescape(link)).query)["text"][0]
        (tried,) = read_cases(text, read)
        assert isinstance(tried, Case)
        outcomes = [
            {(outcome.order, outcome.reason) for outcome in next(play(case)).adjudication.outcomes}
            for case in (tried, datc[number])
        ]
        assert outcomes[0] == outcomes[1], number
        assert "Not understood" not in reader.get(unescape(link)).text
