"""Lines that say for whom or when what stands below them is, or for which case."""

import re
from dataclasses import dataclass

from judge.commands.grammar.passage import Found, Heading, Misread, Passage
from judge.commands.grammar.words import cleaned, hidden
from judge.commands.known import Place, is_order
from judge.commands.lines import Meaning
from judge.game import Aside, NotObeyed, PlanOrders, SubmitOrders
from judge.notation import PHASE, find_power, phase_of, read_phase_name, words_of

_PHASE = re.compile(rf"(?<![\w-])(?:{PHASE})(?!\w)", re.I)
_BEHIND_PHASE = re.compile(rf"(?P<phase>{PHASE})[\s,:]+(?P<line>\S.*)", re.I)
_NEXT = re.compile(
    r"\b(?:next|following|coming|later|nächste[nr]?|prochain(?:e|s)?|próxim[oa])\b"
    r"(?: (?:turn|phase|round|season|year|move|time|spring|fall|autumn|winter|runde"
    r"|zug|tour|turno)s?)?",
    re.I,
)
_SEASON = re.compile(r"\b(spring|fall|autumn|winter)\b", re.I)
_WORD = re.compile(r"[^\W\d_][\w'’]*")  # noqa: RUF001 - phones write that apostrophe
# What people write above their orders beside the names of a power, game and phase.
_FILLER_WORDS = """
a again all and are as armies army as at below build builds dear fleet fleets follow
following follows for from game here hereby his i in is it judge list mine move moves
movement movements my new now of order orders our phase please power province
provinces retreat retreats season send set submit the their them these this turn
units unit with year
befehle bitte die für hier meine meiner sind züge
ici les mes mon nos ordre ordres pour voici
aquí estas las los mis movimientos órdenes ordenes para son
ecco gli i miei ordini per
"""
_FILLERS = frozenset(_FILLER_WORDS.split())
_ANNOUNCING = """
order orders moves move movements armies fleets army fleet units builds retreats
befehle züge ordres ordre órdenes ordenes movimientos ordini
"""
_ANNOUNCE = frozenset(_ANNOUNCING.split())
_CASE = re.compile(
    r"\W*(?:but |and |or |only )*(?:if|unless|when|whenever|once|should|in case"
    r"|provided|assuming|otherwise|else|or else|alternatively|plan [b-z]|option \w+"
    r"|wenn|falls|sonst|si|sinon|quand|sauf)\b.*:\W*",
    re.I,
)
_SHORT_CASE = re.compile(
    r"\s*if\b(?P<condition>.*?)\bthen\b[\s:,]*(?P<order>\S.*?)"
    r"(?:[\s,;.]+else\b[\s:,]*(?P<other>\S.*))?",
    re.I,
)
_ELSE = re.compile(r"\W*(?:or )?(?:else|otherwise)\W*", re.I)
_TOLD = re.compile(
    r".*\b(?:last (?:turn|year|time|phase|season|round)|previous\w*|yesterday"
    r"|old orders?|had ordered|ordered|example|instance|letzte \w+|told me|wrote"
    r"|says?|said)\b.*:\W*",
    re.I,
)
_LONGEST = 12  # words
_LONGEST_TEXT = 300
_LONGEST_POWER = 3  # words; with more that say something else a line is no heading
_BEFORE_ORDER = re.compile(
    rf"\W*(?:(?:and|then|but|now|my|orders?|moves?)\s+)*(?:for\s+|in\s+|on\s+)?"
    rf"(?:the\s+|my\s+)?(?P<when>{PHASE}|{_NEXT.pattern}"
    r"|(?:spring|fall|autumn|winter))\s*[,:]*\s+(?P<rest>\S.*)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What a line names of when and whose; "" for nothing, None for another phase."""

    when: str | None
    whose: str
    words: frozenset[str]


def heading(line: str, place: Place) -> Found | None:
    """Return what a heading says of the lines below it, None if `line` is none."""
    text = cleaned(line)
    words = text.split()
    is_short = len(words) <= _LONGEST and len(text) <= _LONGEST_TEXT
    if is_short and (_ELSE.fullmatch(text) or _CASE.fullmatch(text)):
        return _governing(line, Aside.CASE)
    if is_short and _TOLD.fullmatch(text):
        return _governing(line, Aside.TOLD)
    if len({*map(str.lower, words)} - _FILLERS) > _LONGEST:
        return None  # more than a power, a game and a phase take
    said = _said(text, place)
    dated = said.when != "" or _PHASE.search(text) is not None
    named = dated or bool(said.whose) or not said.words.isdisjoint(_ANNOUNCE)
    if not named or not said.words <= _FILLERS:
        return None
    if not dated and not said.whose and not text.endswith(":"):
        return None
    return _heeded(line, said, place)


def in_another_phase(line: str, place: Place) -> Found | None:
    """Return what an order is that names its phase, None if it names none.

    For a phase to come it is none: `Next turn A Bur - Mun`.
    """
    found = _BEFORE_ORDER.fullmatch(cleaned(line))
    if found is None or not is_order(found["rest"], place):
        return None
    when = _phase_in(found["when"], place)
    if when == "":
        return None
    if when is None:
        lines = (line.strip(),)
        return Found((NotObeyed(Aside.PHASE, lines),), meaning=Meaning.ELSEWHERE)
    return Found((SubmitOrders((found["rest"],)),), meaning=Meaning.ORDER)


def short_case(line: str) -> tuple[str, ...] | None:
    """Return a case on one line, `IF A ROM THEN A VEN - APU`, as several lines."""
    found = _SHORT_CASE.fullmatch(line)
    if found is None:
        return None
    first, second = found["order"], found["other"]
    told = (f"IF {found['condition'].strip()}", first)
    return (*told, "ELSE", second, "ENDIF") if second else (*told, "ENDIF")


def later_phase(passage: Passage) -> Found | Misread:
    """Return that the lines behind PHASE are for another phase, unless it is now.

    They are kept until then. The first may stand on its line: `PHASE F1901M A PAR H`.
    """
    running = _running(passage.place)
    named = _named(passage.rest, passage.place)
    if named is None and (first := _BEHIND_PHASE.fullmatch(passage.rest)):
        return _first_for(first, passage.place)
    if running and named == running:
        return Found((Heading(None),))
    if named is None and passage.rest and not passage.rest[:1].isdigit():
        return Misread()
    if named:
        return Found((PlanOrders(named), Heading(Aside.PHASE, phase=named)))
    line = f"PHASE {hidden(passage.rest, 3)}".strip()
    return Found((NotObeyed(Aside.PHASE, (line,)), Heading(Aside.PHASE)))


def _first_for(first: re.Match[str], place: Place) -> Found:
    """Return what a line behind a phase is, and that those below are for it, too."""
    named = _named(first["phase"], place)
    assert named is not None
    line = first["line"]
    if named == _running(place):
        return Found((SubmitOrders((line,)), Heading(None)), meaning=Meaning.ORDER)
    lines = short_case(line) or (line,)
    kept = PlanOrders(named, lines)
    return Found((kept, Heading(Aside.PHASE, phase=named)))


def _governing(line: str, why: Aside) -> Found:
    steps = (NotObeyed(why, (line.strip(),)), Heading(why))
    return Found(steps, meaning=Meaning.ELSEWHERE, unclear=why is Aside.CASE)


def _heeded(line: str, said: _Said, place: Place) -> Found:
    """Return what becomes of the lines below: those of others come back."""
    if said.when is None:
        why: Aside | None = Aside.PHASE
    elif said.whose in place.lent and said.whose:
        # Whose each line is tells the unit that it names.
        return Found((Heading(None),), meaning=Meaning.HEADING)
    elif said.whose and place.power and said.whose != place.power:
        why = Aside.POWER
    elif said.when or said.whose:
        why = None
    else:
        return Found(meaning=Meaning.HEADING)
    if why is None:
        return Found((Heading(None, said.whose),), meaning=Meaning.HEADING)
    steps = (NotObeyed(why, (line.strip(),)), Heading(why))
    return Found(steps, meaning=Meaning.HEADING)


def _said(text: str, place: Place) -> _Said:
    when = _phase_in(text, place)
    rest = _NEXT.sub(" ", _PHASE.sub(" ", text))
    rest = rest if when == "" else _SEASON.sub(" ", rest)
    words = [word.lower() for word in _WORD.findall(rest)]
    if place.game:
        words = [word for word in words if word != place.game.lower()]
    strange = sum(word not in _FILLERS for word in words)
    for size in (3, 2, 1) if strange <= _LONGEST_POWER else ():
        for at in range(len(words) - size + 1):
            name = words[at : at + size]
            if power := _power(name, place):
                left = frozenset(words[:at] + words[at + size :])
                return _Said(when, power, left)
    return _Said(when, "", frozenset(words))


def _power(words: list[str], place: Place) -> str:
    if place.names is None or min(map(len, words)) < 3:
        return ""
    name = words_of(" ".join(words))
    found = find_power(name, place.names)
    return found if found and "".join(name) in place.names.powers else ""


def _phase_in(text: str, place: Place) -> str | None:
    """Return the running phase if `text` names it, None if another one, else ""."""
    running = _running(place)
    if not running:
        return ""
    if found := _PHASE.search(text):
        return running if _named(found[0], place) == running else None
    if _NEXT.search(text):
        return None
    season = _SEASON.search(text)
    if season is None:
        return ""
    letter = "F" if season[1].lower() in ("fall", "autumn") else season[1][0].upper()
    return running if running.startswith(letter) else None


def _named(text: str, place: Place) -> str | None:
    """Return the phase that `text` names, in its short form where a game is known."""
    named = read_phase_name(text)
    return phase_of(named, place.reader.variant) if named and place.reader else named


def _running(place: Place) -> str:
    return str(place.reader.position.phase) if place.reader else ""
