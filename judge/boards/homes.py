"""The folders in which variants lie: a map maker's own, and those of the judge.

Of two variants of one name the one in the earlier folder counts.
"""

from pathlib import Path

Homes = tuple[Path, ...]


def folder_of(name: str, homes: Homes) -> Path:
    """Return the folder of the variant called so, or where it would lie last."""
    folders = [home / name for home in homes]
    return next((one for one in folders if one.is_dir()), folders[-1])


def folders_in(homes: Homes) -> tuple[Path, ...]:
    """Return the folder of each variant there is, by their names."""
    every = (one for home in homes for one in home.glob("[!.]*") if one.is_dir())
    found: dict[str, Path] = {}
    for folder in every:
        found.setdefault(folder.name, folder)
    return tuple(found[name] for name in sorted(found))
