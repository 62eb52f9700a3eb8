"""The judge writes to itself through a mail server, and says where that got lost."""

from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from judge.app import utc_now
from judge.cli.check import probe_finding
from judge.cli.settings import Finding
from judge.config import Configuration
from tests.e2e.mta import postfix
from tests.e2e.program import ADDRESS, Program, Sink, program
from tests.patience import PATIENCE
from tests.servers import free_port, wait_for_port

FEW = 4  # looks, for a mail that will not come
MANY = round(PATIENCE)  # for one that will


pytestmark = pytest.mark.usefixtures("postfix_by_root")


@contextmanager
def judge_behind(
    folder: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch, more: str
) -> Iterator[Program]:
    """Give a judge that does not yet run, behind a Postfix with `more` settings."""
    port = free_port()
    with (
        postfix(port, port, people[1], more) as mta,
        program(folder, mta.port, smtp_port="0", lmtp_port=str(port)) as judge,
    ):
        monkeypatch.setenv("MAIL_CONFIG", str(mta.folder / "etc"))
        for name, value in judge.settings.items():
            monkeypatch.setenv(name, value)
        yield judge


def probed(*, serving: bool, looks: int) -> Finding:
    return probe_finding(Configuration(), utc_now(), serving=serving, looks=looks)


@pytest.mark.parametrize("plus_addresses", ["true", "false"])
def test_a_mail_that_comes_in_is_seen_and_answered_by_nobody(
    plus_addresses: str, tmp_path: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    with judge_behind(tmp_path, people, monkeypatch, "") as judge:
        judge.settings["JUDGE_PLUS_ADDRESSES"] = plus_addresses
        monkeypatch.setenv("JUDGE_PLUS_ADDRESSES", plus_addresses)
        before = probed(serving=False, looks=MANY)
        judge.start()
        wait_for_port(int(judge.settings["JUDGE_LMTP_PORT"]))
        beside = probed(serving=True, looks=MANY)
        assert judge.stop() == 0

    for found in (before, beside):
        assert found.good.startswith("a mail to judge"), found.trouble
        assert ("+probe-" in found.good) is (plus_addresses == "true")
    assert people[0].taken == []
    assert ("came in, as `judge check` wanted" in judge.log()) is (plus_addresses == "true")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            "mydestination = judge.test\nlocal_transport = discard:\n",
            "did not come in. Postfix puts it into a Unix mailbox, for its "
            "`mydestination` holds judge.test; `judge setup` writes a line",
        ),
        (
            "mydestination = judge.test\nlocal_transport = discard:\n"
            "local_recipient_maps = inline:{root=ok}\n",
            "550 5.1.1 <judge+probe-*User unknown in local recipient table. Postfix "
            "puts it into a Unix mailbox, for its `mydestination` holds judge.test",
        ),
        (
            "virtual_mailbox_domains = other.test\nrelay_domains =\n"
            "transport_maps =\ndefault_transport = discard:\n",
            "did not come in. Postfix takes no mail for judge.test",
        ),
        (
            "virtual_transport = lmtp:inet:127.0.0.1:1\n",
            "it waits in Postfix's queue (*Connection refused*Postfix hands it on to "
            "'lmtp:inet:127.0.0.1:1' (`virtual_transport`)",
        ),
        ("recipient_delimiter =\n", "Postfix knows no tokens behind a plus sign"),
    ],
)
def test_where_a_mail_got_lost_is_said(
    tmp_path: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch, more: str, words: str
) -> None:
    with judge_behind(tmp_path, people, monkeypatch, more):
        # A busy Postfix needs a while until it knows what it says.
        troubles = (probed(serving=False, looks=looks).trouble for looks in range(FEW, MANY, 20))
        assert any(fnmatchcase(trouble, f"*{words}*") for trouble in troubles)


def test_a_mail_that_the_relay_took_and_lost_is_looked_for_there(
    tmp_path: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))
    settings = Configuration(address=ADDRESS, relay_port=people[1], data=tmp_path)

    found = probe_finding(settings, utc_now(), serving=True, looks=1)

    ((to, _),) = people[0].taken
    assert to.startswith("judge+probe-")
    assert "127.0.0.1 took it: its log says what became of it" in found.trouble
