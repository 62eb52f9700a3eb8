"""Reading a letter: what each of its lines was meant to be, and what to do for it.

This is the one place that says what a line is. Who answers, masks or counts lines
asks what is found here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from judge.commands.budget import (
    MOST_COMMANDS,
    MOST_GAMES,
    MOST_LOOKED_AT,
    is_beyond,
    lines_read,
)
from judge.commands.grammar.doubt import masked
from judge.commands.grammar.passage import Found, Heading, Passage, Stop
from judge.commands.known import Known, Place, Returned, Role, become, entered
from judge.commands.lines import LetterRead, Meaning, MeantLine
from judge.commands.model import (
    Become,
    Command,
    CreateGame,
    Inquiry,
    Observe,
    ShowOrders,
    SignOn,
    SubmitOrders,
)
from judge.commands.own import games_on, is_for_judge, own_line
from judge.commands.sections import Unclear, add, sections_of
from judge.commands.unobeyed import Aside, NotObeyed
from judge.letter import Line, Standing

# Of an old mail that was not marked as quoted so many lines are named, so much of each.
MOST_BELOW = 20
_LONGEST_BELOW = 120

_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)
_WRAPPERS = (
    (re.compile(r"\s*sign[\s-]*on\b", re.I), re.compile(r"\s*sign[\s-]*off\W*", re.I)),
    (re.compile(r"\s*begin\W*$", re.I), re.compile(r"\s*end\W*", re.I)),
)
_BELOW = frozenset({Standing.BELOW_HEADING, Standing.BELOW_SIGNATURE})
_PASSED_OVER = {
    Standing.QUOTED: Meaning.QUOTED,
    Standing.HEADING: Meaning.QUOTED,
    Standing.BELOW_HEADING: Meaning.QUOTED,
    Standing.CUT: Meaning.QUOTED,
    Standing.SIGNATURE: Meaning.SIGNATURE,
    Standing.BELOW_SIGNATURE: Meaning.SIGNATURE,
    Standing.OWN: Meaning.SIGNATURE,
}
# What may stand above the first word that a letter says.
_SILENT = frozenset({Meaning.BLANK, Meaning.QUOTED})
_LOOKS_UP = Inquiry | ShowOrders


@dataclass(slots=True)
class _Walk:
    """How far a letter was read, and what was found so far.

    `over` says why the orders that follow are handed back, `whose` they are the power
    that was named above them; `below` is how many lines were meant for the judge where
    nothing is read. Where the letter is `full` nothing more is read; what is left then
    are the lines `beyond`.
    """

    known: Known
    place: Place
    returned: Returned
    over: Aside | None = None
    ended: bool = False
    below: int = 0
    whose: str = ""
    full: bool = False
    beyond: list[str] = field(default_factory=list)
    commands: list[Command | Unclear] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)


def read_letter(lines: Sequence[Line], subject: str, known: Known) -> LetterRead:
    """Return what each line of a letter was meant to be, and its sections.

    A section begins wherever a game is entered. The subject counts only where the
    sender wrote nothing else, and only if it looks something up.
    """
    walk = _Walk(known, known.place, Returned(known.answered))
    stood = _as_wrapped(tuple(lines))
    if not any(_is_own(line) and line.text.strip() for line in stood):
        _ask(walk, _REPLY_MARK.sub("", subject))
    _read(walk, stood)
    meant = tuple(
        MeantLine(line.text, meaning)
        for line, meaning in zip(lines, walk.meanings, strict=True)
    )
    return LetterRead(sections_of(walk.commands), meant)


def games_named(lines: Sequence[Line], known: Known) -> tuple[str, ...]:
    """Return the games that a letter may enter, in lower case."""
    passage = Passage("", (), known, known.place)
    named = (
        name
        for line in lines[: lines_read(lines)]
        if _is_own(line)
        for name in games_on(line.text, passage)
    )
    return tuple(islice(dict.fromkeys(filter(None, named)), MOST_GAMES))


def _ask(walk: _Walk, subject: str) -> None:
    found = own_line(subject, Passage("", (), walk.known, walk.place))
    match found.steps:
        case (command,) if isinstance(command, _LOOKS_UP):
            walk.commands.append(command)
        case _:
            return


def _read(walk: _Walk, lines: tuple[Line, ...]) -> None:
    most = lines_read(lines)
    while (at := len(walk.meanings)) < len(lines):
        line = lines[at]
        walk.full |= at >= most or len(walk.commands) >= MOST_COMMANDS
        if not line.text.strip():
            _read_blank(walk)
        elif not _is_own(line) or walk.ended:
            _pass_over(walk, line)
        elif walk.full:
            walk.beyond.append(_named(line.text, walk))
            walk.meanings.append(Meaning.UNREAD)
        else:
            lines = _read_own(walk, lines)
    if walk.beyond:
        named = tuple(walk.beyond[:MOST_BELOW])
        walk.commands.append(NotObeyed(Aside.BEYOND, named, len(walk.beyond)))


def _named(line: str, walk: _Walk) -> str:
    """Return so much of a line as is given back, without what is secret in it."""
    near = len(walk.beyond) < MOST_BELOW
    return masked(line.strip(), walk.place)[:_LONGEST_BELOW] if near else ""


def _read_blank(walk: _Walk) -> None:
    if walk.over in (Aside.CASE, Aside.TOLD):
        walk.over = None
    walk.meanings.append(Meaning.BLANK)


def _pass_over(walk: _Walk, line: Line) -> None:
    """Take a line where nothing is read; one that was meant for the judge comes back.

    What is quoted was not.
    """
    near = len(walk.meanings) < MOST_LOOKED_AT
    if (
        near
        and _may_be_own(walk, line)
        and is_for_judge(line.text, walk.known, walk.place)
    ):
        walk.meanings.append(Meaning.UNREAD)
        walk.below += 1
        shown = _named(line.text, walk)
        if walk.below > MOST_BELOW:
            add(walk.commands, NotObeyed(Aside.BELOW, count=1))
        else:
            add(walk.commands, NotObeyed(Aside.BELOW, (shown,)))
    else:
        walk.meanings.append(_PASSED_OVER[line.standing])


def _may_be_own(walk: _Walk, line: Line) -> bool:
    if line.standing is Standing.CUT:
        return walk.returned.is_added(line.text)
    return line.standing in _BELOW or _is_own(line)


def _read_own(walk: _Walk, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Read one line and what belongs to it; return the lines as they stand then."""
    at = len(walk.meanings)
    begun = not _SILENT.issuperset(walk.meanings)
    passage = Passage("", lines[at + 1 :], walk.known, walk.place, begun)
    found = own_line(lines[at].text, passage)
    if is_beyond(found.steps, walk.commands):
        walk.full = True
        return lines
    if found.meaning in (Meaning.ORDER, Meaning.COMMAND) and walk.over is not None:
        found = _governed(walk, found)
    walk.meanings += (found.meaning, *found.inside)
    if found.unclear:
        shown = masked(lines[at].text.strip(), walk.place)
        walk.commands.append(Unclear(shown))
    for step in found.steps:
        match step:
            case Stop():
                walk.ended = True
            case Heading(why, whose):
                walk.over, walk.whose = why, whose
            case command:
                _take(walk, command)
    return _own_again(lines, len(walk.meanings))


