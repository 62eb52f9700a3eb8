"""Where the provinces lie: `places.toml`, which a map maker writes.

The file's format stands in `variants/README.md`.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from judge.boards import PLACES_FILE

Place = tuple[float, float]
# A point and how far around it, in degrees of latitude.
Spot = tuple[float, float, float]


def _two_words(text: str) -> str:
    if len(text.split()) != 2:
        raise ValueError('must be two provinces, as in "NAF SPA"')
    return text


class UndrawableError(Exception):
    """A map cannot be drawn truly; the message says what the map maker can do."""


class CrowdedError(UndrawableError):
    """Borders that do not fit; `connectors` in their place would do.

    Those that `never_fits` are too much for any flat map, others for this attempt.
    """

    def __init__(
        self, text: str, connectors: tuple[str, ...], *, never_fits: bool = False
    ) -> None:
        super().__init__(text)
        self.connectors, self.never_fits = connectors, never_fits


class Places(BaseModel):
    """A map maker's input: positions, and what is to be drawn otherwise than usual.

    Without `view` positions are x and y, downwards; with it they are longitude and
    latitude, and `view` is west, south, east and north of the picture. `seeds` and
    `islands` are further points of provinces, the latter in pieces of their own. The
    void is water where `lakes` are.
    `insets` are parts of the picture that are shown again, larger, measured as `view`;
    `page` is the part of the drawing that makes the picture.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    view: tuple[float, float, float, float] | None = None
    page: tuple[float, float, float, float] | None = None
    projection: Literal["cone", "cylinder"] = "cone"
    width: Annotated[float, Field(ge=300, le=4000)] = 1000
    spread: Annotated[float, Field(ge=0, le=1)] = 0.55
    cell: Annotated[float, Field(ge=1.5, le=12)] | None = None
    attempt: int = 1
    places: dict[str, Place] = {}
    seeds: dict[str, tuple[Place, ...]] = {}
    islands: dict[str, tuple[Place, ...]] = {}
    void: tuple[Place, ...] = ()
    lakes: tuple[Place, ...] = ()
    land: tuple[Spot, ...] = ()
    water: tuple[Spot, ...] = ()
    countries: tuple[str, ...] = ()
    connectors: tuple[Annotated[str, AfterValidator(_two_words)], ...] = ()
    wraps: tuple[Annotated[str, AfterValidator(_two_words)], ...] = ()
    twins: tuple[tuple[str, ...], ...] = ()
    insets: dict[str, tuple[float, float, float, float]] = {}

    def points(self, name: str) -> tuple[Place, ...]:
        """Return the points where a province is besides its position."""
        return (*self.seeds.get(name, ()), *self.islands.get(name, ()))

    def joined(self) -> tuple[tuple[str, str], ...]:
        """Return the pairs of provinces that a connector joins."""
        pairs = (text.split() for text in (*self.connectors, *self.wraps))
        return tuple((one, other) for one, other in pairs)


def read_places(folder: Path) -> Places:
    """Return what `places.toml` in a variant's folder says.

    Without the file nothing is known and the board is laid out from its borders alone.
    UndrawableError when the file is wrong.
    """
    file = folder / PLACES_FILE
    if not file.exists():
        return Places()
    try:
        return Places.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise UndrawableError(f"{file} is no TOML: {error}.") from error
    except ValidationError as error:
        told = (
            f"{file}: {'.'.join(map(str, one['loc']))}: {one['msg']}."
            for one in error.errors()
        )
        raise UndrawableError("\n".join(told)) from error
