"""The Postfix of this machine: reading its settings, and the lines that the judge needs.

Its settings are read by its own programs, from /etc/postfix or the folder in the variable
MAIL_CONFIG. If the variable TESTS_BARE is set, there is no Postfix, as on a machine without mail
servers; tests run so. The lines leave the mail of others on this machine alone: only the judge's
own address gets another transport (transport(5)), and an unknown domain is made known.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.cli.answers import Answers

NO_SERVERS = "TESTS_BARE"
_SBIN = "/usr/sbin:/usr/bin"
# Members of a list have commas or spaces between them, and braces around nested lists.
_MEMBER = re.compile(r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^\s,{}])+")
# Postfix's classes of domains, in the order of its manual (ADDRESS_CLASS_README), and the
# setting with the transport of each.
CLASSES = {
    "mydestination": "local_transport",
    "virtual_alias_domains": "",
    "virtual_mailbox_domains": "virtual_transport",
    "relay_domains": "relay_transport",
}


@dataclass(frozen=True, slots=True)
class Postfix:
    """The settings of a Postfix: as written (`raw`), and with their variables expanded."""

    values: dict[str, str]
    raw: dict[str, str]
    #: Returns the value of a key in a table such as `hash:/etc/aliases`, "" for none.
    look_up: Callable[[str, str], str]

    def members(self, name: str) -> list[str]:
        """Return the members of a setting that is a list."""
        return members(self.values.get(name, ""))

    def raw_members(self, name: str) -> list[str]:
        """Return the members of a list as written, such as `$myhostname`."""
        return members(self.raw.get(name, ""))

    def knows(self, name: str, address: str) -> bool:
        """Return whether a list of tables contains an address, or the user in its local part.

        An empty list contains everybody (postconf(5), local_recipient_maps).
        """
        tables, local = self.members(name), address.rpartition("@")[0]
        keys = (address, local) if name == "local_recipient_maps" else (address,)
        return not tables or any(self.look_up(t, key) for t in tables for key in keys)

    def class_of(self, domain: str) -> str | None:
        """Return the setting that makes Postfix take mail for a domain, None if it does not."""
        domain = domain.lower()
        return next(
            (name for name in CLASSES if any(self._is(m, domain) for m in self.members(name))), None
        )

    def transport_of(self, address: str) -> str:
        """Return the transport of mail to an address, such as `lmtp:inet:HOST:PORT`."""
        domain = address.rpartition("@")[2]
        for table in self.members("transport_maps"):
            for key in (address, domain):
                if found := self.look_up(table, key):
                    return found
        kind = self.class_of(domain) or ""
        return self.values.get(CLASSES.get(kind, ""), "")

    def _is(self, member: str, domain: str) -> bool:
        """Return whether a member of a list is this domain, or a file or table that contains it."""
        if member.startswith("/"):
            file = Path(member)
            return file.is_file() and domain in file.read_text("utf-8").lower().split()
        if ":" in member:
            return bool(self.look_up(member, domain))
        return member.lower() == domain


def read_postfix() -> Postfix | None:
    """Return the settings of this machine's Postfix, or None if there is none."""
    names = [*CLASSES, *filter(None, CLASSES.values()), *_OTHERS]
    said = _said(["postconf", "-x", *names])
    raw = _said(["postconf", *names])
    return Postfix(_pairs(said), _pairs(raw), _look_up) if said and raw else None


def main_cf() -> Path | None:
    """Return the file with the settings of Postfix, or None if there is none."""
    said = _said(["postconf", "-h", "config_directory"])
    return Path(said.strip()) / "main.cf" if said else None


def waiting_for(address: str) -> str | None:
    """Return why a mail to this address waits in the queue, or None."""
    for line in (_said(["postqueue", "-j"]) or "").splitlines():
        for one in json.loads(line)["recipients"]:
            if one["address"].lower() == address.lower():
                return str(one.get("delay_reason") or "it is being delivered")
    return None


def members(value: str) -> list[str]:
    """Return the members of a list in main.cf."""
    return _MEMBER.findall(value)


def _look_up(table: str, key: str) -> str:
    # A running Postfix reads some tables through its proxy; they can be read without it.
    return (_said(["postmap", "-q", key, table.removeprefix("proxy:")]) or "").strip()


def _pairs(text: str) -> dict[str, str]:
    pairs = (line.partition(" =") for line in text.splitlines())
    return {name: value.strip() for name, _, value in pairs}


def _said(words: list[str]) -> str | None:
    if os.environ.get(NO_SERVERS):
        return None
    program = shutil.which(words[0]) or shutil.which(words[0], path=_SBIN)
    if program is None:
        return None
    done = subprocess.run([program, *words[1:]], check=False, capture_output=True, text=True)
    return done.stdout


