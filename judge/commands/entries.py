"""Reads entries into a game: sign on, join, take over, observe, create.

A word that may be a name or a password is taken for the password, because the answer shows names
and never shows passwords.
"""

import re
from dataclasses import replace
from datetime import timedelta

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.commands.known import Vocabulary
from judge.game import CreateGame, NotUnderstood, Observe, SignOn
from judge.notation import read_phase_name

SIGN_ON_ALONE = SignOn(readings=(("", ""),))
"""A sign-on that is unreadable."""
STAND_BY = "Stand-by"
"""The seat of people who are asked first when a game needs a player."""

_GAME = re.compile(r"[a-z0-9][a-z0-9_.+-]{0,30}", re.IGNORECASE)
_SANDBOX = re.compile(
    rf"(?P<name>{_GAME.pattern})(?:\s+from\s+(?P<source>{_GAME.pattern})"
    rf"(?:\s+(?:at\s+|in\s+)?(?P<phase>\S.*))?|(?:\s+(?P<variant>[\w-]+))?)",
    re.IGNORECASE,
)
_PREFER = re.compile(r"(?:^|\s+)pref(?:er(?:red|ring|ences?|s)?)?[\s:]+", re.IGNORECASE)
_CODE = re.compile(r"\s+code\s*[:=]?\s*(?P<code>[a-z]{4,20})\b", re.IGNORECASE)
_LONG = 6  # Shorter names of variants resemble too many words.
_WRONG = 2
_NEAR, _MOST_NEAR = 70, 3
_MOST_WORDS = 10  # in the name of a power
_LABELS = ("password", "passwd", "pass", "pwd", "pw")
_SWITCHES = frozenset({"gunboat", "blind", "fog"})
_ROLES = {"master": "M", "gm": "M", "observer": "O"}


def sign_on(rest: str, vocabulary: Vocabulary) -> SignOn | None:
    """Return the sign-on or take-over in `rest`, or None if it is none."""
    rest, code = _split_code(rest)
    words, preferences = _split_preferences(rest)
    command = _named(words, preferences, vocabulary) or _joined_up(words, preferences)
    return command and replace(command, code=code)


def take_over(rest: str, vocabulary: Vocabulary) -> SignOn | None:
    """Return the sign-on in `rest` as a take-over, or None if it is none."""
    command = sign_on(rest, vocabulary)
    return command and replace(command, words="TAKE OVER")


_DELAY = re.compile(
    r"\s+(?:with\s+(?:a\s+)?)?delay(?:ed)?\s+(?:of\s+|by\s+)?(?P<number>\d{1,4})\s*"
    r"(?P<unit>h(?:ours?)?|d(?:ays?)?|w(?:eeks?)?|)\s*$",
    re.I,
)
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_LONGEST_DELAY = timedelta(days=90)


def join(rest: str, vocabulary: Vocabulary) -> SignOn | None:
    """Return the command to join the game in `rest`, or None if it names none."""
    rest, code = _split_code(rest)
    words, preferences = _split_preferences(rest)
    with_seat = _named(words, preferences, vocabulary)
    command = with_seat or _joined_up(words, preferences)
    if command is not None:
        command = replace(command, code=code, words="JOIN")
    if with_seat or command is None:
        return command
    return replace(command, readings=(("?", words[0].lower()), *command.readings[:-1]))


def observe(rest: str, _: Vocabulary) -> Observe | NotUnderstood | None:
    """Return the command to observe one game; `Ann@smp` means the game smp. None for all games.

    The number after DELAY counts hours, or days or weeks if the unit follows.
    """
    delay_match = _DELAY.search(rest)
    delay = timedelta()
    if delay_match is not None:
        unit = _UNITS[delay_match["unit"][:1].lower() or "h"]
        delay = int(delay_match["number"]) * unit
    words = rest[: delay_match.start()].split() if delay_match else rest.split()
    game = words[0].rpartition("@")[2] if words else ""
    if game.lower() == "all":
        return NotUnderstood("OBSERVE ALL", ("MONITOR ALL", "OBSERVE game", "LIST"))
    others = _without_label(words[1:])
    if len(others) > 1 or not _GAME.fullmatch(game):
        return None
    return Observe(game.lower(), _first(others), min(delay, _LONGEST_DELAY))


def stand_by(rest: str, _: Vocabulary) -> SignOn | None:
    """Return the sign-on as a stand-by for the game in `rest`."""
    is_game = _GAME.fullmatch(rest)
    return SignOn(((STAND_BY, rest.lower()),), words="STAND BY") if is_game else None


def create(rest: str, vocabulary: Vocabulary) -> CreateGame | NotUnderstood | None:
    """Return the command to create the game that `rest` describes, or None if it names none.

    A single word after the name may be a password or a misspelt variant, so the judge asks which.
    If the name has a question mark, the word is a password, as in njudge.
    """
    words = rest.split()
    if not words or not _GAME.fullmatch(words[0].lstrip("?")):
        return None
    game, has_password = words[0].lstrip("?").lower(), words[0].startswith("?")
    words = words[1:]
    password = None
    if words and not _names_variant(words[0], vocabulary) and not _says_how(words):
        if len(words) == 1 and not has_password:
            return _unclear(game, words[0], vocabulary)
        words = _without_label(words)
        password, words = words[0], words[1:]
    if len(words) > 1 and words[0].lower() == "variant":
        words = words[1:]
    if not words or _says_how(words):
        return CreateGame(game, password=password, options=tuple(words))
    return CreateGame(game, words[0].lower(), password, tuple(words[1:]))


