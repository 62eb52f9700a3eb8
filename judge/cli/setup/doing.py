"""Doing what was planned, in an order in which each step may be done again."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from judge.cli.setup.change import Change, Owner
from judge.cli.setup.plan import Places, Plan, StepError, make_plan, owner_of
from judge.cli.setup.unit import UNIT

Say = Callable[[str], None]
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_HOMES = ("/home", "/root")


def do(plan: Plan, now: datetime, say: Say) -> None:
    """Do it all, and say each thing that was done; StepError, OSError."""
    if plan.owner is None:
        _make_user(plan, say)
        plan = make_plan(plan.answers, plan.places)
    assert plan.owner is not None
    _make_data(plan.answers.data, plan.owner, say)
    key = plan.new_key
    if key is not None:
        _make_key(key, plan.owner, now)
        say(f"Made {key}, with which mail is signed (DKIM).")
    for change in plan.changes:
        kept = change.write(now)
        say(f"Wrote {change.path}." + (f" The old one is {kept}." if kept else ""))
    for path in (plan.places.config, plan.dkim_key):
        if path is not None and path.exists():
            _give(path, plan.owner, 0o600, say)
    _protect_program(plan.places, say)
    _make_link(plan.places, say)


def start(plan: Plan, changed: tuple[Change, ...], say: Say) -> bool:
    """Start what is to run with what was `changed`; return whether the judge does."""
    if any(change.path.name == "main.cf" for change in changed):
        done = _run(*_words_for_postfix(systemd=plan.places.systemd))
        if done.returncode:
            raise StepError(f"Postfix does not take its settings: {_last(done)}")
    if not plan.places.systemd:
        say("There is no systemd here; start the judge by `judge serve`.")
        return False
    for words in (("daemon-reload",), ("enable", UNIT), ("restart", UNIT)):
        done = _run("systemctl", *words)
        if done.returncode:
            raise StepError(f"`systemctl {' '.join(words)}`: {_last(done)}")
    # It waits for the clock to be set; a machine without NTP is told by the check.
    _run("systemctl", "enable", "systemd-time-wait-sync.service")
    say("The judge runs, and starts with this machine.")
    return True


def _words_for_postfix(*, systemd: bool) -> tuple[str, ...]:
    # On which addresses it listens it asks only when it starts.
    if systemd:
        return ("systemctl", "restart", "postfix")
    runs = _run("postfix", "status").returncode == 0
    return ("postfix", "reload" if runs else "start")


def _make_user(plan: Plan, say: Say) -> None:
    places = plan.places
    words = ["--system", "--user-group", "--no-create-home", "--shell"]
    home = ["/usr/sbin/nologin", "--home-dir", str(plan.answers.data), places.user]
    done = _run("useradd", *words, *home)
    if done.returncode or owner_of(places.user) is None:
        raise StepError(f"The user {places.user} cannot be made: {_last(done)}")
    say(f"Made the user {places.user}.")


def _make_data(folder: Path, owner: Owner, say: Say) -> None:
    """Make the data folder, or give it and all in it to the judge's user alone."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        say(f"Made {folder}.")
    _give(folder, owner, 0o700, say)
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink():
            _give(path, owner, 0o700 if path.is_dir() else 0o600, say)


def _give(path: Path, owner: Owner, mode: int, say: Say) -> None:
    found = path.stat()
    same = (found.st_uid, found.st_gid) == (owner.user, owner.group)
    if same and stat.S_IMODE(found.st_mode) == mode:
        return
    os.chown(path, owner.user, owner.group)
    path.chmod(mode)
    say(f"{path} is for the judge's user alone now.")


def _make_key(path: Path, owner: Owner, now: datetime) -> None:
    made = _run("openssl", "genrsa", "2048")
    if made.returncode:
        raise StepError(f"openssl makes no key: {_last(made)}")
    Change(path, made.stdout, 0o600, owner).write(now)


def _protect_program(places: Places, say: Say) -> None:
    """Let root own the program, so that what it is made to write is never its code."""
    folder = Path(sys.prefix)
    if places.program.parent.parent != folder or str(folder).startswith(_HOMES):
        return
    for path in (*_loose(folder), *(one for one in folder.parents if _is_loose(one))):
        os.chown(path, 0, 0, follow_symlinks=False)
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~_WRITABLE)
    if any(map(_is_loose, (folder, *folder.parents))):
        say(f"{folder} may still be changed by others than root.")


def _loose(folder: Path) -> Iterator[Path]:
    return (one for one in (folder, *folder.rglob("*")) if _is_loose(one))


def _is_loose(path: Path) -> bool:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return found.st_uid != 0
    shared = found.st_mode & stat.S_ISVTX
    return found.st_uid != 0 or bool(found.st_mode & _WRITABLE and not shared)


def _make_link(places: Places, say: Say) -> None:
    """Let `judge` be found by its name, unless something is there already."""
    link = places.link
    if places.program.exists() and link.parent.is_dir() and not os.path.lexists(link):
        link.symlink_to(places.program)
        say(f"{link} is the program now.")


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    program = shutil.which(words[0]) or shutil.which(words[0], path="/usr/sbin")
    if program is None:
        raise StepError(f"There is no program {words[0]}.")
    return subprocess.run([program, *words[1:]], check=False, capture_output=True, text=True)


def _last(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1] if lines else f"status {done.returncode}"
