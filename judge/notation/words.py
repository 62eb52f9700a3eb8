"""The words of orders, and the division of a line into the elements of an order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from itertools import zip_longest

from judge.engine import UnitKind
from judge.notation.names import Names, find_beginning, find_exactly, folded, words_of

# The kind of a unit at the beginning of a line, behind a number or signs.
BEGINS_WITH_UNIT = re.compile(r"\W*(?:\d+\W+)?(?:a|f|army|fleet)\b", re.I)


class Verb(Enum):
    """The meaning of a verb in an order; `BY` introduces a convoy or its route."""

    MOVE = auto()
    HOLD = auto()
    SUPPORT = auto()
    CONVOY = auto()
    BY = auto()
    RETREAT = auto()
    DISBAND = auto()
    BUILD = auto()
    WAIVE = auto()
    ALL = auto()


@dataclass(frozen=True, slots=True)
class Action:
    """A verb, or a dash or arrow."""

    verb: Verb
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Kind:
    """The kind of a unit, with its `size`."""

    kind: UnitKind
    start: int
    end: int
    size: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A province, with its coast if one was written."""

    province: int
    coast: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Nation:
    """A power's name or adjective; `place` is set if a province has the same name."""

    power: str
    place: Place | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shore:
    """A coast without a province before it."""

    code: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Number:
    """A number written in digits."""

    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Origin:
    """The word `from` before the origin of a unit, if the order names the target first."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """A word with which several names begin."""

    provinces: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word or sign that belongs to no order."""

    start: int
    end: int


Element = Action | Kind | Place | Nation | Shore | Number | Origin | Unclear | Unknown

_VERBS = {
    Verb.MOVE: "to m t into move moves moved moving mov mv mto go goes going attack "
    "attacks attacking advance advances sail sails march marches enter enters entering "
    "nach naar vers hacia verso",
    Verb.HOLD: "h hold holds held holding hld stand stands standing stay stays remain remains "
    "halt halten bleibt tient reste tiene resta",
    Verb.SUPPORT: "s support supports supported supporting supp sup backs helps "
    "unterstutzt soutient appuie apoya appoggia steunt",
    Verb.CONVOY: "c convoy convoys convoying conv transport transports transporting "
    "ferry ferries ferrying",
    Verb.BY: "via by through thru using convoyed",
    Verb.RETREAT: "r retreat retreats retreating ret rtr rto withdraw withdraws",
    Verb.DISBAND: "d disband disbands disbanded disbanding remove removes removed "
    "removing destroy destroys otb",
    Verb.BUILD: "b bld build builds built building create creates",
    Verb.WAIVE: "w waive waives waived waiving postpone",
    Verb.ALL: "all everything everyone",
}
VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words.split()}
KIND_OF = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets"), UnitKind.FLEET),
    **dict.fromkeys(("armee", "esercito", "ejercito", "exercito", "leger"), UnitKind.ARMY),
    **dict.fromkeys(("flotte", "flotta", "flota", "frota", "vloot"), UnitKind.FLEET),
}
DOUBLE = frozenset(("double", "a2"))
_FILLERS = "the in at from of on my our please unit units order orders province"
FILLERS = frozenset(_FILLERS.split())
# Articles and prepositions of other languages. They have no meaning in front of a whole name.
_FOREIGN_FILLERS = frozenset(
    (
        *("in", "para", "aus", "von", "uit"),
        *("der", "die", "das", "dem", "den", "des", "ins", "im", "zum", "zur"),
        *("la", "le", "les", "au", "aux", "en", "dans", "sur", "el", "los", "las", "al"),
        *("il", "lo", "gli", "alla", "allo", "nel", "nella", "nello", "sul", "sulla"),
        *("de", "o", "het", "ter", "till", "til", "mot"),
    )
)
_MOST_FILLERS = 2  # `dans la Manche`
_GOES = frozenset(("geht", "zieht", "gaat", "va"))
_TOWARD = _GOES | {
    *("para", "al", "alla", "allo", "au", "aux", "ins", "zum", "zur", "nel", "nella", "nello")
}
_TO = "a"
# The article of `nell'Adriatico`. Spaces of the same length replace it, so that positions stay.
_ELIDED = re.compile(r"(?<![\w'])(?:l|nell|all|dall|sull|dell)'([^\W\d_]{3,})", re.IGNORECASE)


