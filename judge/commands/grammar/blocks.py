"""Commands that reach beyond their line: REGISTER ... END, PRESS ... ENDPRESS."""

import re
from collections.abc import Iterator
from itertools import takewhile

from rapidfuzz.distance import OSA

from judge.commands.grammar.entry import sign_on
from judge.commands.grammar.passage import Found, Passage
from judge.commands.grammar.plain import names_in
from judge.commands.grammar.words import cleaned, compact, hidden, password_word
from judge.commands.model import NotUnderstood, Register, Resign, SendPress

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

ADDRESSES = ("PRESS TO FRANCE", "PRESS TO F, G", "PRESS TO ALL BUT R", "BROADCAST")
_COMMAND = re.compile(
    r"\s*(?:sign|take\s?over|join|observe|create|phase|clear|press|broadcast|set|end"
    r"|quit|resign|no\s?wait|wait|no\s?draw|draw|help|list|summary|status|history)\b",
    re.I,
)
# A unit in capitals and no more, or THEN: `If a friend asks` is prose.
_CONDITION = re.compile(
    r"\s*(?i:if)\b(?:.*\b(?i:then)\W*"
    r"|(?:\s+(?i:not|and|or|\())*\s+(?:A|F|ARMY|FLEET|Army|Fleet)(?:\s+[\w/.)]+){1,3})"
)
_IF = re.compile(r"\s*if\b", re.I)
_END_IF = re.compile(r"\s*end\s*if\W*", re.I)
_END_PRESS = re.compile(r"\s*end\s*(?:press|broadcast)\b", re.I)
_SIGN_OFF = re.compile(r"\s*sign\s*off[\s.]*", re.I)
_SIGN_ON = re.compile(r"\s*sign[\s_-]*on\s+\S+(?:\s+\S+){0,2}\s*", re.I)
_PRESS = re.compile(r"\s*(press|broadcast)\b", re.I)
_SHADE = re.compile(r"\b(white|gr[ea]y|anonymous|unanonymous|no\s*fake)\b", re.I)
_TO_ALL = re.compile(r"(?:\+|to\b)\s*(?:all|every(?:body|one))", re.I)
_ALL_BUT = re.compile(r"(?:(?:to\s+)?all\s+(?:but|except)\b|-)(.+)", re.I)
_TO_SOME = re.compile(r"(?:\+|to\b)(.+)", re.I)


def register(passage: Passage) -> Found:
    """Return REGISTER with its fields, from its own line and those behind it.

    Without an END only lines with keys that are known belong to it, so that nothing
    else is swallowed.
    """
    block, left = _closed_form(passage.following)
    if left is None:
        known = takewhile(
            lambda line: _FIELD.fullmatch(cleaned(line)), passage.following
        )
        block = list(known)
        left = passage.following[len(block) :]
        if left and _END_REGISTER.fullmatch(cleaned(left[0])) and block:
            left = left[1:]
    fields = [*_fields_in_line(passage.rest), *map(_field, block)]
    return Found(Register(tuple(filter(None, fields))), left)


def press(passage: Passage) -> Found:
    """Return the message to those whom the line names; PRESS alone names nobody."""
    return _message(passage, to_all=False)


def broadcast(passage: Passage) -> Found:
    """Return the message to all."""
    return _message(passage, to_all=True)


def resign(passage: Passage) -> Found:
    """Return RESIGN; with power, game and password it signs on first."""
    if not passage.rest:
        return Found(Resign(), passage.following)
    entry = sign_on(passage.rest, passage.vocabulary) if "@" in passage.rest else None
    if entry:
        return Found(entry, ("RESIGN", *passage.following))
    shown = hidden(f"RESIGN {passage.rest}", 2)
    return Found(NotUnderstood(shown, ("RESIGN",)), passage.following)


def later_phase(passage: Passage) -> Found:
    """Return that orders for a later phase are not taken, and leave them out.

    They would else count for the phase that runs.
    """
    held = list(takewhile(lambda line: not _COMMAND.match(line), passage.following))
    line = f"PHASE {hidden(passage.rest, 3)}".strip()
    lines = "a line" if len(held) == 1 else f"{len(held)} lines"
    note = f"{line} (with {lines} behind it)" if held else line
    note += ": orders for a later phase are not taken"
    return Found(NotUnderstood(note), passage.following[len(held) :])


