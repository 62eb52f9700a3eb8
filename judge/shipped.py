"""Where the templates, variants and migrations lie that came with the judge."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from judge.engine.variant import Variant
from judge.notation.variant_file import read_variant


@dataclass(frozen=True, slots=True)
class Variants:
    """The variants there are: their names, and `read` which gives one of them."""

    names: tuple[str, ...]
    read: Callable[[str], Variant]

    def powers(self) -> frozenset[str]:
        """Return the names of the powers of all variants."""
        return frozenset(
            power.name for name in self.names for power in self.read(name).powers
        )


def shipped(folder: str) -> Path:
    """Return the folder of that name which came with the judge.

    An installed judge carries it inside its package, a checkout beside it.
    """
    inside = Path(__file__).parent / "files" / folder
    return inside if inside.is_dir() else Path(__file__).parent.parent / folder


def shipped_variants(folder: Path | None = None) -> Variants:
    """Return the variants in `folder`, or those that came with the judge."""
    home = folder or shipped("variants")
    names = tuple(sorted(file.parent.name for file in home.glob("*/variant.toml")))

    @lru_cache
    def read(name: str) -> Variant:
        return read_variant(home / name)

    return Variants(names, read)
