"""`judge setup` on a machine as Debian leaves it: mail comes in after, not before."""

import pwd
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.app import utc_now
from judge.cli.check import probe_finding
from judge.cli.setup import Places, set_up
from judge.config import CONFIG_VARIABLE, Configuration
from tests.e2e.mta import postfix
from tests.e2e.program import ADDRESS, Sink
from tests.servers import free_port

USER = "nobody"  # who is there on every machine
# What Debian's package writes when it is told the name of the domain.
DEBIAN = """\
mydestination = $myhostname, judge.test, localhost
virtual_mailbox_domains =
virtual_mailbox_maps =
virtual_transport = virtual
local_transport = discard:
local_recipient_maps = inline:{root=ok}
"""


pytestmark = pytest.mark.usefixtures("postfix_by_root")


def place(folder: Path) -> Places:
    """Return places in `folder`, on a machine without systemd."""
    return Places(
        config=folder / "judge.toml",
        dkim_key=folder / "dkim.pem",
        units=folder,
        link=folder / "bin" / "judge",
        program=folder / "judge",
        user=USER,
        systemd=False,
    )


@pytest.fixture
def debian(
    tmp_path: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Give the main.cf of a running Postfix, as Debian would have made it."""
    port = free_port()
    mine = f'# mine\nname = "Our judge"\nlmtp_port = {port} # free here\n'
    (tmp_path / "judge.toml").write_text(mine, "utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    with postfix(port, port, people[1], DEBIAN) as mta:
        monkeypatch.setenv("MAIL_CONFIG", str(mta.folder / "etc"))
        monkeypatch.setenv("JUDGE_RELAY_PORT", str(mta.port))
        yield mta.folder / "etc" / "main.cf"


def set_up_in(folder: Path, *, dry: bool = False) -> None:
    answers = {"address": ADDRESS, "keeper": "keeper@players.test"}
    answers |= {"mail_in": "postfix", "mail_out": "postfix"}
    answers |= {"data": str(folder / "data")}
    assert set_up(answers, place(folder), sure=True, dry=dry)


def test_mail_that_went_to_a_unix_mailbox_comes_to_the_judge(
    tmp_path: Path, debian: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Configuration(address=ADDRESS, smtp_port=0)
    lost = probe_finding(settings, utc_now(), serving=False, looks=2)
    set_up_in(tmp_path)
    done = capsys.readouterr().out
    found = probe_finding(Configuration(), utc_now(), serving=False)

    assert "`mydestination` holds judge.test" in lost.trouble
    assert found.good, found.trouble
    assert f"Made {tmp_path / 'dkim.pem'}, with which mail is signed (DKIM)." in done
    assert 'judge._domainkey.judge.test. TXT "v=DKIM1; k=rsa; p=' in done
    written = (tmp_path / "judge.toml").read_text("utf-8")
    assert written.startswith("# mine\nname = ")
    assert tomllib.loads(written)["received_by"] == "mx.judge.test"
    secret = ("judge.toml", "dkim.pem", "data")
    assert only_for_the_judge(*(tmp_path / name for name in secret))


# Postfixes of people who have other mail, in which the judge's would get lost.
OTHERS = {
    "rewritten": "virtual_mailbox_domains =\nvirtual_mailbox_maps =\n"
    "virtual_alias_domains = judge.test\n"
    "virtual_alias_maps = inline:{{ann@judge.test=a@box.test}}\n",
    "passed on": "virtual_mailbox_domains =\nvirtual_mailbox_maps =\n"
    "relay_domains = box.test players.test judge.test\n"
    "relay_recipient_maps = inline:{{ann@judge.test=ok}}\n",
    "caught": "virtual_alias_maps = inline:{{@judge.test=ann@players.test}}\n",
}


@pytest.mark.parametrize("other", OTHERS)
def test_mail_that_a_postfix_of_others_would_lose_comes_to_the_judge(
    other: str, tmp_path: Path, people: tuple[Sink, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    (tmp_path / "judge.toml").write_text(f"lmtp_port = {port}\n", "utf-8")
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    with postfix(free_port(), port, people[1], OTHERS[other]) as mta:
        monkeypatch.setenv("MAIL_CONFIG", str(mta.folder / "etc"))
        monkeypatch.setenv("JUDGE_RELAY_PORT", str(mta.port))
        set_up_in(tmp_path)
        found = probe_finding(Configuration(), utc_now(), serving=False)

    assert found.good, found.trouble


def test_what_would_change_is_shown_and_what_stood_there_is_kept(
    tmp_path: Path, debian: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = debian.read_text("utf-8")
    set_up_in(tmp_path, dry=True)
    shown = capsys.readouterr().out
    untouched = debian.read_text("utf-8")
    set_up_in(tmp_path)
    capsys.readouterr()
    set_up_in(tmp_path)
    again = capsys.readouterr().out

    assert "+transport_maps = inline:{ {judge@judge.test = lmtp:inet:" in shown
    assert f'+address = "{ADDRESS}"' in shown
    assert untouched == before
    kept = debian.parent.glob("main.cf.*.old")
    assert [one.read_text("utf-8") for one in kept] == [before]
    assert again.startswith("No file is to change.")


def only_for_the_judge(*paths: Path) -> bool:
    user = pwd.getpwnam(USER).pw_uid
    found = [path.stat() for path in paths]
    return all(
        one.st_uid == user and not one.st_mode & (stat.S_IRWXG | stat.S_IRWXO) for one in found
    )
