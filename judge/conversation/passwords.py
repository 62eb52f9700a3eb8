"""Selects the passwords of a letter to check, counts wrong ones, and removes secrets.

Few passwords a day are checked, so nobody can find one by trying, from any number of addresses.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate

from judge.commands import Section, said_in
from judge.conversation.known import LetterFacts, Trial, passwords_written, readings_of
from judge.game import (
    ENTRANT,
    MASTER,
    OBSERVER,
    TUTOR,
    CreateGame,
    Game,
    Player,
    Reader,
    password_of,
    profiles,
)
from judge.letter import Letter
from judge.notation import password_word

# Enough for an owner who forgot their password. At this rate, trying the ten thousand commonest
# passwords takes more than a year. Days are in UTC, so one count a day is enough.
_MOST_FOR_A_PLACE = 20
_MOST_FROM_A_SENDER = 20
_TOLD_AT = 5


def passwords_tried(sections: Sequence[Section], known: LetterFacts) -> tuple[Trial, ...]:
    """Return the passwords to check, each with the hash of a place that it may open.

    Once a sender or a place has reached the daily limit of wrong passwords, none is checked, not
    even a right one.
    """
    entries = _all_trials(sections, known)
    hashes = frozenset(trial.kept for trials in entries for trial in trials)
    if not hashes:
        return ()
    guessed = known.world.guessed(hashes)
    tried: dict[Trial, None] = {}
    spent = Counter(guessed.by_hash)
    for trials in entries:
        for trial in trials:
            left = guessed.by_sender + len(tried) < _MOST_FROM_A_SENDER
            if trial not in tried and left and spent[trial.kept] < _MOST_FOR_A_PLACE:
                tried[trial] = None
                spent[trial.kept] += 1
    return tuple(tried)


def passwords_for_new_places(sections: Sequence[Section], known: LetterFacts) -> frozenset[str]:
    """Return the passwords that need a hash: those for new places, and for persons."""
    chosen = (one.password for one in said_in(sections) if isinstance(one, profiles.SetPassword))
    return frozenset(chosen) | frozenset(
        section.entry.password
        for section in sections
        if section.entry is not None and section.entry.password is not None
        if not any(_trials((section,), known.games, known.writer))
    )


def wrong_guesses(sections: Sequence[Section], known: LetterFacts) -> tuple[str, ...]:
    """Return a hash of a place for each entry into a game with a wrong password."""
    if known.tried is None:
        return ()
    tried = passwords_tried(sections, known)
    wrong = (
        [one.kept for one in trials if one in tried]
        for trials in _all_trials(sections, known)
        if not any(known.is_right(one.password, one.kept) for one in trials)
    )
    return tuple(hashes[0] for hashes in wrong if hashes)


def guessed_at(wrong: Iterable[str], known: LetterFacts) -> Iterator[tuple[Game, Reader]]:
    """Yield the places whose holders must be told now that somebody guesses at their password.

    Each place is yielded at most once a day, when its wrong passwords reach `_TOLD_AT`.
    """
    counts = Counter(wrong)
    guessed = known.world.guessed(frozenset(counts))
    for kept, times in counts.items():
        before = guessed.by_hash.get(kept, 0)
        if before < _TOLD_AT <= before + times:
            for game in known.games.values():
                yield from ((game, one) for one, its in _places(game) if its == kept)


def _places(game: Game) -> Iterator[tuple[Reader, str | None]]:
    """Yield the holder of each place in `game`, with the hash of the place's password."""
    for seat in game.seats:
        if seat.player is not None:
            yield Reader(seat.player, seat.power), seat.password
    others = ((MASTER, game.masters), (TUTOR, game.tutors), (OBSERVER, game.observers))
    for role, followers in others:
        yield from ((Reader(one.player, role), one.password) for one in followers)
    for entrant in game.entrants:
        yield Reader(entrant.player, ENTRANT), entrant.password


def _all_trials(sections: Sequence[Section], known: LetterFacts) -> tuple[tuple[Trial, ...], ...]:
    """Return the checks for each entry with a password and each claimed address with one."""
    claims = tuple(
        (Trial(one.password, known.world.owner(one.address).password),)
        for one in said_in(sections)
        if isinstance(one, profiles.AlsoKnown) and one.password is not None
    )
    return (*_trials(sections, known.games, known.writer), *claims)


def _trials(
    sections: Iterable[Section], games: Mapping[str, Game], writer: Player
) -> Iterator[tuple[Trial, ...]]:
    """Yield for each entry with a password the checks against the places that it may open."""
    for section in sections:
        entry = section.entry
        if entry is None or isinstance(entry, CreateGame) or entry.password is None:
            continue
        found = ((games.get(name.lower()), seat) for seat, name in readings_of(entry))
        hashes = (game and password_of(game, seat, writer) for game, seat in found)
        yield tuple(Trial(entry.password, kept) for kept in hashes if kept)


_MOST_SIGNS = 20_000  # characters; the text below was not read for commands either
# A sign-on, possibly misspelt, with the game's name; or I AM ALSO with an address.
_WAY_IN = re.compile(
    r"\b(?:s\W?i\W?g\W?n\W?(?:on|in|up)?|log\W?[io]n|join|observe|watch|monitor"
    r"|create|new game|take over)\W+\S+|\balso\W+[^\s@]+@\S+",
    re.IGNORECASE,
)
_MOST_WORDS = 8  # a line with more words is prose about a game
_HIDDEN = "…"


def without_secrets(letter: Letter, sections: Iterable[Section]) -> Letter:
    """Return `letter` without passwords: those in its `sections`, and other possible ones.

    The reply address was already removed when the letter was read.
    """
    words = sorted(passwords_written(sections), key=len, reverse=True)
    parts = "|".join(map(re.escape, words))
    secret = re.compile(rf"(?<!\w)(?:{parts})(?!\w)") if words else None

    def bare(text: str) -> str:
        return _cut(secret.sub(_HIDDEN, text) if secret else text)

    signs = accumulate(len(line.text) + 1 for line in letter.lines)
    lines = zip(letter.lines, signs, strict=True)
    read = (line for line, count in lines if count <= _MOST_SIGNS)
    return replace(
        letter,
        subject=bare(letter.subject),
        lines=tuple(
            line if (text := bare(line.text)) == line.text else replace(line, text=text)
            for line in read
        ),
        token=None,
    )


def _cut(text: str) -> str:
    """Return a line cut off before words that may be a password but were not read as one."""
    found = password_word(text)
    if found is None and len(text.split()) <= _MOST_WORDS:
        found = _WAY_IN.search(text)
    if found is None or not text[found.end() :].strip():
        return text
    return f"{text[: found.end()]} {_HIDDEN}"
