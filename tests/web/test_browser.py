"""The pages in a real browser: on a phone, in dark mode, by keyboard, and without JavaScript."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlencode

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from judge.game import profiles
from judge.store import persons
from judge.web import WebDoor, web_app, web_face
from tests.dialogs.test_dialogs import Shelf
from tests.machine import program_here
from tests.patience import PATIENCE
from tests.post import Post
from tests.web.visits import rooms_of, site_of

CHROMIUM = program_here("chromium")
STORY = """\
include _started.txt
from f@example.org
    SIGN ON France@smp
    A PAR - BUR
    A MAR S A PAR - BUR
    F BRE - MAO
from g@example.org
    SIGN ON Germany@smp
    A MUN - BUR
from master@example.org
    SIGN ON Master@smp
    PROCESS S1901M
    PROCESS F1901M
    YES
from master@example.org
    CREATE duel germany_italy
"""
PAGES = (
    *("/", "/games", "/games/smp", "/games/smp/S1901M", "/games/duel", "/variants"),
    *("/variants/pure", "/try/standard", "/hall", "/help", "/help/press", "/status", "/me"),
)
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("There is no chromium.")
    with sync_playwright() as playwright:
        # Chromium refuses its sandbox to root; the pages are our own, so it is not needed.
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Post]:
    folder = tmp_path_factory.mktemp("played")
    story = folder / "story.txt"
    story.write_text(STORY, "utf-8")
    shelf = Shelf(folder, plus_addresses=True)
    post = shelf.play(story, tmp_path_factory.mktemp("judge"))
    yield post
    post.judge.store.dispose()


@pytest.fixture(scope="module")
def home(office: Post) -> Iterator[str]:
    """Yield the address of the judge's pages on this machine."""
    site = site_of(office)
    app = web_app(site, rooms_of(office, site), origin="http://127.0.0.1")
    with web_face(app, WebDoor("127.0.0.1", 0)) as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def opened(browser: Browser, home: str, **more: object) -> Iterator[Page]:
    """Yield a page in a new browser context; errors in its console or scripts fail the test."""
    context: BrowserContext = browser.new_context(base_url=home, **more)  # type: ignore[arg-type] # what a test wants
    context.set_default_timeout(PATIENCE * 1000)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert wrong == []


def tap(page: Page, at: str) -> None:
    page.locator(f'.area[data-at="{at}"]').dispatch_event("click")


def open_places(page: Page, post: Post, who: str) -> None:
    """Sign a person in with a new key; keys differ from minute to minute."""
    post.now += timedelta(minutes=1)
    with post.judge.store.begin() as connection:
        person = persons.find_player(connection, who)
    assert person is not None
    page.goto(f"/key/{profiles.web_key(post.judge.key, person.number, post.now)}")
    page.get_by_role("button", name="Open my places").click()
    expect(page.get_by_role("heading", name="Your places")).to_be_visible()


def test_somebody_finds_an_opening_and_the_mail_that_joins_it(browser: Browser, home: str) -> None:
    with opened(browser, home) as page:
        page.goto("/")
        page.get_by_role("link", name="duel", exact=True).click()
        link = page.get_by_role("link", name="JOIN duel")
        expect(link).to_have_attribute("href", re.compile("mailto:.*JOIN%20duel"))


def test_a_game_is_stepped_through_by_keys_alone(browser: Browser, home: str) -> None:
    with opened(browser, home) as page:
        page.goto("/games/smp")
        expect(page.get_by_role("heading", name="Orders of Fall 1901 movement")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("heading", name="Orders of Spring 1901 movement")).to_be_visible()
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**/games/smp")


def test_a_province_tells_what_happened_there_and_who_may_come(browser: Browser, home: str) -> None:
    with opened(browser, home) as page:
        page.goto("/games/smp/S1901M")
        page.locator('.area[data-at="BUR"]').click()
        told = page.locator("#told")
        expect(told).to_contain_text("Burgundy (BUR)")
        expect(told).to_contain_text("Germany: A MUN - BUR bounced with A PAR (France)")
        expect(told).to_contain_text("May go there now: ")
        expect(told).to_contain_text("Germany: A MUN")


@pytest.mark.parametrize("look", [{}, {"viewport": PHONE, "color_scheme": "dark"}])
def test_orders_are_tapped_sent_and_answered(
    browser: Browser, home: str, office: Post, look: dict[str, object]
) -> None:
    with opened(browser, home, **look) as page:
        open_places(page, office, "f@example.org")
        page.goto("/me/smp")
        bare = page.locator(".map svg").inner_html()
        tap(page, "BUR")
        expect(page.locator("#told")).to_contain_text("France: A BUR")
        tap(page, "PIC")
        expect(page.get_by_label("Your letter")).to_have_value("A BUR - PIC\n")
        would = page.locator("#would")
        expect(would).to_contain_text("A BUR - PIC")
        tap(page, "MUN")  # of another power: an assumption, which is not sent
        tap(page, "RUH")
        expect(page.get_by_label("What the others may do")).to_have_value("Germany: A MUN - RUH\n")
        expect(would).to_contain_text("A MUN - RUH")
        assert page.locator(".map svg").inner_html() != bare  # with arrows
        page.get_by_role("button", name="Send it").click()
        page.wait_for_url("**/me/smp/*")
        before = len(office.arrived)
        office.tick()
        expect(page.get_by_role("heading", name="The answer to your letter")).to_be_visible()
        assert any(mail.to == "f@example.org" for mail in office.arrived[before:])


