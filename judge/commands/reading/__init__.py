"""Reading a letter line by line, within what one letter may hold."""

from judge.commands.reading.read import games_named, read_letter
from judge.commands.reading.reply import meaning_settled

__all__ = ["games_named", "meaning_settled", "read_letter"]
