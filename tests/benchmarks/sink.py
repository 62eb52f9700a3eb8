"""A mail server that takes all mail and notes when, so cheap that it is no limit."""

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.servers import HOST, free_port, wait_for_port


@dataclass(slots=True)
class Taken:
    """The port of the server, and for each mail when it was taken and for whom."""

    port: int
    mails: list[tuple[float, str]] = field(default_factory=list)

    def when(self, address: str) -> float | None:
        """Return when the first mail for `address` was taken, None for not yet."""
        return next((at for at, to in tuple(self.mails) if to == address), None)


class _Server(asyncio.Protocol):
    """One connection, as RFC 5321 has it, without a word more than needed."""

    def __init__(self, taken: Taken) -> None:
        self._taken = taken
        self._rest, self._to, self._reading = b"", "", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._say("220 sink.test")

    def data_received(self, data: bytes) -> None:
        self._rest += data
        while (end := b"\r\n.\r\n" if self._reading else b"\r\n") in self._rest:
            found, _, self._rest = self._rest.partition(end)
            if self._reading:
                self._reading = False
                self._taken.mails.append((time.monotonic(), self._to))
                self._say("250 OK")
            else:
                self._command(found.decode())

    def _command(self, line: str) -> None:
        match line[:4].upper():
            case "RCPT":
                self._to = line.partition("<")[2].partition(">")[0].lower()
            case "DATA":
                self._reading = True
                self._say("354 go on")
                return
            case "QUIT":
                self._say("221 bye")
                self._transport.close()
                return
        self._say("250 OK")

    def _say(self, line: str) -> None:
        self._transport.write(f"{line}\r\n".encode())


@contextmanager
def taking(port: int | None = None) -> Iterator[Taken]:
    """Take all mail in a thread of its own while the block runs."""
    taken, loop = Taken(port or free_port()), asyncio.new_event_loop()

    def serve() -> None:
        asyncio.set_event_loop(loop)
        made = loop.create_server(lambda: _Server(taken), HOST, taken.port)
        loop.run_until_complete(made)
        loop.run_forever()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    wait_for_port(taken.port)
    try:
        yield taken
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
