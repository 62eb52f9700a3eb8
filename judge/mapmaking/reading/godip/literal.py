"""The literal of a variant of godip: which one it is, and the fields that it has."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.boards import hint, listed
from judge.mapmaking.reading.facts import FileLine, ImportOptions, RefusedError
from judge.mapmaking.reading.godip.go import Code, Tokens, entries, inside, joined, named, word
from judge.mapmaking.reading.sources import Source

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
Fields = Mapping[str, Tokens]


@dataclass(frozen=True, slots=True)
class GoVariant:
    """The code of a variant with the fields of its literal, by their names."""

    code: Code
    fields: Fields
    nations: Mapping[str, str]
    spot: FileLine

    def text(self, field: str) -> str:
        """Return the text of a field, or nothing."""
        return joined(self.fields.get(field, ()))

    def nation(self, tokens: Tokens) -> str:
        """Return the name of the power that a word means."""
        name = self.nations.get(word(tokens), word(tokens))
        return _HUMP.sub(" ", name)

    def body(self, field: str) -> Tokens:
        """Return the function that a field names or holds."""
        given = self.fields.get(field, ())
        return self.code.function("".join(one.text for one in given)) or given

    def listed(self, field: str) -> Tokens:
        """Return the inside of a literal that a field holds, or names.

        It may name a variable, a field of another variant, or either of a package.
        """
        given = self.fields.get(field, ())
        if found := self.code.literal(given):
            return found
        where = self.code.tokens
        if len(given) > 1:
            package = self.code.names.get(given[0].text, given[0].text)
            where = self.code.packages.get(package, ())
        for rest in named(where, word(given)):
            for other in (rest, *named(where, word(rest[:1]))):
                if found := _value(other):
                    return found
        return ()


def _value(tokens: Tokens) -> Tokens:
    """Return the inside of the literal that tokens begin with, or nothing."""
    for at, token in enumerate(tokens):
        if token.text == "{":
            return inside(tokens, at + 1)
        if token.text in ("=", ":=", ",", ":", "(", ")", "}"):
            break
    return ()


def chosen_variant(code: Code, source: Source, options: ImportOptions) -> GoVariant:
    """Return the variant that the code holds, or that was asked for by its name.

    RefusedError if there is none, or more than one.
    """
    found = [inside(rest) for rest in code.after(".", "Variant", "{")]
    fields = [{key.text: value for key, value in entries(one)} for one in found]
    fields = [one for one in fields if "Graph" in one or "Nations" in one]
    if not fields:
        raise RefusedError(
            f"{source.base} holds no variant with its Nations; name the Go file that does as well."
        )
    titles = [joined(one.get("Name", ())) for one in fields]
    wanted = options.variant.casefold()
    chosen = [
        one
        for title, one in zip(titles, fields, strict=True)
        if not wanted or title.casefold() == wanted
    ]
    if len(chosen) != 1:
        missing = f"no variant {wanted}" if wanted else f"{len(titles)} variants"
        raise RefusedError(
            f"{source.base} holds {missing}{hint(wanted, titles)}. Choose one with "
            f"--variant: {listed(titles, 'or')}."
        )
    nations = {}
    for rest in code.after(".", "Nation", "="):
        at = len(code.tokens) - len(rest)
        nations[code.tokens[at - 5].text] = joined(rest[:1])
    return GoVariant(code, chosen[0], nations, FileLine(source.base))
