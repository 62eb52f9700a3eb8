"""Reading a letter: what each of its lines was meant to be, and what to do for it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import filterfalse, islice

from msgspec import structs

from judge.commands.known import (
    Conversation,
    Known,
    Place,
    Returned,
    Role,
    become,
    cleaned,
    entered,
)
from judge.commands.match import masked, read_alone
from judge.commands.messages import addresses_somebody, delayed
from judge.commands.own import games_on, own_line
from judge.commands.passage import (
    Following,
    Found,
    Heading,
    LetterRead,
    Meaning,
    MeantLine,
    Misread,
    Passage,
    ReplyMeant,
    Section,
    Step,
    Stop,
    Whole,
    is_own,
    names_in,
)
from judge.commands.walk import (
    MOST_BELOW,
    MOST_CHARACTERS,
    MOST_COMMANDS,
    MOST_GAMES,
    MOST_LOOKED_AT,
    OlderMail,
    Ordered,
    Unclear,
    Walk,
    add,
    as_read,
    as_wrapped,
    is_attached,
    is_beyond,
    lines_read,
    named,
    older_mail,
    own_again,
    pass_over,
    says_anything,
    sections_of,
    typed_below,
    weighed,
    with_attached,
    with_older_mail,
)
from judge.engine import power_of
from judge.game import (
    Aside,
    Command,
    CreateGame,
    NotObeyed,
    Observe,
    ReplyInDoubt,
    SignOn,
    diaries,
    filing,
    inquiry,
    masters,
    press,
)
from judge.letter import REPLY_MARKER, Line, Unread
from judge.notation import Mistake, OrderReader, find_exactly, find_power, read_line, words_of

# How mail programs begin the subject of a mail that is passed on, and of a reply.
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|enc|vb|vs|i|doorst|pd|ilt)\s*:", re.I)
_MARKED = re.compile(r"^(?:\s*[a-z]{1,6}\s*:)+", re.I)
_Asked = diaries.ListNotes | diaries.ReadNotes | diaries.DropNotes | inquiry.Help


def read_note(lines: Sequence[Line], subject: str, known: Known) -> LetterRead:
    """Return a letter as a note for the diary that it came for.

    Of a mail that is passed on, or has no words of its writer's own, all is kept; of
    any other his own words; of one without words its subject.
    """
    stood = as_read(tuple(lines))
    own = [line.text.rstrip() for line in stood if is_own(line)]
    asked = _asked([*filter(None, own)], known)
    note = diaries.RecordNote(_text(stood, own, subject), mailed=True)
    entry = SignOn((("", known.diary),)) if known.diary else None
    meant = tuple(
        MeantLine(line.text, Meaning.ARGUMENT if is_own(line) else Meaning.QUOTED) for line in stood
    )
    return LetterRead((Section(entry, asked or (note,)),), meant)


def _text(lines: Sequence[Line], own: Sequence[str], subject: str) -> str:
    said = "\n".join(own).strip()
    if said and not _FORWARDED.match(subject):
        return said
    passed_on = (line.text.rstrip() for line in lines)
    whole = "\n".join(filterfalse(_is_marker, passed_on)).strip()
    return whole or _MARKED.sub("", subject).strip()


def _is_marker(line: str) -> bool:
    return REPLY_MARKER in line


def _asked(lines: Sequence[str], known: Known) -> tuple[_Asked, ...]:
    """Return the commands on the diary that `lines` are, () if one is none."""
    found = tuple(one for line in lines for one in _command(line, known))
    return found if len(found) == len(lines) else ()


def _command(line: str, known: Known) -> Iterator[_Asked]:
    match read_alone(cleaned(line), known, known.place):
        case (row, Found(steps=steps)) if row.topic in ("diary", "help"):
            yield from (step for step in steps if isinstance(step, _Asked))


_TO_ALL = re.compile(
    r"\W*(?:reply\s+)?to\s+(?:all|every(?:body|one))(?:\W*|\s*:\s*(?P<text>.+))", re.I
)
_ALL_BUT = (("ALL", "BUT"), ("ALL", "EXCEPT"))
_TO_SOME = re.compile(r"\W*(?:reply\s+)?(?:only\s+)?to\b\W*(?P<names>[^:]+):?", re.I)
_UNIT = re.compile(r"\W*(?:\d+\W+)?(?:a|f|army|fleet)\b", re.I)
_LONGEST_PLACE = 4  # words
_MEANT = re.compile(r"\W*(press|orders?)\b\W*", re.I)


def read_reply(
    lines: Sequence[Line], known: Known, conversation: Conversation
) -> LetterRead | None:
    """Return what a reply to press says, None if it is a letter like others."""
    stood = _with_text(as_read(tuple(lines)), known)
    own = [line.text.rstrip() for line in stood if is_own(line)]
    first = next((line for line in own if line.strip()), "")
    if addresses_somebody(first):
        return None
    sent, to_all = _headed("\n".join(own).strip("\n"))
    done = _done(sent, known, conversation, to_all=to_all)
    meant = tuple(
        MeantLine(line.text, Meaning.ARGUMENT if is_own(line) else Meaning.QUOTED) for line in stood
    )
    return LetterRead((Section(None, (done,)),), meant)


def _headed(text: str) -> tuple[press.SendPress, bool]:
    """Return what `text` sends, and whether to all, by the lines that it begins with.

    One may say TO ALL, with the text behind a colon, and one when it is to leave.
    """
    sent, to_all = press.SendPress(text), False
    for _ in range(2):
        first, _, below = sent.text.partition("\n")
        found = _TO_ALL.fullmatch(first.strip())
        if found and found["text"]:
            return structs.replace(sent, text=f"{found['text']}\n{below}".strip("\n")), True
        whom, when, at_end = delayed(first.strip())
        addressed = _TO_ALL.fullmatch(whom) is not None
        if whom and not addressed:
            break
        to_all |= addressed
        when, at_end = when or sent.when, at_end or sent.at_end
        sent = structs.replace(sent, text=below.strip("\n"), when=when, at_end=at_end)
    return sent, to_all


def meaning_settled(lines: Sequence[Line]) -> ReplyMeant | None:
    """Return what a letter says that another one is, None if it says neither."""
    own = (line.text for line in lines if is_own(line) and line.text.strip())
    found = _MEANT.match(next(own, ""))
    if found is None:
        return None
    return ReplyMeant.PRESS if found[1].lower() == "press" else ReplyMeant.ORDERS


def _with_text(lines: tuple[Line, ...], known: Known) -> tuple[Line, ...]:
    """Return `lines` with those own that hold what the reply says.

    They may stand below our mail, or in a second form of it.
    """

    def says_something(some: Sequence[Line]) -> bool:
        return any(is_own(line) and line.text.strip() for line in some)

    if says_something(lines):
        return lines
    if any(map(is_attached, lines)):
        return with_attached(lines)
    return typed_below(lines, known)


def _done(
    sent: press.SendPress, known: Known, conversation: Conversation, *, to_all: bool
) -> press.SendPress | ReplyInDoubt | NotObeyed:
    text = sent.text
    some = tuple(text.splitlines())
    if len(text) > MOST_CHARACTERS:
        return NotObeyed(Aside.BEYOND, some[:MOST_BELOW], len(some))
    writer = (conversation.writer,) if conversation.writer else ()
    recipients = (*writer, *conversation.others) if to_all else writer
    if not recipients:
        return NotObeyed(Aside.UNSIGNED, some)
    doubtful = tuple(islice(_doubtful(some, known, conversation), MOST_BELOW))
    if doubtful and not conversation.settled:
        return ReplyInDoubt(doubtful, text, recipients)
    return structs.replace(sent, recipients=recipients)


def _doubtful(lines: Sequence[str], known: Known, conversation: Conversation) -> Iterator[str]:
    for at, line in enumerate(lines[:MOST_LOOKED_AT]):
        elsewhere = at == 0 and _is_to_another(line, known, conversation.writer)
        if elsewhere or _is_doubtful(line, known):
            yield line.strip()


def _is_to_another(line: str, known: Known, writer: str) -> bool:
    """Return whether `line` says that what follows is for others than the writer."""
    found, names = _TO_SOME.fullmatch(line.strip()), known.place.names
    words = names_in(found["names"]) if found else None
    if not words or names is None:
        return False
    powers = [names.letters.get(word) or find_power(words_of(word), names) for word in words]
    sure = all(powers) or (words[:2] in _ALL_BUT and any(powers))
    return sure and {*powers} != {writer}


def _is_doubtful(line: str, known: Known) -> bool:
    """Return whether `line` may be for the judge, and not for people."""
    if _is_command(line, known) or addresses_somebody(line):
        return True
    place = known.place
    found = own_line(line, Passage("", (), known, place, begun=True))
    orders = any(isinstance(step, filing.SubmitOrders) for step in found.steps)
    reader = place.reader
    return orders and reader is not None and _is_own_order(line, reader)


def _is_command(line: str, known: Known) -> bool:
    """Return whether `line` is a command and nothing else, in capitals."""
    words = cleaned(line)
    read = read_alone(words, known, known.place) if words.isupper() else None
    return read is not None and not isinstance(read[1], Misread)


def _is_own_order(line: str, reader: OrderReader) -> bool:
    """Return whether `line` orders a unit of the power itself, or was to."""
    return any(
        _names_own_unit(line, reader)
        if isinstance(one.result, Mistake)
        else power_of(one.result) == reader.power
        for one in read_line(line, reader)
    )


def _names_own_unit(line: str, reader: OrderReader) -> bool:
    """Return whether a line that was not read begins with a unit, and no other's."""
    begun = _UNIT.match(line)
    if begun is None:
        return False
    words = words_of(line[begun.end() :])
    for size in range(_LONGEST_PLACE, 0, -1):
        for location in find_exactly(words[:size], reader.names):
            unit = reader.units.get(reader.geography.province_of[location])
            return unit is None or unit.power == reader.power
    return True


