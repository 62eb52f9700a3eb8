"""Sentences that were not understood: typos, what may be meant, and whether they are orders."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.engine import Order, UnitKind, check_order, power_of
from judge.notation.names import NEVER_A_TYPO, Names, near_names, words_of
from judge.notation.order import (
    Alternatives,
    Ambiguous,
    Elements,
    Mistake,
    OrderReader,
    Sentence,
    Trouble,
    Unreadable,
    orders_of,
    written,
)
from judge.notation.words import (
    KIND_OF,
    VERB_OF,
    Action,
    Element,
    Kind,
    Nation,
    Number,
    Place,
    Unclear,
    Unknown,
    Verb,
    elements_of,
    said_of_all,
)

# The likenesses are bounded by the lines of tests/cases: with the values that are named
# here, something else is offered for one of them.
_MOST_BESIDE = 3  # a name of four words; one fewer than two loses `Mid-Atlantc Ocean`
_ALIKE = 0.6  # 0.58 takes `Armee` for Armenia; 0.65 does not take `Ir Sea` for Irish Sea
# Beside a word that is known, a strange one is less likely to be half of a name; 0.8
# does not take `Helgoland Bite` for the Bight.
_ALIKE_WITH_KNOWN = 0.75
_NEAR_THE_BEST = 0.1  # names so little less alike are offered beside the likest
_LIKE_A_VERB = 0.76  # one letter too many in five is 0.8, `holdd`
_LONG_VERBS = tuple(word for word in VERB_OF if len(word) > 3)
_KINDS = ("army", "fleet")
_LIKE_A_KIND = 0.74  # two letters of four changed places are 0.75, `Amry`
_LETTERS_OF_NAMES = frozenset("nsewg")


@dataclass(frozen=True, slots=True)
class Guess:
    """The elements that were meant as one word, and words for it, the likeliest first.

    `score` is how alike the first of the words is, 1 if it is the same.
    """

    part: Elements
    words: tuple[str, ...]
    score: float


def guesses_at(sentence: Sentence, elements: Elements, at: int) -> tuple[Guess, ...]:
    """Return what the doubtful element, alone or with its neighbours, may be a typo of.

    The likeliest comes first, of two alike the longer.
    """
    found = [
        guess
        for run in _runs(sentence, elements, at)
        if (guess := _name_meant(sentence, run)) is not None
    ]
    if isinstance(elements[at], Unknown):
        found.extend(_word_meant(sentence, elements, at))
    return tuple(sorted(found, key=lambda one: (-one.score, -len(one.part))))


def strange_run(sentence: Sentence, elements: Elements, at: int) -> Elements:
    """Return all that is strange from an element on, if a name is wanted there."""
    before = elements[at - 1] if at else None
    end = at + 1
    if isinstance(before, Kind | Action):
        while end < len(elements) and end - at <= _MOST_BESIDE:
            one = elements[end]
            if not isinstance(one, Unknown) or not _is_of_name(sentence, elements, end):
                break
            end += 1
    return elements[at:end]


def kind_meant(word: str) -> UnitKind | None:
    """Return the kind of unit that a strange word may be a typo of, or None."""
    best = process.extractOne(
        word, _KINDS, scorer=OSA.normalized_similarity, score_cutoff=_LIKE_A_KIND
    )
    return KIND_OF[best[0]] if best else None


def _runs(sentence: Sentence, elements: Elements, at: int) -> Iterator[Elements]:
    """Yield the runs of elements with that at `at` which may be one name."""
    first = last = at
    if _is_of_name(sentence, elements, at):
        while first > max(at - _MOST_BESIDE, 0) and _is_of_name(sentence, elements, first - 1):
            first -= 1
        while last < min(at + _MOST_BESIDE, len(elements) - 1) and _is_of_name(
            sentence, elements, last + 1
        ):
            last += 1
    for start in range(first, at + 1):
        for end in range(at, last + 1):
            run = elements[start : end + 1]
            if not _is_dash(run[0]) and not _is_dash(run[-1]):
                yield run


def _is_of_name(sentence: Sentence, elements: Elements, at: int) -> bool:
    match elements[at]:
        case Unknown() as strange:
            word = sentence.text([strange]).lower()
            is_letter = len(word) == 1 and word not in _LETTERS_OF_NAMES
            return word.isalnum() and not is_letter and word not in NEVER_A_TYPO
        case Unclear() | Nation() | Place(coast=None):
            return True
        case Action() as verb:
            return _is_inside(sentence, elements, at) or (
                # The S of `- S Petersberg` is no support.
                _is_dash(elements[at - 1] if at else None)
                and sentence.text([verb]).lower() in _LETTERS_OF_NAMES
            )
        case _:
            return False


def _is_dash(element: Element | None) -> bool:
    return isinstance(element, Action) and element.verb is Verb.MOVE


def _is_inside(sentence: Sentence, elements: Elements, at: int) -> bool:
    """Return whether it is the dash of a name like `Mid-Atlantic`."""
    if not 0 < at < len(elements) - 1 or sentence.text([elements[at]]) != "-":
        return False
    one = elements[at]
    return elements[at - 1].end == one.start and one.end == elements[at + 1].start


def _name_meant(sentence: Sentence, run: Elements) -> Guess | None:
    names = sentence.reader.names
    if len(run) == 1 and not isinstance(run[0], Unknown):
        return None
    known = [one for one in run if not isinstance(one, Unknown | Unclear)]
    known_words = {_joined(sentence, [one]) for one in known}
    key = _joined(sentence, run)
    near = near_names(key, names, _ALIKE_WITH_KNOWN if known else _ALIKE)
    # `Paris and` is no typo of Paris.
    near = tuple(one for one in near if one.key not in known_words)
    if not near:
        return None
    best = near[0].score
    numbers = (n for one in near if one.score > best - _NEAR_THE_BEST for n in one.found)
    return Guess(run, tuple(names.full[number] for number in dict.fromkeys(numbers)), best)


def _joined(sentence: Sentence, run: Elements) -> str:
    return "".join(words_of(sentence.text(run)))


def _word_meant(sentence: Sentence, elements: Elements, at: int) -> Iterator[Guess]:
    """Yield the verb or the kind of unit that a strange word may be a typo of."""
    text = sentence.text([elements[at]]).lower()
    before = elements[at - 1] if at else None
    after = elements[at + 1] if at + 1 < len(elements) else None
    if isinstance(before, Place):
        yield from _alike(elements[at], text, _LONG_VERBS, _LIKE_A_VERB)
    elif not isinstance(before, Kind) and isinstance(after, Place | Unknown):
        for guess in _alike(elements[at], text, _KINDS, _LIKE_A_KIND):
            yield replace(guess, words=(guess.words[0].title(),))


def _alike(element: Element, text: str, words: tuple[str, ...], cutoff: float) -> Iterator[Guess]:
    best = process.extractOne(text, words, scorer=OSA.normalized_similarity, score_cutoff=cutoff)
    if best:
        yield Guess((element,), (best[0],), best[1])


# Each guess is read as a whole order, and so is each word of it: these bound how often.
# No line of tests/cases needs more than two guesses.
_MOST_CANDIDATES = 12
_MOST_GUESSES = 6
_MOST_WORDS = 3  # as many lines as one can choose from at a glance
# In elements; a support of a convoy over a coast has about as many. In longer lines, a
# second typo is not looked for, since the readings multiply.
_LONGEST_WITH_TWO = 14


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A guess with the words that are likeliest on the board, and orders with them."""

    guess: Guess
    words: tuple[str, ...]
    orders: tuple[Order, ...]


