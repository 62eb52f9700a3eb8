"""The technical parts of a mail tell nobody about mails to other people."""

from datetime import timedelta
from email.utils import parsedate_to_datetime

from tests.post import Post
from tests.service.office import MASTER, player_of, reply_address

GREY = "PRESS GREY TO GERMANY\nThe Turk lies.\nENDPRESS"


def test_the_hour_of_grey_press_is_not_that_of_the_letter(office: Post) -> None:
    france, germany = player_of(office, "France"), player_of(office, "Germany")
    office.write(MASTER, "SET PRESS WHITE/GREY", reply_address(office, MASTER))
    office.write(france, GREY, reply_address(office, france))
    seen = len(office.arrived)
    written = office.now
    office.now += timedelta(minutes=10)
    office.send_all()

    (mail,) = office.arrived[seen:]
    assert (mail.to, "unsigned" in mail.subject) == (germany, True)
    date = parsedate_to_datetime(mail.mail["Date"])
    assert date == written + timedelta(minutes=5)  # random numbers of the tests are always one half


def test_all_who_get_grey_press_get_it_at_once(office: Post) -> None:
    france = player_of(office, "France")
    office.write(MASTER, "SET PRESS WHITE/GREY", reply_address(office, MASTER))
    office.write(france, "BROADCAST GREY\nI lie.\nENDPRESS", reply_address(office, france))
    seen = len(office.arrived)
    office.now += timedelta(minutes=10)
    office.send_all()

    dates = {mail.mail["Date"] for mail in office.arrived[seen:]}
    assert (len(office.arrived[seen:]), len(dates)) == (7, 1)


def test_message_ids_do_not_count_what_others_are_sent(office: Post) -> None:
    germany, italy = player_of(office, "Germany"), player_of(office, "Italy")
    france = player_of(office, "France")
    for _ in range(3):
        office.write(france, "ORDERS?", reply_address(office, france))
        body = "PRESS TO ITALY\nNothing for France.\nENDPRESS"
        office.write(germany, body, reply_address(office, germany))

    mails = [mail for mail in office.arrived if mail.to == france]
    names = [mail.mail["Message-ID"].strip("<>").partition("@")[0] for mail in mails]
    keys = {name.rpartition(".")[2] for name in names}
    assert len(keys) == len(names)
    assert {len(key) for key in keys} == {32}
    for name, mail in zip(names, mails, strict=True):
        _, seconds, _ = name.split(".")
        assert int(seconds) == mail.mail["Date"].datetime.timestamp()
    assert [mail for mail in office.arrived if mail.to == italy]
