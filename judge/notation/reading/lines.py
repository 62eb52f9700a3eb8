"""A line of a letter as the pieces it consists of: bullets, labels, notes, orders."""

import re
from dataclasses import dataclass, replace

from judge.notation.names import Names, find_power, words_of
from judge.notation.normal import plain_text
from judge.notation.reading.beside import is_harmless, without_smileys
from judge.notation.sayings import sayings_of
from judge.notation.sentence.likeness import is_like_sentence
from judge.notation.sentence.order_reader import Elements
from judge.notation.words.cut import elements_of
from judge.notation.words.daide import without_daide
from judge.notation.words.elements import Action, Place, Shore, Unclear, Verb

LONGEST_LINE = 2000  # 34 orders in long form, of some 60 characters each
# Four times the longest support of a convoy on any board in long form, for its route.
LONGEST_ORDER = 500
QUOTED = (">", "|")
_MARK, _MOST_MARKS = 0xE000, 0x1900  # of private use: no plain text has them
_ENCLOSED = re.compile(r"\(([^()]*)(?:\)|$)|\[([^\[\]]*)(?:\]|$)")
# A sign before a number is a comment only behind something; else it numbers the line.
_COMMENT = re.compile(r"(?:#(?!\d)|(?<=[^\s;]) *#|(?<!:)//)([^\n]*)")
_BRACKETED = re.compile(r"\W*(?:\[([^\[\]]+)\]|\(([^()]+)\))[\s.,;:!?*_-]*")
_RESULT = re.compile(r"\*.*\*$")
_BY_CONVOY = re.compile(
    r"(?:via|by|through|using|convoy|convoyed|with (?:a )?convoy)\b", re.IGNORECASE
)
_BULLET = re.compile(
    r"[*\u2022\u00b7\u2023] ?|#(?=\d)|"
    r"\d{1,2}[.):] ?|\d{1,2} (?=[^\W\d])|[a-zA-Z]\) ?"
)
_DASH_BULLET = re.compile(r"-+>? +")
_LABEL = re.compile(r"(?:\[([^\[\]]+)\] ?:?|([^\W\d_][^:()\[\];,]{0,40}?) ?([:)])) ?")
_AND = re.compile(r"(?:and|then|also|&) +(?=[^\W_])", re.IGNORECASE)
_WRAPPING = " *'\"!."


