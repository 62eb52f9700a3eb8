"""`judge serve` by another clock: it is off by the seconds in the file it is given."""

import logging
import signal
import sys
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

from judge.app import build, serving, utc_now
from judge.config import Configuration


def main(off_by: Path) -> None:
    """Serve until it is told to end."""

    def clock() -> datetime:
        return utc_now() + timedelta(seconds=float(off_by.read_text()))

    settings = Configuration()
    logging.basicConfig(level="INFO", format="%(asctime)s %(levelname)s %(message)s")
    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    with serving(build(settings, clock), settings, clock):
        stop.wait()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
