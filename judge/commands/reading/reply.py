"""Reading a reply to press: it is press itself, whatever it says.

Only a line that orders a unit of its writer's own, or tells the judge something in
capitals, may have been meant otherwise: then he is asked, and nothing is done. A reply
whose first line addresses somebody itself, as PRESS TO does, is a letter like others.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from judge.commands.grammar.match import read_alone
from judge.commands.grammar.messages import addresses_somebody, delayed
from judge.commands.grammar.passage import Misread, Passage, is_own
from judge.commands.grammar.plain import names_in
from judge.commands.grammar.words import cleaned
from judge.commands.known import Conversation, Known
from judge.commands.lines import LetterRead, Meaning, MeantLine, ReplyMeant, Section
from judge.commands.own import own_line
from judge.commands.reading.budget import MOST_CHARACTERS, MOST_LOOKED_AT
from judge.commands.reading.standing import as_read, is_attached, typed_below, with_attached
from judge.commands.reading.walk import MOST_BELOW
from judge.engine import power_of
from judge.game import Aside, NotObeyed, ReplyInDoubt, SendPress, SubmitOrders
from judge.letter import Line
from judge.notation import Mistake, OrderReader, find_exactly, find_power, read_line, words_of

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


def _headed(text: str) -> tuple[SendPress, bool]:
    """Return what `text` sends, and whether to all, by the lines that it begins with.

    One may say TO ALL, with the text behind a colon, and one when it is to leave.
    """
    sent, to_all = SendPress(text), False
    for _ in range(2):
        first, _, below = sent.text.partition("\n")
        found = _TO_ALL.fullmatch(first.strip())
        if found and found["text"]:
            return replace(sent, text=f"{found['text']}\n{below}".strip("\n")), True
        whom, when, at_end = delayed(first.strip())
        addressed = _TO_ALL.fullmatch(whom) is not None
        if whom and not addressed:
            break
        to_all |= addressed
        when, at_end = when or sent.when, at_end or sent.at_end
        sent = replace(sent, text=below.strip("\n"), when=when, at_end=at_end)
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
    sent: SendPress, known: Known, conversation: Conversation, *, to_all: bool
) -> SendPress | ReplyInDoubt | NotObeyed:
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
    return replace(sent, recipients=recipients)


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
    orders = any(isinstance(step, SubmitOrders) for step in found.steps)
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