def first_doubt(elements: Elements) -> int | None:
    """Return where the first strange or unclear word is, or None."""
    for at, element in enumerate(elements):
        if isinstance(element, Unclear | Unknown):
            return at
    return None


def doubt_about(sentence: Sentence, elements: Elements, at: int) -> Mistake:
    """Return what is not understood in the sentence from the doubtful element on."""
    twice = len(elements) <= _LONGEST_WITH_TWO
    meaning = _meaning(sentence, elements, at, twice=twice)
    doubtful = elements[at]
    if meaning is None and isinstance(doubtful, Unclear):
        return _unclear(sentence, doubtful)
    run = meaning.guess.part if meaning else strange_run(sentence, elements, at)
    return Unreadable(
        line=sentence.line,
        part=sentence.text(run),
        reason=Trouble.UNKNOWN,
        suggestion=meaning.words if meaning else (),
        corrected=_told(meaning.orders if meaning else (), sentence),
    )


def orders_instead(texts: Sequence[str], sentence: Sentence) -> tuple[str, ...]:
    """Return the legal orders that `texts` are, written as the judge writes them."""
    orders = [order for text in texts for order in _orders(text, sentence)]
    return _told([one for one in orders if is_legal(one, sentence.reader)], sentence)


def is_legal(order: Order, reader: OrderReader) -> bool:
    """Return whether the order is possible, whatever the others do."""
    power = power_of(order)
    nobody = {side.name for side in reader.variant.neutrals}
    if reader.power not in {None, power} and power not in nobody:
        return False
    return check_order(order, power, reader.position, reader.variant) is None


