"""Lines of the manual that come back whole, with what they mean behind them."""

import re

from judge.commands.grammar.match import read_alone
from judge.commands.grammar.passage import Found, Passage
from judge.commands.grammar.words import cleaned
from judge.commands.lines import Meaning
from judge.commands.table import ENTRIES, Row
from judge.game import (
    Adjudicate,
    AlsoKnown,
    ChangeSettings,
    Register,
    Resign,
    SendPress,
    SetMessage,
    SetPassword,
    Unobeyed,
    Wish,
    base,
)
from judge.notation import password_word

# In a table of the manual two blanks or more stand between a line and what it means.
_GAP = re.compile(r"\s*(\S.*?)(?:[ \xa0]{2,}|[ \xa0]*\t\s*)(?=[a-z(])(\S+\s+\S.*)")
_LONGEST = 300  # three lines of the manual
# Behind these any words may stand, or a secret.
_ANY_WORDS = (
    Adjudicate
    | AlsoKnown
    | ChangeSettings
    | Register
    | Resign
    | SendPress
    | SetMessage
    | SetPassword
    | Unobeyed
)


def copied_line(line: str, row: Row, passage: Passage) -> Found | None:
    """Return that a line of `row` is offered without the words behind a gap in it.

    None where it has none, or its command takes any words. It is offered and not
    obeyed, for what stands there may belong to it: `SET ABSENCE 5 Jan  and 9 Jan`.
    """
    found = _GAP.fullmatch(line.rstrip()) if len(line) <= _LONGEST else None
    if found is None or row in ENTRIES or password_word(line):
        return None
    bare = cleaned(found[1])
    if " because " in line or not _reads(bare, row, passage, whole=True):
        return None
    if not _reads(cleaned(line), row, passage, whole=False):
        return None
    offer = Wish(" ".join(line.split()), (bare,))
    return Found((offer,), meaning=Meaning.QUESTION, unclear=row.unclear)


def _reads(words: str, row: Row, passage: Passage, *, whole: bool) -> bool:
    """Return whether `words` are the command of `row`, or (not `whole`) may be it."""
    match read_alone(words, passage.known, passage.place):
        case (its, Found(steps=steps)) if its is row:
            return not any(_takes_any_words(step) for step in steps)
        case (its, _):
            return its is row and not whole
        case _:
            return False


def _takes_any_words(step: object) -> bool:
    return isinstance(step, _ANY_WORDS) or (isinstance(step, base.Command) and step.any_words)
