"""What people write beside an order that changes nothing of it: thanks, why, smileys.

What is in brackets, behind `#` or `//`, or a sentence of its own behind a full stop is
the writer's note. Behind a comma stands more often what bends an order, so there only
words of these lists are left aside.
"""

import re

from judge.notation.names import Names, find_power, words_of
from judge.notation.words.cut import elements_of
from judge.notation.words.elements import Kind, Nation, Number, Place

_SMILEY = re.compile(r"(?<=[\s.!])(?:[:;=8][-o^']?[()\[\]DPpO|]+|<3|\^_*\^|[xX]D)(?=\s|$)")
_PLEASE = (
    r"please|pls|plz|kindly|bitte|svp|s'?il (?:vous|te) plait|por favor|prego"
    r"|per favore|alstublieft|aub|graag|if you please"
)
_THANKS = (
    r"(?:many |a thousand )?(?:thanks?|thank ?(?:you|u)|thanx|thx|tnx|tx|tyvm|ty)"
    r"(?: (?:a lot|a million|very much|so much|again|in advance|judge|sir))*"
    r"|(?:vielen |besten )?dank(?:e|eschon)?|merci(?: beaucoup)?|(?:muchas )?gracias"
    r"|(?:mille )?grazie|bedankt|dank (?:je|u)(?: wel)?|cheers|good luck|viel gluck"
    r"|bonne chance|buona fortuna|(?:best|kind) regards|sorry|no offen[cs]e"
    r"|see you(?: all)?(?: soon| later| tomorrow| next \w+)?"
)
_WHEN = r"this (?:turn|time|season|phase|year|spring|fall|autumn)|today|for now|now"
_ALSO = (
    r"too|also|as well|again|instead|once more|finally|indeed|for sure|definitely"
    r"|new|kept"  # as receipts have it beside orders
)
_LIGHT = r"ok|okay|yes|yep|yeah|sure|alright|judge|sir|lol|haha+|hehe|xd|yay|hooray"
_BEHIND = re.compile(
    rf"(?:[ ,.!]+(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT})(?![\w'/-]))+[ ,.!]*$",
    re.IGNORECASE,
)
_ORDERS = r"(?:new |final |first |next |corrected |revised )?(?:orders?|moves?)"
_DEEDS = r"order|move|build|remove|disband|retreat|support|convoy|hold|send|waive"
_BEFORE = re.compile(
    rf"(?:(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT}|and|so|then|well|first(?:ly)?"
    r"|second(?:ly)?|third(?:ly)?|lastly|send|hi|hello|hey|dear|here)(?![\w'/-])"
    r" ?[,:!.]* ?"
    rf"|(?:here (?:is|are) |this is )?(?:(?:my|our|the|these) )?{_ORDERS}"
    r"(?: (?:is|are)| (?:for|of|in) [^:,;]{1,30}(?=:))? ?(?::|(?<= is)|(?<= are)) ?"
    rf"|(?:i|we)(?: will| shall| hereby| now| also)* (?=(?:{_DEEDS})\b))+",
    re.IGNORECASE,
)
_INSIDE = re.compile(r" (?:will|shall|also|now|just|simply)(?= [^\W\d_]+s?\b)", re.I)
_STILL = re.compile(
    r"\b((?:hold|stay|stand|remain)s?) (?:put|(?:in )?position|firm|fast|still|in place"
    r"|its ground|there|where it is)$",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:(?:in order )?to|so(?: that)?|because|since|for|as|thanks|good|let"
    r"(?:'?s)?|hop\w+"
    r"|this|that|sorry|love|yours|best|see|my|our|um|zu[rm]?|damit|weil|wie|pour|afin|car"
    r"|parce|comme|para|porque|como|per|perche|om|omdat|zoals) [^\W\d_]",
    re.IGNORECASE,
)
_SMALL_WORDS = """
a an the and to in of on with for from my your our me you us it is this that really all
attack attacks bounce bounces support supports cut cuts defend protect stab comment note
attacking bouncing defending expecting covering self go hi hello hey dear judge everyone
friend friends luck good nice great
"""
_SMALL = frozenset(_SMALL_WORDS.split())
_COURTEOUS = re.compile(
    rf"(?:(?:{_PLEASE}|{_THANKS}|{_WHEN}|{_ALSO}|{_LIGHT})(?![\w'/-])[ ,.!]*)+", re.IGNORECASE
)


def without_smileys(text: str) -> str:
    """Return a plain line without the smileys that are made of signs."""
    return _SMILEY.sub(" ", text).rstrip() if _may_smile(text) else text


def _may_smile(text: str) -> bool:
    return not {":", ";", "=", "8", "<", "^", "D"}.isdisjoint(text)


def without_courtesy(text: str, names: Names) -> str:
    """Return a sentence without the courtesy around it; a name of the board stays."""
    found = _BEFORE.match(text)
    if found and not _is_named(found[0], names):
        text = text[found.end() :]
    found = _BEHIND.search(text)
    if found and not _is_named(found[0], names):
        text = text[: found.start()]
    return _STILL.sub(r"\1", _INSIDE.sub("", text))


def is_harmless(words: str, names: Names) -> bool:
    """Return whether words behind a comma say nothing but thanks, why, or a name."""
    text = words.strip(" .!")
    if _COURTEOUS.fullmatch(text) or _REASON.match(text):
        return True
    left = _COURTEOUS.sub(" ", text)
    return all(_is_small(word, names) for word in left.split())


def is_courtesy(words: str) -> bool:
    """Return whether a sentence is thanks or a farewell and nothing more."""
    return _COURTEOUS.fullmatch(words) is not None


def _is_small(word: str, names: Names) -> bool:
    key = "".join(words_of(word))
    if key in _SMALL or not key or find_power((key,), names) is not None:
        return True
    return all(isinstance(one, Place | Nation | Number | Kind) for one in elements_of(word, names))


def _is_named(words: str, names: Names) -> bool:
    return all(word in names.exact for word in words_of(words))
