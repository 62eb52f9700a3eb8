"""A mail server that takes all mail and notes when, so cheap that it is no limit."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

from tests.servers import HOST, free_port

_LINE, _MAIL = b"\r\n", b"\r\n.\r\n"
_LONGEST = 512  # a command, RFC 5321 section 4.5.3.1.4


@dataclass(slots=True)
class Taken:
    """The port of the server, and for each mail when it was taken and for whom."""

    port: int
    mails: list[tuple[float, str]] = field(default_factory=list)

    def when(self, address: str) -> float | None:
        """Return when the first mail for `address` was taken, None for not yet."""
        return next((at for at, to in tuple(self.mails) if to == address), None)


class _Server(ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True

    def __init__(self, taken: Taken) -> None:
        super().__init__((HOST, taken.port), _Talk)
        self.taken = taken


class _Talk(BaseRequestHandler):
    """One connection, as RFC 5321 has it, without a word more than needed.

    It offers no pipelining, so whoever sends something waits for what is said to it.
    """

    def handle(self) -> None:
        """Take mails until there are no more."""
        with suppress(ConnectionError):
            self._say("220 sink.test")
            self._take_mails()

    def _take_mails(self) -> None:
        assert isinstance(self.server, _Server)
        to = ""
        while line := self._heard(_LINE).decode():
            match line[:4].upper():
                case "RCPT":
                    to = line.partition("<")[2].partition(">")[0].lower()
                case "DATA":
                    self._say("354 go on")
                    if not self._heard(_MAIL):
                        return
                    self.server.taken.mails.append((time.monotonic(), to))
                case "QUIT":
                    self._say("221 bye")
                    return
            self._say("250 OK")

    def _heard(self, end: bytes) -> bytes:
        """Return a line, or how a mail ends; nothing when nobody is there any more."""
        heard = b""
        while not heard.endswith(end):
            more = self.request.recv(2**18)
            if not more:
                return b""
            heard = heard[-_LONGEST:] + more
        return heard

    def _say(self, line: str) -> None:
        self.request.sendall(f"{line}\r\n".encode())


@contextmanager
def taking(port: int | None = None) -> Iterator[Taken]:
    """Take all mail in threads of its own while the block runs."""
    taken = Taken(port or free_port())
    with _Server(taken) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield taken
        finally:
            server.shutdown()
            thread.join()
