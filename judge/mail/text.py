"""Reads the text of a mail: its parts, HTML pages and files -> the lines that the sender typed.

Letters, dashes and arrows stay as they were written, because press is passed on unchanged.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html import unescape
from itertools import islice

from inscriptis import get_text
from inscriptis.model.config import ParserConfig
from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from judge.letter import REPLY_MARKER, Line, Standing, Unread
from judge.mail.calendar import absences_in, has_events, is_calendar
from judge.mail.mime import (
    Part,
    children,
    date_of,
    decode_words,
    header,
    is_reaction,
    parameter,
    payload_text,
)
from judge.mail.quotation import ENCLOSED, ENCRYPTED, OLDER_MAIL, lines_of

# Elements that contain an older mail and nothing else: GMX, Yahoo, Zimbra.
_OLDER = 'div[name="quote"], div.yahoo_quoted, [data-marker="__QUOTED_TEXT__"]'
# Quoted mails; those of Thunderbird and of Outlook on phones may lack a heading.
_QUOTED = "blockquote, div.moz-forward-container, #mail-editor-reference-message-container"
# Outlook's element around an older mail, which it indents.
_INDENTED = 'div[style*="border-left" i]'
_OUTLOOK_INDENT = re.compile(r"border:none;border-left:solid")
# Elements that contain the heading of an older mail, and mostly a blockquote.
_AROUND = 'div.gmail_quote, div.protonmail_quote, div.zmail_extra, [name="messageReplySection"]'
# Gmail and Apple Mail indent a person's own text in this way.
_OWN_INDENT = re.compile(r"margin:[^;]*40px;border:(?:none|0)")
# The beginning of an older mail in Outlook, where no element encloses it.
_BEGINS = '#divRplyFwdMsg, #appendonsend, div[style*="border-top" i]'
_OUTLOOK_RULE = re.compile(r"border:none;border-top:solid")
_FEWEST_LABELS = 2

# Elements that readers do not see.
_UNSEEN = "script, style, head, title, template, datalist, iframe, [hidden]"
# A reader sees the first choice of a list only, and has not chosen it. The last one is a list of
# items that are not ticked off.
_STRUCK = 's, strike, del, option, [data-checked="false"]'
_SIGNATURE = ".gmail_signature"
# Elements that a browser shows on a line of their own, and inscriptis does not.
_OWN_LINE = "option, dt, dd"
_UNTICKED = "input[type=checkbox]:not([checked]), input[type=radio]:not([checked])"
_EMPTY_BOX = "☐ "
_STYLED = re.compile(
    r"display|visibility|font-size|opacity|mso-hide|position|color|background|line-through"
    r"|text-indent|clip|overflow|transform"
)
# Rules in a style sheet that hold only for some media or states, such as print.
_AT_RULE = re.compile(r"@[^@{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_ON_SCREENS = re.compile(r"@media\s+(?:screen|all)\s*\{((?:[^{}]*\{[^{}]*\})*)[^{}]*\}")
_MOST_RULES = 100
_ZERO = re.compile(r"0*\.?0+(?:[a-z]*|%)")
_FAR_OFF = re.compile(r"-\d{3,}(?:\.\d+)?(?:px|pt|em|rem|%)?")
# White, and greys that nobody can tell from it.
_WHITE = re.compile(r"#fff|#(?:f[\da-f]){3}|white(?:smoke)?|rgba?\((?:2[45]\d,){2}2[45]\d(?:,1)?\)")
_HEX = re.compile(r"#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b")
_NUMBERED = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_UP_TO_999 = re.compile(r"[0-9]{1,3}")
_NAMED = {"black": "#000000", "white": "#ffffff"}
_TRANSPARENT = "transparent"
_NO_COLORS = frozenset(("", "inherit", "initial", "unset", "currentcolor", "none", _TRANSPARENT))
_MOST_STYLED = 5_000

_Styled = tuple[LexborNode, dict[str, str]]  # an element and its properties

_OPEN, _CLOSE, _OPEN_BOX = "\ue000", "\ue001", "\ue004"
_STRIKE, _UNSTRIKE = "\ue005", "\ue006"
_SIGN, _UNSIGN = "\ue007", "\ue008"
_MARKS = str.maketrans(
    dict.fromkeys(
        (*(_OPEN, _CLOSE, _OPEN_BOX, OLDER_MAIL, ENCLOSED), *(_STRIKE, _UNSTRIKE, _SIGN, _UNSIGN))
    )
)

# Outlook replaces typed arrows by letters of the font Wingdings.
_WINGDINGS = str.maketrans({"à": "→", "ß": "←", "J": "☺", "L": "☹"})

_LONGEST_HTML = 500_000
_DEEPEST = 1_000
# Tags that need a closing tag, and so can be nested.
_TAG = re.compile(
    r"<(/?)(?!(?:p|br|hr|li|td|th|tr|dt|dd|img|meta|link|input|col|option|wbr|tbody|"
    r"thead|tfoot|area|base|body|html|head)\b)[a-z][^<>]*>",
    re.IGNORECASE,
)


def read_html(html: str) -> str:
    """Return the text of an HTML page; quoted lines begin with `> `.

    A line `OLDER_MAIL` marks the beginning of an older mail that no element encloses. `ENCLOSED`
    marks a line that counts as quoted because an element encloses the whole mail.
    """
    html = html[:_LONGEST_HTML].translate(_MARKS)
    if _is_deep(html):
        return _without_tags(html)
    page = LexborHTMLParser(html)
    rules = _rules_of(page)
    for node in page.css(_UNSEEN):
        node.decompose()
    _hide_and_strike(page, _styled(page, rules))
    for node in page.css(_OWN_LINE):
        node.attrs["style"] = f"{_style(node)};display:block"
    for node in page.css(_SIGNATURE):
        node.insert_before(_SIGN)
        node.insert_after(_UNSIGN)
    for node in page.css(_UNTICKED):
        node.insert_before(_EMPTY_BOX)
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


def _rules_of(page: LexborHTMLParser) -> list[tuple[str, str]]:
    """Return selectors and styles of the page's own style sheets that hold on all screens."""
    first, *parts = " ".join(sheet.text() for sheet in page.css("style")).split("/*")
    # Behind each part that begins a comment stands the end of it, or no rule at all.
    sheets = first + "".join(part.partition("*/")[2] for part in parts)
    sheets = sheets.replace("<!--", "").replace("-->", "")
    blocks = _AT_RULE.sub("", _ON_SCREENS.sub(r"\1", sheets)).split("}")[:-1]
    pairs = (block.rpartition("{") for block in blocks)
    rules = [(before.rpartition("{")[2], style) for before, sign, style in pairs if sign]
    return [rule for rule in rules if _STYLED.search(rule[1].lower())][:_MOST_RULES]


