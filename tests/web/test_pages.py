"""Everybody can read the public pages, which have the same words as the mails."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar
from starlette.testclient import TestClient

from judge.store import open_reader
from judge.web import Page, web_app
from judge.web.server import LONGEST_ADDRESS, Rates, Shelf
from tests.dialogs.test_dialogs import Shelf as Played
from tests.post import HOME, Post
from tests.web.visits import site_of, visitor

STORY = """\
include _started.txt
from master@example.org
    SIGN ON Master@smp
    SET COMMENT <b>Bold & <script>alert(1)
from f@example.org
    SIGN ON France@smp
    BROADCAST
    <script>alert(2)</script>
    ENDPRESS
    PRESS TO Germany
    A secret word
    ENDPRESS
    A PAR - BUR
    A MAR S A PAR - BUR
    F BRE - MAO
from g@example.org
    SIGN ON Germany@smp
    A MUN - BUR
    A BER - KIE
    F KIE - DEN
from master@example.org
    SIGN ON Master@smp
    PROCESS S1901M
"""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    """Yield a judge with the game smp: one phase is over, and press was sent to all."""
    folder = tmp_path_factory.mktemp("played")
    story = folder / "story.txt"
    story.write_text(STORY, "utf-8")
    post = Played(folder, plus_addresses=True).play(story, tmp_path_factory.mktemp("judge"))
    yield post
    post.judge.store.dispose()


@pytest.fixture(scope="module")
def reader(office: Post) -> TestClient:
    return visitor(office)


def test_a_game_shows_its_newest_phase_with_orders_and_reasons(reader: TestClient) -> None:
    page = reader.get("/games/smp").text

    assert "A PAR - BUR" in page
    assert "bounced with A PAR (France)" in page
    assert 'data-places="PAR BUR"' in page
    assert "Fall 1901 movement" in page
    assert 'href="mailto:judge@judge.test?body=OBSERVE%20smp"' in page
    assert 'class="area" data-at="PAR"' in page


@pytest.mark.parametrize("variant", ["known_world_901", "western_world_901", "youngstown_redux"])
def test_the_page_of_a_large_board_is_small_enough_for_a_phone(
    reader: TestClient, variant: str
) -> None:
    page = reader.get(f"/variants/{variant}", headers={"Accept-Encoding": "gzip"})

    assert int(page.headers["Content-Length"]) < 150_000


def test_each_phase_has_an_address_and_the_newest_one_that_of_the_game(reader: TestClient) -> None:
    phase = reader.get("/games/smp/S1901M")
    running = reader.get("/games/SMP/f1901m")

    assert "Orders of Spring 1901 movement" in phase.text
    assert running.url.path == "/games/smp"
    assert reader.get("/games/smp/S1999M").status_code == 404
    assert reader.get("/games/nothing").status_code == 404


def test_what_people_wrote_is_text_and_nothing_else(reader: TestClient) -> None:
    for address in ("/games", "/games/smp", "/games/smp.atom", "/openings.atom", "/"):
        page = reader.get(address).text
        assert "<script>alert" not in page
        assert "<b>Bold" not in page
    assert "&lt;script&gt;alert(2)&lt;/script&gt;" in reader.get("/games/smp").text


def test_press_to_all_is_shown_and_press_to_some_is_not(reader: TestClient) -> None:
    for address in ("/games/smp", "/games/smp.json"):
        assert "alert(2)" in reader.get(address).text
        assert "secret word" not in reader.get(address).text


def test_programs_get_what_is_public_of_a_game(reader: TestClient, office: Post) -> None:
    facts = reader.get("/games/smp.json").json()
    feed = ET.fromstring(reader.get("/games/smp.atom").text)
    calendar = Calendar.from_ical(reader.get("/games/smp.ics").content)
    board = ET.fromstring(reader.get("/games/smp/S1901M.svg?dark").text)

    assert (facts["format"], facts["phases"][0]["phase"]) == ("judge game 1", "S1901M")
    assert "orders" in facts
    assert facts["orders"] == {}
    titles = [one.text for one in feed.iter("{http://www.w3.org/2005/Atom}title")]
    assert titles == ["Diplomacy: smp", "Spring 1901 movement"]
    (entry,) = calendar.walk("VEVENT")
    assert "Fall 1901 movement" in entry["SUMMARY"]
    assert entry.end > office.now
    assert board.tag == "{http://www.w3.org/2000/svg}svg"


def test_a_variant_shows_its_board_and_its_rules_in_full(reader: TestClient) -> None:
    page = reader.get("/variants/satrap2").text
    facts = reader.get("/variants/standard.json").json()

    assert "Rules of its own" in page
    assert "CREATE mygame satrap2" in page
    paris = next(one for one in facts["provinces"] if one["at"] == "PAR")
    assert (paris["name"], paris["worth"]) == ("Paris", 1)
    assert set(paris["armies"]) == {"BRE", "PIC", "BUR", "GAS"}
    spain = next(one for one in facts["provinces"] if one["at"] == "SPA")
    assert set(spain["fleets"]) == {"SPA/NC", "SPA/SC"}


def test_the_manual_is_that_of_mails(reader: TestClient) -> None:
    index, page = reader.get("/help"), reader.get("/help/draw")

    assert 'href="/help/draw"' in index.text
    assert "SET DRAW" in page.text
    assert reader.get("/help/../config").status_code == 404


def test_the_list_of_games_is_chosen_by_its_filters(reader: TestClient) -> None:
    def listed(query: str) -> bool:
        return 'href="/games/smp"' in reader.get(f"/games?{query}").text

    assert listed("")
    assert listed("state=running&variant=standard&press=full")
    assert not listed("state=over")
    assert not listed("variant=modern")


def test_a_person_shows_what_they_allow(office: Post, reader: TestClient) -> None:
    office.write("f@example.org", "REGISTER\nName: Fanny Moreau\nZone: Europe/Paris\nEND")
    before = reader.get("/people/Fanny Moreau").text
    office.write("f@example.org", "SET MY WHOIS ZONE GAMES")
    later = visitor(office).get("/people/fanny moreau").text

    assert "Europe/Paris" not in before
    assert "Europe/Paris" in later
    assert "smp" in later
    assert "f@example.org" not in later
    assert reader.get("/people/f@example.org").status_code == 404
    assert reader.get("/people/Nobody").status_code == 404


@pytest.mark.parametrize("address", ["/", "/games/smp", "/status", "/nothing", "/static/style.css"])
def test_every_answer_keeps_others_out(reader: TestClient, address: str) -> None:
    headers = reader.get(address).headers

    assert headers["Content-Security-Policy"].startswith("default-src 'none';")
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"]
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    "address",
    ["/", "/games", "/games/smp", "/variants/standard", "/hall", "/help/press", "/status"],
)
def test_a_page_has_no_style_or_script_of_its_own_and_nothing_from_elsewhere(
    reader: TestClient, address: str
) -> None:
    page = reader.get(address).text

    assert not re.search(r"<style|\sstyle=|\son\w+=", page)
    scripts = re.findall(r"<script[^>]*>", page)
    assert all('src="/static/' in one or 'type="application/json"' in one for one in scripts)
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(re.match(r"[/#]|mailto:", link) for link in links), links


def test_a_page_that_did_not_change_is_not_sent_again(reader: TestClient, office: Post) -> None:
    first = reader.get("/games/smp", headers={"Accept-Encoding": "gzip"})
    again = reader.get("/games/smp", headers={"If-None-Match": first.headers["ETag"]})
    office.write("g@example.org", "SIGN ON Germany@smp\nBROADCAST\nWell, well.\nENDPRESS")
    changed = reader.get("/games/smp", headers={"If-None-Match": first.headers["ETag"]})

    assert first.headers["Content-Encoding"] == "gzip"
    assert (again.status_code, again.content) == (304, b"")
    assert changed.status_code == 200
    assert "Well, well." in changed.text


def test_a_finished_phase_is_tried_with_other_orders(reader: TestClient) -> None:
    page = reader.get("/games/smp/S1901M/try")

    assert page.url.path == "/try/standard"
    assert "bounced with A PAR (France)" in page.text
    assert reader.get("/games/smp/F1901M/try").status_code == 404


def test_diaries_are_for_the_people_of_a_game_alone(office: Post) -> None:
    office.write("master@example.org", "CREATE short germany_italy")
    office.write("g@example.org", "JOIN Germany@short")
    office.write("i@example.org", "JOIN Italy@short")
    office.write("g@example.org", "SIGN ON Germany@short\nDIARY RECORD\nMy secret\nENDDIARY")
    office.write("master@example.org", "SIGN ON Master@short\nTERMINATE")
    code = re.search(r"TERMINATE \w{5}\b", office.arrived[-1].text)
    assert code is not None
    office.write("master@example.org", f"SIGN ON Master@short\n{code[0]}")

    assert any("My secret" in one.text for one in office.arrived if one.to == "i@example.org")
    assert "My secret" not in visitor(office).get("/games/short.json").text


def test_pages_of_the_manual_lead_to_each_other(reader: TestClient) -> None:
    assert '<th scope="row"><a href="/help/wait">wait</a></th>' in reader.get("/help").text
    assert '<a href="/help/deadlines">HELP DEADLINES</a>' in reader.get("/help/wait").text


def test_a_private_game_is_seen_by_its_link_alone(office: Post) -> None:
    office.write("master@example.org", "CREATE cellar standard\nSET LISTED NO")
    reader = visitor(office)

    page = reader.get("/games/cellar")
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    for address in ("/", "/games", "/openings.atom", "/hall", "/hall.json"):
        assert "cellar" not in reader.get(address).text
    assert json.loads(reader.get("/games/cellar.json").text)["press"] == []


def test_nothing_but_reading_is_answered(reader: TestClient) -> None:
    assert reader.post("/games/smp", content=b"x" * 100_000).status_code == 405
    assert reader.get("/games?variant=" + "x" * LONGEST_ADDRESS).status_code == 414
    assert reader.head("/games/smp").status_code == 200


def test_an_address_that_asks_too_much_waits(office: Post) -> None:
    rates = Rates(burst=3, rate=1, clock=lambda: 0.0)
    app = web_app(site_of(office), rates=rates)
    reader = TestClient(app, base_url=HOME)

    answers = [reader.get("/robots.txt").status_code for _ in range(4)]

    assert answers == [200, 200, 200, 429]


def test_whatever_a_proxy_says_of_its_client_is_answered() -> None:
    assert all(Rates().allows(client) for client in ("", "a:b", "unknown", "::1", "fe80::1%eth0"))
    rates = Rates(burst=1, rate=0)
    clients = ("::ffff:192.0.2.1", "::ffff:192.0.2.2", "192.0.2.1", "2001:db8::1", "2001:db8::2")
    assert [rates.allows(one) for one in clients] == [True, True, False, True, False]


def test_a_game_without_pages_is_not_named_elsewhere(office: Post) -> None:
    office.write("e@example.org", "REGISTER Emma Eliot\nSET MY WHOIS GAMES")
    office.write("master@example.org", "CREATE den standard\nSET WEB NO")
    office.write("e@example.org", "JOIN den")
    office.write("master@example.org", "CREATE deck standard")
    office.write("e@example.org", "JOIN deck")
    page = visitor(office).get("/people/Emma Eliot").text

    assert "deck" in page
    assert "smp" in page
    assert "den:" not in page
    assert visitor(office).get("/people/i").status_code == 404  # a part of an address is no name


def test_pages_in_memory_have_a_limit() -> None:
    shelf = Shelf(most=1_000)
    made: list[str] = []

    def read(address: str) -> None:
        def make() -> Page:
            made.append(address)
            return Page(address * 400)

        shelf.page(address, make)

    for address in ("a", "a", "b", "c", "c", "a"):
        read(address)
    assert made == ["a", "b", "c", "a"]


def test_only_time_decides_when_a_page_is_made_anew() -> None:
    """Otherwise the time of an answer would tell when a secret letter came."""
    now, made = [0.0], []
    shelf = Shelf(clock=lambda: now[0])
    for moment in (0.0, 5.0, 9.9, 10.1, 15.0, 20.2):
        now[0] = moment
        shelf.page("a", lambda: made.append(now[0]) or Page("a"))  # type: ignore[func-returns-value] # a list tells nothing

    assert made == [0.0, 10.1, 20.2]


def test_a_slash_too_many_leads_to_the_page_and_to_no_other_host(reader: TestClient) -> None:
    answer = reader.get("/games/", headers={"Host": "evil.example"}, follow_redirects=False)
    assert answer.headers["Location"] == "/games"
    answer = reader.get("//evil.example/", follow_redirects=False)
    assert not answer.headers.get("Location", "").startswith("//")


def test_a_page_that_fails_tells_nothing_of_why(office: Post, tmp_path: Path) -> None:
    gone = open_reader(f"sqlite:///{tmp_path / 'gone.db'}")
    app = web_app(replace(site_of(office), store=gone))

    answer = TestClient(app, base_url=HOME, raise_server_exceptions=False).get("/games")

    assert answer.status_code == 500
    assert "gone" not in answer.text
    assert "mail is not affected" in answer.text


def test_a_game_whose_master_wants_no_pages_has_none(office: Post) -> None:
    office.write("master@example.org", "CREATE attic standard\nSET WEB NO")
    reader = visitor(office)

    for address in ("/games/attic", "/games/attic.json", "/games/attic/start.svg"):
        assert reader.get(address).status_code == 404
    assert "attic" not in reader.get("/games").text