# Words of other judges, and those that stand for one word of an order.
_SAME = {
    "moveviaconvoy": "convoyed to",
    "off the board": "disbands",
    "waive one": "waive 1",
    "waive two": "waive 2",
    "waive both": "waive 2",
}
_SAME_WORDS = re.compile(rf"\b(?:{'|'.join(_SAME)})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """The power a line begins with, `Italy:` or `[ITALY]`, and what follows it."""

    power: str
    text: str
    rest: str


@dataclass(frozen=True, slots=True)
class OrderPiece:
    """A part of a line that is to be one order, with the notes written beside it.

    What stands beside it and is `strange` may say something else of the order.
    """

    text: str
    notes: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()


def plain_line(line: str) -> str:
    """Return a line of a letter in its plain form; one too long for that as it is."""
    if len(line) > LONGEST_LINE:
        return line
    text = without_daide(without_smileys(plain_text(line)))
    return _SAME_WORDS.sub(lambda found: _SAME[found[0].lower()], text)


def label_of(text: str, names: Names, power: str | None) -> Label | None:
    """Return the label that a plain line begins with, or None.

    A letter with a bracket is a bullet for a player, `A:` and `F:` mean a unit unless
    they are the player's own letter.
    """
    match = _LABEL.match(text)
    if not match:
        return _name_alone(text, names)
    word = match[1] or match[2]
    rest = text[match.end() :]
    named = find_power(words_of(word), names)
    if named is None and len(word) == 1 and _is_letter(match, names, power):
        named = names.letters.get(word.upper())
    return Label(named, word, rest) if named else None


def _name_alone(text: str, names: Names) -> Label | None:
    words = words_of(text)
    power = names.powers.get("".join(words))
    return Label(power, text, "") if power and words_of(power) == words else None


def _is_letter(match: re.Match[str], names: Names, power: str | None) -> bool:
    letter = (match[1] or match[2]).upper()
    if match[3] == ")":
        return power is None and match[2].isupper()
    return bool(match[1]) or letter not in "AF" or names.letters.get(letter) == power


def without_bullet(text: str, *, dash: bool) -> str:
    """Return `text` without a bullet or number before it; a dash is one if told so."""
    if match := _BULLET.match(text):
        return text[match.end() :].strip()
    if dash and (match := _DASH_BULLET.match(text)):
        return text[match.end() :].strip()
    return text


def opened(text: str, names: Names, power: str | None, *, dash: bool) -> Label | str:
    """Return the label a line begins with, or the line; without bullets and numbers."""
    label = label_of(text, names, power)
    if label is None:
        text = without_bullet(text, dash=dash)
        label = label_of(text, names, power)
    if label is None:
        return without_bullet(text, dash=dash)
    return replace(label, rest=bare(without_bullet(label.rest, dash=dash)))


def in_brackets(text: str) -> str:
    """Return what a plain line has in brackets, where it has nothing else."""
    found = _BRACKETED.fullmatch(text)
    return (found[1] or found[2]).strip() if found else ""


def pieces_of(text: str, names: Names) -> tuple[OrderPiece, ...]:
    """Return what stands between the semicolons, or line ends, of a plain text."""
    marked, notes = _marked(text, names)
    pieces = []
    for part in re.split(r"[;\n]", marked):
        own = tuple(notes[ord(one) - _MARK] for one in part if _is_mark(one))
        pieces.append(OrderPiece(bare(_unmarked(part)), own))
    return tuple(pieces)


def parts_of(piece: OrderPiece, names: Names) -> tuple[OrderPiece, ...]:
    """Return what stands between the commas of a piece.

    A comma before a coast, or inside a sentence, divides nothing. What is no order
    beside one is for the last part to tell: a note, or strange if it may say more.
    """
    parts: list[str] = []
    others: list[str] = []
    for written in filter(None, map(bare, piece.text.split(","))):
        chunk = without_and(written, names)
        elements = elements_of(chunk, names)
        if parts and _continues(elements):
            parts[-1] = f"{parts[-1]}{_joint(parts[-1], elements, names)}{chunk}"
        elif is_like_sentence(chunk, names):
            parts.append(chunk)
        else:
            others.append(chunk)
    if not parts and others:
        parts, others = others[:1], others[1:]
    notes = tuple(one for one in others if _is_note(one, names))
    strange = tuple(one for one in others if one not in notes)
    *first, last = parts or [""]
    return (*map(OrderPiece, first), OrderPiece(last, (*piece.notes, *notes), strange))


def _is_note(chunk: str, names: Names) -> bool:
    says = {saying.beside for saying in sayings_of(names.variant)}
    return chunk.lower() in says or is_harmless(chunk, names)


def _joint(before: str, elements: Elements, names: Names) -> str:
    """Return what joins them: a lone province fits only into a convoy's route."""
    if not isinstance(elements[0], Place | Unclear):
        return " "
    on_route = any(
        isinstance(one, Action) and one.verb is Verb.BY for one in elements_of(before, names)
    )
    return " " if on_route else ", "


def _continues(elements: Elements) -> bool:
    match elements:
        case [Shore(), *_] | [Place() | Unclear()] | [Action(verb=Verb.BY), *_]:
            return True
        case [Action(verb=Verb.HOLD | Verb.SUPPORT | Verb.CONVOY), *_]:
            return True
        case _:
            return False


def bare(text: str) -> str:
    """Return `text` without what wraps an order: quotes, stars, full stops, `and`."""
    text = " ".join(text.split()).lstrip(" '\"").rstrip(_WRAPPING)
    unstarred = text.lstrip("*")
    return unstarred if unstarred[:1].isalpha() else text


def without_and(text: str, names: Names) -> str:
    """Return `text` without an `and` before it, where that is no province."""
    match = _AND.match(text)
    return text[match.end() :] if match and "and" not in names.exact else text


def _marked(text: str, names: Names) -> tuple[str, list[str]]:
    """Return the text with a mark for each comment, and the comments by mark."""
    notes: list[str] = []

    def mark(match: re.Match[str]) -> str:
        inner = _restored(next((one for one in match.groups() if one), ""), notes)
        words = words_of(inner)
        if match.start() == 0 and match[0][0] == "[" and _is_power(words, names):
            return match[0]
        if "".join(words) in names.coasts:
            return f"/{inner} "
        if _BY_CONVOY.match(inner):
            return f" {inner} " if words[0] != "convoy" else f" via {inner} "
        if len(words) == 2 and words[1] == "coast":
            return f" {inner} "  # A coast nobody knows must not be passed over.
        if not any(word.isalpha() for word in words) or _RESULT.match(inner):
            return " "
        notes.append(inner)
        return chr(_MARK + len(notes) - 1)

    before = ""
    while before != text:
        before, text = text, _ENCLOSED.sub(mark, text)
    return _COMMENT.sub(mark, text), notes


def _restored(text: str, notes: list[str]) -> str:
    """Return a comment with those inside it in the place of their marks."""
    parts = (f"({notes[ord(c) - _MARK]})" if _is_mark(c) else c for c in text)
    return "".join(parts).strip()


def _is_power(words: tuple[str, ...], names: Names) -> bool:
    word = "".join(words)
    return word in names.powers or word.upper() in names.letters


def _is_mark(one: str) -> bool:
    return _MARK <= ord(one) < _MARK + _MOST_MARKS


def _unmarked(text: str) -> str:
    return "".join(" " if _is_mark(one) else one for one in text)