_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)
# What may stand above the first word that a letter says.
_SILENT = frozenset({Meaning.BLANK, Meaning.QUOTED})
_NOTHING = Unread()
_LOOKS_UP = inquiry.Inquiry | filing.ShowOrders


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
        kept = filing.PlanOrders(walk.phase, lines)
        return replace(found, steps=(kept,), meaning=Meaning.ELSEWHERE)
    back = NotObeyed(walk.over, lines)
    return replace(found, steps=(back,), meaning=Meaning.ELSEWHERE)


def _orders(found: Found) -> Iterator[str]:
    for step in found.steps:
        if isinstance(step, filing.SubmitOrders):
            yield from step.lines


def _take(walk: Walk, command: Command) -> None:
    match command:
        case SignOn() | CreateGame() | Observe():
            walk.place, walk.over = entered(command, walk.known), None
            walk.whose = ""
        case masters.Become():
            walk.place, walk.whose = become(command, walk.place), ""
        case filing.SubmitOrders(lines) if walk.whose and _is_for_nobody(walk.place):
            # A Master's: whose they are, only the heading may tell.
            command = structs.replace(command, lines=(f"{walk.whose}:", *lines))
            walk.whose = ""
        case _:
            pass
    add(walk.commands, command)


def _is_for_nobody(place: Place) -> bool:
    return place.role is Role.MASTER and not place.power