def _styled(page: LexborHTMLParser, rules: Iterable[tuple[str, str]]) -> dict[int, _Styled]:
    """Return the elements with a style of their own, by `rules` or by attributes."""
    nodes = {node.mem_id: node for node in page.css("[style], [color], [bgcolor], body[text]")}
    styles: dict[int, str] = {}
    ruled = ((node, style) for selectors, style in rules for node in _selected(page, selectors))
    for node, style in islice(ruled, 2 * _MOST_STYLED):
        nodes[node.mem_id] = node
        styles[node.mem_id] = f"{styles.get(node.mem_id, '')};{style}"
    styled = {}
    for number, node in islice(nodes.items(), _MOST_STYLED):
        attributes = node.attributes
        has = _properties(f"{styles.get(number, '')};{_style(node)}")
        has.setdefault("color", (attributes.get("color") or attributes.get("text") or "").lower())
        has.setdefault("background-color", has.get("background") or attributes.get("bgcolor") or "")
        styled[number] = node, has
    return styled


def _selected(page: LexborHTMLParser, selectors: str) -> Iterator[LexborNode]:
    """Yield the elements that a rule of a style sheet is about, in any state."""
    for selector in selectors.split(","):
        # The parser of selectors knows no states such as `:hover`.
        if ":" not in selector and selector.strip():
            try:
                yield from page.css(selector.strip())
            except SelectolaxError:
                continue


