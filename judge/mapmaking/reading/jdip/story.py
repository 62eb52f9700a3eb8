"""What the author of a variant wrote for players, and who that is."""

import html
import re
import textwrap

from judge.mapmaking.reading.elements import Element

_BREAK = re.compile(r"<\s*/?(?:br|p|div|li|ol|ul|h\d|tr|table)\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_AUTHOR = re.compile(
    r"^(?:authors?|designers?|designed by|created by)\s*:\s*([^(\n]*[^(\s])",
    re.IGNORECASE | re.MULTILINE,
)
_WIDTH = 80
_LONGEST_NAME = 100


def story_of(variant: Element) -> tuple[str, str]:
    """Return the description of a variant as plain text, and its designer or nothing.

    Who that is it tells in a line of its own, as `Author: Somebody`.
    """
    told = next((one.text for one in variant.children if one.tag == "DESCRIPTION"), "")
    parts = _BREAK.split(told.replace("\r", "\n"))
    lines = [" ".join(html.unescape(_TAG.sub("", part)).split()) for part in parts]
    found = _AUTHOR.search("\n".join(lines))
    wrapped = (line for one in lines if one for line in textwrap.wrap(one, _WIDTH))
    return "\n".join(wrapped), found[1][:_LONGEST_NAME] if found else ""
