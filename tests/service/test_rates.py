"""Nobody is flooded: neither who is forged, nor the keeper, nor a provider of mail."""

from datetime import timedelta

import pytest

from judge.conversation.person.wishes import MOST_MONITORS
from judge.game import TooManyMonitors
from judge.service.rates import may_answer_unproven
from tests.kinds import replace
from tests.post import Post, unproven
from tests.service.office import MASTER, player_of, reply_address

KEEPER = "keeper@judge.test"


def test_forged_letters_neither_flood_a_player_nor_use_up_his_receipts(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    seen = len(office.arrived)
    with unproven(office):
        for _ in range(40):
            office.write(france, "LIST\nCREATE nothing nowhere\nHELP")
    flood = [mail for mail in office.arrived[seen:] if mail.to == france]
    assert 0 < len(flood) <= 20

    for _ in range(30):
        office.write(france, "A PAR - BUR", address)
        assert office.arrived[-1].to == france
        assert "Paris" in office.arrived[-1].text
    office.now += timedelta(hours=1, seconds=1)
    with unproven(office):
        office.write(france, "LIST")
    assert office.arrived[-1].subject != office.arrived[-2].subject


@pytest.mark.parametrize(("given", "others"), [("a@x.test", 20), ("b@x.test", 200)])
def test_answers_to_unproven_letters_are_limited_by_address_and_by_domain(
    office: Post, given: str, others: int
) -> None:
    with office.judge.store.begin() as connection:
        for count, allowed in ((others - 1, True), (others, False)):
            may = may_answer_unproven(
                office.judge, connection, "a@x.test", [given] * count, office.now
            )
            assert may is allowed
        assert may_answer_unproven(
            office.judge, connection, "a@y.test", [given] * others, office.now
        )


def test_an_address_in_capitals_is_no_other(office: Post) -> None:
    office.judge = replace(office.judge, answers_per_hour=2)
    seen = len(office.arrived)
    with unproven(office):
        for sender in ("new@else.test", "NEW@else.test", "New@Else.Test"):
            office.write(sender, "HELP")

    assert [mail.to for mail in office.arrived[seen:]] == ["new@else.test"] * 2


def test_the_keeper_gets_one_mail_an_hour_with_a_count(office: Post) -> None:
    def broken(*_facts: object) -> None:
        raise RuntimeError("broken")

    office.judge = replace(office.judge, seed=broken)  # type: ignore[arg-type] # it breaks
    for _ in range(30):
        office.write("new@players.test", "HELP")
    told = [mail for mail in office.arrived if mail.to == KEEPER]
    assert [mail.subject for mail in told] == ["[judge] letter 9 set aside"]

    office.now += timedelta(minutes=61)
    office.tick()
    told = [mail for mail in office.arrived if mail.to == KEEPER]
    assert [mail.subject for mail in told[1:]] == ["[judge] 29 things went wrong"]
    assert "letter 10 set aside" in told[1].text
    office.now += timedelta(minutes=61)
    office.tick()
    assert len([mail for mail in office.arrived if mail.to == KEEPER]) == 2


def test_a_stranger_gets_one_answer_in_plain_text_for_a_letter(office: Post) -> None:
    with unproven(office):
        office.write("new@players.test", "HELP\nOBSERVE a\nOBSERVE b")
        (answer,) = [one for one in office.arrived if one.to == "new@players.test"]
        assert answer.mail.get_content_type() == "text/plain"
        office.write(player_of(office, "France"), "LIST")
    office.write("new@players.test", "HELP")

    for other in office.arrived[-2:]:
        assert other.mail.get_content_type() == "multipart/alternative"


def test_what_was_sent_and_created_lately_counts(office: Post) -> None:
    office.judge = replace(office.judge, press_per_hour=2, games_per_day=1)
    place = reply_address(office, MASTER)
    for _ in range(3):
        office.write(MASTER, "PRESS TO FRANCE\nHello.\nENDPRESS", place)
    assert office.arrived[-1].subject == "[smp] PRESS refused: too much press"
    assert "Hello." in office.arrived[-1].text
    office.write(MASTER, "CREATE two standard")
    assert office.arrived[-1].subject == "[judge] CREATE refused: too many games"

    office.judge = replace(office.judge, outage=timedelta(days=9))
    office.now += timedelta(hours=25)
    office.write(MASTER, "PRESS TO FRANCE\nHello.\nENDPRESS", place)
    office.write(MASTER, "CREATE two standard")
    assert not any("refused" in mail.subject for mail in office.arrived[-3:])


def test_all_games_are_followed_by_a_few_alone_who_may_stop(office: Post) -> None:
    tools = [f"tool{number}@maps.test" for number in range(MOST_MONITORS + 1)]
    for tool in tools:
        office.write(tool, "MONITOR ALL")
    full = TooManyMonitors(MOST_MONITORS).in_short
    assert f"refused: {full}" in office.arrived[-1].subject

    office.write(tools[0], "NO MONITOR")
    office.write(tools[-1], "MONITOR ALL")
    assert "refused" not in office.arrived[-1].subject
