"""Sentences that cannot be read: typos, possible meanings, and whether they are orders at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

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
    is_move,
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
    order_for_all,
)

# The test cases limit these values: with each of the other values named here, a case fails.
_MOST_BESIDE = 3  # for a name of four words; with 1 `Mid-Atlantc Ocean` is not found
_ALIKE = 0.6  # with 0.58 `Armee` becomes Armenia; with 0.65 `Ir Sea` is not Irish Sea
# Beside a known word, a strange word is less likely to be half of a name. With 0.8 `Helgoland Bite`
# is not the Bight.
_ALIKE_WITH_KNOWN = 0.75
_NEAR_THE_BEST = 0.1  # suggested too: names that are at most this much less similar than the best
_LIKE_A_VERB = 0.76  # one letter too many in five is 0.8: `holdd`
_LONG_VERBS = tuple(word for word in VERB_OF if len(word) > 3)
_KINDS = ("army", "fleet")
_LIKE_A_KIND = 0.74  # two swapped letters of four are 0.75: `Amry`
_LETTERS_OF_NAMES = frozenset("nsewg")


@dataclass(frozen=True, slots=True)
class Guess:
    """Elements that may be a typo of one name or word, and suggestions, the likeliest first."""

    part: Elements
    words: tuple[str, ...]
    #: The similarity of the first word, from 0 to 1.
    score: float


def guesses_at(sentence: Sentence, elements: Elements, at: int) -> tuple[Guess, ...]:
    """Return guesses for the doubtful element at index `at`, alone or with its neighbors.

    The likeliest guess is first; among equals the longest.
    """
    guesses = [
        guess
        for run in _runs(sentence, elements, at)
        if (guess := _guess_name(sentence, run)) is not None
    ]
    if isinstance(elements[at], Unknown):
        guesses.extend(_guess_words(sentence, elements, at))
    return tuple(sorted(guesses, key=lambda guess: (-guess.score, -len(guess.part))))


def strange_run(sentence: Sentence, elements: Elements, at: int) -> Elements:
    """Return the unknown words from index `at` on that may be one name.

    After a kind of unit or a verb these may be several words; elsewhere it is one word only.
    """
    before = elements[at - 1] if at else None
    end = at + 1
    if isinstance(before, Kind | Action):
        while end < len(elements) and end - at <= _MOST_BESIDE:
            element = elements[end]
            if not isinstance(element, Unknown) or not _is_of_name(sentence, elements, end):
                break
            end += 1
    return elements[at:end]


def kind_meant(word: str) -> UnitKind | None:
    """Return the kind of unit of which an unknown word may be a typo, or None."""
    best = process.extractOne(
        word, _KINDS, scorer=OSA.normalized_similarity, score_cutoff=_LIKE_A_KIND
    )
    return KIND_OF[best[0]] if best else None


def _runs(sentence: Sentence, elements: Elements, at: int) -> Iterator[Elements]:
    """Yield the runs of elements around index `at` that may be one name."""
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
            if not is_move(run[0]) and not is_move(run[-1]):
                yield run


def _is_of_name(sentence: Sentence, elements: Elements, at: int) -> bool:
    """Return whether the element at index `at` may be a part of a name."""
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
                is_move(elements[at - 1] if at else None)
                and sentence.text([verb]).lower() in _LETTERS_OF_NAMES
            )
        case _:
            return False


def _is_inside(sentence: Sentence, elements: Elements, at: int) -> bool:
    """Return whether the element is the dash of a name like `Mid-Atlantic`."""
    if not 0 < at < len(elements) - 1 or sentence.text([elements[at]]) != "-":
        return False
    dash = elements[at]
    return elements[at - 1].end == dash.start and dash.end == elements[at + 1].start


def _guess_name(sentence: Sentence, run: Elements) -> Guess | None:
    """Return a guess that the run is a typo of a name, or None."""
    names = sentence.reader.names
    if len(run) == 1 and not isinstance(run[0], Unknown):
        return None
    known = [element for element in run if not isinstance(element, Unknown | Unclear)]
    known_words = {_joined(sentence, [element]) for element in known}
    key = _joined(sentence, run)
    near = near_names(key, names, _ALIKE_WITH_KNOWN if known else _ALIKE)
    # `Paris and` is no typo of Paris.
    near = tuple(name for name in near if name.key not in known_words)
    if not near:
        return None
    best = near[0].score
    numbers = (n for name in near if name.score > best - _NEAR_THE_BEST for n in name.provinces)
    return Guess(run, tuple(names.full[number] for number in dict.fromkeys(numbers)), best)


def _joined(sentence: Sentence, run: Elements) -> str:
    return "".join(words_of(sentence.text(run)))


def _guess_words(sentence: Sentence, elements: Elements, at: int) -> Iterator[Guess]:
    """Yield guesses that an unknown word is a typo of a verb or a kind of unit."""
    text = sentence.text([elements[at]]).lower()
    before = elements[at - 1] if at else None
    after = elements[at + 1] if at + 1 < len(elements) else None
    if isinstance(before, Place):
        yield from _alike(elements[at], text, _LONG_VERBS, _LIKE_A_VERB)
    elif not isinstance(before, Kind) and isinstance(after, Place | Unknown):
        for guess in _alike(elements[at], text, _KINDS, _LIKE_A_KIND):
            yield replace(guess, words=(guess.words[0].title(),))


def _alike(element: Element, text: str, words: tuple[str, ...], cutoff: float) -> Iterator[Guess]:
    """Yield a guess for the most similar of `words`, if it reaches `cutoff`."""
    best = process.extractOne(text, words, scorer=OSA.normalized_similarity, score_cutoff=cutoff)
    if best:
        yield Guess((element,), (best[0],), best[1])


# Limits of the work: each word of each guess is read as a whole order. No test case needs more than
# two guesses.
_MOST_CANDIDATES = 12
_MOST_GUESSES = 6
_MOST_WORDS = 3  # lines that a reader can compare at a glance
# In elements; a support of a convoy to a coast has about as many. In longer lines a second typo is
# not looked for, because the combinations multiply.
_LONGEST_WITH_TWO = 14


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A guess, its words that make an order on this board, and these orders."""

    guess: Guess
    words: tuple[str, ...]
    orders: tuple[Order, ...]


def first_doubt(elements: Elements) -> int | None:
    """Return the index of the first unknown or unclear element, or None."""
    for at, element in enumerate(elements):
        if isinstance(element, Unclear | Unknown):
            return at
    return None


def explain_doubt(sentence: Sentence, elements: Elements, at: int) -> Mistake:
    """Return the mistake for the doubtful element at index `at`, with suggestions."""
    two_typos = len(elements) <= _LONGEST_WITH_TWO
    meaning = _meaning(sentence, elements, at, two_typos=two_typos)
    doubtful = elements[at]
    if meaning is None and isinstance(doubtful, Unclear):
        return _unclear(sentence, doubtful)
    run = meaning.guess.part if meaning else strange_run(sentence, elements, at)
    return Unreadable(
        line=sentence.line,
        part=sentence.text(run),
        reason=Trouble.UNKNOWN,
        suggestion=meaning.words if meaning else (),
        corrected=_texts_of(meaning.orders if meaning else (), sentence),
    )


def corrections(texts: Sequence[str], sentence: Sentence) -> tuple[str, ...]:
    """Return the legal orders among `texts`, in the judge's short form."""
    orders = [order for text in texts for order in _orders(text, sentence)]
    return _texts_of([order for order in orders if is_legal(order, sentence.reader)], sentence)


def is_legal(order: Order, reader: OrderReader) -> bool:
    """Return whether the order is possible, whatever the other orders are."""
    power = power_of(order)
    neutrals = {side.name for side in reader.variant.neutrals}
    if reader.power not in {None, power} and power not in neutrals:
        return False
    return check_order(order, power, reader.position, reader.variant) is None


def _texts_of(orders: Sequence[Order], sentence: Sentence) -> tuple[str, ...]:
    """Return the orders in the judge's short form, each once."""
    return tuple(dict.fromkeys(written(order, sentence.reader) for order in orders))


def _meaning(
    sentence: Sentence, elements: Elements, at: int, *, two_typos: bool
) -> _Meaning | None:
    """Return the likeliest guess that makes the line an order, or if none does, the likeliest."""
    guesses = guesses_at(sentence, elements, at)[:_MOST_GUESSES]
    for guess in guesses:
        before = sentence.line[: guess.part[0].start]
        behind = sentence.line[guess.part[-1].end :]
        orders_by_word = {
            word: _orders(f"{before}{word}{behind}", sentence, two_typos=two_typos)
            for word in guess.words
        }
        if any(orders_by_word.values()):
            return _likeliest(guess, orders_by_word, sentence.reader)
    if guesses:
        return _Meaning(guesses[0], guesses[0].words[:_MOST_WORDS], ())
    return None


def _likeliest(
    guess: Guess, orders_by_word: dict[str, tuple[Order, ...]], reader: OrderReader
) -> _Meaning:
    """Return the meaning of a guess: the words with legal orders, and the most similar word."""
    legal = {
        word: tuple(order for order in orders if is_legal(order, reader))
        for word, orders in orders_by_word.items()
    }
    possible = [word for word in guess.words if legal[word]]
    words = dict.fromkeys((*possible, guess.words[0]) if possible else guess.words)
    shown = tuple(words)[:_MOST_WORDS]
    return _Meaning(guess, shown, tuple(order for word in shown for order in legal[word]))


def _orders(text: str, sentence: Sentence, *, two_typos: bool = False) -> tuple[Order, ...]:
    """Return the orders in `text`, or (); with `two_typos` one more typo may be corrected."""
    changed = replace(sentence, line=text)
    elements = elements_of(text, sentence.reader.names)
    at = first_doubt(elements)
    if at is not None:
        correction = _meaning(changed, elements, at, two_typos=False) if two_typos else None
        return correction.orders if correction else ()
    match orders_of(changed, elements):
        case Alternatives(orders=orders) | tuple(orders):
            return orders
        case Unreadable():
            return ()


def _unclear(sentence: Sentence, element: Unclear) -> Ambiguous:
    """Return the choice between the provinces whose names have the same beginning."""
    reader = sentence.reader
    provinces = element.provinces[:_MOST_CANDIDATES]
    names = tuple(reader.names.full[province] for province in provinces)
    # Behind an article of another language only a whole name can be read.
    is_whole = " ".join(words_of(sentence.text([element]))) in reader.names.whole
    short = tuple(reader.geography.locations[province].text for province in provinces)
    texts = [sentence.with_replaced(element, text) for text in (names if is_whole else short)]
    whole = corrections(texts, sentence)
    return Ambiguous(sentence.line, sentence.text([element]), whole or names)


# With 0.74 `Hold your horses` and `A long way to Moscow` count as orders; with 0.84 `build Parris`
# does not. A long name may have more typos: with 0.78 `Norwegain Sae` does not count.
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
    """Return whether a plain sentence was meant as an order, right or wrong.

    A sentence was meant as an order if it has a province or unit beside a verb, and at most half of
    its elements are unknown. A typo of a name counts as known. A sentence that contains a whole
    order always counts.
    """
    elements = elements_of(line, names)
    if order_for_all(line) or _SHORT.fullmatch(line) or _has_whole_order(elements):
        return True
    elements = tuple(_without_typos(line, elements, names))
    strange = sum(isinstance(element, Unknown) for element in elements)
    verbs = {element.verb for element in elements if isinstance(element, Action)}
    if not strange and (verbs >= {Verb.ALL, Verb.HOLD} or Verb.WAIVE in verbs):
        return True
    if strange < 2 and _is_waive(elements):
        return True
    if strange > len(elements) - strange or not _begins_like_order(line, elements):
        return False
    places = sum(isinstance(element, Place | Unclear) for element in elements)
    kinds = _units_named(elements)
    if isinstance(elements[0], Kind) and places:
        return bool(verbs) or places > 1 or strange < 2
    has_verb = bool(verbs - {Verb.ALL})
    return (has_verb and places + kinds > 0) or (not strange and places + kinds > 1)


