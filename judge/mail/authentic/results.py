"""What mail servers found out about who sent a mail (RFC 8601).

Anybody can write a From. The server that takes mail for the judge checks by DKIM, SPF
and DMARC whether the domain in it sent the mail, and says so in a header of its own; a
header like that may also come from the sender, and then it says what he likes.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email.utils import getaddresses

from judge.mail.authentic.domains import is_aligned
from judge.mail.mime import Part, header_values

_LONGEST_RESULTS = 20_000
_LONGEST_AUTHORS = 2_000
_DEEPEST = 9  # comments inside one another
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\)")
_METHOD = re.compile(r"([a-z][a-z0-9-]*)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)", re.I)
_PROPERTY = re.compile(r"([a-z][a-z0-9-]*)\s*\.\s*([a-z][a-z0-9-]*)\s*=\s*([^\s;]+)", re.I)
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
        if _is_sent_by(domain, tuple(_results(own))):
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
    """Return which server wrote the header, "" if that is not to be read, and the rest.

    Comments are left out (RFC 8601 section 2.2), and quotation marks.
    """
    plain = _without_comments(value[:_LONGEST_RESULTS])
    server, _, rest = plain.partition(";")
    words = server.split()
    return (words[0].lower() if words else ""), rest


def _without_comments(value: str) -> str:
    """Return `value` without comments, which may stand inside one another.

    What stands behind a bracket that is left is not believed.
    """
    value = _QUOTED.sub(lambda text: re.sub(r"[\s;()]", "_", text[1]), value)
    for _ in range(_DEEPEST):
        value = _COMMENT.sub(" ", value)
    return value.partition("(")[0]


def _results(text: str) -> Iterator[_Result]:
    for part in text.split(";"):
        found = _METHOD.match(part.strip())
        if found:
            properties = {
                f"{kind}.{name}".lower(): value.lower().rstrip(".")
                for kind, name, value in reversed(_PROPERTY.findall(part))
            }
            yield _Result(found[1].lower(), found[2].lower(), properties)


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
