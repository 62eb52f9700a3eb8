"""Cutting the line of an order into its elements."""

import re
from collections.abc import Sequence
from functools import lru_cache

from judge.engine import UnitKind
from judge.notation.names import Names, find_beginning, find_exactly
from judge.notation.words.elements import (
    DOUBLE,
    FILLERS,
    KIND_OF,
    VERB_OF,
    Action,
    Element,
    Kind,
    Nation,
    Number,
    Origin,
    Place,
    Shore,
    Unclear,
    Unknown,
    Verb,
)
from judge.notation.words.settled import settled
from judge.notation.words.tokens import Run, Token, runs_from, tokens_of

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
