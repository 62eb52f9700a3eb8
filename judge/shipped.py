"""Where the templates, variants and migrations lie that came with the judge."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from judge.boards import (
    VARIANT_FILE,
    Broken,
    Homes,
    VariantFile,
    folder_of,
    folders_in,
    open_variant,
)
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
def _power_names(names: tuple[str, ...], read: Callable[[str], Variant]) -> frozenset[str]:
    return frozenset(power.name for name in names for power in read(name).powers)


def shipped(folder: str) -> Path:
    """Return the folder of that name which came with the judge.

    An installed judge carries it inside its package, a checkout beside it.
    """
    inside = Path(__file__).parent / "files" / folder
    return inside if inside.is_dir() else Path(__file__).parent.parent / folder


def variant_homes(own: Path | None = None) -> Homes:
    """Return where variants lie: a folder of one's own, and the one of the judge."""
    return (*((own,) if own else ()), shipped("variants"))


def shipped_variants(own: Path | None = None) -> Variants:
    """Return the variants that came with the judge, and those in a folder of one's own.

    Broken ones are left out; `opened_variants` tells of them.
    """
    opened = opened_variants(own)
    files = tuple(one for one in opened if isinstance(one, VariantFile))
    known = {one.variant.name: one.variant for one in files}
    return Variants(tuple(known), known.__getitem__, files)


def opened_variants(own: Path | None = None) -> tuple[VariantFile | Broken, ...]:
    """Return what is in each folder of variants, also where a file is broken."""
    return tuple(map(_opened_now, folders_in(variant_homes(own))))


def shipped_variant(name: str, homes: Homes | None = None) -> Variant:
    """Return the variant that is called so; KeyError if it cannot be read.

    The other ones are not looked into, which is quicker.
    """
    opened = _opened_now(folder_of(name, homes or variant_homes()))
    if isinstance(opened, VariantFile):
        return opened.variant
    raise KeyError(name)


def _opened_now(folder: Path) -> VariantFile | Broken:
    file = folder / VARIANT_FILE
    return _opened(folder, file.stat().st_mtime_ns if file.exists() else 0)


@lru_cache(maxsize=256)
def _opened(folder: Path, changed: int) -> VariantFile | Broken:
    """Return what is in `folder`, read once for each time that it `changed`."""
    return open_variant(folder)
