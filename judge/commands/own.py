"""What one line of a letter was meant to be, where it is its sender's own."""

import re
from dataclasses import replace
from itertools import islice

from judge.commands.beside import parts_of, together
from judge.commands.copied import copied_line
from judge.commands.grammar.blocks import case
from judge.commands.grammar.doubt import badly_entered, badly_written, masked, misread
from judge.commands.grammar.entry import NOWHERE
from judge.commands.grammar.headings import heading, in_another_phase
from judge.commands.grammar.match import find_row, mistyped_row
from judge.commands.grammar.passage import Found, Misread, Passage, Step, Stop, Whole
from judge.commands.grammar.talk import is_closing, is_name, is_name_of, is_shouted, is_small_talk
from judge.commands.grammar.words import cleaned
from judge.commands.help import topic_of
from judge.commands.known import Known, Place, Role, games_of, is_lone_word_of_order, is_order
from judge.commands.lines import Meaning
from judge.commands.order_talk import about_orders
from judge.commands.questions import Answer, answer_to, games_in
from judge.commands.table import ENTRIES, Row
from judge.game import (
    Command,
    Entry,
    Help,
    ListGames,
    NotUnderstood,
    Register,
    Remark,
    SubmitOrders,
    Wish,
)
from judge.letter import Line, Standing
from judge.notation import LONGEST_LINE, password_word, rejoined

_PLEASE = re.compile(r"(?:^|(?<![\s,])[\s,]+)(?:please|pls)$", re.I)
_LONGEST_TOPIC = 4  # words
_LONGEST_END = 12  # lines of a farewell
_UNIT = re.compile(r"\W*(?:\d+\W+)?(?:a|f|army|fleet)\b", re.I)


def own_line(line: str, passage: Passage) -> Found:
    """Return what `line` was meant to be and what is to be done for it.

    Behind it stand the lines of `passage`. A command that stands alone is one before
    all else; a question is asked in plain words; then come orders.
    """
    words = cleaned(line)
    if not words:
        return Found(meaning=Meaning.BLANK)
    if len(line) > LONGEST_LINE:
        return _long_line(line, words, passage)
    place = passage.place
    if of_orders := about_orders(line, words, place):
        return of_orders
    if parts := parts_of(line, passage):
        return together(own_line(part, passage) for part in parts)
    matched = find_row(words)
    if matched:
        copied = copied_line(line, matched[0], passage)
        found = copied or _command(line, matched, passage)
        if found is None and not _is_meant(words, matched):
            found = case(line, passage) or _question(line, passage)
        found = found or _misread(line, matched, passage)
    elif _UNIT.match(line) and is_order(line, place) and not password_word(line):
        found = _order(line, passage)
    else:
        told = badly_entered(line, passage.known.vocabulary, place)
        found = (Found(told) if told else None) or _talk(line, passage)
        found = found or case(line, passage) or _question(line, passage)
    return found or _no_command(line, passage)


def _long_line(line: str, words: str, passage: Passage) -> Found:
    """Return what a line is that is longer than any order: a command with a text, or prose."""
    matched, place = find_row(words), passage.place
    if matched:
        found = _command(line, matched, passage) or _misread(line, matched, passage)
        if found is not None:
            return found
    told = badly_entered(line, passage.known.vocabulary, place) or badly_written(line, place)
    if told:
        return Found(told)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def _is_meant(words: str, matched: tuple[Row, str]) -> bool:
    """Return whether a line is surely the command that it begins with.

    So it is with a way into a game, behind which may be a password, and in capitals.
    """
    row, rest = matched
    return row in ENTRIES or words.removesuffix(rest).isupper()


def games_on(line: str, passage: Passage) -> tuple[str, ...]:
    """Return the games that `line` may name: a way into one, or a question about it."""
    matched = find_row(cleaned(line))
    if matched and (matched[0] in ENTRIES or "@" in matched[1]):
        found = matched[0].read(replace(passage, rest=matched[1]))
        steps = () if isinstance(found, Misread) else found.steps
        entries = (step for step in steps if isinstance(step, Entry))
        return tuple(game for entry in entries for game in games_of(entry))
    names = games_in(line)
    if not names or _UNIT.match(line) or is_order(line, passage.place):
        return ()
    return names if answer_to(line, passage.known, passage.place) else ()


def is_for_judge(line: str, known: Known, place: Place) -> bool:
    """Return whether `line`, where nothing is read, was meant for the judge."""
    words = cleaned(line)
    matched = find_row(words) if words else None
    if matched is None:
        return bool(words) and is_order(line, place)
    row, rest = matched
    found = row.read(Passage(rest, (), known, place))
    if isinstance(found, Misread):
        return not rest or is_order(line, place) or bool(row in ENTRIES and len(rest.split()) < 3)
    return not any(map(_says_little, found.steps))


def _says_little(step: Step) -> bool:
    """Return whether it is what a sentence in a signature may read as."""
    match step:
        case Help(topic):
            return topic_of(topic) is None
        case _:
            return isinstance(step, Stop | Whole | Register)


