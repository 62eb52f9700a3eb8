"""Reads messages, PRESS ... ENDPRESS, and unsupported blocks of other judges.

Between its first line and its end a block contains only text, including quoted lines and
signatures, because a message may quote other people.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from msgspec import structs
from rapidfuzz.distance import OSA

from judge.commands.blocks import power_named
from judge.commands.known import Place, compact, hidden, is_order, power_meant
from judge.commands.passage import Found, Meaning, Misread, Passage, names_in
from judge.game import Aside, NotObeyed, NotUnderstood, masters, press
from judge.letter import Line, Standing

ADDRESSES = ("PRESS TO FRANCE", "PRESS TO F, G", "PRESS TO ALL BUT R", "BROADCAST")
# Standings of the lines that belong to the text of a message.
_PASSED_ON = (Standing.OWN, Standing.QUOTED, Standing.ENCLOSED)
_END = re.compile(
    r"\s*end[\s-]*(?:press|broadcast|diary|eog|official|postal)\b(?:\s+please\b)?", re.I
)
_SIGN_OFF = re.compile(r"\s*sign[\s-]*off[\s.]*", re.I)
_SIGN_ON = re.compile(r"\s*sign[\s_-]*on\s+\S+(?:\s+\S+){0,2}\s*", re.I)
_RECALL = re.compile(r"\s*recall(?:\s+(?:press|all|#?\d{1,4}))*\W*", re.I)
_OPENING = re.compile(r"\s*(press|broadcast)\b", re.I)
_MISSPELT = re.compile(r"\s*(?:pres|presss|perss|prses|rpess) to \w+", re.I)
# Lines of a text that are for another power, or for the judge.
_ADDRESS = re.compile(
    r"\W*(?P<to>to\s+(?:the\s+)?)?(?P<name>[^\W\d_]+)(?:\W*|\s*:\s*(?P<text>\S.*))", re.I
)
_FOR_JUDGE = re.compile(
    r"\W*(?:private )?(?:notes?|memo)(?: to (?:self|myself|me|judge|the judge))?\W*(?::.*)?"
    r"|\W*(?:(?:set|vote)\s+[a-z]+(?:\s+\S+)?|undo|diary|private)\W*",
    re.I,
)
_SHADE = re.compile(r"\b(white|gr[ea]y|anonymous|anon|unanonymous|no\s*fake|quiet)\b", re.I)
_TO_ALL = re.compile(r"(?:\+|to\b)\s*(?:all|every(?:body|one))", re.I)
_ALL_BUT = re.compile(r"(?:(?:to\s+)?(?:all|every(?:body|one))\s+(?:but|except)\b|-)(.+)", re.I)
_TO_SOME = re.compile(r"(?:\+|to\b)(.+)", re.I)
# `Press on to victory, my friends` is prose.
_BEGINS_ADDRESS = re.compile(r"\s*(?:(?:to|white|gr[ea]y|fake|delay(?:ed)?)\b|[+-])", re.I)
_THE = re.compile(r"\bthe\s+", re.I)
# A list with one of these words is no list of recipients; false senders are not supported.
_NOT_OFFERED = frozenset({"FAKE", "FROM", "AS", "TO", "BROADCAST"})
_FAKE = re.compile(
    r"\bfake\s+(?:(?P<all>broadcast|to\s+(?:all(?!\s+(?:but|except))|every(?:body|one)))"
    r"\b|(?:partial\s+)?to\s+(?P<some>.+?)(?=\s+to\b|$))",
    re.I,
)
# A colon ends the list of recipients, except in a time of day.
_TEXT = re.compile(r":(?!\d\d\b)")
_AT_END = re.compile(
    r"\b(?:(?:at|until|till|by)\s+(?:the\s+)?|delay(?:ed)?\s+(?:(?:to|until|till)\s+)?"
    r"(?:the\s+)?)(?:phase\s+end|end\s+of\s+(?:the\s+|this\s+)?phase|end\s+phase)\b",
    re.I,
)
_LENGTH = r"\d{1,4}(?:[.]\d)?\s*(?:m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)?\b"
_DELAY = re.compile(
    rf"\bdelay(?:ed)?(?:\s+(?:by|for|of))?\s+"
    rf"(?P<length>{_LENGTH}(?:[\s,]*(?:and\s+)?{_LENGTH})*)",
    re.I,
)
# Without a time of day the line is prose.
_AT = re.compile(
    r"\b(?:delay(?:ed)?\s+(?:to|until|till)|at|on)\s+"
    r"(?P<when>(?:\w[\w.-]*,?\s+){0,5}\d{1,2}(?::\d\d)?\s*(?:(?<=:\d\d)|[ap]m\b).*)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """The lines of a block: its text, and the meaning of each line."""

    text: str
    inside: tuple[Meaning, ...]
    closed: bool


def partial_press(passage: Passage) -> Found | Misread:
    """Return the message to the recipients on the line; PRESS alone names none."""
    return _message(passage, to_all=False)


def broadcast(passage: Passage) -> Found | Misread:
    """Return the message to all."""
    return _message(passage, to_all=True)


def grey_press(passage: Passage) -> Found | Misread:
    """Return the unsigned message to the recipients on the line."""
    return partial_press(replace(passage, rest=f"GREY {passage.rest}"))


def grey_broadcast(passage: Passage) -> Found | Misread:
    """Return the unsigned message to all."""
    return broadcast(replace(passage, rest=f"GREY {passage.rest}"))


def postal(passage: Passage) -> Found | Misread:
    """Return the message to all at the end of the phase, like njudge's postal press."""
    return broadcast(replace(passage, rest=f"AT PHASE END {passage.rest}"))