def is_order_word(name: str) -> bool:
    """Return whether `name` is a word with another meaning in orders, such as `Hold`."""
    word = "".join(words_of(name))
    return word in VERB_OF or word in KIND_OF


_TOKEN = re.compile(r"(?P<dash>(?:[-=~]+ ?)?>+|-+|~+)|(?P<word>[^\W_]+(?:'[^\W_]+)*)|[^\s.]")
_JOINTS = {"-", "+"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign; `key` is its folded text, `tight` means no space before it."""

    key: str
    start: int
    end: int
    is_word: bool
    tight: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive words, with the indices of their tokens."""

    words: tuple[str, ...]
    at: tuple[int, ...]
    start: int
    end: int

    @property
    def next(self) -> int:
        """Return the index of the token after the words."""
        return self.at[-1] + 1

    @property
    def has_order_word(self) -> bool:
        """Return whether one of the words is a verb or a kind of unit."""
        return any(word in VERB_OF or word in KIND_OF for word in self.words)


def tokens_of(line: str) -> tuple[Token, ...]:
    """Return the words and signs of a plain line, without full stops."""
    tokens = []
    end = -1
    for match in _TOKEN.finditer(line):
        is_word = bool(match["word"])
        key = folded(match[0]) if is_word else match[0]
        if match["dash"] and key != "-":
            key = "->"
        tight = match.start() == end
        end = match.end()
        tokens.append(Token(key, match.start(), end, is_word, tight))
    return tuple(tokens)


def runs_from(tokens: Sequence[Token], at: int, longest: int) -> Iterator[Run]:
    """Yield the first word from token `at` on, the first two, and so on up to `longest`.

    A dash or plus between words is part of a name only without spaces around it.
    """
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    start = tokens[at].start if at < len(tokens) else 0
    while at < len(tokens) and tokens[at].is_word and len(words) < longest:
        words, places = (*words, tokens[at].key), (*places, at)
        yield Run(words, places, start, tokens[at].end)
        at += 2 if _is_joined(tokens[at + 1 : at + 3]) else 1


def _is_joined(tokens: Sequence[Token]) -> bool:
    """Return whether a dash or plus and a word follow without spaces."""
    if len(tokens) < 2 or tokens[0].key not in _JOINTS:
        return False
    return all(token.tight for token in tokens)


def combined(elements: Sequence[Element], *, doubles: bool) -> tuple[Element, ...]:
    """Return the elements with coasts attached to their places, and without articles.

    `doubles` tells whether the variant has armies of double size.
    """
    if doubles:
        elements = tuple(_doubled(elements))
    return tuple(_nations_resolved(_with_coasts(_without_articles(elements))))


def _doubled(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements, with the two of `double army` combined into one."""
    doubled = False
    for element, follower in zip_longest(elements, elements[1:]):
        if doubled and isinstance(element, Kind):
            doubled = False
        elif isinstance(element, Kind) and element.size > 1 and isinstance(follower, Kind):
            doubled = True
            yield replace(element, kind=follower.kind, end=follower.end)
        else:
            yield element


def _without_articles(elements: Sequence[Element]) -> list[Element]:
    """Return the elements without the `a` of `builds a fleet` and `via a convoy`."""
    before: Sequence[Element | None] = (None, *elements)
    after: Sequence[Element | None] = (*elements[1:], None)
    return [
        element
        for previous, element, follower in zip(before, elements, after, strict=False)
        if not (isinstance(element, Kind) and _is_article(previous, element, follower))
    ]


def _is_article(before: Element | None, kind: Kind, after: Element | None) -> bool:
    """Return whether a kind is the article of `a fleet`, or the `a` of `una flotta a Brest`."""
    is_letter = kind.end - kind.start == 1
    match before, after:
        case Kind(start=start, end=end), Place() if is_letter and end - start > 1:
            return True
        case _, Kind(start=start, end=end) if not is_letter and end - start == 1:
            return False
        case _, Kind():
            return True
        case Action(verb=Verb.BY), Action(verb=Verb.CONVOY):
            return True
        case _:
            return False


def _with_coasts(elements: Sequence[Element]) -> list[Element]:
    """Return the elements with each coast attached to its place."""
    combined_elements: list[Element] = []
    at = 0
    while at < len(elements):
        element: Element = elements[at]
        length = 1
        match elements[at : at + 4]:
            case [Place(coast=None) as place, Shore() as shore, *_]:
                element, length = replace(place, coast=shore.code, end=shore.end), 2
            case [Nation(place=Place() as place), Shore() as shore, *_]:
                element, length = replace(place, coast=shore.code, end=shore.end), 2
            case [Shore() as shore, Place(coast=None) as place, *_]:
                element, length = replace(place, coast=shore.code, start=shore.start), 2
            case [Place(), Action(), Shore(), Place()]:
                pass
            case [Place(coast=None) as place, Action(verb=Verb.MOVE), Shore() as s, *_]:
                element, length = replace(place, coast=s.code, end=s.end), 3
            case _:
                pass
        combined_elements.append(element)
        at += length
    return combined_elements


def _nations_resolved(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements; `English` is a province (the Channel) unless a unit follows it."""
    before: Element | None = None
    for number, element in enumerate(elements):
        resolved: Element = element
        if isinstance(element, Nation) and element.place:
            following = elements[number + 1 : number + 3]
            if not _is_of_power(before, following):
                resolved = element.place
        before = resolved
        yield resolved


def _is_of_power(before: Element | None, following: Sequence[Element]) -> bool:
    """Return whether a word for a power and province means the power here."""
    if isinstance(before, Kind):
        return False
    match following:
        case [Kind(), *_] | [Place(), _]:
            return True
        case _:
            return False


# The `'s` of `Italy's army`. Spaces of the same length replace it, so that positions stay.
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])'s(?= )", re.IGNORECASE)
_BEFORE_COLON = {*KIND_OF, *VERB_OF, *FILLERS}
_ON_WATER = {"sea", "water", "boat", "boats", "ship", "ships"}
_WITH_CONVOY = {"withconvoy", "withaconvoy", "withtheconvoy"}
_SHORE_ENDS = {"c", "coast"}
_ORIGINS = frozenset(("from", "aus", "von", "uit", "de"))
_SIGNS = {"-": Verb.MOVE, "->": Verb.MOVE, "+": Verb.BUILD}


