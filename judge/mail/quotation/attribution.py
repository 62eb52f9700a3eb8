"""Lines such as "On Monday Ann <ann@example.org> wrote:", in any language.

What makes one is a mail address and a date or time, wherever they stand in it.
"""

import re

from judge.mail.quotation.heading import Heading, is_quoted
from judge.mail.quotation.phrases import ATTRIBUTION, ATTRIBUTION_PROOF, ATTRIBUTION_START, MAX_LINE

# Mail programs break a line at 72 columns or so: with long names it is on four.
_LONGEST = 4
_LAST_WORDS = 40
_FEWEST_ALONE = 3
_WHOLE_DATE = re.compile(
    r"\d{1,4}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{1,4}|(?<!\d)(?:1[34]|19|20|2[45])\d\d(?!\d)"
)

ADDRESS = re.compile(r"[^\s<>()\[\]\"',;:@]+@[\w-]+(?:\.[\w-]+)+")
_ENCLOSED = re.compile(r"[<(\[]\s*(?:mailto:)?[^\s<>()\[\]@]+@[^\s<>()\[\]@]+")
# A time of day, a year (also of the Buddhist, the Persian and the Islamic calendar), or
# a day and a month in figures.
DATE = re.compile(
    r"(?<!\d)(?:\d{1,2}\s?[:h時시]\s?\d\d(?!\d)|(?:1[34]|19|20|2[45])\d\d(?!\d)"
    r"|\d{1,2}\s?[./-]\s?\d{1,2}(?!\d)|\d{1,2}\s?[年月日년월일])"
)
# Colons of other scripts: Chinese, Armenian, Ethiopic.
_COLON = re.compile("[:\uff1a\ufe55\u0589\u2024\u1361\u1366]\\W*\\Z")
# Prose ends sentences; in a date only short words and figures stand before a full stop.
_SENTENCE = re.compile(
    r"[^\W\d_]{4,}[.!?]+\s+[^\W\d_]|(?:\w{3}|:\d\d)[.!?]\s+[A-ZÀ-ÞА-Я]|[.!?]\s*\Z"
)
# GroupWise: `>>> Ann <ann@example.org> 21.11.2026 10:00 >>>`
_BETWEEN_ARROWS = re.compile(r"\s*>>>\s+(\S.*\S)\s+>>>\s*")


def attribution_at(lines: list[str], index: int) -> Heading | None:
    """Return the line, wrapped or not, that begins here and says who wrote what when.

    Without an address, or without a date, it is not certain.
    """
    window = _window(lines, index)
    if _is_each_alone(lines, index, window):
        return Heading(len(window), certain=any(map(str.strip, lines[:index])))
    whole = _joined(window)
    if "@" not in whole or not ADDRESS.search(whole):
        return _possible(window)
    for length in range(1, len(window) + 1):
        text = _joined(window[:length])
        if _is_attribution(text):
            if _begins_later(window[:length]):
                return None
            return Heading(length + _last_words(window, length), certain=True)
    return _possible(window)


def between_arrows(line: str) -> bool:
    """Return whether `line` is an attribution between arrows, which marks nothing."""
    found = _BETWEEN_ARROWS.fullmatch(line[:MAX_LINE])
    return found is not None and _is_attribution(f"{found[1]}:")


def _window(lines: list[str], index: int) -> list[str]:
    window: list[str] = []
    for line in lines[index : index + _LONGEST]:
        if not line.strip() or is_quoted(line):
            break
        window.append(line[:MAX_LINE])
    return window


def _is_each_alone(lines: list[str], index: int, window: list[str]) -> bool:
    """Return whether a name, an address and a date stand here, each on its own line.

    Blank lines are around them, and nothing else is between.
    """
    alone = index == 0 or not lines[index - 1].strip()
    end = index + len(window)
    if not alone or not _FEWEST_ALONE <= len(window) <= _LONGEST:
        return False
    if end < len(lines) and lines[end].strip():
        return False
    dated = [line for line in window if _WHOLE_DATE.search(line) and "@" not in line]
    addressed = [line for line in window if ADDRESS.fullmatch(line.strip(" <>[]()"))]
    short = all(len(line) <= _LAST_WORDS for line in window)
    return short and len(dated) == 1 and len(addressed) == 1


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)[:MAX_LINE]


def _is_attribution(text: str) -> bool:
    if "@" not in text:
        return False
    plain = ADDRESS.sub(" ", text)
    ends = _COLON.search(text) or _ENCLOSED.search(text)
    dated = plain != text and DATE.search(plain)
    return bool(dated and ends) and not _SENTENCE.search(plain)


def _begins_later(lines: list[str]) -> bool:
    """Return whether the first line is none of it: what stands below is enough."""
    first, *others = lines
    if DATE.search(first) or ATTRIBUTION_START.match(first):
        return False
    return _is_attribution(_joined(others))


def _last_words(window: list[str], length: int) -> int:
    """Return 1 where the next line is the end of it, such as "wrote:", else 0."""
    if _COLON.search(window[length - 1]):
        return 0
    following = "".join(window[length : length + 1])
    return int(len(following) <= _LAST_WORDS and bool(_COLON.search(following)))


def _possible(window: list[str]) -> Heading | None:
    """Return what begins here in known words, or with an address or a whole date."""
    longest = 4 if window and ATTRIBUTION_START.match(window[0]) else 1
    for length in range(1, min(longest, len(window)) + 1):
        text = _joined(window[:length])
        if not _COLON.search(text):
            continue
        if ATTRIBUTION.fullmatch(text):
            return Heading(length, certain=ATTRIBUTION_PROOF.search(text) is not None)
        if len(DATE.findall(text)) > 1 or ADDRESS.search(text):
            return Heading(length, certain=False)
    first = "".join(window[:1])
    dated = "@" in first and ADDRESS.search(first) and DATE.search(first)
    return Heading(1, certain=False) if dated else None