# Words behind OFFICIAL that say when or whether, and nothing to all players.
_NO_TEXT = re.compile(r"\W*(?:not?|nope|later|tomorrow|soon|draft|maybe|not yet)\W*", re.I)


def official(passage: Passage) -> Found | Misread:
    """Return the command OFFICIAL with its text; words after AT on its line say when it is sent.

    Other words on its line begin the text, like the subject in DPjudge.
    """
    at = re.match(r"\s*at\s+(?P<when>[^:\s]\S*.*)", passage.rest, re.I)
    first = "" if at else passage.rest.strip()
    block = text_block(passage.following)
    text = "\n".join(filter(None, [first, block.text.strip("\n")]))
    if not any(map(str.isalnum, text)) or _NO_TEXT.fullmatch(text):
        return Misread(block.inside)
    if not block.closed and is_doubtful(block.text, passage.place):
        lines = (f"OFFICIAL {passage.rest}".strip(), *block.text.splitlines())
        return Found((NotObeyed(Aside.UNENDED, lines),), block.inside)
    return Found((masters.Announce(text, at["when"].strip() if at else ""),), block.inside)


def addresses_somebody(line: str) -> bool:
    """Return whether `line` names its recipient or effect: a message, a sign-on, RECALL.

    Such a line counts as a command even in a reply to press.
    """
    signs_on = _SIGN_ON.fullmatch(line) or _is_like_sign_on(line.split())
    return bool(signs_on or _RECALL.fullmatch(line)) or starts_message(line)


def text_for_nobody(line: str, usage: tuple[str, ...], passage: Passage) -> Found:
    """Return the answer that a block is not supported, with its text.

    Without an end the block is as long as the text of a message would be.
    """
    block = text_block(passage.following)
    return Found((NotUnderstood(line, usage, block.text),), block.inside)


def _message(passage: Passage, *, to_all: bool) -> Found | Misread:
    header, first = (*_TEXT.split(passage.rest, maxsplit=1), "")[:2]
    message = _addressed(header, to_all=to_all)
    block = text_block(passage.following)
    word = "BROADCAST" if to_all else "PRESS"
    if message is None:
        if not block.closed and not _BEGINS_ADDRESS.match(header):
            return Misread()
        shown_line = hidden(f"{word} {header}".strip(), 4)
        return Found((NotUnderstood(shown_line, ADDRESSES, block.text),), block.inside)
    text = "\n".join(filter(None, [first.strip(), block.text.strip("\n")]))
    place = passage.place
    if not block.closed and (is_doubtful(block.text, place) or _turns_away(message, text, place)):
        lines = (f"{word} {passage.rest}".strip(), *block.text.splitlines())
        return Found((NotObeyed(Aside.UNENDED, lines),), block.inside)
    complete_message = structs.replace(message, text=text, closed=block.closed)
    return Found((complete_message,), block.inside)


def is_doubtful(text: str, place: Place) -> bool:
    """Return whether a text without an end mark may contain orders for the judge."""
    return any(is_order(line, place) for line in text.splitlines())


def _turns_away(message: press.SendPress, text: str, place: Place) -> bool:
    """Return whether a line of a text to certain powers is for another power, or for the judge."""
    names = place.names
    if names is None or not message.recipients or message.all_but:
        return False
    words = message.recipients
    addressed = {power_meant(word, names) for word in words}
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines, 1):
        address = _ADDRESS.fullmatch(line)
        # A name alone on the last line is a signature.
        if address and (address["to"] or (number < len(lines) and not address["text"])):
            power = power_named([address["name"].lower()], place)
            if power and power not in {*addressed, place.power}:
                return True
        if _FOR_JUDGE.fullmatch(line):
            return True
    return False


