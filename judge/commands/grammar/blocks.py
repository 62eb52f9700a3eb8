"""Forms and lines that reach beyond themselves: REGISTER ... END, RESIGN, a case."""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from judge.commands.grammar.entry import sign_on
from judge.commands.grammar.headings import short_case
from judge.commands.grammar.passage import Found, Heading, Misread, Passage, Step, is_own
from judge.commands.grammar.words import cleaned, hidden
from judge.commands.known import Place, Role, is_order
from judge.commands.lines import Meaning
from judge.game import (
    Adjudicate,
    Aside,
    NotObeyed,
    NotUnderstood,
    PreviewOrders,
    Register,
    Resign,
    SubmitOrders,
)
from judge.letter import Line, Standing
from judge.notation import LONGEST_LINE, case_word, password_word, read_condition

_KEYS = {
    "name": "name",
    "full name": "name",
    "zone": "zone",
    "time zone": "zone",
    "timezone": "zone",
    "email": "email",
    "e-mail": "email",
    "phone": "phone",
    "site": "site",
    "address": "address",
    "country": "country",
    "level": "level",
    "birthdate": "birthdate",
    "sex": "sex",
    "package": "package",
}
_KEY = "|".join(sorted(_KEYS, key=len, reverse=True))
_FIELD = re.compile(rf"(?P<key>{_KEY})\s*[:=]\s*(?P<value>.*)", re.I)
_ANY_FIELD = re.compile(r"(?P<key>[a-z][a-z -]{0,20}?)\s*[:=]\s*(?P<value>.*)", re.I)
_IN_LINE = re.compile(r"[\s,]+(name|time\s?zone|zone)\b[\s:=]*", re.I)
_END_REGISTER = re.compile(r"end(\s*register)?", re.I)

# A unit in capitals and no more, or THEN: `If a friend asks` is prose.
_CASE = re.compile(
    r"\s*(?i:if)\b(?:.*\b(?i:then)\W*"
    r"|(?:\s+(?i:not|and|or|\())*\s+(?:A|F|ARMY|FLEET|Army|Fleet)(?:\s+[\w/.)]+){1,3})"
)
_LONGEST_SHORT_CASE = 24  # words
_UNIT = re.compile(r"(?:A|F|ARMY|FLEET)\b", re.I)
_IF = re.compile(r"\s*(?:else\s*)?if\b", re.I)
_PREFER = re.compile(r"\s*prefer\b", re.I)
_END_IF = re.compile(r"\s*end\s*if\W*", re.I)
_MOST_CASES = 50  # one inside another, or one after the other without an ENDIF
_NOBODY = re.compile(r"(?:me|us|now|again|please|for .*|in .*|to .*)\W*", re.I)
_END_ADJUDICATE = re.compile(r"\s*end\s*(?:adjudicate|preview)\W*", re.I)
_END_PREVIEW = re.compile(r"\s*end\s*preview\W*", re.I)
_HEADING = re.compile(r"\s*[^\W\d_][^\W\d_ '-]{2,30}\s*:\s*")
_END_COMMENT = re.compile(r"\s*(?:end(?:\s*comment)?|sign\s*off)\W*", re.I)


def register(passage: Passage) -> Found | Misread:
    """Return REGISTER with its fields, from its own line and those behind it.

    Without an END only lines with keys that are known belong to it, so that nothing
    else is swallowed.
    """
    if _NOBODY.fullmatch(passage.rest):
        return Misread()
    lines = tuple(takewhile(is_own, passage.following))
    size, ends = _closed_form(lines)
    if not ends:
        size = sum(1 for _ in takewhile(is_known_field, lines))
        ends = size > 0 and _is_end(lines[size : size + 1])
    texts = [line.text for line in lines[:size]]
    fields = [*_fields_in_line(passage.rest), *map(_field, texts)]
    inside = (*[Meaning.ARGUMENT] * size, *[Meaning.COMMAND] * ends)
    return Found((Register(tuple(filter(None, fields))),), inside)


