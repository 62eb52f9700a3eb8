"""Reading the settings, or saying in plain words what is wrong with them.

No other part of the machine is examined here. A finding is one line of `judge check`.
"""

import difflib
import ipaddress
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlsplit

from pydantic import ValidationError

from judge.config import CONFIG_VARIABLE, PREFIX, Configuration, settings_file
from judge.letter import Tls, bare_address, is_address, is_host
from judge.troubles import Trouble


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of `judge check`; exactly one of its first three texts is set."""

    subject: str
    #: What is in order.
    good: str = ""
    #: The trouble and the remedy.
    trouble: str = ""
    #: What works but could be better, or could not be checked.
    note: str = ""
    #: The name of the trouble, if it is one of `judge.troubles`.
    name: str = ""

    @classmethod
    def of(cls, subject: str, known: Trouble) -> "Finding":
        """Return the finding about a known trouble of this part of the judge."""
        return cls(subject, trouble=str(known), name=known.name)

    @property
    def state(self) -> str:
        """Return `problem`, `note` or `ok`."""
        return "problem" if self.trouble else "note" if self.note else "ok"

    def line(self) -> str:
        """Return the line for a person."""
        mark = "PROBLEM" if self.trouble else self.state
        return f"{mark:8}{self.subject}: {self.trouble or self.note or self.good}"

    def json(self) -> str:
        """Return the line for a program: `subject`, `state`, `text`, and a trouble's `name`."""
        text = self.trouble or self.note or self.good
        name = {"name": self.name} if self.name else {}
        return json.dumps({"subject": self.subject, "state": self.state, "text": text} | name)


# Pydantic's errors by name, in plain words; bounds come from the error's context.
_PLAIN = {
    "int_parsing": "it must be a whole number, without quotes",
    "int_type": "it must be a whole number, without quotes",
    "int_from_float": "it must be a whole number",
    "float_parsing": "it must be a number, without quotes",
    "float_type": "it must be a number, without quotes",
    "finite_number": "it must be a number that has an end",
    "bool_parsing": "it must be true or false",
    "bool_type": "it must be true or false, without quotes",
    "string_type": "it must be a text in quotes",
    "path_type": "it must be the name of a file or folder in quotes",
    "literal_error": "it must be {expected}",
    "enum": "it must be {expected}",
    "greater_than": "it must be more than {gt:g}",
    "greater_than_equal": "it must be {ge:g} or more",
    "less_than_equal": "it must be {le:g} or less",
}


def read_settings() -> Configuration | tuple[Finding, ...]:
    """Return the operator's settings, or findings about what is wrong, without secret values."""
    file = settings_file()
    if file.is_dir():
        return (Finding("settings", trouble=f"{file} is a folder, and must be a file."),)
    try:
        return Configuration()
    except ValidationError as error:
        return tuple(_wrong(one["type"], one) for one in error.errors())
    except FileNotFoundError:
        return (
            Finding(
                "settings",
                trouble=f"There is no file {file}, which {CONFIG_VARIABLE} names. "
                "`judge setup` writes one.",
            ),
        )
    except OSError as error:
        return (
            Finding(
                "settings",
                trouble=f"{file} cannot be read: {error.strerror}. It must belong to the "
                "user that the judge runs as; `judge setup` sees to that.",
            ),
        )
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return (Finding("settings", trouble=f"{file} is no TOML: {error}.{_hint(error)}"),)


def _hint(error: ValueError) -> str:
    """Return what people usually do wrong where this error of TOML is."""
    said = str(error)
    if "overwrite" in said:
        return " Each setting stands there once; take the other line out."
    if "Invalid value" in said:
        return (
            ' Write a text in straight quotes ("judge@example.org"), and numbers, true and false '
            "without any."
        )
    if isinstance(error, UnicodeDecodeError) or "line 1, column 1)" in said:
        return " Save it as plain text in UTF-8, without a byte order mark."
    return " A line is a name, = and a value; a text has quotes on both sides."


def strange_variables(environment: Mapping[str, str]) -> Iterator[Finding]:
    """Yield a finding for each variable that looks like a setting but is none."""
    known = [CONFIG_VARIABLE] + [PREFIX + name.upper() for name in Configuration.model_fields]
    for name in sorted(environment):
        if not name.upper().startswith(PREFIX) or name.upper() in known:
            continue
        nearest = difflib.get_close_matches(name.upper(), known, 1)
        meant = f" Did you mean {nearest[0]}?" if nearest else ""
        yield Finding("environment", trouble=f"{name} is no setting, so it does nothing.{meant}")


