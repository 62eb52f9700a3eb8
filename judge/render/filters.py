"""Layout of plain text: wrapping at 72 columns, columns, lists and numbers."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from judge.messages import Text, all_of, any_of, counted, message

WIDTH = 72
# The greatest width of the first of two columns, in general and beside a word or two.
_LEFT = 34
_LEFT_BESIDE_WORDS = 56
_MOST_NAMED = 4

# Marks a line in a person's own words, which is not wrapped.
_VERBATIM = "\x00"
# Stands for a blank where a line must not be broken.
_TIE = "\x01"
# The bar before each line that one person wrote to another.
_BAR = "| "
_UNIT = re.compile(r"\b[AF] (?=[A-Z]{3}\b)")


def tied(text: str, blank: str) -> str:
    """Return `text` with `blank` for the blank inside each unit, so that `A PAR` stays whole."""
    return _UNIT.sub(lambda unit: unit[0].replace(" ", blank), text)


def wrap(text: str, indent: int = 0, hang: int = 0) -> str:
    """Return `text` as one paragraph; later lines are indented by `hang` more columns.

    A unit such as `A PAR` stays on one line.
    """
    words = " ".join(text.split())
    if 0 < len(words) <= WIDTH - indent:
        return " " * indent + words
    filled = textwrap.fill(
        tied(words, _TIE),
        WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_long_words=False,
        break_on_hyphens=False,
    )
    return filled.replace(_TIE, " ")


def prose(text: str) -> str:
    """Return `text` with each paragraph wrapped anew, except indented ones.

    Blank lines separate paragraphs.
    """
    paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    return "\n\n".join(map(_paragraph, paragraphs)) + "\n"


def unwrapped(text: str) -> str:
    """Return the text of a mail with each wrapped paragraph as one line, for narrow pages.

    A line was broken by `wrap` if the first word of the next line had no room in it.
    """
    joined: list[str] = []
    last, last_indent = "", 0
    for line in text.splitlines():
        words = line.lstrip(" ")
        indent = len(line) - len(words)
        first = tied(words, _TIE).partition(" ")[0]
        is_full = len(last) + 1 + len(first) > WIDTH
        if joined and is_full and words and words[0] not in "|>" and indent == last_indent:
            joined[-1] += " " + words
        else:
            joined.append(line)
        last, last_indent = line, indent
    return "\n".join(joined)


def verbatim(text: str) -> str:
    """Return a person's own text, of which only overlong lines are wrapped."""
    return "\n".join(_VERBATIM + line for line in _own_lines(text, WIDTH))


def framed(text: str) -> str:
    """Return a person's message to another, with a bar before each line.

    So nobody can imitate the voice of the judge. Mail programs and the judge take such lines for
    quoted lines.
    """
    lines = _own_lines(text, WIDTH - len(_BAR))
    return "\n".join(_VERBATIM + (_BAR + line).rstrip() for line in lines)


def quoted(line: str, indent: int = 2) -> str:
    """Return a line of a letter as an answer shows it, on a line of its own."""
    return wrap(line, indent, hang=2)


def lines(written: Iterable[str], indent: int = 2) -> str:
    """Return lines of letters as an answer shows them, each on a line of its own."""
    return "\n".join(quoted(line, indent) for line in written)


def ledger(rows: Iterable[tuple[str, str]], indent: int = 2, width: int | None = None) -> str:
    """Return rows of two texts in two columns; the second may wrap, or be empty.

    `width` is the width of the first column, if several tables should have the same. If the first
    text is too long for its column, the second is put below it.
    """
    pairs = list(rows)
    stop = indent + (first_width(pairs) if width is None else width) + 3
    lines = []
    for left, right in pairs:
        head = (" " * indent + left).ljust(stop)
        if right and len(head) == stop:
            lines.append(head + wrap(right, stop)[stop:])
        else:
            lines.append(wrap(left, indent, 4))
            lines += [wrap(right, indent + 4)] if right else []
    return "\n".join(lines)


