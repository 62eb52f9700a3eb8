"""From the parts of a mail to the lines its writer typed: which part, HTML, spaces.

Letters, dashes and arrows stay as they were written, for press is passed on as it is.
"""

import re
import unicodedata
from collections.abc import Iterable
from email.message import Message
from html import unescape

from inscriptis import get_text  # type: ignore[import-untyped]  # ships no types
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]  # ships no types
from selectolax.lexbor import LexborHTMLParser

from judge.mail.mime import children, header, parameter, payload_text

_QUOTED = 'blockquote[type="cite"], blockquote[cite], blockquote.gmail_quote, '
_QUOTED += "blockquote.protonmail_quote, div.yahoo_quoted, "
_QUOTED += '[data-marker="__QUOTED_TEXT__"]'
_OPEN, _CLOSE = "\ue000", "\ue001"

_BREAKS = re.compile("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]"
)
# Joiners are needed in Persian and in emoji, but beside ASCII they are an accident.
_JOINERS = re.compile(
    "(?<=[\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\x7f])"
    "|\\A[\u200c\u200d]+|[\u200c\u200d]+\\Z"
)
# Outlook turns typed arrows into letters of the font Wingdings.
_WINGDINGS = str.maketrans({"à": "→", "ß": "←", "J": "☺", "L": "☹"})
_WINGDINGS_PRIVATE = str.maketrans({"\uf0e0": "→", "\uf0df": "←", "\uf04a": "☺"})
_WINGDINGS_PRIVATE |= {0xF04C: "☹"}

_LONGEST_HTML = 500_000
_DEEPEST = 1_000
# Tags that nest, each of which should be closed.
_TAG = re.compile(
    r"<(/?)(?!(?:p|br|hr|li|td|th|tr|dt|dd|img|meta|link|input|col|option|wbr|tbody|"
    r"thead|tfoot|area|base|body|html|head)\b)[a-z][^<>]*>",
    re.IGNORECASE,
)

_FLOWED_COLUMNS = 60
# A multipart mail whose parts were not found is its own only part.
_PLAIN = {"text/plain", "text/markdown", "multipart/mixed", "multipart/alternative"}


def clean_text(text: str) -> str:
    """Return text with plain line ends and spaces and nothing invisible in it."""
    text = _SPACES.sub(" ", _BREAKS.sub("\n", text)).translate(_WINGDINGS_PRIVATE)
    text = unicodedata.normalize("NFC", _JOINERS.sub("", _INVISIBLE.sub("", text)))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def plain_text(mail: Message) -> str:
    """Return the words of the mail's plain text parts, or ''."""
    return _joined(_plain(part) for part in _bodies(mail, _PLAIN))


def html_text(mail: Message) -> str:
    """Return the words of the mail's HTML parts, quoted ones behind `> `, or ''."""
    return _joined(
        read_html(payload_text(part)) for part in _bodies(mail, {"text/html"})
    )


def attached_text(mail: Message) -> str:
    """Return the words of text files that were attached, or ''."""
    return _joined(
        _plain(part)
        for part in _leaves(mail)
        if part.get_content_type() in _PLAIN and _is_attached(part)
    )


def read_html(html: str) -> str:
    """Return the text of an HTML page, one line each, quoted lines behind `> `."""
    html = html[:_LONGEST_HTML].replace(_OPEN, "").replace(_CLOSE, "")
    if _is_deep(html):
        return _without_tags(html)
    page = LexborHTMLParser(html)
    for node in page.css("script, style, head, title, template"):
        node.decompose()
    for node in page.css('[style*="Wingdings" i], [face*="Wingdings" i]'):
        if len(node.text()) <= 2:
            node.replace_with(node.text().translate(_WINGDINGS))
    for node in page.css(_QUOTED):
        node.insert_before(_OPEN)
        node.insert_after(_CLOSE)
    return _mark_quoted(_lay_out(page))


def _is_deep(html: str) -> bool:
    """Return whether so many tags are open at once that a parser takes too long."""
    depth = 0
    for tag in _TAG.finditer(html):
        depth += -1 if tag[1] else 1
        if depth > _DEEPEST:
            return True
    return False


def _without_tags(html: str) -> str:
    lines = re.sub(r"</?(?:p|div|br|tr|li|blockquote)\b[^<>]*>", "\n", html)
    return unescape(re.sub(r"<[^<>]*>", " ", lines))


def _lay_out(page: LexborHTMLParser) -> str:
    words = page.text()
    if not words.strip():
        return ""
    try:
        text = str(get_text(page.html or "", ParserConfig(display_links=False)))
    except (ValueError, RecursionError):
        text = ""
    # inscriptis gives up in silence on tags nested some thousand deep.
    return text if text.strip() else page.text(separator="\n")


def _mark_quoted(text: str) -> str:
    lines = []
    depth = 0
    text = text.replace(_OPEN, f"\n{_OPEN}\n").replace(_CLOSE, f"\n{_CLOSE}\n")
    for line in text.split("\n"):
        match line.strip():
            case "\ue000":
                depth += 1
            case "\ue001":
                depth = max(depth - 1, 0)
            case stripped:
                lines.append(f"> {stripped}" if depth else stripped)
    return "\n".join(lines)


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in map(clean_text, texts) if text.strip())


def _bodies(mail: Message, media_types: set[str]) -> tuple[Message, ...]:
    return tuple(
        part
        for part in _leaves(mail)
        if part.get_content_type() in media_types and not _is_attached(part)
    )


def _leaves(part: Message) -> tuple[Message, ...]:
    # A mail that is attached as a whole is not what this person wrote.
    if part.get_content_maintype() == "message":
        return ()
    if not part.is_multipart():
        return (part,)
    return tuple(leaf for child in children(part) for leaf in _leaves(child))


def _is_attached(part: Message) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _plain(part: Message) -> str:
    text = payload_text(part)
    if parameter(part, "format") != "flowed":
        return text
    return _unflow(_BREAKS.sub("\n", text))


def _unflow(text: str) -> str:
    """Join lines that the mail program broke (RFC 3676), not those typed with a blank.

    A line of orders may end with a blank by accident, but then it is short.
    """
    paragraphs: list[list[str]] = []
    broken = False
    for line in text.split("\n"):
        plain = line.removeprefix(" ")
        if broken and plain and plain[0] != ">":
            paragraphs[-1].append(plain)
        else:
            paragraphs.append([plain])
        broken = plain.endswith(" ") and len(plain) >= _FLOWED_COLUMNS
        broken = broken and plain[0] != ">"
    return "\n".join("".join(paragraph) for paragraph in paragraphs)