def test_a_tapped_order_leaves_press_as_it_is(browser: Browser, home: str, office: Post) -> None:
    with opened(browser, home) as page:
        open_places(page, office, "f@example.org")
        page.goto("/me/smp")
        press = "PRESS TO Germany\nA BUR - PIC is my plan.\nENDPRESS"
        page.get_by_label("Your letter").fill(press)
        tap(page, "BUR")
        tap(page, "PIC")
        expect(page.get_by_label("Your letter")).to_have_value(f"A BUR - PIC\n{press}")
        page.get_by_text("Write press").click()
        page.get_by_label("Italy").check()
        page.get_by_label("Your words").fill("Peace?")
        page.locator("#press").get_by_role("button").click()
        both = f"A BUR - PIC\n{press}\nPRESS TO Italy\nPeace?\nENDPRESS\n"
        expect(page.get_by_label("Your letter")).to_have_value(both)


def test_a_board_of_ones_own_shows_at_once_what_becomes_of_orders(
    browser: Browser, home: str
) -> None:
    with opened(browser, home, viewport=PHONE) as page:
        page.goto("/try/standard")
        text, lines = page.get_by_label("The position and the orders"), ["start"]
        for unit, target, line in (
            ("PAR", "BUR", "France: A PAR - BUR"),
            ("MUN", "BUR", "Germany: A MUN - BUR"),
            ("MAR", "PAR", ""),
        ):
            tap(page, unit)
            tap(page, target)
            lines.append(line or "France: A MAR S A PAR - BUR")
            if not line:
                page.get_by_role("button", name=lines[-1].removeprefix("France: ")).click()
            expect(text).to_have_value(re.compile(f"{re.escape(lines[-1])}\\n?$"))
        expect(page.get_by_text("bounced with A PAR (France)")).to_be_visible()
        address = page.url
        page.goto(address)
        expect(page.get_by_text("bounced with A PAR (France)")).to_be_visible()


def test_orders_are_given_by_keys_alone(browser: Browser, home: str, office: Post) -> None:
    with opened(browser, home) as page:
        open_places(page, office, "f@example.org")
        page.goto("/me/smp")
        for place in ("Burgundy", "Picardy"):
            page.get_by_label("A province").focus()
            page.keyboard.type(place)
            page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        expect(page.get_by_label("Your letter")).to_have_value("A BUR - PIC\n")


def test_a_sandbox_is_ordered_and_more_time_is_asked_for_by_tapping(
    browser: Browser, home: str, office: Post
) -> None:
    office.write("t@example.org", "SANDBOX mine")
    with opened(browser, home, timezone_id="Europe/Berlin") as page:
        open_places(page, office, "t@example.org")
        page.goto("/me/mine")
        for unit, target in (("PAR", "BUR"), ("MUN", "BUR")):
            tap(page, unit)
            tap(page, target)
        expect(page.get_by_label("Your letter")).to_have_value("A PAR - BUR\nA MUN - BUR\n")
        expect(page.locator("#would")).to_contain_text("bounced with A PAR (France)")
        page.goto("/me/smp")
        page.get_by_text("More time, or a pause").click()
        page.get_by_label("until").fill("2030-01-20T21:00")
        page.get_by_label("because").fill("of a train")
        page.get_by_role("button", name="Ask for a pause").click()
        line = "VOTE PAUSE UNTIL 2030-01-20 20:00 UTC because of a train\n"
        expect(page.get_by_label("Your letter")).to_have_value(line)


def test_a_build_takes_the_place_of_another_in_its_province(browser: Browser, home: str) -> None:
    board = "phase W1901A\nunits France: A BUR\ncenters France: PAR, BRE, MAR\n"
    with opened(browser, home) as page:
        page.goto(f"/try/standard?{urlencode({'text': board})}")
        text = page.get_by_label("The position and the orders")
        for order in ("A BRE B", "F BRE B", "WAIVE"):
            tap(page, "BRE")
            page.get_by_role("button", name=order).click()
            expect(text).to_have_value(re.compile(f"France: {order}\\n?$"))
        assert text.input_value().count("BRE B") == 1


def test_without_javascript_all_is_there(browser: Browser, home: str, office: Post) -> None:
    with opened(browser, home, java_script_enabled=False) as page:
        page.goto("/games/smp")
        page.get_by_role("link", name="The phase before").click()
        expect(page.get_by_text("bounced with A PAR (France)")).to_be_visible()
        open_places(page, office, "g@example.org")
        page.goto("/me/smp")
        page.get_by_label("Your letter").fill("WAIT")
        page.get_by_role("button", name="Send it").click()
        page.wait_for_url("**/me/smp/*")
        office.tick()
        page.reload()
        expect(page.get_by_role("heading", name="The answer to your letter")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nobody_is_kept_out_by_how_a_page_is_made(
    browser: Browser, home: str, scheme: str, office: Post
) -> None:
    """The checker axe finds nothing serious, and no page is wider than a phone."""
    with opened(browser, home, viewport=PHONE, color_scheme=scheme) as page:
        open_places(page, office, "i@example.org")
        now = int(office.now.timestamp())
        for address in (*PAGES, f"/me/smp/{'x' * 20}?at={now}", "/me/smp"):
            page.goto(address)
            if page.locator(".area").count():
                tap(page, "PAR")
            found = Axe().run(page).response["violations"]
            serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
            assert serious == [], (address, [one["nodes"][0]["html"] for one in found])
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= PHONE["width"], address


def test_the_first_view_is_small(browser: Browser, home: str, office: Post) -> None:
    with opened(browser, home, viewport=PHONE) as page:
        open_places(page, office, "r@example.org")
        sizes: list[int] = []
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        session.on("Network.loadingFinished", lambda e: sizes.append(int(e["encodedDataLength"])))
        for address in ("/", "/games/smp", "/try/standard", "/me/smp"):
            sizes.clear()
            page.goto(address)
            page.wait_for_load_state("networkidle")
            assert sum(sizes) < 150_000, address
