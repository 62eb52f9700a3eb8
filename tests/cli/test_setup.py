"""The plan that results from the answers to `judge setup`, before anything is changed."""

import re
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from judge.cli.answers import Answers, answers_of, faults, read_server
from judge.cli.dns import records_text
from judge.cli.main import app
from judge.cli.postfix import Postfix, wanted_lines, with_lines
from judge.cli.setup import ByHandError, wanted_settings, with_settings
from judge.config import CONFIG_VARIABLE
from judge.letter import Tls

GOOD = {
    "address": "judge@club.org",
    "keeper": "ann@example.net",
    "mail_in": "postfix",
    "mail_out": "postfix",
    "data": "/var/lib/judge",
}
BOX = "imaps://judge@club.org@imap.example.net"
TO_JUDGE = "lmtp:inet:127.0.0.1:2424"
OURS = f"inline:{{ {{judge@club.org = {TO_JUDGE}}} }}"
# A Postfix that is to know the domain by `mydestination`, and needs no other change.
PLAIN = {
    "mydestination": "mx.club.org, club.org, localhost",
    "myhostname": "mx.club.org",
    "recipient_delimiter": "+",
    "inet_interfaces": "all",
    "default_transport": "smtp",
}
NEW_DOMAIN = {
    "virtual_mailbox_domains": "club.org",
    "virtual_mailbox_maps": "inline:{ {judge@club.org = ok}, {postmaster@club.org = ok} }",
    "transport_maps": f"inline:{{ {{judge@club.org = {TO_JUDGE}}}, "
    f"{{postmaster@club.org = {TO_JUDGE}}} }}",
}


def answers(**changed: str) -> Answers:
    return answers_of({**GOOD, **changed})


def lines(**changed: str) -> dict[str, str]:
    """Return the settings to change in a Postfix that differs from the plain one as `changed`."""
    values = PLAIN | changed
    return wanted_lines(Postfix(values, values, in_braces), answers(), 2424)


def in_braces(table: str, key: str) -> str:
    """Return the value of a key in a table of the kind `inline:`, as postmap reads it."""
    found = re.search(rf"\{{{re.escape(key)} = ([^}}]*)\}}", table)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"address": "judge"}, "address: this is no mail address"),
        ({"address": "judge+x@club.org"}, "address: it must have no plus sign"),
        ({"keeper": "Ann"}, "keeper: this is no mail address"),
        ({"keeper": "Judge@club.org"}, "keeper: this is the judge's own address"),
        ({"mail_in": "smtp://a@b.org"}, "mail_in: answer `postfix`, or a login"),
        ({"mail_in": "imaps://imap.b.org"}, "mail_in: answer `postfix`, or a login"),
        ({"mail_out": "sendmail"}, "mail_out: answer `postfix`, or a login"),
        ({"data": "judge-data"}, "data: give the whole path"),
        ({"data": "/var/lib/"}, "data: others use this folder"),
        ({"adress": "judge@club.org"}, "adress: there is no such question"),
        ({"address": ""}, "address: it is not answered"),
    ],
)
def test_an_answer_that_cannot_be_is_told_in_words(wrong: dict[str, str], words: str) -> None:
    (fault,) = faults(GOOD | wrong)

    assert fault.startswith(words)


def test_good_answers_have_no_faults() -> None:
    assert faults(GOOD) == faults(GOOD | {"mail_in": BOX}) == []


