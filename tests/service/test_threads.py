"""Without plus addresses the answered mail identifies a letter's place, for the right person."""

from pathlib import Path

import pytest

from tests.post import ADDRESS, Post


@pytest.fixture
def post(tmp_path: Path) -> Post:
    post = Post(tmp_path, plus_addresses=False)
    post.write("ann@example.org", "CREATE smp standard")
    post.write("bob@example.org", "JOIN France@smp")
    return post


@pytest.mark.parametrize(
    ("sender", "proven", "counts"),
    [
        ("ann@example.org", True, True),
        ("ann@example.org", False, False),
        ("bob@example.org", True, False),
        ("thief@example.org", True, False),
    ],
)
def test_a_reply_counts_only_from_the_proven_reader_of_the_mail(
    sender: str, proven: bool, counts: bool, post: Post
) -> None:
    created = post.arrived[0]
    post.proven = proven
    post.write(sender, "SET PRESS NONE", answered=created)

    told = [mail.subject for mail in post.arrived if mail.subject == "[smp] PRESS is now none"]
    assert bool(told) is counts


def test_every_mail_leaves_from_the_plain_address_and_is_answered_there(post: Post) -> None:
    post.write("olga@example.org", "OBSERVE smp")

    assert {str(mail.mail["Reply-To"].addresses[0].addr_spec) for mail in post.arrived} == {ADDRESS}
    assert not [mail for mail in post.arrived if mail.mail["List-Unsubscribe"]]