def _hide_and_strike(page: LexborHTMLParser, styled: dict[int, _Styled]) -> None:
    """Remove text that a browser would not show, and mark text that is struck through.

    White text on a page without a background counts as struck. Phones in dark mode write such text,
    but it may also be text that nobody was to see.
    """
    struck = {node.mem_id: node for node in page.css(_STRUCK)}
    visible = {number for number, (_, has) in styled.items() if has.get("visibility") == "visible"}
    colored = {
        number for number, (_, has) in styled.items() if has["color"] or has["background-color"]
    }
    texts, backgrounds = dict[int, str](), dict[int, str]()
    hidden: list[LexborNode] = []
    alike: list[LexborNode] = []
    for number, (node, has) in styled.items():
        text = _shown(node, styled, "color", texts)
        background = _shown(node, styled, "background-color", backgrounds)
        decoration = has.get("text-decoration", "") + has.get("text-decoration-line", "")
        if has.get("visibility") in ("hidden", "collapse"):
            hidden.append(node)
        elif number in colored and _is_alike(text, background):
            alike.append(node)
        elif "line-through" in decoration or (_WHITE.fullmatch(has["color"]) and not background):
            struck[number] = node
    for node in struck.values():
        if node.child is not None and node.last_child is not None:
            node.child.insert_before(_STRIKE)
            node.last_child.insert_after(_UNSTRIKE)
    for node in hidden:
        _empty(node, visible)
    for node in alike:
        _empty(node, colored)
    # Last, because these elements are gone then, with all that is in them.
    for node, has in styled.values():
        if _is_unseen(node, has):
            node.decompose()


def _shown(node: LexborNode, styled: dict[int, _Styled], name: str, seen: dict[int, str]) -> str:
    """Return the color of an element's text or background, which one around it may set; or "".

    `seen` has the colors that were found so far, by element.
    """
    path: list[int] = []
    around: LexborNode | None = node
    color = ""
    while not color and around is not None and around.tag not in ("-undef", "html"):
        number = around.mem_id
        if number in seen:
            color = seen[number]
            break
        path.append(number)
        _, has = styled.get(number, (around, {}))
        own = _color(has.get(name, ""))
        color = "" if own in _NO_COLORS else own
        around = around.parent
    seen.update(dict.fromkeys(path, color))
    return color


def _color(value: str) -> str:
    """Return a color of a style sheet in the form #rrggbb, or `value` in lower case."""
    if written := _HEX.search(value):
        digits = written[1]
        digits = digits if len(digits) > 4 else "".join(digit * 2 for digit in digits)
        return _TRANSPARENT if digits[6:] == "00" else f"#{digits[:6]}"
    if numbered := _NUMBERED.search(value):
        parts = re.findall(r"[^\s,/]+", numbered[2])
        if len(parts) > 3 and _ZERO.fullmatch(parts[3]):
            return _TRANSPARENT
        if numbered[1] == "rgb" and all(_UP_TO_999.fullmatch(part) for part in parts[:3]):
            return "#" + "".join(f"{int(part):02x}" for part in parts[:3])
    first = value.partition(" ")[0]
    return _NAMED.get(first, first)


def _is_alike(text: str, background: str) -> bool:
    """Return whether nobody can tell a text from its background."""
    is_white = _WHITE.fullmatch(text) and _WHITE.fullmatch(background)
    return text != "" and (text == background or is_white is not None)


