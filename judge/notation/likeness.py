"""The one threshold of what was meant as an order, well or badly written."""

import re
from functools import lru_cache

from judge.notation.names import Names
from judge.notation.reading.lines import (
    LONGEST_LINE,
    LONGEST_ORDER,
    QUOTED,
    Label,
    bare,
    in_brackets,
    opened,
    pieces_of,
    plain_line,
    without_bullet,
)
from judge.notation.sayings import is_like_saying
from judge.notation.sentence.likeness import is_like_sentence
from judge.notation.words.daide import is_daide
from judge.notation.words.shape import has_shape

_LABEL = re.compile(r"(?:\[[^\W\d_][\w ]{1,30}\] ?:?|[^\W\d_][\w ]{2,30}:) ?")


@lru_cache(maxsize=256)
def is_order_like(line: str, names: Names | None) -> bool:
    """Return whether `line` of a letter was meant as an order, right or wrong.

    `names` are those of the board; where none is known the shape of an order tells,
    and of two names alone, `Paris Burgundy`, nothing does.
    """
    text = plain_line(line)
    if len(text) > LONGEST_LINE or text.startswith(QUOTED):
        return False
    if is_daide(text):
        return True
    text = in_brackets(text) or text
    if names is None:
        return any(_is_shaped(part) for part in re.split("[;,\n]", text))
    return any(_is_like(piece.text, names) for piece in pieces_of(text, names))


def _is_like(piece: str, names: Names) -> bool:
    # After a dash that means `remove` the rest is like an order as well.
    line = opened(piece, names, None, dash=True)
    text = line.rest if isinstance(line, Label) else line
    if is_like_saying(text, names.variant):
        return True
    parts = (bare(part)[:LONGEST_ORDER] for part in text.split(","))
    return any(is_like_sentence(part, names) for part in parts)


def _is_shaped(part: str) -> bool:
    text = without_bullet(bare(part)[:LONGEST_ORDER], dash=True)
    return has_shape(bare(without_bullet(_LABEL.sub("", text, count=1), dash=True)))
