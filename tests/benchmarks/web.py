"""What pages cost the program that shows them: pages for each second of one processor.

The browser is a process of its own, on one kept connection. A cached page is in memory; an
uncached one is made for each request.
"""

import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from judge.service.site import Site
from judge.web import WebDoor, web_app, web_face
from judge.web.server import Rates, Shelf
from tests.dialogs.test_dialogs import Shelf as Played
from tests.servers import HOST
from tests.web.test_browser import STORY
from tests.web.visits import site_of

PAGES = ("/", "/games", "/games/smp", "/games/smp/S1901M", "/games/smp.json", "/variants/standard")
_BROWSER = """\
import http.client, sys
home, path, most = http.client.HTTPConnection(sys.argv[1], int(sys.argv[2])), *sys.argv[3:]
for number in range(int(most)):
    home.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = home.getresponse()
    size = len(answer.read())
    assert answer.status == 200
print(size)
"""


def main() -> None:
    """Print a row for each page."""
    with tempfile.TemporaryDirectory() as folder:
        story = Path(folder) / "story.txt"
        story.write_text(STORY, "utf-8")
        post = Played(Path(folder), plus_addresses=True).play(story, Path(folder))
        site, jumps = site_of(post), count(0, 100)
        print(f"{'page':22}{'bytes sent':>12}{'cached/s':>12}{'uncached/s':>12}")
        for path in PAGES:
            size, cached = _measured(Shelf(), 600, path, site)
            _, made = _measured(Shelf(clock=lambda: float(next(jumps))), 60, path, site)
            print(f"{path:22}{size:>12}{cached:>12.0f}{made:>12.0f}")
        post.judge.store.dispose()


def _measured(shelf: Shelf, most: int, path: str, site: Site) -> tuple[int, float]:
    """Return the bytes of a page, and how many a second of processor time gives."""
    app = web_app(site, rates=Rates(1e9, 1e9), shelf=shelf)
    with web_face(app, WebDoor(HOST, 0)) as port:
        asked = [sys.executable, "-c", _BROWSER, HOST, str(port), path]
        subprocess.run([*asked, "5"], check=True, capture_output=True)
        before = time.process_time()
        done = subprocess.run([*asked, str(most)], check=True, capture_output=True, text=True)
        return int(done.stdout), most / (time.process_time() - before)


if __name__ == "__main__":
    main()
