"""Makes a judge of today that later versions must be able to take over.

`python -m tests.judges.make` does so for the newest tables, and makes the same each time.
With `--anew` it replaces the one that is kept, which is for the tables of no release yet:
a judge of released tables is never changed.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from pathlib import Path
from random import Random

import pytest
from argon2 import PasswordHasher
from sqlalchemy import text

from judge.letter import Delivery
from judge.mail import Barred, Rejected, Sent, TryAgain
from judge.service import answer_next_letter, keep_mail, process_due_games
from judge.shipped import shipped
from judge.store.keeper import send_again
from tests.dialogs.test_dialogs import Step, moment, pass_time, send, steps
from tests.judges.complete import check_states, unused
from tests.judges.facts import collected
from tests.judges.stored import FOLDER, KINDS, OldJudge, dumped, empty_databases, keep, restore
from tests.post import ADDRESS, Arrived, Post, stamped

ROOT = Path(__file__).parent.parent.parent
STORIES = Path(__file__).parent / "stories"
KEY = b"the key of an older judge, for tests only"
BEGIN = moment("2030-01-01 12:00")
Answer = Sent | TryAgain | Rejected | Barred


class PowerCut(BaseException):
    """The process ends here."""


def main() -> None:
    """Make a judge of the newest tables on each kind of database."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # The order of a set shows in some rows, and goes by this seed.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, sys.orig_argv)
    revision = max(path.name[:4] for path in shipped("migrations").rglob("0*.py"))
    kept_already = (FOLDER / revision).exists()
    assert not kept_already or sys.argv[1:] == ["--anew"], f"The judge of {revision} is kept."
    made: dict[str, OldJudge] = {}
    for kind in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            made[kind] = _made(kind, Path(folder))
    assert len({_compared(judge) for judge in made.values()}) == 1
    for kind, judge in made.items():
        keep(revision, kind, judge)


def _compared(judge: OldJudge) -> str:
    """Return the facts of a judge but for its secret reply addresses."""
    return re.sub(r"judge\+\w+@", "judge@", repr(judge.facts))


class _Hasher(PasswordHasher):
    """Hashes quickly, with salts that are the same each time."""

    def __init__(self, chance: Random) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self._chance = chance

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        return super().hash(password, salt=salt or self._chance.randbytes(16))


def _made(kind: str, folder: Path) -> OldJudge:
    chance = Random(1901)
    with empty_databases(kind, folder, 2) as (url, other), pytest.MonkeyPatch.context() as patch:
        patch.setattr("judge.passwords._HASHER", _Hasher(chance))
        post = Post(folder, url, KEY)
        # A picture is made when a mail leaves; in these none is needed.
        post.judge = replace(post.judge, seed=lambda: chance.getrandbits(63), picture=lambda _: b"")
        _tell_stories(post)
        _leave_out_by_hand(post)
        unanswered = _end_in_the_middle(post)
        check_states(post.judge.store)
        print("No row shows:", *unused(post.judge.store))
        post.judge.store.dispose()
        # A letter that was set aside has the places in the program where it failed.
        database = dumped(url).replace(str(ROOT), "/srv/judge")
        restore(database, other)
        copy = Post(folder, other, KEY)
        facts = collected(post, unanswered, copy)
        for one in (post, copy):
            one.judge.store.dispose()
    return OldJudge(database, KEY, facts)


def _tell_stories(post: Post) -> None:
    post.now = BEGIN
    for story in sorted(STORIES.glob("*.txt")):
        for step in steps(story):
            _take(step, post)


def _take(step: Step, post: Post) -> None:
    """Do what a line of a story says."""
    match step.line.partition(" "):
        case ("at", _, rest):
            pass_time(post, moment(rest))
        case ("asleep", _, rest):
            post.now = moment(rest)
        case ("bounce", _, rest):
            _bounce(post, rest)
        case _:
            seen = len(post.arrived)
            # A reply to press would be press: who means the judge answers what it said.
            with _without_press(post):
                send(step, post)
            print(step.where, *sorted({mail.subject for mail in post.arrived[seen:]}))


@contextmanager
def _without_press(post: Post) -> Iterator[None]:
    """Let the mails that came before the block be those without press in it."""
    before, post.arrived = post.arrived, [m for m in post.arrived if "Press from" not in m.subject]
    known = len(post.arrived)
    yield
    post.arrived = [*before, *post.arrived[known:]]


def _leave_out_by_hand(post: Post) -> None:
    """Leave out what the first tables had not, and the next ones could not know."""
    with post.judge.store.begin() as connection:
        connection.execute(
            text(
                "UPDATE outbox SET html = NULL, drawings = '[]', calendar = NULL WHERE number < 10"
            )
        )
        connection.execute(text("UPDATE phases SET closed = NULL WHERE number < 10"))


def _end_in_the_middle(post: Post) -> list[str]:
    """Leave mail that failed, mail half sent, and letters without an answer.

    Returns the Message-IDs of those letters.
    """
    post.now += timedelta(seconds=20)
    _bounce(post, "hans@else.test")
    thanks = _mail(post, "olga@peace.test", "STATUS", _newest(post, "olga@peace.test"))
    post.deliver(thanks, _address(_newest(post, "olga@peace.test")), "olga@peace.test")
    away = b"Auto-Submitted: auto-replied\r\n" + _mail(post, "hans@else.test", "Away.")
    post.deliver(away, ADDRESS, "")
    with _changed(post, seed=_stumble):
        for game in ("crash", "fall"):
            post.write("else@crash.test", f"CREATE {game} standard")
    for outcome in (
        Rejected("550 no such user"),
        TryAgain("421 later"),
        Barred("554 not from here"),
        PowerCut(),
    ):
        with _changed(post, send=_relay(outcome)), suppress(PowerCut):
            post.write("bob@young.test", "HELP")
    cut = _keep(post, "else@cut.test", "CREATE cut germany_italy")
    # Of two programs that were started one after the other, none came to its end.
    again = post.now + timedelta(seconds=1)
    with _changed(post, seed=_lose_power, started=again), suppress(PowerCut):
        answer_next_letter(post.judge, post.now)
    _leave_unsent(post)
    letters = [cut, *_leave_unanswered(post)]
    post.now += timedelta(minutes=1)
    process_due_games(post.judge, lambda: post.now)
    return letters