def _told(orders: Sequence[Order], sentence: Sentence) -> tuple[str, ...]:
    return tuple(dict.fromkeys(written(order, sentence.reader) for order in orders))


def _meaning(sentence: Sentence, elements: Elements, at: int, *, twice: bool) -> _Meaning | None:
    """Return the likeliest guess with which the line is an order, or else of all."""
    guesses = guesses_at(sentence, elements, at)[:_MOST_GUESSES]
    for guess in guesses:
        found = {
            word: _orders(_with(word, guess, sentence), sentence, twice=twice)
            for word in guess.words
        }
        if any(found.values()):
            return _likeliest(guess, found, sentence.reader)
    if guesses:
        return _Meaning(guesses[0], guesses[0].words[:_MOST_WORDS], ())
    return None


def _likeliest(guess: Guess, found: dict[str, tuple[Order, ...]], reader: OrderReader) -> _Meaning:
    """Return the most similar word and those with which the order is legal."""
    legal = {
        word: tuple(order for order in orders if is_legal(order, reader))
        for word, orders in found.items()
    }
    possible = [word for word in guess.words if legal[word]]
    words = dict.fromkeys((*possible, guess.words[0]) if possible else guess.words)
    kept = tuple(words)[:_MOST_WORDS]
    return _Meaning(guess, kept, tuple(one for word in kept for one in legal[word]))


def _with(word: str, guess: Guess, sentence: Sentence) -> str:
    start, end = guess.part[0].start, guess.part[-1].end
    return f"{sentence.line[:start]}{word}{sentence.line[end:]}"


def _orders(text: str, sentence: Sentence, *, twice: bool = False) -> tuple[Order, ...]:
    """Return what `text` orders; of one more typo in it the cure, if `twice`."""
    changed = replace(sentence, line=text)
    elements = elements_of(text, sentence.reader.names)
    at = first_doubt(elements)
    if at is not None:
        again = _meaning(changed, elements, at, twice=False) if twice else None
        return again.orders if again else ()
    match orders_of(changed, elements):
        case Alternatives(orders=orders) | tuple(orders):
            return orders
        case Unreadable():
            return ()


def _unclear(sentence: Sentence, element: Unclear) -> Ambiguous:
    reader = sentence.reader
    provinces = element.provinces[:_MOST_CANDIDATES]
    texts = [reader.geography.locations[one].text for one in provinces]
    whole = orders_instead([sentence.instead(element, one) for one in texts], sentence)
    names = tuple(reader.names.full[one] for one in provinces)
    return Ambiguous(sentence.line, sentence.text([element]), whole or names)


# At 0.74 `Hold your horses` and `A long way to Moscow` are orders; at 0.84 `build
# Parris` is none. In a long name more may be wrong: at 0.78 `Norwegain Sae` is none.
_LIKE_A_NAME = 0.76
_LIKE_A_LONG_NAME = 0.7
_SHORT = re.compile(
    r"hold|build|disband|remove|retreat|waive"
    r"|(?:i|we|do not|don't|never)(?: will| hereby)? waive"
    r"(?: (?:the|a|my|our|one|\d+))?(?: builds?)?",
    re.IGNORECASE,
)
_NEVER_FIRST = frozenset(("i", "we", "you", "he", "she", "they", "it", "who", "if"))
_SIGNS_AND_LETTERS = frozenset(("-", "->", ">", "=>")) | frozenset("hscmtrdb")


