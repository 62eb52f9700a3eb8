"""Settings that can be read, and yet cannot be meant: nothing here looks at the world.

Each test returns what is wrong with one setting and what to do, or nothing.
"""

import ipaddress
from collections.abc import Callable, Iterator
from typing import TypeAlias

from judge.cli.check.finding import Finding
from judge.config import Configuration
from judge.letter import Tls, is_address, is_host
from judge.mail import bare_address

_Said: TypeAlias = str | None
_Test: TypeAlias = tuple[str, Callable[[Configuration], _Said]]

# Of the 64 octets of a local part (RFC 5321 section 4.5.3.1.1) a token takes the rest.
_LONGEST_LOCAL_PART = 31
_EXAMPLES = ("example", "example.com", "example.net", "example.org")
# Each mail port, and how TLS begins there (RFC 8314 section 3.3).
_IMPLICIT, _PLAIN = {465, 993}, {25, 143, 587}


def senseless(settings: Configuration) -> Iterator[Finding]:
    """Yield a finding of each setting that cannot be meant as it stands."""
    for subject, test in _TESTS:
        trouble = test(settings)
        if trouble:
            yield Finding(subject, trouble=trouble)


def _address(settings: Configuration) -> _Said:
    local, _, domain = settings.address.rpartition("@")
    if domain.lower() in _EXAMPLES:
        return (
            f"{settings.address} is the address of the example; set `address` to the "
            "one that players write to."
        )
    if len(local) > _LONGEST_LOCAL_PART:
        return (
            f"`address` has {len(local)} characters before the @; beside the tokens of "
            f"reply addresses there is room for {_LONGEST_LOCAL_PART}."
        )
    return None


def _name(settings: Configuration) -> _Said:
    if not settings.name.strip():
        return "`name` is empty; mail programs show it as the sender of all mail."
    if any(one in settings.name for one in '@<>"') or not settings.name.isprintable():
        return (
            "`name` stands beside the address in mail programs; leave out @, quotes, "
            "angle brackets and line ends."
        )
    return None


def _keeper(settings: Configuration) -> _Said:
    if not settings.keeper:
        return "Nobody is told when something needs a person; set `keeper` to your own address."
    if not is_address(settings.keeper):
        return (
            f"`keeper` is {settings.keeper!r}, which is no mail address; set it to "
            "your own, such as keeper@example.org."
        )
    if bare_address(settings.keeper.lower()) == settings.address.lower():
        return (
            "`keeper` is the judge's own address, so it would write to itself; set it "
            "to the address of a person."
        )
    return None


def _listen_host(settings: Configuration) -> _Said:
    if not (settings.smtp_port or settings.lmtp_port):
        return None
    host = settings.listen_host
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
        if not is_host(host):
            return f"`listen_host` is {host!r}; it must be an address of this machine."
    if everywhere:
        return (
            f"`listen_host` {host} opens the judge's ports to everybody, and they are "
            "not made for that; use 127.0.0.1, with a mail server in front."
        )
    return None


def _doors(settings: Configuration) -> _Said:
    if settings.smtp_port or settings.lmtp_port or settings.imap_host:
        return None
    return "No mail can come in: set `smtp_port`, `lmtp_port` or `imap_host`."


def _work_port(settings: Configuration) -> _Said:
    if settings.work_port and settings.work_port in (settings.smtp_port, settings.lmtp_port):
        return (
            f"`work_port` {settings.work_port} takes mail already; choose another, or 0 for none."
        )
    return None


def _mailbox(settings: Configuration) -> _Said:
    secret = settings.imap_password.get_secret_value()
    if not settings.imap_host:
        if settings.imap_user or secret:
            return "`imap_user` and `imap_password` do nothing without `imap_host`."
        return None
    if not settings.imap_user or not secret:
        missing = "imap_password" if settings.imap_user else "imap_user"
        return f"`{missing}` is empty; no mailbox can be read without a login."
    if settings.imap_folder == settings.imap_done:
        return (
            f"`imap_folder` and `imap_done` are both {settings.imap_done!r}, so mail "
            "would be moved to where it came from; name another folder for one."
        )
    return _tls("imap", settings.imap_port, settings.imap_tls)


def _relay(settings: Configuration) -> _Said:
    own = {settings.smtp_port, settings.lmtp_port} - {0}
    if settings.relay_port in own and settings.relay_host == settings.listen_host:
        return (
            f"`relay_port` {settings.relay_port} is the judge's own port, so it would "
            "send all mail to itself; name the port of a mail server (25, 465, 587)."
        )
    secret = settings.relay_password.get_secret_value()
    if bool(settings.relay_user) != bool(secret):
        missing = "relay_password" if settings.relay_user else "relay_user"
        return f"`{missing}` is empty; a login needs both a user and a password."
    if secret and settings.relay_tls is Tls.NONE and not _is_near(settings.relay_host):
        return (
            "`relay_password` would cross the network for all to read; set "
            '`relay_tls = "starttls"` (port 587) or "implicit" (port 465).'
        )
    return _tls("relay", settings.relay_port, settings.relay_tls)


def _tls(kind: str, port: int, tls: Tls) -> _Said:
    if port in _IMPLICIT and tls is not Tls.IMPLICIT:
        return (
            f"On port {port} TLS begins at once: set "
            f'`{kind}_tls = "implicit"`, or another `{kind}_port`.'
        )
    if port in _PLAIN and tls is Tls.IMPLICIT:
        return (
            f"On port {port} no TLS is spoken at first: set "
            f'`{kind}_tls = "starttls"`, or another `{kind}_port`.'
        )
    return None


def _received_by(settings: Configuration) -> _Said:
    wrong = [one for one in settings.received_by.split() if not is_host(one)]
    if wrong:
        return (
            f"`received_by` holds {wrong[0]!r}, which is no name of a machine; write "
            "what `postconf -h myhostname` says, several with spaces between them."
        )
    return None


def _authserv_id(settings: Configuration) -> _Said:
    names = sorted(settings.servers)
    wrong = [one for one in names if not is_host(one)]
    if wrong:
        return (
            f"`authserv_id` holds {wrong[0]!r}; it must be the name that your mail "
            "server writes at the beginning of Authentication-Results."
        )
    return None


def _selector(settings: Configuration) -> _Said:
    if is_host(settings.dkim_selector):
        return None
    return (
        f"`dkim_selector` is {settings.dkim_selector!r}; it must be one word, as "
        "`judge`, which is part of a name in the DNS."
    )


def _tick(settings: Configuration) -> _Said:
    if settings.tick < settings.outage:
        return None
    return (
        f"`tick` ({settings.tick:g}) must be less than `outage` ({settings.outage:g}); "
        "else each pause between two looks counts as a time in which no mail came in."
    )


def _traces(settings: Configuration) -> _Said:
    longest = max(settings.keep_letters, settings.keep_mail)
    if settings.keep_traces >= longest:
        return None
    return (
        f"`keep_traces` ({settings.keep_traces}) must be {longest} or more, as "
        "`keep_letters` and `keep_mail` are; else what is kept cannot be found."
    )


def _is_near(host: str) -> bool:
    return host == "localhost" or host.startswith("127.") or host == "::1"


_TESTS: tuple[_Test, ...] = (
    ("address", _address),
    ("name", _name),
    ("keeper", _keeper),
    ("listeners", _listen_host),
    ("listeners", _doors),
    ("work_port", _work_port),
    ("mailbox", _mailbox),
    ("mail out", _relay),
    ("received_by", _received_by),
    ("authserv_id", _authserv_id),
    ("signature", _selector),
    ("tick", _tick),
    ("keep_traces", _traces),
)