def _empty(node: LexborNode, visible: set[int]) -> None:
    """Remove the text in a hidden element, except for that in `visible` elements within it."""
    left = [node]
    while left:
        for child in [*left.pop().iter(include_text=True)]:
            if child.tag == "-text":
                child.decompose()
            elif child.mem_id not in visible:
                left.append(child)


def _properties(style: str) -> dict[str, str]:
    pairs = (item.partition(":") for item in style.lower().replace("!important", "").split(";"))
    return {name.strip(): re.sub(r"\s*,\s*", ",", value.strip()) for name, _, value in pairs}


def _is_unseen(node: LexborNode, has: dict[str, str]) -> bool:
    """Return whether a browser shows nothing of an element that has these properties."""
    size = has.get("font-size", "")
    return (
        has.get("display") == "none"
        or has.get("mso-hide") == "all"
        or _ZERO.fullmatch(has.get("opacity", "")) is not None
        or (_ZERO.fullmatch(size) is not None and not _sizes_within(node))
        or (
            has.get("position") in ("absolute", "fixed")
            and any(_FAR_OFF.match(has.get(side, "")) for side in ("left", "top", "right"))
        )
        or has.get("transform", "").replace(" ", "").startswith("scale(0)")
        or _color(has["color"]) == _TRANSPARENT
        or _FAR_OFF.match(has.get("text-indent", "")) is not None
        or has.get("clip", "").replace(" ", "").startswith("rect(0")
        or (
            has.get("overflow") == "hidden"
            and any(
                _ZERO.fullmatch(has.get(name, "")) for name in ("height", "max-height", "width")
            )
        )
    )


def _sizes_within(node: LexborNode) -> bool:
    """Return whether an element inside of this one has a font size of its own."""
    sized = node.css("[style*='font-size' i]")
    return any(inner.mem_id != node.mem_id for inner in sized)


def words_on(html: str) -> str:
    """Return all words of an HTML page, without its layout."""
    if _is_deep(html[:_LONGEST_HTML]):
        return _without_tags(html[:_LONGEST_HTML])
    body = LexborHTMLParser(html[:_LONGEST_HTML]).body
    return body.text(separator=" ") if body is not None else ""


def _begins_older_mail(node: LexborNode) -> bool:
    """Return whether an older mail begins at this node.

    A ruled line needs labels such as From: and Sent: below it; without them a person may have
    drawn it.
    """
    if node.attributes.get("id"):
        return True
    labels = node.text().count(":")
    return bool(_OUTLOOK_RULE.match(_style(node))) and labels >= _FEWEST_LABELS


def _older_mails(page: LexborHTMLParser) -> Iterator[tuple[LexborNode, str]]:
    """Yield each element that encloses an older mail, with the mark for its beginning.

    The text between these elements is the sender's own. Senders may also type inside an element
    around the whole mail, but not inside a blockquote: their mail program ends it where they type.
    """
    for node in page.css(_OLDER):
        yield node, _OPEN_BOX
    for node in page.css(_AROUND):
        if node.tag != "blockquote" and node.css_first("blockquote") is None:
            yield node, _OPEN_BOX
    quoted = () if _is_all_indented(page) else page.css(_QUOTED)
    for node in quoted:
        if not _OWN_INDENT.match(_style(node)):
            yield node, _OPEN
    for node in page.css(_INDENTED):
        if _OUTLOOK_INDENT.match(_style(node)):
            yield node, _OPEN


def _is_all_indented(page: LexborHTMLParser) -> bool:
    """Return whether one plain blockquote, of no mail program, contains the whole text."""
    blocks = page.css("body > blockquote")
    if len(blocks) != 1 or blocks[0].attributes or page.body is None:
        return False
    words = page.body.text().strip()
    return blocks[0].text().strip() == words and REPLY_MARKER.strip("= ") not in words


