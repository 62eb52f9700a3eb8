"""A person signs in by a key from their mail, and writes letters on their private pages."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.dialogs.test_dialogs import Shelf
from tests.post import HOME, Post
from tests.web.visits import visitor

FRANCE = "f@example.org"
OPEN = {"open": "yes"}
BLIND = """\
at 2030-01-01 12:00
from master@example.org
    CREATE smp standard
    SET BLIND
    SET GUNBOAT
from f@example.org
    JOIN smp PREFER F
from g@example.org
    JOIN smp PREFER G
from i@example.org
    JOIN smp PREFER I
from master@example.org reply
    START
"""


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("played"), plus_addresses=True)


def played(story: str, shelf: Shelf, folder: Path) -> Post:
    folder.mkdir()
    file = folder / "story.txt"
    file.write_text(story, "utf-8")
    return shelf.play(file, folder)


@pytest.fixture
def office(tmp_path: Path, shelf: Shelf) -> Iterator[Post]:
    """Yield a judge with the game smp, which has just begun."""
    story = "include _started.txt\nfrom olga@example.org\n    SUMMARY smp\n"
    post = played(story, shelf, tmp_path / "judge")
    yield post
    post.judge.store.dispose()


def key_of(post: Post, who: str = FRANCE) -> str:
    """Return the path of the key in the newest mail to `who`."""
    mail = [one for one in post.arrived if one.to == who][-1]
    found = re.search(rf"{HOME}(/key/\S+)", mail.text)
    assert found is not None, mail.text
    return found[1]


def opened(post: Post, who: str = FRANCE) -> TestClient:
    """Return a browser in which `who` is signed in."""
    reader = visitor(post)
    reader.post("/me", data={"address": who})
    post.tick()
    assert reader.post(key_of(post, who), data=OPEN).url.path == "/me"
    return reader


def sent(reader: TestClient, post: Post, text: str, **more: str) -> str:
    """Send a letter from the page of smp, and return the page of its answer."""
    once = re.search(r'name="once" value="([^"]+)"', reader.get("/me/smp").text)
    assert once is not None
    fields = {"once": once[1], "text": text, "as": "France", **more}
    page = reader.post("/me/smp", data=fields)
    post.tick()
    return reader.get(page.url.path).text


def test_a_key_that_is_asked_for_is_mailed_and_opens_one_browser_once(office: Post) -> None:
    reader = visitor(office)
    said = reader.post("/me", data={"address": FRANCE}).text
    office.tick()
    key = key_of(office)

    assert "smp" not in reader.get("/me").text
    assert reader.get(key).status_code == 200
    assert "smp" not in reader.get("/me").text  # a GET, as by a mail scanner, uses up no key
    answer = reader.post(key, data=OPEN, follow_redirects=False)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-judge=")
    assert {"HttpOnly", "Secure", "SameSite=lax"} <= {one.strip() for one in cookie.split(";")}
    assert "smp" in reader.get("/me").text
    assert visitor(office).post(key, data=OPEN).status_code == 403
    assert "a browser has opened your places" in office.arrived[-1].subject or office.tick() is None
    assert visitor(office).post("/me", data={"address": "nobody@example.org"}).text == said


def test_who_asks_for_a_key_of_somebody_unknown_sends_no_mail(office: Post) -> None:
    before = len(office.arrived)
    visitor(office).post("/me", data={"address": "nobody@example.org"})
    office.tick()

    assert len(office.arrived) == before


def test_a_key_is_good_for_twenty_minutes(office: Post) -> None:
    office.write(FRANCE, "WEB")
    key = key_of(office)
    office.now += timedelta(minutes=22)

    assert visitor(office).post(key, data=OPEN).status_code == 403
    office.now -= timedelta(minutes=22)
    other = key[:-1] + ("0" if key[-1] != "0" else "1")
    assert visitor(office).post(other, data=OPEN).status_code == 403
    assert visitor(office).post(key, data=OPEN).status_code == 200


def test_a_new_browser_is_told_by_mail_and_web_off_shuts_it(office: Post) -> None:
    reader = opened(office)
    office.tick()
    told = [one for one in office.arrived if one.to == FRANCE][-1]
    office.write(FRANCE, "WEB OFF")

    assert told.subject == "[judge] a browser has opened your places"
    assert "WEB OFF" in told.text
    assert "smp" not in reader.get("/me").text


@pytest.mark.parametrize("line", ["WEB OFF", "SET MY WEB NO\nSET MY WEB YES"])
def test_who_shuts_all_browsers_shuts_them_for_good(office: Post, line: str) -> None:
    reader = opened(office)
    office.write(FRANCE, "WEB")
    key = key_of(office)
    office.now += timedelta(minutes=1)
    office.write(FRANCE, line)

    assert "smp" not in reader.get("/me").text
    assert visitor(office).post(key, data=OPEN).status_code == 403
    office.now += timedelta(minutes=1)
    assert "smp" in opened(office).get("/me").text


def test_no_key_opens_the_places_of_a_forgotten_person(office: Post) -> None:
    office.write("olga@example.org", "WEB")
    key = key_of(office, "olga@example.org")
    assert visitor(office).post(key, data=OPEN).status_code == 200
    office.write("olga@example.org", "SIGN ON Observer@smp\nRESIGN")
    office.write("olga@example.org", "FORGET ME")
    code = re.search(r"FORGET ME \w+", office.arrived[-1].text)
    assert code is not None
    office.write("olga@example.org", code[0])

    assert visitor(office).post(key, data=OPEN).status_code == 403


def test_a_key_comes_however_many_letters_came_in_ones_name(office: Post) -> None:
    office.proven = False
    for number in range(8):
        office.write(FRANCE, f"WHOIS nobody{number}")
    before = len(office.arrived)
    reader = visitor(office)
    for _ in range(5):
        reader.post("/me", data={"address": FRANCE})
        office.tick()
        office.now += timedelta(minutes=3)

    keys = [one for one in office.arrived[before:] if "/key/" in one.text]
    assert len(keys) == 3  # the limit for an hour


def test_strangers_who_ask_for_keys_keep_nobody_from_theirs(office: Post) -> None:
    office.proven = False
    office.write(FRANCE, "WHOIS nobody")
    own = office.arrived[-1]
    for _ in range(25):
        visitor(office).post("/me", data={"address": FRANCE})
        office.tick()
        office.now += timedelta(minutes=21)
    before = len(office.arrived)
    page = visitor(office).post("/me", data={"address": FRANCE}).text
    office.tick()
    assert len(office.arrived) == before  # the limit for a day
    assert "answer any mail of the judge with the line" in page

    office.reply(FRANCE, "WEB", own)
    assert "/key/" in office.arrived[-1].text


def test_a_person_shuts_one_browser_and_no_others(office: Post) -> None:
    one, other = opened(office), None
    office.now += timedelta(minutes=2)
    other = opened(office)
    foreign = opened(office, "g@example.org")
    numbers = re.findall(r'name="browser" value="(\d+)"', other.get("/me").text)

    assert len(numbers) == 2
    foreign.post("/me-shut", data={"browser": numbers[1]})
    assert "smp" in one.get("/me").text
    other.post("/me-shut", data={"browser": numbers[1]})
    assert "smp" not in one.get("/me").text
    assert "smp" in other.get("/me").text


def test_a_letter_from_a_page_is_answered_there_and_by_mail(office: Post) -> None:
    reader = opened(office)

    page = sent(reader, office, "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO")

    mail = [one for one in office.arrived if one.to == FRANCE][-1]
    assert mail.subject == "[smp] S1901M orders complete"
    assert "Army Paris -&gt; Burgundy" in page
    place = reader.get("/me/smp").text
    assert "Your orders for Spring 1901 movement are complete." in place
    assert "A PAR - BUR" not in visitor(office).get("/games/smp").text
    letter = re.search(r'href="(/me/smp/[\w-]+)">\[smp\] S1901M orders complete<', place)
    assert letter is not None
    assert "Army Paris -&gt; Burgundy" in reader.get(letter[1]).text


def test_without_javascript_orders_are_chosen_from_lists(office: Post) -> None:
    reader = opened(office)
    page = reader.get("/me/smp").text

    assert "<option>A PAR - BUR</option>" in page
    assert "<option>A BER - KIE</option>" not in page
    answer = sent(reader, office, "", order="A PAR - BUR")
    assert "2 orders are missing" in answer or "missing" in answer


def test_a_look_shows_what_orders_would_bring_and_stores_and_sends_nothing(office: Post) -> None:
    reader, other = opened(office), opened(office, "g@example.org")
    sent(other, office, "A MUN - RUH", **{"as": "Germany"})
    before = len(office.arrived)
    letter = {
        "as": "France",
        "order": ["A PAR - BUR", ""],
        "text": "PRESS TO Italy\nA VEN H\nENDPRESS",
    }
    page = reader.post(
        "/me/smp/preview", data=letter | {"assumed": "Germany: A MUN - BUR\nWho knows"}
    )

    assert "bounced with A MUN (Germany)" in page.text
    assert "Who knows" in page.text.split("left out")[1].split("</p>")[0]
    assert "A VEN H" not in page.text.split("What would happen")[1].split("</section>")[0]
    assert "A PAR - BUR\nPRESS TO Italy" in page.text  # the letter, as it may be sent
    assert "A MUN - RUH" not in page.text.split('id="possible"')[0]
    office.tick()
    assert len(office.arrived) == before
    assert "Army Paris</th><td>no order" in reader.get("/me/smp").text.replace("\n", "")
    assert other.post("/me/smp/preview", data=letter).url.path == "/me/smp"


def test_in_the_dark_a_look_uses_only_what_its_holder_sees(tmp_path: Path, shelf: Shelf) -> None:
    post = played(BLIND, shelf, tmp_path / "judge")
    assumed = {"as": "France", "text": "A MAR - PIE", "assumed": "Italy: A VEN - PIE"}
    page = opened(post).post("/me/smp/preview", data=assumed).text

    assert "A MAR - PIE" in page
    assert "bounced" not in page
    post.judge.store.dispose()


@pytest.mark.parametrize(
    "line",
    [
        "SET ABSENCE 2030-02-01 TO 2030-02-05",
        "SET WAIT",
        "SET NOWAIT",
        "SET DRAW",
        "SET NODRAW",
        "CONCEDE Germany",
        "READY",
        "EXTEND 2030-01-05 20:00 UTC because I am on a train",
        "VOTE PAUSE UNTIL 2030-01-06 20:00 UTC",
        "PRESS TO Germany, Master\nHello\nENDPRESS",
        "BROADCAST\nHello\nENDPRESS",
    ],
)
def test_what_a_button_writes_is_obeyed(office: Post, line: str) -> None:
    answer = sent(opened(office), office, line)

    assert "refused" not in answer
    assert "not understood" not in answer


def test_players_vote_on_more_time_on_their_pages_and_others_learn_nothing(office: Post) -> None:
    france, germany = opened(office), opened(office, "g@example.org")
    assert 'data-vote="EXTEND"' in germany.get("/me/smp").text
    sent(france, office, "EXTEND +24h")

    page = germany.get("/me/smp").text
    assert "The players vote on a later deadline, until <time" in page
    assert 'data-line="AGREE"' in page
    assert 'data-vote="EXTEND"' not in page
    for other in (opened(office, "olga@example.org").get("/me/smp"), france.get("/games/smp")):
        assert "players vote" not in other.text


def test_the_list_of_places_tells_whose_orders_are_missing(office: Post) -> None:
    office.write(FRANCE, "SANDBOX mine")
    office.write(FRANCE, "CREATE apart standard\nSET MOVE 24")
    reader = opened(office)
    assert "Orders are missing." in reader.get("/me").text

    sent(reader, office, "A PAR - BUR\nA MAR H\nF BRE H")
    assert "Orders are missing." not in reader.get("/me").text


def test_one_person_orders_for_all_powers_of_their_sandbox(office: Post) -> None:
    office.write(FRANCE, "SANDBOX mine")
    reader = opened(office)
    page = reader.get("/me/mine").text
    assert "<option>A PAR - BUR</option>" in page
    assert "<option>A MUN - BUR</option>" in page
    assert 'data-line="PROCESS S1901M"' in page
    assert "Write press" not in page

    letter = {"as": "Master", "once": "x" * 20, "text": "A PAR - BUR"}
    reader.post("/me/mine", data=letter)
    office.tick()
    look = letter | {"text": "A MUN - BUR"}
    for page in (reader.get("/me/mine").text, reader.post("/me/mine/preview", data=look).text):
        assert "A PAR - BUR" in page.split("What would happen")[1].split("</section>")[0]
    assert "bounced with A PAR (France)" in page
    assert "A BUD H" not in page.split("What would happen")[1].split("</section>")[0]
    end = "PROCESS S1901M\nA BUR - BEL\nPROCESS F1901M"
    reader.post("/me/mine", data=letter | {"once": "y" * 20, "text": end})
    office.tick()
    assert 'data-line="ROLLBACK F1901M"' in reader.get("/me/mine").text
    look = letter | {"text": "A PAR B"}
    page = reader.post("/me/mine/preview", data=look).text.split("What would happen")[1]
    assert "A PAR B" in page.split("</section>")[0]
    assert "illegal" not in page.split("</section>")[0]


REVIEWED = """\
at 2030-01-01 12:00
from master@example.org
    CREATE duel france_austria
    SET REVIEW 12
    SET GRACE 0
