"""Signing in at a mail provider by OAuth 2, and the access tokens for its IMAP and SMTP servers.

A person signs in once, in a browser. From then on the judge renews its access token by the refresh
token. Many providers replace the refresh token at each use, so the token file is written each time.
"""

import fcntl
import json
import os
import secrets
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import TypeAlias

from oauthlib.oauth2 import DeviceClient, OAuth2Error, WebApplicationClient

# A function that returns an access token. Its argument is a token that a server has just refused,
# which is renewed first, or "".
AccessToken: TypeAlias = Callable[[str], str]
Clock: TypeAlias = Callable[[], datetime]

_SECONDS = 30.0
_MOST_BYTES = 100_000
# A token is renewed while the old one still works, so that no login fails.
_EARLY = timedelta(minutes=5)
_USUAL_LIFE = timedelta(hours=1)  # if the answer names no time (RFC 6749 section 5.1)
# After these errors only a person can help (RFC 6749 section 5.2, OpenID Connect Core section
# 3.1.2.6). Other errors, such as `temporarily_unavailable`, pass.
_FOR_GOOD = {
    *("invalid_grant", "invalid_client", "unauthorized_client", "invalid_scope", "access_denied"),
    *("interaction_required", "login_required", "consent_required", "unsupported_grant_type"),
    *("expired_token", "invalid_request"),
}
_PENDING, _SLOW_DOWN = "authorization_pending", "slow_down"
_SLOWER = 5.0  # seconds; RFC 8628 section 3.5
_USUAL_INTERVAL = 5.0  # seconds; RFC 8628 section 3.2


class SignInError(OSError):
    """The provider gives no access token until a person does something."""


class SignInServerError(OSError):
    """The provider's authorization server cannot be reached, or gives no usable answer."""


class TokenFileError(OSError):
    """The file with the tokens cannot be read or written."""


@dataclass(frozen=True, slots=True)
class SignInServer:
    """The addresses of a provider's authorization server; `device` is "" without a device flow."""

    authorization: str
    token: str
    scopes: tuple[str, ...]
    device: str = ""


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """The judge's registration as a program at a provider."""

    server: SignInServer
    client_id: str
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Tokens:
    """An access token, valid until `ends`, and the refresh token.

    `refused` is the provider's reason if the refresh token no longer works, otherwise "".
    """

    access: str = field(repr=False)
    refresh: str = field(repr=False)
    ends: datetime
    refused: str = ""


class TokenFile:
    """The tokens of a mailbox in a file that only its owner can read.

    Several programs may share the file: a lock lets only one of them renew the token.
    """

    def __init__(self, file: Path, client: OAuthClient, clock: Clock) -> None:
        self._file = file
        self._client = client
        self._clock = clock

    def token(self, refused: str = "") -> str:
        """Return an access token, other than the one that a mail server has `refused`.

        SignInError if a person must sign in again, SignInServerError if the provider does not
        answer, TokenFileError if the file cannot be used.
        """
        with self._locked():
            tokens = read_tokens(self._file)
            if tokens is None:
                raise SignInError("nobody has signed in; say `judge setup mailbox`")
            if tokens.access != refused and self._clock() + _EARLY < tokens.ends:
                return tokens.access
            try:
                new = renewed(self._client, tokens, self._clock())
            except SignInError as error:
                write_tokens(self._file, replace(tokens, refused=str(error)))
                raise
            write_tokens(self._file, new)
            return new.access

    @contextmanager
    def _locked(self) -> Iterator[None]:
        # The lock is on a file beside it, because writing replaces the token file itself.
        lock = self._file.with_suffix(".lock")
        try:
            opened = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise TokenFileError(f"{lock}: {error.strerror}") from None
        try:
            fcntl.flock(opened, fcntl.LOCK_EX)
            yield
        finally:
            os.close(opened)


def read_tokens(file: Path) -> Tokens | None:
    """Return the tokens in a file, or None if there are none; raises TokenFileError."""
    try:
        found = json.loads(file.read_text("utf-8"))
        ends = datetime.fromisoformat(found["ends"])
        return Tokens(found["access"], found["refresh"], ends, found["refused"])
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None
    except OSError as error:
        raise TokenFileError(f"{file}: {error.strerror}") from None