def _style(node: LexborNode) -> str:
    style = node.attributes.get("style") or ""
    return re.sub(r"(?<=[:;])\s+|\s+(?=[:;])", "", style.strip().lower())


def _is_deep(html: str) -> bool:
    """Return whether the tags are nested so deeply that a parser takes too long."""
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
    # inscriptis silently returns nothing for tags nested some thousand deep.
    return text if text.strip() else page.text(separator="\n")


def _mark_quoted(text: str) -> str:
    """Return `text` with signs before quoted lines, and a mark behind those of a signature."""
    lines = []
    within: list[str] = []
    signed = ""
    for mark in (_OPEN, _OPEN_BOX, _CLOSE, _SIGN, _UNSIGN):
        text = text.replace(mark, f"\n{mark}\n")
    for line in text.split("\n"):
        match line.strip():
            case "\ue000" | "\ue004" as opening:
                within.append(opening)
            case "\ue001":
                within = within[:-1]
            case "\ue007" | "\ue008" as mark:
                signed = _SIGN if mark == _SIGN else ""
            case stripped:
                box = ENCLOSED if within and _OPEN not in within else ""
                shown = f"{stripped}{signed}" if stripped else ""
                lines.append(f"{box}> {shown}" if within else shown)
    return "\n".join(lines)


_BREAKS = re.compile("\r\n|[\r\v\f\x1c\x1d\x1e\x85\u2028\u2029]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb"
    "\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]"
)
# Persian and emoji need joiners. Next to ASCII characters they are accidents.
_JOINERS = re.compile(
    "(?<=[\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\x7f])"
    "|\\A[\u200c\u200d]+|[\u200c\u200d]+\\Z"
)
# Outlook replaces typed arrows by letters of the font Wingdings.
_WINGDINGS_PRIVATE = str.maketrans({"\uf0e0": "→", "\uf0df": "←", "\uf04a": "☺"})
_WINGDINGS_PRIVATE |= {0xF04C: "☹"}

_WORD = re.compile(r"\w+")
_MOST_CALENDARS = 5
_FLOWED_COLUMNS = 60
# Players of the DPjudge type `\;` for a line end if their program does not break lines. Programs
# that write HTML may leave tags for line breaks in the text.
_TYPED_ENDS = re.compile(r"\\;[ \t]*(?:\r?\n)?")
_LEFT_TAGS = re.compile(r"<br ?/?>[ \t]*(?=\r?\n|\Z)", re.IGNORECASE)
# If the parts of a multipart mail are not found, the mail itself is its only part.
_PLAIN = {"text/plain", "text/markdown", "multipart/mixed", "multipart/alternative"}


def clean_text(text: str) -> str:
    """Return `text` with plain line ends and spaces, without invisible characters."""
    text = _SPACES.sub(" ", _BREAKS.sub("\n", text)).translate(_WINGDINGS_PRIVATE)
    text = unicodedata.normalize("NFC", _JOINERS.sub("", _INVISIBLE.sub("", text)))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def plain_text(mail: Part) -> str:
    """Return the text of the mail's plain text parts, or ''."""
    return _joined(_plain(part) for part in _bodies(mail, _PLAIN))


def html_text(mail: Part) -> str:
    """Return the text of the mail's HTML parts, or ''; quoted lines begin with `> `."""
    return _joined(read_html(payload_text(part)) for part in _bodies(mail, {"text/html"}))