@lru_cache(maxsize=1024)
def elements_of(line: str, names: Names) -> tuple[Element, ...]:
    """Return the elements of the plain text `line` in order.

    Words without meaning (the, in, at) are left out, and a coast is part of its place.
    """

    def without_article(match: re.Match[str]) -> str:
        word = folded(match[1])
        known = word in names.whole or word in KIND_OF
        return match[1].rjust(len(match[0])) if known else match[0]

    tokens = tokens_of(_ELIDED.sub(without_article, _POSSESSIVE.sub("  ", line)))
    elements: list[Element] = []
    at = 0
    while at < len(tokens):
        token, last = tokens[at], elements[-1] if elements else None
        # After a place `from` tells the origin, as in `to Burgundy from Paris`.
        if token.key in _ORIGINS and _names_origin(elements, tokens, at, names):
            elements.append(Origin(token.start, token.end))
            at += 1
        elif _leads_on(elements, tokens, at, line, names):
            elements.append(Action(Verb.MOVE, token.start, token.end))
            at += 1
        elif (
            _says_nothing(tokens, at, names)
            # The colon of `A Par: Bur`.
            or (token.key == ":" and isinstance(last, Place | Shore))
            or _is_foreign_filler(tokens, at, names)
        ):
            at += 1
        else:
            new, at = _next(tokens, at, names, after=last)
            elements.extend(new)
    return combined(elements, doubles=names.doubles)


def _says_nothing(tokens: Sequence[Token], at: int, names: Names) -> bool:
    """Return whether a token has no meaning. On some maps `THE` is a province."""
    key = tokens[at].key
    if key == ":":
        return at > 0 and tokens[at - 1].key in _BEFORE_COLON
    following = tokens[at + 1 : at + 2]
    if key in _ON_WATER:
        ends = not any(t.is_word and t.key not in VERB_OF for t in following)
        return ends and at > 0 and VERB_OF.get(tokens[at - 1].key) is Verb.BY
    if key == "an":
        return any(t.key in KIND_OF for t in following)
    if key not in FILLERS:
        return False
    leads = any(t.is_word and t.key not in VERB_OF for t in following)
    return leads or not find_exactly((key,), names)