from f@example.org
    JOIN France@duel
from a@example.org
    JOIN Austria@duel
from olga@example.org
    OBSERVE duel
from a@example.org
    SIGN ON Austria@duel
    A VIE H
    A BUD H
    F TRI H
from f@example.org
    SIGN ON France@duel
    A PAR H
    A MAR H
    F BRE H
at 2030-01-01 16:00
"""


def test_players_see_that_the_master_looks_at_results_and_others_when_time_is_over(
    tmp_path: Path, shelf: Shelf
) -> None:
    post = played(REVIEWED, shelf, tmp_path / "judge")
    player, observer = opened(post), opened(post, "olga@example.org")
    said = "The Master looks at the results"
    assert said in player.get("/me/duel").text
    for page in (observer.get("/me/duel").text, visitor(post).get("/games/duel").text):
        assert said not in page
        assert "Orders are due" in page
    post.judge.store.dispose()

    late = REVIEWED.replace("    F BRE H\n", "").replace("01-01 16:00", "01-04 22:00")
    post = played(late, shelf, tmp_path / "late")
    for page in (opened(post).get("/me").text, visitor(post).get("/games/duel").text):
        assert said in page
        assert "Orders are due" not in page
    assert "the Master looks at the results" in visitor(post).get("/games").text
    post.judge.store.dispose()


def test_two_clicks_are_one_letter(office: Post) -> None:
    reader = opened(office)
    once = re.search(r'name="once" value="([^"]+)"', reader.get("/me/smp").text)
    assert once is not None
    before = len(office.arrived)
    for _ in range(2):
        text = "BROADCAST\nOnce.\nENDPRESS"
        reader.post("/me/smp", data={"once": once[1], "text": text, "as": "France"})
    office.tick()

    assert (
        sum("Once." in one.text for one in office.arrived[before:] if one.to == "g@example.org")
        == 1
    )


def test_no_other_site_sends_letters(office: Post) -> None:
    reader = opened(office)
    fields = {"once": "x" * 20, "text": "RESIGN"}
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
    ):
        assert reader.post("/me/smp", data=fields, headers=headers).status_code == 403
    assert reader.post("/me/smp", json=fields).status_code == 415
    assert reader.post("/me/smp", data={"text": "x" * 200_000}).status_code == 413


def test_private_pages_are_kept_nowhere(office: Post) -> None:
    office.write(FRANCE, "WEB")
    reader, key = opened(office), key_of(office)
    for address in ("/me", "/me/smp", key, "/me/smp/" + "x" * 20):
        headers = reader.get(address).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "strict-origin"  # the address may be a key
        assert headers["X-Robots-Tag"] == "noindex"

    # Its length varies, so that it tells no secret beside words that others chose.
    lengths = {reader.get("/me").headers["Content-Length"] for _ in range(20)}
    assert len(lengths) > 1


def test_nobody_sees_the_place_or_the_letters_of_another(office: Post) -> None:
    reader = opened(office)
    page = sent(reader, office, "A PAR - BUR")
    other, stranger = opened(office, "g@example.org"), visitor(office)
    letter = re.search(r"/me/smp/(?!preview)[\w-]+", str(reader.get("/me/smp").text))
    assert letter is not None
    assert "Burgundy" in page
    assert "Burgundy" in reader.get(letter[0]).text
    assert "Burgundy" not in other.get(letter[0]).text
    assert stranger.get(letter[0]).status_code == 404

    assert "Army Paris -&gt; Burgundy" not in other.get("/me/smp").text
    assert "Germany" in other.get("/me/smp?as=France").text.split("<h1>")[1][:40]
    refused = other.post("/me/smp", data={"once": "x" * 20, "text": "RESIGN", "as": "France"})
    assert refused.status_code == 409
    assert "Nothing of your letter was done" in refused.text
    assert stranger.get("/me/smp").url.path == "/me"


def test_in_the_dark_a_place_shows_what_its_holder_sees(tmp_path: Path, shelf: Shelf) -> None:
    post = played(BLIND, shelf, tmp_path / "judge")
    page = opened(post).get("/me/smp").text

    assert "France: A PAR" in page
    assert "A VEN" not in page
    assert "A MUN" not in page
    assert "g@example.org" not in page
    post.judge.store.dispose()


def test_who_wants_no_web_has_no_places_there(office: Post) -> None:
    reader = opened(office)
    office.write(FRANCE, "SET MY WEB NO")
    before = len(office.arrived)
    visitor(office).post("/me", data={"address": FRANCE})
    office.tick()

    assert "smp" not in reader.get("/me").text
    assert len(office.arrived) == before


def test_a_letter_that_cannot_be_kept_comes_back_with_its_text(office: Post) -> None:
    reader = opened(office)
    office.now += timedelta(days=30)  # the judge does not believe such a leap of its clock

    answer = reader.post("/me/smp", data={"once": "x" * 20, "text": "A PAR - BUR", "as": "France"})

    assert answer.status_code == 503
    assert "was not kept" in answer.text
    assert "A PAR - BUR" in answer.text


def test_a_letter_that_is_too_long_or_comes_too_late_is_handed_back(office: Post) -> None:
    reader = opened(office)
    fields = {"once": "x" * 20, "text": "A PAR - BUR " * 2_000, "as": "France"}
    assert reader.post("/me/smp", data=fields).status_code == 413
    office.write(FRANCE, "WEB OFF")
    answer = reader.post("/me/smp", data=fields | {"text": "A PAR - BUR"})

    assert answer.status_code == 403
    assert "A PAR - BUR" in answer.text


def test_an_observer_leaves_by_one_click_of_their_mail_program(office: Post) -> None:
    office.judge = replace(office.judge, web_url=HOME)
    office.write("master@example.org", "SIGN ON Master@smp\nSET COMMENT To be told of")
    sent = [one for one in office.arrived if one.to == "olga@example.org"][-1]
    played = [one for one in office.arrived if one.to == FRANCE][-1]
    found = re.search(rf"<{HOME}(/leave/\S+)>, <mailto:", str(sent.mail["List-Unsubscribe"]))
    assert found is not None
    assert sent.mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert played.mail["List-Unsubscribe"] is None

    provider = visitor(office)
    provider.get(found[1])
    office.tick()
    assert "olga" in visitor(office).get("/games/smp").text
    click = {"List-Unsubscribe": "One-Click"}
    assert provider.post(found[1], data=click, headers={"Sec-Fetch-Site": "cross-site"}).is_success
    office.tick()
    assert "olga" not in visitor(office).get("/games/smp").text
    assert provider.post(found[1][:-1] + "x", data=click).status_code == 404


def question_in(post: Post, who: str) -> str:
    """Return the path of the page that answers the newest question to somebody."""
    mails = [one for one in post.arrived if one.to == who]
    return [found[1] for one in mails if (found := re.search(rf"{HOME}(/answer/\S+)", one.text))][
        -1
    ]


def test_whoever_reads_a_question_says_no_and_only_the_person_says_yes(office: Post) -> None:
    office.judge = replace(office.judge, web_url=HOME)
    master = "master@example.org"
    office.write(master, "SIGN ON Master@smp\nTERMINATE")
    path, scanner = question_in(office, master), visitor(office)
    friend = opened(office)
    office.tick()
    before = len(office.arrived)

    for reader in (scanner, friend):
        page = reader.get(path).text
        assert "TERMINATE" in page
        assert "Yes, do it" not in page
        assert "/answer/" in reader.post(path, data={"say": "YES"}).url.path
    office.tick()
    assert len(office.arrived) == before
    assert scanner.post(path, data={"say": "NO"}).text.count("Your NO is on its way") == 1
    office.tick()
    assert len(office.arrived) == before + 1

    office.write(master, "SIGN ON Master@smp\nTERMINATE")
    path = question_in(office, master)
    holder = opened(office, master)
    assert "Yes, do it" in holder.get(path).text
    holder.post(path, data={"say": "YES"})
    office.tick()
    assert "Ended without a result" in visitor(office).get("/games/smp").text
    assert visitor(office).get(path[:-1] + ("0" if path[-1] != "0" else "1")).status_code == 404


def test_the_page_of_a_letter_leads_to_the_answer_of_its_question(office: Post) -> None:
    page = sent(opened(office, "master@example.org"), office, "TERMINATE", **{"as": "Master"})

    link = re.search(r'href="(/answer/[^"]+)"', page)
    assert link is not None
    assert "TERMINATE" in visitor(office).get(link[1]).text


def test_a_letter_is_not_waited_for_without_end(office: Post) -> None:
    reader = opened(office)
    waiting = reader.get(f"/me/smp/{'x' * 20}?at={int(office.now.timestamp())}").text
    for query in ("", "?at=0", "?at=soon"):
        page = reader.get(f"/me/smp/{'x' * 20}{query}").text
        assert "http-equiv" in waiting
        assert "http-equiv" not in page
        assert "There is no answer here" in page


def test_a_letter_in_somebodys_name_is_dropped_by_a_no_from_their_mail(office: Post) -> None:
    office.judge = replace(office.judge, web_url=HOME)
    office.proven = False
    office.write(FRANCE, "SIGN ON France@smp\nRESIGN")
    path = question_in(office, FRANCE)
    assert "Is this letter yours?" in visitor(office).get(path).text
    visitor(office).post(path, data={"say": "NO"})
    office.tick()

    assert "needs a new player" not in "".join(one.text for one in office.arrived)
    office.proven = True
    assert "France" in opened(office).get("/me/smp").text


def test_a_link_says_what_and_only_the_button_of_its_person_sends_it(office: Post) -> None:
    reader = opened(office)
    before = len(office.arrived)

    assert ">I AM BACK</textarea>" in reader.get("/me/smp?say=back").text
    assert "RESIGN</textarea>" not in reader.get("/me/smp?say=RESIGN").text
    assert visitor(office).get("/me/smp?say=back").url.path == "/me"
    office.tick()
    assert not any("back" in one.subject for one in office.arrived[before:])


def test_forms_come_slowly_from_one_address(office: Post) -> None:
    reader = visitor(office)
    answers = [
        reader.post("/me", data={"address": "nobody@example.org"}).status_code for _ in range(31)
    ]

    assert answers == [200] * 30 + [429]


def test_a_letter_from_a_page_counts_without_plus_addresses(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "played", plus_addresses=False)
    (tmp_path / "played").mkdir()
    post = played("include _started.txt\nfrom olga@example.org\n    LIST\n", shelf, tmp_path / "j")

    page = sent(opened(post), post, "A PAR - BUR\nA MAR H\nF BRE H")

    assert "S1901M orders complete" in page
    post.judge.store.dispose()
