"""What a sentence with a strange or unclear word may have meant."""

from collections.abc import Sequence

from rapidfuzz import process
from rapidfuzz.distance import OSA

from judge.notation.mistakes import Ambiguous, Mistake, Trouble, Unreadable
from judge.notation.names import similar_names
from judge.notation.sentence.elements import (
    VERB_OF,
    Element,
    Place,
    Unclear,
    Unknown,
)
from judge.notation.sentence.phrase import orders_of
from judge.notation.sentence.reader import Choice, Elements, Sentence, written
from judge.notation.sentence.words import elements_of

_LONGEST_RUN = 4
_MOST_CANDIDATES = 12
_LIKE_A_VERB = 0.76
_LONG_VERBS = tuple(word for word in VERB_OF if len(word) > 3)


def first_doubt(elements: Elements) -> int | None:
    """Return where the first strange or unclear word is, or None."""
    for at, element in enumerate(elements):
        if isinstance(element, Unclear | Unknown):
            return at
    return None


def doubt_about(sentence: Sentence, elements: Elements, at: int) -> Mistake:
    """Return what is not understood in the sentence from the doubtful element on."""
    run = _run(elements, at)
    names = sentence.reader.names
    for length in range(len(run), 0, -1):
        if length > 1 or isinstance(run[0], Unknown):
            similar = similar_names(sentence.text(run[:length]), names)
            if similar:
                return _strange(sentence, run[:length], similar)
    if isinstance(run[0], Unclear):
        return _unclear(sentence, run[0])
    after_place = at > 0 and isinstance(elements[at - 1], Place)
    verbs = _similar_verbs(sentence.text(run[:1])) if after_place else ()
    return _strange(sentence, run[:1], verbs)


def orders_instead(texts: Sequence[str], sentence: Sentence) -> tuple[str, ...]:
    """Return those of `texts` that are orders, written as the judge writes them."""
    found: list[str] = []
    for text in texts:
        changed = Sentence(text, sentence.reader, sentence.power)
        elements = elements_of(text, sentence.reader.names)
        if first_doubt(elements) is not None:
            continue
        match orders_of(changed, elements):
            case Choice(orders=orders) | tuple(orders):
                found.extend(written(order, sentence.reader) for order in orders)
            case Unreadable():
                pass
    return tuple(dict.fromkeys(found))


def _run(elements: Elements, at: int) -> list[Element]:
    run: list[Element] = []
    for element in elements[at : at + _LONGEST_RUN]:
        if not isinstance(element, Unclear | Unknown):
            break
        run.append(element)
    return run


def _strange(
    sentence: Sentence, elements: Elements, words: tuple[str, ...]
) -> Unreadable:
    start, end = elements[0].start, elements[-1].end
    texts = [f"{sentence.line[:start]}{word}{sentence.line[end:]}" for word in words]
    return Unreadable(
        line=sentence.line,
        part=sentence.text(elements),
        reason=Trouble.UNKNOWN,
        suggestion=words,
        corrected=orders_instead(texts, sentence),
    )


def _unclear(sentence: Sentence, element: Unclear) -> Ambiguous:
    reader = sentence.reader
    provinces = element.provinces[:_MOST_CANDIDATES]
    orders = [
        orders_instead([sentence.instead(element, text)], sentence)
        for text in (reader.geography.locations[one].text for one in provinces)
    ]
    names = tuple(reader.names.full[one] for one in provinces)
    whole = tuple(text for some in orders for text in some)
    candidates = whole if all(orders) else names
    return Ambiguous(sentence.line, sentence.text([element]), candidates)


def _similar_verbs(text: str) -> tuple[str, ...]:
    found = process.extract(
        text.lower(),
        _LONG_VERBS,
        scorer=OSA.normalized_similarity,
        score_cutoff=_LIKE_A_VERB,
        limit=1,
    )
    return tuple(word for word, _, _ in found)