def _names_origin(
    elements: Sequence[Element], tokens: Sequence[Token], at: int, names: Names
) -> bool:
    """Return whether a token like `from` tells the origin of a move, behind its target."""
    if not any(isinstance(element, Place) for element in elements):
        return False
    return tokens[at].key == "from" or (
        isinstance(elements[-1], Place) and _is_foreign_filler(tokens, at, names)
    )


def _is_foreign_filler(tokens: Sequence[Token], at: int, names: Names) -> bool:
    """Return whether a token is an article or preposition: `nach der Ukraine`, `in die Ukraine`."""
    if at >= len(tokens):
        return False  # A sentence ends with `geht`.
    # Some maps have a name such as La Plata.
    if tokens[at].key in _FOREIGN_FILLERS and _whole_name(tokens, at, names):
        return False
    for number in range(at, min(at + _MOST_FILLERS, len(tokens) - 1)):
        # `in den Kanal`; `DEN` is a province.
        if tokens[number].key not in _FOREIGN_FILLERS or (
            number == at
            and tokens[at].key in names.exact
            and (at == 0 or tokens[at - 1].key != "in")
        ):
            return False
        following = tokens[number + 1]
        kind = len(following.key) > 1 and following.key in KIND_OF
        if kind or _whole_name(tokens, number + 1, names):
            return True
    return False


def _whole_name(tokens: Sequence[Token], at: int, names: Names) -> Run | None:
    """Return the longest whole name from token `at` on, or None."""
    if at >= len(tokens) or tokens[at].key not in names.openings:
        return None
    runs = [
        run for run in runs_from(tokens, at, names.longest) if " ".join(run.words) in names.whole
    ]
    return runs[-1] if runs else None


def _leads_on(
    elements: Sequence[Element], tokens: Sequence[Token], at: int, line: str, names: Names
) -> bool:
    """Return whether a token is the `to` of another language: `Varsovia a Galitzia`.

    Such an `a` stands between two whole names. In `a Roma a Venezia` and `Roma a, Venezia f` it is
    an army.
    """
    token = tokens[at]
    if token.key in _TOWARD and elements and isinstance(elements[-1], Place | Unclear):
        if any(isinstance(one, Action) and one.verb is Verb.MOVE for one in elements):
            return False
        at += token.key in _GOES
        follower = tokens[at].key if at < len(tokens) else ""
        return (
            VERB_OF.get(follower) is Verb.MOVE
            or _is_foreign_filler(tokens, at, names)
            or (follower == _TO and _whole_name(tokens, at + 1, names) is not None)
        )
    if line[token.start : token.end] != _TO:
        return False
    match elements:
        case [*_, Kind() as kind, Place() as place] if line[kind.start : kind.end] != _TO:
            pass
        case [Place() as place] | [*_, Action(), Place() as place]:
            pass
        case _:
            return False
    run = _whole_name(tokens, at + 1, names)
    if run is None or " ".join(words_of(line[place.start : place.end])) not in names.whole:
        return False
    following = tokens[run.next : run.next + 1]
    return not any(one.key in KIND_OF or one.key in _SIGNS for one in following)


def _next(
    tokens: Sequence[Token], at: int, names: Names, after: Element | None
) -> tuple[list[Element], int]:
    """Return the elements at token `at`, of the longest name possible, and the next index."""
    token = tokens[at]
    if not token.is_word:
        return _sign(tokens, at, names)
    runs = list(runs_from(tokens, at, names.longest))
    for run in reversed(runs):
        # After a province `S` is a support, rather than the S of S. Petersburg.
        is_verb = isinstance(after, Place | Shore) and token.key in VERB_OF
        if run is runs[0] or not (is_verb or _is_two_names(run, tokens, names)):
            is_word = len(run.words) == 1
            element = _element_of_word(run, names) if is_word else _element_of_phrase(run, names)
            if element:
                return [element], run.next
    for run in reversed(runs):
        pair = _glued(run, names)
        if pair:
            return pair, run.next
    return [Unknown(token.start, token.end)], at + 1


