"""What lies on the disk: whether it is there, can be used, and who else can read it."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from judge.boards import Broken, VariantFile, folders_in
from judge.cli.check.finding import Finding
from judge.config import Configuration, settings_file
from judge.letter import SHORTEST_KEY
from judge.shipped import opened_variants, shipped

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0
_FOR_ALL = ("/opt", "/srv", "/usr", "/var")


def data_findings(settings: Configuration) -> Iterator[Finding]:
    """Yield what is wrong with the data folder and the secrets in it, or that it is."""
    folder = settings.data
    try:
        mode = folder.stat().st_mode
        wrong = _unusable(folder, mode) or _open_to_others(folder, mode, "700")
    except FileNotFoundError:
        yield _to_be_made(folder)
        return
    except OSError as error:
        yield _unreadable("data folder", folder, error)
        return
    if wrong:
        yield Finding("data folder", trouble=wrong)
        return
    yield Finding("data folder", f"{folder} can be written, and read by no other user.")
    yield from _key(settings)


def settings_finding(settings: Configuration) -> Finding:
    """Return whether the settings file is read, and by nobody else."""
    file = settings_file()
    secrets = (settings.key, settings.imap_password, settings.relay_password)
    holds_secrets = bool(settings.database) or any(s.get_secret_value() for s in secrets)
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return Finding("settings", "no file; from the environment and the defaults.")
    except OSError as error:
        return _unreadable("settings", file, error)
    wrong = _open_to_others(file, mode, "600") if holds_secrets else None
    if wrong:
        return Finding("settings", trouble=f"It holds passwords, and {wrong}")
    return Finding("settings", f"{file} can be read.")


def templates_finding(settings: Configuration) -> Finding:
    """Return whether each mail has its template."""
    ours, folder = shipped("templates"), settings.templates or shipped("templates")
    if not folder.is_dir():
        return Finding(
            "templates",
            trouble=f"There is no folder {folder}; set `templates` to one, or leave it "
            "out to use those that came with the judge.",
        )
    names = (one.relative_to(ours) for one in sorted(ours.rglob("*.txt")))
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        return Finding(
            "templates",
            trouble=f"{folder} lacks {missing[0]}{' and others' if missing[1:] else ''}"
            f"; copy what is missing from {ours}.",
        )
    return Finding("templates", f"those in {folder}.")


def variants_finding(settings: Configuration) -> Finding:
    """Return which variants there are, or what is wrong with them."""
    opened = opened_variants(settings.variants)
    broken = [one for one in opened if isinstance(one, Broken)]
    if broken:
        first = str(broken[0].problems[0])
        return Finding(
            "variants",
            trouble=f"{', '.join(one.name for one in broken)}: broken, so no game can "
            f"be created on it; `judge variant check` says all. The first: {first}",
        )
    own = settings.variants
    if own is not None and not folders_in((own,)):
        return Finding(
            "variants",
            trouble=f"No variant was found in {own}; `variants` must name a folder "
            "with one folder a variant, each with its variant.toml, or be left out.",
        )
    names = (one.variant.name for one in opened if isinstance(one, VariantFile))
    return Finding("variants", ", ".join(names))


def program_finding(prefix: Path, package: Path) -> Finding:
    """Return who else than root may change a program, or that nobody may.

    The judge reads mail of anybody, so what it could be made to write must not be its
    own code.
    """
    for one in (*_above(prefix), *_above(package), *package.rglob("*.py")):
        found = one.stat()
        if found.st_uid != _ROOT or found.st_mode & _WRITABLE:
            return Finding(
                "program",
                trouble=f"{one} can be changed by others than root; let root own the "
                f"program: `chown -R root: {one}`, `chmod -R go-w {one}`.",
            )
    return Finding("program", "only root can change it.")


def this_program() -> Finding | None:
    """Return the same of the program that runs, None of one in somebody's home."""
    prefix = Path(sys.prefix)
    if os.geteuid() == _ROOT or not sys.prefix.startswith(_FOR_ALL):
        return None
    return program_finding(prefix, Path(__file__).parents[2])


def _above(path: Path) -> Iterator[Path]:
    """Yield a folder and all those above it: who owns one may put another in its place.

    What everybody may write to, but not take away from others, is no danger.
    """
    for one in (path, *path.parents):
        if not one.stat().st_mode & stat.S_ISVTX:
            yield one


def _unusable(folder: Path, mode: int) -> str | None:
    if not stat.S_ISDIR(mode):
        return f"{folder} is a file; set `data` to a folder."
    if not _can_be_written(folder):
        return (
            f"This user cannot write in {folder}; set `data` to a folder that the "
            "judge's user owns, and run this as that user or as root."
        )
    return None


def _can_be_written(folder: Path) -> bool:
    """Return whether a file can be made there, by making one that is gone at once."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _open_to_others(path: Path, mode: int, good: str) -> str | None:
    if not mode & _OTHERS:
        return None
    return f"{path} can be read by other users of this machine: `chmod {good} {path}`."


def _to_be_made(folder: Path) -> Finding:
    above = next(one for one in folder.absolute().parents if one.exists())
    if _can_be_written(above):
        note = f"{folder} is not there yet; `judge serve` makes it when it starts."
        return Finding("data folder", note=note)
    return Finding(
        "data folder",
        trouble=f"{folder} is not there, and this user cannot make it in {above}. "
        "Set `data` to a folder that the judge's user owns; `judge setup` makes one.",
    )


def _key(settings: Configuration) -> Iterator[Finding]:
    file = settings.data / "key"
    if settings.key.get_secret_value() or not file.exists():
        return
    try:
        long_enough = len(file.read_bytes()) >= SHORTEST_KEY
        wrong = _open_to_others(file, file.stat().st_mode, "600")
    except OSError as error:
        yield _unreadable("key", file, error)
        return
    if not long_enough:
        wrong = (
            f"{file} is damaged: it has fewer than {SHORTEST_KEY} characters. Put it "
            "back from a backup; without it no reply address in old mails works."
        )
    if wrong:
        yield Finding("key", trouble=wrong)
    else:
        yield Finding("key", "can be read, by no other user.")


def _unreadable(subject: str, path: Path, error: OSError) -> Finding:
    return Finding(
        subject,
        trouble=f"{path} cannot be read: {error.strerror}. It must belong to the user "
        "that the judge runs as; `judge setup` sets that right.",
    )
