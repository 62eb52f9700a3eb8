"""Real mail programs, a real mail server and a real mailbox around the real judge."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from imapclient import IMAPClient

from tests.e2e.mta import POSTFIX, Postfix, postfix
from tests.e2e.program import ADDRESS, Sink, program, reply_address, text_of
from tests.machine import program_here
from tests.patience import PATIENCE, eventually
from tests.servers import DOVECOT, HOST, PASSWORD, Dovecot, free_port, wait_for_port
from tests.service.office import ORDERS, PLAYERS

MASTER = "maud@players.test"
MUTT_USER = "bob@box.test"
NEEDED = {"postfix": POSTFIX, "dovecot": DOVECOT} | {
    name: program_here(name) for name in ("swaks", "mutt", "script")
}
MUTTRC = """\
set from="{user}"
set realname="Bob"
set smtp_url="smtp://{HOST}:{smtp_port}/"
set reply_to=yes
set ssl_starttls=no
set ssl_force_tls=no
set copy=no
set folder="imap://bob@{HOST}:{imap_port}/"
set imap_pass="{PASSWORD}"
set spoolfile="imap://bob@{HOST}:{imap_port}/INBOX"
set header_cache=
set tmpdir={folder}
"""
# The person at the editor: their orders on top, the judge's mail quoted below.
EDITOR = """\
#!/bin/sh
{{ printf '{orders}\\n\\n'; cat "$1"; }} > "$1.n" && cat "$1.n" > "$1" && rm "$1.n"
touch -d '+2 seconds' "$1"
"""


@pytest.fixture(autouse=True)
def _needed() -> None:
    missing = [name for name, place in NEEDED.items() if not place]
    if os.geteuid() != 0:
        missing.append("root, to start Postfix")
    if missing and os.environ.get("CI"):
        pytest.fail(f"There is no {', no '.join(missing)}.")
    if missing:
        pytest.skip(f"There is no {', no '.join(missing)}.")


def swaks(port: int, sender: str, body: str, to: str = ADDRESS, subject: str = "orders") -> None:
    """Send a mail as swaks does, to whatever listens at this port."""
    subprocess.run(
        [
            *(str(NEEDED["swaks"]), "--server", f"{HOST}:{port}", "--from", sender),
            *("--to", to, "--header", f"Subject: {subject}", "--body", body),
            *("--timeout", f"{PATIENCE:.0f}s"),
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )


@contextmanager
def mutt_reply(folder: Path, mta: Postfix, box: Dovecot, orders: str) -> Iterator[None]:
    """Reply to the newest mail in the mailbox, as a person with mutt does.

    It sends at once, but the keys do not always end it: that the block's end does.
    """
    editor = folder / "editor"
    editor.write_text(EDITOR.format(orders=orders))
    editor.chmod(0o755)
    muttrc = MUTTRC.format(
        user=MUTT_USER,
        HOST=HOST,
        smtp_port=mta.port,
        imap_port=box.imap_port,
        PASSWORD=PASSWORD,
        folder=folder,
    )
    (folder / "muttrc").write_text(muttrc)
    keys = "<last-entry><reply><send-message><quit>y"
    words = (
        f"mutt -n -F {folder}/muttrc -e 'set editor={editor}'"
        " -e 'set fast_reply=yes include=yes abort_unmodified=no'"
        f" -e 'push \"{keys}\"'"
    )
    person = subprocess.Popen(
        ["script", "-qec", words, "/dev/null"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(folder), "TERM": "xterm"},
        start_new_session=True,
    )
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.killpg(person.pid, signal.SIGTERM)
        person.wait(PATIENCE)


def lying_in(box: Dovecot, folder: str = "INBOX", user: str = "bob") -> list[EmailMessage]:
    """Return the mails in a folder of a mailbox, oldest first."""
    with IMAPClient(HOST, box.imap_port, ssl=False) as client:
        client.login(user, PASSWORD)
        if not client.folder_exists(folder):
            return []
        client.select_folder(folder, readonly=True)
        found = client.fetch(client.search(), ["BODY.PEEK[]"])
    return [
        message_from_bytes(found[number][b"BODY[]"], policy=policy.default)
        for number in sorted(found)
    ]


def newest(mails: list[EmailMessage], word: str) -> EmailMessage | None:
    """Return the newest of these mails with `word` in its subject, if there is one."""
    return next((m for m in reversed(mails) if word in str(m["Subject"])), None)


def start_game(port: int, people: Sink, last: str, mails: Callable[[], list[EmailMessage]]) -> None:
    """Let a game be made and joined by six players, and then by the last.

    The last player's `mails` do not come to the `people`.
    """
    swaks(port, MASTER, "CREATE smp standard")
    say_yes(port, MASTER, lambda: people.of(MASTER))
    eventually(lambda: newest(people.of(MASTER), "created"))
    for player in PLAYERS[:6]:
        swaks(port, player, "REGISTER Somebody\nJOIN smp")
        say_yes(port, player, lambda: people.of(player))  # noqa: B023 - called at once
    eventually(lambda: all(newest(people.of(one), "joined") for one in PLAYERS[:6]))
    swaks(port, last, "JOIN smp")
    say_yes(port, last, mails)
    eventually(lambda: newest(mails(), "you are"))


def say_yes(port: int, player: str, mails: Callable[[], list[EmailMessage]]) -> None:
    """Reply to the question whether one has written to the judge."""
    eventually(lambda: newest(mails(), "confirm"))
    asked = newest(mails(), "confirm")
    assert asked is not None
    swaks(port, player, "Yes.", reply_address(asked), f"Re: {asked['Subject']}")


def test_a_game_by_postfix_and_mutt(tmp_path: Path, people: tuple[Sink, int], box: Dovecot) -> None:
    lmtp_port = free_port()
    with (
        postfix(lmtp_port, box.lmtp_port, people[1]) as mta,
        program(tmp_path, mta.port, smtp_port="0", lmtp_port=str(lmtp_port)) as judge,
    ):
        judge.start()
        wait_for_port(lmtp_port)
        start_game(mta.port, people[0], MUTT_USER, lambda: lying_in(box))
        begun = newest(lying_in(box), "you are")
        assert begun is not None
        power = str(begun["Subject"]).rpartition(" ")[2]
        with mutt_reply(tmp_path, mta, box, "\\n".join(ORDERS[power])):
            eventually(lambda: newest(lying_in(box), "orders"))
        assert judge.stop() == 0
        answer = newest(lying_in(box), "orders")

    assert answer is not None
    assert f"Orders of {power}" in text_of(answer)
    assert text_of(answer).count(" -> ") == len(ORDERS[power])
    assert "not understood" not in text_of(answer)


def test_what_comes_while_the_judge_is_down_is_queued_and_answered_once(
    tmp_path: Path, people: tuple[Sink, int]
) -> None:
    lmtp_port, player = free_port(), PLAYERS[0]
    with (
        postfix(lmtp_port, lmtp_port, people[1]) as mta,
        program(tmp_path, mta.port, smtp_port="0", lmtp_port=str(lmtp_port)) as judge,
    ):
        swaks(mta.port, player, "CREATE smp standard")
        eventually(lambda: "status=deferred" in mta.log())
        judge.start()
        eventually(lambda: people[0].of(player))
        address = reply_address(people[0].of(player)[0])
        judge.kill()
        swaks(mta.port, player, "SUMMARY", address)
        eventually(lambda: mta.log().count("status=deferred") > 1)
        judge.start()
        eventually(lambda: len(people[0].of(player)) == 3)
        assert judge.stop() == 0

    assert len(people[0].of(player)) == 3
    assert "Traceback" not in judge.log()


def test_the_judge_reads_its_mail_from_a_mailbox(
    tmp_path: Path, people: tuple[Sink, int], box: Dovecot
) -> None:
    imap = box.settings(user="judge")
    with (
        postfix(box.lmtp_port, box.lmtp_port, people[1]) as mta,
        program(tmp_path, mta.port, smtp_port="0", **imap) as judge,
    ):
        swaks(mta.port, MASTER, "CREATE smp standard")
        eventually(lambda: len(lying_in(box, user="judge")) == 1)
        judge.start()
        say_yes(mta.port, MASTER, lambda: people[0].of(MASTER))
        eventually(lambda: newest(people[0].of(MASTER), "created"))
        swaks(mta.port, PLAYERS[0], "JOIN smp")
        say_yes(mta.port, PLAYERS[0], lambda: people[0].of(PLAYERS[0]))
        eventually(lambda: newest(people[0].of(PLAYERS[0]), "joined"))
        joined = reply_address(people[0].of(PLAYERS[0])[-1])
        swaks(mta.port, PLAYERS[0], "RESIGN", joined)
        eventually(lambda: len(people[0].of(PLAYERS[0])) == 3)
        eventually(lambda: len(lying_in(box, "Processed", "judge")) == 5)
        assert judge.stop() == 0

    assert lying_in(box, user="judge") == []
    assert people[0].of(PLAYERS[0])[-1]["Subject"] == "[smp] you have left"


def test_a_real_report_of_failed_mail_comes_to_its_return_path(
    tmp_path: Path, people: tuple[Sink, int]
) -> None:
    lmtp_port, player = free_port(), PLAYERS[0]
    with (
        postfix(lmtp_port, lmtp_port, people[1]) as mta,
        program(tmp_path, mta.port, smtp_port="0", lmtp_port=str(lmtp_port)) as judge,
    ):
        judge.start()
        wait_for_port(lmtp_port)
        swaks(mta.port, MASTER, "CREATE smp standard")
        say_yes(mta.port, MASTER, lambda: people[0].of(MASTER))
        eventually(lambda: newest(people[0].of(MASTER), "created"))
        swaks(mta.port, player, "JOIN smp")
        say_yes(mta.port, player, lambda: people[0].of(player))
        eventually(lambda: newest(people[0].of(player), "joined"))
        people[0].gone.add(player)
        swaks(mta.port, player, "SUMMARY", reply_address(people[0].of(player)[-1]))
        eventually(lambda: newest(people[0].of(MASTER), "failed"))
        assert judge.stop() == 0
        told, log = newest(people[0].of(MASTER), "failed"), mta.log()

    assert told is not None
    assert player in text_of(told)
    assert "to=<judge+bounce-" in log