def condition(line: str, following: tuple[str, ...]) -> Found | None:
    """Return that orders for a certain case are not taken, None if `line` is no case.

    They are left out up to their ENDIF, or to the next command: they would else count
    in any case.
    """
    ends = (at for at, one in enumerate(following) if _END_IF.fullmatch(one))
    end = next(ends, None) if _IF.match(line) else None
    if end is None and not _CONDITION.fullmatch(line):
        return None
    if end is None:
        held = takewhile(lambda one: not _COMMAND.match(one), following)
        end = len(list(held))
    note = f"{line.strip()} …: orders for a certain case are not taken"
    left = following[end:]
    left = left[1:] if left and _END_IF.fullmatch(left[0]) else left
    return Found(NotUnderstood(note), left)


def text_for_nobody(passage: Passage) -> Found:
    """Return nothing, and leave out the text of a message that is not offered here.

    Without a marked end it has one line only: what follows may be orders.
    """
    ends = (at for at, one in enumerate(passage.following) if _END_PRESS.match(one))
    end = next(ends, -1) + 1
    return Found(None, passage.following[end:])


def _closed_form(lines: tuple[str, ...]) -> tuple[list[str], tuple[str, ...] | None]:
    """Return the lines of a form up to its END and what is left, None without END."""
    for index, line in enumerate(map(cleaned, lines)):
        if _END_REGISTER.fullmatch(line):
            return list(lines[:index]), lines[index + 1 :]
        if line and not _ANY_FIELD.fullmatch(line):
            break
    return [], None


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


def _message(passage: Passage, *, to_all: bool) -> Found:
    header, _, first = passage.rest.partition(":")
    message = _addressed(header, to_all=to_all)
    text, left, closed = _text(passage.following)
    if message is None and closed:
        shown = hidden(f"PRESS {header}", 4)
        return Found(NotUnderstood(shown, ADDRESSES), left)
    if message is None:
        return Found(None, passage.following)
    body = "\n".join([*filter(None, [first.strip()]), *text]).strip("\n")
    return Found(
        SendPress(body, message.recipients, message.all_but, message.grey, closed),
        left,
    )


def _addressed(header: str, *, to_all: bool) -> SendPress | None:
    """Return a message without text to those whom `header` names, or None."""
    shades = {shade.lower() for shade in _SHADE.findall(header)}
    grey = _is_grey(shades)
    words = _SHADE.sub(" ", header).strip()
    if _TO_ALL.fullmatch(words) or (to_all and not words):
        return SendPress("", grey=grey)
    but = _ALL_BUT.fullmatch(words)
    some = but or _TO_SOME.fullmatch(words)
    names = names_in(some[1]) if some else None
    if not names or "FAKE" in names:
        return None
    return SendPress("", names, all_but=bool(but), grey=grey)


def _is_grey(shades: set[str]) -> bool | None:
    if shades & {"grey", "gray", "anonymous"}:
        return True
    return False if shades & {"white", "unanonymous"} else None


def _text(lines: tuple[str, ...]) -> tuple[list[str], tuple[str, ...], bool]:
    """Return the text of a message, the lines left, and whether its end was marked.

    A sign-on inside it was surely meant for the judge: the end was forgotten, and the
    password behind it is nobody's business. A badly written one is taken for one where
    no end is marked.
    """
    for index, line in enumerate(lines):
        if _END_PRESS.match(line):
            return _stripped(lines[:index]), lines[index + 1 :], True
        if _SIGN_OFF.fullmatch(line):
            return _stripped(lines[:index]), (), False
        if _SIGN_ON.fullmatch(line) or _starts_message(line):
            return _stripped(lines[:index]), lines[index:], False
    near = (at for at, line in enumerate(lines) if _is_like_sign_on(line.split()))
    end = next(near, len(lines))
    return _stripped(lines[:end]), lines[end:], False


def _is_like_sign_on(words: list[str]) -> bool:
    """Return whether `words` are a sign-on, a place and a password, badly written."""
    before = compact("".join(words[:-2]))
    return 2 < len(words) < 5 and OSA.distance(before, "signon") == 1


def _stripped(lines: tuple[str, ...]) -> list[str]:
    return [line.rstrip() for line in lines]


def _starts_message(line: str) -> bool:
    found = _PRESS.match(line)
    if found is None:
        return False
    header = line[found.end() :].partition(":")[0].rstrip(" .")
    return _addressed(header, to_all=found[1].lower() == "broadcast") is not None
