"""Reads a letter: lines -> the meaning of each line, and the sections with commands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import TypeGuard

from msgspec import structs

from judge.commands.answers import invitation_in, with_invitation, with_vote
from judge.commands.blocks import heading, is_known_field
from judge.commands.doubts import (
    claims,
    denies_below,
    greets_player,
    introduces_others,
    introduces_own,
    is_above_order,
    is_of_another_phase,
    is_of_chat,
    may_be_second_thought,
    may_mean_below,
    names_another_power,
    names_orders,
    names_several,
    order_beside_doubt,
    quotes_below,
    runs_through,
    says_wrong,
    signed_by_another,
    speaks_of_others,
    takes_back,
    talk_before_order,
)
from judge.commands.known import (
    Known,
    Place,
    Returned,
    Role,
    as_meant,
    become,
    cleaned,
    entered,
    is_lone_word_of_order,
    is_order,
    orders_anything,
)
from judge.commands.match import find_row, masked, read_alone
from judge.commands.own import as_talk, games_on, own_line
from judge.commands.passage import (
    Following,
    Found,
    Heading,
    LetterRead,
    Meaning,
    MeantLine,
    Passage,
    Section,
    Step,
    Stop,
    Whole,
    is_own,
)
from judge.commands.replies import read_reply
from judge.commands.spoken import correction_in, orders_in_pieces
from judge.commands.table import ENTRIES
from judge.commands.talk import is_closing, is_contact, is_name, is_name_of, says_thanks
from judge.commands.walk import (
    MOST_BELOW,
    MOST_COMMANDS,
    MOST_GAMES,
    OWN_LABEL,
    Doubt,
    OlderMail,
    Ordered,
    Unclear,
    Walk,
    add,
    as_read,
    as_wrapped,
    ask_for_choice,
    corrects,
    is_attached,
    is_beyond,
    lines_read,
    named,
    older_mail,
    orders_own_unit,
    orders_same_unit,
    own_again,
    pass_over,
    quotes_us,
    says_anything,
    sections_of,
    take_back,
    typed_below,
    weighed,
    with_attached,
    with_edits,
    with_forms_compared,
    with_older_mail,
    with_wrapped_lines,
)
from judge.game import (
    Aside,
    Command,
    CreateGame,
    NotObeyed,
    NotUnderstood,
    Observe,
    Remark,
    SignOn,
    Thanks,
    Unobeyed,
    Wish,
    absences,
    base,
    diaries,
    dry_run,
    filing,
    inquiry,
    inspection,
    masters,
    phases,
    press,
    proposals,
    votes,
)
from judge.letter import REPLY_MARKER, Line, Standing, Unread
from judge.notation import (
    BEGINS_WITH_UNIT,
    Trouble,
    Unreadable,
    find_exactly,
    find_power,
    orders_within,
    read_line,
    words_of,
)

_LONGEST_LABELLED = 300
# Beginnings of the subject of a forwarded mail, and of a reply.
_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|enc|vb|vs|i|doorst|pd|ilt)\s*:", re.I)
_MARKED = re.compile(r"^(?:\s*[a-z]{1,6}\s*:)+", re.I)
_Asked = diaries.ListNotes | diaries.ReadNotes | diaries.DropNotes | inquiry.Help


def read_note(lines: Sequence[Line], subject: str, known: Known) -> LetterRead:
    """Return a letter as a note for the diary to which it was sent.

    The note is the writer's own words. It is the whole text if the mail was forwarded or has no own
    words, and the subject if the mail has no words.
    """
    marked_lines = as_read(tuple(lines))
    own = [line.text.rstrip() for line in marked_lines if is_own(line)]
    commands = _asked([*filter(None, own)], known)
    note = diaries.RecordNote(_text(marked_lines, own, subject), mailed=True)
    entry = SignOn((("", known.diary),)) if known.diary else None
    meanings = tuple(
        MeantLine(line.text, Meaning.ARGUMENT if is_own(line) else Meaning.QUOTED)
        for line in marked_lines
    )
    return LetterRead((Section(entry, commands or (note,)),), meanings)


def _text(lines: Sequence[Line], own: Sequence[str], subject: str) -> str:
    """Return the text of a note: the own words, the whole mail, or the subject."""
    own_text = "\n".join(own).strip()
    if own_text and not _FORWARDED.match(subject):
        return own_text
    passed_on = (line.text.rstrip() for line in lines)
    whole = "\n".join(text for text in passed_on if REPLY_MARKER not in text).strip()
    return whole or _MARKED.sub("", subject).strip()


def _asked(lines: Sequence[str], known: Known) -> tuple[_Asked, ...]:
    """Return the commands on the diary in `lines`, or () if any line is none."""
    commands: list[_Asked] = []
    for line in lines:
        match read_alone(cleaned(line), known, known.place):
            case (row, Found(steps=steps)) if row.topic in ("diary", "help"):
                commands += (step for step in steps if isinstance(step, _Asked))
            case _:
                return ()
    return tuple(commands) if len(commands) == len(lines) else ()


_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)
# Meanings of lines before the first line with content.
_SILENT = frozenset({Meaning.BLANK, Meaning.QUOTED})
_IDLE = {*_SILENT, Meaning.GREETING, Meaning.SIGNATURE}
_NOTHING = Unread()
# The writer's own lines above and in their signature.
_WRITTEN = frozenset({Standing.OWN, Standing.SIGNATURE, Standing.BELOW_SIGNATURE})
# Lines of an ending: a company's signature with its legal notice.
_LONGEST_ENDING = 24
_WORDS = frozenset({Meaning.PROSE, Meaning.QUESTION})
_LOOKS_UP = inquiry.Inquiry | filing.ShowOrders


def read_letter(
    lines: Sequence[Line], subject: str, known: Known, unread: Unread = _NOTHING
) -> LetterRead:
    """Return the meaning of each line of a letter, and its sections.

    A letter to a diary is a note. A reply to press is press, unless its first line says otherwise.
    In other letters each entry into a game begins a section. The subject counts only if the sender
    wrote nothing else, and only if it looks something up. Attached lines count only if nothing else
    is meant for the judge.
    """
    if known.diary is not None:
        return read_note(lines, subject, known)
    if known.conversation and (reply := read_reply(lines, known, known.conversation)):
        return _with_files_named(reply, unread.files)
    undecided = False
    if invited := invitation_in(lines, subject, known):
        lines, undecided = with_invitation(lines, invited, subject, known)
    lines = with_vote(lines, subject, known)
    marked_lines = with_edits(with_wrapped_lines(weighed(lines, known), known), known)
    places = _places(marked_lines, known)
    marked_lines = with_forms_compared(marked_lines, places)
    walk = _walked(marked_lines, subject, known, len(lines))
    signed = _repeated_signature(lines, known, walk.place)
    if signed < len(lines):
        walk = _walked(marked_lines, subject, known, signed)
    is_attached_alone = not says_anything(walk.commands) and any(map(is_attached, marked_lines))
    if is_attached_alone and not _speaks_of_file(lines, known):
        marked_lines = with_attached(marked_lines, places)
        walk = _walked(marked_lines, subject, known, signed)
    above = [
        command
        for command in walk.commands
        if not (isinstance(command, NotObeyed) and command.why is Aside.BELOW)
    ]
    if not says_anything(above):
        below = typed_below(marked_lines, known)
        if below != marked_lines:
            marked_lines, walk = below, _walked(below, subject, known, signed)
    older = older_mail(marked_lines, walk.ordered, known, walk.meanings)
    if older is not None:
        marked_lines = with_older_mail(marked_lines, older.at)
        walk = _walked(marked_lines, subject, known, signed, older)
    ask_for_choice(walk, marked_lines)
    _let_go_signature(walk, lines[signed:])
    _name_unread(walk, unread)
    if undecided and not any(
        isinstance(command, SignOn | CreateGame | Observe) for command in walk.commands
    ):
        own = " ".join(line.text for line in lines if is_own(line))
        said = masked(" ".join(own.split())[:_LONGEST_LABELLED], known.place)
        beside = [
            one
            for one in walk.commands
            if not isinstance(
                one, Unobeyed | filing.SubmitOrders | Unclear | inspection.GameInquiry
            )
            and ("?" in own or not isinstance(one, inquiry.Help))
        ]
        walk.commands[:] = [Wish(said, (invited,), invitation=True), *beside]
    elif not walk.commands and (invited or _thanks(marked_lines, walk.meanings)):
        walk.commands.append(Thanks("" if invited else _thanks(marked_lines, walk.meanings)))
    meanings = tuple(
        MeantLine(line.text, meaning) for line, meaning in zip(lines, walk.meanings, strict=True)
    )
    sections = sections_of(walk.commands)
    if walk.whole:
        sections = tuple(replace(section, whole=True) for section in sections)
    return LetterRead(sections, meanings)


def _speaks_of_file(lines: Sequence[Line], known: Known) -> bool:
    """Return whether words beside an attached file say that its lines are not to be obeyed."""
    passage = Passage("", (), known, known.place)
    own = [line.text for line in lines if is_own(line) and line.text.strip()]
    return any(
        "?" in text
        or takes_back(text, passage)
        or speaks_of_others(text, passage)
        or names_another_power(words_of(text), known.place)
        for text in own
    )


def _thanks(lines: Sequence[Line], meanings: Sequence[Meaning]) -> str:
    """Return the thanks of a letter that says nothing else, "" for any other letter."""
    polite = Meaning.GREETING
    said = [line.text for line, meaning in zip(lines, meanings, strict=True) if meaning is polite]
    return "\n".join(said) if any(map(says_thanks, said)) and {*meanings} <= _IDLE else ""


def _places(lines: Sequence[Line], known: Known) -> tuple[Place, ...]:
    """Return the place of each line, which the entry above it decides.

    The second form of a mail has only the lines that differ, so the entry may be in the first form.
    """
    if all(line.standing is not Standing.SECOND_FORM for line in lines):
        return (known.place,) * len(lines)
    place, places = known.place, []
    for line in lines:
        is_read = is_own(line) or line.standing is Standing.SECOND_FORM
        matched = find_row(cleaned(line.text)) if is_read else None
        if matched and matched[0] in ENTRIES:
            for step in own_line(line.text, Passage("", (), known, place)).steps:
                if isinstance(step, SignOn | CreateGame | Observe):
                    place = entered(as_meant(step, known), known)
        places.append(place)
    return tuple(places)


def games_named(lines: Sequence[Line], known: Known) -> tuple[str, ...]:
    """Return the games that a letter may enter, in lower case."""
    passage = Passage("", (), known, known.place)
    marked_lines = with_attached(as_read(weighed(lines, known)))
    names = (
        name
        for line in marked_lines[: lines_read(marked_lines)]
        if is_own(line)
        for name in games_on(line.text, passage)
    )
    return tuple(islice(dict.fromkeys(filter(None, names)), MOST_GAMES))


def _name_unread(walk: Walk, unread: Unread) -> None:
    """Add the unreadable parts to the letter's commands."""
    if unread.encrypted:
        walk.commands.append(NotObeyed(Aside.ENCRYPTED, unread.encrypted))
    elif unread.files:
        walk.commands.append(NotObeyed(Aside.FILE, unread.files))


