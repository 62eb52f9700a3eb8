"""Reads questions and wishes in plain words, and returns the commands that answer them.

Texts that are for other people are wishes too: `Dear Germany, ...`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, takewhile

from judge.commands.blocks import power_named
from judge.commands.days import COUNTS, days_in, with_days_in_english
from judge.commands.known import Known, Place, cleaned, is_order, orders_anything, other_power
from judge.commands.match import masked, read_alone
from judge.commands.messages import starts_message, text_block
from judge.commands.passage import Found, Meaning, Passage
from judge.commands.talk import without_greeting
from judge.commands.wishes import WISHES
from judge.commands.wordings import DAY, HOW, LOOKUPS, Phrase, harmless
from judge.game import Unobeyed, Wish, find_zone
from judge.letter import Line
from judge.notation import find_power, words_of

_PHRASES = (*HOW, *WISHES, *LOOKUPS)
_LONGEST = 20  # words; a longer line is a story
_LONGEST_TEXT = 400
_MOST_LEADING = 4  # words: `A message to Germany: ...`
_POLITE = re.compile(
    r"^(?:(?:please|pls|plz|kindly|judge|btw|by the way|question"
    r"|quick question|sorry|also|and|so|now|just|well|ok|okay|bitte"
    r"|excuse me|let's|(?:could|can|would|will|may|might) (?:you|i|we)(?: please)?"
    r"|i(?:'d| would) like (?:you )?to|i want (?:you )?to"
    r"|(?:i )?just wondering)\b[\s,.:;!-]*)+",
    re.IGNORECASE,
)
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")
_PLEASE = re.compile(r"[\s,]*(?:please|pls|plz|bitte|svp|thanks?|por favor)$", re.I)
_ASKS = re.compile(
    r"(?:when|what|what's|whats|who|who's|whose|whom|which|where|where's|how|how's|why"
    r"|did|do|does|is|are|am|was|were|has|have|can|could|may"
    r"|(?:show|tell|(?:re)?send|list|give|mail)(?= (?:me|us|the|my|all|a|your|results"
    r"|map|board|history)\b)"
    r"|any|whoami|(?:till|until|by) when"
    r"|i (?:did not|didn't|never|have not|haven't) (?:get|got|receive\w*)"
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
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_IN_ZONE = re.compile(r"(?=\b(?:to|is|in|into|zone)\s+([a-z_]+(?:/[a-z_]+)*(?: [a-z]+)?))", re.I)
_TIME_OF_DAY = re.compile(
    r"\b(?P<hour>[01]?\d|2[0-3])(?:[:.h](?P<minute>[0-5]\d)(?: ?(?P<half>[ap])\.?m\b)?"
    r"| ?(?P<alone>[ap])\.?m\b| ?(?:h|uhr)\b)"
    r"|\b(?P<name>noon|midday|midnight|morning|afternoon)\b",
    re.IGNORECASE,
)
# Midnight ends the day that is named.
_HOUR_OF = {"noon": "12:00", "midday": "12:00", "midnight": "23:59"}
_HOUR_OF |= {"morning": "9:00", "afternoon": "15:00"}
_HOURS = {"hour": 1, "day": 24, "week": 168, "stunde": 1, "tag": 24, "woche": 168}
_HOURS |= {"heure": 1, "jour": 24, "semaine": 168, "hora": 1, "día": 24, "dia": 24}
_SPAN = re.compile(
    rf"\b(?P<count>\d{{1,2}}|{'|'.join(COUNTS)})(?: more| extra| additional)?"
    rf"[ -](?P<unit>{'|'.join(_HOURS)})(?:s|e|en|n)?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The lines that answer a question, or (`offered`) that would carry out a wish."""

    lines: tuple[str, ...]
    offered: bool


@dataclass(frozen=True, slots=True)
class _Named:
    """The names, days and hours in a line; "" if missing."""

    game: str
    power: str
    #: Another power that the line speaks to.
    addressed: str
    variant: str
    day: str
    days: str
    until: str
    hours: int
    address: str
    zone: str
    #: The time of day, 21:00 if none is named.
    time: str = "21:00"


