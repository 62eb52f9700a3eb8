"""A mail server that takes all mail and notes when, so cheap that it is no limit."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

from tests.servers import HOST, free_port

_LINE, _MAIL = b"\r\n", b"\r\n.\r\n"


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

    It offers pipelining as usual servers do, and answers what came together together.
    """

    def handle(self) -> None:
        """Take mails until there are no more."""
        self._come, self._answers = b"", "220 sink.test\r\n"
        with suppress(ConnectionError):
            self._take_mails()

    def _take_mails(self) -> None:
        assert isinstance(self.server, _Server)
        to = ""
        while line := self._heard(_LINE).decode():
            answer = "250 OK"
            match line[:4].upper():
                case "EHLO":
                    answer = "250-sink.test\r\n250 PIPELINING"
                case "RCPT":
                    to = line.partition("<")[2].partition(">")[0].lower()
                case "DATA":
                    self._answers += "354 go on\r\n"
                    if not self._heard(_MAIL):
                        return
                    self.server.taken.mails.append((time.monotonic(), to))
                case "QUIT":
                    self.request.sendall(b"221 bye\r\n")
                    return
            self._answers += f"{answer}\r\n"

    def _heard(self, end: bytes) -> bytes:
        """Return a line or a mail; nothing when nobody is there any more."""
        while (at := self._come.find(end)) < 0:
            if self._answers:
                self.request.sendall(self._answers.encode())
                self._answers = ""
            more = self.request.recv(2**18)
            if not more:
                return b""
            self._come += more
        heard, self._come = self._come[:at], self._come[at + len(end) :]
        return heard


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