def _is_two_names(run: Run, tokens: Sequence[Token], names: Names) -> bool:
    """Return whether the words should be read as a name and the beginning of a longer name.

    In `Arabia-Sea of Ceylon` the first name is `Arabia`, because `Sea of Ceylon` is longer than the
    rest of `Arabian Sea`.
    """
    for length in range(1, len(run.words)):
        if " ".join(run.words[:length]) in names.exact:
            later_runs = runs_from(tokens, run.at[length], names.longest)
            longer = (later for later in later_runs if later.next > run.next)
            if any(" ".join(later.words) in names.exact for later in longer):
                return True
    return False


def _sign(tokens: Sequence[Token], at: int, names: Names) -> tuple[list[Element], int]:
    """Return the element of a sign at token `at`, and the next index."""
    token = tokens[at]
    if token.key in _SIGNS:
        return [Action(_SIGNS[token.key], token.start, token.end)], at + 1
    if token.key in "/\\":
        for run in reversed(list(runs_from(tokens, at + 1, 2))):
            code = names.coasts.get("".join(run.words))
            if code:
                return [Shore(code, token.start, run.end)], run.next
    return [Unknown(token.start, token.end)], at + 1


def _element_of_phrase(run: Run, names: Names) -> Element | None:
    """Return the element that several words form, or None."""
    span = run.start, run.end
    joined = "".join(run.words)
    if provinces := names.exact.get(" ".join(run.words), ()):
        place = _place(provinces, span)
        if joined in names.powers and isinstance(place, Place):
            return Nation(names.powers[joined], place, *span)
        return place
    if joined in _WITH_CONVOY:
        return Action(Verb.BY, *span)
    # On a board with a sea `NTH`, `NTH C` is a fleet that convoys, not a north coast.
    by_letter = run.words[-1] == "c" and run.words[0] in names.exact
    if joined in names.coasts and run.words[-1] in _SHORE_ENDS and not by_letter:
        return Shore(names.coasts[joined], *span)
    # `Swe-Den` is two provinces rather than one, and `Con S` is not Constantinople.
    if run.has_order_word or all(word in names.exact for word in run.words):
        return None
    if joined in names.powers:
        return Nation(names.powers[joined], None, *span)
    provinces = names.exact.get(joined) or find_beginning(run.words, names)
    return _place(provinces, span)


def _element_of_word(run: Run, names: Names) -> Element | None:
    """Return the element of a single word, or None; names precede kinds and verbs."""
    word, span = run.words[0], (run.start, run.end)
    provinces = names.exact.get(word, ())
    if word in names.powers:
        place = Place(provinces[0], None, *span) if len(provinces) == 1 else None
        return Nation(names.powers[word], place, *span)
    if provinces:
        return _place(provinces, span)
    if word in KIND_OF:
        return Kind(KIND_OF[word], *span)
    if word in DOUBLE and names.doubles:
        return Kind(UnitKind.ARMY, *span, size=2)
    if word in VERB_OF:
        return Action(VERB_OF[word], *span)
    if word in names.glued:
        return Place(*names.glued[word], *span)
    if len(word) > 1 and names.coasts.get(word, "") and word[-1] in "ct":
        return Shore(names.coasts[word], *span)
    if word.isdecimal():
        return Number(int(word), *span)
    return _place(find_beginning((word,), names), span)


def _place(provinces: tuple[int, ...], span: tuple[int, int]) -> Place | Unclear | None:
    """Return a place, or an unclear element for several provinces, or None for no province."""
    match provinces:
        case ():
            return None
        case (province,):
            return Place(province, None, *span)
        case _:
            return Unclear(provinces, *span)


def _glued(run: Run, names: Names) -> list[Element]:
    """Return the unit and province of words like `ANwy`, or an empty list."""
    letter, rest = run.words[0][0], run.words[0][1:]
    provinces = find_exactly((rest, *run.words[1:]), names)
    if letter not in KIND_OF or len(provinces) != 1:
        return []
    cut = run.start + 1
    return [Kind(KIND_OF[letter], run.start, cut), Place(provinces[0], None, cut, run.end)]


