"""Read orders as players write them: tolerantly, but without guessing."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise, product, takewhile
from types import MappingProxyType
from typing import TypeGuard

from rapidfuzz.distance import OSA

from judge.engine import (
    Build,
    Move,
    Order,
    PhaseKind,
    Position,
    Retreat,
    Unit,
    UnitOrder,
    Variant,
    Vote,
    power_of,
)
from judge.notation.canonical import write_unit
from judge.notation.conditions import read_condition
from judge.notation.daide import is_daide
from judge.notation.doubt import corrections, explain_doubt, first_doubt, is_legal, is_like_sentence
from judge.notation.line import (
    LONGEST_LINE,
    LONGEST_ORDER,
    QUOTED,
    Label,
    OrderPiece,
    denies,
    hope_behind,
    in_brackets,
    is_courtesy,
    parts_of,
    pieces_of,
    plain_line,
    qualifier_in,
    unwrapped,
    without_adverbs,
    without_bullet,
    without_courtesy,
    without_opening,
)
from judge.notation.names import Names, names_of, near_names, words_of
from judge.notation.order import (
    Alternatives,
    Ambiguous,
    Mistake,
    OrderReader,
    Sentence,
    Trouble,
    Unreadable,
    orders_of,
    written,
)
from judge.notation.sayings import (
    is_like_saying,
    read_saying,
    saying_beside,
    sayings_like,
    without_words_beside,
)
from judge.notation.words import (
    KIND_OF,
    Action,
    Element,
    Kind,
    Nation,
    Origin,
    Place,
    Unclear,
    Unknown,
    Verb,
    elements_of,
    has_shape,
    order_for_all,
)

_LIKE_A_NAME = 0.6  # lower than in `doubt.py`: with 0.7 `Nor. Sae` is not Norwegian Sea
_SENTENCE_END = re.compile(r"\. *(?=[^\W_])| +(?:and|&) +", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """An order on a line: its text, the result of reading it, and the notes beside it."""

    text: str
    result: Order | Mistake
    notes: tuple[str, ...] = ()
    #: Whether it is only for a unit without another order in the letter (`all others hold`).
    of_the_rest: bool = False


def read_part(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return the orders of a part: one sentence, or several if it cannot be read as one."""
    power, variant = sentence.power, sentence.reader.variant
    saying = read_saying(sentence.line, power, variant) if power else None
    if saying is not None:
        return [ReadOrder(part.text, saying, part.notes)]
    line, words = without_words_beside(part.text, variant)
    for_all = order_for_all(line)
    result = _read(replace(sentence, line=for_all or line))
    if isinstance(result, Mistake):
        return (
            _read_several(part, sentence)
            or _read_politely(part, sentence)
            or [ReadOrder(part.text, _hinted(result, sentence), part.notes)]
        )
    beside = tuple(filter(None, (words, *part.notes)))
    position = sentence.reader.position
    sayings_by_note = {
        note: declared
        for note, order in product(beside, result)
        if (declared := saying_beside(order, note, position, variant)) is not None
    }
    notes = tuple(note for note in beside if note not in sayings_by_note)
    return [
        *(
            ReadOrder(part.text, _as_vote(order, sentence), notes, for_all is not None)
            for order in result
        ),
        *(ReadOrder(part.text, declared) for declared in sayings_by_note.values()),
    ]


def _hinted(mistake: Mistake, sentence: Sentence) -> Mistake:
    """Return the mistake; its suggestions are the sayings that begin with the same word."""
    power, variant = sentence.power, sentence.reader.variant
    patterns = sayings_like(sentence.line, power, variant) if power else ()
    if not patterns or not isinstance(mistake, Unreadable):
        return mistake
    return replace(mistake, part=sentence.line, suggestion=patterns)


def _as_vote(order: Order, sentence: Sentence) -> Order:
    """Return an order of a neutral power as the vote of the player who wrote it."""
    reader = sentence.reader
    neutrals = {side.name for side in reader.variant.neutrals}
    voter = reader.power
    if voter is None or voter in neutrals or power_of(order) not in neutrals:
        return order
    return Vote(voter, order)


