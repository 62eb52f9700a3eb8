"""How text is laid out: wrapped at 72 columns, in columns, as lists and numbers."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import timedelta

WIDTH = 72
# The widest that the first of two columns may become.
_LEFT = 34

# Marks a line that is somebody's own words and is not laid out again.
_VERBATIM = "\x00"


def wrap(text: str, indent: int = 0, hang: int = 0) -> str:
    """Return `text` as one paragraph, its later lines `hang` columns further in."""
    return textwrap.fill(
        " ".join(text.split()),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )


def prose(text: str) -> str:
    """Return `text` with each paragraph (parted by blank lines) wrapped anew."""
    paragraphs = text.strip("\n").split("\n\n")
    return "\n\n".join(wrap(paragraph) for paragraph in paragraphs) + "\n"


def verbatim(text: str) -> str:
    """Return somebody's own text, of which only over-long lines are wrapped."""
    lines = []
    for line in text.strip("\n").splitlines():
        lines += _cut(line.replace(_VERBATIM, "").rstrip()) or [""]
    return "\n".join(_VERBATIM + line for line in lines)


def quoted(line: str) -> str:
    """Return a line of a letter as it is shown in the answer, on a line of its own."""
    return wrap(line, indent=2, hang=2)


def ledger(rows: Iterable[tuple[str, str]], indent: int = 2) -> str:
    """Return rows of two texts in two columns; the second may wrap, or be empty.

    Where the first is too long for its column, the second goes below it.
    """
    pairs = list(rows)
    widths = [len(left) for left, right in pairs if right and len(left) <= _LEFT]
    stop = indent + max(widths, default=0) + 3
    lines = []
    for left, right in pairs:
        head = (" " * indent + left).ljust(stop)
        if right and len(head) == stop:
            lines.append(head + wrap(right, stop)[stop:])
        else:
            lines.append(wrap(left, indent, 4))
            lines += [wrap(right, indent + 4)] if right else []
    return "\n".join(lines)


def columns(rows: Iterable[Sequence[str]], align: str = "<>", indent: int = 2) -> str:
    """Return rows in columns; the last sign of `align` serves all that follow."""
    table = [tuple(map(str, row)) for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    sides = align.ljust(len(widths), align[-1])
    lines = (
        "  ".join(
            f"{cell:{side}{width}}"
            for cell, side, width in zip(row, sides, widths, strict=False)
        )
        for row in table
    )
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def first_upper(text: str) -> str:
    """Return `text` with its first letter in upper case and the rest as it is."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[str], word: str = "and") -> str:
    """Return the items in a sentence: `A`, `A and B`, `A, B and C`."""
    texts = list(items)
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def plural(number: int, word: str, many: str = "") -> str:
    """Return the number with its noun: `1 order`, `2 orders`."""
    return f"{number} {word if number == 1 else many or word + 's'}"


def duration(span: timedelta) -> str:
    """Return a length of time by its two largest units, to the minute."""
    minutes = round(abs(span).total_seconds() / 60)
    if minutes < 1:
        return "less than a minute"
    hours, minutes = divmod(minutes, 60)
    # One and a half days are easier to grasp as 36 hours.
    days, hours = divmod(hours, 24) if hours >= 48 else (0, hours)
    parts = [(days, "day"), (hours, "hour"), (minutes if not days else 0, "minute")]
    return " ".join(plural(number, unit) for number, unit in parts if number)


def brief(span: timedelta) -> str:
    """Return a length of time for a subject: `24 h`, `45 min`, `3 days`."""
    minutes = round(abs(span).total_seconds() / 60)
    hours = round(minutes / 60)
    if minutes < 90:
        return "1 h" if minutes == 60 else f"{minutes} min"
    return f"{hours} h" if hours < 72 else f"{round(hours / 24)} days"


def tidy(text: str) -> str:
    """Return a whole mail: no stray blanks, one blank line between parts, one newline.

    Lines marked by `verbatim` are left as they are.
    """
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(_VERBATIM):
            lines.append(line)
        elif line.strip() or (lines and lines[-1].strip()):
            lines.append(line.rstrip())
    return "\n".join(line.removeprefix(_VERBATIM) for line in lines).strip("\n") + "\n"


def one_line(text: str) -> str:
    """Return the text of a subject as one line."""
    return " ".join(text.split())


def _cut(line: str) -> list[str]:
    if len(line) <= WIDTH:
        return [line]
    return textwrap.wrap(
        line,
        WIDTH,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )
