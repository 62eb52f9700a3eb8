"""Finds the row of the table to which a line belongs or which it resembles."""

import re
from collections.abc import Collection
from functools import lru_cache

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract_iter

from judge.commands.blocks import comment, up_to
from judge.commands.entries import SIGN_ON_ALONE
from judge.commands.known import (
    NOWHERE,
    Known,
    Place,
    Vocabulary,
    cleaned,
    compact,
    count_words,
    hidden,
    is_order,
    is_surely_order,
    without_secret,
)
from judge.commands.messages import text_for_nobody
from judge.commands.passage import Found, Misread, Passage, Read
from judge.commands.table import ENTRIES, TABLE, Row
from judge.commands.wordings import harmless
from judge.game import Command, NotUnderstood, Who
from judge.notation import password_word, read_phase_name

_LONGEST = 4  # words; a longer line is prose


def _none(passage: Passage) -> Misread:
    return Misread()


def _block(word: str, *usage: str) -> Read:
    """Return a reader of an unsupported block, which the judge returns whole to its writer."""

    def read(passage: Passage) -> Found | Misread:
        rest = cleaned(passage.rest)
        if len(rest.split()) > _LONGEST:
            return Misread()
        return text_for_nobody(hidden(f"{word} {rest}".strip(), 3), usage, passage)

    return read


_END_NOTE = re.compile(
    r"\s*(?:end(?:\s*(?:notebook|notes?|memo|comments?))?"
    r"|(?:notebook|notes?|memo|comments?)\s*end)\W*",
    re.IGNORECASE,
)


def _note(word: str) -> Read:
    """Return the reader of a block of notes, as other judges have it: its text is never obeyed.

    The answer returns the text, with a hint at DIARY.
    """

    def read(passage: Passage) -> Found | Misread:
        if cleaned(passage.rest).lower() not in ("", "start", "begin"):
            return Misread()
        text, inside, _ = up_to(_END_NOTE, passage)
        return Found((NotUnderstood(word, ("DIARY",), text),), inside)

    return read


_BLOCKS = (
    Row(
        ("NOTEBOOK", "NOTEBOOK START", "NOTES START", "NOTE START", "MEMO", "BEGIN NOTEBOOK"),
        _note("NOTEBOOK"),
        Who.PLAYER,
        "",
    ),
    Row(
        ("NOTE BEGIN", "NOTES BEGIN", "BEGIN NOTE", "BEGIN NOTES", "BEGIN MEMO"),
        _note("NOTE"),
        Who.PLAYER,
        "",
    ),
    Row(("COMMENT BEGIN", "BEGIN COMMENT", "BEGIN COMMENTS"), _note("COMMENT"), Who.PLAYER, ""),
    Row(("NOTE",), _note("NOTE"), Who.PLAYER, "diary", ("DIARY RECORD",)),
    Row(
        ("COMMENT",),
        _note("COMMENT"),
        Who.PLAYER,
        "set",
        ("LIST game",),
        ("SET COMMENT For friends",),
    ),
    Row(("POSTAL",), _block("POSTAL", "POSTAL PRESS"), Who.ANYBODY, ""),
    Row(
        ("FAKE", "FAKE PRESS", "FAKE BROADCAST"),
        _block("FAKE", "PRESS TO FRANCE FAKE TO GERMANY"),
        Who.ANYBODY,
        "",
    ),
    Row(("MAIL TO", "MESSAGE TO"), _block("MAIL TO", "PRESS TO FRANCE"), Who.ANYBODY, ""),
    Row(("SET COMMENT BEGIN",), comment, Who.MASTER, ""),
)
# These are words of English too: long lines that begin with them are prose.
_WORDS = tuple(
    Row(tuple(forms.split(", ")), _none, Who.PLAYER, topic, usage, masters, unclear)
    for forms, topic, usage, masters, unclear in (
        (
            "FINALIZE, FINALISE, CONFIRM, LOCK, LOCK ORDERS, DONE",
            "wait",
            ("READY", "ORDERS?"),
            (),
            False,
        ),
        ("UNLOCK", "wait", ("SET WAIT",), (), False),
        (
            "CANCEL, CANCEL ORDERS, RESTORE, REVERT, RESET",
            "undo",
            ("UNDO", "CLEAR", "ORDERS?"),
            ("HELP MASTER",),
            True,
        ),
        (
            "UNSUBSCRIBE, LEAVE, LEAVE GAME, LEAVE THE GAME, I RESIGN, SURRENDER",
            "resign",
            ("RESIGN", "HELP RESIGN"),
            ("EJECT power",),
            False,
        ),
        ("LOGOUT, LOG OUT, STOP", "signoff", ("SIGN OFF",), (), False),
        ("SCORES", "summary", ("SUMMARY", "HISTORY"), (), False),
        ("EXPORT, BACKUP, SAVE, DUMP", "history", ("HISTORY",), (), False),
        ("VALIDATE, CHECK, VERIFY, SUBMIT", "show", ("ORDERS?",), (), False),
        ("OPTIONS", "list", ("LIST game", "HELP SET"), (), False),
        ("PLAYERS, LOG", "summary", ("SUMMARY", "LIST game"), (), False),
        ("HIDE, REVEAL", "gunboat", ("HELP GUNBOAT",), (), False),
        (
            "END GAME, END THE GAME, CANCEL GAME, CANCEL THE GAME, DELETE GAME"
            ", STOP GAME, STOP THE GAME, CLOSE GAME, ABORT GAME",
            "terminate",
            ("SET DRAW", "RESIGN"),
            ("TERMINATE",),
            False,
        ),
        ("DECLARE DRAW, DECLARE A DRAW", "draw", ("SET DRAW",), ("HELP DRAW", "TERMINATE"), False),
        ("SHOW, VIEW, VIEW ORDERS", "show", ("ORDERS?", "MAP"), (), False),
        ("GAMES", "list", ("LIST",), (), False),
        (
            "VOTES, MY VOTE, MY VOTES, SHOW VOTES, SHOW VOTE",
            "draw",
            ("ORDERS?", "HELP DRAW"),
            (),
            False,
        ),
    )
)
_OTHERS = tuple(
    Row(tuple(forms.split(", ")), _none, Who.ANYBODY, "", usage, masters)
    for forms, usage, masters in (
        ("ENDPRESS, END BROADCAST, END DIARY, ENDIF", ("PRESS TO FRANCE", "BROADCAST"), ()),
        ("SET NO PREFERENCE, SET NO PREFERENCES", ("SET PREFERENCE *",), ()),
        ("PASSWORD, ADDRESS", ("HELP ADDRESSES",), ()),
        ("PURGE", ("HELP MASTER",), ("TERMINATE",)),
        ("RENAME", ("HELP MASTER",), ()),
        ("ROLLBACK FORMING", ("HELP MASTER",), ("UNSTART", "ROLLBACK S1901M")),
        ("VOTE", ("SET DRAW", "SET NODRAW", "HELP DRAW"), ()),
        (
            "VOTE 2 WAY, VOTE 3 WAY, VOTE 4 WAY, VOTE 5 WAY, VOTE 6 WAY",
            ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
            (),
        ),
        ("EDIT, MODIFY", ("ORDERS?", "UNDO"), ("EDIT POSITION", "HELP EDITPOSITION")),
        ("VOTE LOSS, PROPOSE CONCESSION", ("HELP DRAW",), ()),
        ("PROPOSE DRAW, PROPOSE DIAS", ("SET DRAW",), ()),
        ("VOTE YES", ("AGREE", "SET DRAW"), ()),
        ("INVEST, SPY", ("OBSERVE game",), ()),
        ("INFO PLAYERS", ("LIST", "SUMMARY game", "WHOIS name"), ()),
        ("UNREGISTER, DEREGISTER", ("FORGET ME",), ()),
        ("HISTORY TODAY, HISTORY YESTERDAY", ("HISTORY FROM 3 Nov", "HISTORY"), ()),
        ("ACCEPT", ("AGREE", "SET DRAW"), ()),
        ("REJECT", ("DISAGREE", "SET NODRAW"), ()),
        ("SET VOTE, VOTE NONE", ("SET DRAW", "SET NODRAW", "HELP DRAW"), ()),
        ("PROPOSE SOLO, PROPOSE VICTORY", ("HELP DRAW",), ()),
        ("PROPOSE NO DRAW", ("SET NODRAW",), ()),
        (
            "PROPOSE 2WAY, PROPOSE 3WAY, PROPOSE 4WAY, PROPOSE 5WAY, PROPOSE 6WAY",
            ("SET DRAW", "SET DRAW FRANCE, ENGLAND"),
            (),
        ),
        ("COMMENCE", ("STATUS",), ("FORCE BEGIN",)),
        ("ADJUST, FIXID, NOCONTROL", ("HELP",), ("HELP MASTER",)),
        ("DESC, DESCRIPTION", ("LIST game",), ("SET COMMENT For friends",)),
        ("ZONE", ("REGISTER zone Europe/Paris",), ("SET ZONE Europe/Paris",)),
        ("SET NEXT, TIMING", ("HELP SET",), ("SET MOVE NEXT 48", "SET CLOCK 21:00")),
        ("ACTIVATE, FORM", ("HELP MASTER",), ("FORCE BEGIN",)),
        ("RULE", ("HELP OPTIONS",), ()),
        ("RULE BUILD ANY", ("HELP OPTIONS",), ("SET BUILDS OWNED",)),
        ("RULE NO PRESS", ("HELP OPTIONS",), ("SET PRESS NONE",)),
        ("RULE GUNBOAT", ("HELP OPTIONS",), ("SET GUNBOAT",)),
    )
)
ELSEWHERE = (*_BLOCKS, *_WORDS, *_OTHERS)


