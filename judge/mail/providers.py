"""Facts about mail providers: their servers, and the kinds of login that they allow a program."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit
from xml.etree import ElementTree

import msgspec

from judge.letter import Tls, is_host
from judge.mail.oauth import SignInServer

_SOCKETS = {"SSL": Tls.IMPLICIT, "STARTTLS": Tls.STARTTLS}
_FILE = Path(__file__).with_name("providers.toml")


class Host(msgspec.Struct, frozen=True, array_like=True):
    """A mail server: its name, its port, and the way in which TLS begins there."""

    name: str
    port: int
    tls: Tls


class Provider(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A provider of mailboxes, with the facts that the set-up of the judge needs."""

    name: str
    imap: Host
    smtp: Host
    login: Literal["password", "app password", "oauth"] = "password"
    #: The domains of its addresses; in `mx` the domains of its servers in others' MX records.
    domains: tuple[str, ...] = ()
    mx: tuple[str, ...] = ()
    #: Whether the user name is only the part of the address before the @.
    local_user: bool = False
    #: Whether mail to user+anything@ is delivered to the user.
    plus_addresses: bool = True
    #: The number of mails that an account may send, 0 if it is not known.
    mails_per_hour: int = 0
    mails_per_day: int = 0
    #: The names of its folders for spam that no flag marks (RFC 6154).
    junk: tuple[str, ...] = ()
    #: The name under which its server writes Authentication-Results (RFC 8601).
    authserv_id: str = ""
    #: The name of its sign-in server, if a program can be registered there.
    oauth: str = ""
    #: What a person must do first in their account.
    first: str = ""

    def user_of(self, address: str) -> str:
        """Return the user name for an address."""
        return address.rpartition("@")[0] if self.local_user else address


@dataclass(frozen=True, slots=True)
class _Known:
    provider: dict[str, Provider]
    sign_in: dict[str, SignInServer]


def provider_of(domain: str, servers: Sequence[str] = ()) -> Provider | None:
    """Return the provider of a domain, by its name or the `servers` of its MX, if it is known."""
    known = _known().provider.values()
    named = (one for one in known if domain.lower() in one.domains)
    serving = (
        one
        for one in known
        for end in one.mx
        if any(f".{server.lower()}".endswith(f".{end}") for server in servers)
    )
    return next(named, None) or next(serving, None)


def provider_at(imap_host: str) -> Provider | None:
    """Return the provider with this IMAP server, if it is known."""
    known = _known().provider.values()
    return next((one for one in known if one.imap.name == imap_host.lower()), None)


def read_autoconfig(page: str, domain: str) -> Provider | None:
    """Return the provider that a file of Mozilla's autoconfig describes, or None.

    Only servers with TLS count.
    """
    # A DOCTYPE may define entities that grow without end; a proper file has none.
    if "<!DOCTYPE" in page:
        return None
    try:
        found = ElementTree.fromstring(page)
    except ElementTree.ParseError:
        return None
    incoming = [one for one in found.iter("incomingServer") if one.get("type") == "imap"]
    imap, smtp = _best(incoming), _best(found.iter("outgoingServer"))
    if imap is None or smtp is None:
        return None
    name = found.findtext(".//displayShortName") or found.findtext(".//displayName") or domain
    users = {one.findtext("username") for one in incoming}
    return Provider(name, imap, smtp, local_user=users == {"%EMAILLOCALPART%"})


def _best(servers: Iterable[ElementTree.Element]) -> Host | None:
    """Return the first server with TLS from the start of the connection, else one with STARTTLS."""
    found = []
    for one in servers:
        tls = _SOCKETS.get(one.findtext("socketType", ""))
        name, port = one.findtext("hostname", ""), one.findtext("port", "")
        if tls and is_host(name) and port.isdigit():
            found.append(Host(name, int(port), tls))
    return min(found, key=lambda host: host.tls is not Tls.IMPLICIT, default=None)


def sign_in_server(name: str, at: str = "") -> SignInServer:
    """Return the sign-in server with this name; `at` replaces its host.

    Microsoft has hosts of its own for some countries.
    """
    server = _known().sign_in[name]
    if not at:
        return server
    return replace(
        server,
        authorization=_moved(server.authorization, at),
        token=_moved(server.token, at),
        device=_moved(server.device, at),
    )


def _moved(address: str, at: str) -> str:
    return at.rstrip("/") + urlsplit(address).path if address else ""


@cache
def _known() -> _Known:
    return msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), _Known)
