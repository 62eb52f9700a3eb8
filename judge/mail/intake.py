"""Receives mail by SMTP or LMTP; a mail is acknowledged (250) only after it is stored.

The port is not meant to be open to the internet: a mail server such as Postfix passes the mail on.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import TypeAlias
from weakref import WeakSet

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from judge.letter import Delivery
from judge.mail.identity import in_full, is_postmaster
from judge.mail.message import received_at
from judge.mail.mime import MAX_BYTES

Keep: TypeAlias = Callable[[Delivery], None]
# A context in which mail is stored; its value is the moment at which the mail arrived.
Arriving: TypeAlias = Callable[[], AbstractContextManager[datetime]]

_LOG = logging.getLogger(__name__)

IDENT = "Diplomacy judge"  # the banner of our listeners
_AGAIN = "451 4.3.0 The judge cannot keep mail at the moment, please try again"
_KEPT = "250 2.0.0 Kept"
_UNKNOWN = "550 5.1.1 There is no such address here"
_CROWDED = b"421 4.3.2 Too many connections, please try again\r\n"

# More connections than a mail server opens at a time (Postfix: 20 to one destination), and few
# enough that each may hold a mail of the greatest size in memory.
_MOST_CONNECTIONS = 200
# Limit for each client, so that none can shut out others by open connections.
_MOST_OF_ONE = 50
# A mail to the judge has one recipient. RFC 5321 section 4.5.3.1.8 demands 100 from servers that
# relay; after 452 the client sends the rest in another transaction.
_MOST_RECIPIENTS = 20
# RFC 5321 section 4.5.3.1.6 allows 1,000 octets a line, but some programs write HTML in one longer
# line, and mail servers pass it on.
_LONGEST_LINE = 65_536
# RFC 5321 section 4.5.3.2.7 recommends five minutes. A mail server on the same network never pauses
# so long.
_IDLE_SECONDS = 60
_QUEUED_AT_MOST = timedelta(days=5)
# A mail server may send many mails over one connection, with an RSET for each.
_CALLS = {"*": 100} | dict.fromkeys(("MAIL", "RCPT", "DATA", "RSET"), 5_000)


class Protocol(Enum):
    """Transfer from server to server (SMTP), or final delivery (LMTP, RFC 2033)."""

    SMTP = "smtp"
    LMTP = "lmtp"


@dataclass(frozen=True, slots=True)
class Door:
    """The address on which the judge listens for mail; for port 0 the system chooses a free one.

    If one of the `servers` passed a mail on, its arrival is the moment when that server received
    it.
    """

    host: str
    port: int
    protocol: Protocol
    judge_address: str
    size_limit: int = MAX_BYTES
    servers: tuple[str, ...] = ()


class Intake:
    """The hooks for aiosmtpd; stores each mail once for each recipient."""

    def __init__(self, keep: Keep, arriving: Arriving, door: Door) -> None:
        self._keep = keep
        self._arriving = arriving
        self._door = door

    async def handle_RCPT(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Return 250 for the judge's address, with any token, otherwise 550.

        The answer must not reveal which tokens exist. The postmaster must be accepted too (RFC 5321
        section 4.5.1).
        """
        address = in_full(address, self._door.judge_address)
        if not _is_ours(address, self._door.judge_address):
            return _UNKNOWN
        # RFC 5321 section 4.5.3.1.10: 452 for too many recipients, never 552.
        if len(envelope.rcpt_tos) >= _MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Return 250 if the mail is stored, otherwise 451.

        In LMTP each recipient has an answer of its own (RFC 2033 section 4.2).
        """
        with self._arriving() as now:
            arrived = _arrived(envelope, self._door.servers, now)
            answers = [
                await self._kept(envelope, recipient, arrived) for recipient in envelope.rcpt_tos
            ]
        if self._door.protocol is Protocol.LMTP:
            return "\r\n".join(answers)
        return _KEPT if all(answer == _KEPT for answer in answers) else _AGAIN

    async def handle_exception(self, error: Exception) -> str:
        """Return 451 without the text of the error.

        By default aiosmtpd sends that text, with a code for permanent failure.
        """
        failed = {"cause": " ".join(error.__notes__)} if hasattr(error, "__notes__") else {}
        _LOG.error("intake failed: %s", type(error).__name__, extra=failed)
        return _AGAIN

    async def _kept(self, envelope: Envelope, recipient: str, arrived: datetime) -> str:
        sender = envelope.mail_from or ""
        sender = "" if sender == "<>" else sender.encode("utf-8", "replace").decode()
        # RFC 5321 section 4.4: the final server records the envelope sender.
        raw = f"Return-Path: <{sender}>\r\n".encode() + (envelope.original_content or b"")
        try:
            mail = Delivery(raw, recipient, sender, arrived)
            await asyncio.to_thread(self._keep, mail)
        except Exception as error:  # noqa: BLE001 - after any error the mail is not stored
            return await self.handle_exception(error)
        return _KEPT


class Listener:
    """A server that listens at a door, in a thread of its own, from `start` to `stop`."""

    def __init__(self, door: Door, keep: Keep, arriving: Arriving) -> None:
        # By default these logs contain addresses with tokens, and whole mails.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._door = door
        self._keep = keep
        self._arriving = arriving
        self._controller: _Controller | None = None

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return self._controller.port if self._controller else self._door.port

    def start(self) -> None:
        """Begin to listen; raises OSError if the port is taken."""
        intake = Intake(self._keep, self._arriving, self._door)
        controller = _Controller(self._door, intake, _bound(self._door))
        controller.start()
        self._controller = controller

    def stop(self) -> None:
        """Stop listening; a mail in transit is not acknowledged, so that its sender tries again."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.stop()

    def __enter__(self) -> "Listener":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


