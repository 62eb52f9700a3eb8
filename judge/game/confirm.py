"""Codes that confirm a command that cannot be undone."""

import hashlib
import hmac
from dataclasses import dataclass, field

from judge.game.model import Game

_LETTERS = "bcdfghjkmnpqrstvwxz"
_LENGTH = 5


@dataclass(frozen=True, slots=True)
class Codes:
    """The codes with which one person confirms commands.

    A code is made from the judge's secret `key` and the number of the player `holder`, so nobody
    else can make or use it. If `agreed` is true, no code is needed: in a DRY RUN, and for a command
    that all players have voted for.
    """

    key: bytes = field(repr=False)
    judge: str
    holder: int
    agreed: bool = False

    def code(self, *words: str) -> str:
        """Return the code for `words`, this holder and this judge.

        It has no vowels and no digits, so it is neither a word nor the name of a phase.
        """
        said = ("confirmation", self.judge, str(self.holder), *words)
        framed = b"".join(len(one.encode()).to_bytes(4, "big") + one.encode() for one in said)
        return _letters(hmac.new(self.key, framed, hashlib.sha256).digest(), _LENGTH)


def confirmation_code(game: Game, command: str, codes: Codes) -> str:
    """Return the code for `command` in the running phase of `game`.

    It works for no other game, phase, command or person.
    """
    phase = "" if game.position is None else str(game.position.phase)
    return codes.code(game.name, phase, game.stage.value, command.upper())


def is_confirmed(game: Game, command: str, confirmation: str, codes: Codes) -> bool:
    """Return whether `confirmation` is the right code for `command` in this phase.

    A sandbox needs no codes.
    """
    if game.settings.sandbox or codes.agreed:
        return True
    right = confirmation_code(game, command, codes)
    return hmac.compare_digest(confirmation.strip().lower().encode(), right.encode())


def invitation_code(*words: str) -> str:
    """Return the nine-letter code of an invitation; one of the `words` is the game's secret."""
    digest = hashlib.sha256("\n".join(("invitation", *words)).encode()).digest()
    return _letters(digest, 9)


def _letters(digest: bytes, length: int) -> str:
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:length])
