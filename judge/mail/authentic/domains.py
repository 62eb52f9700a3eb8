"""Which domain may speak for which."""

from functools import cache

from publicsuffixlist import PublicSuffixList


def is_aligned(signing: str, domain: str) -> bool:
    """Return whether what is of the domain `signing` may speak for `domain`.

    That is so for the same one, and for those of one owner, as DMARC has it in its
    relaxed mode (RFC 7489 section 3.1.1): below a name as `co.uk` or `github.io`
    anybody can have one of his own.
    """
    signing, domain = _plain(signing), _plain(domain)
    if not signing or not domain:
        return False
    owner = owner_of(domain)
    return signing == domain or (owner != "" and owner_of(signing) == owner)


def owner_of(domain: str) -> str:
    """Return the highest domain of the owner of this one, "" where there is none."""
    return _suffixes().privatesuffix(_plain(domain)) or ""


def _plain(domain: str) -> str:
    """Return the domain as the DNS has it: ASCII, in small letters."""
    try:
        return domain.rstrip(".").encode("idna").decode().lower()
    except UnicodeError:
        return ""


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
