"""An XML file as elements that know their lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

from judge.notation.imports.facts import RefusedError, Spot
from judge.notation.imports.sources import Source, decoded

_DECLARATION = re.compile(r"^\s*(?:<\?xml[^>]*\?>)?\s*")


@dataclass(slots=True)
class Element:
    """An element of an XML file; the names of its attributes are in small letters."""

    tag: str
    attributes: dict[str, str]
    spot: Spot
    children: "list[Element]" = field(default_factory=list)

    def all(self, tag: str) -> "Iterator[Element]":
        """Yield the elements of that tag inside, at any depth."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)

    def first(self, tag: str) -> "Element | None":
        """Return the first element of that tag inside."""
        return next(self.all(tag), None)

    def get(self, *names: str) -> str:
        """Return an attribute by any of its spellings, or nothing."""
        found = (self.attributes.get(name.lower(), "") for name in names)
        return next(filter(None, found), "").strip()


def tree_of(source: Source) -> Element:
    """Return the root of an XML file; RefusedError when it is broken."""
    whole = decoded(source.raw)
    text = _DECLARATION.sub("", whole, count=1)
    skipped = whole[: len(whole) - len(text)].count("\n")
    roots: list[Element] = []
    open_now: list[Element] = []
    parser = ParserCreate("utf-8")
    parser.specified_attributes = True

    def start(tag: str, attributes: dict[str, str]) -> None:
        line = parser.CurrentLineNumber + skipped
        small = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.upper(), small, Spot(source.base, line))
        (open_now[-1].children if open_now else roots).append(element)
        open_now.append(element)

    def entity(*_: object) -> None:
        raise RefusedError(f"{source.base} defines entities, which no map needs.")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_now.pop()
    parser.EntityDeclHandler = entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except ExpatError as error:
        line = error.lineno + skipped
        what = str(error).partition(":")[0]
        raise RefusedError(f"{source.base}:{line}: is broken XML: {what}.") from error
    return roots[0]
