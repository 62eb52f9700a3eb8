"""A wire between a program and its server that can be cut at the worst moment."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from tests.patience import PATIENCE
from tests.servers import HOST

_CHUNK = 65_536


@dataclass(slots=True)
class _Wire:
    """One connection; when `deaf`, what the server says next is lost, and then all."""

    client: socket.socket
    server: socket.socket
    flows: threading.Event
    deaf: bool = False

    def end(self) -> None:
        for one in (self.client, self.server):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def answer(self) -> None:
        """Pass on what the server says, until it says the last."""
        with suppress(OSError):
            while words := self.server.recv(_CHUNK):
                if self.deaf:
                    break
                self.flows.wait()
                self.client.sendall(words)
        self.end()


@dataclass(slots=True)
class Proxy:
    """Passes bytes on to the `server` at a port of loopback.

    `is_last` looks at what a client sends; where it says yes the server still gets it,
    but its answer is lost, and the connection with it.
    """

    server: int
    is_last: Callable[[bytes], bool]
    listener: socket.socket
    wires: list[_Wire] = field(default_factory=list)
    flows: threading.Event = field(default_factory=threading.Event)

    @property
    def lost(self) -> int:
        """How many answers were lost."""
        return sum(wire.deaf for wire in self.wires)

    @property
    def port(self) -> int:
        """The port at which the proxy stands for its server."""
        return int(self.listener.getsockname()[1])

    def cut(self) -> None:
        """End all connections there are, whatever is on its way."""
        for wire in tuple(self.wires):
            wire.end()

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let nothing that the server says come to anybody in the block."""
        self.flows.clear()
        yield
        self.flows.set()

    def serve(self) -> None:
        """Take clients until the listener is closed."""
        with suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                _begin(self._pass, client)

    def _pass(self, client: socket.socket) -> None:
        with (
            client,
            suppress(OSError),
            socket.create_connection((HOST, self.server), PATIENCE) as server,
        ):
            server.settimeout(None)
            wire = _Wire(client, server, self.flows)
            self.wires.append(wire)
            answering = _begin(wire.answer)
            with suppress(OSError):
                while words := client.recv(_CHUNK):
                    wire.deaf = wire.deaf or self.is_last(words)
                    server.sendall(words)
            if not wire.deaf:
                wire.end()
            answering.join()


def _begin(work: Callable[..., None], *words: socket.socket) -> threading.Thread:
    thread = threading.Thread(target=work, args=words, daemon=True)
    thread.start()
    return thread


@contextmanager
def proxy(server: int, is_last: Callable[[bytes], bool] = lambda _words: False) -> Iterator[Proxy]:
    """Give a proxy before the server at this port of loopback."""
    with socket.create_server((HOST, 0)) as listener:
        between = Proxy(server, is_last, listener)
        between.flows.set()
        _begin(between.serve)
        try:
            yield between
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            between.cut()