def _pattern(form: str) -> re.Pattern[str]:
    words = r"[\s_-]*".join(map(re.escape, re.split(r"[\s-]", form)))
    end = r"(?!\w)" if form[-1].isalnum() else r"(?!\S)"
    return re.compile(rf"{words}{end}[\s,]*", re.IGNORECASE)


def _patterns() -> dict[str, tuple[tuple[re.Pattern[str], Row], ...]]:
    """Return the patterns of all forms by their first letter, the longest form first."""
    forms = [(form, row) for row in (*TABLE, *ELSEWHERE) for form in row.forms]
    forms.sort(key=lambda pair: -len(pair[0]))
    letters = {form[0].lower() for form, _ in forms}
    return {
        letter: tuple((_pattern(form), row) for form, row in forms if form[0].lower() == letter)
        for letter in letters
    }


_PATTERNS = _patterns()
_FORMS = tuple((compact(form), row) for row in TABLE for form in row.forms)
_SHORTEST = 4  # Shorter words resemble too many others.
_MOST_WRONG = 2
# English words, names and provinces that differ from a command by a letter or two.
_INNOCENT_WORDS = """
batch black blocks catch clean clears coin created creates cress crete drawn draws
dress drew
hatch helps joan john joins joint kelp last latch lend lint lis lisp lists loin lost
mait match moin order patch resigns sand seed sent sind stark stars starts states ternate
victory waits want watt president
"""
INNOCENT = frozenset(_INNOCENT_WORDS.split())


def find_row(line: str) -> tuple[Row, str] | None:
    """Return the row whose words begin `line`, and the rest of the line; or None."""
    for pattern, row in _PATTERNS.get(line[:1].lower(), ()):
        if match := pattern.match(line):
            return row, line[match.end() :]
    return None


def read_alone(words: str, known: Known, place: Place) -> tuple[Row, Found | Misread] | None:
    """Return the row whose words begin `words`, and the result of reading them; or None.

    The lines around them are ignored.
    """
    matched = find_row(words)
    if matched is None:
        return None
    row, rest = matched
    return row, row.read(Passage(rest, (), known, place))


def similar_row(line: str, innocent: Collection[str] = INNOCENT) -> tuple[Row, int] | None:
    """Return the row that the beginning of `line` resembles, and its number of words; or None.

    No word in `innocent` counts as a misspelt command.
    """
    near_rows = [
        (distance, words, row)
        for words, start in _beginnings(line, innocent)
        if start not in innocent
        for distance, row in _rows_near(start)
    ]
    _, words, row = min(near_rows, key=lambda entry: entry[:2], default=(0, 0, None))
    return (row, words) if row else None


@lru_cache(maxsize=4096)
def _rows_near(start: str) -> tuple[tuple[int, Row], ...]:
    """Return the rows that a word resembles, with the number of wrong letters."""
    forms = _forms_of_length(len(start))
    near = extract_iter(
        start, [form for form, _ in forms], scorer=OSA.distance, score_cutoff=_MOST_WRONG
    )
    return tuple(
        (distance, forms[number][1])
        for form, distance, number in near
        if distance <= _tolerance(start, form)
    )


