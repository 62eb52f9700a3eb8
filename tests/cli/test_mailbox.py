"""`judge setup mailbox`: the servers of a mailbox are known or found, and settings follow."""

import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.dns import UnansweredError
from judge.cli.mailbox import find_provider
from judge.cli.main import app
from judge.config import CONFIG_VARIABLE
from judge.letter import Tls
from judge.mail import Host, provider_at, provider_of, sign_in_server

AUTOCONFIG = """\
<?xml version="1.0"?>
<clientConfig version="1.1"><emailProvider id="club.example">
<displayName>Club Mail</displayName>
<incomingServer type="pop3"><hostname>pop.club.example</hostname><port>995</port>
<socketType>SSL</socketType><username>%EMAILADDRESS%</username></incomingServer>
<incomingServer type="imap"><hostname>imap.club.example</hostname><port>143</port>
<socketType>STARTTLS</socketType><username>%EMAILLOCALPART%</username></incomingServer>
<incomingServer type="imap"><hostname>imap.club.example</hostname><port>993</port>
<socketType>SSL</socketType><username>%EMAILLOCALPART%</username></incomingServer>
<outgoingServer type="smtp"><hostname>smtp.club.example</hostname><port>25</port>
<socketType>plain</socketType></outgoingServer>
<outgoingServer type="smtp"><hostname>smtp.club.example</hostname><port>587</port>
<socketType>STARTTLS</socketType></outgoingServer>
</emailProvider></clientConfig>
"""
SRV = {
    ("_imaps._tcp.club.example", "SRV"): ("0 1 993 imap.club.example",),
    ("_submissions._tcp.club.example", "SRV"): ("0 0 0 .",),
    ("_submission._tcp.club.example", "SRV"): ("0 1 587 smtp.club.example",),
}


def nothing(*_asked: str) -> None:
    return None


def no_records(_name: str, _kind: str) -> tuple[str, ...]:
    return ()


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("judge@gmail.com", "Gmail"),
        ("judge@Hotmail.com", "Outlook.com"),
        ("judge@fastmail.com", "Fastmail"),
        ("judge@icloud.com", "iCloud"),
        ("judge@yahoo.com", "Yahoo"),
        ("judge@gmx.de", "GMX"),
        ("judge@web.de", "WEB.DE"),
        ("judge@posteo.de", "Posteo"),
        ("judge@mailbox.org", "mailbox.org"),
        ("judge@t-online.de", "T-Online"),
    ],
)
def test_the_common_providers_are_known_by_the_address(address: str, name: str) -> None:
    found = find_provider(address, no_records, nothing)

    assert found is not None
    assert (found.name, bool(found.first)) == (name, True)
    assert not found.oauth or sign_in_server(found.oauth).token
    assert Tls.NONE not in (found.imap.tls, found.smtp.tls)
    assert provider_at(found.imap.name) is not None


@pytest.mark.parametrize(
    ("server", "name"),
    [
        ("aspmx.l.google.com", "Gmail"),
        ("club-example.mail.protection.outlook.com", "Microsoft 365"),
        ("in1-smtp.messagingengine.com", "Fastmail"),
    ],
)
def test_the_provider_of_an_own_domain_is_known_by_its_mail_servers(server: str, name: str) -> None:
    found = find_provider("judge@club.example", lambda *_: (server,), nothing)

    assert found is not None
    assert found.name == name


def test_a_domain_describes_its_servers_by_autoconfig() -> None:
    found = find_provider("judge@club.example", no_records, lambda _: AUTOCONFIG)

    assert found is not None
    assert found.name == "Club Mail"
    assert found.imap == Host("imap.club.example", 993, Tls.IMPLICIT)
    assert found.smtp == Host("smtp.club.example", 587, Tls.STARTTLS)
    assert found.user_of("judge@club.example") == "judge"


@pytest.mark.parametrize(
    "page", ["no page", "<a/>", "<!DOCTYPE a [<!ENTITY b 'b'>]>" + AUTOCONFIG.partition("\n")[2]]
)
def test_a_page_that_describes_nothing_is_none(page: str) -> None:
    assert find_provider("judge@club.example", no_records, lambda _: page) is None


def test_a_domain_names_its_servers_by_srv_records() -> None:
    """RFC 6186 section 3.4: a target of one dot means that there is no server."""
    found = find_provider(
        "judge@club.example", lambda name, kind: SRV.get((name, kind), ()), nothing
    )

    assert found is not None
    assert found.imap == Host("imap.club.example", 993, Tls.IMPLICIT)
    assert found.smtp == Host("smtp.club.example", 587, Tls.STARTTLS)


def test_without_a_name_server_the_pages_are_still_asked() -> None:
    def silent(*_: str) -> tuple[str, ...]:
        raise UnansweredError

    assert find_provider("judge@club.example", silent, lambda _: AUTOCONFIG) is not None


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))  # there is no Postfix
    return tmp_path


def settings_shown(output: str) -> dict[str, object]:
    lines = (line[1:] for line in output.splitlines() if line.startswith("+") and " = " in line)
    return tomllib.loads("\n".join(lines))


def test_a_mailbox_with_a_password_becomes_settings(here: Path) -> None:
    words = ["setup", "mailbox", "judge@web.de", "--dry-run"]
    done = CliRunner().invoke(app, words, input="sesame\nann@example.net\n")

    assert done.exit_code == 0, done.output
    assert "a mailbox of WEB.DE. Switch on POP3 and IMAP" in done.output
    assert "sesame" not in done.output
    shown = settings_shown(done.output)
    assert (shown["imap_host"], shown["imap_user"]) == ("imap.web.de", "judge")
    assert (shown["relay_host"], shown["relay_port"]) == ("smtp.web.de", 465)
    assert (shown["return_paths"], shown["imap_password"]) == (False, "(hidden)")
    assert shown["plus_addresses"] is False
    assert "mails_per_day" not in shown
    assert "Nothing is to be published: web.de belongs to WEB.DE." in done.output
    assert "oauth" not in shown


def test_a_mailbox_that_is_signed_in_to_has_no_password(here: Path) -> None:
    words = ["setup", "mailbox", "judge@outlook.com", "--client-id", "1234", "--dry-run"]
    done = CliRunner().invoke(app, words, input="ann@example.net\n")

    assert done.exit_code == 0, done.output
    shown = settings_shown(done.output)
    assert (shown["oauth"], shown["oauth_client"]) == ("microsoft", "1234")
    assert (shown["relay_port"], shown["relay_tls"]) == (587, "starttls")
    assert shown["mails_per_day"] == 250
    assert not {"imap_password", "relay_password"} & shown.keys()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["judge@outlook.com"], "must be registered"),
        (["judge@web.de", "--client-id", "1"], "use a password"),
        ([], "name the mailbox's address"),
    ],
)
def test_what_hinders_a_sign_in_is_told(words: list[str], told: str, here: Path) -> None:
    (here / "judge.toml").write_text(f'data = "{here}"\n', "utf-8")
    done = CliRunner().invoke(app, ["setup", "mailbox", *words])

    assert done.exit_code == 1
    assert told in done.output


def test_every_domain_has_one_provider() -> None:
    assert provider_of("example.org") is None
