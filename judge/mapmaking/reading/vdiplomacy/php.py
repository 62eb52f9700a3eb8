"""The arrays that PHP files list, read as values; nothing of a program is run."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<gap>\s+|//[^\n]*|\#[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<number>[+-]?\d+(?:\.\d+)?)
    |(?P<variable>\$\w+)
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>=>|->|::|.)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
# No table of a board is nested deeper; what is may be made to break a reader.
_DEEPEST = 20
_OPENING, _CLOSING = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class PhpArray:
    """An array: its keys, None where none is given, with their values.

    A value is a text, a number, an array, or None for what must be computed.
    """

    items: tuple[tuple["PhpValue", "PhpValue"], ...]
    line: int

    def values(self) -> tuple["PhpValue", ...]:
        """Return the values alone."""
        return tuple(value for _, value in self.items)


PhpValue = str | float | PhpArray | None


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


def arrays_of(text: str) -> dict[str, PhpArray]:
    """Return the arrays that are given to variables and properties, by their names.

    The last one given to a name counts.
    """
    return {name: given[-1] for name, given in all_arrays_of(text).items()}


def all_arrays_of(text: str) -> dict[str, list[PhpArray]]:
    """Return all arrays that are given to each variable and property, in order."""
    tokens = tuple(_tokens(text))
    found: dict[str, list[PhpArray]] = {}
    for at, token in enumerate(tokens):
        if token.kind not in ("variable", "word"):
            continue
        value = _assigned(tokens, at + 1)
        if isinstance(value, PhpArray):
            found.setdefault(token.text.lstrip("$"), []).append(value)
    return found


def calls_of(text: str, name: str) -> Iterator[PhpArray]:
    """Yield what each call of a function or method, or each new object, is given.

    What a method is called on comes first. Of `$places['North']` the key counts.
    """
    tokens = tuple(_tokens(text))
    for at, token in enumerate(tokens):
        if (token.text, _text(tokens, at + 1)) == (name, "("):
            given = tuple((None, value) for value in _given(tokens, at))
            yield PhpArray(given, token.line)


def _given(tokens: tuple[_Token, ...], at: int) -> Iterator[PhpValue]:
    if _text(tokens, at - 1) == "->":
        yield _last(tokens, at - 1)
    end = at + 1
    while _text(tokens, end) in ("(", ","):
        end = _end_of(tokens, end + 1)
        yield _last(tokens, end)


def _last(tokens: tuple[_Token, ...], end: int) -> PhpValue:
    """Return the text or number at the end of an expression, if it has one there."""
    while end > 1 and tokens[end - 1].text in _CLOSING:
        end -= 1
    return _literal(tokens[end - 1])


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "gap":
            yield _Token(kind, found[0], line)
        line += found[0].count("\n")


def _assigned(tokens: tuple[_Token, ...], at: int) -> PhpValue:
    if _text(tokens, at) != "=" or _text(tokens, at + 1) == "=":
        return None
    opens = _text(tokens, at + 1).lower() in ("array", "[")
    return _value(tokens, at + 1, 0)[0] if opens else None


def _value(tokens: tuple[_Token, ...], at: int, depth: int) -> tuple[PhpValue, int]:
    """Return the value that begins at a token, and the token behind it."""
    if at >= len(tokens) or depth > _DEEPEST:
        return None, len(tokens)
    token = tokens[at]
    if token.text == "[":
        return _array(tokens, at + 1, depth)
    if token.kind != "word" or _text(tokens, at + 1) != "(":
        value = _literal(token)
        return (None, _end_of(tokens, at)) if value is None else (value, at + 1)
    if token.text.lower() == "array":
        return _array(tokens, at + 2, depth)
    # A text may stand in the call that translates it.
    inner, end = _value(tokens, at + 2, depth + 1)
    alone = _text(tokens, end) == ")"
    return (inner, end + 1) if alone else (None, _end_of(tokens, at))


def _literal(token: _Token) -> PhpValue:
    match token.kind:
        case "text":
            return _ESCAPED.sub(r"\1", token.text[1:-1])
        case "number":
            return float(token.text)
        case "word":
            return token.text
        case _:
            return None


def _array(tokens: tuple[_Token, ...], at: int, depth: int) -> tuple[PhpValue, int]:
    line = tokens[at - 1].line
    items: list[tuple[PhpValue, PhpValue]] = []
    while at < len(tokens) and tokens[at].text not in (")", "]", "}", ";"):
        key: PhpValue = None
        value, end = _value(tokens, at, depth + 1)
        if _text(tokens, end) == "=>":
            key = value
            value, end = _value(tokens, end + 1, depth + 1)
        if _text(tokens, end) not in (",", ")", "]"):
            value, end = None, _end_of(tokens, end)
        items.append((key, value))
        at = end + 1 if _text(tokens, end) == "," else end
    return PhpArray(tuple(items), line), at + 1


def _end_of(tokens: tuple[_Token, ...], at: int) -> int:
    """Return where an expression ends that is not read."""
    depth = 0
    while at < len(tokens):
        text = tokens[at].text
        if depth == 0 and (text in _CLOSING or text in (",", ";")):
            return at
        depth += (text in _OPENING) - (text in _CLOSING)
        at += 1
    return at


def _text(tokens: tuple[_Token, ...], at: int) -> str:
    return tokens[at].text if at < len(tokens) else ""
