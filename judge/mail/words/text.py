"""From the parts of a mail to the lines its writer typed: which part, HTML, spaces.

Letters, dashes and arrows stay as they were written, for press is passed on as it is.
"""

import re
import unicodedata
from collections.abc import Iterable
from itertools import islice

from judge.mail.mime import Part, children, date_of, header, is_reaction, parameter, payload_text
from judge.mail.words.calendar import absences_in, is_calendar
from judge.mail.words.page import read_html, words_on

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
_WINGDINGS_PRIVATE = str.maketrans({"\uf0e0": "→", "\uf0df": "←", "\uf04a": "☺"})
_WINGDINGS_PRIVATE |= {0xF04C: "☹"}

_WORD = re.compile(r"\w+")
_MOST_CALENDARS = 5
_FLOWED_COLUMNS = 60
# Players of the DPjudge end lines so where their programs end none, and programs that
# write HTML leave such a tag behind.
_TYPED_ENDS = re.compile(r"\\;[ \t]*(?:\r?\n)?")
_LEFT_TAGS = re.compile(r"<br ?/?>[ \t]*(?=\r?\n|\Z)", re.IGNORECASE)
# A multipart mail whose parts were not found is its own only part.
_PLAIN = {"text/plain", "text/markdown", "multipart/mixed", "multipart/alternative"}


def clean_text(text: str) -> str:
    """Return text with plain line ends and spaces and nothing invisible in it."""
    text = _SPACES.sub(" ", _BREAKS.sub("\n", text)).translate(_WINGDINGS_PRIVATE)
    text = unicodedata.normalize("NFC", _JOINERS.sub("", _INVISIBLE.sub("", text)))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def plain_text(mail: Part) -> str:
    """Return the words of the mail's plain text parts, or ''."""
    return _joined(_plain(part) for part in _bodies(mail, _PLAIN))


def html_text(mail: Part) -> str:
    """Return the words of the mail's HTML parts, quoted ones behind `> `, or ''."""
    return _joined(read_html(payload_text(part)) for part in _bodies(mail, {"text/html"}))


def page_beside(mail: Part, plain: str, own: str) -> str:
    """Return the words of the page beside the text `plain`, '' where that says as much.

    Of that `own` is its sender's. A stub of a text says that there is a page, in words
    that are not on it, or it breaks off early.
    """
    pages = [payload_text(part) for part in _bodies(mail, {"text/html"})]
    if not pages:
        return ""
    shown = set(_WORD.findall(words_on(" ".join(pages))))
    said = set(_WORD.findall(own))
    is_notice = len(said - shown) * 5 > len(said) * 4
    breaks_off = len(shown) > 3 * len(set(_WORD.findall(plain))) + 20
    return html_text(mail) if is_notice or breaks_off else ""


def attached_text(mail: Part) -> str:
    """Return the words of text files that were attached, or ''.

    Of a calendar they are those that say when somebody is away.
    """
    leaves = _leaves(mail)
    files = (part for part in leaves if _is_attached(part) and not is_calendar(part))
    texts = (_plain(part) for part in files if part.get_content_type() in _PLAIN)
    calendars = islice(filter(is_calendar, leaves), _MOST_CALENDARS)
    absences = (
        absences_in(payload_text(part), date_of(header(mail, "Date"))) for part in calendars
    )
    return _joined((*texts, *absences))


def _joined(texts: Iterable[str]) -> str:
    return "\n\n".join(text for text in map(clean_text, texts) if text.strip())


def _bodies(mail: Part, media_types: set[str]) -> tuple[Part, ...]:
    return tuple(
        part
        for part in _leaves(mail)
        if part.get_content_type() in media_types and not _is_attached(part)
    )


def _leaves(part: Part) -> tuple[Part, ...]:
    # A mail that is attached as a whole is not what this person wrote.
    if part.get_content_maintype() == "message" or is_reaction(part):
        return ()
    if not part.is_multipart():
        return (part,)
    inside = children(part)
    # The other forms of a reaction are a mail program's words for it.
    if part.get_content_type() == "multipart/alternative" and any(map(is_reaction, inside)):
        return ()
    return tuple(leaf for child in inside for leaf in _leaves(child))


def _is_attached(part: Part) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _plain(part: Part) -> str:
    text = _TYPED_ENDS.sub("\n", _LEFT_TAGS.sub("", payload_text(part)))
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