def _governed(walk: _Walk, found: Found) -> Found:
    """Return what is found below a heading: orders there are not for now."""
    assert walk.over is not None
    if found.meaning is Meaning.COMMAND:
        if walk.over in (Aside.CASE, Aside.TOLD):
            walk.over = None
        return found
    lines = [
        line
        for step in found.steps
        if isinstance(step, SubmitOrders)
        for line in step.lines
    ]
    back = NotObeyed(walk.over, tuple(lines))
    return replace(found, steps=(back,), meaning=Meaning.ELSEWHERE)


def _take(walk: _Walk, command: Command) -> None:
    match command:
        case SignOn() | CreateGame() | Observe():
            walk.place, walk.over = entered(command, walk.known), None
            walk.whose = ""
        case Become():
            walk.place, walk.whose = become(command, walk.place), ""
        case SubmitOrders(lines) if walk.whose and _is_for_nobody(walk.place):
            # A Master's: whose they are, only the heading may tell.
            command = replace(command, lines=(f"{walk.whose}:", *lines))
            walk.whose = ""
        case _:
            pass
    add(walk.commands, command)


def _is_for_nobody(place: Place) -> bool:
    return place.role is Role.MASTER and not place.power


def _own_again(lines: tuple[Line, ...], at: int) -> tuple[Line, ...]:
    """Return `lines` as they stand from `at` on, behind a block.

    What a mail takes for a signature or a heading inside a message is the message's:
    behind its end the lines are the sender's, up to the next signature or heading.
    """
    if not at or lines[at - 1].standing not in _BELOW:
        return lines
    end = at
    while end < len(lines) and lines[end].standing in (*_BELOW, Standing.QUOTED):
        end += 1
    return _owned(lines, at, end, _BELOW)


def _as_wrapped(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return `lines` with those own that stand between SIGN ON and SIGN OFF.

    A signature there is none; a quoted mail is.
    """
    for opening, closing in _WRAPPERS:
        start = None
        for at, line in enumerate(lines):
            if line.standing in (Standing.HEADING, Standing.CUT):
                break
            if start is None and _is_own(line) and opening.match(line.text):
                start = at
            elif start is not None and closing.fullmatch(line.text):
                below = frozenset({Standing.BELOW_SIGNATURE})
                end = next((n for n in range(at, len(lines)) if _parts(lines[n])), 0)
                return _owned(lines, start, end or len(lines), below)
    return lines


def _parts(line: Line) -> bool:
    return line.standing not in (*_BELOW, Standing.OWN, Standing.QUOTED)


def _owned(
    lines: tuple[Line, ...], start: int, end: int, which: frozenset[Standing]
) -> tuple[Line, ...]:
    changed = (
        replace(line, standing=Standing.OWN) if line.standing in which else line
        for line in lines[start:end]
    )
    return (*lines[:start], *changed, *lines[end:])


def _is_own(line: Line) -> bool:
    return line.standing is Standing.OWN
