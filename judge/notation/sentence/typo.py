"""The words of a sentence that may be one name with a typo in it, and which name."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.engine import UnitKind
from judge.notation.names import NEVER_A_TYPO, Names, near_names, words_of
from judge.notation.sentence.order_reader import Elements, Sentence
from judge.notation.words.elements import (
    KIND_OF,
    VERB_OF,
    Action,
    Element,
    Kind,
    Nation,
    Place,
    Unclear,
    Unknown,
    Verb,
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
    return Guess(run, _full(tuple(dict.fromkeys(numbers)), names), best)


def _joined(sentence: Sentence, run: Elements) -> str:
    return "".join(words_of(sentence.text(run)))


def _full(numbers: tuple[int, ...], names: Names) -> tuple[str, ...]:
    return tuple(names.full[number] for number in numbers)


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
