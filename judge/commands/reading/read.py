"""Reading a letter: what each of its lines was meant to be, and what to do for it.

This is the one place that says what a line is. Who answers, masks or counts lines
asks what is found here.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import filterfalse, islice

from judge.commands.grammar.doubt import masked
from judge.commands.grammar.passage import (
    Following,
    Found,
    Heading,
    Passage,
    Step,
    Stop,
    Whole,
    is_own,
)
from judge.commands.known import Known, Place, Returned, Role, become, entered
from judge.commands.lines import LetterRead, Meaning, MeantLine
from judge.commands.own import games_on, own_line
from judge.commands.reading.budget import MOST_COMMANDS, MOST_GAMES, is_beyond, lines_read
from judge.commands.reading.note import read_note
from judge.commands.reading.reply import read_reply
from judge.commands.reading.sections import Unclear, add, says_anything, sections_of
from judge.commands.reading.standing import (
    OlderMail,
    Ordered,
    as_read,
    as_wrapped,
    is_attached,
    older_mail,
    own_again,
    typed_below,
    weighed,
    with_attached,
    with_older_mail,
)
from judge.commands.reading.walk import MOST_BELOW, Walk, named, pass_over
from judge.game import (
    Aside,
    Command,
    CreateGame,
    Inquiry,
    NotObeyed,
    Observe,
    PlanOrders,
    ShowOrders,
    SignOn,
    SubmitOrders,
    masters,
)
from judge.letter import Line, Unread

_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)
# What may stand above the first word that a letter says.
_SILENT = frozenset({Meaning.BLANK, Meaning.QUOTED})
_NOTHING = Unread()
_LOOKS_UP = Inquiry | ShowOrders


def read_letter(
    lines: Sequence[Line], subject: str, known: Known, unread: Unread = _NOTHING
) -> LetterRead:
    """Return what each line of a letter was meant to be, and its sections.

    What came for a diary is a note. A reply to press is press, unless it says otherwise
    in its first line. Of others a section begins wherever a game is entered. The
    subject counts only where the sender wrote nothing else, and only if it looks
    something up; what is attached, only where nothing else is meant for the judge.
    """
    if read := _apart(lines, subject, known):
        return read
    stood = weighed(lines, known)
    walk = _walked(stood, subject, known)
    if not says_anything(walk.commands) and any(map(is_attached, stood)):
        stood = with_attached(stood)
        walk = _walked(stood, subject, known)
    if not says_anything([*filterfalse(_is_below, walk.commands)]):
        below = typed_below(stood, known)
        if below != stood:
            stood, walk = below, _walked(below, subject, known)
    older = older_mail(stood, walk.ordered, known)
    if older is not None:
        walk = _walked(with_older_mail(stood, older.at), subject, known, older)
    _name_unread(walk, unread)
    meant = tuple(
        MeantLine(line.text, meaning) for line, meaning in zip(lines, walk.meanings, strict=True)
    )
    sections = sections_of(walk.commands)
    if walk.whole:
        sections = tuple(replace(one, whole=True) for one in sections)
    return LetterRead(sections, meant)


def _apart(lines: Sequence[Line], subject: str, known: Known) -> LetterRead | None:
    """Return a letter that is no letter to the judge, but a note or press."""
    if known.diary is not None:
        return read_note(lines, subject, known)
    if known.conversation is not None:
        return read_reply(lines, known, known.conversation)
    return None


def _is_below(found: Command | Unclear) -> bool:
    return isinstance(found, NotObeyed) and found.why is Aside.BELOW


def games_named(lines: Sequence[Line], known: Known) -> tuple[str, ...]:
    """Return the games that a letter may enter, in lower case."""
    passage = Passage("", (), known, known.place)
    stood = with_attached(as_read(weighed(lines, known)))
    found = (
        name
        for line in stood[: lines_read(stood)]
        if is_own(line)
        for name in games_on(line.text, passage)
    )
    return tuple(islice(dict.fromkeys(filter(None, found)), MOST_GAMES))


def _name_unread(walk: Walk, unread: Unread) -> None:
    """Add what could not be read; files only where nothing else was meant."""
    if unread.encrypted:
        walk.commands.append(NotObeyed(Aside.ENCRYPTED, unread.encrypted))
    elif unread.files and not says_anything(walk.commands):
        walk.commands.append(NotObeyed(Aside.FILE, unread.files))


def _walked(
    lines: tuple[Line, ...], subject: str, known: Known, older: OlderMail | None = None
) -> Walk:
    """Return what is found in `lines`, from where `older` begins on not obeyed."""
    walk = Walk(known, known.place, Returned(known.answered), older)
    stood = as_wrapped(as_read(lines))
    if not any(is_own(line) and line.text.strip() for line in stood):
        _ask(walk, _REPLY_MARK.sub("", subject))
    _read(walk, stood)
    return walk


def _ask(walk: Walk, subject: str) -> None:
    found = own_line(subject, Passage("", (), walk.known, walk.place))
    match found.steps:
        case (command,) if isinstance(command, _LOOKS_UP):
            walk.commands.append(command)
        case _:
            return


def _read(walk: Walk, lines: tuple[Line, ...]) -> None:
    most = lines_read(lines)
    while (at := len(walk.meanings)) < len(lines):
        line = lines[at]
        walk.full |= at >= most or len(walk.commands) >= MOST_COMMANDS
        if not line.text.strip():
            _read_blank(walk)
        elif not is_own(line) or walk.ended:
            pass_over(walk, line)
        elif walk.full:
            walk.beyond.append(named(line.text, walk))
            walk.meanings.append(Meaning.UNREAD)
        else:
            lines = _read_own(walk, lines)
    if walk.beyond:
        shown = tuple(walk.beyond[:MOST_BELOW])
        walk.commands.append(NotObeyed(Aside.BEYOND, shown, len(walk.beyond)))


def _read_blank(walk: Walk) -> None:
    if walk.over in (Aside.CASE, Aside.TOLD):
        walk.over = None
    walk.meanings.append(Meaning.BLANK)


def _read_own(walk: Walk, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Read one line and what belongs to it; return the lines as they stand then."""
    at = len(walk.meanings)
    while walk.silent < at and walk.meanings[walk.silent] in _SILENT:
        walk.silent += 1
    begun = walk.silent < at
    passage = Passage("", Following(lines, at + 1), walk.known, walk.place, begun)
    found = own_line(lines[at].text, passage)
    if is_beyond(found.steps, walk.commands):
        walk.full = True
        return lines
    if found.meaning in (Meaning.ORDER, Meaning.COMMAND) and walk.over is not None:
        found = _governed(walk, found)
    if found.meaning is Meaning.ORDER:
        walk.ordered += (Ordered(at, line, walk.place) for line in _orders(found))
    walk.meanings += (found.meaning, *found.inside)
    if found.unclear:
        shown = masked(lines[at].text.strip(), walk.place)
        walk.commands.append(Unclear(shown))
    for step in found.steps:
        _follow(walk, step)
    return own_again(lines, len(walk.meanings))


