"""The words of provinces made to fit our format: each means one province alone."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

from judge.boards import NO_NAME
from judge.mapmaking.reading.facts import Note, Notes, ProvinceFact
from judge.notation import is_order_word, words_of

ABBREVIATION = re.compile(r"[A-Z0-9]{2,6}")
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)


def with_words(provinces: Sequence[ProvinceFact], notes: Notes) -> tuple[ProvinceFact, ...]:
    """Return the provinces, each word of which means one of them alone.

    Names come first, then abbreviations, then all further words. Whoever has an
    abbreviation in the file keeps it before others are made up.
    """
    taken: dict[str, str] = {}
    named = [replace(one, name=_name(one, taken, notes)) for one in provinces]
    shorts = {one.key: short for one in named if (short := _own(one, taken))}
    for one in named:
        if one.key not in shorts:
            shorts[one.key] = _other(one, taken, notes)
    return tuple(
        replace(one, words=(shorts[one.key], *_aliases(one, shorts[one.key], taken, notes)))
        for one in named
    )


def _name(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return the name of a province, which no other one has, nor any order."""
    given = " ".join(province.name.split())
    name = written(given)
    if name and name != given:
        text = f'"{given}" cannot be written in an order; imported as {name}'
        notes.append(Note(province.spot, text))
    choice = next(
        one
        for one in _names(name if fold(name) else "Province", province.words)
        if taken.setdefault(fold(one), province.key) == province.key
    )
    if choice != name:
        text = f'"{name}" cannot be the name of a province, or is that of two'
        notes.append(Note(province.spot, f"{text}; imported as {choice}"))
    return choice


def _names(name: str, words: Sequence[str]) -> Iterator[str]:
    yield f"The {name}" if is_order_word(name) else name
    yield from (f"{name} {word}" for word in words if fold(word))
    yield from (f"{name} {number}" for number in count(2))


def _own(province: ProvinceFact, taken: dict[str, str]) -> str:
    """Return the abbreviation of a province, if it fits and is free."""
    short = plain(province.words[0]) if province.words else ""
    fit = ABBREVIATION.fullmatch(short)
    if fit and taken.setdefault(fold(short), province.key) == province.key:
        return short
    return ""


def _other(province: ProvinceFact, taken: dict[str, str], notes: Notes) -> str:
    """Return an abbreviation of a province that has none of its own.

    One that is made up is no word of orders.
    """
    key = province.key
    short = next(
        one
        for one in _shorts(province)
        if taken.get(fold(one), key) == key and not is_order_word(one)
    )
    taken[fold(short)] = province.key
    if province.words:
        text = f'"{province.words[0]}" cannot be the abbreviation of {province.name}'
        notes.append(Note(province.spot, f"{text}; imported as {short}"))
    return short


def _shorts(province: ProvinceFact) -> Iterator[str]:
    words = sorted(map(plain, province.words), key=lambda word: len(word) != 3)
    yield from filter(ABBREVIATION.fullmatch, words)
    name = plain(_ARTICLE.sub("", province.name, count=1)) or "PRO"
    if len(name) < 3 and ABBREVIATION.fullmatch(name):
        yield name
    name = f"{name}XX"
    yield name[:3]
    yield from (f"{name[:2]}{sign}" for sign in name[3:])
    yield from (f"{name[:2]}{number}" for number in count(2))


def _aliases(
    province: ProvinceFact, short: str, taken: dict[str, str], notes: Notes
) -> Iterator[str]:
    mine = {fold(short), fold(province.name)}
    for word in map(written, province.words):
        bare = fold(word)
        if not bare or bare in mine:
            continue
        mine.add(bare)
        if taken.setdefault(bare, province.key) == province.key:
            yield word
        else:
            text = f'"{word}" of {province.name} means another province too; left out'
            notes.append(Note(province.spot, text))


def written(text: str) -> str:
    """Return a name without the signs that end one in an order."""
    return " ".join(NO_NAME.sub(" ", text).split())


def fold(text: str) -> str:
    """Return a word as it is compared with others."""
    return "".join(words_of(text))


def plain(text: str) -> str:
    """Return the letters and digits of a text, in capitals and without accents."""
    apart = unicodedata.normalize("NFKD", text).upper()
    return "".join(sign for sign in apart if sign.isascii() and sign.isalnum())
