"""What mail servers found out about who sent a mail (RFC 8601).

Anybody can write a From. The server that takes mail for the judge checks by DKIM, SPF
and DMARC whether the domain in it sent the mail, and says so in a header of its own; a
header like that may also come from the sender, and then it says what he likes.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.utils import getaddresses

from judge.mail.authentic.domains import is_aligned
from judge.mail.mime import Part, header_values

_LONGEST_AUTHORS = 2_000
# Outside of comments a quoted string or anything else (RFC 5322 section 3.2.4), and what
# stands in a comment between two brackets.
_WORD = re.compile(r'"(?P<quoted>(?:[^"\\]|\\.)*+)"|[^"()]++', re.DOTALL)
_IN_COMMENT = re.compile(r"(?:[^()\\]|\\.)++", re.DOTALL)
_KEYWORD = r"[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?+"
_PROPERTY = re.compile(
    rf"({_KEYWORD}(?:\s*+\.\s*+{_KEYWORD})?+)\s*+=\s*+(\S++)(?=\s|\Z)\s*+", re.IGNORECASE
)
_METHOD = re.compile(
    rf"({_KEYWORD})(?:\s*+/\s*+\d++)?+\s*+=\s*+({_KEYWORD})(?=\s|\Z)\s*+", re.IGNORECASE
)
# Which property of a method that passed names the domain that sent the mail.
_DOMAINS = {"dmarc": ("header.from",), "dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}


@dataclass(frozen=True, slots=True)
class _Result:
    """What one method found, with its properties, all in lower case."""

    method: str
    result: str
    properties: dict[str, str]


def is_authentic(mail: Part, sender: str, servers: Collection[str]) -> bool:
    """Return whether one of our `servers` found that the domain of `sender` sent this.

    They are named as in the headers that they write (`authserv-id`), and of each only
    the topmost is read: servers add theirs above what the sender wrote. One that cannot
    be read counts as none. A mail with several authors is of none of them.
    """
    domain = sender.rpartition("@")[2].lower()
    found = [_split(value) for value in header_values(mail, "Authentication-Results")]
    for server in servers:
        own = next((rest for name, rest in found if name == server.lower()), "")
        if _is_sent_by(domain, _results(own)):
            return has_one_author(mail, sender)
    return False


def is_stamped(mail: Part, servers: Collection[str]) -> bool:
    """Return whether one of our `servers` says what it found, be it nothing."""
    ours = {server.lower() for server in servers}
    values = header_values(mail, "Authentication-Results")
    return any(_split(value)[0] in ours for value in values)


def has_one_author(mail: Part, sender: str) -> bool:
    """Return whether `sender` is all that the From of a mail names."""
    values = header_values(mail, "From")
    if any(len(value) > _LONGEST_AUTHORS for value in values):
        return False
    return [one.lower() for _, one in getaddresses(values)] == [sender.lower()]


def _split(value: str) -> tuple[str, str]:
    """Return the name of the server that wrote the header, "" for none, and its results."""
    server, _, rest = _without_comments(value).partition(";")
    words = server.split()
    return (words[0].lower() if words else ""), rest


def _without_comments(value: str) -> str:
    """Return `value` with a space for each comment, and without quotation marks.

    A quoted string loses the signs that could end a value. Where a bracket or a quotation
    mark stands alone no result is left, for nobody knows what it spoils.
    """
    words: list[str] = []
    at = depth = 0
    while at < len(value):
        if value[at] in "()":
            depth += 1 if value[at] == "(" else -1
            words.append(" ")
            at += 1
        elif depth > 0 and (inside := _IN_COMMENT.match(value, at)):
            at = inside.end()
        elif depth == 0 and (word := _WORD.match(value, at)):
            quoted = word["quoted"]
            words.append(word[0] if quoted is None else re.sub(r"[\s;()=]", "_", quoted))
            at = word.end()
        else:
            depth = -1
            break
    plain = "".join(words)
    return plain if depth == 0 else plain.partition(";")[0]


def _results(text: str) -> tuple[_Result, ...]:
    """Return the results in a header of a server; none where one of them cannot be read."""
    results = []
    for part in filter(None, map(str.strip, text.split(";"))):
        method = _METHOD.match(part)
        properties: dict[str, str] = {}
        at = method.end() if method else 0
        while found := _PROPERTY.match(part, at):
            properties.setdefault(re.sub(r"\s", "", found[1]).lower(), found[2].lower().rstrip("."))
            at = found.end()
        if method and at == len(part):
            results.append(_Result(method[1].lower(), method[2].lower(), properties))
        elif part.lower() != "none":
            return ()
    return tuple(results)


def _is_sent_by(domain: str, found: Collection[_Result]) -> bool:
    """Return whether one method found that; what DMARC says of the domain decides.

    It knows whether the owner of the domain lets others of his domains speak for it.
    """
    verdicts = {
        one.result
        for one in found
        if one.method == "dmarc" and one.properties.get("header.from") == domain
    }
    return "fail" not in verdicts and any(_vouches(one, domain) for one in found)


def _vouches(found: _Result, domain: str) -> bool:
    """Return whether a method passed, and for the domain that stands in the From."""
    names = _DOMAINS.get(found.method, ())
    said = next((found.properties[one] for one in names if one in found.properties), "")
    signing = said.rpartition("@")[2]
    if found.result != "pass" or not signing:
        return False
    return signing == domain if found.method == "dmarc" else is_aligned(signing, domain)
