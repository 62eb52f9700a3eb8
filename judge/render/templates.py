"""How templates are read, whatever is made of them."""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def environment_of(templates: Path, *, autoescape: bool) -> Environment:
    """Return what reads the templates of a folder; a name they do not know fails."""
    return Environment(
        loader=FileSystemLoader(templates),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=autoescape,
    )
