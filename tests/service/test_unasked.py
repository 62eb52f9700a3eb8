"""Mail to people who may not have asked for it is limited, on separate accounts."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from judge.game import MailedEnough, TooManyAsked
from judge.letter import Account, Notice, Tone, Unasked
from judge.store import outbox
from tests.post import Post, unproven
from tests.service.office import MASTER, player_of, reply_address

VICTIM = "victim@else.test"
DAY = timedelta(days=1, seconds=1)


def mails_to(office: Post, address: str) -> int:
    return sum(mail.to == address for mail in office.arrived)


def newest(office: Post, address: str) -> str:
    return [mail.subject for mail in office.arrived if mail.to == address][-1]


def causes(office: Post) -> Iterator[None]:
    """Yield after each of many letters that claim or invite the victim, from different senders."""
    for number in range(100):
        sender = f"mallory@evil{number}.test"
        office.write(sender, f"CREATE evil{number} standard\nINVITE {VICTIM}")
        yield
        office.write(sender, f"I AM ALSO {VICTIM}")
        yield


def test_claims_and_invitations_of_all_senders_reach_a_mailbox_three_times_a_day(
    office: Post,
) -> None:
    cause = causes(office)
    for day in range(5):
        for _ in range(8):
            next(cause)
        assert mails_to(office, VICTIM) == min(3 * (day + 1), 10)
        office.now += DAY
    office.now += 3 * DAY
    next(cause)

    assert mails_to(office, VICTIM) == 11


def test_all_spellings_of_a_mailbox_are_one(office: Post) -> None:
    spelt = (
        "v.ictim+1@gmail.com",
        "Victim@gmail.com",
        "victim+a@googlemail.com",
        "vic.tim@gmail.com",
    )
    office.write("mallory@evil.test", "\n".join(f"I AM ALSO {one}" for one in spelt))

    assert [mail.to for mail in office.arrived[-4:]].count("mallory@evil.test") == 1
    assert sum("gmail" in mail.to or "googlemail" in mail.to for mail in office.arrived) == 3
    assert "refused" in newest(office, "mallory@evil.test")


def test_one_letter_mails_twenty_strangers_and_says_so(office: Post) -> None:
    sender = player_of(office, "France")
    seen = len(office.arrived)
    office.write(sender, "\n".join(f"I AM ALSO x{number}@else.test" for number in range(200)))
    office.write(MASTER, "INVITE new@else.test", reply_address(office, MASTER))
    office.write(sender, "SET ADDRESS new@else.test")

    asked = [mail for mail in office.arrived[seen:] if mail.to.startswith("x")]
    assert len(asked) == 20
    assert str(TooManyAsked.in_short) in newest(office, sender)


def test_nobody_is_shut_out_of_the_way_back_by_others(office: Post) -> None:
    france = player_of(office, "France")
    before = mails_to(office, france)
    for number in range(4):
        office.write(f"mallory@evil{number}.test", f"I AM ALSO {france}")
    with unproven(office):
        for _ in range(10):
            office.write(france, "LIST")
        assert mails_to(office, france) == before + 3 + 6
        for hour in range(1, 20):
            office.write(france, "SIGN ON France@smp")
            office.write(france, "SIGN ON France@smp")
            assert mails_to(office, france) == before + 3 + 6 + min(hour, 6)
            office.now += timedelta(hours=1)
    office.write(france, "LIST")

    assert newest(office, france) == "[judge] smp: S1901M"


@pytest.mark.parametrize(("domain", "most"), [("small.test", 200), ("gmail.com", 2_000)])
def test_unproven_letters_of_a_domain_are_answered_so_often_a_day(
    office: Post, domain: str, most: int
) -> None:
    unasked = Unasked(Account.UNPROVEN, f"@{domain}")
    sent = [
        Notice(f"a{number}@{domain}", "", "", Tone.ANSWER, unasked=unasked)
        for number in range(most - 1)
    ]
    with office.judge.store.begin() as connection:
        outbox.put_notices(connection, sent, office.now + timedelta(seconds=1))
    with unproven(office):
        for sender in (f"last@{domain}", f"late@{domain}", "late@other.test"):
            office.write(sender, "VERSION")
    office.write(f"late@{domain}", "HELP")

    assert [mail.to for mail in office.arrived[-3:]] == [
        f"last@{domain}",
        "late@other.test",
        f"late@{domain}",
    ]


def test_who_has_the_password_of_an_address_comes_back_whatever_others_claim(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "SET PASSWORD Xyzzy9")
    for number in range(4):
        office.write(f"mallory@evil{number}.test", f"I AM ALSO {france}")
    assert str(MailedEnough.in_short) in newest(office, "mallory@evil3.test")

    office.write("new@players.test", f"I AM ALSO {france} Xyzzy9\nI AM ALSO {france} Xyzzy9")
    assert newest(office, france) == "[judge] somebody takes your place"
    assert "back in 24 hours" in newest(office, "new@players.test")


def test_a_question_about_a_place_comes_three_times_a_day(office: Post) -> None:
    office.write(MASTER, "SET OWN ADDRESS YES", reply_address(office, MASTER))
    france = player_of(office, "France")
    office.write(france, "ORDERS?")
    address, before = reply_address(office, france), mails_to(office, france)
    with unproven(office):
        for _ in range(4):
            office.write("thief@evil.test", "A PAR - BUR", address)

    assert mails_to(office, france) == before + 3
    assert str(MailedEnough.in_short) in newest(office, "thief@evil.test")


def test_mail_that_is_moved_to_and_fro_is_told_once_at_each_address(office: Post) -> None:
    france = player_of(office, "France")
    office.write(france, "I AM ALSO home@else.test")
    office.reply("home@else.test", "YES")
    seen = len(office.arrived)
    office.write(france, f"SET ADDRESS home@else.test\nSET ADDRESS {france}\n" * 90)

    assert len(office.arrived[seen:]) == 3
