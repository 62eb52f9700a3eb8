"""Signs mail with DKIM (RFC 6376), where the relay does not."""

import errno
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import dkim

_SAMPLE = b"From: judge@%s\r\nSubject: DKIM\r\n\r\nDKIM\r\n"


@dataclass(frozen=True, slots=True)
class Signer:
    """The private key of a domain, and the name of its public one in the DNS."""

    domain: str
    selector: str
    key: bytes = field(repr=False)

    def signed(self, raw: bytes) -> bytes:
        """Return the mail with a signature over its body and all its headers.

        What servers on the way may do to spaces does not break it.
        """
        relaxed = (b"relaxed", b"relaxed")
        names = self.selector.encode(), self.domain.encode()
        signature: bytes = dkim.sign(raw, *names, self.key, canonicalize=relaxed)
        return signature + raw


def read_signer(domain: str, selector: str, file: Path) -> Signer:
    """Return the signer with the RSA key in `file` (PEM); OSError when it is none."""
    signer = Signer(domain, selector, file.read_bytes())
    try:
        signer.signed(_sample(domain))
    except dkim.DKIMException as error:
        reason = f"{file} holds no RSA key to sign with"
        raise OSError(errno.EINVAL, reason) from error
    return signer


def probe_signer(signer: Signer, look_up: Callable[..., bytes | None] = dkim.get_txt) -> str | None:
    """Return why others cannot verify what is signed, or None when they can."""
    name = f"{signer.selector}._domainkey.{signer.domain}"
    try:
        good = dkim.verify(signer.signed(_sample(signer.domain)), dnsfunc=look_up)
    except (dkim.DKIMException, OSError) as error:
        return f"{name}: {type(error).__name__}"
    return None if good else f"the TXT record {name} does not hold its public key"


def _sample(domain: str) -> bytes:
    return _SAMPLE % domain.encode()
