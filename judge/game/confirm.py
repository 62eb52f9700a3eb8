"""Codes that confirm a command which cannot be undone."""

import hashlib

from judge.game.model import Game

_LETTERS = "bcdfghjkmnpqrstvwxz"
_LENGTH = 5


def confirmation_code(game: Game, command: str) -> str:
    """Return the code for `command` in the running phase of `game`.

    It works for no other game, phase or command. It has no vowels and no digits, so
    that it is neither a word nor the name of a phase.
    """
    phase = "" if game.position is None else str(game.position.phase)
    return code_for(game.name, phase, game.stage.value, command.upper())


def code_for(*words: str, length: int = _LENGTH) -> str:
    """Return the code of so many letters that belongs to `words` and to no others."""
    digest = hashlib.sha256("\n".join(words).encode()).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:length])


def is_confirmed(game: Game, command: str, confirmation: str) -> bool:
    """Return whether `confirmation` is the code for `command` at this moment.

    In a sandbox nothing needs one.
    """
    if game.settings.sandbox:
        return True
    return confirmation.strip().lower() == confirmation_code(game, command)