def _bounce(post: Post, address: str) -> None:
    """Deliver the report that the newest mail to an address came back."""
    post.letters += 1
    lost = [mail for mail in post.arrived if mail.to == address][-1]
    head = f"Message-ID: {lost.mail['Message-ID']}\nTo: {lost.to}\n"
    status = f"Final-Recipient: rfc822; {lost.to}\nAction: failed\nStatus: 5.1.1\n"
    parts = (
        ("text/plain", "No such user.\n"),
        ("message/delivery-status", f"Reporting-MTA: dns; mx.test\n\n{status}"),
        ("text/rfc822-headers", head),
    )
    body = "".join(f"--B\nContent-Type: {kind}\n\n{part}\n" for kind, part in parts)
    kind = 'multipart/report; report-type=delivery-status; boundary="B"'
    report = (
        f"From: MAILER-DAEMON@mx.test\nTo: {ADDRESS}\nSubject: Undelivered\n"
        f"Message-ID: <{post.letters}@mx.test>\nDate: {format_datetime(post.now)}\n"
        f"MIME-Version: 1.0\nContent-Type: {kind}\n\n{body}--B--\n"
    )
    post.deliver(report.encode(), ADDRESS, "")


def _leave_unsent(post: Post) -> None:
    """Process a phase without sending what its players are told."""
    master = "master@sea.test"
    _keep(post, master, "PROCESS S1901M", _newest(post, master))
    while answer_next_letter(post.judge, post.now):
        pass
    with post.judge.store.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO attachments"
                " (notice, place, filename, media_type, content)"
                " SELECT max(number), 1, 'rules.txt', 'text/plain', :content"
                " FROM outbox"
            ),
            {"content": b"As in 1901.\n"},
        )
        refused = "SELECT max(number) FROM outbox WHERE state = 'failed'"
        number = connection.scalar(text(refused))
        send_again(connection, [number], post.now)


def _leave_unanswered(post: Post) -> list[str]:
    letters = (
        ("g@sea.test", "g@sea.test", "F DEN - SWE\nA BER - KIE\n"),
        (
            "e@peace.test",
            "e@peace.test",
            "F NWG - NWY\nF NTH H\n\nPRESS TO FRANCE\nStill there?\nENDPRESS\n",
        ),
        ("i@peace.test", "i@peace.test", "A ROM - NAP\n"),
        ("xaver@else.test", "xaver@else.test", "F ION - TUN\n"),
        ("dora@young.test", "", "JOIN young PREFER T\n"),
        ("phone@else.test", "", "SIGN ON France@peace xyzzy\nF MAO - WES\n"),
        ("i@late.test", "i@late.test", "A VEN - TYR\nA ROM H\n"),
        ("g@eve.test", "g@eve.test", "F KIE - DEN\nA BER H\nA MUN H\n"),
    )
    return [
        _keep(post, sender, body, _newest(post, reader) if reader else None)
        for sender, reader, body in letters
    ]


def _newest(post: Post, reader: str) -> Arrived:
    """Return the newest mail to `reader` that came with a secret reply address."""
    mails = [mail for mail in post.arrived if mail.to == reader]
    return [mail for mail in mails if "+" in _address(mail)][-1]


def _address(mail: Arrived | None) -> str:
    return ADDRESS if mail is None else mail.mail["Reply-To"].addresses[0].addr_spec


def _keep(post: Post, sender: str, body: str, answered: Arrived | None = None) -> str:
    """Keep a letter that nobody answers, and return its Message-ID."""
    raw = _mail(post, sender, body, answered)
    mail = Delivery(raw, _address(answered), sender, post.now)
    keep_mail(post.judge, mail, post.now)
    return str(message_from_bytes(raw)["Message-ID"])


def _mail(post: Post, sender: str, body: str, answered: Arrived | None = None) -> bytes:
    post.letters += 1
    mail = EmailMessage(policy=SMTP)
    mail["From"], mail["To"] = sender, _address(answered)
    mail["Subject"] = "Hello" if answered is None else f"Re: {answered.subject}"
    mail["Date"] = format_datetime(post.now)
    mail["Message-ID"] = f"<{post.letters}@people.test>"
    if answered is not None:
        mail["In-Reply-To"] = answered.mail["Message-ID"]
        mail["References"] = answered.mail["Message-ID"]
    mail.set_content(body)
    return stamped(mail)


@contextmanager
def _changed(post: Post, **parts: object) -> Iterator[None]:
    """Give the judge other parts for the length of a block."""
    judge = post.judge
    post.judge = replace(judge, **parts)
    try:
        yield
    finally:
        post.judge = judge


def _relay(outcome: Answer | PowerCut) -> Callable[[bytes, str, str], Answer]:
    def send(_raw: bytes, _sender: str, _to: str) -> Answer:
        if isinstance(outcome, PowerCut):
            raise outcome
        return outcome

    return send


def _stumble() -> int:
    raise ValueError


def _lose_power() -> int:
    raise PowerCut


if __name__ == "__main__":
    main()