def page_beside(mail: Part, plain: str, own: str) -> tuple[str, bool]:
    """Return the text of the HTML page if it may say more than the text `plain`, otherwise ''.

    `own` is the sender's own part of `plain`. The second value is whether `plain` is only a stub:
    it announces the page in words that are not on the page, or it breaks off early.
    """
    pages = [payload_text(part) for part in _bodies(mail, {"text/html"})]
    if not pages:
        return "", False
    page_text = words_on(" ".join(pages))
    page_words = set(_WORD.findall(page_text))
    plain_words, own_words = set(_WORD.findall(plain)), set(_WORD.findall(own))
    is_notice = len(own_words - page_words) * 5 > len(own_words) * 4
    breaks_off = len(page_words) > 3 * len(plain_words) + 20
    if is_notice or breaks_off:
        return html_text(mail), True
    differs = not {*map(str.casefold, page_words)} <= {*map(str.casefold, plain_words)}
    differs = differs or _words(own) not in _words(page_text)
    differs = differs or any(map(_MAY_STRIKE.search, pages))
    return (html_text(mail) if differs else ""), False


def _marked_as_in(lines: tuple[Line, ...], page: Iterable[Line]) -> tuple[Line, ...]:
    """Return `lines`; those that the page strikes, quotes or marks as a signature are marked.

    The page may quote a line that its writer also wrote; such a line is not marked.
    """
    page = tuple(page)
    own = {_words(line.text) for line in page if line.standing in _OWN}
    which = (Standing.STRUCK, Standing.BELOW_SIGNATURE, Standing.QUOTED)
    marked = {
        _words(line.text): line.standing
        for line in page
        if line.standing in which
        and not (line.standing is Standing.QUOTED and _words(line.text) in own)
    }
    return tuple(
        replace(line, standing=marked[_words(line.text)])
        if line.standing in _OWN and _words(line.text) in marked
        else line
        for line in lines
    )


def _words(text: str) -> str:
    return "".join(_WORD.findall(text.casefold()))


def attached_text(mail: Part) -> str:
    """Return the text of attached text files, and the absences in attached calendars; or ''."""
    leaves = _leaves(mail)
    files = (part for part in leaves if _is_attached(part) and not is_calendar(part))
    texts = (_of_file(part) for part in files)
    calendars = islice(filter(is_calendar, leaves), _MOST_CALENDARS)
    absences = (
        absences_in(payload_text(part), date_of(header(mail, "Date"))) for part in calendars
    )
    return _joined((*texts, *absences))


def _of_file(part: Part) -> str:
    """Return the text of an attached file, or '' if it has no text."""
    media_type = part.get_content_type()
    if media_type == "text/html":
        return read_html(payload_text(part))
    return _plain(part) if media_type in _PLAIN or media_type == "text/csv" else ""


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in map(clean_text, texts) if text.strip())


def _bodies(mail: Part, media_types: set[str]) -> tuple[Part, ...]:
    return tuple(
        part
        for part in _leaves(mail)
        if part.get_content_type() in media_types and not _is_attached(part)
    )


def _leaves(part: Part) -> tuple[Part, ...]:
    # An attached mail is not this sender's own text.
    if part.get_content_maintype() == "message" or is_reaction(part):
        return ()
    if not part.is_multipart():
        return (part,)
    inside = children(part)
    # The mail program wrote the alternative forms of a reaction.
    if part.get_content_type() == "multipart/alternative" and any(map(is_reaction, inside)):
        return ()
    return tuple(leaf for child in inside for leaf in _leaves(child))


def _is_attached(part: Part) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _plain(part: Part) -> str:
    text = payload_text(part).translate(_MARKS)
    text = _TYPED_ENDS.sub("\n", _LEFT_TAGS.sub("", text))
    if parameter(part, "format") != "flowed":
        return text
    return _unflow(_BREAKS.sub("\n", text))


