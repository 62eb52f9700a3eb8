"""Sign-in at a provider by OAuth 2: tokens are renewed in time, and refusals are reported."""

import os
import socket
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest
from aiosmtpd.controller import Controller
from typer.testing import CliRunner

from judge.cli.main import app
from judge.config import CONFIG_VARIABLE
from judge.letter import Tls
from judge.mail import (
    Barred,
    Loopback,
    Mailbox,
    OAuthClient,
    Relay,
    RelayConnection,
    Sent,
    SignInError,
    SignInServer,
    SignInServerError,
    TokenFile,
    TokenFileError,
    Tokens,
    TryAgain,
    device_code,
    probe_mailbox,
    read_tokens,
    sign_in_server,
    tokens_by_device,
    write_tokens,
)
from judge.troubles import server_trouble
from tests import servers
from tests.patience import PATIENCE
from tests.provider import USER, Post, TokenServer

NOW = datetime(2030, 1, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
MAIL = b"Subject: x\r\n\r\nHello\r\n"


@pytest.fixture
def provider() -> Iterator[tuple[TokenServer, str]]:
    server = TokenServer()
    with server.running() as address:
        yield server, address


@pytest.fixture
def client(provider: tuple[TokenServer, str]) -> OAuthClient:
    at = provider[1]
    addresses = SignInServer("https://provider.example/a", f"{at}/token", ("mail",), f"{at}/device")
    return OAuthClient(addresses, "judge-1")


@pytest.fixture
def file(provider: tuple[TokenServer, str], tmp_path: Path) -> Path:
    """Return a file with tokens that are valid for an hour from `NOW`."""
    provider[0].grant()
    write_tokens(tmp_path / "tokens.json", tokens_of(provider[0]))
    return tmp_path / "tokens.json"


def tokens_of(server: TokenServer) -> Tokens:
    return Tokens(server.access, server.refresh, NOW + HOUR)


def at(moment: datetime) -> Callable[[], datetime]:
    return lambda: moment


def test_a_token_is_kept_across_restarts_and_renewed_before_it_ends(
    provider: tuple[TokenServer, str], client: OAuthClient, file: Path
) -> None:
    first = TokenFile(file, client, at(NOW)).token()
    again = TokenFile(file, client, at(NOW + HOUR / 2)).token()
    late = TokenFile(file, client, at(NOW + HOUR - timedelta(minutes=1))).token()

    assert (first, again, late) == ("access-1", "access-1", "access-2")
    assert read_tokens(file) == Tokens(
        "access-2", "refresh-2", NOW + 2 * HOUR - timedelta(minutes=1)
    )
    assert os.stat(file).st_mode & 0o777 == 0o600
    assert provider[0].forms[0]["client_id"] == "judge-1"


def test_programs_that_share_the_file_renew_a_token_once(
    provider: tuple[TokenServer, str], client: OAuthClient, file: Path
) -> None:
    found: list[str] = []

    def ask() -> None:
        found.append(TokenFile(file, client, at(NOW + HOUR)).token())

    threads = [Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    assert found == ["access-2"] * 5


@pytest.mark.parametrize("error", ["invalid_grant", "invalid_client", "consent_required"])
def test_a_refused_renewal_is_noted_until_somebody_signs_in_again(
    error: str, provider: tuple[TokenServer, str], client: OAuthClient, file: Path
) -> None:
    provider[0].refusals = [{"error": error, "error_description": "revoked"}]
    with pytest.raises(SignInError):
        TokenFile(file, client, at(NOW + HOUR)).token()
    noted = read_tokens(file)
    TokenFile(file, client, at(NOW + HOUR)).token()
    after = read_tokens(file)

    assert noted is not None
    assert noted.refused.startswith(error)
    assert after is not None
    assert after.refused == ""


@pytest.mark.parametrize(
    "answer",
    [
        *(500, 503, 429, {"error": "temporarily_unavailable"}, {"error": "slow_down"}),
        *({"access_token": None}, {"hello": "world"}, ["a", "list"]),
    ],
)
def test_a_provider_that_is_out_of_order_asks_nobody_to_sign_in(
    answer: int | dict[str, object] | list[str],
    provider: tuple[TokenServer, str],
    client: OAuthClient,
    file: Path,
) -> None:
    provider[0].refusals = [answer]
    with pytest.raises(SignInServerError):
        TokenFile(file, client, at(NOW + HOUR)).token()

    assert read_tokens(file) == tokens_of(provider[0])


def test_a_sign_in_server_out_of_reach_is_no_trouble_of_the_mailbox(
    client: OAuthClient, file: Path
) -> None:
    away = replace(client, server=replace(client.server, token="http://127.0.0.1:1/token"))
    with pytest.raises(SignInServerError, match=r"127\.0\.0\.1:1") as raised:
        TokenFile(file, away, at(NOW + HOUR)).token()

    known = server_trouble(f"SignInServerError {raised.value}")
    assert known is not None
    assert known.name == "sign-in-server"


def test_a_token_file_of_another_user_is_named(client: OAuthClient, tmp_path: Path) -> None:
    """A folder in the place of the file fails for root too."""
    (tmp_path / "tokens.json").mkdir()
    with pytest.raises(TokenFileError, match=r"tokens\.json"):
        TokenFile(tmp_path / "tokens.json", client, at(NOW)).token()


def test_without_tokens_one_is_asked_to_sign_in(client: OAuthClient, tmp_path: Path) -> None:
    with pytest.raises(SignInError, match="judge setup mailbox"):
        TokenFile(tmp_path / "none.json", client, at(NOW)).token()


def test_a_code_is_waited_for_as_slowly_as_the_provider_wants(
    provider: tuple[TokenServer, str], client: OAuthClient
) -> None:
    """RFC 8628 section 3.5."""
    waits: list[float] = []
    code = device_code(client)
    provider[0].refusals = [{"error": "authorization_pending"}, {"error": "slow_down"}]
    tokens = tokens_by_device(client, code, at(NOW), waits.append)

    assert (code.address, code.code) == ("https://provider.example/device", "ABC-DEF")
    assert waits == [5, 5, 10]
    assert tokens == tokens_of(provider[0])
    assert provider[0].forms[-1]["device_code"] == "secret"


def test_a_code_that_nobody_types_ends(
    provider: tuple[TokenServer, str], client: OAuthClient
) -> None:
    code = device_code(client)
    moments = iter([NOW, NOW, NOW + HOUR])
    provider[0].refusals = [{"error": "authorization_pending"}]
    with pytest.raises(SignInError, match="in time"):
        tokens_by_device(client, code, lambda: next(moments), lambda _: None)


def test_a_device_code_that_is_refused_is_told(
    provider: tuple[TokenServer, str], client: OAuthClient
) -> None:
    """Google refuses a device code for mail in these words, to every client."""
    provider[0].refusals = [{"error": "invalid_scope", "error_description": "Invalid device flow"}]
    with pytest.raises(SignInError, match="invalid_scope"):
        device_code(client)


def test_a_browser_comes_back_to_this_machine_with_the_code(
    provider: tuple[TokenServer, str], client: OAuthClient
) -> None:
    """RFC 8252 section 7.3, RFC 7636; an answer without our state is not from the provider."""
    loopback = Loopback(client)
    asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(loopback.address()).query))
    here = asked["redirect_uri"]
    pages: list[int] = []

    def browse() -> None:
        for query in ("state=other&code=theirs", f"state={asked['state']}&code=ours"):
            try:
                with urllib.request.urlopen(f"{here}?{query}", timeout=PATIENCE) as page:
                    pages.append(page.status)
            except urllib.error.HTTPError as error:
                error.close()
                pages.append(error.code)

    browser = Thread(target=browse)
    browser.start()
    tokens = loopback.tokens(at(NOW), HOUR)
    browser.join(PATIENCE)

    assert pages == [404, 200]
    assert tokens == tokens_of(provider[0])
    form = provider[0].forms[-1]
    assert (form["code"], form["redirect_uri"]) == ("ours", here)
    assert asked["code_challenge_method"] == "S256"
    assert 43 <= len(form["code_verifier"]) <= 128


