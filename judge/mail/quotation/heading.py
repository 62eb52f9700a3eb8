"""What is found above an older mail, and what marks a line as quoted."""

import re
from dataclasses import dataclass

_QUOTED = re.compile(r"\s*(?:[>|\u00bb\uff1e]|&gt;)")


@dataclass(frozen=True, slots=True)
class Heading:
    """So many lines with which a mail program announces an older mail.

    `certain` ones hold what only mail programs write; one that is not may be a person's
    own line as well.
    """

    length: int
    certain: bool


def is_quoted(line: str) -> bool:
    """Return whether a mail program marked this line as somebody else's."""
    return _QUOTED.match(line) is not None
