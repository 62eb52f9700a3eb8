"""Diaries and statements: private notes about a game, and last words after it.

Only its writer can read a diary until the game is over; then everybody can. A statement is about a
finished game, and is sent to everybody at once.
"""

from collections import defaultdict
from dataclasses import replace
from typing import Self

from msgspec import structs

from judge.game.base import STARTED, Command, Fact, Refusal, Refused, Reply, Request
from judge.game.clock import notes_to_open
from judge.game.model import MASTER, OBSERVER, TUTOR, DiaryNote, Game, Player, Reader
from judge.game.refusals import NotPlayer
from judge.game.seats import power_names
from judge.game.vision import everybody, is_over, known_player
from judge.game.weight import Weight
from judge.messages import message

MOST_NOTED = 30_000
"""How many characters a diary holds: it is loaded with its game, and mailed whole."""
_BEGINNING = 40  # characters of each note that a list shows

Notes = tuple[DiaryNote, ...]


class EmptyNote(Refusal, frozen=True):
    """The note has no words."""

    in_short = message("an empty note")


class NoSuchNote(Refusal, frozen=True):
    """No note has this number; the diary has the notes of `numbers`."""

    numbers: tuple[int, ...]

    in_short = message("no such note")


class DiaryFull(Refusal, frozen=True):
    """The diary holds `used` characters, and `most` are allowed."""

    used: int
    most: int

    in_short = message("your diary is full")


class EmptyStatement(Refusal, frozen=True):
    """The statement has no words."""

    in_short = message("an empty statement")


class NotOver(Refusal, frozen=True):
    """The game is not over, or never began."""

    in_short = message("the game is not over")


class SaidBefore(Refusal, frozen=True):
    """The writer has made their statement already; there is only one for each writer."""

    in_short = message("you have sent yours")


class NoteRecorded(Fact, frozen=True):
    """A note was written; `unended` is true if the end of its text was not marked.

    If it was `mailed` to the address of the diary, the answer's reply address writes notes too.
    """

    note: DiaryNote
    unended: bool = False
    mailed: bool = False

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def applied(self, game: Game) -> Game:
        """Return the game with the note."""
        return replace(game, diary=(*game.diary, self.note))


class NotesDropped(Fact, frozen=True):
    """Notes were deleted; nobody can read them any more."""

    notes: Notes

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def applied(self, game: Game) -> Game:
        """Return the game without the notes."""
        return replace(game, diary=tuple(one for one in game.diary if one not in self.notes))


class DiariesOpened(Fact, frozen=True):
    """The game is over, and everybody may read its diaries."""

    notes: Notes

    weight = Weight.PRESS
    readers = everybody
    for_its_writer = True

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the authors whom the reader may know."""
        notes = tuple(_signed(one, game, reader) for one in self.notes)
        return structs.replace(self, notes=notes)

    def applied(self, game: Game) -> Game:
        """Return the game with these notes readable for everybody."""
        diary = (replace(one, opened=True) if one in self.notes else one for one in game.diary)
        return replace(game, diary=tuple(diary))

    def diaries(self) -> dict[tuple[str, Player], list[DiaryNote]]:
        """Return the notes, grouped by (role, author)."""
        found: dict[tuple[str, Player], list[DiaryNote]] = defaultdict(list)
        for note in self.notes:
            found[note.role, note.author].append(note)
        return found


class StatementMade(Fact, frozen=True):
    """A person made their statement on a finished game."""

    note: DiaryNote

    weight = Weight.PRESS
    for_its_writer = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody but the author."""
        author = self.note.author.number
        return tuple(one for one in everybody(self, game) if one.player.number != author)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with its author, if the reader may know them."""
        return structs.replace(self, note=_signed(self.note, game, reader))

    def applied(self, game: Game) -> Game:
        """Return the game with the statement."""
        return replace(game, diary=(*game.diary, self.note))


class NotesListed(Reply, frozen=True):
    """The list of the asker's notes."""

    notes: Notes

    def rows(self) -> list[tuple[str, str, str]]:
        """Return for each note its number, its phase, and its beginning."""
        return [(str(one.number), one.phase, _beginning(one)) for one in self.notes]


class NotesRead(Reply, frozen=True):
    """Notes of the asker's diary, in full."""

    notes: Notes