@lru_cache(maxsize=64)
def _forms_of_length(length: int) -> tuple[tuple[str, Row], ...]:
    """Return the forms whose length is near enough for a word of this length."""
    return tuple(pair for pair in _FORMS if abs(len(pair[0]) - length) <= _MOST_WRONG)


def mistyped_row(line: str, row: Row) -> Row | None:
    """Return the row that `line` probably means if one letter is wrong, although it reads as `row`.

    This happens only with SET, which takes any words: `SET WIAT`.
    """
    near = (
        other
        for form, other in _FORMS
        if row.topic == "set" != other.topic
        and form.startswith("set")
        and OSA.distance(compact(line), form) == 1
    )
    return next(near, None)


def _beginnings(line: str, innocent: Collection[str]) -> list[tuple[int, str]]:
    """Return the beginnings of a line: its first word, its first two words, all of a short line.

    Each has its number of words, and its words are written as one.
    """
    words = line.split(maxsplit=3)
    if not words or compact(words[0]) in innocent:
        return []
    sizes = {1, 2, 3 if len(words) <= 3 else 2}
    starts = [(size, compact("".join(words[:size]))) for size in sizes]
    return [
        (size, start)
        for size, start in starts
        if size <= len(words) and min(len(start), 3 * len(words[0])) >= _SHORTEST
    ]


def _tolerance(start: str, form: str) -> int:
    """Return how many letters of a word may be wrong, or -1 if `form` is too short to compare."""
    if len(form) < _SHORTEST:
        return -1
    return _MOST_WRONG if min(len(start), len(form)) >= 7 else 1


_SIGN_ON = ENTRIES[0]
# The end of the match is the place where a password may begin.
_SIGN_ON_LIKE = (
    re.compile(r"^s\W?i\W?g\W?n\W?o\W?n(?:\S+|\s+\S+|$)", re.I),
    re.compile(r"^(?:sign|log)(?:g?ing)?[\s_-]?(?:in|on|up)\s+\S+", re.I),
    re.compile(r"^(?:sign|login|logon)\s+\S+(?=\s+\S+$)", re.I),
    re.compile(r"^.*\bsign[\s_-]?on\s+\S+(?=(?:\s+\S+){1,2}$)", re.I),
    re.compile(r"^.*\bsign\s+me\s+(?:in|on|up)\s+(?:as\s+)?\S+(?=\s+\S+$)", re.I),
)
# The line contains a password itself, not only the word "password".
_SAYS_PASSWORD = re.compile(
    r"(?:password|passwort|passwd|kennwort|pwd?|mot de passe|contraseña)\s*"
    r"(?:[:=]|is\b|ist\b|est\b|es\b|to\b)\s*\S|^set\s*password|old password \S+ ",
    re.I,
)
# A request to sign on that names no seat and no password.
_ASKS_IN = re.compile(r"(?:please )?sign me (?:up|in)(?: (?:for|to) \S+)?\W*", re.I)
# A mixture of letters and digits: frequent in passwords and rare in words.
_MIXED = re.compile(r"[^\W\d]\d|\d[^\W\d]")
_PROSE = 5  # A line with this many words is not a short command.
_LONGEST_GUESS = 6  # A longer line that begins with an English word is prose.
_SHORTEST_NAME = 3  # letters of a game's name
_IN_SENTENCE = 5  # as in: please take over smp secret


def misread(written: str, rest: str, row: Row, place: Place) -> tuple[Command, ...] | None:
    """Return the result of a line with the words of `row` and an unreadable `rest`.

    None if the line is prose or an order.
    """
    line = cleaned(written)
    words = count_words(line) - count_words(rest)
    if row in ENTRIES:
        return _entered_nowhere(hidden(line, words + 1), row)
    if is_order(written, place):
        return None
    if not row.topic:
        shown_line = f"{line.removesuffix(rest).strip()} …" if rest else line
        return (NotUnderstood(shown_line, row.usage_for(place)),)
    if line.endswith(":") or count_words(line) >= _PROSE:
        return None
    if _is_sentence(line, words):
        return None
    return (_short_command(line, words, row, place),)


