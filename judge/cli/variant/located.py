"""What a person calls a variant: its name, its folder, or the file in it."""

from pathlib import Path

from judge.boards import VARIANT_FILE, Homes
from judge.shipped import variant_homes


def located(word: str, own: Path | None) -> tuple[str, Homes]:
    """Return the name of a variant, and where it and others lie.

    A word that leads to a folder with a variant's file means that one; `own` are the
    variants beside the shipped ones.
    """
    homes = variant_homes(own)
    path = Path(word)
    if path.name == VARIANT_FILE:
        path = path.parent
    elif not is_variant(path) and "/" not in word:
        return word.lower(), homes
    folder = path.resolve()
    return folder.name, (folder.parent, *homes)


def is_variant(path: Path) -> bool:
    """Return whether a variant's folder is at `path`, or its file."""
    return path.name == VARIANT_FILE or (path / VARIANT_FILE).is_file()
