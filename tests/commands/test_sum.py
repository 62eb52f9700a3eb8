"""Each line of a letter has one meaning, and no line is lost.

Lines of the corpus are mixed into letters, with random standings.
"""

import re
from collections.abc import Iterator

from hypothesis import given, strategies as st

from judge.commands import LetterRead, Meaning, read_letter
from judge.game import Aside, NotObeyed, Remark, Wish, filing
from judge.letter import Line, Standing
from judge.notation import orders_within
from tests.commands.letters import known_of, letters
from tests.kinds import fields_of

KNOWN = known_of({})
TEXTS = sorted({text for letter in letters() for _, text in letter.lines})
LINES = st.builds(
    Line,
    st.sampled_from(TEXTS) | st.text(max_size=30).map(" ".join),
    st.just(Standing.OWN) | st.sampled_from(Standing),
)
MAILS = st.lists(LINES, max_size=14).map(tuple)
_TAKEN = {Meaning.ORDER, Meaning.JOINED, Meaning.COMMAND, Meaning.ARGUMENT}


def strings(value: object) -> Iterator[str]:
    """Yield all texts inside a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from strings(one)
    else:
        for name, _ in fields_of(value):
            yield from strings(getattr(value, name))


def commands(read: LetterRead) -> list[object]:
    return [one for section in read.sections for one in section.commands]


@given(MAILS)
def test_each_line_is_one_thing_and_stays_as_it_was(mail: tuple[Line, ...]) -> None:
    read = read_letter(mail, "", KNOWN)

    assert [line.text for line in read.lines] == [line.text for line in mail]


@given(MAILS)
def test_what_is_filed_are_the_lines_that_are_orders(mail: tuple[Line, ...]) -> None:
    read = read_letter(mail, "", KNOWN)

    filed = [
        line
        for command in commands(read)
        if isinstance(command, filing.SubmitOrders)
        for line in command.lines
    ]
    orders = [line.text for line in read.lines if line.meaning is Meaning.ORDER]
    assert len(filed) == len(orders)
    for line, text in zip(filed, orders, strict=True):
        behind_label = text.partition("Orders:")[2] or text
        starts = line.startswith((text.strip(), behind_label.strip()))
        assert starts or text.strip(" .;").endswith(line)


@given(MAILS)
def test_what_comes_back_or_is_kept_are_the_lines_that_were_not_read(
    mail: tuple[Line, ...],
) -> None:
    read = read_letter(mail, "", KNOWN)

    back = [one for one in commands(read) if isinstance(one, NotObeyed)]
    plans = [one for one in commands(read) if isinstance(one, filing.PlanOrders)]
    kept = [line for plan in plans for line in plan.lines]
    unread = [line for line in read.lines if line.meaning is Meaning.UNREAD]
    elsewhere = [line for line in read.lines if line.meaning is Meaning.ELSEWHERE]
    # Words that take orders back are told like other lines that are no orders.
    aside = [one.lines for one in commands(read) if isinstance(one, Remark)]
    aside += [one.aside for one in commands(read) if isinstance(one, filing.SubmitOrders)]
    # What takes back the order of one unit is answered with the line to send.
    aside += [(one.line,) for one in commands(read) if isinstance(one, Wish)]
    told = sum(len(one.lines) + one.count for one in back) + len(kept) + sum(map(len, aside))
    assert told >= len(unread) + len(elsewhere)
    lines = [*kept, *(line for one in (*(one.lines for one in back), *aside) for line in one)]
    said = "\n".join(lines)
    # An order may be told without its label, such as `Draft:`, or without `or` in front of it, or
    # as the line to send.
    assert KNOWN.place.reader is not None
    lost = [
        one.text
        for one in elsewhere
        if re.split("[:\uff1a]", one.text, maxsplit=1)[-1].strip() not in said
        and "".join(one.text.split(maxsplit=1)[1:]).strip() not in said
        and not {*orders_within(one.text, KNOWN.place.reader)} & {*lines}
    ]
    assert lost == []


@given(MAILS)
def test_no_line_of_the_senders_own_is_without_a_trace(mail: tuple[Line, ...]) -> None:
    read = read_letter(mail, "", KNOWN)

    said = "\n".join(strings(read.sections))
    for line, meant in zip(mail, read.lines, strict=True):
        words = meant.text.split()[:1]
        if line.standing is Standing.OWN and meant.meaning is Meaning.PROSE:
            assert words[0].strip("\ufeff") in said or "…" in said
        if meant.meaning in _TAKEN and not read.sections:
            # BEGIN, END and the end of a block are commands without an effect.
            assert meant.meaning is Meaning.COMMAND


@given(MAILS)
def test_only_somebody_elses_words_are_passed_over_as_quoted(mail: tuple[Line, ...]) -> None:
    read = read_letter(mail, "", KNOWN)

    # Repeated orders with other words between them show that an older mail begins.
    if any(isinstance(one, NotObeyed) and one.why is Aside.QUOTED for one in commands(read)):
        return
    # Below a possible heading, lines that look like the sender's may be somebody else's.
    may_be = [
        line.standing is Standing.POSSIBLE_HEADING or re.search(r"[:|\uff1a]|(.)\1\1\1", line.text)
        for line in mail
    ]
    begins = next((at for at, one in enumerate(may_be) if one), len(mail))
    quoted = [
        line
        for line, meant in zip(mail[:begins], read.lines, strict=False)
        if meant.meaning is Meaning.QUOTED
    ]
    assert [line for line in quoted if line.standing is Standing.OWN] == []


@given(st.lists(st.sampled_from(TEXTS), max_size=10))
def test_the_same_letter_is_read_the_same(texts: list[str]) -> None:
    mail = tuple(map(Line, texts))

    assert read_letter(mail, "", KNOWN) == read_letter(mail, "", KNOWN)
