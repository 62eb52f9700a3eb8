"""Runs the dialogs: mails in, mails out, at set times; see tests/README.md."""

import re
import shutil
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from judge.engine import Variant
from judge.service import believe_clock
from judge.store import outbox
from tests.post import ADDRESS, Arrived, Post

FOLDER = Path(__file__).parent
DIALOGS = sorted(p for p in FOLDER.glob("*.txt") if not p.name.startswith("_"))
# Dialogs about reply addresses: to one of another person, from a foreign address, without proof,
# to the address for notes, after a restore; and with an unproven yes to something grave.
BY_ADDRESS = {
    *("address_forgotten", "address_question"),
    *("address_asked", "answered_elsewhere", "data_shown", "mail_lost", "notes_mailed"),
    *("other_address", "own_address", "proof_asked", "question_denied", "reply_address_renewed"),
    *("reply_address_sent", "reply_after_leaving", "two_seats"),
}
BY_THREAD = [
    *(file for file in DIALOGS if file.stem not in BY_ADDRESS),
    *sorted((FOLDER / "threads").glob("*.txt")),
]
HALF_AN_HOUR = timedelta(minutes=30)
EVERYBODY = [
    f"{name}@example.org" for name in ("a", "e", "f", "g", "i", "r", "t", "master", "olga")
]
FROM = re.compile(
    r"from (?P<who>[^<]*<[^\s<>]+>|\S+)(?P<unproven> unproven)?"
    r"(?: (?P<reply>(?:old |older )?reply)(?: (?P<whose>\S+@\S+))?| (?P<to>\S+@\S+))?"
    r"(?: dated (?P<date>.+))?"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a dialog with the indented lines below it, and where it stands."""

    line: str
    below: tuple[str, ...]
    where: str


class Shelf:
    """The judges as included dialogs left them: each is played once, then copied."""

    def __init__(self, folder: Path, *, plus_addresses: bool) -> None:
        self._folder = folder
        self._plus_addresses = plus_addresses
        self._played: dict[str, Post] = {}

    def play(self, file: Path, folder: Path) -> Post:
        """Return the judge in `folder` after all steps of `file`."""
        first, *others = steps(file)
        name = first.line.removeprefix("include ")
        if name == first.line:
            post = Post(folder, plus_addresses=self._plus_addresses)
            others = [first, *others]
        else:
            post = self._copy(name, folder)
        play(others, post)
        post.judge.store.dispose()
        return post

    def _copy(self, name: str, folder: Path) -> Post:
        if name not in self._played:
            (self._folder / name).mkdir()
            self._played[name] = self.play(FOLDER / name, self._folder / name)
        shutil.copytree(self._folder / name, folder, dirs_exist_ok=True)
        post, played = Post(folder, plus_addresses=self._plus_addresses), self._played[name]
        post.now, post.arrived = played.now, played.arrived.copy()
        post.letters = played.letters
        return post


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("played"), plus_addresses=True)


@pytest.fixture(scope="session")
def plain_shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Give the same of a judge in a mailbox without plus addresses."""
    return Shelf(tmp_path_factory.mktemp("plain"), plus_addresses=False)


@pytest.mark.parametrize("file", DIALOGS, ids=lambda file: file.stem)
def test_dialog(file: Path, tmp_path: Path, shelf: Shelf) -> None:
    shelf.play(file, tmp_path)


@pytest.mark.parametrize("file", BY_THREAD, ids=lambda file: file.stem)
def test_dialog_without_plus_addresses(file: Path, tmp_path: Path, plain_shelf: Shelf) -> None:
    plain_shelf.play(file, tmp_path)


def steps(file: Path) -> list[Step]:
    found: list[Step] = []
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.startswith("    ") and found:
            last = found.pop()
            found.append(Step(last.line, (*last.below, line[4:]), last.where))
        elif line.strip() and not line.startswith("#"):
            found.append(Step(line.strip(), (), f"{file.name}:{number}"))
    return found


def play(dialog: list[Step], post: Post) -> None:
    """Play the steps; each that is followed by `expect` must send that and no more."""
    waiting: list[Arrived] = []
    backup = b""
    for step, later in zip(dialog, [*dialog[1:], None], strict=True):
        seen = len(post.arrived)
        match step.line.partition(" "):
            case ("expect", _, rest):
                expect(rest, step, waiting)
                if later is None or not later.line.startswith("expect"):
                    assert not waiting, f"{step.where}: not expected:\n{listed(waiting)}"
                continue
            case ("at", _, rest):
                pass_time(post, moment(rest))
            case ("asleep", _, rest):
                post.now = moment(rest)
                believe_clock(post.judge.store, post.now)
            case ("victory", _, rest):
                shorten(post, int(rest))
            case ("backup", _, _):
                backup = post.backed_up()
            case ("restore", _, _):
                post.restore(backup)
            case ("from", _, _):
                send(step, post)
            case _:
                pytest.fail(f"{step.where}: no such step: {step.line}")
        waiting = post.arrived[seen:]


def pass_time(post: Post, until: datetime) -> None:
    """Move the clock on, the judge awake every half an hour."""
    while post.now < until:
        post.now = min(post.now + HALF_AN_HOUR, until)
        post.tick()


def shorten(post: Post, victory: int) -> None:
    """Let all games be won with `victory` centers."""
    variants = post.judge.variants

    def read(name: str) -> Variant:
        return replace(variants.read(name), victory=victory, base=None)

    post.judge = replace(post.judge, variants=replace(variants, read=read))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def send(step: Step, post: Post) -> None:
    found = FROM.fullmatch(step.line)
    assert found, f"{step.where}: not understood: {step.line}"
    who, body = found["who"], "\n".join(step.below)
    dated = moment(found["date"]) if found["date"] else None
    post.proven = not found["unproven"]
    if found["reply"]:
        mails = [mail for mail in post.arrived if mail.to == (found["whose"] or who)]
        if found["reply"] != "reply":
            mails = [mail for mail in mails if secret_of(post, mail)]
        if found["reply"] == "older reply":
            newest = secret_of(post, mails[-1])
            mails = [mail for mail in mails if secret_of(post, mail) != newest]
        post.reply(who, body, mails[-1], dated=dated)
    else:
        post.write(who, body, found["to"] or ADDRESS, dated=dated)


def secret_of(post: Post, mail: Arrived) -> str:
    """Return what a reply to a mail would carry: its place, or "" for none."""
    address = str(mail.mail["Reply-To"])
    if post.judge.plus_addresses:
        return address if "+" in address else ""
    with post.judge.store.begin() as connection:
        sent = outbox.sent_notice(connection, outbox.key_of(mail.mail["Message-ID"]))
    return str(sent.question or sent.reply_to or "") if sent else ""


def expect(rest: str, step: Step, waiting: list[Arrived]) -> None:
    """Take the mail that is wanted off `waiting`, or fail with what is there."""
    if rest == "nothing":
        return
    people, _, subject = rest.partition("  Subject: ")
    for person in addresses(people):
        mail = next((m for m in waiting if fits(m, person, subject)), None)
        there = f"there is\n{listed(waiting)}"
        assert mail, f"{step.where}: {person} got no such mail; {there}"
        waiting.remove(mail)
        wrong = [line for line in step.below if not told(line, mail.text)]
        assert not wrong, f"{step.where}: {wrong} in the mail to {person}\n{mail.text}"


def addresses(people: str) -> list[str]:
    """Return the addresses in a list, or all those of a started game but a few."""
    if not people.startswith("all"):
        return people.split(", ")
    others = people.removeprefix("all").removeprefix(" but ").split(", ")
    return [person for person in EVERYBODY if person not in others]


def listed(mails: list[Arrived]) -> str:
    return "\n".join(f"  {mail.to}  Subject: {mail.subject}" for mail in mails)


def fits(mail: Arrived, person: str, subject: str) -> bool:
    return mail.to == person and fnmatchcase(mail.subject, subject.replace("[", "[[]"))


def told(line: str, text: str) -> bool:
    """Return whether `text` has `line`, however it is wrapped; behind `!`, has not."""
    wanted, text = " ".join(line.split()), " ".join(text.split())
    absent = wanted.startswith("! ")
    pattern = wanted.removeprefix("! ").replace("[", "[[]")
    return fnmatchcase(text, f"*{pattern}*") is not absent
