"""The work port: how a program asks the judge whether it is well, on loopback alone."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

LOOPBACK = "127.0.0.1"
Page = Callable[[], tuple[int, str]]


@contextmanager
def work_port(port: int, pages: Mapping[str, Page]) -> Iterator[int]:
    """Answer GET for these paths by HTTP, and give the port, while the block runs.

    A page says its status and its text; one that fails is answered 503, without values.
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
            """Say nothing: who asks does so every few seconds."""

    server = ThreadingHTTPServer((LOOPBACK, port), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, name="work port", daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def _asked(page: Page) -> tuple[int, str]:
    try:
        return page()
    except Exception as error:  # noqa: BLE001 - that it fails is the answer
        return 503, f"It cannot be told ({type(error).__name__}).\n"
