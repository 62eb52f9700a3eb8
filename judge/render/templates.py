"""How templates are read, whatever is made of them."""

import re
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_WORD = re.compile(r"(?<!^)(?=[A-Z])")


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


def template_of(value: object) -> str:
    """Return the name of the template that tells of an event or a trouble."""
    return f"{block_of(value)}.txt"


def block_of(value: object) -> str:
    """Return the name of the block that tells of a refusal: `no_such_game`."""
    return _WORD.sub("_", type(value).__name__).lower()