def answer_to(line: str, known: Known, place: Place) -> Answer | None:
    """Return the answer to `line` in plain words, or None if no phrase fits."""
    plain = " ".join(with_days_in_english(without_greeting(line)).lstrip("¿¡ ").split())
    if plain.endswith(":"):
        # It is the heading of what is below: `Final orders:`
        return None
    if not plain or len(plain) > _LONGEST_TEXT or len(plain.split()) > _LONGEST:
        return None
    is_question = plain.endswith(_QUESTION_MARKS) or _ASKS.match(plain) is not None
    plain = plain.rstrip(" .!:…" + "".join(_QUESTION_MARKS))
    request = _PLEASE.sub("", _POLITE.sub("", plain)) or plain
    is_question = is_question or _ASKS.match(request) is not None
    texts = dict.fromkeys((plain, request))
    named = None
    for phrase in _PHRASES:
        lines = phrase.lines.get(place.role, ())
        if not lines or (phrase.asking and not is_question):
            continue
        if not any(map(phrase.pattern.fullmatch, texts)):
            continue
        named = named or _named(with_days_in_english(line), known, place)
        if _is_whole(lines, named, place):
            filled = tuple(_put_in(template, phrase, named, place) for template in lines)
            offered = harmless(line, filled) if phrase.offered else filled
            is_offer = phrase.offered and offered == filled
            return Answer(_with_text(offered, line, place) if is_offer else offered, is_offer)
    return None


# The text in a wish to tell somebody something, and words of a wish without a text.
_TOLD = re.compile(
    r".*?\b(?:tell|inform|announce|announcement|let|remind|say|write|send|message|ask)\b"
    r"[^:]{0,80}?(?:\b(?:that|saying)\b|:(?!\d\d\b))\s*(?P<that>\S.*)"
    r"|.*?\b(?:tell|inform|remind)\s+(?:the )?\w+(?: (?:players|powers|others))?,?\s+"
    r"(?P<told>(?:i|i\W\w+|we|my|our|the|it|there|not|please)\b.*)",
    re.I,
)
_WISHES_TO_TELL = re.compile(
    r"\b(?:send|forward|pass|write|tell|messages?|questions?|talk|speak|ask|remind\w*|say"
    r"|announce\w*)\b",
    re.I,
)


def _with_text(offered: tuple[str, ...], line: str, place: Place) -> tuple[str, ...]:
    """Return the lines of an offered message with its text, which `line` has, and its end."""
    if not offered[0].startswith(("PRESS", "BROADCAST")):
        return offered
    shown_line = masked(line.strip(), place)
    told = _TOLD.fullmatch(shown_line)
    text = (told["that"] or told["told"]) if told else shown_line
    is_empty = told is None and _WISHES_TO_TELL.search(shown_line)
    return offered[0], "your text" if is_empty else text, "ENDPRESS"


# Words before the names in a line that says for whom a text is: `Message to Germany and England`.
_OPENING_TEXT = """
press message msg mail email letter note telegram pm dm reply answer send pass forward write deliver
to for an à al para per aan till til dear hi hello hey hallo hola ciao salut bonjour liebe lieber
liebes cher chère caro cara beste kære kjære tell inform
"""
_OPENS = frozenset(_OPENING_TEXT.split())
_SENDS_TEXT = "press message msg mail email letter note telegram pm dm reply answer to for"
_SENDS = frozenset(_SENDS_TEXT.split())
_TELLS = frozenset({"tell", "inform"})
_BETWEEN_TEXT = """
and & the a my this is please pls also both und et y e en og och only private short quick dear to
"""
_BETWEEN_NAMES = frozenset(_BETWEEN_TEXT.split())
_EVERYBODY = frozenset({"all", "everybody", "everyone"})
_WORD = re.compile(r"[^\W_]+|&")
_BEHIND_NAMES = re.compile(
    r"(?: (?:only|alone|privately|please|pls|(?:for|from) me))*\s*"
    r"(?:(?P<mark>[:,.!)\uff1a]+)\s*|\Z)"
    r"|\s+(?P<that>(?:know )?that)\s+|\s+(?P<dash>[-\u2013\u2014]+)\s+"
    r"|(?P<please>\s+(?=pl(?:ea)?[sz]))|(?P<gap>\s+)",
    re.I,
)
_MOST_IN_ADDRESS = 20  # words
_FEWEST_WORDS = 3  # of a text below names alone
# The last sentence of a text, if it introduces what follows: `My orders:`.
_INTRODUCES = re.compile(r"(?:\A|(?<=[.!?]))[^.!?]*[:\uff1a]\s*\Z")


