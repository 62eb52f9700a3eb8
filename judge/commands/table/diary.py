"""Commands about diaries, and statements about finished games."""

import re

from judge.commands.messages import is_doubtful, text_block
from judge.commands.passage import Found, Misread, Passage, Read, alone, only
from judge.commands.table.row import row_of
from judge.game import Aside, NotObeyed, diaries


def _note(passage: Passage) -> Found | Misread:
    """Return a note for the diary: the rest of the line, and the lines below it.

    Without an end mark, a line that looks like an order may be meant as one. Then all lines are
    returned to the writer.
    """
    block = text_block(passage.following)
    first = _first(passage)
    if not block.closed and is_doubtful(block.text, passage.place):
        lines = (f"DIARY RECORD {first}".strip(), *block.text.splitlines())
        return Found((NotObeyed(Aside.NOTE, lines),), block.inside)
    text = "\n".join(filter(None, [first, block.text.strip("\n")]))
    return Found((diaries.RecordNote(text, block.closed),), block.inside)


def _statement(passage: Passage) -> Found | Misread:
    """Return the statement on a finished game, with the lines below it.

    Its text needs no end mark, because no orders are possible in a finished game.
    """
    block = text_block(passage.following)
    text = "\n".join(filter(None, [_first(passage), block.text.strip("\n")]))
    return Found((diaries.MakeStatement(text),), block.inside)


def _first(passage: Passage) -> str:
    return passage.rest.lstrip(": ").strip()


def _numbered(build: type[diaries.ReadNotes] | type[diaries.DropNotes]) -> Read:
    """Return a reader of a command about the note with a number, or about ALL notes."""

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
        only(diaries.ListNotes()),
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
