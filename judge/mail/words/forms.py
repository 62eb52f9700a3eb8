"""The lines of a mail, of the form of it that says what its sender wrote."""

from collections.abc import Callable
from dataclasses import replace

from judge.letter import Line, Standing
from judge.mail.mime import Part
from judge.mail.quotation import lines_of
from judge.mail.words.text import attached_text, html_text, page_beside, plain_text

_OWN = frozenset({Standing.OWN, Standing.POSSIBLE_HEADING})


def lines_of_mail(mail: Part, subject: str, cleaned: Callable[[str], str]) -> tuple[Line, ...]:
    """Return the lines of the mail, and below them those of files that are attached.

    Where its plain form is nothing but a notice that there is a page, or the beginning
    of it, the page comes first. Each form is read as `cleaned` returns it.
    """

    def form(text: str) -> tuple[Line, ...]:
        return lines_of(cleaned(text), subject)

    plain, beside = plain_text(mail), attached_text(mail)
    lines = form(plain)
    own = " ".join(line.text for line in lines if line.standing in _OWN)
    if not own.strip() or _is_doubtful(lines):
        page = form(html_text(mail))
        lines = page if has_words(page) or not plain else lines
    elif better := page_beside(mail, plain, own):
        lines, beside = form(better), f"{beside}\n\n{plain}".strip()
    if not beside:
        return lines
    said = {line.text.strip() for line in lines}
    more = (line for line in form(beside) if line.text.strip() not in said)
    return (*lines, Line(""), *map(_attached, more))


def _is_doubtful(lines: tuple[Line, ...]) -> bool:
    """Return whether an older mail may begin in a text, which a page tells better."""
    return any(line.standing is Standing.POSSIBLE_HEADING for line in lines)


def has_words(lines: tuple[Line, ...]) -> bool:
    """Return whether any of `lines` has words of the sender."""
    return any(line.text.strip() and line.standing in _OWN for line in lines)


def _attached(line: Line) -> Line:
    own = line.standing in _OWN
    return replace(line, standing=Standing.ATTACHED) if own else line
