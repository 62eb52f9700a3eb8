"""A mail provider that is signed in to: a token server of thirty lines, and a mail server."""

import json
import ssl
import urllib.parse
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from aiosmtpd.smtp import AuthResult, Envelope, Session

from tests.servers import HOST

USER = "judge@club.example"


class TokenServer:
    """A sign-in server as providers have them: each renewal replaces both tokens."""

    def __init__(self, user: str = USER) -> None:
        self.user = user
        self.made = 0
        self.lasts = 3600
        self.access = self.refresh = ""
        self.scope = "mail"
        self.interval: dict[str, int] = {}
        #: The answers before the next good one; the forms that came.
        self.refusals: list[dict[str, object] | list[str] | int] = []
        self.forms: list[dict[str, str]] = []

    def grant(self) -> dict[str, object]:
        self.made += 1
        self.access, self.refresh = f"access-{self.made}", f"refresh-{self.made}"
        return {
            "token_type": "Bearer",
            "access_token": self.access,
            "refresh_token": self.refresh,
            "expires_in": self.lasts,
        }

    def answer(self, path: str, form: dict[str, str]) -> tuple[int, dict[str, object] | list[str]]:
        if path == "/introspect":
            is_good = form.get("token") == self.access
            return 200, {"active": is_good, "username": self.user, "scope": self.scope}
        self.forms.append(form)
        if self.refusals:
            refusal = self.refusals.pop(0)
            return (refusal, {}) if isinstance(refusal, int) else (400, refusal)
        if path.endswith(("/device", "/devicecode")):
            code = {"device_code": "secret", "user_code": "ABC-DEF", "expires_in": 900}
            code |= self.interval
            return 200, code | {"verification_uri": "https://provider.example/device"}
        if form.get("refresh_token", self.refresh) != self.refresh:
            return 400, {"error": "invalid_grant", "error_description": "it was replaced"}
        return 200, self.grant()

    @contextmanager
    def running(self, tls: ssl.SSLContext | None = None) -> Iterator[str]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                status, answer = server.answer(self.path, dict(urllib.parse.parse_qsl(body)))
                text = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: object) -> None:
                pass

        with ThreadingHTTPServer((HOST, 0), Handler) as http:
            if tls is not None:
                http.socket = tls.wrap_socket(http.socket, server_side=True)
            Thread(target=http.serve_forever, daemon=True).start()
            yield f"http://{HOST}:{http.server_port}"
            http.shutdown()


class Post:
    """A mail server that takes mail only after a login with the token."""

    def __init__(self, server: TokenServer, user: str = USER) -> None:
        self._server = server
        self._user = user
        self.mails: list[tuple[str, bytes]] = []

    async def auth_XOAUTH2(self, server: object, args: list[str]) -> AuthResult:  # noqa: N802 - aiosmtpd's name
        line = f"user={self._user}\1auth=Bearer {self._server.access}\1\1"
        if args[1] == b64encode(line.encode()).decode():
            return AuthResult(success=True)
        await server.push("334 eyJzdGF0dXMiOiI0MDEifQ==")  # type: ignore[attr-defined]  # aiosmtpd gives the session as `object`
        await server._reader.readline()  # type: ignore[attr-defined]  # aiosmtpd gives the session as `object`
        return AuthResult(success=False, handled=False)

    async def handle_MAIL(  # noqa: N802 - aiosmtpd's name
        self, server: object, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return "250 OK" if session.authenticated else "530 5.7.0 Authentication required"

    async def handle_DATA(  # noqa: N802 - aiosmtpd's name
        self, server: object, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.mails.append((envelope.rcpt_tos[0], envelope.content))
        return "250 OK"
