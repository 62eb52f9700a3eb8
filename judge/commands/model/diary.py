"""What somebody notes down about his game, for himself until it is over."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordNote:
    """Keep `text` in one's diary.

    `closed` tells whether the end of the text was marked.
    """

    text: str
    closed: bool = True


@dataclass(frozen=True, slots=True)
class ListNotes:
    """Show which notes there are in one's diary."""


@dataclass(frozen=True, slots=True)
class ReadNotes:
    """Show the note of this number, all of them for None."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class DropNotes:
    """Take the note of this number out of one's diary, all of them for None."""

    number: int | None = None


DiaryCommand = RecordNote | ListNotes | ReadNotes | DropNotes