def is_like_sentence(line: str, names: Names) -> bool:
    """Return whether one plain sentence was meant as an order, right or wrong.

    It was if a province or a unit stands beside a verb, and no more of the words are
    strange than are known. A typo of a name counts as known. A whole order is one
    whatever stands around it.
    """
    elements = elements_of(line, names)
    if said_of_all(line) or _SHORT.fullmatch(line) or _has_whole_order(elements):
        return True
    elements = tuple(_without_typos(line, elements, names))
    strange = sum(isinstance(one, Unknown) for one in elements)
    verbs = {one.verb for one in elements if isinstance(one, Action)}
    if not strange and _is_for_all(verbs):
        return True
    if strange < 2 and _is_waive(elements):
        return True
    if strange > len(elements) - strange or not _begins_like_one(line, elements):
        return False
    places = sum(isinstance(one, Place | Unclear) for one in elements)
    kinds = _units_named(elements)
    if isinstance(elements[0], Kind) and places:
        return bool(verbs) or places > 1 or strange < 2
    says = bool(verbs - {Verb.ALL})
    return (says and places + kinds > 0) or (not strange and places + kinds > 1)


def _has_whole_order(elements: Elements) -> bool:
    """Return whether `A Par - Bur`, `A Par H` or `hold all` is among the words.

    Words between the unit and what it does may deny it: `A Par does not move to Bur`.
    """
    for at in range(len(elements)):
        match elements[at : at + 3]:
            case [Kind(), Place(), Action() | Place()]:
                return True
            case [Kind(), Place(), Unknown()]:
                if any(map(_goes_on, elements[at + 3 :], elements[at + 4 :])):
                    return True
            case [Action(verb=Verb.HOLD), Action(verb=Verb.ALL), *_]:
                return at == 0
            case _:
                continue
    return False


def _goes_on(one: Element, other: Element) -> bool:
    return isinstance(one, Action) and isinstance(other, Place | Kind)


def _without_typos(line: str, elements: Elements, names: Names) -> Iterator[Element]:
    at = 0
    while at < len(elements):
        for length in (2, 1):
            meant = _meant(line, elements[at : at + length], names)
            if meant:
                break
        yield meant or elements[at]
        at += length


def _meant(line: str, run: Elements, names: Names) -> Element | None:
    """Return the unit or province that a strange word, or two of them, may be."""
    if not all(isinstance(one, Unknown) for one in run):
        return None
    start, end = run[0].start, run[-1].end
    key = "".join(words_of(line[start:end]))
    kind = kind_meant(key)
    if kind:
        return Kind(kind, start, end)
    alike = _LIKE_A_NAME if len(run) == 1 else _LIKE_A_LONG_NAME
    near = near_names(key, names, alike)
    return Place(near[0].found[0], None, start, end) if near else None


def _is_waive(elements: Elements) -> bool:
    """Return whether it begins like `waive one`."""
    match elements:
        case [Action(verb=Verb.WAIVE), *_] | [Nation(), Action(verb=Verb.WAIVE), *_]:
            return True
        case _:
            return False


def _is_for_all(verbs: set[Verb]) -> bool:
    return verbs >= {Verb.ALL, Verb.HOLD} or Verb.WAIVE in verbs


def _begins_like_one(line: str, elements: Elements) -> bool:
    match elements:
        case [Unknown() as first, Action(), *_]:
            return line[first.start : first.end].lower() not in _NEVER_FIRST
        case [Unknown(), *_] | [Action(), Unknown(), *_] | []:
            return False
        # Whoever writes `Italy moved to Tyrolia` tells a story.
        case [Nation(), Unknown() | Action(), *_]:
            return False
        case [Kind(), Place(), Unknown() as strange, Unknown(), *_]:
            return not line[strange.start].isalpha()
        case [Kind() as kind, Unknown() | Action(), *rest]:
            return _is_unit(line, kind, elements[1], rest)
        case _:
            return True


def _is_unit(line: str, kind: Kind, after: Element, rest: Elements) -> bool:
    """Return whether `a` is an army; it is none in `A toast to Paris`."""
    if kind.end - kind.start > 1 and isinstance(after, Unknown):
        return True
    verb = rest[0] if isinstance(after, Unknown) and rest else after
    return line[verb.start : verb.end].lower() in _SIGNS_AND_LETTERS


def _units_named(elements: Elements) -> int:
    """Return how many units are named; an `a` amid a sentence is no army."""
    before: tuple[Element | None, ...] = (None, *elements[:-1])
    return sum(
        isinstance(one, Kind) and (last is None or isinstance(last, Action | Nation | Number))
        for last, one in zip(before, elements, strict=True)
    )
