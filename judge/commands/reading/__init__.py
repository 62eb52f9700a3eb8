"""Reading a letter line by line, within what one letter may hold."""

from judge.commands.reading.read import games_named, read_letter

__all__ = ["games_named", "read_letter"]
