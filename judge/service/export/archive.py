"""Zip files that are the same for the same contents, whenever they are made."""

import io
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

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


def unpacked(content: bytes) -> dict[str, bytes]:
    """Return the files of a zip file of ours, by their names."""
    with ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
