"""From an HTML page to its lines, those of an older mail told by its structure."""

import re
from collections.abc import Iterator
from html import unescape

from inscriptis import get_text  # type: ignore[import-untyped]  # ships no types
from inscriptis.model.config import ParserConfig  # type: ignore[import-untyped]  # ships no types
from selectolax.lexbor import LexborHTMLParser, LexborNode

from judge.letter import REPLY_MARKER
from judge.mail.quotation import ENCLOSED, OLDER_MAIL

# What holds an older mail and nothing else: GMX, Yahoo, Zimbra.
_OLDER = 'div[name="quote"], div.yahoo_quoted, [data-marker="__QUOTED_TEXT__"]'
# Outlook where it indents one.
_INDENTED = 'div[style*="border-left" i]'
_OUTLOOK_INDENT = re.compile(r"border:none;border-left:solid")
# What holds the line that announces an older mail, and mostly a blockquote.
_AROUND = 'div.gmail_quote, div.protonmail_quote, div.zmail_extra, [name="messageReplySection"]'
# Gmail and Apple Mail indent a person's own text so.
_OWN_INDENT = re.compile(r"margin:[^;]*40px;border:(?:none|0)")
# Where an older mail begins that nothing encloses: Outlook.
_BEGINS = '#divRplyFwdMsg, #appendonsend, div[style*="border-top" i]'
_OUTLOOK_RULE = re.compile(r"border:none;border-top:solid")
_FEWEST_LABELS = 2

# What nobody sees, as the words with which our own mail shows itself in a mailbox.
_UNSEEN = 'script, style, head, title, template, div[style*="display:none" i]'

_OPEN, _CLOSE, _OPEN_BOX = "\ue000", "\ue001", "\ue004"
_MARKS = str.maketrans(dict.fromkeys((_OPEN, _CLOSE, _OPEN_BOX, OLDER_MAIL, ENCLOSED)))

# Outlook turns typed arrows into letters of the font Wingdings.
_WINGDINGS = str.maketrans({"à": "→", "ß": "←", "J": "☺", "L": "☹"})

_LONGEST_HTML = 500_000
_DEEPEST = 1_000
# Tags that nest, each of which should be closed.
_TAG = re.compile(
    r"<(/?)(?!(?:p|br|hr|li|td|th|tr|dt|dd|img|meta|link|input|col|option|wbr|tbody|"
    r"thead|tfoot|area|base|body|html|head)\b)[a-z][^<>]*>",
    re.IGNORECASE,
)


def read_html(html: str) -> str:
    """Return the text of an HTML page, one line each, quoted lines behind `> `.

    Where an older mail begins that nothing encloses stands the line `OLDER_MAIL`;
    `ENCLOSED` stands before a line that is quoted by what is around the whole mail.
    """
    html = html[:_LONGEST_HTML].translate(_MARKS)
    if _is_deep(html):
        return _without_tags(html)
    page = LexborHTMLParser(html)
    for node in page.css(_UNSEEN):
        node.decompose()
    for node in page.css('[style*="Wingdings" i], [face*="Wingdings" i]'):
        if len(node.text()) <= 2:
            node.replace_with(node.text().translate(_WINGDINGS))
    for node in page.css(_BEGINS):
        if _begins_older_mail(node):
            node.insert_before(OLDER_MAIL)
    for node, opening in _older_mails(page):
        node.insert_before(opening)
        node.insert_after(_CLOSE)
    return _mark_quoted(_lay_out(page))


def words_on(html: str) -> str:
    """Return all words of an HTML page, in no form."""
    if _is_deep(html[:_LONGEST_HTML]):
        return _without_tags(html[:_LONGEST_HTML])
    body = LexborHTMLParser(html[:_LONGEST_HTML]).body
    return body.text(separator=" ") if body is not None else ""


def _begins_older_mail(node: LexborNode) -> bool:
    """Return whether an older mail begins here; a rule alone may be a person's own."""
    if node.attributes.get("id"):
        return True
    labels = node.text().count(":")
    return bool(_OUTLOOK_RULE.match(_style(node))) and labels >= _FEWEST_LABELS


def _older_mails(page: LexborHTMLParser) -> Iterator[tuple[LexborNode, str]]:
    """Yield what encloses an older mail, and how that is marked.

    What stands between is the sender's own. He may type into what is around a whole
    mail, too; a blockquote his mail program ends where he does.
    """
    for node in page.css(_OLDER):
        yield node, _OPEN_BOX
    for node in page.css(_AROUND):
        if node.tag != "blockquote" and node.css_first("blockquote") is None:
            yield node, _OPEN_BOX
    quoted = () if _is_all_indented(page) else page.css("blockquote")
    for node in quoted:
        if not _OWN_INDENT.match(_style(node)):
            yield node, _OPEN
    for node in page.css(_INDENTED):
        if _OUTLOOK_INDENT.match(_style(node)):
            yield node, _OPEN


def _is_all_indented(page: LexborHTMLParser) -> bool:
    """Return whether all words are the sender's own in spite of a blockquote.

    That is one of which no mail program says anything, around all there is.
    """
    found = page.css("body > blockquote")
    if len(found) != 1 or found[0].attributes or page.body is None:
        return False
    words = page.body.text().strip()
    return found[0].text().strip() == words and REPLY_MARKER.strip("= ") not in words


def _style(node: LexborNode) -> str:
    style = node.attributes.get("style") or ""
    return re.sub(r"(?<=[:;])\s+|\s+(?=[:;])", "", style.strip().lower())


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
    within: list[str] = []
    for mark in (_OPEN, _OPEN_BOX, _CLOSE):
        text = text.replace(mark, f"\n{mark}\n")
    for line in text.split("\n"):
        match line.strip():
            case "\ue000" | "\ue004" as opening:
                within.append(opening)
            case "\ue001":
                within = within[:-1]
            case stripped:
                box = ENCLOSED if within and _OPEN not in within else ""
                lines.append(f"{box}> {stripped}" if within else stripped)
    return "\n".join(lines)