def _read_politely(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return the orders of the part without its polite words, or nothing if it has none."""
    plain = without_courtesy(part.text, sentence.reader.names)
    if plain == part.text or not plain:
        return []
    orders = read_part(replace(part, text=plain), replace(sentence, line=plain))
    # If an order lacks something now, the polite words were a part of it: `A Ven - Ty`.
    lacking = (Trouble.NO_TARGET, Trouble.NO_VERB, Trouble.EMPTY)
    return [
        replace(order, text=part.text)
        for order in orders
        if not (isinstance(order.result, Unreadable) and order.result.reason in lacking)
    ]


def _read_several(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return the sentences between full stops or `and`, if all of them are orders.

    After a full stop, text that is unlike an order is a note.
    """
    for match in _SENTENCE_END.finditer(part.text):
        first = part.text[: match.start()]
        orders = _read(replace(sentence, line=first))
        if isinstance(orders, Mistake):
            continue
        rest = unwrapped(part.text[match.end() :])
        head = [ReadOrder(first, order, part.notes) for order in orders]
        if match[0].startswith(".") and _is_remark(rest, sentence.reader):
            return [replace(order, notes=(*part.notes, rest)) for order in head]
        tail = read_part(OrderPiece(rest), replace(sentence, line=rest))
        return [] if any(isinstance(t.result, Mistake) for t in tail) else head + tail
    return []


def _is_remark(text: str, reader: OrderReader) -> bool:
    """Return whether `text` has no word of an order, and no typo of a name."""
    if is_courtesy(text):
        return True
    if not all(isinstance(element, Unknown) for element in elements_of(text, reader.names)):
        return False
    keys = ("".join(words_of(part)) for part in (text, *text.split()[:1]))
    return not any(near_names(key, reader.names, _LIKE_A_NAME) for key in keys)


def _read(sentence: Sentence) -> tuple[Order, ...] | Mistake:
    """Return the orders of one sentence, or why it cannot be read."""
    names = sentence.reader.names
    elements = elements_of(sentence.line, names)
    doubtful = first_doubt(elements)
    if doubtful is not None:
        mistake = explain_doubt(sentence, elements, doubtful)
        match mistake:
            # `Atlantique` is two seas, of which the fleet in Brest can reach only one.
            case Ambiguous(part=part, candidates=[only]) if " ".join(words_of(part)) in names.whole:
                order = read_order(only, sentence.reader)
                return mistake if isinstance(order, Mistake) else (order,)
            case _:
                return mistake
    match orders_of(sentence, elements):
        case Alternatives(part=part, orders=orders):
            return _choose(orders, part, sentence)
        case Unreadable() as mistake:
            corrected = corrections(mistake.corrected, sentence)
            return replace(mistake, corrected=corrected)
        case orders:
            return orders


def _choose(
    orders: Sequence[Order], part: str, sentence: Sentence
) -> tuple[Order, ...] | Ambiguous:
    """Return the only legal order, or an `Ambiguous` if several of `orders` are legal.

    If none is legal, the first is returned; the check of the order then explains why.
    """
    reader = sentence.reader
    possible = [order for order in orders if is_legal(order, reader)]
    if len(possible) < 2:
        return (*possible, *orders)[:1]
    candidates = tuple(written(order, reader) for order in possible)
    return Ambiguous(sentence.line, part, candidates)


# At most this many qualifiers are removed from a line to find the orders that it has without them.
_MOST_QUALIFIERS = 8
# A longer line with a qualifier is talk, and has no orders to choose from.
_LONGEST_QUALIFIED = 160
_MISPLACED = (Trouble.OUT_OF_PLACE, Trouble.LEFT_OVER)
_BEFORE_UNIT = re.compile(r"\s(?:a|f|army|fleet)\s", re.IGNORECASE)
# Signs and words between orders on a line, beside those that end a piece.
_BETWEEN_ORDERS = re.compile(
    r"\s*(?:[|+&,;/]|\(\d{1,2}\)|(?<!\w)[a-z]\)|(?<![\w-])(?:and )?then(?![\w-]))\s*", re.IGNORECASE
)
_LONGEST_UNDIVIDED = 40  # elements; ten orders
_MOST_PLACES = 4  # of an order: a supported convoy by two fleets names them
_MOST_WITHIN = 12  # orders
_NOTHING = Unknown(0, 0)
_LONGEST_WITHIN = 8  # elements of an order among other words
_MOST_VERBS = 4  # elements between a unit and its target, such as `wird gehen nach`
_MODALS = re.compile(
    r" (?:should|shall|will|must|would|has to|have to|needs to|is to|are to)(?= [^\W\d_])", re.I
)
_OTHER_HOLDS = re.compile(
    r"\b(?:the|my) (?:other|last|third|remaining) (?P<kind>army|fleet|unit|one)"
    r" (?:just |simply )?(?:stays?|holds?|remains?)\b",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:my|our|the) (?:only )?$", re.IGNORECASE)
_BETWEEN_SENTENCES = re.compile(r"[,;:.?!()|]|\s/|/\s|\b(?:and|und)\b", re.IGNORECASE)
_LIKE_A_FOREIGN_NAME, _SHORTEST_FOREIGN = 0.7, 5
# Verbs behind which an order may end.
_LAST_VERBS = (Verb.HOLD, Verb.DISBAND, Verb.BUILD, Verb.WAIVE, Verb.ALL)
_BEHIND_IF = re.compile(r"(\S.*?)[\s,;]+if\s+(\S.*)", re.IGNORECASE)


def reader_for(variant: Variant, position: Position, power: str | None) -> OrderReader:
    """Return the reader of the orders of `power`, or of the Master for None."""
    board = variant.geography
    return OrderReader(
        variant=variant,
        names=names_of(variant),
        geography=board,
        position=position,
        power=power,
        units=MappingProxyType({board.province_of[unit.location]: unit for unit in position.units}),
        dislodged=MappingProxyType(
            {board.province_of[d.unit.location]: d.unit for d in position.dislodged}
        ),
        locations=_locations(variant),
    )


@lru_cache(maxsize=64)
def _locations(variant: Variant) -> Mapping[tuple[int, str | None], int]:
    """Return the locations of `variant` by province and code of the coast."""
    return MappingProxyType(
        {
            (place.province, place.coast.code if place.coast else None): number
            for number, place in enumerate(variant.geography.locations)
        }
    )


def read_order(line: str, reader: OrderReader) -> Order | Mistake:
    """Return the order on `line`, or the mistake if the line is not exactly one order."""
    orders = read_line(line, reader)
    for order in orders:
        if isinstance(order.result, Mistake):
            return order.result
    if not orders:
        return Unreadable(line, line, Trouble.EMPTY)
    if len(orders) > 1:
        return Unreadable(line, orders[1].text, Trouble.SEVERAL)
    return orders[0].result


def read_line(line: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a line of a letter and its unreadable parts, in sequence."""
    text = plain_line(line)
    if len(text) > LONGEST_LINE:
        return _refused(text[:LONGEST_ORDER], Trouble.TOO_LONG)
    if text.startswith(QUOTED):
        return _refused(text, Trouble.QUOTED)
    results = _read_plain(text, reader)
    if all(map(_is_order, results)):
        return results
    return _read_anew(text, reader) or results


_LIKE_A_NEXT_WORD = 0.5  # `Sae` is like `Sea`
_MOST_SENTENCES = 12  # before an order; each is read together with those before it
# The end of a sentence, if another one follows.
_NEXT_SENTENCE = re.compile(r"(?<=[\w)])[.!]+ +(?=[^\W\d_])")
_ONLY_ASKS = re.compile(
    r"(?:(?:and|but|so) )?(?:why|when|who|where|how|did|does|do|is|are|was|were|will|can|could)\b"
    r"[^.!?]*\?",
    re.IGNORECASE,
)
_KIND_BEHIND = re.compile(r"([^\W\d_][^,;:()>-]{1,40}?) (army|fleet)\b", re.IGNORECASE)
_SENT = re.compile(r"(?:send|order) (?:the |my )?(?=[^\W\d_])", re.IGNORECASE)
_SUPPORTED_BY = re.compile(
    r"(?P<order>[^,;]+?),? (?:with (?:the )?supports? (?:of|from|by)|supported by|helped by)"
    r" (?P<units>[^,;.]+)(?P<rest>.*)",
    re.IGNORECASE,
)
_AND_UNIT = re.compile(r" and (?=(?:a|f|army|fleet) )", re.IGNORECASE)


def _read_anew(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a line that is not plain orders, or () if it cannot be read.

    It may be an order followed by a sentence of other text, `A Par - Bur with support of A Mar`,
    or `Paris army - Bur`. Text beside an order becomes a note if it cannot change the order. An
    unreadable order beside it becomes a mistake.
    """
    for end in islice(_NEXT_SENTENCE.finditer(text), _MOST_SENTENCES):
        first, rest = text[: end.start()], text[end.end() :]
        if not is_order_like(first, reader.names) or qualifier_in(first, reader.names):
            continue
        orders = _read_plain(first, reader) or (_read_anew(first, reader) if first else ())
        goes_on = "!" not in end[0] and _may_go_on(first, rest, reader)
        if not orders or goes_on or not all(map(_is_order, orders)):
            continue
        if is_order_like(rest, reader.names):
            others = read_line(rest, reader)
            if any(_is_qualified(one.result) for one in others):
                continue
            return (*orders, *others)
        if not qualifier_in(rest, reader.names) or _ONLY_ASKS.fullmatch(rest):
            *before, last = orders
            return (*before, replace(last, notes=(*last.notes, rest)))
    if match := _SUPPORTED_BY.fullmatch(text):
        order = match["order"]
        supported = read_line(order, reader)
        if not supported or not _is_order(supported[0]):
            return ()
        helps = (f"{unit} S {order}" for unit in _AND_UNIT.split(match["units"].strip()))
        parts = [*helps, *filter(None, [match["rest"].strip(" ,")])]
        return (*supported, *(one for part in parts for one in read_line(part, reader)))
    for plain in (_KIND_BEHIND.sub(r"\2 \1", text, count=1), _SENT.sub("", text, count=1)):
        if plain != text:
            results = _read_plain(plain, reader)
            if results and all(map(_is_order, results)):
                return tuple(replace(one, text=text) for one in results)
    return ()


def _may_go_on(first: str, rest: str, reader: OrderReader) -> bool:
    """Return whether `rest`, behind the full stop after `first`, may go on with its last name.

    Then the full stop is inside a name or before a coast: `A Nor. Sea - Yor`, `A Nor. Sae - Yor`.
    """
    word = "".join(words_of(rest.split(maxsplit=1)[0]))
    names = reader.names
    if word in names.exact or word in names.coasts:
        return True
    *_, last = words_of(first) or ("",)
    longer = [phrase for phrase, _ in names.phrases.get(last[:1], ()) if len(phrase) > 1]
    return any(
        phrase[0].startswith(last) and OSA.normalized_similarity(word, part) > _LIKE_A_NEXT_WORD
        for phrase in longer
        for part in (phrase[1], "".join(phrase[1:]))
    )


def _is_qualified(result: Order | Mistake) -> bool:
    return isinstance(result, Unreadable) and result.reason is Trouble.QUALIFIED


def _read_plain(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a plain line as it stands, and its unreadable parts."""
    orders, hope = hope_behind(text, reader.names)
    if words := qualifier_in(orders, reader.names):
        return (_qualified(text, words, reader),)
    if bracketed := in_brackets(text):
        return _bracketed(text, bracketed, reader)
    results = _read_text(f"{orders} # {hope}" if hope else text, reader)
    mistakes = [order.result for order in results if isinstance(order.result, Unreadable)]
    if any(mistake.reason in _MISPLACED for mistake in mistakes) or (
        mistakes and (_BETWEEN_ORDERS.search(text) or _BEFORE_UNIT.search(text))
    ):
        return _undivided(text, reader) or results
    return results


def _undivided(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a line without signs between them, or () if there is any doubt.

    There must be exactly one way to divide the line into legal orders of different units.
    """
    opened = without_opening(text, reader.names, reader.power, dash=True)
    if isinstance(opened, Label):
        opened = opened.rest if opened.power == reader.power else text
    line = _BETWEEN_ORDERS.sub(" ", without_courtesy(opened, reader.names))
    elements = elements_of(line, reader.names)
    if not 1 < len(elements) <= _LONGEST_UNDIVIDED:
        return ()
    if any(isinstance(element, Unknown) for element in elements):
        return _divided_at_units(line, elements, reader)
    pairs = pairwise(elements)
    cuts = [0, *(now.start for last, now in pairs if _may_begin(last, now)), len(line)]
    end = len(cuts) - 1
    # The number of ways to divide the line from each cut on, and the first order of one of them.
    ways, first = Counter({end: 1}), {}
    for start in reversed(range(end)):
        for stop in range(start + 1, min(start + _MOST_PLACES, end) + 1):
            if ways[stop] and (one := _legal_order(line[cuts[start] : cuts[stop]], reader)):
                ways[start] += ways[stop]
                first[start] = (one, stop)
    if ways[0] != 1:
        return ()
    orders, at = [], 0
    while at < end:
        one, at = first[at]
        orders.append(one)
    units = {one.result.unit for one in orders if isinstance(one.result, UnitOrder)}
    return tuple(orders) if len(orders) > 1 and len(units) in (0, len(orders)) else ()


def _divided_at_units(
    line: str, elements: Sequence[Element], reader: OrderReader
) -> tuple[ReadOrder, ...]:
    """Return the orders on a line of `A PAR - BUR F BRE - BRU`, or () if there is any doubt.

    Each begins with the kind of its unit. Among them may be orders with a typo of a name.
    """
    pairs = pairwise(elements)
    starts = [now.start for last, now in pairs if isinstance(now, Kind) and _may_begin(last, now)]
    if not starts or not isinstance(elements[0], Kind):
        return ()
    parts = [line[start:stop].strip() for start, stop in pairwise((0, *starts, len(line)))]
    results = [result for part in parts for result in _read_text(part, reader)]
    typos = [one for one in results if isinstance(one.result, Unreadable) and one.result.suggestion]
    legal = _legal_orders(results, reader)
    alone = len({unit for unit, _ in legal}) == len(legal)
    return tuple(results) if legal and alone and len(legal) + len(typos) == len(parts) else ()


def _may_begin(last: Element, element: Element) -> bool:
    """Return whether an order may begin with `element`, behind the element `last`."""
    if isinstance(last, Action) and last.verb not in _LAST_VERBS:
        return False
    if isinstance(element, Place | Unclear):
        return not isinstance(last, Kind)
    return isinstance(element, Kind)


def orders_within(text: str, reader: OrderReader) -> tuple[str, ...]:
    """Return the legal orders among other words on a line, in the judge's short form.

    Each names a kind of unit or a verb, and no order is a part of a longer way: `Paris - Brest -
    Paris`. Moves with an unknown verb, such as `Berlin nach Kiel`, come last.
    """
    line = _MODALS.sub(" ", plain_line(text))
    elements = elements_of(line, reader.names)
    if (named := _with_only_units(line, elements, reader)) != line:
        line, elements = named, elements_of(named, reader.names)
    found: list[str] = []
    at = 0
    while at < len(elements) and len(found) < _MOST_WITHIN:
        # A verb may stand before the unit: `I would like to move Paris to Burgundy`.
        verbs = len([*takewhile(lambda one: isinstance(one, Action), reversed(elements[:at]))])
        is_first = verbs == at or (verbs and isinstance(elements[at - verbs - 1], Unknown))
        before, length = _NOTHING if is_first else elements[at - 1], 0
        if _may_begin(before, elements[at]):
            length, order = _longest_order(line, elements[at : at + _LONGEST_WITHIN + 1], reader)
            found += [order] if length and order not in found else []
        at += length or 1
    ordered = set(map(_unit_of, found))
    for order in _moves_in_words(line, elements, reader) if reader.power else ():
        # `Brest supports Paris` is no move of the fleet.
        if _unit_of(order) not in ordered:
            found.append(order)
    found += _other_holds(line, found, reader) if found else ()
    return tuple(dict.fromkeys(found))


def _unit_of(order: str) -> str:
    """Return the unit of an order in the judge's short form: `A PAR`."""
    return " ".join(order.split()[:2])


def _other_holds(line: str, found: Sequence[str], reader: OrderReader) -> tuple[str, ...]:
    """Return the hold of `the other army stays`, if one army is left besides those of `found`."""
    match = _OTHER_HOLDS.search(line)
    if match is None:
        return ()
    ordered = set(map(_unit_of, found))
    left = [
        name
        for unit in reader.units.values()
        if unit.power == reader.power and KIND_OF.get(match["kind"].lower(), unit.kind) is unit.kind
        if (name := write_unit(unit, reader.geography)) not in ordered
    ]
    return (f"{left[0]} H",) if len(left) == 1 else ()


def _with_only_units(line: str, elements: Sequence[Element], reader: OrderReader) -> str:
    """Return a line with the unit's name for `my fleet`, if the power has only that fleet."""
    for at in reversed(range(len(elements))):
        kind, behind = elements[at], elements[at + 1] if at + 1 < len(elements) else None
        if not isinstance(kind, Kind) or isinstance(behind, Origin | Nation):
            continue
        # In `my fleet: ENG` the place is the target.
        if isinstance(behind, Place) and ":" not in line[kind.end : behind.start]:
            continue
        # `Fleet to Channel` begins with it; in `Fleet Lodnon to Channel` the name is misspelt.
        is_first = at == 0 and isinstance(behind, Action)
        if not is_first and not _MINE.search(line[: kind.start]):
            continue
        units = [one for one in reader.units.values() if one.power == reader.power]
        only = [unit for unit in units if unit.kind is kind.kind]
        if len(only) == 1 and kind.end - kind.start > 1 and not _is_helped(elements[:at]):
            name = write_unit(only[0], reader.geography)
            line = f"{line[: kind.start]}{name}{line[kind.end :]}"
    return line


def _moves_in_words(line: str, elements: Sequence[Element], reader: OrderReader) -> Iterator[str]:
    """Yield the possible moves of own units with unknown words before the place to which they go.

    The line may be in a language that the judge does not know. A name that is nearly one of the
    board counts as that name.
    """
    standing = reader.dislodged or reader.units
    for at, place in enumerate(elements):
        unit = standing.get(place.province) if isinstance(place, Place) else None
        if unit is None or unit.power != reader.power or _is_helped(elements[:at]):
            continue
        if at > 1 and isinstance(elements[at - 1], Origin) and isinstance(elements[at - 2], Place):
            # `I take Bulgaria from Constantinople`
            target = elements[at - 2]
            text = f"{line[place.start : place.end]} - {line[target.start : target.end]}"
            if order := _written_order(text, reader):
                yield order
            continue
        for behind in elements[at + 1 : at + 2 + _MOST_VERBS]:
            words = line[place.end : behind.start]
            if isinstance(behind, Origin) or _BETWEEN_SENTENCES.search(words):
                break
            text = line[behind.start : behind.end]
            key = "".join(words_of(text))
            if isinstance(behind, Unknown) and len(key) >= _SHORTEST_FOREIGN:
                near = near_names(key, reader.names, _LIKE_A_FOREIGN_NAME)[:1]
                text = near[0].key if near else ""
            elif not isinstance(behind, Place):
                continue
            name = line[place.start : place.end]
            if text and (order := _written_order(f"{name} - {text}", reader)):
                if not any(map(denies, words.split())):
                    yield order
                break
            if isinstance(behind, Place):
                break


def _is_helped(before: Sequence[Element]) -> bool:
    """Return whether a unit behind these elements is supported or convoyed."""
    last = next((one for one in reversed(before) if not isinstance(one, Kind | Nation)), None)
    return isinstance(last, Action) and last.verb in (Verb.SUPPORT, Verb.CONVOY)


def _longest_order(line: str, elements: Sequence[Element], reader: OrderReader) -> tuple[int, str]:
    """Return the longest beginning of `elements` that is an order: its size, and its text."""
    known = len([*takewhile(lambda one: not isinstance(one, Unknown), elements)])
    for size in range(min(known, _LONGEST_WITHIN), 1, -1):
        some, behind = elements[:size], elements[size : size + 1]
        goes_on = any(isinstance(one, Action) and one.verb is Verb.MOVE for one in behind)
        if goes_on or not any(isinstance(one, Action | Kind) for one in some):
            continue
        if order := _written_order(line[some[0].start : some[-1].end], reader):
            return size, order
    return 0, ""


def _written_order(text: str, reader: OrderReader) -> str:
    """Return the legal order without notes that a text is, in the judge's short form, or ""."""
    legal = _legal_order(text, reader)
    if legal is None or isinstance(legal.result, Mistake):
        return ""
    return written(legal.result, reader)


def _legal_order(text: str, reader: OrderReader) -> ReadOrder | None:
    """Return the order that a text is, if it is one legal order without notes."""
    results = _read_text(text.strip(), reader)
    if len(results) != 1 or results[0].notes or results[0].of_the_rest:
        return None
    return results[0] if _legal_orders(results, reader) else None


def _bracketed(text: str, bracketed: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return a question about a line in brackets if it may be an order.

    Some players cancel orders by brackets, others write all their orders in brackets.
    """
    results = [order for piece in _pieces_read(bracketed, reader) for order in piece.orders]
    if legal := _legal_orders(results, reader):
        return (_question(text, text, Trouble.QUALIFIED, legal),)
    return _read_text(text, reader)


@dataclass(frozen=True, slots=True)
class _PieceResult:
    """The orders between two semicolons, and words there that may change their meaning."""

    text: str
    orders: tuple[ReadOrder, ...]
    strange: tuple[str, ...] = ()


def _read_text(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the results of all pieces of a line; a piece with strange words becomes a question."""
    results: list[ReadOrder] = []
    for piece in _pieces_read(text, reader):
        if piece.strange:
            legal = _legal_orders(piece.orders, reader)
            results.append(_question(piece.text, piece.strange[0], Trouble.LEFT_OVER, legal))
        else:
            results.extend(piece.orders)
    return tuple(results)


def _pieces_read(text: str, reader: OrderReader) -> Iterator[_PieceResult]:
    """Yield the result of each piece of a line; a label holds for the pieces after it."""
    power = reader.power
    dash = reader.position.phase.kind is not PhaseKind.ADJUSTMENT
    for piece in pieces_of(text, reader.names):
        rest = without_opening(piece.text, reader.names, reader.power, dash=dash)
        if isinstance(rest, Label):
            neutrals = {side.name for side in reader.variant.neutrals}
            if rest.power not in neutrals and reader.power not in {None, rest.power}:
                mistake = Unreadable(text, rest.text, Trouble.OTHER_POWER)
                yield _PieceResult(text, (ReadOrder(text, mistake),))
                return
            power, rest = rest.power, rest.rest
        yield _read_piece(replace(piece, text=rest), reader, power)


def _refused(text: str, reason: Trouble) -> tuple[ReadOrder, ...]:
    return (ReadOrder(text, Unreadable(text, text, reason)),)


def _read_piece(piece: OrderPiece, reader: OrderReader, power: str | None) -> _PieceResult:
    """Return the orders of one piece."""
    if len(piece.text) > LONGEST_ORDER:
        return _PieceResult(piece.text, _refused(piece.text, Trouble.TOO_LONG))
    parts = parts_of(piece, reader.names)
    results = tuple(
        result
        for part in parts
        if part.text
        for result in read_part(part, Sentence(part.text, reader, power))
    )
    strange = parts[-1].strange
    if len(parts) > 1:
        strange = (*strange, *_unknown_beginnings(results))
    return _PieceResult(piece.text, results, strange)


def _unknown_beginnings(results: Sequence[ReadOrder]) -> Iterator[str]:
    """Yield unknown words at the beginning of a line; they may change the meaning of its orders."""
    for order in results:
        match order.result:
            case Unreadable(part=part, reason=Trouble.UNKNOWN, suggestion=()):
                if order.result.line.startswith(part):
                    yield part
            case _:
                continue


def _qualified(text: str, words: str, reader: OrderReader) -> ReadOrder:
    """Return a question about a line with a qualifier, with the orders that it has without it.

    No order is offered beside a denial: its writer does not want that order.
    """
    if case := _conditional_orders(text, reader):
        return _question(text, words, Trouble.QUALIFIED, case)
    if len(text) > _LONGEST_QUALIFIED:
        return _question(text, words, Trouble.QUALIFIED, ())
    plain, qualifier = text, words
    for _ in range(_MOST_QUALIFIERS):
        plain = plain.replace(qualifier, " ", 1)
        qualifier = qualifier_in(plain, reader.names)
        if not qualifier:
            break
    results = [order for piece in _pieces_read(plain, reader) for order in piece.orders]
    asked = _question(text, words, Trouble.QUALIFIED, _legal_orders(results, reader))
    if denies(words) and isinstance(asked.result, Unreadable):
        return replace(asked, result=replace(asked.result, corrected=()))
    return asked


def _conditional_orders(text: str, reader: OrderReader) -> tuple[tuple[Unit | None, str], ...]:
    """Return the orders before an IF on the same line, each as its unit and its text as a line."""
    match = _BEHIND_IF.fullmatch(text)
    if match is None or read_condition(match[2], reader.names) is None:
        return ()
    results = [result for piece in _pieces_read(match[1], reader) for result in piece.orders]
    legal = _legal_orders(results, reader)
    return tuple((unit, f"IF {match[2]}, {order}") for unit, order in legal)


def _legal_orders(
    results: Sequence[ReadOrder], reader: OrderReader
) -> tuple[tuple[Unit | None, str], ...]:
    """Return the legal orders among the results, each as a unit (if any) and its text."""
    orders = [result.result for result in results if not isinstance(result.result, Mistake)]
    return tuple(
        (order.unit if isinstance(order, UnitOrder) else None, written(order, reader))
        for order in orders
        if is_legal(order, reader)
    )


def _question(
    text: str, words: str, reason: Trouble, legal: Sequence[tuple[Unit | None, str]]
) -> ReadOrder:
    """Return the line as unreadable, with the legal orders as corrections to choose from."""
    orders = tuple(dict.fromkeys(order for _, order in legal))
    units = {unit for unit, _ in legal}
    unit = units.pop() if len(units) == 1 else None
    return ReadOrder(text, Unreadable(text, words, reason, corrected=orders, unit=unit))


_WORDS_BESIDE_COAST = frozenset(("of", "the", "on", "at", "to", "its", "it", "is"))


def rejoined(first: str, second: str, reader: OrderReader) -> str | None:
    """Return the two lines joined if they are one wrapped line, otherwise None.

    They are joined if and only if the second cannot stand alone and the first can continue: the
    joined line consists of orders, and words of the second line belong to one of them.
    """
    if not first.strip() or not second.strip() or qualifier_in(plain_line(first), reader.names):
        return None
    if _stands_alone(first, second, reader):
        return None
    line = f"{first.rstrip()} {second.strip()}"
    results = read_line(line, reader)
    if not results or not all(map(_is_order, results)) or _is_note(first, line, reader):
        return None
    return line


def order_on_coast(question: str, answer: str, reader: OrderReader) -> Order | None:
    """Return the order on line `question` with the coast that `answer` names, or None.

    `question` is a line for which several coasts are possible. `answer` may be `NC`, `south coast`,
    `the north coast, please` or `Spain (sc)`.
    """
    results = read_line(question, reader)
    code = _coast_in(answer, reader)
    if len(results) != 1 or not code:
        return None
    match results[0].result:
        case Ambiguous(candidates=candidates):
            orders = (read_order(candidate, reader) for candidate in candidates)
            return next((order for order in orders if _is_on(order, code, reader)), None)
        case _:
            return None


def _is_on(order: Order | Mistake, code: str, reader: OrderReader) -> TypeGuard[Order]:
    """Return whether `order` moves to this coast, or builds there."""
    match order:
        case Move(target=location) | Retreat(target=location) | Build(location=location):
            coast = reader.geography.locations[location].coast
            return coast is not None and coast.code == code
        case _:
            return False


def _stands_alone(first: str, second: str, reader: OrderReader) -> bool:
    """Return whether the second line is an order itself.

    If the first line ends with a dash, the second is its target, even if it names a unit's place.
    """
    elements = elements_of(without_bullet(plain_line(second), dash=True), reader.names)
    has_kind = bool(elements) and isinstance(elements[0], Kind)
    before = elements_of(plain_line(first), reader.names)
    last = before[-1] if before else None
    if isinstance(last, Action) and last.verb is Verb.MOVE and not has_kind:
        return False
    return any(map(_is_order, read_line(second, reader)))


def _is_order(result: ReadOrder) -> bool:
    return not isinstance(result.result, Mistake)


def _is_note(first: str, line: str, reader: OrderReader) -> bool:
    """Return whether the second line is a note, such as thanks: no word of it is of an order."""
    text = plain_line(line)
    cut = len(plain_line(first))
    behind = (element for element in elements_of(text, reader.names) if element.end > cut)
    return all(isinstance(element, Unknown) for element in behind)


def _coast_in(answer: str, reader: OrderReader) -> str:
    """Return the code of the coast in `answer`, or ""."""
    names = reader.names
    text = without_courtesy(plain_line(answer), names)
    words = [word for word in words_of(text) if word not in _WORDS_BESIDE_COAST]
    for size in (2, 1):
        for start in range(len(words) - size + 1):
            code = names.coasts.get("".join(words[start : start + size]))
            rest = [*words[:start], *words[start + size :]]
            if code and all(word in names.exact for word in rest):
                return code
    return ""


_LABEL = re.compile(r"(?:\[[^\W\d_][\w ]{1,30}\] ?:?|[^\W\d_][\w ]{2,30}:) ?")


@lru_cache(maxsize=256)
def is_order_like(line: str, names: Names | None) -> bool:
    """Return whether `line` of a letter was meant as an order, right or wrong.

    `names` are the names of the board. If they are None, only the shape of an order decides; then
    two names alone, `Paris Burgundy`, are no order.
    """
    text = plain_line(line)
    if len(text) > LONGEST_LINE or text.startswith(QUOTED):
        return False
    if is_daide(text):
        return True
    text = in_brackets(text) or text
    if names is None:
        return any(_is_shaped(part) for part in re.split("[;,\n]", text))
    return any(_is_like(piece.text, names) for piece in pieces_of(text, names))


def _is_like(piece: str, names: Names) -> bool:
    # If a dash means `remove`, the text after it looks like an order too.
    line = without_opening(piece, names, None, dash=True)
    text = line.rest if isinstance(line, Label) else line
    if is_like_saying(text, names.variant):
        return True
    first = _NEXT_SENTENCE.split(text, maxsplit=1)[0]
    parts = [unwrapped(part)[:LONGEST_ORDER] for part in text.split(",")]
    if first != text:
        parts.append(first[:LONGEST_ORDER])
    return any(
        is_like_sentence(part, names)
        or is_like_sentence(without_adverbs(_SENT.sub("", part, count=1)), names)
        for part in parts
    )


def _is_shaped(part: str) -> bool:
    text = without_bullet(unwrapped(part)[:LONGEST_ORDER], dash=True)
    return has_shape(unwrapped(without_bullet(_LABEL.sub("", text, count=1), dash=True)))