def test_a_person_may_refuse_in_the_browser(client: OAuthClient) -> None:
    loopback = Loopback(client)
    asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(loopback.address()).query))
    address = f"{asked['redirect_uri']}?state={asked['state']}&error=access_denied"

    def browse() -> None:
        with urllib.request.urlopen(address, timeout=PATIENCE) as page:
            page.read()

    browser = Thread(target=browse)
    browser.start()
    with pytest.raises(SignInError, match="access_denied"):
        loopback.tokens(at(NOW), HOUR)
    browser.join(PATIENCE)


def test_somebody_signs_in_again_for_a_judge_that_is_set_up(
    provider: tuple[TokenServer, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "judge.toml"
    config.write_text(
        f'data = "{tmp_path / "data"}"\noauth = "microsoft"\noauth_client = "judge-1"\n'
        f'oauth_server = "{provider[1]}"\n',
        "utf-8",
    )
    monkeypatch.setenv(CONFIG_VARIABLE, str(config))
    provider[0].interval = {"interval": 0}
    provider[0].refusals = [{"error": "invalid_client"}]
    refused = CliRunner().invoke(app, ["setup", "mailbox"])
    done = CliRunner().invoke(app, ["setup", "mailbox"])

    assert (refused.exit_code, "invalid_client" in refused.output) == (1, True)
    assert done.exit_code == 0, done.output
    assert (
        "https://provider.example/device with any browser, and type the code ABC-DEF" in done.output
    )
    tokens = read_tokens(tmp_path / "data" / "mailbox-token.json")
    assert tokens is not None
    assert tokens.access == provider[0].access


def test_another_machine_may_speak_as_the_sign_in_server() -> None:
    moved = sign_in_server("microsoft", "https://login.microsoftonline.us")

    assert moved.token == "https://login.microsoftonline.us/common/oauth2/v2.0/token"
    assert sign_in_server("google", "https://login.example").device == ""


@pytest.fixture(params=["xoauth2", "oauthbearer"])
def box(
    request: pytest.FixtureRequest,
    provider: tuple[TokenServer, str],
    client: OAuthClient,
    file: Path,
) -> Iterator[Mailbox]:
    """Yield a mailbox on a Dovecot server that asks the token server about tokens."""
    if servers.DOVECOT is None:
        pytest.skip("dovecot is missing")
    with servers.dovecot(tokens=(request.param, f"{provider[1]}/introspect")) as running:
        yield Mailbox(
            host=servers.HOST,
            port=running.imap_port,
            user=USER,
            password="",
            judge_address=USER,
            tls=Tls.NONE,
            token=TokenFile(file, client, at(NOW)).token,
            timeout=timedelta(seconds=PATIENCE),
        )


def test_a_mailbox_lets_the_judge_in_by_a_token_and_by_a_renewed_one(
    box: Mailbox, provider: tuple[TokenServer, str]
) -> None:
    assert probe_mailbox(box) is None
    # The provider revokes the token long before its end.
    provider[0].access = "another"
    assert probe_mailbox(box) is None
    assert provider[0].made == 2


def test_a_mailbox_that_refuses_the_token_says_why(
    box: Mailbox, provider: tuple[TokenServer, str]
) -> None:
    provider[0].scope = "calendar"
    reason = probe_mailbox(box)
    assert reason is not None
    trouble = server_trouble(reason)

    assert trouble is not None
    assert trouble.name == "token-refused", reason
    assert "access-" not in reason


def test_a_mailbox_that_takes_no_password_is_not_sent_one() -> None:
    """RFC 9051 section 6.2.3."""
    with socket.create_server((servers.HOST, 0)) as door:
        port = door.getsockname()[1]
        heard: list[bytes] = []

        def converse() -> None:
            guest, _ = door.accept()
            with guest, guest.makefile("rb") as come:
                guest.sendall(b"* OK [CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=XOAUTH2] hello\r\n")
                for line in come:
                    heard.append(line)
                    tag = line.split()[0]
                    guest.sendall(
                        b"* CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=XOAUTH2\r\n"
                        + tag
                        + b" OK done\r\n"
                    )

        server = Thread(target=converse)
        server.start()
        reason = probe_mailbox(Mailbox(servers.HOST, port, USER, "sesame", USER, Tls.NONE))
        server.join(PATIENCE)

    assert reason is not None
    assert "LOGINDISABLED" in reason
    assert b"sesame" not in b"".join(heard)


@pytest.fixture
def relay(
    provider: tuple[TokenServer, str], client: OAuthClient, file: Path
) -> Iterator[tuple[Relay, Post]]:
    post = Post(provider[0])
    running = Controller(
        post,
        hostname=servers.HOST,
        port=servers.free_port(),
        ready_timeout=PATIENCE,
        auth_require_tls=False,
        auth_exclude_mechanism=["LOGIN", "PLAIN"],
    )
    running.start()
    token = TokenFile(file, client, at(NOW)).token
    yield Relay(servers.HOST, running.port, user=USER, token=token), post
    running.stop()


def sent(relay: Relay) -> object:
    with RelayConnection(relay) as connection:
        return connection.send(MAIL, USER, "ann@example.org")


def test_mail_is_sent_after_a_login_by_token_and_by_a_renewed_one(
    relay: tuple[Relay, Post], provider: tuple[TokenServer, str]
) -> None:
    assert sent(relay[0]) == Sent()
    provider[0].access = "another"
    assert sent(relay[0]) == Sent()
    assert len(relay[1].mails) == 2


def test_mail_waits_when_the_provider_wants_somebody_to_sign_in(
    relay: tuple[Relay, Post], provider: tuple[TokenServer, str]
) -> None:
    provider[0].access = "another"
    provider[0].refusals = [{"error": "invalid_grant"}]
    outcome = sent(relay[0])

    assert isinstance(outcome, Barred)
    trouble = server_trouble(outcome.reason)
    assert trouble is not None
    assert trouble.name == "signed-out"


def test_mail_waits_while_the_provider_is_out_of_order(
    relay: tuple[Relay, Post], provider: tuple[TokenServer, str]
) -> None:
    provider[0].access = "another"
    provider[0].refusals = [503]

    assert isinstance(sent(relay[0]), TryAgain)


def test_no_secret_is_shown(client: OAuthClient, relay: tuple[Relay, Post]) -> None:
    secretive = replace(client, secret="sesame")

    assert "sesame" not in repr(secretive)
    assert "access-" not in repr(Tokens("access-1", "refresh-1", NOW))
