"""The six questions of `judge setup`, and the possible answers."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from judge.cli.settings import OF_THE_SYSTEM
from judge.letter import Tls, is_address, is_host

POSTFIX = "postfix"
# A server with a login: imaps://USER@HOST, and :PORT if it is not the usual port.
_SERVER = re.compile(r"(?P<kind>[a-z]+)://(?P<user>\S+)@(?P<host>[^@:/\s]+)(:(?P<port>\d{1,5}))?/?")
_PORTS = {
    "imaps": (993, Tls.IMPLICIT),
    "imap": (143, Tls.STARTTLS),
    "smtps": (465, Tls.IMPLICIT),
    "smtp": (587, Tls.STARTTLS),
}
_Said: TypeAlias = str | None


@dataclass(frozen=True, slots=True)
class Server:
    """Another mail server, on which the judge has a login."""

    host: str
    port: int
    tls: Tls
    user: str


@dataclass(frozen=True, slots=True)
class Answers:
    """The operator's answers; mail in and mail out are `postfix` or the text of a server."""

    address: str
    keeper: str
    mail_in: str
    mail_out: str
    data: Path
    #: The address of the pages for browsers, `no` for none.
    web: str = "no"
    imap_password: str = field(default="", repr=False)
    relay_password: str = field(default="", repr=False)

    @property
    def domain(self) -> str:
        """Return the domain of the judge's address."""
        return self.address.rpartition("@")[2]

    def server_in(self) -> Server | None:
        """Return the server with the judge's mailbox, None if Postfix delivers the mail."""
        return read_server(self.mail_in)

    def server_out(self) -> Server | None:
        """Return the server that sends the judge's mail, None if Postfix does."""
        return read_server(self.mail_out)


@dataclass(frozen=True, slots=True)
class Question:
    """A question, its usual answer, and the function that returns the fault of an answer."""

    name: str
    words: str
    fault: Callable[[str], _Said]
    usual: str = ""
    #: An optional question is not asked if all others are answered by options or in a file.
    optional: bool = False


def faults(answers: Mapping[str, str]) -> list[str]:
    """Return a sentence for each missing or wrong answer."""
    found = []
    for question in QUESTIONS:
        given = answers.get(question.name, question.usual)
        fault = question.fault(given) if given else "it is not answered."
        if fault:
            found.append(f"{question.name}: {fault}")
    if not found and answers["keeper"].lower() == answers["address"].lower():
        found.append("keeper: this is the judge's own address; give a person's.")
    known = {question.name for question in QUESTIONS} | {*PASSWORDS}
    found += [f"{name}: there is no such question." for name in answers if name not in known]
    return found


def answers_of(given: Mapping[str, str]) -> Answers:
    """Return the answers, which must have no faults."""
    values = {one.name: given.get(one.name, one.usual) for one in QUESTIONS}
    values |= {name: given.get(name, "") for name in PASSWORDS}
    return Answers(**{**values, "data": Path(values["data"])})  # type: ignore[arg-type] # each is a text


def read_server(text: str) -> Server | None:
    """Return the server that an answer names, or None if it names none."""
    found = _SERVER.fullmatch(text)
    if found is None or found["kind"] not in _PORTS or not is_host(found["host"]):
        return None
    port, tls = _PORTS[found["kind"]]
    return Server(found["host"], int(found["port"] or port), tls, found["user"])


def _address(text: str) -> _Said:
    if not is_address(text):
        return "this is no mail address; it looks like judge@example.org."
    if "+" in text:
        return "it must have no plus sign; the judge puts one before its tokens."
    return None


def _keeper(text: str) -> _Said:
    return None if is_address(text) else "this is no mail address."


def _way(text: str, kinds: tuple[str, ...]) -> _Said:
    if text == POSTFIX or (text.startswith(kinds) and read_server(text)):
        return None
    return f"answer `postfix`, or a login such as {kinds[0]}USER@HOST."


def _data(text: str) -> _Said:
    if not text.startswith("/"):
        return "give the whole path, such as /var/lib/judge."
    if os.path.normpath(text) in OF_THE_SYSTEM:
        return "others use this folder, too; name one for the judge alone, such as /var/lib/judge."
    return None


def _web(text: str) -> _Said:
    if text == "no" or re.fullmatch(r"https://[\w.-]+(?::\d{1,5})?/?", text):
        return None
    return "answer `no`, or an address such as https://judge.example.org."


PASSWORDS = ("imap_password", "relay_password")
QUESTIONS = (
    Question("address", "The judge's mail address, such as judge@example.org", _address),
    Question("keeper", "Your own address, to tell you when something needs a person", _keeper),
    Question(
        "mail_in",
        "How mail comes in: `postfix` on this machine, or a mailbox elsewhere, as "
        "imaps://USER@HOST",
        lambda text: _way(text, ("imaps://", "imap://")),
        POSTFIX,
    ),
    Question(
        "mail_out",
        "How mail goes out: `postfix` on this machine, or a provider, as smtp://USER@HOST",
        lambda text: _way(text, ("smtp://", "smtps://")),
        POSTFIX,
    ),
    Question("data", "The folder of its database and key", _data, "/var/lib/judge"),
    Question(
        "web",
        "The address of its pages for browsers, such as https://judge.example.org, or `no`",
        _web,
        "no",
        optional=True,
    ),
)
