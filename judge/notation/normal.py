"""The plain form of a line as people's mail programs deliver it.

Dashes, arrows, quotation marks, spaces and look-alike letters are brought to one form,
invisible characters leave, and leftovers of mail encodings are decoded.
"""

import html
import re
import unicodedata

_SAME = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u00af\u2500\u2501\ufe58",
    "->": "\u2192\u21d2\u21a6\u21e8\u21fe\u27f6\u27f9\u279c\u279d\u279e\u2794\u2799"
    "\u27a1\u27a4\u2b95\uf0e0\uf0e8\u25ba\u25b6\u25b8\u203a\u00bb",
    "'": "\u2018\u2019\u201a\u201b\u02bc\u00b4\u2032\u0060",
    '"': "\u201c\u201d\u201e\u201f\u2033\u00ab",
    "\n": "\r\u2028\u2029\u0085\u000b\u000c\u001c\u001d\u001e",
    " ": "\t_",
    "~": "\u223c\u02dc",
}
# Letters of other alphabets that look like a Latin one: Cyrillic, then Greek.
_LOOK_ALIKE = {
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425": ("ABEKMHOPCTYX"),
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb": ("aeopcyxijsdh"),
    "\u0406\u0408\u0405\u04ae\u050c\u051a\u051c": "IJSYGQW",
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5"
    "\u03a7": "ABEZHIKMNOPTYX",
    "\u03bf\u03bd\u03b9\u03b1\u03c1": "oviap",
}
_PLAIN = {
    **{ord(one): plain for plain, many in _SAME.items() for one in many},
    **{
        ord(one): latin
        for many, latins in _LOOK_ALIKE.items()
        for one, latin in zip(many, latins, strict=True)
    },
}
_FOLDED = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d"}
    | {"þ": "th", "\u0131": "i", "ħ": "h", "'": None}
)
_INVISIBLE = frozenset({"Cf", "Cc", "Co", "Cs", "Cn", "Mn", "Me"})
_QUOTED_PRINTABLE = re.compile(r"(?:=[0-9A-F]{2})+")
_GUILLEMETS = re.compile("\u00ab([^\u00bb\n]*)\u00bb")  # one alone may be an arrow
_BLANKS = re.compile(r"[^\S\n]+")


def plain_text(text: str) -> str:
    """Return `text` with one kind of dash, arrow, blank and letter; lines are kept.

    Accents leave, letter case stays.
    """
    text = html.unescape(_QUOTED_PRINTABLE.sub(_decoded, text))
    text = _GUILLEMETS.sub(r'"\1"', text)
    if text.isascii() and text.isprintable():
        return _BLANKS.sub(" ", text.translate(_PLAIN)).strip(" ")
    text = unicodedata.normalize("NFKD", text.translate(_PLAIN)).translate(_PLAIN)
    text = "".join(" " if _is_ornament(one) else one for one in text)
    seen = (one for one in text if one == "\n" or _is_visible(one))
    return _BLANKS.sub(" ", "".join(seen)).strip(" ")


def folded(text: str) -> str:
    """Return what plain words are compared by: no case, accents or apostrophes."""
    text = text.casefold().translate(_FOLDED)
    if text.isascii() and text.isprintable():
        return text
    text = unicodedata.normalize("NFKD", text)
    return "".join(one for one in text if _is_visible(one))


def _decoded(match: re.Match[str]) -> str:
    octets = bytes.fromhex(match[0].replace("=", ""))
    return octets.decode("utf-8", errors="replace").replace("\ufffd", " ")


def _is_ornament(one: str) -> bool:
    """Return whether it is a bullet, a tick or a smiley."""
    return one >= "\U0001f000" or unicodedata.category(one) == "So"


def _is_visible(one: str) -> bool:
    return unicodedata.category(one) not in _INVISIBLE
