"""The records to publish in the DNS, so that mail comes in and is not refused."""

import base64
import subprocess
from pathlib import Path

from judge.cli.setup.answers import Answers

_LONGEST = 255  # octets of one string of a TXT record (RFC 1035 section 3.3.14)


def records_text(answers: Answers, host: str, dkim_key: Path | None) -> str:
    """Return the records of the judge's domain as a zone file has them, and advice.

    `host` is the name of the mail server here, and `dkim_key` the key that mail is
    signed with, None if another server signs it.
    """
    domain = f"{answers.domain}."
    lines, advice = [], []
    if answers.server_in() is None:
        lines.append(f"{domain} MX 10 {host}.")
        advice.append(f"{host} needs an A record with the address of this machine.")
    if answers.server_out() is None:
        lines.append(f'{domain} TXT "v=spf1 mx -all"')
        advice.append(
            f"The reverse DNS (PTR) of that address must say {host}; who rents you the "
            "address sets it."
        )
    else:
        advice.append("Your provider says which SPF and DKIM records it wants.")
    if dkim_key is not None and answers.server_out() is None:
        value = public_record(dkim_key) if dkim_key.exists() else "(made by judge setup)"
        lines.append(f"judge._domainkey.{domain} TXT {_strings(value)}")
    lines.append(f'_dmarc.{domain} TXT "v=DMARC1; p=quarantine"')
    return "\n".join([*(f"    {line}" for line in lines), *advice])


def public_record(key: Path) -> str:
    """Return what the TXT record of an RSA key says (RFC 6376 section 3.6.1)."""
    words = ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "der"]
    public = subprocess.run(words, check=True, capture_output=True).stdout
    return f"v=DKIM1; k=rsa; p={base64.b64encode(public).decode()}"


def _strings(text: str) -> str:
    parts = (text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST))
    return " ".join(f'"{part}"' for part in parts)
