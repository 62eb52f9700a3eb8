"""How others hear how the program does: the work port on loopback, and systemd's socket."""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import AF_UNIX, SHUT_RDWR, SOCK_DGRAM, socket
from socketserver import BaseRequestHandler
from threading import Thread
from time import monotonic

log = logging.getLogger(__name__)

LOOPBACK = "127.0.0.1"
MOST_CONNECTIONS = 20
# Seconds from the first byte to the last; a page may wait for the store for 15 of them.
LONGEST_CONNECTION = 30.0
# A socket here; socketserver has servers of datagrams too.
_Request = socket | tuple[bytes, socket]
Page = Callable[[], tuple[int, str]]


class _Server(ThreadingHTTPServer):
    """A server of few connections at a time, with a limit of time for each."""

    daemon_threads = True

    def __init__(self, port: int, handler: type[BaseRequestHandler], longest: float) -> None:
        super().__init__((LOOPBACK, port), handler)
        self._longest = longest
        self._begun: dict[_Request, float] = {}

    def process_request(self, request: _Request, client_address: object) -> None:
        """Serve a connection in a thread of its own; close one too many."""
        if len(self._begun) >= MOST_CONNECTIONS:
            self.shutdown_request(request)
            return
        self._begun[request] = monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """End connections that take too long; it is called twice a second."""
        for request, begun in tuple(self._begun.items()):
            if isinstance(request, socket) and monotonic() - begun > self._longest:
                # Its thread closes it, perhaps at this moment.
                with suppress(OSError):
                    request.shutdown(SHUT_RDWR)

    def shutdown_request(self, request: _Request) -> None:
        """Close a connection, and make room for another."""
        self._begun.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: _Request, client_address: object) -> None:
        """Log an error in one line; that a connection broke off is none."""
        error = sys.exception()
        if not isinstance(error, OSError):
            log.warning("the work port failed: %s", type(error).__name__)


@contextmanager
def work_port(
    port: int, pages: Mapping[str, Page], longest: float = LONGEST_CONNECTION
) -> Iterator[int]:
    """Answer GET for these paths by HTTP, and give the port, while the block runs.

    A page returns its status and its text. An error is answered with 503, without values.
    A connection lasts at most `longest` seconds.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path)
            status, text = (404, "There is no such page.\n") if page is None else _asked(page)
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name in http.server
            """Say nothing: monitors ask every few seconds."""

    server = _Server(port, Handler, longest)
    Thread(target=server.serve_forever, name="work port", daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def _asked(page: Page) -> tuple[int, str]:
    try:
        return page()
    except Exception as error:  # noqa: BLE001 - its failure is the answer
        return 503, f"It cannot be told ({type(error).__name__}).\n"


def tell_systemd(where: str, state: str) -> None:
    """Send a `state` to the socket `where`: `READY=1`, `WATCHDOG=1`, `STOPPING=1`.

    Nothing is sent to "". A name that begins with @ is in the abstract namespace
    (sd_notify(3)).
    """
    if not where:
        return
    address = "\0" + where[1:] if where.startswith("@") else where
    with socket(AF_UNIX, SOCK_DGRAM) as speaker:
        try:
            speaker.connect(address)
            speaker.sendall(state.encode())
        except OSError:
            return
