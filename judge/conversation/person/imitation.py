"""Names that could be taken for another's, or for the judge's own words.

Two names look alike if they have the same skeleton (Unicode Technical Standard 39,
section 4), without regard to capitals.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from confusable_homoglyphs import categories, confusables  # type: ignore[import-untyped]  # ships no types

from judge.game import Player

_LONGEST = 40
_OF_THE_JUDGE = (
    "judge|the judge|master|the master|game master|moderator|the moderator|observer"
    "|an observer|keeper|the keeper|postmaster|entrant|somebody|everybody|all|vacant"
    "|nobody|everyone|anonymous|system|operator|the operator|admin|administrator|gm"
    "|the gm"
)
# Nor may a name say so beside other words: "Bob, the Master", "Bob (Judge)".
_TITLE = re.compile(
    r"\b(?:the|game)\W+(?:judge|master|moderator|keeper|gm|operator|observer)\b"
    r"|[(,/-]\W*(?:judge|master|moderator|keeper|gm)\W*$",
    re.IGNORECASE,
)
_MOST_WORDS = 6
_JOINER = re.compile(r"(?<=\w)[\u200c\u200d](?=\w)")  # Persian and others need it
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# A name that goes on as a sentence would be read as the judge's.
_SENTENCE = re.compile(r"[:;!?|<>=\"\[\]]|(?!Mrs|Rev|Prof)\b\w{3,}\.\s")
_NO_SCRIPT = frozenset({"COMMON", "INHERITED"})
_EAST_ASIAN = frozenset({"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
_MARK = "\u200e"  # stands around letters in the tables of the library


def is_like(name: str, others: Iterable[str]) -> bool:
    """Return whether `name` can be taken for one of `others`."""
    return any(_looks(name) & _looks(other) for other in others)


def is_misleading(name: str, taken: Iterable[str]) -> bool:
    """Return whether nobody should be called `name`, beside those which are `taken`."""
    odd = _SENTENCE.search(name) or _is_mixed(name) or _is_no_name(name)
    return bool(odd) or is_like(name, (*taken, *_OF_THE_JUDGE.split("|")))


def fitting_name(person: Player, taken: Iterable[str]) -> str:
    """Return by what name a newcomer is known: his own, or one made of his address."""
    local, _, domain = person.address.partition("@")
    if "@" not in person.name and not is_misleading(person.name, taken):
        return person.name
    return f"{local} at {domain}" if is_like(local, taken) else person.address


@lru_cache(maxsize=65_536)
def _looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name; of an address, those of what is shown of it.

    A capital I is like an l, and the small one is not: both ways count.
    """
    shown = " ".join(name.partition("@")[0].split())
    plain = unicodedata.normalize("NFKC", shown)
    small = (plain.casefold(), _skeleton(plain).casefold())
    return frozenset(map(_skeleton, small))


def _skeleton(text: str) -> str:
    plain = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(_prototype, plain)))


def _prototype(sign: str) -> str:
    """Return for what `sign` stands: the one that is like all of its likenesses."""
    alike: list[dict[str, str]] = confusables.confusables_data.get(sign, [])
    if len(alike) != 1:
        return sign
    other = alike[0]["c"].strip(_MARK)
    is_chief = len(confusables.confusables_data.get(other, [])) > 1
    return other if is_chief else min(sign, other)


def _is_no_name(name: str) -> bool:
    """Return whether a name is too long, cannot be seen, or says what its owner is."""
    return (
        len(name) > _LONGEST
        or len(name.split()) > _MOST_WORDS
        or (name != "" and not any(map(str.isalnum, name)))
        or any(unicodedata.category(sign) in _UNSEEN for sign in _JOINER.sub("", name))
        or any(_TITLE.search(one) for one in (name, _skeleton(name)))
    )


def _is_mixed(name: str) -> bool:
    """Return whether letters of several scripts stand in one word."""
    for word in name.split():
        scripts = categories.unique_aliases(word) - _NO_SCRIPT
        if len(scripts) > 1 and not scripts <= _EAST_ASIAN:
            return True
    return False