@dataclass(frozen=True, slots=True)
class Address:
    """The readers that a line names, and the text behind their names.

    `recipients` is () for all. `sends` is true if the line says that something is sent, `opened`
    if it begins with any word of address, such as `Dear`.
    """

    recipients: tuple[str, ...]
    text: str
    sends: bool
    opened: bool


def address_in(line: str, place: Place) -> Address | None:
    """Return the readers to which a line speaks, without its writer, or None.

    Examples: `Message to Germany and England`, `Dear Germany, dear England, let us ...`, `Press
    Italy: ...`, `Hey England, shall we ...`.
    """
    opens, powers, to_all, end = set[str](), list[str](), False, 0
    for found in islice(_WORD.finditer(line), _MOST_IN_ADDRESS):
        word = found[0].casefold()
        if power := power_named([word], place):
            powers.append(power)
        elif word in _EVERYBODY:
            to_all = True
        elif word in _OPENS and not end:
            opens.add(word)
            continue
        elif word in _BETWEEN_NAMES:
            continue
        else:
            break
        end = found.end()
    others = tuple(dict.fromkeys(name.upper() for name in powers if name != place.power))
    behind = _BEHIND_NAMES.match(line, end)
    if not end or behind is None or not (others or to_all):
        return None
    is_address = {
        "that": bool(opens & _TELLS),
        "dash": bool(opens & _SENDS),
        "please": True,
        "gap": line.lstrip().startswith("@"),
        "mark": bool(opens) or behind[0].strip()[:1] in (":", ",", "\uff1a"),
        # A name alone on its line.
        "": True,
    }[behind.lastgroup or ""]
    if not is_address or (to_all and not opens):
        return None
    text = line[behind.end() :].strip()
    sends = not opens.isdisjoint(_SENDS) or line.lstrip().startswith("@")
    return Address(() if to_all else others, text, sends, bool(opens))


def message_meant(line: str, passage: Passage) -> Found | None:
    """Return the offer of a message to those to whom a line speaks, or None.

    The text is the rest of the line and the lines below it, unless these may be for the judge.
    """
    place = passage.place
    if place.names is None or starts_message(line):
        return None
    request = _POLITE.sub("", line.strip())
    address = address_in(request, place)
    if address is None:
        return None
    # `To England: I am going to Denmark` looks like an order only at first sight.
    if is_order(line, place) and not (address.sends and not orders_anything(address.text, place)):
        return None
    block = text_block(_until_next_address(passage, address))
    below, inside = block.text.strip("\n"), block.inside
    if any(_may_be_for_judge(one, passage, address) for one in below.splitlines()):
        if not address.text:
            return None
        below, inside = "", ()
    text = "\n".join(filter(None, [_INTRODUCES.sub("", address.text).strip(), below]))
    if len(text.split()) < (1 if address.sends else _FEWEST_WORDS):
        return None
    to = f"PRESS TO {', '.join(address.recipients)}" if address.recipients else "BROADCAST"
    text_lines = (masked(one.rstrip(), place) for one in text.splitlines())
    offer = Wish(masked(line.strip(), place), (to, *text_lines, "ENDPRESS"))
    return Found((offer,), inside, Meaning.QUESTION)


def _until_next_address(passage: Passage, address: Address) -> tuple[Line, ...]:
    """Return the following lines up to one that speaks to others: `For Italy: ...`."""

    def goes_on(line: Line) -> bool:
        other = address_in(line.text, passage.place)
        return other is None or other.recipients == address.recipients

    return tuple(takewhile(goes_on, passage.following))


def _may_be_for_judge(line: str, passage: Passage, address: Address) -> bool:
    """Return whether a line below an address is an order or a command.

    A line that only looks like an order is none where something is said to be sent. To all, people
    also ask the judge.
    """
    known, place = passage.known, passage.place
    asks = not address.recipients and not address.sends
    if asks and answer_to(line, known, place) is not None:
        return True
    if is_order(line, place) and (not address.sends or orders_anything(line, place)):
        return True
    match read_alone(cleaned(line), known, place):
        case (_, Found(steps=steps)):
            return not all(isinstance(one, Unobeyed) for one in steps)
        case _:
            return False


def games_in(line: str) -> tuple[str, ...]:
    """Return the words of a question that may be names of games, in lower case."""
    return tuple(match["game"].lower() for match in _GAME.finditer(line))