_WHOSE = r"(?:(?:of|the|my|our) )*"
_UNITS = r"(?:units|ones|pieces|(?P<kind>armies|fleets)|builds?)"
_OTHERS = (
    rf"(?:all |every |any )?{_WHOSE}"
    rf"(?:others?|rest|remaining|remainder|every(?:thing|body|one) else|anything else)"
    rf"(?: {_WHOSE}{_UNITS})?"
)
_ACTIONS = {
    "hold": r"holds?|stays?|stands?|remains?",
    "disband": r"disbands?",
    "waive": r"waives?|waived",
}
_WHERE = r"(?:their )?positions?|in place|where they (?:are|stand)"
_STILL = rf"(?: (?:put|still|fast|{_WHERE}))?"
_WILL = r"(?:(?:to|will|shall|should|must|just|are) )?"
# Sentences that mean all other units without the word "others": `everyone holds`.
_FOR_ALL = re.compile(
    rf"every(?:body|one) (?:holds?|stays?|stands?){_STILL}|stay put"
    rf"|(?:(?:my|our|the|both|all) )*(?P<kind>armies|fleets) (?:hold|stay|stand){_STILL}",
    re.IGNORECASE,
)
_SENTENCES = {
    deed: re.compile(
        rf"{_OTHERS} ?:? ?{_WILL}(?:{words}){_STILL}"
        rf"|(?:{words}) {_OTHERS.replace('?P<kind>', '?P<kind_behind>')}{_STILL}",
        re.IGNORECASE,
    )
    for deed, words in _ACTIONS.items()
}


def order_for_all(text: str) -> str | None:
    """Return a sentence for all other units in the form `all hold`, `all armies hold` or the like.

    None for any other text. The caller gives such orders only to units without another order.
    """
    for action, sentence in _SENTENCES.items():
        if match := sentence.fullmatch(text):
            kind = match["kind"] or match["kind_behind"] or ""
            return " ".join(f"all {kind} {action}".split())
    if match := _FOR_ALL.fullmatch(text):
        return " ".join(f"all {match['kind'] or ''} hold".split())
    return None


# Single letters are verbs or kinds of unit only if no other meaning is possible.
_VERB = "|".join(word for word in VERB_OF if len(word) > 1) + "|[hscdrbtm]"
_KIND = r"(?:army|armies|fleets?|a2|[af](?! [hscdrbtm]\b)\b)\.?"
_NAME = r"[^\W\d_][\w./'()-]*(?: [^\W\d_][\w./'()-]*){0,2}?"
_DASH = r"(?:[-=~]*>+|-+|~+)"
_DETERMINERS = r"(?:the |my |our |an? )*"
_FIRST = r"(?:move|order|build|remove|disband|retreat|destroy|hold|[br+-])"
# A line that begins with `A` and a small word is prose.
_PROSE = r"(?-i:A (?:[a-z]{4,}|big|new|bad|few|lot|bit|fan|day)\b)"
_SHAPES = (
    rf"{_DETERMINERS}{_KIND} ?(?:(?:in|at|of|from) )?{_NAME}"
    rf"(?: ?{_DASH}| ?[:=]| (?:{_VERB})\b)",
    rf"{_FIRST} ?{_DETERMINERS}(?:\d+ )?{_KIND}(?: .*)?$",
    rf"{_NAME} ?{_DASH} ?{_NAME} ?$",
    rf"{_NAME} [sc] {_NAME}(?: ?{_DASH} ?{_NAME})?$",
    r"[af] [a-z]{3}(?:/[nsew]c)?$",
    r"waived?(?: (?:a|one|two|all|the|my|builds?|rest|\d+))*$",
    rf"(?:hold|disband|waive) all$|all(?: {_KIND}| units)? (?:hold|disband|waive)s?$",
)
_SHAPE = re.compile(rf"(?!{_PROSE})(?:{'|'.join(_SHAPES)})", re.IGNORECASE)


def has_shape(text: str) -> bool:
    """Return whether a plain sentence looks like an order on some board."""
    return order_for_all(text) is not None or _SHAPE.match(text) is not None
