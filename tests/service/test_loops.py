"""Two judges that write to each other stop, whatever headers their mail loses."""

from pathlib import Path

import pytest

from tests.kinds import replace
from tests.post import ADDRESS, Post

OTHER = "judge@other.test"
MARKS = ("X-Judge-Loop", "Auto-Submitted", "Precedence", "List-Id")


def a_judge(folder: Path, address: str) -> Post:
    folder.mkdir()
    post = Post(folder)
    post.judge = replace(post.judge, address=address, answers_per_hour=5)
    return post


# The first letter is proven; answers to proven letters are counted separately.
@pytest.mark.parametrize(("lost", "most"), [((), 1), (MARKS, 6 + 1)])
def test_two_judges_that_answer_each_other_stop(
    tmp_path: Path, lost: tuple[str, ...], most: int
) -> None:
    judges = {address: a_judge(tmp_path / address, address) for address in (ADDRESS, OTHER)}
    judges[ADDRESS].write(OTHER, "LIST")
    read = dict.fromkeys(judges, 0)
    while pending := [one for one in judges if len(judges[one].arrived) > read[one]]:
        sender = pending[0]
        mail = judges[sender].arrived[read[sender]].mail
        read[sender] += 1
        for mark in lost:
            del mail[mark]
        (receiver,) = set(judges) - {sender}
        mail.replace_header("Message-ID", f"<{read[sender]}@{sender}>")
        judges[receiver].deliver(mail.as_bytes(), receiver, sender)

    assert read[ADDRESS] == most
    assert read[OTHER] <= most
