"""Lines that are no command: commands written wrong, and what may be a password.

Of a line that may hold a password no more is kept than the words in front of it.
"""

import re

from judge.commands.grammar.entry import NOWHERE
from judge.commands.grammar.match import INNOCENT, similar_row
from judge.commands.grammar.words import Vocabulary, cleaned, count_words, hidden, without_secret
from judge.commands.known import Place, is_order, is_surely_order
from judge.commands.table import ENTRIES, Row
from judge.game import Command, NotUnderstood
from judge.notation import password_word, read_phase_name

_SIGN_ON = ENTRIES[0]
# The end of the match is where a password may begin.
_SIGN_ON_LIKE = (
    re.compile(r"^s\W?i\W?g\W?n\W?o\W?n(?:\S+|\s+\S+|$)", re.I),
    re.compile(r"^(?:sign|log)(?:g?ing)?[\s_-]?(?:in|on|up)\s+\S+", re.I),
    re.compile(r"^(?:sign|login|logon)\s+\S+(?=\s+\S+$)", re.I),
    re.compile(r"^.*\bsign[\s_-]?on\s+\S+(?=(?:\s+\S+){1,2}$)", re.I),
    re.compile(r"^.*\bsign\s+me\s+(?:in|on|up)\s+(?:as\s+)?\S+(?=\s+\S+$)", re.I),
)
# A password is told, and not only spoken of.
_SAYS_PASSWORD = re.compile(
    r"(?:password|passwort|passwd|kennwort|pwd?|mot de passe|contraseña)\s*"
    r"(?:[:=]|is\b|ist\b|est\b|es\b|to\b)\s*\S|^set\s*password|old password \S+ ",
    re.I,
)
# It names no place.
_ASKS_IN = re.compile(r"(?:please )?sign me (?:up|in)(?: (?:for|to) \S+)?\W*", re.I)
_MIXED = re.compile(r"[^\W\d]\d|\d[^\W\d]")  # as many passwords are, and few words
_PROSE = 5  # A line of so many words is not one of the short commands.
_INNOCENT_WORDS = 6  # A longer line that begins with a word of English is prose.
_SHORTEST = 3  # letters of a game's name
_IN_SENTENCE = 5  # as in: please take over smp secret


def misread(written: str, rest: str, row: Row, place: Place) -> tuple[Command, ...] | None:
    """Return what to make of a line whose words are those of `row` but for `rest`.

    That is None where the line is prose, or an order.
    """
    line = cleaned(written)
    words = count_words(line) - count_words(rest)
    if row in ENTRIES:
        return _entered_nowhere(hidden(line, words + 1), row)
    if is_order(written, place):
        return None
    if not row.topic:
        shown = f"{line.removesuffix(rest).strip()} …" if rest else line
        return (NotUnderstood(shown, row.usage_for(place.role)),)
    if line.endswith(":") or count_words(line) >= _PROSE:
        return None
    return (_short_command(line, words, row, place),)


def badly_entered(written: str, vocabulary: Vocabulary, place: Place) -> tuple[Command, ...] | None:
    """Return what to make of a way into a game that is badly written, or a password.

    None if `written` is none of these.
    """
    line = cleaned(written)
    if _ASKS_IN.fullmatch(line):
        return None
    for form in _SIGN_ON_LIKE:
        if found := form.match(line):
            shown = hidden(line, count_words(found[0]))
            return _entered_nowhere(shown, _SIGN_ON)
    if _SAYS_PASSWORD.search(line) and not is_surely_order(line, place):
        return (NotUnderstood(without_secret(written.strip())),)
    creates = _creates(line, vocabulary)
    row, words = similar_row(line, () if creates else INNOCENT) or (None, 0)
    if row is None or row not in ENTRIES:
        return None
    behind = count_words(line) > words
    short = _is_short(line, place)
    if behind and (creates or row is _SIGN_ON or short):
        return _entered_nowhere(hidden(line, words + 1), row)
    alone = not behind and short and not is_order(line, place)
    return _entered_nowhere(line, row) if alone else None


def badly_written(written: str, place: Place) -> tuple[Command, ...] | None:
    """Return what to make of a line that is like a command, None if it is like none."""
    line = cleaned(written)
    if password_word(written):
        return (NotUnderstood(without_secret(written.strip())),)
    similar = similar_row(line)
    if similar is None or similar[0] in ENTRIES or not _is_short(line, place):
        return None
    row, words = similar
    return (_short_command(line, words, row, place),)


def masked(line: str, place: Place) -> str:
    """Return `line` without what may be a password behind a way into a game.

    That way may be badly written, be a word of English, or stand in a sentence; an
    order is left as it is.
    """
    shown = without_secret(line)
    if shown != line or is_surely_order(line, place):
        return shown
    words = cleaned(line).split()
    # In a sentence a way into a game stands at its end, with nothing behind the password.
    for start in (0, *range(max(len(words) - _IN_SENTENCE, 1), len(words))):
        at = start + _words_before_secret(words[start:], start)
        if start < at < len(words):
            return hidden(" ".join(words), at)
    if (
        0 < len(words) <= _IN_SENTENCE
        and _MIXED.search(words[-1])
        and not read_phase_name(words[-1])
    ):
        return hidden(" ".join(words), len(words) - 1)
    return line


def _words_before_secret(words: list[str], before: int) -> int:
    """Return how many of `words` stand before a password, 0 if there may be none."""
    line = " ".join(words)
    plain = similar_row(line)
    row, size = plain or (not before and similar_row(line, ())) or (None, 0)
    most = _IN_SENTENCE if before else len(words) if plain else _INNOCENT_WORDS
    return size + 1 if row in ENTRIES and size + 2 <= len(words) <= most else 0


def _creates(line: str, vocabulary: Vocabulary) -> bool:
    """Return whether `line` has a variant where CREATE has it, behind a password."""
    words = line.lower().split()
    return words[3:4] != [] and words[3] in vocabulary.variants and line[:1] in "cC"


def _is_short(line: str, place: Place) -> bool:
    """Return whether `line` is no order and no sentence."""
    return not is_surely_order(line, place) and count_words(line) < _PROSE


def _short_command(line: str, words: int, row: Row, place: Place) -> NotUnderstood:
    """Return that `line` is wrong behind the `words` of `row`, and what is right.

    Of two words there the second is not shown: they may be game and password.
    """
    behind = line.split()[words:]
    secret = len(behind) == 2 and min(map(len, behind)) >= _SHORTEST
    shown = hidden(line, words + 1) if secret else line
    return NotUnderstood(without_secret(shown), row.usage_for(place.role))


def _entered_nowhere(shown: str, row: Row) -> tuple[Command, ...]:
    return NOWHERE, NotUnderstood(shown, row.usage)
