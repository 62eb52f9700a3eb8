"""What somebody notes down about his game."""

import re

from judge.commands.grammar.messages import diary
from judge.commands.grammar.passage import Read, alone
from judge.commands.grammar.plain import bare
from judge.commands.model import DropNotes, ListNotes, ReadNotes
from judge.commands.table.row import Row, Who


def _numbered(build: type[ReadNotes] | type[DropNotes]) -> Read:
    """Return what reads a command on the note of a number, or on ALL of them."""

    def read(rest: str) -> ReadNotes | DropNotes | None:
        words = re.sub(r"^(?:notes?|entry|number)\b\s*|[#.]", "", rest, flags=re.I)
        if words.lower() == "all":
            return build()
        return build(int(words)) if re.fullmatch(r"[0-9]{1,4}", words) else None

    return alone(read)


DIARY = (
    Row(
        ("DIARY RECORD", "DIARY WRITE", "DIARY ADD", "RECORD DIARY"),
        diary,
        Who.ANYBODY,
        "diary",
        ("DIARY RECORD", "ENDDIARY"),
    ),
    Row(
        (
            *("DIARY LIST", "LIST DIARY", "SHOW DIARY", "MY DIARY", "DIARY"),
            *("SHOW NOTES", "LIST NOTES", "MY NOTES", "NOTES"),
        ),
        alone(bare(ListNotes())),
        Who.ANYBODY,
        "diary",
        ("DIARY LIST", "DIARY RECORD"),
    ),
    Row(
        ("DIARY READ", "READ DIARY"),
        _numbered(ReadNotes),
        Who.ANYBODY,
        "diary",
        ("DIARY READ 1", "DIARY READ ALL"),
    ),
    Row(
        ("DIARY DELETE", "DELETE DIARY", "DIARY REMOVE", "DIARY ERASE"),
        _numbered(DropNotes),
        Who.ANYBODY,
        "diary",
        ("DIARY DELETE 1", "DIARY DELETE ALL"),
    ),
)