def is_known_field(line: Line) -> bool:
    """Return whether `line` is one of the form that REGISTER takes."""
    return _FIELD.fullmatch(cleaned(line.text)) is not None


def resign(passage: Passage) -> Found | Misread:
    """Return RESIGN; with power, game and password it signs on first."""
    game = passage.place.game.lower()
    if passage.rest.lower().removeprefix("from ") in ("", game):
        return Found((Resign(),))
    named = "@" in passage.rest
    entry = sign_on(passage.rest, passage.known.vocabulary) if named else None
    if entry:
        return Found((entry, Resign()))
    if len(passage.rest.split()) > 2 or passage.rest.endswith("?"):
        return Misread()
    shown = hidden(f"RESIGN {passage.rest}", 2)
    ejects = passage.place.role is Role.MASTER
    meant = f"EJECT {passage.rest}" if ejects else "RESIGN"
    return Found((NotUnderstood(shown, (meant,)),))


def case(line: str, passage: Passage) -> Found | None:
    """Return orders for a case that the board decides, None if `line` is no case.

    Others come back, up to their ENDIF: they would else count in any case. Without one
    it is a heading.
    """
    if not _IF.match(line):
        return None
    place = passage.place
    if short := _short_case(line, place):
        return Found((SubmitOrders(short),))
    size = _to_end_if(passage.following)
    if not size and not _CASE.fullmatch(line[:LONGEST_LINE]):
        return None
    own = passage.following[:size]
    lines = (line.strip(), *(one.text.strip() for one in own))
    inside = (*[Meaning.ARGUMENT] * (size - 1), Meaning.COMMAND)[-size:] if size else ()
    if size and all(map(is_own, own)) and _is_of_the_board(lines, place):
        given = tuple(filter(None, lines))
        return Found((SubmitOrders(given),), inside)
    steps: tuple[Step, ...] = (NotObeyed(Aside.CASE, lines),)
    steps = steps if size else (*steps, Heading(Aside.CASE))
    return Found(steps, inside, unclear=True)


def _short_case(line: str, place: Place) -> tuple[str, ...] | None:
    """Return a case on one line as several lines, if it is one that is read."""
    lines = short_case(line)
    if lines is not None:
        return lines if _is_of_the_board(lines, place) else None
    found = [one for one in _cut_behind_if(line) if _is_of_the_board(one, place)]
    return found[0] if len(found) == 1 else None


def _cut_behind_if(line: str) -> Iterator[tuple[str, str, str]]:
    """Yield how `IF A MUN A PAR - BUR` may be a condition and an order to a unit."""
    words = line.split()[1:_LONGEST_SHORT_CASE]
    for at in range(1, len(words)):
        condition, order = " ".join(words[:at]).rstrip(" ,:;"), " ".join(words[at:])
        if _UNIT.match(order):
            yield f"IF {condition}", order, "ENDIF"


def _is_of_the_board(lines: Sequence[str], place: Place) -> bool:
    """Return whether all is read: conditions on the board, and a power's orders."""
    names = place.names
    if names is None or not place.power:
        return False
    for line in filter(None, lines):
        match case_word(line):
            case "IF" | "ELSE IF":
                read = read_condition(line, names) is not None
            case "ELSE" | "ENDIF":
                read = True
            case _:
                read = is_order(line, place) or _PREFER.match(line) is not None
        if not read:
            return False
    return True


_ASSUMING = re.compile(r"^(?:with|if|assuming|of)\s+", re.I)