def _has_whole_order(elements: Elements) -> bool:
    """Return whether the elements contain `A Par - Bur`, `A Par H` or `hold all`.

    One unknown word may stand between unit and verb, as in `A Par does not move to Bur`: the line
    then is a question to its writer.
    """
    for at in range(len(elements)):
        match elements[at : at + 3]:
            case [Kind(), Place(), Action() | Place()]:
                return True
            case [Kind(), Place(), Unknown()]:
                if any(
                    isinstance(verb, Action) and isinstance(target, Place | Kind)
                    for verb, target in pairwise(elements[at + 3 :])
                ):
                    return True
            case [Action(verb=Verb.HOLD), Action(verb=Verb.ALL), *_]:
                return at == 0
            case _:
                continue
    return False


def _without_typos(line: str, elements: Elements, names: Names) -> Iterator[Element]:
    """Yield the elements, with typos of names and kinds of unit corrected."""
    at = 0
    while at < len(elements):
        for length in (2, 1):
            corrected = _corrected(line, elements[at : at + length], names)
            if corrected:
                break
        yield corrected or elements[at]
        at += length


def _corrected(line: str, run: Elements, names: Names) -> Element | None:
    """Return the unit or province of which one or two unknown words may be a typo, or None."""
    if not all(isinstance(element, Unknown) for element in run):
        return None
    start, end = run[0].start, run[-1].end
    key = "".join(words_of(line[start:end]))
    kind = kind_meant(key)
    if kind:
        return Kind(kind, start, end)
    alike = _LIKE_A_NAME if len(run) == 1 else _LIKE_A_LONG_NAME
    near = near_names(key, names, alike)
    return Place(near[0].provinces[0], None, start, end) if near else None


def _is_waive(elements: Elements) -> bool:
    """Return whether the elements begin like `waive one`."""
    match elements:
        case [Action(verb=Verb.WAIVE), *_] | [Nation(), Action(verb=Verb.WAIVE), *_]:
            return True
        case _:
            return False


def _begins_like_order(line: str, elements: Elements) -> bool:
    """Return whether the first elements can be the beginning of an order."""
    match elements:
        case [Unknown() as first, Action(), *_]:
            return line[first.start : first.end].lower() not in _NEVER_FIRST
        case [Unknown(), *_] | [Action(), Unknown(), *_] | []:
            return False
        # `Italy moved to Tyrolia` is a story.
        case [Nation(), Unknown() | Action(), *_]:
            return False
        case [Kind(), Place(), Unknown() as strange, Unknown(), *_]:
            return not line[strange.start].isalpha()
        case [Kind() as kind, Unknown() | Action(), *rest]:
            return _is_unit(line, kind, elements[1], rest)
        case _:
            return True


def _is_unit(line: str, kind: Kind, after: Element, rest: Elements) -> bool:
    """Return whether `a` is an army, unlike the article of `A toast to Paris`."""
    if kind.end - kind.start > 1 and isinstance(after, Unknown):
        return True
    verb = rest[0] if isinstance(after, Unknown) and rest else after
    return line[verb.start : verb.end].lower() in _SIGNS_AND_LETTERS


def _units_named(elements: Elements) -> int:
    """Return the number of kinds of unit; an `a` inside a sentence is no army."""
    before: tuple[Element | None, ...] = (None, *elements[:-1])
    return sum(
        isinstance(element, Kind)
        and (previous is None or isinstance(previous, Action | Nation | Number))
        for previous, element in zip(before, elements, strict=True)
    )