def test_what_is_not_given_is_asked_and_asked_again_where_it_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))  # there is no Postfix
    said = ["judge", "judge@club.org", "ann@example.net", BOX, "smtp://me@b.net", ""]
    said += ["http://club.org", "https://games.club.org", "sesame", "sesame"]
    words = ["setup", "--dry-run"]
    done = CliRunner().invoke(app, words, input="\n".join(said))

    assert done.exit_code == 0, done.output
    assert "Not so: this is no mail address" in done.stdout
    assert '+data = "/var/lib/judge"' in done.stdout
    assert '+imap_password = "(hidden)"' in done.stdout
    assert '+web_url = "https://games.club.org"' in done.stdout
    assert "reverse_proxy 127.0.0.1:8035" in done.stdout
    assert "sesame" not in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "port", "tls"),
    [
        (BOX, 993, Tls.IMPLICIT),
        ("imap://judge@mail.club.org", 143, Tls.STARTTLS),
        ("smtp://judge@mail.club.org", 587, Tls.STARTTLS),
        ("smtps://judge@mail.club.org:4650", 4650, Tls.IMPLICIT),
    ],
)
def test_a_login_is_read_with_the_usual_port(text: str, port: int, tls: Tls) -> None:
    server = read_server(text)

    assert server is not None
    assert (server.port, server.tls) == (port, tls)
    assert server.user in ("judge", "judge@club.org")


def test_the_domain_of_a_unix_mailbox_leads_one_address_to_the_judge() -> None:
    assert lines(local_recipient_maps="") == {"transport_maps": OURS}


def test_who_is_nobody_on_this_machine_is_made_known() -> None:
    known = "inline:{root=ok}"
    found = lines(local_recipient_maps=known)["local_recipient_maps"]

    assert found == f"{known}, inline:{{ {{judge@club.org = ok}} }}"


def test_a_domain_that_postfix_does_not_know_is_the_judges() -> None:
    assert lines(mydestination="localhost") == NEW_DOMAIN


def test_domains_and_ways_of_others_stay() -> None:
    found = lines(
        mydestination="localhost",
        virtual_mailbox_domains="other.org",
        virtual_mailbox_maps="inline:{{a@other.org = ok}}",
        transport_maps="inline:{{other.org = smtp:x}}",
    )

    assert found["virtual_mailbox_domains"] == "other.org, club.org"
    assert found["virtual_mailbox_maps"].startswith("inline:{{a@other.org = ok}}, inl")
    assert found["transport_maps"].endswith(", inline:{{other.org = smtp:x}}")


def test_a_domain_that_is_only_rewritten_becomes_one_that_is_delivered() -> None:
    found = lines(mydestination="localhost", virtual_alias_domains="other.org club.org")

    assert found["virtual_alias_domains"] == "other.org"
    assert found["virtual_mailbox_domains"] == "club.org"
    assert found["transport_maps"] == NEW_DOMAIN["transport_maps"]


def test_a_list_of_recipients_of_a_relay_gets_the_judges_address() -> None:
    listed = "inline:{{ann@club.org = ok}}"
    found = lines(mydestination="localhost", relay_domains="club.org", relay_recipient_maps=listed)

    assert found["relay_recipient_maps"] == f"{listed}, inline:{{ {{judge@club.org = ok}} }}"
    assert found["transport_maps"] == OURS


def test_a_catch_all_leaves_the_judges_mail_alone() -> None:
    catch_all = "inline:{{@club.org = ann@example.net}}"
    found = lines(local_recipient_maps="", virtual_alias_maps=catch_all)
    changed = found["virtual_alias_maps"]

    assert changed == f"inline:{{ {{judge@club.org = judge@club.org}} }}, {catch_all}"
    assert "virtual_alias_maps" not in lines(local_recipient_maps="", virtual_alias_maps=changed)


def test_a_dry_run_asks_nothing_that_the_settings_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "judge.toml"
    monkeypatch.setenv(CONFIG_VARIABLE, str(config))
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))  # there is no Postfix
    far = {"imap_host": "imap.b.net", "imap_user": "me", "imap_password": "sesame"}
    far |= {"relay_host": "b.net", "relay_user": "me", "relay_password": "sesame"}
    known = {name: GOOD[name] for name in ("address", "keeper", "data")} | far
    config.write_text("".join(f'{k} = "{v}"\n' for k, v in known.items()), "utf-8")
    done = CliRunner().invoke(app, ["setup", "--dry-run"], input="")

    assert done.exit_code == 0, done.output
    assert "[" not in done.output.splitlines()[0]


