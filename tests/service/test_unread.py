"""An unreadable letter gets an answer that says so; no letter to a secret address gets none."""

import re
from pathlib import Path

import pytest

from tests.post import Arrived, Post
from tests.service.office import ORDERS, player_of, reply_address, the_game

LETTERS = Path(__file__).parents[1] / "cases" / "letters"
UNREAD = sorted(LETTERS.glob("unread_*.eml"))


def answer_to(office: Post, letter: Path, *, ordered: bool) -> Arrived:
    """Return the answer to `letter` at the secret reply address of France."""
    france = player_of(office, "France")
    if ordered:
        office.write(france, "\n".join(ORDERS["France"]), reply_address(office, france))
    raw = letter.read_bytes().replace(b"ann@example.org", france.encode())
    seen = len(office.arrived)
    office.deliver(raw, reply_address(office, france), france)
    (answer,) = [mail for mail in office.arrived[seen:] if mail.to == france]
    return answer


@pytest.mark.parametrize("letter", UNREAD, ids=lambda path: path.stem)
def test_what_cannot_be_read_is_said_and_never_that_orders_are_complete(
    office: Post, letter: Path
) -> None:
    answer = answer_to(office, letter, ordered=True)

    told, _, _ = answer.text.partition("Your orders for")
    assert "complete" not in answer.subject + told
    assert re.search(r"as\s+(?:the\s+)?(?:plain\s+)?text", answer.text)


@pytest.mark.parametrize(
    "name",
    [
        "attached_text_announced",
        "calendar_reply_with_orders",
        "from_group",
        "from_without_at",
        "no_headers",
        "pgp_signed_in_text",
        "picture_in_signature",
        "signed_mime",
        "stub_beside_page",
        "winmail_and_text",
    ],
)
def test_orders_at_a_secret_address_are_taken_however_they_come(office: Post, name: str) -> None:
    answer_to(office, LETTERS / f"{name}.eml", ordered=False)

    assert len(the_game(office).seat("France").orders) >= 2


def test_a_mail_from_nobody_to_no_place_is_kept_and_not_answered(office: Post) -> None:
    seen = len(office.arrived)
    raw = (LETTERS / "from_without_at.eml").read_bytes()

    office.deliver(raw, "judge+k7xq2mzn4bw5tr3ya6hcdefpsu@judge.test", "")

    assert office.arrived[seen:] == []
