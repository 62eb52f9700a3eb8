"""No mail that the judge passes on contains a secret reply address, whoever wrote it."""

import re

import pytest

from tests.post import ADDRESS, Arrived, Post
from tests.service.office import MASTER, player_of, reply_address

WRITTEN = {
    "plain": "{}",
    "in angle brackets": "<{}>",
    "URL-encoded": "mailto:{encoded}",
    "capitals": "{upper}",
    "wrapped": "{head}\n{tail}",
    "wrapped and quoted": "> {head}\n> {tail}",
}


def written(address: str, way: str) -> str:
    return WRITTEN[way].format(
        address,
        encoded=address.replace("+", "%2B").replace("@", "%40"),
        upper=address.upper(),
        head=address[:20],
        tail=address[20:],
    )


def betrayed(office: Post, mails: list[Arrived]) -> list[str]:
    """Return the secret parts of reply addresses that can be read in `mails`."""
    addresses = (str(mail.mail["Reply-To"]) for mail in office.arrived)
    tokens = {found[1] for one in addresses if (found := re.search(r"\+(\w+)@", one))}
    told = [
        re.sub(r"\W", "", f"{mail.subject}{mail.mail.get_body()}{mail.text}").lower()
        for mail in mails
    ]
    return [token for token in tokens for text in told if token in text]


@pytest.mark.parametrize("way", WRITTEN)
def test_press_with_the_address_of_another_seat_goes_out_without_it(office: Post, way: str) -> None:
    france, turkey = player_of(office, "France"), player_of(office, "Turkey")
    other = written(reply_address(office, turkey), way)
    seen = len(office.arrived)
    body = f"BROADCAST\nWrite to\n{other}\ninstead.\nENDPRESS"
    office.write(france, body, reply_address(office, france))

    mails = [mail for mail in office.arrived[seen:] if "from France" in mail.subject]
    assert len(mails) == 7
    assert [mail for mail in mails if ADDRESS not in mail.text.lower()] == []
    assert betrayed(office, mails) == []


@pytest.mark.parametrize("line", ["REGISTER {}", "PAUSE {}", "SET COMMENT {}", "{}"])
def test_neither_names_nor_reasons_nor_comments_hold_one(office: Post, line: str) -> None:
    turkey = player_of(office, "Turkey")
    other = reply_address(office, turkey)
    seen = len(office.arrived)
    master = f'"{other}" <{MASTER}>'
    office.write(master, line.format(other), reply_address(office, MASTER))
    office.write(turkey, "LIST smp\nSUMMARY smp")

    assert len(office.arrived) > seen + 1
    assert betrayed(office, office.arrived[seen:]) == []


def test_a_name_in_the_sender_of_a_mail_holds_none(office: Post) -> None:
    other = reply_address(office, player_of(office, "Turkey"))
    seen = len(office.arrived)
    office.write(f'"{other}" <new@people.test>', "OBSERVE smp", ADDRESS)

    assert any("observes" in mail.subject for mail in office.arrived[seen:])
    assert betrayed(office, office.arrived[seen:]) == []