def _unflow(text: str) -> str:
    """Return `text` with the lines joined that the mail program broke (RFC 3676).

    Such a line ends with a blank and is long. A short line of orders may end with a typed blank,
    and is not joined.
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


_OWN = frozenset({Standing.OWN, Standing.POSSIBLE_HEADING})
# Ways to strike text through in plain text: combining characters over each letter, the tags of web
# forums, and Markdown.
_OVERLAID = re.compile("(?:[^\n][\u0335-\u0338]\\s*)+")
_OVERLAYS = re.compile("[\u0335-\u0338]")
_TAGGED = re.compile(r"\[(del|s|strike)\](.*?)\[/\1\]|~~(?=\S)(.+?)(?<=\S)~~", re.I | re.S)
# Signs before a line by which its writer says that the line does not count, such as a cross or an
# empty box.
_REFUSED = re.compile(
    "^([ \\t>]*)(?:[-*•][ \\t]+)?"
    "(?:[❌❎✗✘✖☐☒⬜⛔🚫🙅]|👎[🏻-🏿]?|\\[[ -]?\\]|\\( ?\\))\ufe0f?[ \\t]*(?=\\S)(.+)$",
    re.MULTILINE,
)
_REFUSED_BEHIND = re.compile(
    "^([ \\t>]*+)(.*\\S)[ \\t]*(?:[❌❎✗✘✖⛔🚫☐⬜]|👎[🏻-🏿]?)\ufe0f?[ \\t]*$", re.MULTILINE
)
_QUOTE_MARKS = re.compile(r"[>\s]*")
_STRIKES = re.compile(f"([{_STRIKE}{_UNSTRIKE}])")
_MAY_STRIKE = re.compile(
    r"<(?:s|del|strike)[\s>]|line-through|color|gmail_signature", re.IGNORECASE
)


def _strikes_marked(text: str) -> str:
    """Return `text` with marks around the passages that its writer struck through in plain text."""
    text = _OVERLAID.sub(lambda m: f"{_STRIKE}{_OVERLAYS.sub('', m[0])}{_UNSTRIKE}", text)
    text = _TAGGED.sub(lambda m: f"{_STRIKE}{m[2] or m[3] or ''}{_UNSTRIKE}", text)
    text = _REFUSED.sub(rf"\1{_STRIKE}\2{_UNSTRIKE}", text)
    return _REFUSED_BEHIND.sub(rf"\1{_STRIKE}\2{_UNSTRIKE}", text)


def _strikes_apart(text: str) -> str:
    """Return `text` with each struck passage on a line of its own, which begins with a mark."""
    if _STRIKE not in text:
        return text
    lines: list[str] = []
    depth = 0
    for line in text.split("\n"):
        own, struck = "", ""
        for piece in _STRIKES.split(line):
            if piece == _STRIKE:
                depth += 1
            elif piece == _UNSTRIKE:
                depth = max(depth - 1, 0)
            elif depth:
                struck += piece
            else:
                own += piece
        if not struck.strip() or re.search(r"\w", own):
            lines.append(own)
        if struck.strip():
            marks = _QUOTE_MARKS.match(own)
            lines.append(f"{marks[0] if marks else ''}{_STRIKE}{struck.strip()}")
    return "\n".join(lines)


def _read_marks(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield `lines` without marks; a line that had one is struck, or belongs to a signature.

    It is struck whether or not it is quoted.
    """
    for line in lines:
        text = line.text.replace(_STRIKE, "").replace(_SIGN, "")
        if _STRIKE in line.text:
            yield Line(text, Standing.STRUCK)
        elif _SIGN in line.text and line.standing in _OWN:
            yield Line(text, Standing.BELOW_SIGNATURE)
        else:
            yield replace(line, text=text) if text != line.text else line


