"""The exchange of mails in the README is a real one."""

import re
from pathlib import Path

from tests.post import Post

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")


def test_the_exchange_in_the_readme_is_what_a_player_gets(post: Post) -> None:
    sent, subject, told = re.findall(r"```\n(.*?)```", README, re.DOTALL)[:3]
    post.write("master@example.org", "CREATE smp standard")
    for letter in "abcdefg":
        post.write(f"{letter}@example.org", "SIGN ON ?smp")
    start = next(mail for mail in post.arrived if mail.subject.endswith("France"))

    post.reply(start.to, sent)

    answer = post.arrived[-1]
    assert f"Subject: {answer.subject}\n" == subject
    assert told in answer.text
