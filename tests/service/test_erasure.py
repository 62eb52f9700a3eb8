"""If a person is erased, everything about other people stays, whatever it says."""

import re

import pytest
from sqlalchemy import select

from judge.store import tables, trail
from tests.post import Post, unproven
from tests.service.office import MASTER

# Names that are words in many lines of a trail, or parts of other people's names, or have signs
# with a meaning in searches.
NAMES = ("is", "orders", "S", "has", "S1901M", "as", "a.c", "a%c", "a_c", "1", "observes the game")


def texts(post: Post) -> list[tuple[int | None, str | None]]:
    """Return (actor, text) of each entry of the trail of smp."""
    with post.judge.store.begin() as connection:
        found = trail.trail_of(connection, "smp")
    assert found.whole
    return [(one.entry.actor, one.entry.text) for one in found.entries]


def forget(post: Post, sender: str) -> None:
    """Let the person who writes from `sender` be erased."""
    post.write(sender, "FORGET ME")
    asked = re.search(r"FORGET ME \w{5}$", post.arrived[-1].text, re.MULTILINE)
    assert asked is not None
    post.write(sender, asked[0])
    assert post.arrived[-1].subject == "[judge] you are forgotten"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_a_word_clears_no_line_about_others(office: Post, name: str) -> None:
    office.write("zoe@example.org", f"REGISTER {name}")
    office.write("zoe@example.org", "WHOIS me")
    assert re.fullmatch(rf"\[judge\] who is “?{re.escape(name)}”?", office.arrived[-1].subject)
    office.write("zoe@example.org", "OBSERVE smp")
    office.write("zoe@example.org", "SIGN ON smp\nRESIGN")
    office.write("other@example.org", "REGISTER Vienna is as orders\nOBSERVE smp")
    before = texts(office)

    forget(office, "zoe@example.org")

    after = texts(office)
    zoe = next(who for who, _ in before if who and (who, None) in after)
    assert after == [(who, None if who == zoe else text) for who, text in before]
    assert sum(text is None for _, text in after) == 2


def test_what_others_brought_about_somebody_is_forgotten_with_them(office: Post) -> None:
    office.write("zoe@example.org", "REGISTER Zoe\nOBSERVE smp")
    office.write(MASTER, "SIGN ON MASTER@smp\nPROMOTE zoe@example.org")
    office.write("zoe@example.org", "SIGN ON MASTER@smp\nRESIGN")
    told = [text for _, text in texts(office)]
    assert "Zoe is a Master now" in told

    forget(office, "zoe@example.org")

    assert "Zoe is a Master now" not in [text for _, text in texts(office)]
    assert [text for _, text in texts(office) if text] == [
        text for text in told if text and "Zoe" not in text
    ]


def test_no_letter_and_no_mail_keeps_an_address_of_who_is_forgotten(office: Post) -> None:
    """Except the answer about it, which still has to be sent."""
    office.write("zoe@example.org", "REGISTER Zoe")
    office.write("zoe@example.org", "I AM ALSO zoe2@example.org")
    question = next(mail for mail in office.arrived if mail.to == "zoe2@example.org")
    office.reply(question.to, "YES", question)
    with unproven(office):
        office.write("zoe2@example.org", "WHOIS me\nSET ZONE UTC")
    office.reply("zoe2@example.org", "YES", office.arrived[-1])

    forget(office, "zoe@example.org")

    with office.judge.store.begin() as connection:
        letters = connection.execute(select(tables.inbox)).all()
        mails = connection.execute(select(tables.outbox).order_by(tables.outbox.c.number)).all()
    assert not [row for row in letters if "zoe" in str(row)]
    assert [row.subject for row in mails if "zoe" in str(row)] == [office.arrived[-1].subject]