class RecordNote(Command, frozen=True):
    """Write `text` into the sender's diary.

    `closed` is true if the end of the text was marked, and `mailed` if the letter went to the
    address of the diary.
    """

    text: str
    closed: bool = True
    mailed: bool = False

    name = "DIARY"
    stages = STARTED
    any_words = True

    def text_to_return(self) -> str:
        """Return the text of the note."""
        return self.text

    def decide(self, at: Request) -> NoteRecorded | Refused:
        """Return the fact with the new note, or a refusal."""
        game, author, text = at.game, at.sender.player, self.text.strip()
        used = sum(len(one.text) for one in _notes_of(game, author))
        if not (role := _role_of_writer(at)):
            return self.refused(NotPlayer(), self.text)
        if not text:
            return self.refused(EmptyNote())
        if used + len(text) > MOST_NOTED:
            return self.refused(DiaryFull(used, MOST_NOTED), self.text)
        assert game.position is not None
        number, phase = _next_number(game, author), str(game.position.phase)
        note = DiaryNote(number, author, role, phase, at.now, text)
        return NoteRecorded(note, not self.closed, self.mailed)


class ListNotes(Command, frozen=True):
    """Show the list of the asker's notes."""

    name = "DIARY"
    only_asks = True

    def decide(self, at: Request) -> NotesListed:
        """Return the list of the asker's notes."""
        return NotesListed(_notes_of(at.game, at.sender.player))


class ReadNotes(Command, frozen=True):
    """Show the note with this number; None shows all notes."""

    number: int | None = None

    name = "DIARY"

    def decide(self, at: Request) -> NotesRead | Refused:
        """Return the requested notes, or a refusal."""
        notes = _notes_meant(at, self.number)
        return NotesRead(notes) if notes else self.refused(_no_such_note(at))


class DropNotes(Command, frozen=True):
    """Delete the note with this number from the sender's diary; None deletes all notes."""

    number: int | None = None

    name = "DIARY"

    def decide(self, at: Request) -> NotesDropped | Refused:
        """Return the fact that these notes are deleted, or a refusal."""
        notes = _notes_meant(at, self.number)
        return NotesDropped(notes) if notes else self.refused(_no_such_note(at))


class MakeStatement(Command, frozen=True):
    """Send everybody the writer's statement on a finished game; each person may do so once."""

    text: str

    name = "EOG"
    any_words = True

    def text_to_return(self) -> str:
        """Return the text of the statement."""
        return self.text

    def decide(self, at: Request) -> StatementMade | Refused:
        """Return the statement."""
        game, author, text = at.game, at.sender.player, self.text.strip()
        if not is_over(game):
            return self.refused(NotOver(), self.text)
        if not (role := _role_of_writer(at)):
            return self.refused(NotPlayer(), self.text)
        if not text:
            return self.refused(EmptyStatement())
        if has_stated(game, author):
            return self.refused(SaidBefore(), self.text)
        number = _next_number(game, author)
        return StatementMade(DiaryNote(number, author, role, "", at.now, text, opened=True))


def has_stated(game: Game, player: Player) -> bool:
    """Return whether the player has made their statement on a finished game."""
    return any(one.is_statement for one in _written_by(game, player))


def open_diaries(game: Game) -> tuple[DiariesOpened, ...]:
    """Return the fact that opens a finished game's diaries, or () if there is nothing to open."""
    notes = notes_to_open(game)
    return (DiariesOpened(notes),) if notes else ()


def _signed(note: DiaryNote, game: Game, reader: Reader) -> DiaryNote:
    return replace(note, author=known_player(note.author, game, reader))


def _beginning(note: DiaryNote) -> str:
    first = " ".join(note.text.split())
    return first if len(first) <= _BEGINNING else first[: _BEGINNING - 2] + " …"


def _role_of_writer(at: Request) -> str:
    """Return the role in which the sender writes a note, "" if they have no place in the game."""
    role = MASTER if at.sender.on_behalf else at.sender.role
    return role if role in (*power_names(at.game), MASTER, OBSERVER, TUTOR) else ""


def _written_by(game: Game, player: Player) -> Notes:
    return tuple(one for one in game.diary if one.author.number == player.number)


def _notes_of(game: Game, player: Player) -> Notes:
    return tuple(one for one in _written_by(game, player) if not one.is_statement)


def _next_number(game: Game, player: Player) -> int:
    return max((one.number for one in _written_by(game, player)), default=0) + 1


def _notes_meant(at: Request, number: int | None) -> Notes:
    notes = _notes_of(at.game, at.sender.player)
    return tuple(one for one in notes if number in (None, one.number))


def _no_such_note(at: Request) -> NoSuchNote:
    notes = _notes_of(at.game, at.sender.player)
    return NoSuchNote(tuple(one.number for one in notes))
