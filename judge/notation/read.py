"""Reading orders as players write them, tolerantly, but never by a guess."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import TypeGuard

from judge.engine import (
    Build,
    Declare,
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
from judge.notation.conditions import read_condition
from judge.notation.daide import is_daide
from judge.notation.doubt import (
    doubt_about,
    first_doubt,
    is_legal,
    is_like_sentence,
    orders_instead,
)
from judge.notation.line import (
    LONGEST_LINE,
    LONGEST_ORDER,
    QUOTED,
    Label,
    OrderPiece,
    bare,
    hope_behind,
    in_brackets,
    is_courtesy,
    opened,
    parts_of,
    pieces_of,
    plain_line,
    qualifier_in,
    without_bullet,
    without_courtesy,
)
from judge.notation.names import Names, names_of, near_names, words_of
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
from judge.notation.sayings import (
    is_like_saying,
    read_saying,
    said_beside,
    sayings_like,
    without_words_beside,
)
from judge.notation.words import Action, Kind, Unknown, Verb, elements_of, has_shape, said_of_all

_LIKE_A_NAME = 0.6  # as in sentence/typo.py: at 0.7 `Nor. Sae` is no Norwegian Sea
_SENTENCE_END = re.compile(r"\. *(?=[^\W_])| +(?:and|&) +", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ReadOrder:
    """One order of a line as it was written, what it is, and the notes beside it.

    One `of_the_rest` is only for a unit that no other line of the letter is about.
    """

    text: str
    result: Order | Mistake
    notes: tuple[str, ...] = ()
    of_the_rest: bool = False


def read_part(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return what a part is: one sentence, or where that fails several of them."""
    power, variant = sentence.power, sentence.reader.variant
    said = read_saying(sentence.line, power, variant) if power else None
    if said is not None:
        return [ReadOrder(part.text, said, part.notes)]
    line, words = without_words_beside(part.text, sentence.reader.variant)
    of_all = said_of_all(line)
    result = _read(replace(sentence, line=of_all or line))
    if isinstance(result, Mistake):
        return (
            _read_several(part, sentence)
            or _read_politely(part, sentence)
            or [ReadOrder(part.text, _hinted(result, sentence), part.notes)]
        )
    beside = tuple(filter(None, (words, *part.notes)))
    said_too = dict(_said_beside(beside, result, sentence))
    notes = tuple(one for one in beside if one not in said_too)
    return [
        *(
            ReadOrder(part.text, _as_vote(order, sentence), notes, of_all is not None)
            for order in result
        ),
        *(ReadOrder(part.text, declared) for declared in said_too.values()),
    ]


def _hinted(mistake: Mistake, sentence: Sentence) -> Mistake:
    """Return the mistake with what a saying is like that begins with the same word."""
    power, variant = sentence.power, sentence.reader.variant
    like = sayings_like(sentence.line, power, variant) if power else ()
    if not like or not isinstance(mistake, Unreadable):
        return mistake
    return replace(mistake, part=sentence.line, suggestion=like)


def _said_beside(
    notes: Sequence[str], orders: Sequence[Order], sentence: Sentence
) -> Iterator[tuple[str, Declare]]:
    """Yield which of the words behind an order are a saying, and what they say."""
    reader = sentence.reader
    for note, order in product(notes, orders):
        declared = said_beside(order, note, reader.position, reader.variant)
        if declared is not None:
            yield note, declared


def _as_vote(order: Order, sentence: Sentence) -> Order:
    """Return an order to a unit that nobody plays as its writer's vote."""
    reader = sentence.reader
    nobody = {side.name for side in reader.variant.neutrals}
    voter = reader.power
    if voter is None or voter in nobody or power_of(order) not in nobody:
        return order
    return Vote(voter, order)


