"""The file of a backup: a tar, compressed, of a manifest and what it lists.

Only files of the names below are read from it, and only where their digests are right;
whatever else stands in a file that somebody made, no path of it is ever used.
"""

import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import msgspec

DATABASES = {"sqlite": "judge.db", "postgresql": "judge.dump"}  # by SQLAlchemy's names
KEY = "key"
CONFIGURATION = "judge.toml"
SIGNING_KEY = "dkim.pem"
MANIFEST = "manifest.json"
_NAMES = {*DATABASES.values(), KEY, CONFIGURATION, SIGNING_KEY}
_FORMAT = 1
_LARGEST_TEXT = 1_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself.

    `database` is the kind that its store is of, and `schema` the newest migration that
    this has seen. `user` owned the data folder. Settings that stood in the
    `environment` are named, for they are not in the configuration. `digests` are the
    SHA-256 of its files.
    """

    format: int
    made: datetime
    version: str
    address: str
    database: str
    schema: str
    user: str
    environment: tuple[str, ...]
    digests: dict[str, str] = field(default_factory=dict)


class Unusable(Exception):  # noqa: N818 - it is said of a file
    """A file is no backup that can be restored; the text is why, in plain words."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup that was opened: its manifest, and its files in a folder."""

    manifest: Manifest
    folder: Path

    def file(self, name: str) -> Path | None:
        """Return where a file of the backup lies, None if it has none of the name."""
        return self.folder / name if name in self.manifest.digests else None


def write_archive(target: Path, about: Manifest, files: Mapping[str, Path]) -> int:
    """Write a backup of `files`, whole or not at all; return how many bytes it has.

    It is its owner's alone, and takes the place of a file that is there. OSError says
    why it cannot be written.
    """
    manifest = replace(about, digests={one: _digest(files[one]) for one in files})
    said = msgspec.json.format(msgspec.json.encode(manifest))
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".backup-", delete=False) as new:
        try:
            with tarfile.open(fileobj=new, mode="w:gz", compresslevel=6) as tar:
                tar.addfile(_entry(MANIFEST, len(said)), io.BytesIO(said))
                for name, file in files.items():
                    with file.open("rb") as source:
                        tar.addfile(_entry(name, file.stat().st_size), source)
            new.flush()
            os.fsync(new.fileno())
            size = new.tell()
            Path(new.name).replace(target)
        except BaseException:
            Path(new.name).unlink()
            raise
    return size


def manifest_of(file: Path) -> Manifest:
    """Return what a backup says of itself; Unusable when it is none."""
    with _opened(file) as tar:
        return _manifest(tar)


def configuration_in(file: Path) -> bytes | None:
    """Return the configuration in a backup, None if it has none; Unusable as above."""
    with _opened(file) as tar:
        _manifest(tar)
        for entry in tar:
            if entry.name == CONFIGURATION and entry.isreg():
                source = tar.extractfile(entry)
                return None if source is None else source.read(_LARGEST_TEXT)
    return None


@contextmanager
def open_archive(file: Path, beside: Path) -> Iterator[Archive]:
    """Give a backup, unpacked in a folder in `beside` that is gone after the block.

    Unusable when it is none, or is damaged; OSError when it cannot be read or kept.
    """
    with tempfile.TemporaryDirectory(dir=beside, prefix=".restore-") as name:
        folder = Path(name)
        manifest = _unpacked(file, folder)
        for one, digest in manifest.digests.items():
            if not (folder / one).is_file() or _digest(folder / one) != digest:
                raise Unusable(f"its file {one} is damaged")
        yield Archive(manifest, folder)


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, "r:gz") as tar:
            yield tar
    except (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Unusable(f"it is damaged, or no backup ({error})") from None


def _unpacked(file: Path, folder: Path) -> Manifest:
    """Return the manifest, the files that it lists being in `folder` then."""
    with _opened(file) as tar:
        manifest = _manifest(tar)
        for entry in tar:
            if entry.name in manifest.digests and entry.isreg():
                _write(tar, entry, folder / entry.name)
    return manifest


def _write(tar: tarfile.TarFile, entry: tarfile.TarInfo, target: Path) -> None:
    source = tar.extractfile(entry)
    assert source is not None  # as `isreg` has said
    with source, target.open("wb") as kept:
        target.chmod(0o600)
        shutil.copyfileobj(source, kept)


def _manifest(tar: tarfile.TarFile) -> Manifest:
    first = tar.next()
    if first is None or first.name != MANIFEST or not first.isreg():
        raise Unusable("it is no backup of a judge")
    source = tar.extractfile(first)
    assert source is not None  # as `isreg` has said
    try:
        manifest = msgspec.json.decode(source.read(_LARGEST_TEXT), type=Manifest)
    except (msgspec.MsgspecError, UnicodeError):
        raise Unusable("what it says of itself cannot be read") from None
    if manifest.format != _FORMAT or not manifest.digests.keys() <= _NAMES:
        raise Unusable("it was made by a newer judge; install that one first")
    if not {KEY, DATABASES.get(manifest.database, "")} <= manifest.digests.keys():
        raise Unusable("it has no database and key in it")
    return manifest


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