def lines_of_mail(mail: Part, subject: str, cleaned: Callable[[str], str]) -> tuple[Line, ...]:
    """Return the lines of the mail, followed by those of its other form and of attached files.

    If its plain text is only a stub of its HTML page, the page comes first. Lines that the page
    strikes through are struck in the plain text too. `cleaned` is applied to each form of the text
    before it is read.
    """

    def form(text: str) -> tuple[Line, ...]:
        marked = _strikes_apart(_strikes_marked(cleaned(text)))
        return tuple(_read_marks(lines_of(marked, subject)))

    plain, files = plain_text(mail), attached_text(mail)
    lines, second = form(plain), tuple[Line, ...]()
    own = " ".join(line.text for line in lines if line.standing in _OWN)
    # The plain text may contain an older mail; the HTML page shows more clearly where it begins.
    doubtful = any(line.standing is Standing.POSSIBLE_HEADING for line in lines)
    if not own.strip() or doubtful:
        page = form(html_text(mail))
        lines = page if has_words(page) or not plain else lines
    else:
        page_text, is_stub = page_beside(mail, plain, own)
        if is_stub and page_text:
            lines, second = form(page_text), form(plain)
        elif page_text:
            page = form(page_text)
            lines = _marked_as_in(lines, page)
            words = _words(plain)
            new = (line for line in page if line.standing in _OWN)
            second = tuple(line for line in new if _words(line.text) not in words)
    seen = {line.text.strip() for line in lines}
    added: list[Line] = []
    attached = form(files) if files else ()
    for more, standing in ((second, Standing.SECOND_FORM), (attached, Standing.ATTACHED)):
        added += (
            replace(line, standing=standing) if line.standing in _OWN else line
            for line in more
            if line.text.strip() not in seen
        )
    return (*lines, Line(""), *added) if added else lines


def has_words(lines: tuple[Line, ...]) -> bool:
    """Return whether any of `lines` contains words of the sender."""
    return any(line.text.strip() and line.standing in _OWN for line in lines)


_ENCRYPTED = {
    "multipart/encrypted": "PGP",
    "application/pgp-encrypted": "PGP",
    "application/pkcs7-mime": "S/MIME",
    "application/x-pkcs7-mime": "S/MIME",
}
# Media types of parts that contain no words of the sender.
_NO_WORDS = {
    "application/pgp-encrypted",
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
}
_READ = {"text", "multipart", "message"}
_UNREAD_TEXT = {"text/enriched", "text/richtext", "text/rtf"}
_LONGEST_NAME = 60
_MOST = 5


def unread_of(mail: Part, lines: tuple[Line, ...]) -> Unread:
    """Return the unreadable parts of `mail`; `lines` are its readable text."""
    encrypted = ["PGP" for line in lines if line.text == ENCRYPTED]
    files: list[str] = []
    for part in _parts(mail):
        media_type = part.get_content_type()
        if media_type in _ENCRYPTED:
            encrypted.append(_ENCRYPTED[media_type])
        elif _is_file(part) and not (_is_in_the_text(part) and has_words(lines)):
            files.append(_name(part))
    if encrypted:
        files = []
    return Unread(tuple(dict.fromkeys(encrypted)), tuple(dict.fromkeys(files))[:_MOST])


def _parts(part: Part) -> Iterator[Part]:
    """Yield all parts of a mail, without the parts of attached mails."""
    yield part
    if part.get_content_maintype() != "message":
        for child in children(part):
            yield from _parts(child)


def _is_file(part: Part) -> bool:
    media_type = part.get_content_type()
    if is_calendar(part):
        return not has_events(payload_text(part))
    if media_type in _UNREAD_TEXT or media_type == "message/rfc822":
        return True
    return part.get_content_maintype() not in _READ and media_type not in _NO_WORDS


def _is_in_the_text(part: Part) -> bool:
    """Return whether a part is a picture within the text, as the logo of a signature is."""
    is_shown = header(part, "Content-ID") != "" or not _is_attached(part)
    return part.get_content_maintype() == "image" and is_shown


def _name(part: Part) -> str:
    """Return the file name of a part, else the subject of an attached mail, else the media type."""
    try:
        name = part.get_filename() or ""
    except (LookupError, ValueError, TypeError):
        name = ""
    name = name or parameter(part, "name") or ""
    if part.get_content_type() == "message/rfc822":
        name = name or "".join(header(child, "Subject") for child in children(part))
    return decode_words(name)[:_LONGEST_NAME] or part.get_content_type()
