"""The words that an order can be written in, and a line cut into the elements of an order."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from judge.engine import UnitKind
from judge.notation.names import Names, find_beginning, find_exactly, folded, words_of


class Verb(Enum):
    """What the words of an order ask for; `BY` precedes a convoy or its route."""

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
    """An army or a fleet, or one of another `size`."""

    kind: UnitKind
    start: int
    end: int
    size: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A province, with its coast where one was written."""

    province: int
    coast: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Nation:
    """A power's name or adjective; `place` if a province has the same word."""

    power: str
    place: Place | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Shore:
    """A coast that no province stands before."""

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
    """The `from` before the place a unit comes from, where its goal was said first."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unclear:
    """The beginning of several names."""

    provinces: tuple[int, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A word or sign that is nothing of an order."""

    start: int
    end: int


Element = Action | Kind | Place | Nation | Shore | Number | Origin | Unclear | Unknown

_VERBS = {
    Verb.MOVE: "to m t into move moves moved moving mov mv go goes going attack "
    "attacks attacking advance advances sail sails march marches",
    Verb.HOLD: "h hold holds held holding stand stands standing stay stays remain remains",
    Verb.SUPPORT: "s support supports supported supporting supp sup backs helps",
    Verb.CONVOY: "c convoy convoys convoying conv transport transports transporting "
    "ferry ferries ferrying",
    Verb.BY: "via by through thru using convoyed",
    Verb.RETREAT: "r retreat retreats retreating ret withdraw withdraws",
    Verb.DISBAND: "d disband disbands disbanded disbanding remove removes removed "
    "removing destroy destroys otb",
    Verb.BUILD: "b build builds built building create creates",
    Verb.WAIVE: "w waive waives waived waiving postpone",
    Verb.ALL: "all everything everyone",
}
VERB_OF = {word: verb for verb, words in _VERBS.items() for word in words.split()}
KIND_OF = {
    **dict.fromkeys(("a", "army", "armies"), UnitKind.ARMY),
    **dict.fromkeys(("f", "fleet", "fleets"), UnitKind.FLEET),
}
DOUBLE = frozenset(("double", "a2"))
_FILLERS = "the in at from of on my our please unit units order orders province"
FILLERS = frozenset(_FILLERS.split())


def is_order_word(name: str) -> bool:
    """Return whether a name is what orders say something else with, as `Hold`."""
    word = "".join(words_of(name))
    return word in VERB_OF or word in KIND_OF