def preview(passage: Passage) -> Found | Misread:
    """Return PREVIEW with the orders assumed below it, as far as they go.

    They end with END PREVIEW, or where something else is said; none is ever stored. The
    first may stand on its line.
    """
    place = passage.place
    first = _ASSUMING.sub("", passage.rest)
    if first and not is_order(first, place):
        return Misread()
    lines = tuple(
        takewhile(lambda one: is_own(one) and _may_be_assumed(one.text, place), passage.following)
    )
    ends = [one.text for one in passage.following[len(lines) :][:1]]
    closed = any(map(_END_PREVIEW.fullmatch, ends))
    inside = (*[Meaning.ARGUMENT] * len(lines), *[Meaning.COMMAND] * closed)
    below = (one.text.strip() for one in lines)
    given = tuple(filter(None, [first, *below]))
    return Found((PreviewOrders(given),), inside)


def adjudicate(passage: Passage) -> Found | Misread:
    """Return ADJUDICATE with the lines below it, up to END ADJUDICATE.

    Without that nobody can tell where they end, and they come back.
    """
    if passage.rest:
        return Misread()
    text, inside, closed = up_to(_END_ADJUDICATE, passage)
    if not closed:
        missing = NotUnderstood("ADJUDICATE", ("END ADJUDICATE",), text)
        return Found((missing,), inside)
    return Found((Adjudicate(text),), inside)


def up_to(end: re.Pattern[str], passage: Passage) -> tuple[str, tuple[Meaning, ...], bool]:
    """Return the lines up to the one that is the `end`, what they mean, if it is there.

    Without it that is all that follow.
    """
    lines = [one.text for one in takewhile(is_own, passage.following)]
    size = next((at for at, one in enumerate(lines) if end.fullmatch(one)), len(lines))
    closed = size < len(lines)
    inside = [Meaning.ARGUMENT] * size + [Meaning.COMMAND] * closed
    return "\n".join(lines[:size]), tuple(inside), closed


def _may_be_assumed(line: str, place: Place) -> bool:
    """Return whether `line` is an order, the power of those below it, or empty."""
    return not line.strip() or bool(_HEADING.fullmatch(line)) or is_order(line, place)


def comment(passage: Passage) -> Found | Misread:
    """Return that a comment of several lines is not taken, with its text."""
    text, inside, _ = up_to(_END_COMMENT, passage)
    line = "SET COMMENT BEGIN"
    return Found((NotUnderstood(line, ("SET COMMENT text",), text),), inside)


def _to_end_if(lines: Sequence[Line]) -> int:
    """Return how many lines there are to the ENDIF of a case, 0 without one.

    A case may hold others, each with its ENDIF or not; too many of them are no case.
    """
    last, open_cases, cases = 0, 1, 1
    for index, line in enumerate(lines):
        if line.standing is Standing.CUT or cases > _MOST_CASES:
            break
        if _END_IF.fullmatch(line.text):
            last = index + 1
            open_cases -= 1
        elif _IF.match(line.text):
            open_cases += 1
            cases += 1
        if not open_cases:
            break
    return last


def _is_end(lines: Sequence[Line]) -> bool:
    return any(_END_REGISTER.fullmatch(cleaned(line.text)) for line in lines)


def _closed_form(lines: Sequence[Line]) -> tuple[int, bool]:
    """Return how many lines a form has up to its END, and whether it has one."""
    for index, line in enumerate(cleaned(line.text) for line in lines):
        if _END_REGISTER.fullmatch(line):
            return index, True
        if line and not _ANY_FIELD.fullmatch(line):
            break
    return 0, False


def _field(line: str) -> tuple[str, str] | None:
    found = _ANY_FIELD.fullmatch(cleaned(line))
    if found is None or "pass" in found["key"].lower() or not found["value"].strip():
        return None
    key = found["key"].strip().lower()
    return _KEYS.get(key, key), found["value"].strip()


def _fields_in_line(rest: str) -> Iterator[tuple[str, str]]:
    secret = password_word(rest)
    told = rest[: secret.start()] if secret else rest
    name, *others = _IN_LINE.split(f" {told}")
    if name.strip(" ,:"):
        yield "name", name.strip(" ,:")
    for key, value in zip(others[::2], others[1::2], strict=True):
        if value.strip(" ,"):
            yield _KEYS[" ".join(key.lower().split())], value.strip(" ,")
