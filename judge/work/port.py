"""Reports on the state of the program: by HTTP on loopback (the work port), and to systemd."""

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
# Seconds for a whole connection; a page may wait for the store for 15 of them.
LONGEST_CONNECTION = 30.0
# The type that socketserver demands. Here it is always a socket; the tuple is for datagrams.
_Request = socket | tuple[bytes, socket]
Page = Callable[[], tuple[int, str]]


class _Server(ThreadingHTTPServer):
    """An HTTP server with a limit of connections, and a time limit for each connection."""

    daemon_threads = True

    def __init__(self, port: int, handler: type[BaseRequestHandler], longest: float) -> None:
        super().__init__((LOOPBACK, port), handler)
        self._longest = longest
        self._begun: dict[_Request, float] = {}

    def process_request(self, request: _Request, client_address: object) -> None:
        """Serve a connection in a thread of its own; close it if there are too many."""
        if len(self._begun) >= MOST_CONNECTIONS:
            self.shutdown_request(request)
            return
        self._begun[request] = monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """End connections that take too long; it is called twice a second."""
        for request, begun in tuple(self._begun.items()):
            if isinstance(request, socket) and monotonic() - begun > self._longest:
                # The thread of the connection may close it at this moment.
                with suppress(OSError):
                    request.shutdown(SHUT_RDWR)

    def shutdown_request(self, request: _Request) -> None:
        """Close a connection, and make room for another."""
        self._begun.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: _Request, client_address: object) -> None:
        """Log an error in one line; a broken connection is no error."""
        error = sys.exception()
        if not isinstance(error, OSError):
            log.warning("the work port failed: %s", type(error).__name__)


@contextmanager
def work_port(
    port: int, pages: Mapping[str, Page], longest: float = LONGEST_CONNECTION
) -> Iterator[int]:
    """Answer HTTP GET for the paths of `pages` while the block runs; yields the port.

    A page returns its status and its text. If it raises, the answer is 503, without values. A
    connection lasts at most `longest` seconds.
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
            """Log nothing, because monitors ask every few seconds."""

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

    Nothing is sent if `where` is "". A name that begins with @ is in the abstract namespace
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