def sandbox(rest: str, _: Vocabulary) -> CreateGame | None:
    """Return the command to create a sandbox, of a variant or FROM another game; or None."""
    match = _SANDBOX.fullmatch(rest.strip())
    if match is None:
        return None
    phase = read_phase_name(match["phase"] or "")
    if match["phase"] and phase is None:
        return None
    return CreateGame(
        match["name"].lower(),
        (match["variant"] or "standard").lower(),
        sandbox=True,
        source=(match["source"] or "").lower(),
        phase=phase or "",
    )


def _says_how(words: list[str]) -> bool:
    """Return whether the first word is an option of the game instead of a variant, as in GUNBOAT.

    `CREATE smp GUNBOAT` names no variant.
    """
    return words[0].lower().rstrip(",") in _SWITCHES


def _names_variant(word: str, vocabulary: Vocabulary) -> bool:
    """Return whether `word` is a variant's name, with at most two wrong letters."""
    word = word.lower()
    return word in ("variant", *vocabulary.variants) or any(
        len(name) >= _LONG and OSA.distance(word, name) <= _WRONG for name in vocabulary.variants
    )


def _unclear(game: str, word: str, vocabulary: Vocabulary) -> NotUnderstood:
    near = process.extract(word.lower(), vocabulary.variants, score_cutoff=_NEAR)
    names = sorted(name for name, _, _ in near[:_MOST_NEAR]) or ["standard"]
    lines = (*names, "yourpassword standard")
    suggestions = (*(f"CREATE {game} {line}" for line in lines), "HELP CREATE")
    return NotUnderstood(f"CREATE {game} …", suggestions)


def _split_code(rest: str) -> tuple[str, str | None]:
    """Return `rest` without the code of an invitation, and that code."""
    match = _CODE.search(rest)
    if match is None:
        return rest, None
    return rest[: match.start()] + rest[match.end() :], match["code"].lower()


def _split_preferences(rest: str) -> tuple[list[str], str]:
    before, *after = _PREFER.split(rest, maxsplit=1)
    return before.split(), " ".join(after).strip()


def _named(words: list[str], preferences: str, vocabulary: Vocabulary) -> SignOn | None:
    """Return the sign-on if `words` name seat and game as separate words, otherwise None."""
    if words and words[0].lower() == "as":
        words = words[1:]
    if len(words) > 2 and words[1].lower() == "as":
        size = _size_of_seat(words[2:], vocabulary)
        words = [*words[2 : 2 + size], words[0], *words[2 + size :]]
    seat, game, others = _seat_and_game(words, vocabulary)
    if not seat or not _GAME.fullmatch(game):
        return None
    others = _without_label(others)
    # In njudge's form the variant and its options follow the password.
    if len(others) > 1 and seat != "?":
        return None
    return SignOn(((seat, game.lower()),), _first(others), preferences)


def _seat_and_game(words: list[str], vocabulary: Vocabulary) -> tuple[str, str, list[str]]:
    if words and words[0].startswith("?"):
        apart = words[0] == "?" and len(words) == 3
        after = words[1:] if apart else words
        return "?", after[0].lstrip("?"), after[1:]
    if words and "@" in words[0]:
        seat, _, game = words[0].rpartition("@")
        return _seat(seat), game, words[1:]
    for size in range(min(len(words) - 1, _MOST_WORDS), 0, -1):
        name, rest = " ".join(words[:size]), words[size:]
        before, at, game = rest[0].partition("@")
        if at and _is_seat(f"{name} {before}".strip(), vocabulary):
            return _seat(f"{name} {before}".strip()), game, rest[1:]
        if _is_seat(name, vocabulary):
            rest = rest[rest[0].lower() == "in" and len(rest) > 1 :]
            return _seat(name), rest[0], rest[1:]
    return "", "", []


def _size_of_seat(words: list[str], vocabulary: Vocabulary) -> int:
    """Return the number of words that name a seat, or all words if none do."""
    sizes = range(min(len(words), _MOST_WORDS), 0, -1)
    named = (size for size in sizes if _is_seat(" ".join(words[:size]), vocabulary))
    return next(named, len(words))


def _is_seat(name: str, vocabulary: Vocabulary) -> bool:
    known = name.lower() in vocabulary.powers or name.lower() in _ROLES
    return known or (len(name) == 1 and name.isalnum())


def _seat(name: str) -> str:
    return name.upper() if len(name) == 1 else _ROLES.get(name.lower(), name)


def _joined_up(words: list[str], preferences: str) -> SignOn | None:
    """Return the sign-on if seat and game are one word, as in `Fsmp`, or only the game is named."""
    others = _without_label(words[1:])
    if not words or len(others) > 1 or not _GAME.fullmatch(words[0]):
        return None
    name = words[0].lower()
    readings = ((name[:1].upper(), name[1:]), ("", name))
    return SignOn(readings if name[1:] else readings[1:], _first(others), preferences)


def _without_label(words: list[str]) -> list[str]:
    labelled = len(words) > 1 and words[0].lower().rstrip(":=") in _LABELS
    return words[1:] if labelled else words


def _first(words: list[str]) -> str | None:
    return words[0] if words else None
