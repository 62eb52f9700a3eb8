"""What a Postfix on this machine is set up to do, by its own programs.

They look into /etc/postfix, or where the variable MAIL_CONFIG says. With the variable
TESTS_BARE there is none, as on a machine without mail servers: tests are run so.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

NO_SERVERS = "TESTS_BARE"
_SBIN = "/usr/sbin:/usr/bin"
# A list has commas or spaces between its members, and braces around what holds some.
_MEMBER = re.compile(r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|[^\s,{}])+")
# The classes of domains by which Postfix takes mail, in the order of its own manual
# (ADDRESS_CLASS_README), with the transport that each has of its own.
CLASSES = {
    "mydestination": "local_transport",
    "virtual_alias_domains": "",
    "virtual_mailbox_domains": "virtual_transport",
    "relay_domains": "relay_transport",
}


@dataclass(frozen=True, slots=True)
class Postfix:
    """The settings of a Postfix: as they stand (`raw`), and what they amount to."""

    values: dict[str, str]
    raw: dict[str, str]
    #: Returns what a table such as `hash:/etc/aliases` has for a key, or "".
    look_up: Callable[[str, str], str]

    def members(self, name: str) -> list[str]:
        """Return the members of a setting that is a list."""
        return members(self.values.get(name, ""))

    def raw_members(self, name: str) -> list[str]:
        """Return the members of a list as they stand there, such as `$myhostname`."""
        return members(self.raw.get(name, ""))

    def knows(self, name: str, address: str) -> bool:
        """Return whether a list of tables has an address, or the user of its name.

        An empty list has everybody (postconf(5), local_recipient_maps).
        """
        tables, local = self.members(name), address.rpartition("@")[0]
        keys = (address, local) if name == "local_recipient_maps" else (address,)
        return not tables or any(self.look_up(t, key) for t in tables for key in keys)

    def class_of(self, domain: str) -> str | None:
        """Return the setting by which mail for a domain is taken, None if it is not."""
        domain = domain.lower()
        return next(
            (name for name in CLASSES if any(self._is(m, domain) for m in self.members(name))), None
        )

    def transport_of(self, address: str) -> str:
        """Return where mail to an address is handed on to, as `lmtp:inet:HOST:PORT`."""
        domain = address.rpartition("@")[2]
        for table in self.members("transport_maps"):
            for key in (address, domain):
                if found := self.look_up(table, key):
                    return found
        kind = self.class_of(domain) or ""
        return self.values.get(CLASSES.get(kind, ""), "")

    def _is(self, member: str, domain: str) -> bool:
        """Return whether a member of a list is a domain, or a file or table that has it."""
        if member.startswith("/"):
            file = Path(member)
            return file.is_file() and domain in file.read_text("utf-8").lower().split()
        if ":" in member:
            return bool(self.look_up(member, domain))
        return member.lower() == domain


def read_postfix() -> Postfix | None:
    """Return how the Postfix of this machine is set up, or None if there is none."""
    names = [*CLASSES, *filter(None, CLASSES.values()), *_OTHERS]
    said = _said(["postconf", "-x", *names])
    raw = _said(["postconf", *names])
    return Postfix(_pairs(said), _pairs(raw), _look_up) if said and raw else None


def main_cf() -> Path | None:
    """Return the file with the settings of Postfix, or None if there is none."""
    said = _said(["postconf", "-h", "config_directory"])
    return Path(said.strip()) / "main.cf" if said else None


def waiting_for(address: str) -> str | None:
    """Return why a mail to this address waits in the queue, None if none does."""
    for line in (_said(["postqueue", "-j"]) or "").splitlines():
        for one in json.loads(line)["recipients"]:
            if one["address"].lower() == address.lower():
                return str(one.get("delay_reason") or "it is being delivered")
    return None


def members(value: str) -> list[str]:
    """Return the members of a list as it stands in main.cf."""
    return _MEMBER.findall(value)


def _look_up(table: str, key: str) -> str:
    # What a running Postfix reads through its proxy can be read without it.
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
    "recipient_delimiter",
    "myhostname",
    "inet_interfaces",
    "default_transport",
    "local_recipient_maps",
    "virtual_mailbox_maps",
)