def settings_in_environment() -> Iterator[Finding]:
    """Yield a finding for each variable of this process that looks like a setting but is none."""
    return strange_variables(os.environ)


def _wrong(kind: str, error: Mapping[str, object]) -> Finding:
    """Return the finding for one of pydantic's errors."""
    where = error["loc"]
    name = ".".join(map(str, where)) if isinstance(where, tuple) else ""
    if kind == "extra_forbidden" and isinstance(error.get("input"), dict):
        return Finding(
            name, trouble=f"The settings have no headings; take out the line [{name}] in brackets."
        )
    if kind == "extra_forbidden":
        nearest = difflib.get_close_matches(name, Configuration.model_fields, 1)
        meant = f" Did you mean `{nearest[0]}`?" if nearest else " Take it out."
        return Finding(
            name, trouble=f"The setting {name} is wrong: there is none of that name.{meant}"
        )
    context = error.get("ctx")
    gaps = context if isinstance(context, dict) else {}
    if "error" in gaps:
        why = str(gaps["error"])
    else:
        why = _PLAIN[kind].format(**gaps) if kind in _PLAIN else str(error["msg"])
    if not name:
        return Finding("settings", trouble=f"Settings are wrong: {why}.")
    return Finding(name, trouble=f"The setting {name} is wrong: {why}.")


_Said: TypeAlias = str | None
_Test: TypeAlias = tuple[str, Callable[[Configuration], _Said]]

# Characters for the judge's name: a token takes the rest of a local part's 64 octets (RFC 5321
# section 4.5.3.1.1).
_LONGEST_LOCAL_PART = 31
# Folders that others use, too: to protect them as a data folder would shut the others out.
OF_THE_SYSTEM = {
    "/",
    "/bin",
    "/boot",
    "/dev",
    "/etc",
    "/home",
    "/lib",
    "/media",
    "/mnt",
    "/opt",
    "/proc",
    "/root",
    "/run",
    "/srv",
    "/sys",
    "/tmp",
    "/usr",
    "/var",
    "/var/lib",
}
_EXAMPLES = ("example", "example.com", "example.net", "example.org")
# The mail ports with implicit TLS, and those without it (RFC 8314 section 3.3).
_IMPLICIT, _PLAIN_PORTS = {465, 993}, {25, 143, 587}


def senseless(settings: Configuration) -> Iterator[Finding]:
    """Yield a finding for each setting whose value makes no sense."""
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
    if re.fullmatch(r"[\d.]+", domain):
        return f"`address` ends in a number, {domain}; mail needs the name of a domain there."
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


def _data(settings: Configuration) -> _Said:
    folder = os.path.normpath(settings.data)
    if folder.startswith("~"):
        return f"`data` is {folder!r}, and ~ means nothing here; write the whole path."
    if folder == ".":
        return "`data` is empty; set it to a folder for the judge alone, or leave it out."
    if folder in OF_THE_SYSTEM:
        return (
            f"`data` is {folder}, which is not for the judge alone; set it to a folder of its own, "
            "such as /var/lib/judge."
        )
    return None


def _doors(settings: Configuration) -> _Said:
    if settings.smtp_port or settings.lmtp_port or settings.imap_host:
        return None
    return "No mail can come in: set `smtp_port`, `lmtp_port` or `imap_host`."


def _work_port(settings: Configuration) -> _Said:
    return _taken_already("work_port", settings.work_port, settings)


def _web_port(settings: Configuration) -> _Said:
    if settings.web_port and settings.web_port == settings.work_port:
        return f"`web_port` and `work_port` are both {settings.web_port}; choose another for one."
    return _taken_already("web_port", settings.web_port, settings)


def _taken_already(name: str, port: int, settings: Configuration) -> _Said:
    if port and port in (settings.smtp_port, settings.lmtp_port):
        return f"`{name}` {port} takes mail already; choose another, or 0 for none."
    return None


