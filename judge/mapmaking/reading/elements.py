"""An XML file as elements that know their lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError, ParserCreate

from judge.mapmaking.reading.facts import FileLine, RefusedError
from judge.mapmaking.reading.sources import Source, decoded

_DECLARATION = re.compile(r"^\s*(?:<\?xml[^>]*\?>)?\s*")
_DEEPEST = 50


@dataclass(slots=True)
class Element:
    """An element of an XML file; the names of its attributes are in small letters.

    `text` is what it says itself, without what is inside of its elements.
    """

    tag: str
    attributes: dict[str, str]
    spot: FileLine
    children: "list[Element]" = field(default_factory=list)
    text: str = ""

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


@dataclass(slots=True)
class _Tree:
    """The elements read so far; `skipped` are the lines before those of the parser."""

    file: str
    skipped: int
    roots: list[Element] = field(default_factory=list)
    path: list[Element] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """Add an element inside of those that are open."""
        small = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.upper(), small, FileLine(self.file, line + self.skipped))
        (self.path[-1].children if self.path else self.roots).append(element)
        self.path.append(element)
        if len(self.path) > _DEEPEST:
            raise RefusedError(f"{element.spot}: is nested deeper than any map.")

    def said(self, text: str) -> None:
        """Add text to the element that is open."""
        self.path[-1].text += text

    def entity(self, _: str, of_types: bool, value: str | None, *__: object) -> None:
        """Refuse what could name other files, or grow without end.

        Pictures of jDip define entities for the document type alone, of plain words.
        """
        if not of_types or value is None or set("%&<") & set(value):
            raise RefusedError(f"{self.file} defines entities, which no map needs.")


def tree_of(source: Source) -> Element:
    """Return the root of an XML file; RefusedError when it is broken."""
    whole = decoded(source.raw)
    text = _DECLARATION.sub("", whole, count=1)
    tree = _Tree(source.base, whole[: len(whole) - len(text)].count("\n"))
    parser = ParserCreate("utf-8")
    parser.specified_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: tree.start(
        tag, attributes, parser.CurrentLineNumber
    )
    parser.CharacterDataHandler = tree.said
    parser.EndElementHandler = lambda _: tree.path.pop()
    parser.EntityDeclHandler = tree.entity
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except ExpatError as error:
        line = error.lineno + tree.skipped
        what = str(error).partition(":")[0]
        raise RefusedError(f"{source.base}:{line}: is broken XML: {what}.") from error
    return tree.roots[0]