def test_a_postfix_for_local_mail_alone_is_opened() -> None:
    found = lines(
        myhostname="vm",
        recipient_delimiter="-",
        inet_interfaces="loopback-only",
        default_transport="error",
        transport_maps=OURS,
    )

    assert found == {
        "myhostname": "mail.club.org",
        "recipient_delimiter": "-+",
        "inet_interfaces": "all",
        "default_transport": "smtp",
    }


def test_a_line_of_postfix_changes_where_it_stands() -> None:
    main_cf = "# mine\nrelayhost =\nmydestination = a,\n    b\nbiff = no\n"
    changed = with_lines(main_cf, {"mydestination": "c", "transport_maps": "d"})

    assert changed == ("# mine\nrelayhost =\nmydestination = c\nbiff = no\ntransport_maps = d\n")


def test_what_a_person_wrote_into_the_configuration_stays() -> None:
    mine = '# mine\ntick = 5  # seconds\naddress = "old@club.org"\n'
    changed = with_settings(mine, {"address": "judge@club.org", "lmtp_port": 2424})

    assert changed == (
        '# mine\ntick = 5  # seconds\naddress = "judge@club.org"\nlmtp_port = 2424\n'
    )
    assert with_settings(changed, {"lmtp_port": 2424}) == changed


def test_a_configuration_that_cannot_be_changed_line_by_line_is_left() -> None:
    mine = '"address" = """\nold@club.org"""\n'

    with pytest.raises(ByHandError, match=r"address = \"judge@club\.org\""):
        with_settings(mine, {"address": "judge@club.org"})


def test_a_mailbox_and_a_provider_are_settings_with_tls() -> None:
    far = answers(mail_in=BOX, mail_out="smtp://me@smtp.example.net")
    wanted = wanted_settings(far, "", "/etc/judge-dkim.pem", {"imap_password": "old"})

    assert wanted["imap_host"] == "imap.example.net"
    assert (wanted["imap_user"], wanted["imap_tls"]) == ("judge@club.org", "implicit")
    assert (wanted["relay_port"], wanted["relay_tls"]) == (587, "starttls")
    assert (wanted["smtp_port"], wanted["lmtp_port"]) == (0, 0)
    assert not {"imap_password", "dkim_key", "received_by"} & wanted.keys()


def test_the_records_are_those_that_a_zone_file_takes(tmp_path: Path) -> None:
    key = tmp_path / "dkim.pem"
    made = subprocess.run(["openssl", "genrsa", "2048"], check=True, capture_output=True)
    key.write_bytes(made.stdout)
    text = records_text(answers(), "mx.club.org", key)

    assert "    club.org. MX 10 mx.club.org.\n" in text
    assert '    club.org. TXT "v=spf1 mx -all"\n' in text
    assert '    judge._domainkey.club.org. TXT "v=DKIM1; k=rsa; p=MII' in text
    assert max(len(part) for part in text.split('"')) <= 255
    assert "(PTR) of that address must say mx.club.org" in text


def test_a_script_gives_its_answers_in_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))  # there is no Postfix
    file = tmp_path / "answers.toml"
    far = GOOD | {"mail_in": BOX, "mail_out": "smtps://me@b.net"}
    far |= {"imap_password": "sesame", "relay_password": "sesame"}
    file.write_text("".join(f'{k} = "{v}"\n' for k, v in far.items()), "utf-8")
    words = ["setup", "--dry-run", "--answers", str(file), "--keeper", "bob@b.net"]
    done = CliRunner().invoke(app, words)
    file.write_text("address = judge", "utf-8")
    wrong = CliRunner().invoke(app, words)

    assert '+keeper = "bob@b.net"' in done.stdout
    assert "+relay_port = 465" in done.stdout
    assert (wrong.exit_code, "is no TOML" in wrong.output) == (1, True)


def test_what_is_missing_is_named_before_anything_is_asked_to_be_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "judge.toml"))
    monkeypatch.setenv("MAIL_CONFIG", str(tmp_path))  # there is no Postfix
    options = [f"--{name.replace('_', '-')}={value}" for name, value in GOOD.items()]
    done = CliRunner().invoke(app, ["setup", "--dry-run", *options])

    assert done.exit_code == 1
    assert "apt-get install postfix" in done.output