def _mailbox(settings: Configuration) -> _Said:
    secret = settings.imap_password.get_secret_value()
    if not settings.imap_host:
        if settings.imap_user or secret:
            return "`imap_user` and `imap_password` do nothing without `imap_host`."
        return None
    if wrong := _no_host("imap", settings.imap_host):
        return wrong
    if not settings.imap_folder or not settings.imap_done:
        missing = "imap_done" if settings.imap_folder else "imap_folder"
        return f"`{missing}` is empty; leave it out for the usual folder."
    if not settings.imap_user or not (secret or settings.oauth):
        missing = "imap_password" if settings.imap_user else "imap_user"
        return f"`{missing}` is empty; no mailbox can be read without a login."
    if settings.imap_tls is Tls.NONE and not _is_near(settings.imap_host):
        return (
            "The login to the mailbox would cross the network for all to read; set "
            '`imap_tls = "implicit"` (port 993) or "starttls" (port 143).'
        )
    if settings.imap_folder == settings.imap_done:
        return (
            f"`imap_folder` and `imap_done` are both {settings.imap_done!r}, so mail "
            "would be moved to where it came from; name another folder for one."
        )
    return _tls("imap", settings.imap_port, settings.imap_tls)


def _no_host(kind: str, host: str) -> _Said:
    # An IPv6 address has colons.
    if is_host(host) or (host.count(":") > 1 and "/" not in host):
        return None
    return (
        f"`{kind}_host` is {host!r}; write the name of the server alone, such as mail.example.org, "
        f"and its port in `{kind}_port`."
    )


def _relay(settings: Configuration) -> _Said:
    if wrong := _no_host("relay", settings.relay_host):
        return wrong
    own = {settings.smtp_port, settings.lmtp_port} - {0}
    if settings.relay_port in own and settings.relay_host == settings.listen_host:
        return (
            f"`relay_port` {settings.relay_port} is the judge's own port, so it would "
            "send all mail to itself; name the port of a mail server (25, 465, 587)."
        )
    secret = settings.relay_password.get_secret_value()
    logs_in = bool(secret or settings.oauth)
    if (settings.relay_user and not logs_in) or (secret and not settings.relay_user):
        missing = "relay_password" if settings.relay_user else "relay_user"
        return f"`{missing}` is empty; a login needs both a user and a password."
    if settings.relay_user and settings.relay_tls is Tls.NONE and not _is_near(settings.relay_host):
        return (
            "`relay_password` would cross the network for all to read; set "
            '`relay_tls = "starttls"` (port 587) or "implicit" (port 465).'
        )
    return _tls("relay", settings.relay_port, settings.relay_tls)


def _plus_addresses(settings: Configuration) -> _Said:
    if settings.plus_addresses or not settings.return_paths:
        return None
    return (
        "`plus_addresses` is false, so no report about lost mail comes back to a return path of "
        "its own; set `return_paths` to false, too."
    )


def _oauth(settings: Configuration) -> _Said:
    if not settings.oauth:
        return "`oauth_client` does nothing without `oauth`." if settings.oauth_client else None
    if not settings.oauth_client:
        return (
            "`oauth_client` is empty; register the judge at your provider and set it to "
            "the client id. deploy/MAILBOXES.md says where."
        )
    if not settings.imap_user and not settings.relay_user and not settings.oauth_server:
        return "`oauth` does nothing without `imap_user` or `relay_user`."
    server = urlsplit(settings.oauth_server)
    if server.scheme == "https" or not settings.oauth_server or _is_near(server.hostname or ""):
        return None
    return f"`oauth_server` is {settings.oauth_server!r}; it must begin with https://."


def _tls(kind: str, port: int, tls: Tls) -> _Said:
    if port in _IMPLICIT and tls is not Tls.IMPLICIT:
        return (
            f"On port {port} TLS begins at once: set "
            f'`{kind}_tls = "implicit"`, or another `{kind}_port`.'
        )
    if port in _PLAIN_PORTS and tls is Tls.IMPLICIT:
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
    ("data folder", _data),
    ("work_port", _work_port),
    ("web_port", _web_port),
    ("mailbox", _mailbox),
    ("mail out", _relay),
    ("oauth", _oauth),
    ("plus_addresses", _plus_addresses),
    ("received_by", _received_by),
    ("authserv_id", _authserv_id),
    ("signature", _selector),
    ("tick", _tick),
    ("keep_traces", _traces),
)
