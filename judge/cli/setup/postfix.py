"""The lines that let Postfix hand the judge's mail to it, beside what stands there.

What others on this machine get stays theirs: only the judge's own address is given
another way (transport(5)), and a domain that Postfix does not know yet is made known.
"""

import re

from judge.cli.check.postfix import Postfix
from judge.cli.setup.answers import Answers

_EVERYWHERE = "all"
_NO_DOMAINS = (".localdomain", ".local", ".lan", ".internal")


def wanted_lines(postfix: Postfix, answers: Answers, port: int) -> dict[str, str]:
    """Return the settings that are to change, each with its new value."""
    address, domain = answers.address, answers.domain
    if answers.server_in() is not None:
        return _of_machine(postfix, domain) if answers.server_out() is None else {}
    here = f"lmtp:inet:127.0.0.1:{port}"
    wanted = _of_machine(postfix, domain)
    kind = postfix.class_of(domain)
    ours, listed = [address], "virtual_mailbox_domains"
    if kind is None:
        ours.append(f"postmaster@{domain}")
        wanted[listed] = _with(postfix, listed, domain)
    # Where the domain is known, who is known in it is looked up by its own setting.
    known = {
        None: "virtual_mailbox_maps",
        "virtual_mailbox_domains": "virtual_mailbox_maps",
        "mydestination": "local_recipient_maps",
    }.get(kind)
    first = kind is None and not postfix.members("virtual_mailbox_domains")
    if known and (first or not postfix.knows(known, address)):
        wanted[known] = _with(postfix, known, _table(ours, "ok"))
    if postfix.transport_of(address) != here:
        # The first that has the address counts.
        others = [one for one in postfix.raw_members("transport_maps") if address not in one]
        wanted["transport_maps"] = ", ".join([_table(ours, here), *others])
    return wanted


def with_lines(text: str, wanted: dict[str, str]) -> str:
    """Return main.cf with these settings, each where it stood, or at the end."""
    for name, value in wanted.items():
        line = f"{name} = {value}\n"
        # A setting goes on in lines that begin with a space (postconf(5)).
        stands = re.compile(rf"^{name}[ \t]*=.*\n(?:[ \t]+\S.*\n)*", re.MULTILINE)
        places = list(stands.finditer(text))
        if places:  # the last one counts
            text = text[: places[-1].start()] + line + text[places[-1].end() :]
        else:
            text = text.rstrip("\n") + "\n" + line
    return text


def _of_machine(postfix: Postfix, domain: str) -> dict[str, str]:
    """Return what no mail server does without, whatever is delivered."""
    wanted = {}
    host = postfix.values.get("myhostname", "")
    # Others refuse mail of a server whose name is none of the internet.
    if "." not in host or host.endswith(_NO_DOMAINS):
        wanted["myhostname"] = f"mail.{domain}"
    delimiters = postfix.values.get("recipient_delimiter", "")
    if "+" not in delimiters:
        wanted["recipient_delimiter"] = f"{delimiters}+"
    # As Debian's package leaves it for a machine with local mail only.
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