def _read_politely(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return what the part is without the courtesy in it, or nothing if it has none."""
    plain = without_courtesy(part.text, sentence.reader.names)
    if plain == part.text or not plain:
        return []
    found = read_part(replace(part, text=plain), replace(sentence, line=plain))
    return [replace(one, text=part.text) for one in found if not _is_half(one.result)]


def _is_half(result: Order | Mistake) -> bool:
    """Return whether an order lacks what was taken for courtesy: `A Ven - Ty`."""
    lacking = (Trouble.NO_TARGET, Trouble.NO_VERB, Trouble.EMPTY)
    return isinstance(result, Unreadable) and result.reason in lacking


def _read_several(part: OrderPiece, sentence: Sentence) -> list[ReadOrder]:
    """Return the sentences between full stops and `and`, if all of them are good.

    What follows a full stop and is nothing like an order is a note.
    """
    for match in _SENTENCE_END.finditer(part.text):
        first = part.text[: match.start()]
        orders = _read(replace(sentence, line=first))
        if isinstance(orders, Mistake):
            continue
        rest = bare(part.text[match.end() :])
        head = [ReadOrder(first, order, part.notes) for order in orders]
        if match[0].startswith(".") and _is_remark(rest, sentence.reader):
            return [replace(one, notes=(*part.notes, rest)) for one in head]
        tail = read_part(OrderPiece(rest), replace(sentence, line=rest))
        return [] if any(isinstance(t.result, Mistake) for t in tail) else head + tail
    return []


def _is_remark(text: str, reader: OrderReader) -> bool:
    """Return whether no word of `text` is of an order, nor the typo of a name."""
    if is_courtesy(text):
        return True
    if not all(isinstance(one, Unknown) for one in elements_of(text, reader.names)):
        return False
    keys = ("".join(words_of(one)) for one in (text, *text.split()[:1]))
    return not any(near_names(key, reader.names, _LIKE_A_NAME) for key in keys)


def _read(sentence: Sentence) -> tuple[Order, ...] | Mistake:
    elements = elements_of(sentence.line, sentence.reader.names)
    doubtful = first_doubt(elements)
    if doubtful is not None:
        return doubt_about(sentence, elements, doubtful)
    match orders_of(sentence, elements):
        case Alternatives(part=part, orders=orders):
            return _one_of(orders, part, sentence)
        case Unreadable() as mistake:
            corrected = orders_instead(mistake.corrected, sentence)
            return replace(mistake, corrected=corrected)
        case orders:
            return orders


def _one_of(
    orders: Sequence[Order], part: str, sentence: Sentence
) -> tuple[Order, ...] | Ambiguous:
    """Return the only order that is possible, or that two or more are.

    If none is possible it is the first, and the mistake is explained for that one.
    """
    reader = sentence.reader
    possible = [order for order in orders if is_legal(order, reader)]
    if len(possible) < 2:
        return (*possible, *orders)[:1]
    told = tuple(written(order, reader) for order in possible)
    return Ambiguous(sentence.line, part, told)


# So many words that bend an order are taken out to tell what it would be without them.
_MOST_QUALIFIERS = 8
_MISPLACED = (Trouble.OUT_OF_PLACE, Trouble.LEFT_OVER)
_BEFORE_UNIT = re.compile(r"\s+(?=(?:a|f|army|fleet)\s)", re.IGNORECASE)
_BEHIND_IF = re.compile(r"(\S.*?)[\s,;]+if\s+(\S.*)", re.IGNORECASE)


def reader_for(variant: Variant, position: Position, power: str | None) -> OrderReader:
    """Return what reads the orders of `power`; None reads for the Master."""
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
    """Return the one order that `line` is, or why it is none."""
    found = read_line(line, reader)
    for one in found:
        if isinstance(one.result, Mistake):
            return one.result
    if not found:
        return Unreadable(line, line, Trouble.EMPTY)
    if len(found) > 1:
        return Unreadable(line, found[1].text, Trouble.SEVERAL)
    return found[0].result


def read_line(line: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return the orders on a line of a letter, and what on it is none, in order."""
    text = plain_line(line)
    if len(text) > LONGEST_LINE:
        return _refused(text[:LONGEST_ORDER], Trouble.TOO_LONG)
    if text.startswith(QUOTED):
        return _refused(text, Trouble.QUOTED)
    orders, hope = hope_behind(text, reader.names)
    if words := qualifier_in(orders, reader.names):
        return (_qualified(text, words, reader),)
    if within := in_brackets(text):
        return _bracketed(text, within, reader)
    found = _read_text(f"{orders} # {hope}" if hope else text, reader)
    return (any(map(_is_misplaced, found)) and _crowded(text, reader)) or found


def _is_misplaced(one: ReadOrder) -> bool:
    return isinstance(one.result, Unreadable) and one.result.reason in _MISPLACED


def _crowded(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return a line that is orders without anything between them, () for any other.

    It is asked back, with each order alone.
    """
    parts = _BEFORE_UNIT.split(text)
    found = [one for part in parts for one in _read_text(part, reader)]
    told = _legal_orders(found, reader)
    if len(parts) > 1 and len(told) == len(found) == len(parts):
        return (_question(text, text, Trouble.SEVERAL, told),)
    return ()


def _bracketed(text: str, within: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    """Return that a line in brackets is asked back if it may be an order.

    Some set an order aside so, and some so write them all.
    """
    found = [one for piece in _pieces_read(within, reader) for one in piece.orders]
    if told := _legal_orders(found, reader):
        return (_question(text, text, Trouble.QUALIFIED, told),)
    return _read_text(text, reader)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was read between two semicolons, and words there that may bend it."""

    text: str
    orders: tuple[ReadOrder, ...]
    strange: tuple[str, ...] = ()


def _read_text(text: str, reader: OrderReader) -> tuple[ReadOrder, ...]:
    found: list[ReadOrder] = []
    for one in _pieces_read(text, reader):
        if one.strange:
            told = _legal_orders(one.orders, reader)
            found.append(_question(one.text, one.strange[0], Trouble.LEFT_OVER, told))
        else:
            found.extend(one.orders)
    return tuple(found)


def _pieces_read(text: str, reader: OrderReader) -> Iterator[_Found]:
    power = reader.power
    dash = reader.position.phase.kind is not PhaseKind.ADJUSTMENT
    for piece in pieces_of(text, reader.names):
        rest = opened(piece.text, reader.names, reader.power, dash=dash)
        if isinstance(rest, Label):
            nobody = {side.name for side in reader.variant.neutrals}
            if rest.power not in nobody and reader.power not in {None, rest.power}:
                mistake = Unreadable(text, rest.text, Trouble.OTHER_POWER)
                yield _Found(text, (ReadOrder(text, mistake),))
                return
            power, rest = rest.power, rest.rest
        yield _read_piece(replace(piece, text=rest), reader, power)


def _refused(text: str, reason: Trouble) -> tuple[ReadOrder, ...]:
    return (ReadOrder(text, Unreadable(text, text, reason)),)


def _read_piece(piece: OrderPiece, reader: OrderReader, power: str | None) -> _Found:
    if len(piece.text) > LONGEST_ORDER:
        return _Found(piece.text, _refused(piece.text, Trouble.TOO_LONG))
    parts = parts_of(piece, reader.names)
    found = tuple(
        one
        for part in parts
        if part.text
        for one in read_part(part, Sentence(part.text, reader, power))
    )
    strange = parts[-1].strange
    if len(parts) > 1:
        strange = (*strange, *_strange_beginnings(found))
    return _Found(piece.text, found, strange)


def _strange_beginnings(found: Sequence[ReadOrder]) -> Iterator[str]:
    """Yield words that nobody knows before an order: they may be of those beside it."""
    for one in found:
        match one.result:
            case Unreadable(part=part, reason=Trouble.UNKNOWN, suggestion=()):
                if one.result.line.startswith(part):
                    yield part
            case _:
                continue


def _qualified(text: str, words: str, reader: OrderReader) -> ReadOrder:
    """Return that the orders of a line are not taken, with each as it would be."""
    if case := _case(text, reader):
        return _question(text, words, Trouble.QUALIFIED, case)
    plain, bent = text, words
    for _ in range(_MOST_QUALIFIERS):
        plain = plain.replace(bent, " ", 1)
        bent = qualifier_in(plain, reader.names)
        if not bent:
            break
    found = [one for piece in _pieces_read(plain, reader) for one in piece.orders]
    return _question(text, words, Trouble.QUALIFIED, _legal_orders(found, reader))


def _case(text: str, reader: OrderReader) -> tuple[tuple[Unit | None, str], ...]:
    """Return the unit of an order behind which an IF stands, and a line of both."""
    said = _BEHIND_IF.fullmatch(text)
    if said is None or read_condition(said[2], reader.names) is None:
        return ()
    found = [one for piece in _pieces_read(said[1], reader) for one in piece.orders]
    told = _legal_orders(found, reader)
    return tuple((unit, f"IF {said[2]}, {order}") for unit, order in told)


def _legal_orders(
    found: Sequence[ReadOrder], reader: OrderReader
) -> tuple[tuple[Unit | None, str], ...]:
    """Return the units and the texts of the legal orders among what was read."""
    orders = [one.result for one in found if not isinstance(one.result, Mistake)]
    return tuple(
        (order.unit if isinstance(order, UnitOrder) else None, written(order, reader))
        for order in orders
        if is_legal(order, reader)
    )


def _question(
    text: str, words: str, why: Trouble, told: Sequence[tuple[Unit | None, str]]
) -> ReadOrder:
    orders = tuple(dict.fromkeys(order for _, order in told))
    units = {unit for unit, _ in told}
    unit = units.pop() if len(units) == 1 else None
    return ReadOrder(text, Unreadable(text, words, why, corrected=orders, unit=unit))


_OF_COASTS = frozenset(("of", "the", "on", "at", "to", "its", "it", "is"))


def joined(first: str, second: str, reader: OrderReader) -> str | None:
    """Return the line that was wrapped into these two, or None if they are not one.

    They are when, and only when, the second cannot stand alone and the first can go on:
    together they are orders, in which something of the second line has a part.
    """
    if not first.strip() or not second.strip() or _stands_alone(first, second, reader):
        return None
    line = f"{first.rstrip()} {second.strip()}"
    found = read_line(line, reader)
    if not found or not all(map(_is_order, found)) or _is_note(first, line, reader):
        return None
    return line


def settled(question: str, answer: str, reader: OrderReader) -> Order | None:
    """Return the order of the line that was asked about, on the coast of the answer.

    `question` is a line that two or more coasts left open, `answer` a coast: `NC`,
    `south coast`, `the north coast, please`, `Spain (sc)`; None if it is no such pair.
    """
    found = read_line(question, reader)
    code = _coast_said(answer, reader)
    if len(found) != 1 or not code:
        return None
    match found[0].result:
        case Ambiguous(candidates=candidates):
            orders = (read_order(one, reader) for one in candidates)
            return next((one for one in orders if _is_on(one, code, reader)), None)
        case _:
            return None


def _is_on(order: Order | Mistake, code: str, reader: OrderReader) -> TypeGuard[Order]:
    """Return whether it is an order that goes to this coast, or builds there."""
    match order:
        case Move(target=location) | Retreat(target=location) | Build(location=location):
            coast = reader.geography.locations[location].coast
            return coast is not None and coast.code == code
        case _:
            return False


def _stands_alone(first: str, second: str, reader: OrderReader) -> bool:
    """Return whether the second line is an order itself, or begins as one of them.

    Behind an open dash a place goes on, even where a unit stands in it.
    """
    elements = elements_of(without_bullet(plain_line(second), dash=True), reader.names)
    has_kind = bool(elements) and isinstance(elements[0], Kind)
    if _is_open(elements_of(plain_line(first), reader.names)) and not has_kind:
        return False
    return any(map(_is_order, read_line(second, reader)))


def _is_open(elements: Elements) -> bool:
    last = elements[-1] if elements else None
    return isinstance(last, Action) and last.verb is Verb.MOVE


def _is_order(one: ReadOrder) -> bool:
    return not isinstance(one.result, Mistake)


def _is_note(first: str, line: str, reader: OrderReader) -> bool:
    """Return whether nothing of the second line is of an order: a word of thanks."""
    text = plain_line(line)
    cut = len(plain_line(first))
    behind = (one for one in elements_of(text, reader.names) if one.end > cut)
    return all(isinstance(one, Unknown) for one in behind)


def _coast_said(answer: str, reader: OrderReader) -> str:
    """Return the code of the coast that is said, or nothing."""
    names = reader.names
    text = without_courtesy(plain_line(answer), names)
    words = [word for word in words_of(text) if word not in _OF_COASTS]
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

    `names` are those of the board; where none is known the shape of an order tells,
    and of two names alone, `Paris Burgundy`, nothing does.
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
    # After a dash that means `remove` the rest is like an order as well.
    line = opened(piece, names, None, dash=True)
    text = line.rest if isinstance(line, Label) else line
    if is_like_saying(text, names.variant):
        return True
    parts = (bare(part)[:LONGEST_ORDER] for part in text.split(","))
    return any(is_like_sentence(part, names) for part in parts)


def _is_shaped(part: str) -> bool:
    text = without_bullet(bare(part)[:LONGEST_ORDER], dash=True)
    return has_shape(bare(without_bullet(_LABEL.sub("", text, count=1), dash=True)))
