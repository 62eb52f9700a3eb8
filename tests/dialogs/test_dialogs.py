"""Runs the dialogs: mails in, mails out, at set times; see tests/README.md."""

from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.post import Arrived, Post

FOLDER = Path(__file__).parent
DIALOGS = sorted(p for p in FOLDER.glob("*.txt") if not p.name.startswith("_"))
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("file", DIALOGS, ids=lambda file: file.stem)
def test_dialog(file: Path, post: Post) -> None:
    play(file, post)


def play(file: Path, post: Post) -> None:
    """Play the steps of `file`; each is a line and the indented lines below it."""
    waiting: list[Arrived] = []
    for step, below in steps(file):
        verb, _, rest = step.partition(" ")
        seen = len(post.arrived)
        match verb:
            case "include":
                play(FOLDER / rest, post)
            case "at":
                pass_time(post, datetime.fromisoformat(rest).replace(tzinfo=UTC))
            case "from":
                sender, _, to = rest.partition(" ")
                if to == "reply":
                    post.reply(sender, "\n".join(below))
                else:
                    post.write(sender, "\n".join(below), to or "judge@judge.test")
            case "expect":
                expect(rest, below, waiting)
                continue
            case _:
                pytest.fail(f"{file.name}: no such step: {step}")
        waiting = post.arrived[seen:]


def pass_time(post: Post, until: datetime) -> None:
    """Move the clock on, the judge awake every quarter of an hour."""
    while post.now < until:
        post.now = min(post.now + HOUR / 4, until)
        post.tick()


def expect(rest: str, below: list[str], waiting: list[Arrived]) -> None:
    """Take the mail that is wanted off `waiting`, or fail with what is there."""
    if rest == "nothing":
        assert [(mail.to, mail.subject) for mail in waiting] == []
        return
    people, _, subject = rest.partition("  Subject: ")
    for person in people.split(", "):
        mail = next((m for m in waiting if fits(m, person, subject)), None)
        assert mail is not None, (
            f"{person} got no mail {subject!r}; "
            f"there were {[(mail.to, mail.subject) for mail in waiting]}"
        )
        waiting.remove(mail)
        for line in below:
            wanted = f"*{line.strip()}*"
            assert any(fnmatchcase(one, wanted) for one in mail.text.splitlines()), (
                f"{line.strip()!r} is not in the mail:\n{mail.text}"
            )


def fits(mail: Arrived, person: str, subject: str) -> bool:
    return mail.to == person and fnmatchcase(mail.subject, subject.replace("[", "[[]"))


def steps(file: Path) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("    ") and found:
            found[-1][1].append(line[4:])
        elif line.strip() and not line.startswith("#"):
            found.append((line.strip(), []))
    return found