class _Server(SMTP):
    """aiosmtpd's server with long lines allowed; it counts the connections of its client."""

    line_length_limit = _LONGEST_LINE
    crowd: WeakSet["_Server"]
    client = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.client = transport.get_extra_info("peername")[0]
        if sum(other.client == self.client for other in self.crowd) <= _MOST_OF_ONE:
            super().connection_made(transport)
            return
        self.crowd.discard(self)
        transport.set_protocol(_TurnAway())
        transport.get_protocol().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.crowd.discard(self)
        super().connection_lost(error)


class _LmtpServer(_Server, LMTP):
    """The same server for LMTP."""


class _TurnAway(asyncio.Protocol):
    """Tells a client to come back later, because there are too many connections."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(_CROWDED)
        transport.close()


class _Controller(Controller):
    """aiosmtpd's server thread on a socket that is bound beforehand.

    aiosmtpd cannot choose a free port, and takes seconds to notice that a port is taken.
    """

    def __init__(self, door: Door, intake: Intake, bound: socket.socket) -> None:
        super().__init__(
            intake,
            hostname=door.host,
            port=bound.getsockname()[1],
            server_hostname=door.judge_address.rpartition("@")[2],
            ident=IDENT,
            data_size_limit=door.size_limit,
            timeout=_IDLE_SECONDS,
            command_call_limit=_CALLS,
        )
        self._bound = bound
        self._crowd: WeakSet[_Server] = WeakSet()
        lmtp = door.protocol is Protocol.LMTP
        self._speaker = _LmtpServer if lmtp else _Server

    def factory(self) -> asyncio.BaseProtocol:
        """Return the protocol for a new connection."""
        if len(self._crowd) >= _MOST_CONNECTIONS:
            return _TurnAway()
        server = self._speaker(self.handler, **self.SMTP_kwargs)
        server.crowd = self._crowd
        self._crowd.add(server)
        return server

    def _create_server(self) -> Awaitable[asyncio.Server]:
        return self.loop.create_server(self._factory_invoker, sock=self._bound)


def _bound(door: Door) -> socket.socket:
    family = socket.AF_INET6 if ":" in door.host else socket.AF_INET
    return socket.create_server((door.host, door.port), family=family)


def _arrived(envelope: Envelope, servers: Collection[str], now: datetime) -> datetime:
    """Return when the operator's own server received a mail, otherwise `now`."""
    received = received_at(envelope.original_content or b"", servers)
    # A moment in the future comes from a wrong clock, and a moment more than five days ago too:
    # servers retry for four to five days (RFC 5321 section 4.5.4.1).
    if received is None or not now - _QUEUED_AT_MOST <= received <= now:
        return now
    return received


def _is_ours(address: str, judge_address: str) -> bool:
    # RFC 5321 section 2.4: only the receiving server decides about the case of the local part.
    local, _, domain = address.lower().rpartition("@")
    name, _, ours = judge_address.lower().rpartition("@")
    if is_postmaster(address):
        # RFC 5321 section 4.1.1.3: the postmaster may be named without a domain.
        return not local or domain == ours
    return (local.partition("+")[0], domain) == (name, ours)
