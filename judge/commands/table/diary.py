"""The words of diaries and statements."""

import re

from judge.commands.messages import is_doubtful, text_block
from judge.commands.passage import Found, Misread, Passage, Read, alone, bare
from judge.commands.table.row import row_of
from judge.game import Aside, NotObeyed, diaries


def _note(passage: Passage) -> Found | Misread:
    """Return the note that a diary is to keep: the rest of the line, and those below.

    Without an end, what looks like an order below it may be one.
    """
    block = text_block(passage.following)
    first = _first(passage)
    if not block.closed and is_doubtful(block.text, passage.place):
        lines = (f"DIARY RECORD {first}".strip(), *block.text.splitlines())
        return Found((NotObeyed(Aside.NOTE, lines),), block.inside)
    text = "\n".join(filter(None, [first, block.text.strip("\n")]))
    return Found((diaries.RecordNote(text, block.closed),), block.inside)


def _statement(passage: Passage) -> Found | Misread:
    """Return the statement on a finished game; nothing can be ordered then."""
    block = text_block(passage.following)
    text = "\n".join(filter(None, [_first(passage), block.text.strip("\n")]))
    return Found((diaries.MakeStatement(text),), block.inside)


def _first(passage: Passage) -> str:
    return passage.rest.lstrip(": ").strip()


def _numbered(build: type[diaries.ReadNotes] | type[diaries.DropNotes]) -> Read:
    """Return what reads a command on the note of a number, or on ALL of them."""

    def read(rest: str) -> diaries.ReadNotes | diaries.DropNotes | None:
        words = re.sub(r"^(?:notes?|entry|number)\b\s*|[#.]", "", rest, flags=re.I)
        if words.lower() == "all":
            return build()
        return build(int(words)) if re.fullmatch(r"[0-9]{1,4}", words) else None

    return alone(read)


DIARY = (
    row_of(
        diaries.RecordNote,
        ("DIARY RECORD", "DIARY WRITE", "DIARY ADD", "RECORD DIARY"),
        _note,
        "diary",
        ("DIARY RECORD", "ENDDIARY"),
    ),
    row_of(
        diaries.ListNotes,
        (
            *("DIARY LIST", "LIST DIARY", "SHOW DIARY", "MY DIARY", "DIARY"),
            *("SHOW NOTES", "LIST NOTES", "MY NOTES", "NOTES"),
        ),
        alone(bare(diaries.ListNotes())),
        "diary",
        ("DIARY LIST", "DIARY RECORD"),
    ),
    row_of(
        diaries.ReadNotes,
        ("DIARY READ", "READ DIARY"),
        _numbered(diaries.ReadNotes),
        "diary",
        ("DIARY READ 1", "DIARY READ ALL"),
    ),
    row_of(
        diaries.DropNotes,
        ("DIARY DELETE", "DELETE DIARY", "DIARY REMOVE", "DIARY ERASE"),
        _numbered(diaries.DropNotes),
        "diary",
        ("DIARY DELETE 1", "DIARY DELETE ALL"),
    ),
    row_of(
        diaries.MakeStatement,
        ("EOG", "EOG STATEMENT", "EOGS"),
        _statement,
        "eog",
        ("EOG", "ENDEOG"),
    ),
)
