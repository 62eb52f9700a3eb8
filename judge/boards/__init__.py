"""Boards as files: variants and the drawings of their maps."""

from judge.boards.drawn import adjacencies, adjacent, has_provinces, linked, outdated, twins_as_one
from judge.boards.geometry import (
    Arc,
    ArcKind,
    Connector,
    ConnectorKind,
    Geometry,
    Inset,
    Line,
    Point,
    ProvinceShape,
    Ring,
    drawn_radius,
    magnified,
    zoom_of,
)
from judge.boards.geometry_faults import faults
from judge.boards.geometry_file import (
    GEOMETRY_FILE,
    PLACES_FILE,
    BrokenGeometryError,
    open_geometry,
    same_as,
    write_geometry,
    write_same_as,
)
from judge.boards.homes import Homes, folder_of, folders_in
from judge.boards.toml_file import NoToml, Toml, read_toml
from judge.boards.variant_file import (
    NAME,
    VARIANT_FILE,
    Broken,
    BrokenVariantError,
    VariantFile,
    open_variant,
    read_variant,
)
from judge.boards.variants.doubts import NO_NAME
from judge.boards.variants.faults import Problem, hint, line_of, lines_of, listed, nearest
from judge.boards.variants.table import shown
from judge.boards.variants.tables import COAST_NAMES

__all__ = [
    "COAST_NAMES",
    "GEOMETRY_FILE",
    "NAME",
    "NO_NAME",
    "PLACES_FILE",
    "VARIANT_FILE",
    "Arc",
    "ArcKind",
    "Broken",
    "BrokenGeometryError",
    "BrokenVariantError",
    "Connector",
    "ConnectorKind",
    "Geometry",
    "Homes",
    "Inset",
    "Line",
    "NoToml",
    "Point",
    "Problem",
    "ProvinceShape",
    "Ring",
    "Toml",
    "VariantFile",
    "adjacencies",
    "adjacent",
    "drawn_radius",
    "faults",
    "folder_of",
    "folders_in",
    "has_provinces",
    "hint",
    "line_of",
    "lines_of",
    "linked",
    "listed",
    "magnified",
    "nearest",
    "open_geometry",
    "open_variant",
    "outdated",
    "read_toml",
    "read_variant",
    "same_as",
    "shown",
    "twins_as_one",
    "write_geometry",
    "write_same_as",
    "zoom_of",
]