def write_tokens(file: Path, tokens: Tokens) -> None:
    """Write tokens into a file of mode 0600, whole or not at all."""
    content = {"access": tokens.access, "refresh": tokens.refresh}
    content |= {"ends": tokens.ends.isoformat(), "refused": tokens.refused}
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as new:
            json.dump(content, new)
            new.flush()
            os.fsync(descriptor)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def renewed(client: OAuthClient, tokens: Tokens, now: datetime) -> Tokens:
    """Return new tokens for the refresh token; raises SignInError or OSError."""
    asking = WebApplicationClient(client.client_id)
    body = asking.prepare_refresh_body(
        refresh_token=tokens.refresh,
        scope=list(client.server.scopes),
        client_id=client.client_id,
        **_secret(client),
    )
    return _tokens(_answer(asking, client, body), now, tokens.refresh)


@dataclass(frozen=True, slots=True)
class DeviceCode:
    """The code that a person types at `address`.

    The judge asks every `interval` seconds whether the person has done so.
    """

    address: str
    code: str
    secret: str = field(repr=False)
    interval: float
    lasts: float


def device_code(client: OAuthClient) -> DeviceCode:
    """Return a code to sign in with any browser (RFC 8628); raises SignInError or OSError."""
    scopes = " ".join(client.server.scopes)
    body = urllib.parse.urlencode({"client_id": client.client_id, "scope": scopes})
    answer = _posted(client.server.device, body)
    try:
        found = json.loads(answer)
        if "error" in found:
            raise SignInError(_words(found["error"], found.get("error_description")))
        return DeviceCode(
            address=found.get("verification_uri") or found["verification_url"],
            code=found["user_code"],
            secret=found["device_code"],
            interval=float(found.get("interval", _USUAL_INTERVAL)),
            lasts=float(found["expires_in"]),
        )
    except (ValueError, KeyError, TypeError):
        raise SignInError("the provider's answer holds no code") from None


def tokens_by_device(
    client: OAuthClient, code: DeviceCode, clock: Clock, wait: Callable[[float], None]
) -> Tokens:
    """Wait until the person has typed the code, and return the tokens.

    Raises SignInError or OSError.
    """
    asking = DeviceClient(client.client_id)
    body = asking.prepare_request_body(code.secret, include_client_id=True, **_secret(client))
    interval, until = code.interval, clock() + timedelta(seconds=code.lasts)
    while clock() < until:
        wait(interval)
        try:
            return _tokens(_answer(asking, client, body), clock())
        except _WaitingError as error:
            interval += _SLOWER if error.slower else 0
    raise SignInError("the code was not typed in time")