_OTHERS = (
    "transport_maps",
    "relay_recipient_maps",
    "virtual_alias_maps",
    "recipient_delimiter",
    "myhostname",
    "inet_interfaces",
    "default_transport",
    "local_recipient_maps",
    "virtual_mailbox_maps",
)


_EVERYWHERE = "all"
_NO_DOMAINS = (".localdomain", ".local", ".lan", ".internal")


def wanted_lines(postfix: Postfix, answers: Answers, port: int) -> dict[str, str]:
    """Return {setting: new value} for the settings that must change."""
    address, domain = answers.address, answers.domain
    if answers.server_in() is not None:
        return _of_machine(postfix, domain) if answers.server_out() is None else {}
    here = f"lmtp:inet:127.0.0.1:{port}"
    wanted = _of_machine(postfix, domain)
    kind = postfix.class_of(domain)
    ours, listed = [address], "virtual_mailbox_domains"
    aliased = "virtual_alias_domains"
    if kind == aliased and domain in map(str.lower, postfix.raw_members(aliased)):
        # Mail to such a domain is only rewritten and never delivered (ADDRESS_CLASS_README). Its
        # aliases stay in virtual_alias_maps, which are looked up for all domains.
        others = [one for one in postfix.raw_members(aliased) if one.lower() != domain]
        wanted[aliased] = ", ".join(others)
        kind = None
    if kind is None:
        ours.append(f"postmaster@{domain}")
        wanted[listed] = _with(postfix, listed, domain)
    # If the domain is known, the setting of its class lists its addresses.
    known = {
        None: "virtual_mailbox_maps",
        "virtual_mailbox_domains": "virtual_mailbox_maps",
        "mydestination": "local_recipient_maps",
        "relay_domains": "relay_recipient_maps",
    }.get(kind)
    is_new = kind is None and not postfix.members("virtual_mailbox_domains")
    if known and (is_new or not postfix.knows(known, address)):
        wanted[known] = _with(postfix, known, _table(ours, "ok"))
    if any(postfix.look_up(t, f"@{domain}") for t in postfix.members("virtual_alias_maps")):
        # A catch-all would take the judge's mail before any transport is looked up. An address that
        # is its own alias is left alone (virtual(5)).
        aliases = postfix.members("virtual_alias_maps")
        target = next(filter(None, (postfix.look_up(table, address) for table in aliases)), "")
        if target != address:
            same = ", ".join(f"{{{one} = {one}}}" for one in ours)
            others = postfix.raw_members("virtual_alias_maps")
            wanted["virtual_alias_maps"] = ", ".join([f"inline:{{ {same} }}", *others])
    if postfix.transport_of(address) != here:
        # The first table that contains the address counts.
        others = [one for one in postfix.raw_members("transport_maps") if address not in one]
        wanted["transport_maps"] = ", ".join([_table(ours, here), *others])
    return wanted


def with_lines(text: str, wanted: dict[str, str]) -> str:
    """Return the text of main.cf with these settings, each in its old place or at the end."""
    for name, value in wanted.items():
        line = f"{name} = {value}\n"
        # Lines that begin with a space continue a setting (postconf(5)).
        stands = re.compile(rf"^{name}[ \t]*=.*\n(?:[ \t]+\S.*\n)*", re.MULTILINE)
        places = list(stands.finditer(text))
        if places:  # if a setting is repeated, the last one counts
            text = text[: places[-1].start()] + line + text[places[-1].end() :]
        else:
            text = text.rstrip("\n") + "\n" + line
    return text


def _of_machine(postfix: Postfix, domain: str) -> dict[str, str]:
    """Return the settings that every mail server on this machine needs."""
    wanted = {}
    host = postfix.values.get("myhostname", "")
    # Other servers refuse mail from a name that is not in the DNS.
    if "." not in host or host.endswith(_NO_DOMAINS):
        wanted["myhostname"] = f"mail.{domain}"
    delimiters = postfix.values.get("recipient_delimiter", "")
    if "+" not in delimiters:
        wanted["recipient_delimiter"] = f"{delimiters}+"
    # Debian's package sets these for a machine with only local mail.
    if postfix.values.get("inet_interfaces") in ("loopback-only", "127.0.0.1"):
        wanted["inet_interfaces"] = _EVERYWHERE
    if postfix.values.get("default_transport", "").startswith("error"):
        wanted["default_transport"] = "smtp"
    return wanted


def _with(postfix: Postfix, name: str, new: str) -> str:
    others = postfix.raw_members(name) if postfix.members(name) else ()
    return ", ".join([*others, new])


def _table(addresses: list[str], value: str) -> str:
    rows = ", ".join(f"{{{one} = {value}}}" for one in addresses)
    return f"inline:{{ {rows} }}"
