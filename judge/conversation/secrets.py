"""A letter without what opens somebody's place, as it is kept once it is answered."""

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import accumulate

from judge.commands import Section
from judge.conversation.known import passwords_written
from judge.letter import Letter
from judge.notation import password_word

_MOST_SIGNS = 20_000  # what stands below was not read either
# A way into a game, be it badly written, with the name of the game behind.
_WAY_IN = re.compile(
    r"\b(?:s\W?i\W?g\W?n\W?(?:on|in|up)?|log\W?[io]n|join|observe|watch|monitor"
    r"|create|new game|take over)\W+\S+",
    re.IGNORECASE,
)
_MOST_WORDS = 8  # of a line that is more than talk about a game
_HIDDEN = "…"


def without_secrets(letter: Letter, sections: Iterable[Section]) -> Letter:
    """Return `letter` without passwords: those of its `sections`, and what may be some.

    Its reply address was taken out of its words when it was read.
    """
    words = sorted(passwords_written(sections), key=len, reverse=True)
    parts = "|".join(map(re.escape, words))
    secret = re.compile(rf"(?<!\w)(?:{parts})(?!\w)") if words else None

    def bare(text: str) -> str:
        return _cut(secret.sub(_HIDDEN, text) if secret else text)

    signs = accumulate(len(line.text) + 1 for line in letter.lines)
    lines = zip(letter.lines, signs, strict=True)
    read = (line for line, count in lines if count <= _MOST_SIGNS)
    return replace(
        letter,
        subject=bare(letter.subject),
        lines=tuple(
            line if (text := bare(line.text)) == line.text else replace(line, text=text)
            for line in read
        ),
        token=None,
    )


def _cut(text: str) -> str:
    """Return a line up to where a password may begin that was not read as one."""
    found = password_word(text)
    if found is None and len(text.split()) <= _MOST_WORDS:
        found = _WAY_IN.search(text)
    if found is None or not text[found.end() :].strip():
        return text
    return f"{text[: found.end()]} {_HIDDEN}"
