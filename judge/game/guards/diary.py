"""What somebody notes down about his game."""

from judge.game import press
from judge.game.base import EVER, STARTED, Who
from judge.game.commands import (
    DiaryCommand,
    DropNotes,
    ListNotes,
    MakeStatement,
    ReadNotes,
    RecordNote,
)
from judge.game.guards.guard import Decision, Guard


def guard_of_diary(command: DiaryCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    guard = Guard("DIARY", Who.ANYBODY, EVER)
    match command:
        case RecordNote():
            guard = Guard("DIARY", Who.ANYBODY, STARTED)
            return guard, lambda at: press.record_note(at.game, at.sender, command, at.now)
        case MakeStatement():
            guard = Guard("EOG", Who.ANYBODY, EVER)
            return guard, lambda at: press.make_statement(at.game, at.sender, command, at.now)
        case ListNotes():
            return guard, lambda at: press.list_notes(at.game, at.sender)
        case ReadNotes():
            return guard, lambda at: press.read_notes(at.game, at.sender, command)
        case DropNotes():
            return guard, lambda at: press.drop_notes(at.game, at.sender, command)