class Loopback:
    """A sign-in by a browser that comes back to a port of this machine (RFC 8252, RFC 7636)."""

    def __init__(self, client: OAuthClient, port: int = 0) -> None:
        self._client = client
        self._asking = WebApplicationClient(client.client_id)
        self._state = secrets.token_urlsafe(16)
        self._verifier = self._asking.create_code_verifier(64)
        self._answer: dict[str, str] = {}
        self._server = HTTPServer(("127.0.0.1", port), self._handler())
        self.port = self._server.server_port

    def address(self) -> str:
        """Return the address to open in the browser."""
        return str(
            self._asking.prepare_request_uri(
                self._client.server.authorization,
                redirect_uri=self._here(),
                scope=list(self._client.server.scopes),
                state=self._state,
                code_challenge=self._asking.create_code_challenge(self._verifier, "S256"),
                code_challenge_method="S256",
                # Without these two Google gives no refresh token, or only the first time.
                access_type="offline",
                prompt="consent",
            )
        )

    def tokens(self, clock: Clock, lasts: timedelta) -> Tokens:
        """Wait for the browser, and return the tokens; raises SignInError or OSError."""
        until = clock() + lasts
        with self._server:
            while not self._answer:
                left = (until - clock()).total_seconds()
                if left <= 0:
                    raise SignInError("nobody signed in with the browser in time")
                self._server.timeout = min(left, _SECONDS)
                self._server.handle_request()
        if "code" not in self._answer:
            why = _words(self._answer["error"], self._answer.get("error_description"))
            raise SignInError(why)
        body = self._asking.prepare_request_body(
            code=self._answer["code"],
            redirect_uri=self._here(),
            code_verifier=self._verifier,
            **_secret(self._client),
        )
        return _tokens(_answer(self._asking, self._client, body), clock())

    def _here(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        loopback = self

        class Handler(BaseHTTPRequestHandler):
            timeout = _SECONDS

            def do_GET(self) -> None:
                query = urllib.parse.urlsplit(self.path).query
                found = dict(urllib.parse.parse_qsl(query))
                # The state proves that the code answers our request; without it anybody could
                # hand in a code of their own (RFC 6749 section 10.12).
                ours = found.get("state") == loopback._state and {"code", "error"} & found.keys()
                if ours:
                    loopback._answer = found
                said = b"You may close this page.\n" if ours else b"Nothing is here.\n"
                self.send_response(200 if ours else 404)
                self.send_header("Content-Type", "text/plain")
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
                """Write no log line, because it would contain the code."""

        return Handler


class _WaitingError(SignInServerError):
    """The person has not typed the code yet, or the server asks for a pause."""

    def __init__(self, *, slower: bool) -> None:
        super().__init__(_SLOW_DOWN if slower else _PENDING)
        self.slower = slower


def _answer(
    asking: WebApplicationClient | DeviceClient, client: OAuthClient, body: str
) -> dict[str, object]:
    text = _posted(client.server.token, body)
    try:
        answer: dict[str, object] = asking.parse_request_body_response(text)
    except OAuth2Error as error:
        if error.error in (_PENDING, _SLOW_DOWN):
            raise _WaitingError(slower=error.error == _SLOW_DOWN) from None
        words = _words(error.error, error.description)
        if error.error in _FOR_GOOD:
            raise SignInError(words) from None
        raise SignInServerError(f"{client.server.token}: {words}") from None
    except (ValueError, TypeError, AttributeError):
        raise SignInServerError(f"{client.server.token}: the answer is not readable") from None
    if not isinstance(answer.get("access_token"), str):
        raise SignInServerError(f"{client.server.token}: the answer holds no token")
    return answer


def _posted(address: str, body: str) -> str:
    """Return the text of the answer to a form, also if the form is refused (400, 401, 403).

    Raises SignInServerError for other errors.
    """
    heading = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
    request = urllib.request.Request(address, body.encode(), heading)
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
            return str(answer.read(_MOST_BYTES).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        with error:
            if error.code not in (400, 401, 403):
                raise SignInServerError(f"{address} answers {error.code}") from None
            return error.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        why = getattr(error, "reason", error)
        raise SignInServerError(f"{address}: {why}") from None


def _tokens(answer: dict[str, object], now: datetime, refresh: str = "") -> Tokens:
    """Return the tokens in an answer; if it has no refresh token, keep the old one (`refresh`)."""
    lasts = str(answer.get("expires_in", ""))
    life = timedelta(seconds=int(lasts)) if lasts.isdecimal() and len(lasts) < 9 else _USUAL_LIFE
    kept = str(answer.get("refresh_token") or refresh)
    if not kept:
        raise SignInError("the provider gave no refresh token, so it would end within hours")
    return Tokens(str(answer["access_token"]), kept, now + life)


def _secret(client: OAuthClient) -> dict[str, str]:
    # Everybody can read the secret of an installed program, but Google demands it all the same.
    return {"client_secret": client.secret} if client.secret else {}


def _words(error: object, description: object) -> str:
    """Return an error of the provider as one short line."""
    return " ".join(f"{error} {description or ''}".split())[:200]


# OAUTHBEARER is the standard (RFC 7628); XOAUTH2 is the older form, the only one at Microsoft.
_MECHANISMS = ("OAUTHBEARER", "XOAUTH2")


class Bearer:
    """The judge's part in a login with an access token, by one of the `offered` mechanisms."""

    def __init__(self, offered: Collection[str], user: str, token: str) -> None:
        found = [one for one in _MECHANISMS if one in offered]
        if not found:
            known = ", ".join(sorted(offered)) or "none"
            raise SignInError(f"the server takes no access tokens; it offers {known}")
        self.mechanism = found[0]
        self.refusal = ""
        bearer = f"auth=Bearer {token}\1\1"
        is_standard = self.mechanism == "OAUTHBEARER"
        self._line = f"n,a={user},\1{bearer}" if is_standard else f"user={user}\1{bearer}"
        # The server says why in a challenge, and the exchange ends with an empty answer to it.
        self._end = "\1" if is_standard else ""

    def __call__(self, challenge: bytes | None = None) -> str:
        """Return the line with the token, or for a `challenge` the answer to it.

        A challenge means that the server refused the token and says why.
        """
        if not challenge:
            return self._line
        self.refusal = " ".join(challenge.decode("utf-8", "replace").split())[:200]
        return self._end
