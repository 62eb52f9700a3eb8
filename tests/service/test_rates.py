"""Nobody is flooded with mail: neither a forged sender, nor the keeper, nor a provider."""

from datetime import timedelta

from judge.conversation.persons import MOST_MONITORS
from judge.game import profiles
from tests.kinds import replace
from tests.post import Post, unproven
from tests.service.office import MASTER, player_of, reply_address

KEEPER = "keeper@judge.test"


def test_forged_letters_neither_flood_a_player_nor_use_up_their_receipts(office: Post) -> None:
    france = player_of(office, "France")
    address = reply_address(office, france)
    seen = len(office.arrived)
    with unproven(office):
        for _ in range(40):
            office.write(france, "LIST\nCREATE nothing nowhere\nHELP")
    flood = [mail for mail in office.arrived[seen:] if mail.to == france]
    assert len(flood) == 6

    for _ in range(30):
        office.write(france, "A PAR - BUR", address)
        assert office.arrived[-1].to == france
        assert "Paris" in office.arrived[-1].text
    office.now += timedelta(days=1, seconds=1)
    with unproven(office):
        office.write(france, "LIST")
    assert office.arrived[-1].subject != office.arrived[-2].subject


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


def test_a_stranger_gets_one_answer_for_a_letter_and_nobody_more_than_text(office: Post) -> None:
    with unproven(office):
        office.write("new@players.test", "HELP\nOBSERVE a\nOBSERVE b")
        (answer,) = [one for one in office.arrived if one.to == "new@players.test"]
        office.write(player_of(office, "France"), "LIST\nEXPORT smp")
        assert answer.mail.get_content_type() == "text/plain"
        assert office.arrived[-1].mail.get_content_type() == "text/plain"
    office.write("new@players.test", "HELP")

    assert office.arrived[-1].mail.get_content_type() == "multipart/alternative"


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
    full = profiles.TooManyMonitors(MOST_MONITORS).in_short
    assert f"refused: {full}" in office.arrived[-1].subject

    office.write(tools[0], "NO MONITOR")
    office.write(tools[-1], "MONITOR ALL")
    assert "refused" not in office.arrived[-1].subject
