"""Go files as tokens, and the few shapes in which godip's files state facts.

Nothing of a program is run: what is no literal is told or refused.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.mapmaking.reading.facts import FileLine, RefusedError
from judge.mapmaking.reading.sources import Source, text_of

_TOKEN = re.compile(
    r"""(?P<gap>\s+)
    |(?P<comment>//[^\n]*|/\*.*?\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|`[^`]*`)
    |(?P<number>\d+)
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>\.\.\.|:=|.)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ENDS = {"n": "\n", "t": "\t", "r": ""}
_VARIANTS = "godip/variants/"
_OPENING, _CLOSING = ("(", "[", "{"), (")", "]", "}")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a file, and the comment that stands before it."""

    kind: str
    text: str
    spot: FileLine
    comment: str = ""

    @property
    def value(self) -> str:
        """Return what a text says, without its quotation marks."""
        inner = self.text[1:-1]
        if self.text.startswith("`"):
            return inner
        return _ESCAPED.sub(lambda m: _ENDS.get(m[1], m[1]), inner)


Tokens = Sequence[Token]


@dataclass(frozen=True, slots=True)
class Code:
    """The tokens of a variant's own files, and what it may take from other packages.

    `functions` are the bodies of functions, those of a package as `package.Name`, those
    of the variant's own files as `Name` as well; `names` are packages as files call
    them, where that is not how they are called.
    """

    tokens: Tokens
    functions: Mapping[str, Tokens]
    packages: Mapping[str, Tokens]
    names: Mapping[str, str]

    def function(self, name: str) -> Tokens | None:
        """Return the body of a function, that may be of another package."""
        package, dot, own = name.rpartition(".")
        return self.functions.get(f"{self.names.get(package, package)}{dot}{own}")

    def after(self, *texts: str) -> Iterator[Tokens]:
        """Yield all that follows each place where these tokens stand."""
        yield from _after(self.tokens, texts)

    def literal(self, given: Tokens) -> Tokens:
        """Return the inside of a literal in braces, or of that a function returns."""
        for body in (given, self.function(called(given)) or ()):
            for rest in _after(body, ("{",)):
                if body is given or "return" in _texts(body[: -len(rest)]):
                    return inside(rest)
        return ()


def code_of(sources: Sequence[Source], others: Sequence[Source]) -> Code:
    """Return what Go files hold; `others` are of the packages that they import."""
    functions: dict[str, Tokens] = {}
    packages: dict[str, list[Token]] = {}
    own: list[Token] = []
    for source in (*sources, *others):
        tokens = list(_tokens(source))
        package = next((rest[0].text for rest in _after(tokens, ("package",))), "")
        packages.setdefault(package, []).extend(tokens)
        for name, body in _functions(tokens):
            functions.setdefault(f"{package}.{name}", body)
            if source in sources:
                functions.setdefault(name, body)
        own += tokens if source in sources else ()
    return Code(own, functions, packages, _names(own))


def imported(sources: Sequence[Source]) -> list[str]:
    """Return the packages of variants that files import, as `classical/start`."""
    paths = (
        token.value
        for one in sources
        for token in _tokens(one)
        if token.kind == "text" and "\n" not in token.text
    )
    return [path.partition(_VARIANTS)[2] for path in paths if _VARIANTS in path]


def _functions(tokens: Tokens) -> Iterator[tuple[str, Tokens]]:
    for rest in _after(tokens, ("func",)):
        if rest[:1] and rest[0].kind == "word" and _texts(rest[1:2]) == ["("]:
            given = inside(rest, 2)
            yield rest[0].text, _body(rest[len(given) + 3 :])


def _names(tokens: Tokens) -> dict[str, str]:
    return {
        one.text: other.value.rpartition("/")[2]
        for one, other in pairwise(tokens)
        if one.kind == "word" and other.kind == "text" and "/" in other.text
    }


def inside(tokens: Tokens, start: int = 0) -> Tokens:
    """Return the tokens from one on, up to the bracket that closes what it is in."""
    depth = 0
    for at in range(start, len(tokens)):
        if tokens[at].text in _CLOSING:
            if depth == 0:
                return tokens[start:at]
            depth -= 1
        elif tokens[at].text in _OPENING:
            depth += 1
    return tokens[start:]


def parts(tokens: Tokens, sign: str = ",") -> Iterator[Tokens]:
    """Yield what stands between the commas of a list, without empty parts."""
    start, at = 0, 0
    while at < len(tokens):
        if tokens[at].text == sign:
            if at > start:
                yield tokens[start:at]
            start = at + 1
        elif tokens[at].text in _OPENING:
            at += len(inside(tokens, at + 1)) + 1
        at += 1
    if start < len(tokens):
        yield tokens[start:]


def entries(tokens: Tokens) -> Iterator[tuple[Token, Tokens]]:
    """Yield the keys of a literal, their last tokens, with their values."""
    for part in parts(tokens):
        key, *values = parts(part, ":")
        if values:
            yield key[-1], values[0]


def called(tokens: Tokens) -> str:
    """Return the name of the first function that is called, or nothing.

    One of another package is called `package.Name`.
    """
    for at in range(len(tokens)):
        if name := call_at(tokens, at):
            return name
    return ""


def call_at(tokens: Tokens, at: int) -> str:
    """Return the name of the function that is called at a token, or nothing."""
    texts = _texts(tokens[at : at + 4])
    if tokens[at].kind != "word" or texts[0] == "func":
        return ""
    if texts[1:2] == ["("]:
        return texts[0]
    return f"{texts[0]}.{texts[2]}" if texts[1::2] == [".", "("] else ""


def joined(tokens: Tokens) -> str:
    """Return a text that may be put together of several."""
    return "".join(token.value for token in tokens if token.kind == "text")


def word(tokens: Tokens) -> str:
    """Return the last word, as `Sea` of `godip.Sea`."""
    return next((one.text for one in reversed(tokens) if one.kind == "word"), "")


def named(tokens: Tokens, name: str) -> Iterator[Tokens]:
    """Yield all that follows where a variable or a field of that name has its value."""
    for sign in ("=", ":"):
        yield from _after(tokens, (name, sign)) if name else ()


def number(tokens: Tokens) -> int | None:
    """Return a whole number with its sign."""
    text = "".join(_texts(tokens))
    return int(text) if re.fullmatch(r"-?\d{1,6}", text) else None


def refused(token: Token, text: str) -> RefusedError:
    """Return the refusal of what is not understood, with its line."""
    return RefusedError(f'{token.spot}: "{token.text}": {text}')


def _tokens(source: Source) -> Iterator[Token]:
    line, comment = 1, ""
    for found in _TOKEN.finditer(text_of(source)):
        kind = found.lastgroup or ""
        if kind == "comment":
            comment = found[0].strip("/* \t\n")
        elif kind != "gap":
            yield Token(kind, found[0], FileLine(source.base, line), comment)
            comment = ""
        line += found[0].count("\n")


def _after(tokens: Tokens, texts: Sequence[str]) -> Iterator[Tokens]:
    size, wanted = len(texts), list(texts)
    for at, token in enumerate(tokens):
        if token.text == texts[0] and _texts(tokens[at : at + size]) == wanted:
            yield tokens[at + size :]


def _body(tokens: Tokens) -> Tokens:
    """Return the inside of the next braces, behind what a function gives back."""
    return next((inside(rest) for rest in _after(tokens, ("{",))), ())


def _texts(tokens: Tokens) -> list[str]:
    return [token.text for token in tokens]
