"""Which version of the judge this is."""

from importlib import metadata

PACKAGE = "diplomacy-judge"


def version() -> str:
    """Return the version by which this judge was installed.

    A checkout from which nothing was installed has none: "not installed".
    """
    try:
        return metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        return "not installed"