def first_width(rows: Iterable[tuple[str, str]]) -> int:
    """Return the width that the first of two columns needs."""
    pairs = [(left, right) for left, right in rows if right]
    longest = max((len(right) for _, right in pairs), default=0)
    most = max(_LEFT, min(_LEFT_BESIDE_WORDS, WIDTH - 5 - longest))
    return max((len(left) for left, _ in pairs if len(left) <= most), default=0)


def columns(rows: Iterable[Sequence[Text]], align: str = "<>", indent: int = 2) -> str:
    """Return rows in aligned columns; `align` has `<` or `>` for each, its last for the rest."""
    table = [tuple(map(str, table_row)) for table_row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    sides = align.ljust(len(widths), align[-1])
    lines = (
        "  ".join(
            f"{cell:{side}{width}}"
            for cell, side, width in zip(table_row, sides, widths, strict=False)
        )
        for table_row in table
    )
    return "\n".join((" " * indent + line).rstrip() for line in lines)


def first_upper(text: str) -> str:
    """Return `text` with its first letter in upper case, otherwise unchanged."""
    return text[:1].upper() + text[1:]


def listed(items: Iterable[Text], word: str = "and") -> Text:
    """Return the items as in a sentence: `A`, `A and B`, `A, B or C`."""
    return any_of(list(items)) if word == "or" else all_of(list(items))


def briefly(items: Iterable[Text]) -> Text:
    """Return the items shortened for a subject: `A, B, C and 4 more`."""
    texts = list(items)
    left = len(texts) - _MOST_NAMED + 1
    if left > 1:
        texts = [*texts[:-left], message("{number} more", number=left)]
    return all_of(texts)


def plural(number: int, word: str, many: str = "") -> str:
    """Return the number with its noun: `1 order`, `2 orders`."""
    return f"{number} {word if number == 1 else many or word + 's'}"


def duration(span: timedelta) -> Text:
    """Return a duration in its two largest units, to the minute."""
    minutes = round(abs(span).total_seconds() / 60)
    if minutes < 1:
        return message("less than a minute")
    hours, minutes = divmod(minutes, 60)
    # One and a half days are easier to grasp as 36 hours.
    days, hours = divmod(hours, 24) if hours >= 48 else (0, hours)
    parts = (
        counted("{count} day", "{count} days", days),
        counted("{count} hour", "{count} hours", hours),
        counted("{count} minute", "{count} minutes", 0 if days else minutes),
    )
    first, *others = (part for part in parts if part.count)
    if not others:
        return first
    return message("{length} {rest}", length=first, rest=others[0])


def brief(span: timedelta) -> Text:
    """Return a duration for a subject: `24 h`, `45 min`, `3 days`."""
    minutes = round(abs(span).total_seconds() / 60)
    hours = round(minutes / 60)
    if minutes < 90:
        if minutes == 60:
            return message("{hours} h", hours=1)
        return message("{minutes} min", minutes=minutes)
    if hours < 72:
        return message("{hours} h", hours=hours)
    return counted("{count} day", "{count} days", round(hours / 24))


def tidy(text: str) -> str:
    """Return a whole mail without stray blanks, with one blank line between parts.

    It ends with one newline. Lines that `verbatim` has marked stay unchanged.
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


def _own_lines(text: str, width: int) -> Iterator[str]:
    """Yield a person's own lines, with overlong lines cut."""
    for written in text.strip("\n").splitlines():
        line = written.replace(_VERBATIM, "").rstrip()
        if len(line) <= width:
            yield line
        else:
            yield from textwrap.wrap(
                line,
                width,
                break_long_words=False,
                break_on_hyphens=False,
                replace_whitespace=False,
            )


def _paragraph(text: str) -> str:
    if text.startswith("  "):
        return "\n".join(wrap(line, 2, 4) for line in text.splitlines())
    return wrap(text)
