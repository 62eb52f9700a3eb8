"""Diaries: what somebody notes down about his game, his alone until it is over."""

from datetime import datetime

from judge.game.base import Refused
from judge.game.clock.words import notes_to_open
from judge.game.commands import DropNotes, MakeStatement, ReadNotes, RecordNote
from judge.game.events import (
    DiariesOpened,
    NoteRecorded,
    NotesDropped,
    NotesListed,
    NotesRead,
    StatementMade,
)
from judge.game.model import MASTER, OBSERVER, TUTOR, DiaryNote, Game, Player, Sender
from judge.game.refusals import (
    DiaryFull,
    EmptyNote,
    EmptyStatement,
    NoSuchNote,
    NotOver,
    NotPlayer,
    SaidBefore,
)
from judge.game.seats import power_names
from judge.game.vision.sight import is_over

MOST_NOTED = 30_000
"""How many characters a diary holds: it is loaded with its game, and mailed whole."""


def record_note(
    game: Game, sender: Sender, command: RecordNote, now: datetime
) -> NoteRecorded | Refused:
    """Return the note as it is kept, or why it is not, with its text."""
    text = command.text.strip()
    own = _notes_of(game, sender.player)
    used = sum(len(one.text) for one in own)
    if not (role := _role(game, sender)):
        return Refused("DIARY", NotPlayer(), command.text)
    if not text:
        return Refused("DIARY", EmptyNote())
    if used + len(text) > MOST_NOTED:
        return Refused("DIARY", DiaryFull(used, MOST_NOTED), command.text)
    assert game.position is not None
    note = DiaryNote(
        number=_next_number(game, sender.player),
        author=sender.player,
        role=role,
        phase=str(game.position.phase),
        written=now,
        text=text,
    )
    return NoteRecorded(note, not command.closed, command.mailed)


def make_statement(
    game: Game, sender: Sender, command: MakeStatement, now: datetime
) -> StatementMade | Refused:
    """Return what somebody says of a game that is over, once."""
    text = command.text.strip()
    if not is_over(game):
        return Refused("EOG", NotOver(), command.text)
    if not (role := _role(game, sender)):
        return Refused("EOG", NotPlayer(), command.text)
    if not text:
        return Refused("EOG", EmptyStatement())
    if has_stated(game, sender.player):
        return Refused("EOG", SaidBefore(), command.text)
    number = _next_number(game, sender.player)
    note = DiaryNote(number, sender.player, role, "", now, text, opened=True)
    return StatementMade(note)


def has_stated(game: Game, player: Player) -> bool:
    """Return whether somebody has said what he has to say of a game that is over."""
    return any(one.is_statement for one in _words_of(game, player))


def list_notes(game: Game, sender: Sender) -> NotesListed:
    """Return which notes there are in the diary of who asks."""
    return NotesListed(_notes_of(game, sender.player))


def read_notes(game: Game, sender: Sender, command: ReadNotes) -> NotesRead | Refused:
    """Return the notes that are meant, of who asks for them."""
    found = _meant(game, sender.player, command)
    return found if isinstance(found, Refused) else NotesRead(found)


def drop_notes(game: Game, sender: Sender, command: DropNotes) -> NotesDropped | Refused:
    """Return that the notes that are meant are kept no longer."""
    found = _meant(game, sender.player, command)
    return found if isinstance(found, Refused) else NotesDropped(found)


def opened(game: Game) -> tuple[DiariesOpened, ...]:
    """Return that everybody reads the diaries of a game that is over, once."""
    notes = notes_to_open(game)
    return (DiariesOpened(notes),) if notes else ()


def _role(game: Game, sender: Sender) -> str:
    """Return the role in which somebody writes of the game, "" for no place in it."""
    role = MASTER if sender.on_behalf else sender.role
    return role if role in (*power_names(game), MASTER, OBSERVER, TUTOR) else ""


def _words_of(game: Game, player: Player) -> tuple[DiaryNote, ...]:
    return tuple(one for one in game.diary if one.author.number == player.number)


def _notes_of(game: Game, player: Player) -> tuple[DiaryNote, ...]:
    return tuple(one for one in _words_of(game, player) if not one.is_statement)


def _next_number(game: Game, player: Player) -> int:
    return max((one.number for one in _words_of(game, player)), default=0) + 1


def _meant(
    game: Game, player: Player, command: ReadNotes | DropNotes
) -> tuple[DiaryNote, ...] | Refused:
    own = _notes_of(game, player)
    number = command.number
    found = tuple(one for one in own if number in (None, one.number))
    numbers = tuple(one.number for one in own)
    return found or Refused("DIARY", NoSuchNote(numbers))