def _command(line: str, matched: tuple[Row, str], passage: Passage) -> Found | None:
    """Return what a line with a command's words says, None where the rest is wrong."""
    row, rest = matched
    if mistyped_row(cleaned(line), row):
        return None
    said = rest if row in ENTRIES else _PLEASE.sub("", rest)
    found = row.read(replace(passage, rest=said))
    if isinstance(found, Misread):
        return None
    steps = _told(line, row, found.steps)
    return None if steps is None else replace(found, steps=steps)


def _misread(line: str, matched: tuple[Row, str], passage: Passage) -> Found | None:
    """Return what is told of a line with a command's words and a wrong rest."""
    row, rest = matched
    if meant := mistyped_row(cleaned(line), row):
        row, rest = meant, ""
    found = row.read(replace(passage, rest=rest))
    inside = found.inside if isinstance(found, Misread) else ()
    told = misread(line, rest, row, passage.place)
    return Found(told, inside, unclear=row.unclear) if told else None


def _told(line: str, row: Row, steps: tuple[Step, ...]) -> tuple[Step, ...] | None:
    """Return `steps`, where a way into a game was unclear with one into none.

    None where a sentence only begins like a command: `Help yourself to some wine`.
    """
    match steps:
        case (Help(topic),) if topic:
            long = len(topic.split()) > _LONGEST_TOPIC and "HELP" not in line
            return None if long and topic_of(topic) is None else steps
        case (NotUnderstood(),) if row in ENTRIES:
            return (NOWHERE, *steps)
        case _:
            return steps


def _question(line: str, passage: Passage) -> Found | None:
    """Return the answer to a question in plain words, None if it is none known."""
    place = passage.place
    if is_order(line, place):
        return None
    answer = answer_to(line, passage.known, place)
    if answer is None:
        return None
    steps = _answered(line, answer, passage)
    return Found(steps, meaning=Meaning.QUESTION)


def _answered(line: str, answer: Answer, passage: Passage) -> tuple[Command, ...]:
    if answer.offered:
        shown = masked(line.strip(), passage.place)
        wish = Wish(shown, answer.lines)
        joins = answer.lines == ("JOIN game",) and passage.place.role is Role.STRANGER
        return (wish, ListGames()) if joins else (wish,)
    told: list[Command] = []
    for one in answer.lines:
        matched = find_row(one)
        assert matched is not None
        found = _command(one, matched, replace(passage, following=()))
        assert found is not None
        told.extend(step for step in found.steps if isinstance(step, Command))
    return tuple(told)


def _no_command(line: str, passage: Passage) -> Found:
    """Return what a line without a command's words is."""
    place = passage.place
    found = _talk(line, passage) or heading(line, place)
    found = found or in_another_phase(line, place)
    if found is not None:
        return found
    if is_order(line, place) or is_lone_word_of_order(line, place):
        return _order(line, passage)
    if told := badly_written(line, place):
        return Found(told)
    if is_shouted(line):
        return Found((NotUnderstood(masked(line.strip(), place), ("HELP",)),))
    if passage.begun and is_name(line) and _is_end(passage):
        return Found(meaning=Meaning.SIGNATURE)
    return Found((Remark((masked(line.strip(), place),)),), meaning=Meaning.PROSE)


def _talk(line: str, passage: Passage) -> Found | None:
    """Return a greeting with the name below it, or the sender's name, if it is one."""
    if is_small_talk(line):
        return Found(meaning=Meaning.GREETING, inside=_signed(line, passage))
    if is_name_of(line, passage.known.sender):
        return Found(meaning=Meaning.SIGNATURE)
    return None


def _order(line: str, passage: Passage) -> Found:
    """Return an order, with the lines that it was wrapped into."""
    reader, text, size = passage.place.reader, line.strip(), 0
    for following in passage.following:
        if reader is None or not _may_go_on(following):
            break
        longer = rejoined(text, following.text, reader)
        if longer is None:
            break
        text, size = longer, size + 1
    inside = (Meaning.JOINED,) * size
    return Found((SubmitOrders((text,)),), inside, Meaning.ORDER)


def _may_go_on(line: Line) -> bool:
    """Return whether `line` may be the rest of an order: not if it names a unit."""
    own = line.standing is Standing.OWN and line.text.strip() != ""
    return own and not _UNIT.match(line.text) and find_row(cleaned(line.text)) is None


def _signed(line: str, passage: Passage) -> tuple[Meaning, ...]:
    """Return what the lines below a farewell are: empty ones, and a name."""
    if not is_closing(line):
        return ()
    for index, below in enumerate(passage.following):
        text = below.text
        if below.standing is not Standing.OWN:
            break
        if text.strip():
            language = find_row(cleaned(text)) or is_order(text, passage.place)
            named = is_name(text) and not language
            blanks = (Meaning.BLANK,) * index
            return (*blanks, Meaning.SIGNATURE) if named else ()
    return ()


def _is_end(passage: Passage) -> bool:
    """Return whether the sender wrote nothing more but a few names."""
    own = (
        one.text for one in passage.following if one.standing is Standing.OWN and one.text.strip()
    )
    ended = list(islice(own, _LONGEST_END))
    return len(ended) < _LONGEST_END and all(is_name(text) or is_small_talk(text) for text in ended)
