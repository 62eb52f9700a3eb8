"""Reading a letter: what each of its lines was meant to be, and what to do for it.

This is the one place that says what a line is. Who answers, masks or counts lines
asks what is found here.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.commands.grammar.doubt import masked
from judge.commands.grammar.passage import Found, Heading, Passage, Stop
from judge.commands.known import Known, Place, become, entered
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
from judge.commands.sections import Unclear, add, says_anything, sections_of
from judge.commands.standing import (
    BELOW,
    OlderMail,
    Ordered,
    as_read,
    as_wrapped,
    is_attached,
    older_mail,
    own_again,
    weighed,
    with_attached,
    with_older_mail,
)
from judge.commands.unobeyed import Aside, NotObeyed
from judge.letter import Line, Standing, Unread

MOST_COMMANDS = 200
MOST_CHARACTERS = 20_000
# Of an old mail that was not marked as quoted so many lines are named, so much of each.
MOST_BELOW = 20
_LONGEST_BELOW = 120

_WORD = re.compile(r"[^\W_]+")
_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)
_PASSED_OVER = {
    Standing.QUOTED: Meaning.QUOTED,
    Standing.HEADING: Meaning.QUOTED,
    Standing.BELOW_HEADING: Meaning.QUOTED,
    Standing.CUT: Meaning.QUOTED,
    Standing.ATTACHED: Meaning.QUOTED,
    Standing.SIGNATURE: Meaning.SIGNATURE,
    Standing.BELOW_SIGNATURE: Meaning.SIGNATURE,
    Standing.OWN: Meaning.SIGNATURE,
}
# What may stand above the first word that a letter says.
_SILENT = frozenset({Meaning.BLANK, Meaning.QUOTED})
_NOTHING = Unread()
_LOOKS_UP = Inquiry | ShowOrders


@dataclass(slots=True)
class _Walk:
    """How far a letter was read, and what was found so far.

    `over` says why the orders that follow are handed back; `below` is how many lines
    were meant for the judge where nothing is read. `older` is a mail that orders the
    same units; `answered` are the words of the mail of ours that came back, and `back`
    how often it has brought each line of them.
    """

    known: Known
    place: Place
    older: OlderMail | None = None
    over: Aside | None = None
    ended: bool = False
    below: int = 0
    answered: str = ""
    back: Counter[str] = field(default_factory=Counter)
    commands: list[Command | Unclear] = field(default_factory=list)
    meanings: list[Meaning] = field(default_factory=list)
    ordered: list[Ordered] = field(default_factory=list)


def read_letter(
    lines: Sequence[Line], subject: str, known: Known, unread: Unread = _NOTHING
) -> LetterRead:
    """Return what each line of a letter was meant to be, and its sections.

    A section begins wherever a game is entered. The subject counts only where the
    sender wrote nothing else, and only if it looks something up; what is attached,
    only where nothing else is meant for the judge.
    """
    stood = weighed(lines, known)
    walk = _walked(stood, subject, known)
    if not says_anything(walk.commands) and any(map(is_attached, stood)):
        stood = with_attached(stood)
        walk = _walked(stood, subject, known)
    older = older_mail(stood, walk.ordered)
    if older is not None:
        walk = _walked(with_older_mail(stood, older.at), subject, known, older)
    _name_unread(walk, unread)
    meant = tuple(
        MeantLine(line.text, meaning)
        for line, meaning in zip(lines, walk.meanings, strict=True)
    )
    return LetterRead(sections_of(walk.commands), meant)


def games_named(lines: Sequence[Line], known: Known) -> tuple[str, ...]:
    """Return the games that a letter may enter, in lower case."""
    passage = Passage("", (), known, known.place)
    stood = with_attached(as_read(weighed(lines, known)))
    own = (line.text for line in stood if _is_own(line))
    named = (name for text in own for name in games_on(text, passage))
    return tuple(dict.fromkeys(filter(None, named)))


def _name_unread(walk: _Walk, unread: Unread) -> None:
    """Add what could not be read; files only where nothing else was meant."""
    if unread.encrypted:
        walk.commands.append(NotObeyed(Aside.ENCRYPTED, unread.encrypted))
    elif unread.files and not says_anything(walk.commands):
        walk.commands.append(NotObeyed(Aside.FILE, unread.files))


def _walked(
    lines: tuple[Line, ...], subject: str, known: Known, older: OlderMail | None = None
) -> _Walk:
    """Return what is found in `lines`, from where `older` begins on not obeyed."""
    walk = _Walk(known, known.place, older, answered=_words(known.answered))
    stood = as_wrapped(as_read(lines))
    if not any(_is_own(line) and line.text.strip() for line in stood):
        _ask(walk, _REPLY_MARK.sub("", subject))
    _read(walk, stood)
    return walk


def _ask(walk: _Walk, subject: str) -> None:
    found = own_line(subject, Passage("", (), walk.known, walk.place))
    match found.steps:
        case (command,) if isinstance(command, _LOOKS_UP):
            walk.commands.append(command)
        case _:
            return


def _read(walk: _Walk, lines: tuple[Line, ...]) -> None:
    most = _most(lines)
    beyond = 0
    while (at := len(walk.meanings)) < len(lines):
        line = lines[at]
        over = at >= most or len(walk.commands) >= MOST_COMMANDS
        if not line.text.strip():
            _read_blank(walk)
        elif not _is_own(line) or walk.ended:
            _pass_over(walk, line)
        elif over:
            beyond += 1
            walk.meanings.append(Meaning.UNREAD)
        else:
            lines = _read_own(walk, lines)
    if beyond:
        walk.commands.append(NotObeyed(Aside.BEYOND, count=beyond))


def _most(lines: tuple[Line, ...]) -> int:
    """Return how many lines are read: the sender's own may not be too many."""
    length = 0
    for index, line in enumerate(lines):
        length += len(line.text) + 1 if _is_own(line) else 0
        if length > MOST_CHARACTERS:
            return index
    return len(lines)


