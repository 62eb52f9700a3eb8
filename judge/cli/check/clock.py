"""Deadlines go by this machine's clock: whether it can be right, and who sets it."""

import shutil
import subprocess
import zoneinfo
from collections.abc import Callable
from datetime import datetime

from judge.cli.check.finding import Finding
from judge.service import FARTHEST, SLACK


def clock_finding(
    now: datetime, last: datetime | None, synchronized: Callable[[], bool | None]
) -> Finding:
    """Return whether the clock can be right, the judge having been awake at `last`.

    `synchronized` tells whether this machine's clock is set by NTP, None if not known.
    """
    if not zoneinfo.available_timezones():
        return Finding("clock", trouble="There are no time zones; install the package tzdata.")
    if last is not None and not last - FARTHEST <= now <= last + FARTHEST:
        return Finding(
            "clock",
            trouble=f"It says {now:%Y-%m-%d %H:%M} UTC, but the judge was last awake "
            f"at {last:%Y-%m-%d %H:%M}, and does nothing by a clock that is so far "
            "off. Set this machine's clock (NTP), or say `judge clock right`.",
        )
    if last is not None and last > now + SLACK:
        return Finding(
            "clock",
            trouble=f"It says {now:%Y-%m-%d %H:%M} UTC, but the judge was already "
            f"awake at {last:%Y-%m-%d %H:%M}. Set this machine's clock (NTP).",
        )
    if synchronized() is False:
        return Finding(
            "clock",
            trouble=f"It says {now:%Y-%m-%d %H:%M} UTC, and nothing sets it, so "
            "deadlines will be wrong: `timedatectl set-ntp true`.",
        )
    return Finding("clock", f"{now:%Y-%m-%d %H:%M} UTC.")


def set_by_ntp() -> bool | None:
    """Return whether NTP sets this clock, as systemd knows it, or None without one."""
    program = shutil.which("timedatectl")
    if program is None:
        return None
    words = [program, "show", "--property=NTPSynchronized", "--value"]
    said = subprocess.run(words, check=False, capture_output=True, text=True)
    return {"yes": True, "no": False}.get(said.stdout.strip())