def text_block(lines: Sequence[Line]) -> TextBlock:
    """Return the block at the beginning of `lines`.

    A sign-on or another message inside it shows that its end was forgotten; a password after a
    sign-on must not become part of a message. Without an end only the sender's own lines belong to
    it.
    """
    size, closed = _length(lines)
    if closed:
        text = "\n".join(line.text.rstrip() for line in lines[:size])
        # A line such as `ENDPRESS A PAR - BUR` is read for what stands behind the end.
        end = () if behind_end(lines[size].text) else (Meaning.COMMAND,)
        return TextBlock(text, (*[Meaning.ARGUMENT] * size, *end), True)
    own_lines: list[str] = []
    inside: list[Meaning] = []
    for line in lines[:size]:
        if line.standing not in _PASSED_ON:
            break
        own = line.standing is Standing.OWN
        inside.append(Meaning.ARGUMENT if own else Meaning.QUOTED)
        if own:
            own_lines.append(line.text.rstrip())
    return TextBlock("\n".join(own_lines).strip("\n"), tuple(inside), False)


def behind_end(line: str) -> str:
    """Return the words behind an end mark such as ENDPRESS on its line, or ""."""
    match = _END.match(line)
    behind = line[match.end() :].strip(" .;:,") if match else ""
    return behind if re.search(r"\w", behind) else ""


def _length(lines: Sequence[Line]) -> tuple[int, bool]:
    """Return the number of text lines in `lines`, and whether their end is marked."""
    for index, line in enumerate(lines):
        if line.standing is Standing.CUT:
            break
        if _END.match(line.text):
            return index, True
        if _SIGN_OFF.fullmatch(line.text) or _SIGN_ON.fullmatch(line.text):
            return index, False
        if starts_message(line.text) or _MISSPELT.match(line.text):
            return index, False
    near = (at for at, line in enumerate(lines) if _is_like_sign_on(line.text.split()))
    return next(near, len(lines)), False


def _is_like_sign_on(words: list[str]) -> bool:
    """Return whether `words` are a misspelt sign-on, with a game and a password."""
    before = compact("".join(words[:-2]))
    return 2 < len(words) < 5 and OSA.distance(before, "signon") == 1


def starts_message(line: str) -> bool:
    """Return whether `line` opens a message to recipients that it names, as PRESS TO does."""
    opening = _OPENING.match(line)
    if opening is None:
        return False
    header = _TEXT.split(line[opening.end() :], maxsplit=1)[0].rstrip(" .")
    return _addressed(header, to_all=opening[1].lower() == "broadcast") is not None


def _addressed(header: str, *, to_all: bool) -> press.SendPress | None:
    """Return a message without text to the recipients in `header`, or None."""
    words, when, at_end = _leaving(header)
    shades = {shade.lower() for shade in _SHADE.findall(words)}
    words, feigned = _feigned(_SHADE.sub(" ", words).strip())
    plain = press.SendPress("", grey=_is_grey(shades), when=when, at_end=at_end, feigned=feigned)
    if _TO_ALL.fullmatch(words) or (to_all and not words):
        return plain
    but = _ALL_BUT.fullmatch(words)
    addressed = but or _TO_SOME.fullmatch(words)
    names = names_in(_THE.sub("", addressed[1])) if addressed else None
    if not names or not _NOT_OFFERED.isdisjoint(names):
        return None
    return structs.replace(plain, recipients=names, all_but=bool(but))


def _leaving(words: str) -> tuple[str, str, bool]:
    """Return the same as `delayed`; the delay may also be a moment such as `at 18:00`."""
    rest, when, at_end = delayed(words)
    match = None if when or at_end else _AT.search(words)
    if match is None:
        return rest, when, at_end
    return _without(words, match), match["when"].strip(), False


def delayed(words: str) -> tuple[str, str, bool]:
    """Return `words` without the delay of press, the delay, and whether it ends with the phase.

    A number alone counts hours.
    """
    if match := _AT_END.search(words):
        return _without(words, match), "", True
    if match := _DELAY.search(words):
        length = match["length"].strip()
        length = f"{length}h" if length.isdecimal() else length
        return _without(words, match), length, False
    return words, "", False


def _without(words: str, match: re.Match[str]) -> str:
    return f"{words[: match.start()]} {words[match.end() :]}".strip(" ,;")


def _feigned(words: str) -> tuple[str, tuple[str, ...] | None]:
    """Return `words` without the recipients that a message pretends to have, and these recipients.

    () means all; None means that the true recipients are shown.
    """
    match = _FAKE.search(words)
    if match is None:
        return words, None
    names = () if match["all"] else names_in(match["some"])
    if names is None or {"ALL", "BUT", "EXCEPT"} & {*names}:
        return words, None
    return _without(words, match), names


def _is_grey(shades: set[str]) -> bool | None:
    if shades & {"grey", "gray", "anonymous", "anon"}:
        return True
    return False if shades & {"white", "unanonymous"} else None