_TOKEN = re.compile(r"(?P<dash>(?:[-=~]+ ?)?>+|-+|~+)|(?P<word>[^\W_]+(?:'[^\W_]+)*)|[^\s.]")
_JOINTS = {"-", "+"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a sign; `key` is folded, `tight` if no blank stands before it."""

    key: str
    start: int
    end: int
    is_word: bool
    tight: bool


@dataclass(frozen=True, slots=True)
class Run:
    """Some words that follow each other, and at which tokens they stand."""

    words: tuple[str, ...]
    at: tuple[int, ...]
    start: int
    end: int

    @property
    def next(self) -> int:
        """Return the number of the token after them."""
        return self.at[-1] + 1

    @property
    def has_order_word(self) -> bool:
        """Return whether a word of it is a verb, or a kind of unit."""
        return any(word in VERB_OF or word in KIND_OF for word in self.words)


def tokens_of(line: str) -> tuple[Token, ...]:
    """Return the words and signs of a plain line; full stops are none."""
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
    """Yield the words from a token on: one, two, and so on.

    A dash between them counts as part of a name only where no blank is around it.
    """
    words: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    start = tokens[at].start if at < len(tokens) else 0
    while at < len(tokens) and tokens[at].is_word and len(words) < longest:
        words, places = (*words, tokens[at].key), (*places, at)
        yield Run(words, places, start, tokens[at].end)
        at += 2 if _is_joined(tokens[at + 1 : at + 3]) else 1


def _is_joined(tokens: Sequence[Token]) -> bool:
    if len(tokens) < 2 or tokens[0].key not in _JOINTS:
        return False
    return all(token.tight for token in tokens)


def settled(elements: Sequence[Element], *, doubles: bool) -> tuple[Element, ...]:
    """Return the elements with each coast as part of its place, and no article.

    `doubles` says whether there are armies of double size.
    """
    if doubles:
        elements = tuple(_doubled(elements))
    return tuple(_nations_settled(_with_coasts(_without_articles(elements))))


def _doubled(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements with `double army` as one of them."""
    doubled = False
    for one, follower in zip(elements, (*elements[1:], None), strict=True):
        if doubled and isinstance(one, Kind):
            doubled = False
        elif isinstance(one, Kind) and one.size > 1 and isinstance(follower, Kind):
            doubled = True
            yield replace(one, kind=follower.kind, end=follower.end)
        else:
            yield one


def _without_articles(elements: Sequence[Element]) -> list[Element]:
    """Return the elements without the `a` of `builds a fleet` and `via a convoy`."""
    before: Sequence[Element | None] = (None, *elements)
    after: Sequence[Element | None] = (*elements[1:], None)
    return [
        one
        for last, one, follower in zip(before, elements, after, strict=False)
        if not (isinstance(one, Kind) and _is_article(last, follower))
    ]


def _is_article(before: Element | None, after: Element | None) -> bool:
    match before, after:
        case _, Kind():
            return True
        case Action(verb=Verb.BY), Action(verb=Verb.CONVOY):
            return True
        case _:
            return False


def _with_coasts(elements: Sequence[Element]) -> list[Element]:
    """Return the elements with each coast as part of its place."""
    found: list[Element] = []
    at = 0
    while at < len(elements):
        one: Element = elements[at]
        taken = 1
        match elements[at : at + 4]:
            case [Place(coast=None) as place, Shore() as shore, *_]:
                one, taken = replace(place, coast=shore.code, end=shore.end), 2
            case [Nation(place=Place() as place), Shore() as shore, *_]:
                one, taken = replace(place, coast=shore.code, end=shore.end), 2
            case [Shore() as shore, Place(coast=None) as place, *_]:
                one, taken = replace(place, coast=shore.code, start=shore.start), 2
            case [Place(), Action(), Shore(), Place()]:
                pass
            case [Place(coast=None) as place, Action(verb=Verb.MOVE), Shore() as s, *_]:
                one, taken = replace(place, coast=s.code, end=s.end), 3
            case _:
                pass
        found.append(one)
        at += taken
    return found


def _nations_settled(elements: Sequence[Element]) -> Iterator[Element]:
    """Yield the elements, with `English` a province where no unit follows it."""
    before: Element | None = None
    for number, one in enumerate(elements):
        settled: Element = one
        if isinstance(one, Nation) and one.place:
            follows = elements[number + 1 : number + 3]
            if not _is_of_power(before, follows):
                settled = one.place
        before = settled
        yield settled


def _is_of_power(before: Element | None, follows: Sequence[Element]) -> bool:
    if isinstance(before, Kind):
        return False
    match follows:
        case [Kind(), *_] | [Place(), _]:
            return True
        case _:
            return False


# Of `Italy's army`; as many blanks stand for it, so that each element keeps its place.
_POSSESSIVE = re.compile(r"(?<=[^\W\d_])'s(?= )", re.IGNORECASE)
_BEFORE_COLON = {*KIND_OF, *VERB_OF, *FILLERS}
_ON_WATER = {"sea", "water", "boat", "boats", "ship", "ships"}
_WITH_CONVOY = {"withconvoy", "withaconvoy", "withtheconvoy"}
_SHORE_ENDS = {"c", "coast"}
_ORIGIN = "from"
_SIGNS = {"-": Verb.MOVE, "->": Verb.MOVE, "+": Verb.BUILD}


@lru_cache(maxsize=1024)
def elements_of(line: str, names: Names) -> tuple[Element, ...]:
    """Return the elements of `line`, a plain text, in order.

    Words that say nothing (the, in, at) are left out, and a coast is part of the place
    it belongs to.
    """
    tokens = tokens_of(_POSSESSIVE.sub("  ", line))
    found: list[Element] = []
    at = 0
    while at < len(tokens):
        if _is_origin(tokens[at], found):
            found.append(Origin(tokens[at].start, tokens[at].end))
            at += 1
        elif _says_nothing(tokens, at, names) or _is_colon(tokens[at], found):
            at += 1
        else:
            new, at = _next(tokens, at, names, after=found[-1] if found else None)
            found.extend(new)
    return settled(found, doubles=names.doubles)


def _is_origin(token: Token, found: Sequence[Element]) -> bool:
    """Return whether it is the `from` of `to Burgundy from Paris`."""
    return token.key == _ORIGIN and any(isinstance(one, Place) for one in found)


def _is_colon(token: Token, found: Sequence[Element]) -> bool:
    """Return whether it is the colon of `A Par: Bur`."""
    return token.key == ":" and bool(found) and isinstance(found[-1], Place | Shore)


def _says_nothing(tokens: Sequence[Token], at: int, names: Names) -> bool:
    """Return whether a token is to be skipped; some maps have a province `THE`."""
    key = tokens[at].key
    if key == ":":
        return at > 0 and tokens[at - 1].key in _BEFORE_COLON
    follows = tokens[at + 1 : at + 2]
    if key in _ON_WATER:
        ends = not any(one.is_word and one.key not in VERB_OF for one in follows)
        return ends and at > 0 and VERB_OF.get(tokens[at - 1].key) is Verb.BY
    if key == "an":
        return any(one.key in KIND_OF for one in follows)
    if key not in FILLERS:
        return False
    leads = any(one.is_word and one.key not in VERB_OF for one in follows)
    return leads or not find_exactly((key,), names)


def _next(
    tokens: Sequence[Token], at: int, names: Names, after: Element | None
) -> tuple[list[Element], int]:
    """Return what begins at a token, the longest first, and where the next begins."""
    token = tokens[at]
    if not token.is_word:
        return _sign(tokens, at, names)
    runs = list(runs_from(tokens, at, names.longest))
    for run in reversed(runs):
        # After a province, `S` is rather a support than the S of S. Petersburg.
        is_verb = isinstance(after, Place | Shore) and token.key in VERB_OF
        if run is runs[0] or not (is_verb or _is_sentence(run, tokens, names)):
            element = _meaning(run, names)
            if element:
                return [element], run.next
    for run in reversed(runs):
        pair = _glued(run, names)
        if pair:
            return pair, run.next
    return [Unknown(token.start, token.end)], at + 1


def _is_sentence(run: Run, tokens: Sequence[Token], names: Names) -> bool:
    """Return whether it is rather a place and a part of where it goes.

    In `Arabia-Sea of Ceylon` one name ends where another begins that is longer than
    `Arabian Sea`.
    """
    for length in range(1, len(run.words)):
        if " ".join(run.words[:length]) in names.exact:
            others = runs_from(tokens, run.at[length], names.longest)
            longer = (one for one in others if one.next > run.next)
            if any(" ".join(one.words) in names.exact for one in longer):
                return True
    return False


def _sign(tokens: Sequence[Token], at: int, names: Names) -> tuple[list[Element], int]:
    token = tokens[at]
    if token.key in _SIGNS:
        return [Action(_SIGNS[token.key], token.start, token.end)], at + 1
    if token.key in "/\\":
        for run in reversed(list(runs_from(tokens, at + 1, 2))):
            code = names.coasts.get("".join(run.words))
            if code:
                return [Shore(code, token.start, run.end)], run.next
    return [Unknown(token.start, token.end)], at + 1


def _meaning(run: Run, names: Names) -> Element | None:
    span = run.start, run.end
    joined = "".join(run.words)
    if len(run.words) == 1:
        return _word_meaning(joined, run, names)
    found = names.exact.get(" ".join(run.words), ())
    if found:
        return _place_or_nation(_place(found, span), names.powers.get(joined))
    return _phrase_meaning(joined, run, names)


def _phrase_meaning(joined: str, run: Run, names: Names) -> Element | None:
    """Return what several words mean together that are no whole name."""
    span = run.start, run.end
    if joined in _WITH_CONVOY:
        return Action(Verb.BY, *span)
    # `NTH C` is no north coast on a board with a sea `NTH`: a fleet there convoys.
    by_letter = run.words[-1] == "c" and run.words[0] in names.exact
    if joined in names.coasts and run.words[-1] in _SHORE_ENDS and not by_letter:
        return Shore(names.coasts[joined], *span)
    # `Swe-Den` is two provinces before it is one, and `Con S` no Constantinople.
    if run.has_order_word or all(word in names.exact for word in run.words):
        return None
    if joined in names.powers:
        return Nation(names.powers[joined], None, *span)
    found = names.exact.get(joined) or find_beginning(run.words, names)
    return _place(found, span)


def _place_or_nation(place: Element | None, power: str | None) -> Element | None:
    """Return the place, or if a power has its name one that may be either."""
    if power is not None and isinstance(place, Place):
        return Nation(power, place, place.start, place.end)
    return place


def _word_meaning(word: str, run: Run, names: Names) -> Element | None:
    span = run.start, run.end
    exact = names.exact.get(word, ())
    if word in names.powers:
        place = Place(exact[0], None, *span) if len(exact) == 1 else None
        return Nation(names.powers[word], place, *span)
    if exact:
        return _place(exact, span)
    if word in KIND_OF:
        return Kind(KIND_OF[word], *span)
    if word in DOUBLE and names.doubles:
        return Kind(UnitKind.ARMY, *span, size=2)
    if word in VERB_OF:
        return Action(VERB_OF[word], *span)
    return _other_meaning(word, span, names)


def _other_meaning(word: str, span: tuple[int, int], names: Names) -> Element | None:
    if word in names.glued:
        return Place(*names.glued[word], *span)
    if len(word) > 1 and names.coasts.get(word, "") and word[-1] in "ct":
        return Shore(names.coasts[word], *span)
    if word.isdecimal():
        return Number(int(word), *span)
    return _place(find_beginning((word,), names), span)


def _place(found: tuple[int, ...], span: tuple[int, int]) -> Place | Unclear | None:
    match found:
        case ():
            return None
        case (province,):
            return Place(province, None, *span)
        case _:
            return Unclear(found, *span)


def _glued(run: Run, names: Names) -> list[Element]:
    """Return an army and its province from `ANwy`."""
    letter, rest = run.words[0][0], run.words[0][1:]
    found = find_exactly((rest, *run.words[1:]), names)
    if letter not in KIND_OF or len(found) != 1:
        return []
    cut = run.start + 1
    return [Kind(KIND_OF[letter], run.start, cut), Place(found[0], None, cut, run.end)]


_WHOSE = r"(?:(?:of|the|my|our) )*"
_UNITS = r"(?:units|ones|pieces|(?P<kind>armies|fleets)|builds?)"
_OTHERS = (
    rf"(?:all |every |any )?{_WHOSE}"
    rf"(?:others?|rest|remaining|remainder|every(?:thing|body|one) else|anything else)"
    rf"(?: {_WHOSE}{_UNITS})?"
)
_DEEDS = {
    "hold": r"holds?|stays?|stands?|remains?",
    "disband": r"disbands?",
    "waive": r"waives?|waived",
}
_WHERE = r"(?:their )?positions?|in place|where they (?:are|stand)"
_STILL = rf"(?: (?:put|still|fast|{_WHERE}))?"
_WILL = r"(?:(?:to|will|shall|should|must|just|are) )?"
# Of no others is spoken, but of no single unit either.
_PLAINLY = re.compile(
    rf"every(?:body|one) (?:holds?|stays?|stands?){_STILL}|stay put"
    rf"|(?P<kind>armies|fleets) (?:hold|stay|stand){_STILL}",
    re.IGNORECASE,
)
_SENTENCES = {
    deed: re.compile(
        rf"{_OTHERS} ?:? ?{_WILL}(?:{words}){_STILL}"
        rf"|(?:{words}) {_OTHERS.replace('?P<kind>', '?P<kind_behind>')}{_STILL}",
        re.IGNORECASE,
    )
    for deed, words in _DEEDS.items()
}


def said_of_all(text: str) -> str | None:
    """Return `all hold` for a bare text like `all others hold`; None for any other.

    The caller gives these orders only to units that no other order is about.
    """
    for deed, sentence in _SENTENCES.items():
        if found := sentence.fullmatch(text):
            kind = found["kind"] or found["kind_behind"] or ""
            return " ".join(f"all {kind} {deed}".split())
    if found := _PLAINLY.fullmatch(text):
        return " ".join(f"all {found['kind'] or ''} hold".split())
    return None


# Letters of verbs and of units are words only where nothing else can be meant.
_VERB = "|".join(word for word in VERB_OF if len(word) > 1) + "|[hscdrbtm]"
_KIND = r"(?:army|armies|fleets?|a2|[af](?! [hscdrbtm]\b)\b)\.?"
_NAME = r"[^\W\d_][\w./'()-]*(?: [^\W\d_][\w./'()-]*){0,2}?"
_DASH = r"(?:[-=~]*>+|-+|~+)"
_DETERMINERS = r"(?:the |my |our |an? )*"
_FIRST = r"(?:move|order|build|remove|disband|retreat|destroy|hold|[br+-])"
# Who begins with `A` and a small word writes prose.
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
    """Return whether a bare plain sentence looks like an order, whatever its board."""
    return said_of_all(text) is not None or _SHAPE.match(text) is not None
