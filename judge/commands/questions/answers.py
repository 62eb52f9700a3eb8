"""What people ask and wish in plain words, and which line of the language does it.

A question that only looks something up is answered. A wish is never granted on a
guess: the line that does it is offered.
"""

import re
from dataclasses import dataclass

from judge.commands.days import days_in
from judge.commands.grammar.talk import without_greeting
from judge.commands.grammar.words import cleaned
from judge.commands.known import Known, Place
from judge.commands.questions.lookups import HOW, LOOKUPS
from judge.commands.questions.phrase import DAY, Phrase
from judge.commands.questions.wishes import WISHES
from judge.notation import find_power, words_of

_PHRASES = (*HOW, *WISHES, *LOOKUPS)
_LONGEST = 18  # words; what is longer is a story
_LONGEST_TEXT = 400
_POLITE = re.compile(
    r"^(?:(?:please|pls|plz|kindly|judge|sorry|also|and|so|now|just|well|ok|okay|bitte"
    r"|excuse me|let's|(?:could|can|would|will|may|might) (?:you|i|we)(?: please)?"
    r"|i(?:'d| would) like (?:you )?to|i want (?:you )?to"
    r"|(?:i )?just wondering)\b[\s,.:;!-]*)+",
    re.IGNORECASE,
)
_PLEASE = re.compile(r"[\s,]*(?:please|pls|plz|bitte|svp|thanks?|por favor)$", re.I)
_ASKS = re.compile(
    r"(?:when|what|what's|whats|who|who's|whose|whom|which|where|where's|how|how's|why"
    r"|did|do|does|is|are|am|was|were|has|have|can|could|may"
    r"|(?:show|tell|(?:re)?send|list|give|mail)(?= (?:me|us|the|my|all|a|your|results"
    r"|map|board|history)\b)"
    r"|any|whoami|i (?:did not|didn't|never|have not|haven't) (?:get|got|receive\w*)"
    r"|wann|wo|wer|wie|was|welche[rs]?|hast|habt|ist|sind|kann"
    r"|quand|qui|quel(?:le)?s?|où|comment|avez-vous|est-ce|puis-je"
    r"|cuándo|cuando|quién|quien|dónde|donde|cómo|qué|cuál)\b",
    re.IGNORECASE,
)
_GAME = re.compile(
    r"(?=\b(?:of|in|to|watch|observe|join|game|for|into|follow|does|is)\s+"
    r"(?P<game>[a-z][a-z0-9_+-]{1,30})\b)",
    re.IGNORECASE,
)
_DAY = re.compile(rf"\b{DAY}\b", re.IGNORECASE)
_COUNTS = {"a": 1, "an": 1, "another": 1, "one": 1, "two": 2, "three": 3, "four": 4}
_COUNTS |= {"five": 5, "six": 6, "seven": 7, "ten": 10}
_COUNTS |= {"zwei": 2, "drei": 3, "deux": 2, "trois": 3, "dos": 2, "tres": 3}
_HOURS = {"hour": 1, "day": 24, "week": 168, "stunde": 1, "tag": 24, "woche": 168}
_HOURS |= {"heure": 1, "jour": 24, "semaine": 168, "hora": 1, "día": 24, "dia": 24}
_SPAN = re.compile(
    rf"\b(?P<count>\d{{1,2}}|{'|'.join(_COUNTS)})(?: more| extra| additional)?"
    rf"[ -](?P<unit>{'|'.join(_HOURS)})(?:s|e|en|n)?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The lines that answer a question, or (`offered`) the lines that would do it."""

    lines: tuple[str, ...]
    offered: bool


@dataclass(frozen=True, slots=True)
class _Named:
    """What a line names: "" for nothing."""

    game: str
    power: str
    variant: str
    day: str
    days: str
    hours: int


def answer_to(line: str, known: Known, place: Place) -> Answer | None:
    """Return what answers `line` in plain words, None where nothing does."""
    plain = " ".join(without_greeting(line).lstrip("¿¡ ").split())
    if not plain or len(plain) > _LONGEST_TEXT or len(plain.split()) > _LONGEST:
        return None
    asking = plain.endswith("?") or _ASKS.match(plain) is not None
    plain = plain.rstrip(" .!?:…")
    bare = _PLEASE.sub("", _POLITE.sub("", plain)) or plain
    asking = asking or _ASKS.match(bare) is not None
    texts = dict.fromkeys((plain, bare))
    named = None
    for phrase in _PHRASES:
        if phrase.asking and not asking:
            continue
        if not any(map(phrase.pattern.fullmatch, texts)):
            continue
        lines = phrase.lines.get(place.role, ())
        named = named or _named(line, known, place)
        if lines and _is_whole(lines, named):
            put = tuple(_put_in(one, phrase, named, place) for one in lines)
            return Answer(put, phrase.offered)
    return None


def games_in(line: str) -> tuple[str, ...]:
    """Return the words of a question that may be names of games, in lower case."""
    return tuple(found["game"].lower() for found in _GAME.finditer(line))


def _named(line: str, known: Known, place: Place) -> _Named:
    words = cleaned(line).rstrip("?!").split()
    variants = (word.lower().strip(",.?!") for word in words)
    games = (game for game in games_in(line) if game in known.games)
    power = next(filter(None, (_power(word, known, place) for word in words)), "")
    return _Named(
        game=next(games, ""),
        power=power.upper(),
        variant=next((v for v in variants if v in known.vocabulary.variants), ""),
        day=found[0].capitalize() if (found := _DAY.search(line)) else "",
        days=_days(line),
        hours=_hours(line),
    )


def _days(line: str) -> str:
    """Return the days that a line names, as SET ABSENCE takes them."""
    first, last = days_in(line) or ("", "")
    return first if first == last else f"{first} TO {last}"


def _hours(line: str) -> int:
    """Return how many hours a line names, a day where it names none."""
    found = _SPAN.search(line)
    if found is None:
        return _HOURS["day"]
    count, unit = found["count"].lower(), found["unit"].lower()
    return (_COUNTS.get(count) or int(count)) * _HOURS[unit]


def _power(word: str, known: Known, place: Place) -> str:
    """Return the power that `word` names in full; a letter of it may be any word."""
    name = word.strip(",.:;!?'\"()").removesuffix("'s")
    if place.names is not None:
        found = find_power(words_of(name), place.names) if len(name) > 3 else None
        return found or ""
    return name if name.lower() in known.vocabulary.powers and len(name) > 3 else ""


def _is_whole(lines: tuple[str, ...], named: _Named) -> bool:
    """Return whether the line names all that these lines must have."""
    text = " ".join(lines)
    if "{variant}" in text and not named.variant:
        return False
    if "{day}" in text and not named.day:
        return False
    if "{days}" in text and not named.days:
        return False
    return "{power}" not in text or bool(named.power) or "@{game}" in text


def _put_in(line: str, phrase: Phrase, named: _Named, place: Place) -> str:
    """Return `line` with the names in it; the letter's own game need not be said."""
    own = place.game and named.game in ("", place.game.lower())
    needed = phrase.offered or line.startswith("LIST")
    game = named.game or place.game
    if own and not needed:
        game = ""
    return line.format(
        game=game or ("game" if phrase.offered else ""),
        power=named.power or "FRANCE",
        variant=named.variant,
        day=named.day,
        days=named.days,
        hours=named.hours,
    ).strip()
