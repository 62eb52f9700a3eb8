"""What can be a mail address, or the name of a machine."""

import re

# RFC 5322 section 3.2.3, but for the plus sign that begins a token.
_LOCAL_PART = re.compile(r"[\w!#$%&'*/=?^`{|}~-]+(?:\.[\w!#$%&'*/=?^`{|}~-]+)*", re.A)
_DOMAIN = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9-]*[a-z0-9]", re.I)


def is_address(text: str) -> bool:
    """Return whether a text is a mail address and nothing else; it may hold a plus."""
    local, _, domain = text.rpartition("@")
    return bool(_LOCAL_PART.fullmatch(local.replace("+", "-"))) and is_host(domain)


def own_address(address: str) -> str:
    """Return the address that a judge can have; ValueError says why it cannot."""
    if "+" in address.rpartition("@")[0]:
        raise ValueError(
            "no plus sign may stand in it, for the judge puts one before the tokens of "
            "its reply addresses; choose another address"
        )
    if not is_address(address):
        raise ValueError(
            "this is no mail address; it looks like judge@example.org, and is the "
            "address alone, without a name and without accents"
        )
    return address


def is_host(text: str) -> bool:
    """Return whether a text can be the name of a machine or of a domain."""
    return bool(_DOMAIN.fullmatch(text))
