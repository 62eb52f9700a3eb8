"""Where the templates, variants and migrations lie that came with the judge."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from judge.boards import VARIANT_FILE, Broken, VariantFile, open_variant
from judge.engine import Variant


@dataclass(frozen=True, slots=True)
class Variants:
    """The variants there are: their names, `read` which gives one, and their files."""

    names: tuple[str, ...]
    read: Callable[[str], Variant]
    files: tuple[VariantFile, ...] = ()

    def powers(self) -> frozenset[str]:
        """Return the names of the powers of all variants."""
        return _power_names(self.names, self.read)


@lru_cache(maxsize=8)
def _power_names(
    names: tuple[str, ...], read: Callable[[str], Variant]
) -> frozenset[str]:
    return frozenset(power.name for name in names for power in read(name).powers)


def shipped(folder: str) -> Path:
    """Return the folder of that name which came with the judge.

    An installed judge carries it inside its package, a checkout beside it.
    """
    inside = Path(__file__).parent / "files" / folder
    return inside if inside.is_dir() else Path(__file__).parent.parent / folder


def shipped_variants(folder: Path | None = None) -> Variants:
    """Return the variants in `folder`, or those that came with the judge.

    Broken ones are left out; `opened_variants` tells of them.
    """
    opened = opened_variants(folder)
    files = tuple(one for one in opened if isinstance(one, VariantFile))
    known = {one.variant.name: one.variant for one in files}
    return Variants(tuple(known), known.__getitem__, files)


def opened_variants(folder: Path | None = None) -> tuple[VariantFile | Broken, ...]:
    """Return what is in each folder of variants, also where a file is broken."""
    return tuple(map(_opened_now, _folders(folder)))


def shipped_variant(name: str) -> Variant:
    """Return the variant that came with the judge; KeyError if none can be read.

    The other ones are not looked into, which is quicker.
    """
    for one in _folders(None):
        if one.name == name and isinstance(opened := _opened_now(one), VariantFile):
            return opened.variant
    raise KeyError(name)


def _folders(folder: Path | None) -> list[Path]:
    home = folder or shipped("variants")
    return [one for one in sorted(home.glob("[!.]*")) if one.is_dir()]


def _opened_now(folder: Path) -> VariantFile | Broken:
    file = folder / VARIANT_FILE
    return _opened(folder, file.stat().st_mtime_ns if file.exists() else 0)


@lru_cache(maxsize=256)
def _opened(folder: Path, changed: int) -> VariantFile | Broken:
    """Return what is in `folder`, read once for each time that it `changed`."""
    return open_variant(folder)