def badly_entered(written: str, vocabulary: Vocabulary, place: Place) -> tuple[Command, ...] | None:
    """Return the result of a misspelt entry into a game, or of a line with a password.

    None if `written` is neither.
    """
    line = cleaned(written)
    if _ASKS_IN.fullmatch(line):
        return None
    for form in _SIGN_ON_LIKE:
        if match := form.match(line):
            shown_line = hidden(line, count_words(match[0]))
            return _entered_nowhere(shown_line, _SIGN_ON)
    if _SAYS_PASSWORD.search(line) and not is_surely_order(line, place):
        return (NotUnderstood(without_secret(written.strip())),)
    creates = _creates(line, vocabulary)
    row, words = similar_row(line, () if creates else INNOCENT) or (None, 0)
    if row is None or row not in ENTRIES:
        return None
    has_rest = count_words(line) > words
    short = _is_short(line, place)
    if has_rest and (creates or row is _SIGN_ON or short):
        return _entered_nowhere(hidden(line, words + 1), row)
    is_alone = not has_rest and short and not is_order(line, place)
    return _entered_nowhere(line, row) if is_alone else None


def badly_written(written: str, place: Place) -> tuple[Command, ...] | None:
    """Return the result of a line that resembles a command, or None if it resembles none."""
    line = cleaned(written)
    if password_word(written):
        return (NotUnderstood(without_secret(written.strip())),)
    similar = similar_row(line)
    if similar is None or similar[0] in ENTRIES or not _is_short(line, place):
        return None
    row, words = similar
    return None if _is_sentence(line, words) else (_short_command(line, words, row, place),)


def _is_sentence(line: str, words: int) -> bool:
    """Return whether a comma behind the first `words` begins a sentence: `No wait, I stay`."""
    begun = line.split()[:words]
    return begun[-1:] != [] and begun[-1].endswith(",") and not " ".join(begun).isupper()


def masked(line: str, place: Place) -> str:
    """Return `line` without a possible password after an entry into a game.

    The entry may be misspelt, may be a common English word, or may be inside a sentence. An order
    is returned unchanged.
    """
    shown_line = without_secret(line)
    if shown_line != line or is_surely_order(line, place):
        return shown_line
    words = cleaned(line).split()
    # In a sentence the entry is at the end, and the password is the last word.
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
    """Return the number of words before a password, or 0 if there is none."""
    line = " ".join(words)
    plain = similar_row(line)
    row, size = plain or (not before and similar_row(line, ())) or (None, 0)
    most = _IN_SENTENCE if before else len(words) if plain else _LONGEST_GUESS
    return size + 1 if row in ENTRIES and size + 2 <= len(words) <= most else 0


def _creates(line: str, vocabulary: Vocabulary) -> bool:
    """Return whether `line` has a variant after a password, as CREATE does: in the fourth place."""
    words = line.lower().split()
    return words[3:4] != [] and words[3] in vocabulary.variants and line[:1] in "cC"


def _is_short(line: str, place: Place) -> bool:
    """Return whether `line` is neither an order nor a sentence."""
    return not is_surely_order(line, place) and count_words(line) < _PROSE


def _short_command(line: str, words: int, row: Row, place: Place) -> NotUnderstood:
    """Return the answer that `line` is wrong after its first `words` words, with the right forms.

    If exactly two words follow, the second is hidden: they may be game and password.
    """
    rest_words = line.split()[words:]
    may_be_password = len(rest_words) == 2 and min(map(len, rest_words)) >= _SHORTEST_NAME
    shown_line = hidden(line, words + 1) if may_be_password else line
    return NotUnderstood(without_secret(shown_line), harmless(line, row.usage_for(place)))


def _entered_nowhere(shown: str, row: Row) -> tuple[Command, ...]:
    return SIGN_ON_ALONE, NotUnderstood(shown, row.usage)


_NOTHING = Known(Vocabulary(frozenset(), frozenset()))


def command_in(line: str) -> Command | None:
    """Return the command that `line` is, or None if it is none."""
    match read_alone(line, _NOTHING, NOWHERE):
        case (_, Found(steps=(step,))) if isinstance(step, Command):
            return step
        case _:
            return None