def _with_files_named(reply: LetterRead, files: tuple[str, ...]) -> LetterRead:
    """Return a reply to press with the files that are not sent on."""
    section = reply.sections[0]
    if not (files and any(isinstance(one, press.SendPress) for one in section.commands)):
        return reply
    commands = (*section.commands, NotObeyed(Aside.FILE, files))
    return replace(reply, sections=(replace(section, commands=commands),))


def last_lines(lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the last lines that a letter's writer wrote, at most 24, with single blanks."""
    return tuple(" ".join(lines[at].text.split()) for at in _written(lines)[-_LONGEST_ENDING:])


def _written(lines: Sequence[Line]) -> list[int]:
    """Return the indices of the lines with words that a letter's writer wrote."""
    return [at for at, line in enumerate(lines) if line.standing in _WRITTEN and line.text.strip()]


def _repeated_signature(lines: Sequence[Line], known: Known, place: Place) -> int:
    """Return the index at which a signature begins that ended two earlier letters.

    The index is the number of lines if there is none.

    People send an order or a question again, and mean it each time. So the signature begins below
    the last line that asks, takes something back, or can be carried out, and with a line that
    begins signatures. `place` is the writer's at the end of the letter.
    """
    if not known.repeated:
        return len(lines)
    # Something must stand above a signature.
    block, all_lines = _written(lines)[1:][-known.repeated :], tuple(lines)
    acting = (
        n
        for n, at in enumerate(block, 1)
        if _may_act(
            lines[at].text, Passage("", Following(all_lines, at + 1), known, place, begun=True)
        )
    )
    block = block[max(acting, default=0) :]
    begin = (at for at in block if _begins_signature(lines[at], known, place))
    return next(begin, len(lines))


def _begins_signature(line: Line, known: Known, place: Place) -> bool:
    """Return whether a line is a farewell, a name, a way to reach its writer, or a rule."""
    text = line.text
    return (
        line.standing is Standing.SIGNATURE
        or not any(map(str.isalnum, text))
        or is_closing(text)
        or is_name_of(text, known.sender)
        or is_contact(text)
        or (is_name(text) and not is_order(text, place))
    )


def _let_go_signature(walk: Walk, signature: Sequence[Line]) -> None:
    """Let go the lines of a signature that earlier letters made look like failed orders."""
    troubled = walk.place.troubled
    gone = tuple(one for one in troubled if any(one in line.text for line in signature))
    if gone:
        add(walk.commands, filing.SubmitOrders((), let_go=gone))


_IDLE_STEPS = (Remark, NotUnderstood, NotObeyed, filing.SubmitOrders)


def _may_act(text: str, passage: Passage) -> bool:
    """Return whether a line does something, or changes what the lines around it do."""
    result, place = own_line(text, passage), passage.place
    return (
        "?" in text
        or text.rstrip().endswith(":")
        or takes_back(text, passage)
        or signed_by_another(text, len(result.inside), passage)
        or any(not isinstance(step, _IDLE_STEPS) for step in result.steps)
        # A line such as `PREFER A BUR` does not look like an order.
        or any(_may_be_meant(line, place) or not is_order(line, place) for line in _orders(result))
    )


def _may_be_meant(line: str, place: Place) -> bool:
    """Return whether a line is an order, or so near to one that the judge knows which."""
    reader = place.reader
    return reader is None or any(
        not isinstance(read.result, Unreadable)
        or read.result.corrected != ()
        or read.result.reason is Trouble.QUALIFIED
        for read in read_line(line, reader)
    )


def _walked(
    lines: tuple[Line, ...], subject: str, known: Known, signed: int, older: OlderMail | None = None
) -> Walk:
    """Return the results of reading `lines`.

    The writer's lines from the index `signed` on, a known signature, are skipped. Nothing in
    `older`, an older mail below, is obeyed.
    """
    walk = Walk(known, known.place, Returned(known.answered), older, quotes_us=quotes_us(lines))
    lines = as_wrapped(as_read(lines))
    walk.spaced = _is_spaced(lines)
    walk.planned = not known.are_orders and names_several(lines, known.place)
    title = _REPLY_MARK.sub("", subject).strip()
    walk.commands += _said_in_subject(title, lines, known)
    if _is_doubtful_subject(title, subject, lines, known):
        walk.over = Doubt()
        walk.commands.append(Remark((title,)))
    elif said := _said_in_second_form(lines, known):
        walk.over = Doubt()
        walk.commands.append(Remark((said,)))
    most = lines_read(lines)
    while (at := len(walk.meanings)) < len(lines):
        line = lines[at]
        walk.full |= at >= most or len(walk.commands) >= MOST_COMMANDS
        if not line.text.strip():
            # The heading of a case holds up to the empty line below its orders. A doubt holds on,
            # up to words below that line.
            if walk.over in (Aside.CASE, Aside.TOLD) and not (walk.waiting or walk.spaced):
                walk.over = None
            if walk.doubt is not None and not walk.doubt.waits:
                walk.over = replace(walk.doubt, lapsed=True)
            walk.meanings.append(Meaning.BLANK)
        elif at >= signed and line.standing in _WRITTEN:
            walk.meanings.append(Meaning.SIGNATURE)
        elif not is_own(line) or walk.ended:
            if line.standing is Standing.QUOTED and not walk.ended:
                _doubt_below(walk, line.text, lines)
            pass_over(walk, line)
        elif walk.full:
            walk.beyond.append(named(line.text, walk))
            walk.meanings.append(Meaning.UNREAD)
        else:
            lines = _read_own(walk, lines)
    if walk.beyond:
        shown = tuple(walk.beyond[:MOST_BELOW])
        walk.commands.append(NotObeyed(Aside.BEYOND, shown, len(walk.beyond)))
    return walk


def _said_in_subject(subject: str, lines: Sequence[Line], known: Known) -> Iterator[Command]:
    """Yield what the subject of an empty letter asks for, or orders in it that are not obeyed."""
    if any(is_own(line) and line.text.strip() for line in lines):
        if orders_own_unit(subject, known.place) and all(subject not in one.text for one in lines):
            yield NotObeyed(Aside.SUBJECT, (subject,))
        return
    result = own_line(subject, Passage("", (), known, known.place))
    if len(result.steps) == 1 and isinstance(result.steps[0], _LOOKS_UP):
        yield result.steps[0]
    elif any(_orders(result)):
        yield NotObeyed(Aside.SUBJECT, (subject,))
    elif any(map(_acts, result.steps)):
        yield NotObeyed(Aside.SUBJECT, (masked(subject, known.place),))


def _said_in_second_form(lines: Sequence[Line], known: Known) -> str:
    """Return the first words that make orders doubtful and stand in one form of a mail alone."""
    passage = Passage("", (), known, known.place)
    texts = (line.text.strip() for line in lines if line.standing is Standing.SECOND_FORM)
    doubtful = (text for text in texts if speaks_of_others(text, passage))
    return "" if known.are_orders else next(doubtful, "")


def _is_doubtful_subject(title: str, subject: str, lines: tuple[Line, ...], known: Known) -> bool:
    """Return whether a subject such as `Draft` makes the orders of the letter doubtful.

    `title` is the subject without marks such as `Re:`.
    """
    # The subjects of the judge's own mails begin with a game.
    if not title or title.startswith("[") or known.are_orders:
        return False
    own = heading(f"{title}:", known.place)
    if _FORWARDED.match(subject) or (own is not None and is_of_another_phase(own)):
        return True
    passage = Passage("", Following(lines, 0), known, known.place)
    said = own_line(title, passage)
    is_prose = said.meaning is Meaning.PROSE or (
        said.meaning is Meaning.QUESTION and not title.endswith("?")
    )
    return _previews(said) or (is_prose and speaks_of_others(title, passage))


def _previews(found: Found) -> bool:
    """Return whether a line is PREVIEW."""
    return any(isinstance(step, filing.PreviewOrders) for step in found.steps)


def _is_spaced(lines: Sequence[Line]) -> bool:
    """Return whether empty lines stand between all own lines, so that they mean nothing."""
    written = [is_own(line) and line.text.strip() != "" for line in lines]
    # A heading may stand directly above the first order.
    adjacent = [one and other for one, other in pairwise(written)]
    return sum(adjacent) < min(2, sum(written) - 2)


def _read_own(walk: Walk, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Read one line and the lines that belong to it; return the lines with new standings."""
    at = len(walk.meanings)
    if begins_passed_on(lines, at, walk.place):
        walk.passed_on = True
        return with_older_mail(lines, at)
    while walk.silent < at and walk.meanings[walk.silent] in _SILENT:
        walk.silent += 1
    begun = walk.silent < at
    line_text = lines[at].text
    passage = Passage("", Following(lines, at + 1), walk.known, walk.place, begun)
    result = own_line(line_text, passage)
    if is_beyond(result.steps, walk.commands):
        walk.full = True
        return lines
    is_order = result.meaning is Meaning.ORDER
    if is_order and walk.over is None and runs_through(lines, at, walk.place):
        walk.over = Doubt(waits=False)
    result = _without_talk(walk, line_text, result, passage)
    written = tuple(line.text.strip() for line in lines[at : at + 1 + len(result.inside)])
    result = _in_context(walk, line_text, result, passage, written)
    if result.meaning is Meaning.ORDER:
        walk.ordered += (Ordered(at, line, walk.place) for line in _orders(result))
    if _previews(result):
        # Without END PREVIEW orders below other words may still be assumed ones.
        closed = result.inside[-1:] == (Meaning.COMMAND,)
        walk.over = None if closed else Doubt()
    if result.meaning is Meaning.BLANK:
        _comment(walk, line_text, lines)
    walk.meanings += (result.meaning, *result.inside)
    if result.unclear:
        shown_line = masked(line_text.strip(), walk.place)
        walk.commands.append(Unclear(shown_line))
    for step in result.steps:
        _follow(walk, step)
    acting = [*filter(_acts, result.steps)]
    walk.done = (acting[0], written) if len(acting) == len(result.steps) == 1 else None
    return own_again(lines, len(walk.meanings))


_MARKS = re.compile(r"[\s>|#/]+")


def _doubt_below(walk: Walk, line: str, lines: tuple[Line, ...]) -> None:
    """Note a doubt if a quoted line or a comment stands right above orders: `> PREVIEW`."""
    following = Following(lines, len(walk.meanings) + 1)
    if walk.quotes_us or walk.returned.holds(line) or not is_above_order(following, walk.place):
        return
    text = _MARKS.sub("", line, count=1)
    passage = Passage("", following, walk.known, walk.place)
    if _previews(own_line(text, passage)) or speaks_of_others(text, passage):
        walk.over = Doubt()


def _comment(walk: Walk, line: str, lines: tuple[Line, ...]) -> None:
    """Note a doubt that a comment tells, and return an order in it to the writer."""
    _doubt_below(walk, line, lines)
    if orders_own_unit(line.strip(" \t#/*<!->"), walk.place):
        add(walk.commands, NotObeyed(Aside.STRUCK, (line.strip(),)))


# Of any language, and of phones.
_QUOTING = "\"'`\u2018-\u201f\xab\xbb"
_IN_QUOTATION_MARKS = re.compile(rf"\W*[{_QUOTING}][^{_QUOTING}]+[{_QUOTING}]\W*")


def _without_talk(walk: Walk, line: str, result: Found, passage: Passage) -> Found:
    """Return the result of a line, without an order or a command that is only talk.

    An order copied from a chat makes the block below it doubtful. `no wait` between two orders of
    one unit is no command, and `"HOLD ALL"` is only cited.
    """
    if correction := _behind_no(walk, line):
        return own_line(correction, passage)
    if result.meaning is not Meaning.ORDER:
        pass
    elif choice := _corrected_behind(line, walk.place):
        return Found((NotObeyed(Aside.CHOICE, choice),), result.inside, Meaning.ELSEWHERE)
    elif (order := order_beside_doubt(line, walk.place)) and orders_own_unit(order, walk.place):
        returned = NotObeyed(Aside.DOUBT, (order,))
        return Found((returned,), result.inside, Meaning.ELSEWHERE)
    elif is_of_chat(line):
        walk.over = Doubt(waits=False)
    elif _heads_nothing_known(line, passage):
        return Found((Remark((line.strip(),)),), meaning=Meaning.PROSE)
    elif _is_cited(line, passage.place) or _is_labelled_doubtfully(line, passage):
        if not walk.ordered:
            walk.over = Doubt(waits=False)
        # Without the words beside them, so that they may be sent as they are shown.
        rest, reader = re.split("[:\uff1a]", line, maxsplit=1)[-1], walk.place.reader
        within: tuple[str, ...] = ()
        if reader is not None and orders_own_unit(rest, walk.place):
            within = orders_within(rest, reader)
        elif reader is not None:
            within = orders_in_pieces(rest, reader)
        returned = NotObeyed(Aside.DOUBT, within or (masked(line.strip(), walk.place),))
        return Found((returned,), result.inside, Meaning.ELSEWHERE)
    if (may_be_second_thought(line) or says_wrong(line)) and corrects(walk, passage):
        return as_talk(line)
    return result


_CORRECTED = re.compile(
    r"(?P<order>.*-\s*)(?P<first>[^-]*\w)\s*[,.;(]\s*(?:sorry|correction|korrektur|pardon|oops"
    r"|no|nein|non|rather|i mean|i meant)\W+(?P<second>\w[^-]*?)[.)!\s]*",
    re.I,
)
_NO_BEFORE = re.compile(r"\s*(?P<no>[^\W\d_]+(?:,? sorry)?)\s*[:,!.\u2013-]+\s*(?P<order>\S.*)")


def _corrected_behind(line: str, place: Place) -> tuple[str, ...]:
    """Return both orders of a line such as `A PAR - PIC, sorry GAS`, or ()."""
    match = _CORRECTED.fullmatch(line.strip()) if len(line) <= _LONGEST_LABELLED else None
    if match is None or not is_lone_word_of_order(match["second"], place):
        return ()
    orders = match["order"] + match["first"], match["order"] + match["second"]
    return orders if all(orders_own_unit(order, place) for order in orders) else ()


def _behind_no(walk: Walk, line: str) -> str:
    """Return the order in `No: A PAR - GAS` below another order of that unit, otherwise ""."""
    match = _NO_BEFORE.fullmatch(line) if walk.ordered else None
    if match is None or not says_wrong(match["no"]):
        return ""
    order = match["order"]
    return order if orders_same_unit(walk.ordered[-1], order) else ""


def _is_cited(line: str, place: Place) -> bool:
    """Return whether a line in quotation marks orders all units, and names none."""
    if place.reader is None or _IN_QUOTATION_MARKS.fullmatch(line) is None:
        return False
    texts = [order.text for order in read_line(line, place.reader)]
    return len({*texts}) < len(texts)


def _heads_nothing_known(line: str, passage: Passage) -> bool:
    """Return whether a line has the form of an order, but is a heading above some: `pre-view:`."""
    place = passage.place
    return (
        line.rstrip().endswith(":")
        and not orders_anything(line, place)
        and not BEGINS_WITH_UNIT.match(line)
        and not is_lone_word_of_order(line, place)
        and is_above_order(passage.following, place)
    )


def _is_labelled_doubtfully(line: str, passage: Passage) -> bool:
    """Return whether words before a colon make the orders behind it doubtful: `Draft: A PAR - BUR`.

    They do as they would on a line of their own, if they do not belong to the first order. So does
    the greeting of a player: `Dear Germany, I will order A PAR - BUR`.
    """
    if greets_player(line, passage):
        return True
    label, _, rest = line.replace("\uff1a", ":").partition(":")
    first = re.split("[,;]", rest, maxsplit=1)[0]
    if not (label.strip() and rest.strip()):
        return False
    place = passage.place
    if talk_before_order(line, place) or correction_in(line, place):
        return False
    introduction = f"{label}:"
    if names_orders(label) and not is_order(label, place):
        # `Here are Germany's orders: A PAR - PIC`
        return not introduces_own(introduction, passage)
    if orders_anything(f"{label}:{first}", place):
        return False
    said = own_line(introduction, passage)
    is_prose = said.meaning in (Meaning.PROSE, Meaning.COMMAND, Meaning.QUESTION)
    return is_prose and introduces_others(introduction, said, passage)


def _doubt(walk: Walk, line: str, result: Found, passage: Passage) -> Found:
    """Return the result of a line without orders that may make orders doubtful, or end a doubt.

    After unknown words with a colon, and after a question what would happen, the orders may be
    somebody else's or not be meant. The doubt is about the first block of orders below. A line such
    as `Forget that.` is about the orders above.
    """
    if walk.ordered and signed_by_another(line, len(result.inside), passage):
        take_back(walk)
        return replace(result, meaning=Meaning.ELSEWHERE)
    if walk.ordered and result.meaning is Meaning.HEADING and takes_back(line, passage):
        # `These are Germany's orders` below some, and not above others.
        take_back(walk)
        return replace(result, meaning=Meaning.ELSEWHERE)
    if result.meaning is Meaning.HEADING:
        _heed(walk, line, passage)
    elif walk.known.are_orders:
        pass
    elif walk.ordered and takes_back(line, passage) and not _clears(result):
        take_back(walk)
        walk.over = Doubt() if may_mean_below(line) else None
        if any(isinstance(step, filing.UndoOrders) for step in result.steps):
            # It means this letter's orders, not those of an older letter.
            return as_talk(line)
        return replace(result, meaning=Meaning.ELSEWHERE)
    elif introduces_others(line, result, passage):
        walk.over = Doubt(
            firm=speaks_of_others(line, passage),
            denied=denies_below(line),
            # PREDICT and DRY RUN are whole; a command below them stands for itself.
            of_orders=any(
                isinstance(step, phases.Predict | dry_run.DryRun) for step in result.steps
            ),
            quoted_below=len(walk.meanings) + 1 if quotes_below(line) else None,
        )
    elif walk.doubt is not None and _lasts(walk.doubt, line, result):
        pass
    elif introduces_own(line, passage) or (walk.doubt is not None and walk.doubt.lapsed):
        walk.over = None
        heads = line.rstrip().endswith(":") and is_above_order(passage.following, walk.place)
        if result.meaning is Meaning.PROSE and (heads or corrects(walk, passage)):
            return Found(meaning=Meaning.HEADING)
    return result


def _lasts(doubt: Doubt, line: str, result: Found) -> bool:
    """Return whether a doubt about orders that follow lasts behind a line between them and it."""
    is_greeting = result.meaning is Meaning.GREETING
    return doubt.waits and (is_greeting or (doubt.firm and not claims(line)))


def _heed(walk: Walk, line: str, passage: Passage) -> None:
    """End a doubt at a heading of the writer's own orders, or begin one at a player's name.

    `Germany proposes this:` and `France:` below it are one heading. An empty line, or words such as
    `Orders:`, part them only if no known words say that the orders are somebody else's.
    """
    is_apart = walk.meanings[-1:] == [Meaning.BLANK] or introduces_own(line, passage)
    doubt = walk.doubt
    below = doubt.quoted_below if doubt is not None else None
    if greets_player(line, passage):
        walk.over = Doubt()
    elif below is not None and {*walk.meanings[below:]} <= {Meaning.BLANK}:
        pass  # The heading belongs to the mail that is quoted.
    elif doubt is None or not doubt.waits or claims(line) or (is_apart and not doubt.firm):
        walk.over = None


def _clears(result: Found) -> bool:
    """Return whether a line is CLEAR or REPLACE, which say themselves what becomes of orders."""
    return any(
        isinstance(step, filing.ClearOrders)
        or (isinstance(step, filing.SubmitOrders) and step.replaces)
        for step in result.steps
    )


def _follow(walk: Walk, step: Step) -> None:
    """Carry out one step of a line: change how the lines below are read, or add a command."""
    match step:
        case Stop():
            walk.ended = True
            return
        case Whole():
            walk.whole = True
            return
        case Heading(None, whose, "") if whose and walk.over is Aside.PHASE:
            # `France:` below PHASE F1901M says whose the orders for that phase are.
            walk.whose = whose
            return
        case Heading(why, whose, phase):
            # In a plan for several powers, with words above it, the own part is no order.
            doubt, is_own_part = walk.doubt, walk.planned and whose == walk.place.power
            if is_own_part and not _WORDS.isdisjoint(walk.meanings):
                doubt = replace(doubt or Doubt(), waits=True)
            walk.over = doubt if why is None and doubt is not None and doubt.waits else why
            walk.whose, walk.phase, walk.waiting = whose, phase, True
            return
        case SignOn() | CreateGame() | Observe():
            step = as_meant(step, walk.known)
            walk.place, walk.over = entered(step, walk.known), None
            walk.whose = ""
        case masters.Become():
            walk.place, walk.whose = become(step, walk.place), ""
        case filing.SubmitOrders(lines) if walk.whose:
            if walk.place.role is Role.MASTER and not walk.place.power:
                # The writer is a Master, so only the heading tells the power of the orders.
                step = structs.replace(step, lines=(f"{walk.whose}:", *lines))
                walk.whose = ""
        case _:
            pass
    add(walk.commands, step)


def _in_context(
    walk: Walk, line: str, result: Found, passage: Passage, written: tuple[str, ...]
) -> Found:
    """Return the result of a line as the lines above and below it let it count."""
    if _takes_back_command(walk, line, result, passage):
        return as_talk(line)
    if result.meaning in (Meaning.ORDER, Meaning.COMMAND) and walk.over is not None:
        return _governed(walk, result, written)
    if walk.over is Aside.TOLD and walk.waiting and result.meaning is Meaning.HEADING:
        # `Gerd wrote:`, and `France:` below it, are one heading.
        return result if claims(line) else as_talk(line)
    if walk.over is Aside.PHASE and walk.plans and takes_back(line, passage):
        take_back(walk)
    elif not isinstance(walk.over, Aside) and result.meaning is not Meaning.ORDER:
        return _doubt(walk, line, result, passage)
    return result


# Commands that only their writer sees, or that they may send because of the words beside them.
_HARMLESS = (diaries.RecordNote, votes.SetWait, absences.SetAbsence, proposals.ProposeExtension)


def _acts(step: Step) -> TypeGuard[Command]:
    """Return whether a step changes something, other than orders."""
    return (
        isinstance(step, base.AnyCommand)
        and not step.only_asks
        and not isinstance(step, filing.SubmitOrders | filing.PlanOrders)
    )


_JOKES = re.compile(r"\W*(?:(?:ha){2,}h?|lol|is (?:this|that|it) ok(?:ay)?\b.*\?)\W*", re.I)


def _takes_back_command(walk: Walk, line: str, result: Found, passage: Passage) -> bool:
    """Return the command above to its writer if a line takes it back; return whether it does."""
    talk = (Meaning.PROSE, Meaning.QUESTION, Meaning.ELSEWHERE)
    # `No wait` is SET NOWAIT, which a Master does not send.
    waits = walk.place.role is Role.MASTER and may_be_second_thought(line)
    if walk.done is None or not (waits or result.meaning in talk):
        return False
    command, written = walk.done
    doubts = waits or takes_back(line, passage) or _JOKES.fullmatch(line)
    if isinstance(command, _HARMLESS) or not doubts:
        return False
    walk.commands = [item for item in walk.commands if item is not command]
    add(walk.commands, _returned(written, walk.place))
    return True


def _returned(command: Sequence[str], place: Place) -> NotObeyed:
    """Return a command in doubt, without its passwords."""
    return NotObeyed(Aside.COMMAND, tuple(masked(line, place) for line in command if line))


def _governed(walk: Walk, result: Found, written: Sequence[str]) -> Found:
    """Return the result of a line below a heading whose orders are not obeyed now.

    Orders for a later phase are stored until then. Others are returned to the writer, as are
    commands in the place of orders, with the text that is `written` there. Commands beside orders
    on the line are obeyed.
    """
    assert walk.over is not None
    lines, doubt = tuple(_orders(result)), walk.doubt
    # A yes may not store what a heading such as `These are NOT my orders:` denies.
    why = walk.over
    if isinstance(why, Doubt):
        why = Aside.STRUCK if why.denied else Aside.DOUBT
    beside = (step for step in result.steps if not isinstance(step, filing.SubmitOrders))
    if result.meaning is Meaning.COMMAND and not lines:
        of_case = walk.over in (Aside.CASE, Aside.TOLD) and walk.waiting
        is_within = of_case or (doubt is not None and not (doubt.lapsed or doubt.of_orders))
        clears = any(isinstance(step, filing.ClearOrders) for step in result.steps)
        if (is_within and any(map(_acts, result.steps))) or (clears and walk.over is Aside.PHASE):
            walk.over = replace(doubt, waits=False) if doubt else walk.over
            walk.waiting = False
            steps = (_returned(written, walk.place),)
            return replace(result, steps=steps, meaning=Meaning.ELSEWHERE)
        was_read = doubt is not None and not doubt.waits
        if was_read or walk.over in (Aside.CASE, Aside.TOLD):
            walk.over = None
        return result
    if walk.over is Aside.PHASE and walk.phase:
        plan = filing.PlanOrders(walk.phase, lines)
        return replace(result, steps=(*beside, plan), meaning=Meaning.ELSEWHERE)
    walk.over = replace(doubt, waits=False, lapsed=False) if doubt else walk.over
    walk.waiting = False
    returned = NotObeyed(why, lines)
    return replace(result, steps=(*beside, returned), meaning=Meaning.ELSEWHERE)


# Lines in which the second and the third line of a heading stand, with empty ones between them.
_NEAR = 5
# Words for "from" that begin like the name of a power.
_FROM = {("fra",), words_of("från")}
_LABEL = re.compile(
    r"[\s*_]*(?P<label>[^\W\d_][\w .()/-]{0,30}?)[\s*_]*[:\uff1a][\s*_]*(?P<value>\S.*)"
)
# The subject of a mail of ours about another game.
_SUBJECT = re.compile(
    r"\s*(?:(?:subject|re|fwd?|aw|wg)\s*:\s*)*\[(?P<game>\w[\w-]*)\]\s+(?:[SFW]\d{4}[MRA]|press)\b.*",
    re.I,
)
# Labels that companies write above each mail; mails that were passed on have other ones.
_OF_COMPANY = re.compile(
    r"\s*(?:classification|sensitivity|confidentiality|label|owner|tlp|handling|einstufung"
    r"|klassifizierung|vertraulichkeit)\s*:",
    re.I,
)
_ROW = re.compile(r"\s*\|[^|]*\w[^|]*\|[^|]*\w[^|]*\|\s*")
_BETWEEN_RULES = re.compile(r"\s*([-_=*])\1{3,}\s*(?P<words>[^\W\d_].*?)\s*\1{4,}\s*")


def begins_passed_on(lines: Sequence[Line], at: int, place: Place) -> bool:
    """Return whether a mail that was passed on begins here, in the form of any mail program.

    It begins with words between two rules, or with two lines of the form `Word: value` or
    `| word | value |`. Outlook writes an empty line between them. Known labels are those of the
    sender's own form, and powers as labels belong to orders; neither begins a mail.
    """
    first = lines[at].text[:_LONGEST_LABELLED]
    if ruled := _BETWEEN_RULES.fullmatch(first):
        # Above lines that are marked as quoted, only these are passed on.
        is_marked = at + 1 < len(lines) and lines[at + 1].standing is Standing.QUOTED
        return not is_marked and heading(f"{ruled['words']}:", place) is None
    if (ours := _SUBJECT.fullmatch(first)) and ours["game"].lower() != place.game.lower():
        return True
    if not (_ROW.fullmatch(first) or _is_foreign_label(first, place)):
        return False
    near = [line for line in lines[at + 1 : at + _NEAR] if line.text.strip()]
    second, third, *_ = (*(line.text[:_LONGEST_LABELLED] for line in near), "", "")
    if not near or not is_own(near[0]):
        return False
    if _ROW.fullmatch(first) and _ROW.fullmatch(second):
        return not any(is_order(one.strip(" |"), place) for one in (first, second))
    # A value may look like an order, such as that of `To: F`.
    labelled = _LABEL.fullmatch(second) is not None and _is_foreign_label(third, place)
    return labelled or _is_foreign_label(second, place)


def _is_foreign_label(line: str, place: Place) -> bool:
    match = _LABEL.fullmatch(line)
    if match is None or OWN_LABEL.match(line) or is_known_field(Line(line)):
        return False
    if _OF_COMPANY.match(line):
        return False
    if find_row(cleaned(line)) or is_order(line, place) or is_order(match["value"], place):
        return False
    label, value, names = words_of(match["label"]), words_of(match["value"]), place.names
    if names is None or find_exactly(value, names):
        return False
    # `Brest: fleet` is a build.
    return label in _FROM or not (find_power(label, names) or find_exactly(label, names))


def _orders(result: Found) -> Iterator[str]:
    for step in result.steps:
        if isinstance(step, filing.SubmitOrders):
            yield from step.lines
