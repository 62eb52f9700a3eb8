"""Two games with the same letters but for one secret send the same mail to everybody else."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.amount import every
from tests.dialogs.test_dialogs import Shelf
from tests.post import Arrived

CASES = Path(__file__).parents[1] / "cases/leaks_by_mail.txt"
SEATS = ("Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey")
# The Message-IDs of mails, which the judge's secret makes, show which mail answers which. The eight
# digits of an audit entry are from a salted digest.
NAMES = re.compile(rb"(?<![0-9a-f])([0-9a-f]{32}(?![0-9a-f])|(?<=\d  )[0-9a-f]{8}\b)")
QUESTIONS = """\
from i@example.org
    SIGN ON Italy@smp
    STATUS
    HISTORY
    SUMMARY
    LIST smp
    MAP
    SHOW ABSENCES
    SETTINGS
    GUESTS
    AUDIT
    EXPORT
from olga@example.org
    SUMMARY smp
    HISTORY smp
    AUDIT smp
    EXPORT smp
from stranger@elsewhere.example
    LIST FULL
    SUMMARY smp
    EXPORT smp
    WHOIS Turkey
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two stories, and the people who get different mails in them."""

    name: str
    stories: tuple[str, str]
    knowing: frozenset[str]


def pairs() -> Iterator[Pair]:
    for block in CASES.read_text("utf-8").split("\n\n")[1:]:
        head, knows, *lines = block.splitlines()
        names = knows.removeprefix("knows").replace(",", " ").split()
        stories = (_story(lines, "1 "), _story(lines, "2 "))
        knowing = frozenset(f"{name}@example.org" for name in names)
        yield Pair(head.split()[1], stories, knowing)


def _story(lines: list[str], mark: str) -> str:
    """Return those of `lines` as a dialog that are for the game with this mark."""
    other = {"1 ": "2 ", "2 ": "1 "}[mark]
    own = [one.removeprefix(mark) for one in lines if one[:2] != other]
    return "".join(map(_steps, own))


def _steps(line: str) -> str:
    word, _, settings = line.partition(" ")
    if word == "start" and not settings:
        return "include _started.txt\n"
    if word == "start":
        return _started(settings)
    return QUESTIONS if word == "questions" else f"{line}\n"


def _started(settings: str) -> str:
    lines = ["from master@example.org", "    CREATE smp standard"]
    lines += [f"    SET {setting}" for setting in settings.split(", ")]
    lines += ["from olga@example.org", "    OBSERVE smp"]
    for power in SEATS:
        lines += [f"from {power[0].lower()}@example.org", f"    JOIN {power}@smp"]
    return "\n".join((*lines, ""))


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("played"), plus_addresses=True)


@pytest.mark.parametrize("pair", [*pairs()][:: every(11)], ids=lambda pair: pair.name)
def test_a_secret_is_in_no_mail_to_others(pair: Pair, tmp_path: Path, shelf: Shelf) -> None:
    one, other = (
        _sent(story, tmp_path / str(number), shelf) for number, story in enumerate(pair.stories)
    )

    everybody = {to for to, _ in one + other}
    unlike = {who for who in everybody if _to(who, one) != _to(who, other)}
    assert unlike == pair.knowing
    assert [sent for sent in one if sent[0] not in unlike] == [
        sent for sent in other if sent[0] not in unlike
    ]


def _sent(story: str, folder: Path, shelf: Shelf) -> list[tuple[str, bytes]]:
    """Return (recipient, bytes) of all mails in a story, in order."""
    folder.mkdir()
    file = folder / "story.txt"
    file.write_text(story, "utf-8")
    post = shelf.play(file, folder)
    names: dict[str, dict[bytes, bytes]] = {}
    return [(mail.to, _renamed(mail, names.setdefault(mail.to, {}))) for mail in post.arrived]


def _renamed(mail: Arrived, names: dict[bytes, bytes]) -> bytes:
    """Return a mail whose Message-IDs are replaced by numbers in the order of their use."""
    return NAMES.sub(
        lambda found: names.setdefault(found[0], b"name %d" % len(names)),
        mail.raw.replace(b"=\r\n", b""),
    )


def _to(who: str, mails: list[tuple[str, bytes]]) -> list[bytes]:
    return [raw for to, raw in mails if to == who]
