"""What somebody notes down about his game until it is over, and says of it then."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RecordNote:
    """Keep `text` in one's diary.

    `closed` tells whether the end of the text was marked, and `mailed` that it came to
    an address of the diary.
    """

    text: str
    closed: bool = True
    mailed: bool = False


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


@dataclass(frozen=True, slots=True)
class MakeStatement:
    """Tell everybody what one says of the game now that it is over."""

    text: str


DiaryCommand = RecordNote | ListNotes | ReadNotes | DropNotes | MakeStatement
