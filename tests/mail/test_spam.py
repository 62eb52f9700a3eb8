"""The verdict of spam filters on the judge's mail, by its content alone."""

import os
import re
import subprocess
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from mailbox import mbox
from pathlib import Path

import pytest

from judge.letter import Notice
from judge.mail import Postmark, write_notice
from judge.pictures import painted
from tests.amount import every
from tests.machine import program_here
from tests.render.boards import ROOT
from tests.render.mails import all_mails

# Rules about the sending server do not count, because this mail has none.
_OF_THE_WAY = {"NO_RELAYS", "NO_RECEIVED"}
# A line of SpamAssassin's report: points, rule, description.
_HIT = re.compile(r"^ *(-?\d+\.\d) ([A-Z]\w+) ", re.MULTILINE)


def test_a_picture_stands_beside_enough_text() -> None:
    """HTML_IMAGE_ONLY of SpamAssassin: up to 3,200 bytes of HTML with a picture."""
    small = {
        name
        for name, mail in all_mails().items()
        if "<img" in mail.html and len(mail.html) <= 3_200
    }

    assert small == set()


def written(notice: Notice, picture: bytes) -> bytes:
    postmark = Postmark(
        message_id="<0123456789abcdef0123456789abcdef@judge.example>",
        sent_at=datetime.now(UTC),  # noqa: TID251 - a date long past is suspicious
        judge_name="Diplomacy Judge",
        from_address="judge@judge.example",
        reply_address="judge+k7xq2mzn4bw5tr3ya6hcdefpsu@judge.example",
    )
    return write_notice(notice, postmark, [picture for _ in notice.drawings])


def judged(mails: Mapping[str, Notice], folder: Path) -> dict[str, list[str]]:
    """Return the rules that gave each mail points, by the mail's name."""
    home = folder / "home"
    home.mkdir()
    drawing = next(text for notice in mails.values() for text in notice.drawings)
    picture = painted(drawing, (ROOT / "variants",), ROOT / "templates", folder)
    with closing(mbox(folder / "mails")) as box:
        for name, notice in mails.items():
            head = b"X-Sample: " + name.encode() + b"\r\n"
            box.add(head + written(notice, picture))
    words = ["spamassassin", "-L", "-t", "--mbox", str(folder / "mails")]
    found = subprocess.run(
        words, check=True, capture_output=True, env=os.environ | {"HOME": str(home)}
    )
    (folder / "judged").write_bytes(found.stdout)
    with closing(mbox(folder / "judged")) as box:
        return {str(mail["X-Sample"]): costs(mail.as_string()) for mail in box}


def costs(report: str) -> list[str]:
    return [
        rule
        for points, rule in _HIT.findall(report)
        if float(points) > 0 and rule not in _OF_THE_WAY
    ]


def test_no_mail_hits_a_rule_of_spamassassin(tmp_path: Path) -> None:
    if program_here("spamassassin") is None and not os.environ.get("CI"):
        pytest.skip("There is no spamassassin.")
    mails = dict(islice(all_mails().items(), 0, None, every(4)))
    found = judged(mails, tmp_path)

    assert found.keys() == mails.keys()
    assert {name: rules for name, rules in found.items() if rules} == {}
