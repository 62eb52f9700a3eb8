"""What systemd is told by the judge, and what the judge is allowed under it."""

import os
import re
import socket
import subprocess
from pathlib import Path
from threading import Event

import pytest

from judge.cli.setup import unit_text
from judge.work import Alarm, tell_systemd
from tests.machine import program_here
from tests.patience import PATIENCE, eventually

MOST_EXPOSED = 2.0


def test_the_unit_that_setup_writes_leaves_little_exposed(tmp_path: Path) -> None:
    """Systemd's own measure: 0 is nothing, 10 is all there is on the machine."""
    program = program_here("systemd-analyze")
    if program is None and os.environ.get("CI"):
        pytest.fail("There is no systemd-analyze.")
    if program is None:
        pytest.skip("systemd-analyze is missing (the package systemd has it)")
    unit = tmp_path / "judge.service"
    data, config = Path("/srv/judge"), Path("/etc/judge.toml")
    unit.write_text(unit_text(Path("/bin/true"), config, data, "judge"), "utf-8")
    words = [program, "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)

    assert found is not None, done.stderr
    assert float(found[1]) <= MOST_EXPOSED
    words = [program, "verify", "--man=no", str(unit)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert "Unknown" not in done.stderr


def test_the_unit_is_for_the_paths_of_this_machine() -> None:
    program, data = Path("/opt/x/bin/judge"), Path("/srv/y")
    lines = unit_text(program, Path("/etc/z.toml"), data, "dip").splitlines()

    assert {
        "ExecStart=/opt/x/bin/judge serve",
        "Environment=JUDGE_CONFIG=/etc/z.toml",
        "ReadWritePaths=/srv/y",
        "User=dip",
        "Group=dip",
        "UMask=0077",
    } <= set(lines)


def test_systemd_hears_what_it_is_told(tmp_path: Path) -> None:
    where = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(where)
        systemd.settimeout(PATIENCE)
        tell_systemd(where, "READY=1")

        assert systemd.recv(100) == b"READY=1"
    tell_systemd(where, "WATCHDOG=1")  # to nobody
    tell_systemd("", "WATCHDOG=1")


def test_it_is_known_that_a_chore_hangs() -> None:
    begun, go_on = Event(), Event()

    def slow() -> bool:
        begun.set()
        go_on.wait(PATIENCE)
        return False

    alarm = Alarm({"slow": slow}, 60)
    idle = alarm.longest()
    alarm.start()
    assert begun.wait(PATIENCE)
    eventually(lambda: alarm.longest() > idle)
    go_on.set()
    eventually(lambda: not alarm.longest())
    alarm.stop()

    assert not idle
