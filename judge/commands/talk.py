"""Recognises talk that asks for nothing: greetings, thanks, names, and lines of signatures."""

import re

from judge.commands.known import cleaned
from judge.commands.languages import FAREWELL, FILLER, NOTED, THANKS
from judge.notation import GREETING

_POLITE_WORDS = rf"(?:{GREETING}|{THANKS}|{FAREWELL})"
# At most three words for a person; words of sentences are none, nor polite words.
_SOMEBODY = (
    rf"(?:,? (?!(?:{_POLITE_WORDS}|to|can|could|please|pls|i|we|you|not|no|what|when|why|how"
    r"|is|are|do|does|but)\b)"
    r"(?:my |the |mr |ms )?[^\W\d_][\w'’-]*\.?){0,3}"  # noqa: RUF001 - phones write that apostrophe
)
_END = r"(?: (?:and|und|et|y|e|en|och|og|i)(?= )|[\s.,;:!?)(-])*"
_TALK = re.compile(
    rf"(?:(?:{FILLER})\b{_END})*+(?:(?:{_POLITE_WORDS}{_SOMEBODY}|(?:{NOTED})(?!\w)){_END})"
    # Most words fit in more than one way, so without a limit the time would double with each word.
    r"{1,6}",
    re.IGNORECASE,
)
_BEGINS_POLITELY = re.compile(
    rf"(?:(?:{FILLER})\b{_END})*+(?:(?:{_POLITE_WORDS}|{NOTED})(?!\w){_END}){{1,6}}(?P<beside>.*)",
    re.IGNORECASE,
)
_SAYS_THANKS = re.compile(rf"(?<!\w)(?:{THANKS}|cheers|{NOTED})", re.IGNORECASE)
_CLOSING = re.compile(rf"(?:(?:{THANKS}|{FAREWELL}){_END}){{1,6}}", re.IGNORECASE)
_HELLO = re.compile(
    rf"(?:(?:{GREETING}|{THANKS}|{NOTED})(?:,? (?:judge|all|everybody|there|sir|master))?"
    r"\s*[,.!:;-]+\s*)+",
    re.IGNORECASE,
)
_MOST_SHOUTED = 3
_NAME = re.compile(r"[-~ ]*(?:[^\W\d_][\w'’.-]*,? ?){1,3}[.!]?")  # noqa: RUF001 - as above


def is_small_talk(line: str) -> bool:
    """Return whether `line` is only a greeting, thanks or a farewell, or says `Got it`."""
    return _TALK.fullmatch(cleaned(line)) is not None


def words_beside(line: str) -> str:
    """Return the words of a line of small talk behind its greetings, thanks and farewells."""
    match = _BEGINS_POLITELY.fullmatch(cleaned(line))
    return match["beside"] if match else ""


def says_thanks(line: str) -> bool:
    """Return whether a line of small talk has words of thanks, or says that a mail was read."""
    return _SAYS_THANKS.search(line) is not None


def without_greeting(line: str) -> str:
    """Return `line` without a greeting or thanks in front, as in `hi, I'd like to play`."""
    words = cleaned(line)
    greeting = _HELLO.match(words)
    return words[greeting.end() :] if greeting and greeting.end() < len(words) else words


def is_closing(line: str) -> bool:
    """Return whether `line` is a closing, as people write above their name."""
    return _CLOSING.fullmatch(cleaned(line)) is not None


def is_name(line: str) -> bool:
    """Return whether `line` may be a name: a few words with capital letters."""
    words = line.split()
    capital = all(word.lstrip("-~")[:1].isupper() for word in words if word.strip("-~"))
    return _NAME.fullmatch(" ".join(words)) is not None and capital


def is_shouted(line: str) -> bool:
    """Return whether `line` is a few words in capitals, like a command."""
    words = cleaned(line).split()
    letters = "".join(words).replace("_", "")
    return 0 < len(words) <= _MOST_SHOUTED and letters.isupper() and len(letters) > 3


_COMPANY = re.compile(r".{2,30}\b(?:GmbH|Ltd|Inc|LLC|Corp)\b.{0,30}")
_CONTACT = re.compile(
    r"(?P<label>(?:tel|phone|mobile|mob|cell|fax|office|home|t|m|p|e-?mail|mail|web)[.:]*|[|/,-])"
    r"|[+(]{0,2}\d[\d()/.-]*,?|(?:https?://|www\.)\S+|<?[\w.+-]+@[\w.-]+\.\w+>?,?",
    re.IGNORECASE,
)
_FEWEST_LETTERS = 7  # of a telephone number, or of an address
_MOST_CONTACTS = 8  # words


def is_contact(line: str) -> bool:
    """Return whether `line` only tells how to reach its writer, as the lines of a signature do."""
    words = line.split()
    if len(words) > _MOST_CONTACTS:
        return False
    found = [_CONTACT.fullmatch(word) for word in words]
    told = [match[0] for match in found if match and not match["label"]]
    reaches = all(found) and len("".join(told)) >= _FEWEST_LETTERS
    return reaches or _COMPANY.fullmatch(line.strip()) is not None


# A profession or a company below a name; only small words have no capital letter.
_CAPITAL = r"[A-ZÀ-Þ][\w'’.&-]*"  # noqa: RUF001 - phones write that apostrophe
_TITLE = re.compile(
    rf"[-~ ]*{_CAPITAL}"
    rf"(?:[,|/]? (?:[|/&] )?(?:{_CAPITAL}|of|and|the|for|at|in|de|du|des|für|und|der|von|&)){{0,7}}"
)


def is_title(line: str) -> bool:
    """Return whether `line` may be a profession or a company below a name: `Head of Logistics`."""
    return _TITLE.fullmatch(line.strip()) is not None and not line.rstrip().endswith(".")


def is_name_of(line: str, sender: str) -> bool:
    """Return whether `line` is the name of `sender`, a part of it, or its initials.

    A role in brackets may follow: `Ann (France)`.
    """
    name = re.sub(r"\s*\(.*\)$", "", " ".join(line.split())).casefold()
    words = re.findall(r"[^\W_]+", name)
    own = re.findall(r"[^\W_]+", sender.casefold())
    if not words or not own:
        return False
    letters = [word[0] for word in own]
    return set(words) <= set(own) or list("".join(words)) in (letters, letters[:1])
