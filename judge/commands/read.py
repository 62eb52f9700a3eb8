"""Reading a letter: its lines as commands, in sections of one game each."""

import re
from collections.abc import Collection, Iterable
from itertools import dropwhile

from judge.commands.grammar.blocks import condition
from judge.commands.grammar.doubt import misread, unknown
from judge.commands.grammar.entry import NOWHERE
from judge.commands.grammar.match import find_row, mistyped_row
from judge.commands.grammar.passage import Passage, Stop
from judge.commands.grammar.talk import is_closing, is_name, is_small_talk
from judge.commands.grammar.words import Vocabulary, cleaned, looks_like_order
from judge.commands.help import topic_of
from judge.commands.model import (
    Command,
    CreateGame,
    Help,
    History,
    ListGames,
    Map,
    NotUnderstood,
    Observe,
    Section,
    ShowVariant,
    SignOn,
    SubmitOrders,
    Summary,
)
from judge.commands.table import ENTRIES

MOST_COMMANDS = 200
MOST_CHARACTERS = 20_000

_REPLY_MARK = re.compile(r"^(?:\s*(?:re|aw|sv|fwd?)\s*:)+", re.IGNORECASE)


def read_commands(
    body: str,
    subject: str = "",
    *,
    powers: Collection[str],
    variants: Collection[str],
) -> tuple[Section, ...]:
    """Return the sections of the letter: a new one wherever a game is entered.

    Lines that are no commands are kept in order as `SubmitOrders`; greetings, thanks
    and the name below them are left out. The subject counts
    only when the body is empty, and only if it asks a question as a command does.
    `powers` and `variants` are the names known here: `SIGN ON FRANCE smp` means a
    power in a game, where `SIGN ON Fsmp secret` gives a password.
    """
    vocabulary = Vocabulary(
        frozenset(power.lower() for power in powers),
        frozenset(variant.lower() for variant in variants),
    )
    if not body.strip():
        asked = _read(_REPLY_MARK.sub("", subject), vocabulary)
        wanted = len(asked) == 1 and isinstance(asked[0], _QUESTION)
        return _sections(asked) if wanted else ()
    return _sections(_read(body, vocabulary))


_QUESTION = Help | ListGames | Summary | History | Map | ShowVariant


def _read(text: str, vocabulary: Vocabulary) -> list[Command]:
    lines, over = _within_limit(text)
    commands: list[Command] = []
    while lines and len(commands) < MOST_COMMANDS:
        found, lines = _read_line(lines[0], lines[1:], vocabulary)
        for command in found:
            if isinstance(command, Stop):
                return commands
            _add(commands, command)
    if over := over + sum(bool(line.strip()) for line in lines):
        commands.append(_too_long(over))
    return commands


def _within_limit(text: str) -> tuple[tuple[str, ...], int]:
    """Return the lines that are read, and how many more there are."""
    lines = tuple(text.splitlines())
    if len(text) <= MOST_CHARACTERS:
        return lines, 0
    kept = len(text[:MOST_CHARACTERS].splitlines()) - 1
    return lines[:kept], len(lines) - kept


def _read_line(
    line: str, following: tuple[str, ...], vocabulary: Vocabulary
) -> tuple[tuple[Command | Stop, ...], tuple[str, ...]]:
    """Return what `line` says, and the lines that are left to read."""
    words = cleaned(line)
    if not words:
        return (), following
    matched = find_row(words)
    if matched is None:
        return _read_prose(line, following, vocabulary)
    row, rest = matched
    if meant := mistyped_row(words, row):
        return misread(line, "", meant), following
    found = row.read(Passage(rest, following, vocabulary))
    match found.command:
        case None:
            told = misread(line, rest, row)
        case Help(topic) if topic:
            told = (Help(topic_of(topic) or topic),)
        case NotUnderstood() as unclear if row in ENTRIES:
            told = (NOWHERE, unclear)
        case command:
            return (command,), found.left
    return told, found.left


def _read_prose(
    line: str, following: tuple[str, ...], vocabulary: Vocabulary
) -> tuple[tuple[Command, ...], tuple[str, ...]]:
    """Return what a line without a command says: nothing if it is small talk.

    The name below a farewell belongs to it.
    """
    if case := condition(line, following):
        assert isinstance(case.command, NotUnderstood)
        return (case.command,), case.left
    if not is_small_talk(line):
        return unknown(line, vocabulary), following
    left = tuple(dropwhile(lambda one: not one.strip(), following))
    signed = is_closing(line) and left and is_name(left[0])
    signed = signed and find_row(cleaned(left[0])) is None
    return (), left[1:] if signed and not looks_like_order(left[0]) else left


def _add(commands: list[Command], command: Command) -> None:
    last = commands[-1] if commands else None
    if isinstance(command, SubmitOrders) and isinstance(last, SubmitOrders):
        commands[-1] = SubmitOrders(last.lines + command.lines)
    else:
        commands.append(command)


def _too_long(lines: int) -> NotUnderstood:
    return NotUnderstood(
        f"({lines} more lines: a letter may hold {MOST_COMMANDS} commands"
        f" and {MOST_CHARACTERS:,} characters)"
    )


def _sections(commands: Iterable[Command]) -> tuple[Section, ...]:
    sections: list[Section] = []
    for command in commands:
        match command:
            case SignOn() | CreateGame() | Observe():
                sections.append(Section(command, ()))
            case _:
                if not sections:
                    sections.append(Section(None, ()))
                before = sections.pop()
                sections.append(Section(before.entry, (*before.commands, command)))
    return tuple(sections)
