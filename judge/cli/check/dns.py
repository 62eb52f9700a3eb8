"""Asking the DNS, where there is one that answers."""

from collections.abc import Callable
from typing import TypeAlias

import dns.exception
import dns.resolver
import dns.reversename

# Gives the records of a name and a kind (MX, A, AAAA, TXT, PTR) as texts: of MX the
# server alone, best first, with an empty name where no mail is wanted (RFC 7505).
Lookup: TypeAlias = Callable[[str, str], tuple[str, ...]]

_SECONDS = 5.0


class UnansweredError(Exception):
    """No name server answered, so nothing is known."""


def look_up(name: str, kind: str) -> tuple[str, ...]:
    """Return the records of a name, none if there are none; UnansweredError.

    Of PTR the name is an address.
    """
    try:
        asked = dns.reversename.from_address(name) if kind == "PTR" else name
        answer = dns.resolver.resolve(asked, kind, lifetime=_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except dns.exception.DNSException as error:
        raise UnansweredError from error
    if kind == "MX":
        servers = sorted(answer, key=lambda one: one.preference)
        return tuple(str(one.exchange).rstrip(".") for one in servers)
    if kind == "TXT":
        return tuple(b"".join(one.strings).decode("utf-8", "replace") for one in answer)
    return tuple(str(one).rstrip(".") for one in answer)
