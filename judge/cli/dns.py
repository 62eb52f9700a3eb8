"""The DNS: asking it, checking its records for the judge, and the records to publish."""

import base64
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import dns.exception
import dns.resolver
import dns.reversename

from judge.cli.answers import Answers
from judge.cli.settings import Finding
from judge.config import Configuration
from judge.mail import provider_of

# Returns the records of a name and kind (MX, A, AAAA, TXT, PTR) as texts. For MX these are the
# servers, best first, or an empty name if the domain wants no mail (RFC 7505).
Lookup: TypeAlias = Callable[[str, str], tuple[str, ...]]

_SECONDS = 5.0


class UnansweredError(Exception):
    """No name server answered, so the records are unknown."""


def look_up(name: str, kind: str) -> tuple[str, ...]:
    """Return the records of a name, or of an IP address for PTR. Raises UnansweredError."""
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


# Names outside of the DNS, for tests and single machines (RFC 2606, RFC 6761).
_NOWHERE = ("localhost", "test", "invalid", "example", "local", "internal")
_OWN = ("localhost", "127.0.0.1", "::1")


def record_findings(settings: Configuration, look_up: Lookup) -> Iterator[Finding]:
    """Yield findings about the records of the judge's domain.

    If no name server answers, there is one finding that says so.
    """
    domain = settings.address.rpartition("@")[2].lower()
    if domain.rpartition(".")[2] in _NOWHERE:
        note = f"The name {domain} is none of the internet; nobody there can write."
        yield Finding("address", note=note)
        return
    provider = provider_of(domain)
    if provider is not None:
        yield Finding("address", f"the domain belongs to {provider.name}, which publishes for it.")
        return
    try:
        yield from _asked(settings, domain, look_up)
    except UnansweredError:
        yield Finding(
            "dns",
            note=f"No name server answered about {domain}; MX, SPF, DMARC and PTR were "
            "not looked at.",
        )


def _asked(settings: Configuration, domain: str, look_up: Lookup) -> Iterator[Finding]:
    servers, found = _mail_servers(domain, look_up)
    yield found
    yield _spf(domain, look_up)
    yield _dmarc(domain, look_up)
    if servers and settings.relay_host in _OWN:
        yield _reverse(servers[0], look_up)


def _mail_servers(domain: str, look_up: Lookup) -> tuple[tuple[str, ...], Finding]:
    """Return the servers that take mail for a domain, with the finding about them.

    A domain without MX is its own server (RFC 5321 section 5.1).
    """
    servers = look_up(domain, "MX")
    if servers == ("",):
        trouble = (
            f'The MX record of {domain} is ".", which says that it takes no mail; '
            "publish the name of your mail server instead."
        )
        return (), Finding("address", trouble=trouble)
    lost = [name for name in servers or (domain,) if not _addresses(name, look_up)]
    if lost and servers:
        trouble = (
            f"Mail for {domain} goes to {lost[0]} (MX), which has no address; publish "
            "an A record of it."
        )
        return servers, Finding("address", trouble=trouble)
    if lost:
        trouble = (
            f"The name {domain} cannot be looked up. If players are to write, it needs "
            "an MX record with the name of your mail server."
        )
        return (), Finding("address", trouble=trouble)
    where = ", ".join(servers) or domain
    return servers or (domain,), Finding("address", f"mail for {domain} goes to {where}.")


def _spf(domain: str, look_up: Lookup) -> Finding:
    found = [
        text
        for text in look_up(domain, "TXT")
        if text.lower() == "v=spf1" or text.lower().startswith("v=spf1 ")
    ]
    if not found:
        trouble = (
            f"{domain} does not say who may send its mail, so much of it is refused; "
            'publish the TXT record "v=spf1 mx -all", or what your provider says.'
        )
        return Finding("spf", trouble=trouble)
    if len(found) > 1:
        trouble = f"{domain} has {len(found)} SPF records, so none counts; leave one."
        return Finding("spf", trouble=trouble)
    words = found[0].lower().split()[1:]
    if words in (["-all"], ["~all"]):
        trouble = (
            f'The SPF record of {domain} is "{found[0]}", which lets nobody send its '
            'mail; publish "v=spf1 mx -all", or what your provider says.'
        )
        return Finding("spf", trouble=trouble)
    if {"+all", "all"} & set(words):
        trouble = (
            f'The SPF record of {domain} is "{found[0]}", which lets everybody send '
            'its mail; end it with "-all".'
        )
        return Finding("spf", trouble=trouble)
    return Finding("spf", f'"{found[0]}".')


def _dmarc(domain: str, look_up: Lookup) -> Finding:
    """Return the finding about the DMARC policy of the domain or of a domain above it."""
    labels = domain.split(".")
    above = [".".join(labels[start:]) for start in range(len(labels) - 1)]
    for name in above:
        texts = look_up(f"_dmarc.{name}", "TXT")
        found = [one for one in texts if one.lower().startswith("v=dmarc1")]
        if found:
            return Finding("dmarc", f'"{found[0]}".')
    return Finding(
        "dmarc",
        note=f"{domain} does not say what to do with forged mail of it; the TXT record "
        f'of _dmarc.{domain} may be "v=DMARC1; p=quarantine".',
    )


def _reverse(server: str, look_up: Lookup) -> Finding:
    """Return whether the addresses of a mail server lead back to its name (RFC 1912 2.1)."""
    for address in _addresses(server, look_up):
        names = look_up(address, "PTR")
        if not any(address in _addresses(name, look_up) for name in names):
            said = f"{names[0]}, which has another" if names else "no name"
            trouble = (
                f"{server} has the address {address}, for which the reverse DNS gives "
                f"{said}; big providers refuse its mail. Who rents you the address "
                f"can set it to {server}."
            )
            return Finding("ptr", trouble=trouble)
    return Finding("ptr", f"the addresses of {server} name it back.")


def _addresses(name: str, look_up: Lookup) -> tuple[str, ...]:
    return look_up(name, "A") + look_up(name, "AAAA")


_LONGEST = 255  # octets of one string of a TXT record (RFC 1035 section 3.3.14)


def records_text(answers: Answers, host: str, dkim_key: Path | None) -> str:
    """Return the records of the judge's domain in the form of a zone file, and advice.

    `host` is the name of this mail server. `dkim_key` is the key with which the judge signs mail,
    None if another server signs it.
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
    """Return the content of the TXT record for an RSA key (RFC 6376 section 3.6.1)."""
    words = ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "der"]
    made = subprocess.run(words, check=False, capture_output=True)
    if made.returncode:
        return f"({key} holds no RSA key: move it away, and run this again)"
    return f"v=DKIM1; k=rsa; p={base64.b64encode(made.stdout).decode()}"


def _strings(text: str) -> str:
    parts = (text[at : at + _LONGEST] for at in range(0, len(text), _LONGEST))
    return " ".join(f'"{part}"' for part in parts)