def _read_blank(walk: _Walk) -> None:
    if walk.over in (Aside.CASE, Aside.TOLD):
        walk.over = None
    walk.meanings.append(Meaning.BLANK)


def _pass_over(walk: _Walk, line: Line) -> None:
    """Take a line where nothing is read; one that was meant for the judge comes back.

    What is quoted was not.
    """
    why = _begin_older_mail(walk, line)
    may_be_own = line.standing in BELOW or is_attached(line) or _is_own(line)
    may_be_own = may_be_own or _is_added(walk, line)
    if may_be_own and is_for_judge(line.text, walk.known, walk.place):
        walk.meanings.append(Meaning.UNREAD)
        walk.below += 1
        shown = masked(line.text.strip(), walk.place)[:_LONGEST_BELOW]
        if walk.below > MOST_BELOW:
            add(walk.commands, NotObeyed(why, count=1))
        else:
            add(walk.commands, NotObeyed(why, (shown,)))
    else:
        walk.meanings.append(_PASSED_OVER[line.standing])


def _begin_older_mail(walk: _Walk, line: Line) -> Aside:
    """Return why `line` is not obeyed; what an older mail orders again stays open."""
    at = len(walk.meanings)
    if walk.older is None or at < walk.older.at:
        return Aside.ATTACHED if is_attached(line) else Aside.BELOW
    if at == walk.older.at:
        walk.commands += map(Unclear, walk.older.twice)
        add(walk.commands, NotObeyed(Aside.QUOTED, (line.text.strip(),)))
    return Aside.QUOTED


def _is_added(walk: _Walk, line: Line) -> bool:
    """Return whether a line was written into our own mail, below its marker.

    It is so if it stands there more often than in the mail that went out, of which a
    mail program may have made other lines. Where that one is not known, none is.
    """
    if line.standing is not Standing.CUT or not walk.answered:
        return False
    words = _words(line.text)
    walk.back[words] += 1
    return walk.back[words] > walk.answered.count(words)


def _words(text: str) -> str:
    """Return the words of a text, with nothing of how it is laid out."""
    return "".join(f"<{word}>" for word in _WORD.findall(text.casefold()))


def _read_own(walk: _Walk, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Read one line and what belongs to it; return the lines as they stand then."""
    at = len(walk.meanings)
    begun = not _SILENT.issuperset(walk.meanings)
    passage = Passage("", lines[at + 1 :], walk.known, walk.place, begun)
    found = own_line(lines[at].text, passage)
    if found.meaning in (Meaning.ORDER, Meaning.COMMAND) and walk.over is not None:
        found = _governed(walk, found)
    if found.meaning is Meaning.ORDER:
        walk.ordered += (
            Ordered(at, line, walk.place)
            for step in found.steps
            if isinstance(step, SubmitOrders)
            for line in step.lines
        )
    walk.meanings += (found.meaning, *found.inside)
    if found.unclear:
        shown = masked(lines[at].text.strip(), walk.place)
        walk.commands.append(Unclear(shown))
    for step in found.steps:
        match step:
            case Stop():
                walk.ended = True
            case Heading(why):
                walk.over = why
            case command:
                _take(walk, command)
    return own_again(lines, len(walk.meanings))


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
        case Become():
            walk.place = become(command, walk.place)
        case _:
            pass
    add(walk.commands, command)


def _is_own(line: Line) -> bool:
    return line.standing is Standing.OWN
