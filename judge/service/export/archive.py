"""Zip files that are the same for the same contents, whenever they are made."""

import io
import struct
import zlib
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

ZIP = "application/zip"


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return a zip file of these, by their names, in their order."""
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            # The earliest moment that the format has: when it was made is no matter.
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, content)
    return whole.getvalue()


def entry_of(content: bytes, name: str, most: int) -> bytes:
    """Return the file called `name` in anybody's zip file; "" where it has none.

    No more than `most` bytes are unpacked, and one more where there are more. Raises
    BadZipFile for what is none that we could have made.
    """
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            if name not in archive.namelist():
                return b""
            entry = archive.getinfo(name)
            if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BadZipFile("it is packed in a way that EXPORT does not use")
            with archive.open(entry) as file:
                return file.read(most + 1)
    except (OSError, ValueError, RuntimeError, EOFError, struct.error, zlib.error) as error:
        raise BadZipFile(str(error)) from error


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the files of a zip file of ours, by their names."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
