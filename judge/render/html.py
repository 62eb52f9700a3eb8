"""The HTML of a mail, from the same templates as its text, and a variant as a web page."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from textwrap import dedent

from jinja2 import Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from judge.boards import VariantFile
from judge.engine import Variant
from judge.letter import REPLY_MARKER
from judge.pictures import Drawing, Theme, colors_of, width_of
from judge.render.facts.variant import variant_page
from judge.render.filters import tied
from judge.render.templates import ENGLISH, Language, environment_of, moment_parts

# These characters enclose a block that a filter made; they are removed from letters.
_OPEN, _CLOSE = "\x02", "\x03"
_BLOCK = re.compile(f"{_OPEN}(.*?){_CLOSE}", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff￾￿]")
_HEADING = re.compile(r"=== (.*) ===")
_LONGEST_HEADING = 60
_BAR = "|"
_GAP = re.compile(r" {2,}")  # between a line to send and the words on it
_FAR = " " * 12  # the indent of a line that has only such words
# The block of a page in whose place the picture stands.
_PICTURE = Markup("<!--board-->")
_NARROW = 24  # characters; a narrower first column is never wrapped
_NO_BREAK = "\xa0"
_DOT = 2  # the characters beside which a dot and its gap are as wide

Facts = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Outside:
    """The parts of a page outside its text: the mail's subject, and its pictures.

    `beginning` is the text that mailboxes show beside the subject.
    """

    subject: str
    beginning: str
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """One of several mails that are sent as one: its subject, its text, and the text below it.

    `header` is the part above the text for programs.
    """

    heading: str
    words: str
    around: str
    header: str = ""


class Layout:
    """Turns the templates of one folder into pages in a language."""

    def __init__(self, templates: Path, language: Language, parts: str = "parts.html") -> None:
        """Use the macros of the template `parts`; a mail needs macros that style every element."""
        self._language = language
        # The dots of the powers of the variant that was shown last.
        self._dots: tuple[Variant | None, Mapping[str, Markup]] = (None, {})
        self._environment = environment_of(templates, autoescape=True, language=language)
        self._parts = self._environment.get_template(parts).module
        self._environment.globals["picture"] = Markup(f"{_OPEN}{_PICTURE}{_CLOSE}")
        self._environment.filters |= {
            "columns": language.on_texts(self._columns),
            "framed": self._framed,
            "dotted": self._dotted,
            "ledger": language.on_texts(self._ledger),
            "lines": self._lines,
            "prose": str,
            "quoted": self._quoted,
            "verbatim": self._verbatim,
            "when_lines": self._when_lines,
            "wrapped": language.on_texts(self._wrapped),
        }

    def block(self, name: str, block: str, facts: Facts) -> Markup:
        """Return a block of the template called `name`, not yet laid out."""
        template: Template = self._environment.get_template(name)
        context = template.new_context(dict(facts))
        return Markup("".join(template.blocks[block](context)))

    def blocks(self, name: str, block: str, facts: Facts) -> list[Markup]:
        """Return a block of the template called `name`, laid out."""
        return [*self._laid_out(str(self.block(name, block, facts)))]

    def page(self, body: Markup, facts: Facts, outside: Outside) -> str:
        """Return the whole page."""
        frame = self._environment.get_template("frame.txt")
        framed = frame.render(facts, marker="", body=body)
        return self._sheet([*self._laid_out(framed)], outside)

    def page_of(self, pieces: Sequence[Piece], outside: Outside) -> str:
        """Return the page of several mails that are sent as one."""
        blocks = [
            made
            for piece in pieces
            for made in (self._made("title", escape(piece.heading)), *self._said(piece.words))
        ]
        around = self._made("paragraph", escape(pieces[-1].around))
        return self._sheet([*blocks, around], outside)

    def for_browsers(self, body: Markup, title: str, picture: str) -> str:
        """Return a page for browsers, with an SVG picture, or "" for none."""
        page = self._environment.get_template("page.html")
        blocks = [*self._laid_out(str(body))]
        board = Markup(picture)
        return printable(page.render(title=title, picture=board, blocks=blocks))

    def _said(self, text: str) -> Iterator[Markup]:
        """Yield the text of a mail as HTML, with people's messages in boxes."""
        for is_barred, lines in groupby(text.splitlines(), lambda item: item[:1] == _BAR):
            part = "\n".join(line[2:] if is_barred else line for line in lines).strip("\n")
            if part:
                yield self._made("framed" if is_barred else "verbatim", escape(part))

    def _sheet(self, blocks: list[Markup], outside: Outside) -> str:
        # The picture stands below the first block, or where a template puts it.
        above = blocks.index(_PICTURE) if _PICTURE in blocks else 1
        return printable(
            self._environment.get_template("layout.html").render(
                marker=REPLY_MARKER,
                subject=outside.subject,
                beginning=outside.beginning,
                above=blocks[:above],
                rest=[block for block in blocks[above:] if block != _PICTURE],
                pictures=[(one.alternative, width_of(one)) for one in outside.drawings],
            )
        )

    def _laid_out(self, text: str) -> Iterator[Markup]:
        """Yield the blocks of a page in their order."""
        pieces = _BLOCK.split(text)
        for place, piece in enumerate(pieces):
            if place % 2:
                yield Markup(piece)
            else:
                touches = place + 1 < len(pieces) and not piece.endswith("\n\n")
                yield from self._paragraphs(piece, touches=touches)

    def _paragraphs(self, text: str, *, touches: bool) -> Iterator[Markup]:
        """Yield the paragraphs of a piece; the last may be the heading of the next block."""
        paragraphs = [
            part.strip("\n").splitlines() for part in re.split(r"\n\s*\n", text) if part.strip()
        ]
        for number, lines in enumerate(paragraphs, 1):
            yield from self._paragraph(lines, heads=touches and number == len(paragraphs))

    def _paragraph(self, lines: list[str], *, heads: bool) -> Iterator[Markup]:
        above = [line for line in lines if not line.startswith("  ")]
        indented = "\n".join(line for line in lines if line.startswith("  "))
        below = dedent(indented).splitlines()
        words = " ".join(line.strip() for line in above)
        if words:
            seen = Markup(words).striptags()
            short = len(seen) <= _LONGEST_HEADING and not seen.endswith((".", ":"))
            if found := _HEADING.fullmatch(words):
                yield self._made("title", found[1])
            elif short and (heads or below):
                yield self._made("heading", words)
            else:
                yield self._made("paragraph", words)
        if below:
            rows = list(_in_two(below))
            is_table = any(right for _, right in rows)
            yield self._made("pairs", rows, below) if is_table else self._made("lines", below)

    def _made(self, macro: str, *words: object) -> Markup:
        """Return the result of a macro with escaped words."""
        made: Markup = getattr(self._parts, macro)(*map(_safe, words))
        return made

    def _block(self, macro: str, *facts: object) -> Markup:
        """Return the result of a macro as a block; the macro escapes the facts."""
        content: Markup = getattr(self._parts, macro)(*facts)
        return Markup(f"{_OPEN}{content}{_CLOSE}")

    @pass_context
    def _columns(
        self, context: Context, rows: Iterable[Sequence[str]], align: str = "<>", _: int = 2
    ) -> Markup:
        table = [(self._dotted(context, row[0]), *map(str, row[1:])) for row in rows]
        sides = align.ljust(max(map(len, table)), align[-1])
        classes = ["r" if side == ">" else "l" for side in sides]
        return self._block("columns", table, classes)

    @pass_context
    def _ledger(
        self,
        context: Context,
        rows: Iterable[tuple[str, str]],
        indent: int = 2,
        width: int | None = None,
    ) -> Markup:
        pairs = list(rows)
        longest = max((len(left) for left, right in pairs if right), default=0)
        letters = max(longest, width or 0)
        told = [(self._dotted(context, left), tied(right, _NO_BREAK)) for left, right in pairs]
        if any(isinstance(left, Markup) for left, _ in told):
            letters += _DOT
        return self._block("ledger", told, letters if letters <= _NARROW else 0, indent > 2)

    @pass_context
    def _dotted(self, context: Context, name: str) -> str:
        """Return the name of a power behind a dot in its color, another text unchanged."""
        game = context.get("game")
        if game is None:
            return name
        variant, dots = self._dots
        if variant is not game.variant:
            colors = colors_of(game.variant, Theme.LIGHT)
            dots = {side: self._made("dot", one.strong) for side, one in colors.items()}
            self._dots = game.variant, dots
        return dots[name] + name if name in dots else name

    def _lines(self, lines: Iterable[str], _: int = 2) -> Markup:
        return self._block("lines", list(lines))

    def _quoted(self, line: str) -> Markup:
        return self._block("lines", [line])

    def _verbatim(self, text: str) -> Markup:
        return self._block("verbatim", text.strip("\n"))

    def _framed(self, text: str) -> Markup:
        return self._block("framed", text.strip("\n"))

    def _wrapped(self, text: str, indent: int = 0, _: int = 0) -> Markup:
        return self._block("aside" if indent else "paragraph", text)

    @pass_context
    def _when_lines(self, context: Context, moment: datetime) -> Markup:
        utc, local = map(self._language.text, moment_parts(context, moment))
        return self._block("when", utc, f"= {local}" if local else "")


def _safe(words: object) -> object:
    """Return escaped words as markup, also those in lists."""
    match words:
        case str():
            return Markup(words)
        case list() | tuple():
            return [_safe(word) for word in words]
        case _:
            return words


def _in_two(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield each line and the words on it, as [line, words]; a line of words only goes on."""
    row: list[str] = []
    for line in lines:
        left, *right = _GAP.split(line.strip(), maxsplit=1)
        if row and row[1] and line.startswith(_FAR):
            row[1] += f" {line.strip()}"
            continue
        if row:
            yield row
        row = [left, *right] if right else [left, ""]
    if row:
        yield row


def printable(text: str) -> str:
    """Return the text without characters that no page may contain."""
    return _CONTROL.sub("", text)


def web_page(file: VariantFile, picture: str, templates: Path) -> str:
    """Return the words of INFO as one HTML file, with an SVG picture, or "" for none."""
    layout = Layout(templates, ENGLISH)
    words = layout.block("variants_shown.txt", "answer", variant_page(file))
    return layout.for_browsers(words, file.variant.title, picture)