def _named(line: str, known: Known, place: Place) -> _Named:
    words = cleaned(line).rstrip("?!").split()
    variants = (word.lower().strip(",.?!") for word in words)
    games = (game for game in games_in(line) if game in known.games)
    power = next(filter(None, (_power(word, known, place) for word in words)), "")
    first_day, last_day = days_in(line) or ("", "")
    single = first_day if first_day == last_day else ""
    return _Named(
        game=next(games, ""),
        power=power.upper(),
        addressed=_addressed(words, known, place),
        variant=next((v for v in variants if v in known.vocabulary.variants), ""),
        day=match[0].capitalize() if (match := _DAY.search(line)) else single,
        until=last_day,
        days=single or (f"{first_day} TO {last_day}" if first_day else ""),
        hours=_hours(line),
        address=match[0] if (match := _ADDRESS.search(line)) else "",
        zone=_zone(line),
        time=_time_of_day(line),
    )


def _time_of_day(line: str) -> str:
    """Return the time that a line names, such as 21:30, or 21:00 if it names none."""
    match = _TIME_OF_DAY.search(line)
    if match is None:
        return "21:00"
    if match["name"]:
        return _HOUR_OF[match["name"].lower()]
    hour, half = int(match["hour"]), (match["half"] or match["alone"] or "").lower()
    if half and 1 <= hour <= 12:
        hour = hour % 12 + (12 if half == "p" else 0)
    return f"{hour:02}:{match['minute'] or '00'}"


def _hours(line: str) -> int:
    """Return the number of hours in a line, 24 if it names none."""
    match = _SPAN.search(line)
    if match is None:
        return _HOURS["day"]
    # Patterns without case take a dotless i for an i, too, so `lower` is not enough.
    count, unit = "".join(words_of(match["count"])), "".join(words_of(match["unit"]))
    return (COUNTS.get(count) or int(count)) * _HOURS[unit]


# A zone is looked for in files, and many lines may repeat one name.
_find_zone = lru_cache(maxsize=1000)(find_zone)


def _zone(line: str) -> str:
    """Return the time zone that a line names after a small word, or ""."""
    names = (match[1] for match in _IN_ZONE.finditer(line))
    parts = (part for name in names for part in (name, name.split()[0]))
    return next(filter(None, map(_find_zone, parts)), "")


def _power(word: str, known: Known, place: Place) -> str:
    """Return the power that `word` names in full, or ""; a single letter may be any word."""
    name = word.strip(",.:;!?'\"()").removesuffix("'s")
    if place.names is not None:
        power = find_power(words_of(name), place.names) if len(name) > 3 else None
        return power or ""
    return name if name.lower() in known.vocabulary.powers and len(name) > 3 else ""


def _addressed(words: list[str], known: Known, place: Place) -> str:
    """Return the other power of `To Germany: ...` or `Germany, ...`, in capitals, or ""."""
    name = next((word for word in words[:_MOST_LEADING] if word.endswith((",", ":"))), "")
    power = _power(name, known, place)
    return "" if power == place.power else power.upper()


def _is_whole(lines: tuple[str, ...], named: _Named, place: Place) -> bool:
    """Return whether the line names everything that these lines need.

    Nobody concedes to themselves.
    """
    text = " ".join(lines)
    if text == "CONCEDE {power}" and named.power == place.power.upper():
        return False
    needed = ("addressed", "variant", "day", "days", "until", "address", "zone")
    if any(f"{{{name}}}" in text and not getattr(named, name) for name in needed):
        return False
    if "{own}" in text and place.names is None:
        return False
    return "{power}" not in text or bool(named.power) or "@{game}" in text


def _put_in(line: str, phrase: Phrase, named: _Named, place: Place) -> str:
    """Return `line` with its names filled in; the letter's own game is left out if possible."""
    own = place.game and named.game in ("", place.game.lower())
    needed = phrase.offered or line.startswith("LIST")
    game = named.game or place.game
    if own and not needed:
        game = ""
    return line.format(
        game=game or ("game" if phrase.offered else ""),
        power=named.power or other_power(place),
        other=other_power(place),
        variant=named.variant,
        own=place.names.variant.name if place.names else "",
        day=named.day,
        days=named.days,
        until=named.until,
        addressed=named.addressed,
        hours=named.hours,
        address=named.address,
        zone=named.zone,
        time=named.time,
    ).strip()