def _follow(walk: Walk, step: Step) -> None:
    match step:
        case Stop():
            walk.ended = True
        case Whole():
            walk.whole = True
        case Heading(why, whose, phase):
            walk.over, walk.whose, walk.phase = why, whose, phase
        case command:
            _take(walk, command)


def _governed(walk: Walk, found: Found) -> Found:
    """Return what is found below a heading: orders there are not for now."""
    assert walk.over is not None
    lines = tuple(_orders(found))
    if found.meaning is Meaning.COMMAND and not lines:
        if walk.over in (Aside.CASE, Aside.TOLD):
            walk.over = None
        return found
    if walk.over is Aside.PHASE and walk.phase:
        kept = PlanOrders(walk.phase, lines)
        return replace(found, steps=(kept,), meaning=Meaning.ELSEWHERE)
    back = NotObeyed(walk.over, lines)
    return replace(found, steps=(back,), meaning=Meaning.ELSEWHERE)


def _orders(found: Found) -> Iterator[str]:
    for step in found.steps:
        if isinstance(step, SubmitOrders):
            yield from step.lines


def _take(walk: Walk, command: Command) -> None:
    match command:
        case SignOn() | CreateGame() | Observe():
            walk.place, walk.over = entered(command, walk.known), None
            walk.whose = ""
        case masters.Become():
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
