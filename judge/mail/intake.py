"""Mail in by SMTP or LMTP: nothing is answered with 250 before it is kept.

Not made to face the internet: a mail server such as Postfix stands in front of it.
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
# A context in which mail is kept; it gives the moment at which the mail came.
Arriving: TypeAlias = Callable[[], AbstractContextManager[datetime]]

_LOG = logging.getLogger(__name__)

IDENT = "Diplomacy judge"  # our listeners greet with it
_AGAIN = "451 4.3.0 The judge cannot keep mail at the moment, please try again"
_KEPT = "250 2.0.0 Kept"
_UNKNOWN = "550 5.1.1 There is no such address here"
_CROWDED = b"421 4.3.2 Too many connections, please try again\r\n"

# More than a mail server opens at once (Postfix: 20 to one destination), and so few that
# all of them may hold a mail of the greatest size in memory.
_MOST_CONNECTIONS = 200
# For one client, so that it cannot shut out others by keeping connections open.
_MOST_OF_ONE = 50
# A mail to the judge has one recipient. RFC 5321 section 4.5.3.1.8 asks for 100 of
# servers that relay; 452 makes the client send the rest in another transaction.
_MOST_RECIPIENTS = 20
# RFC 5321 section 4.5.3.1.6 allows 1,000 octets a line, but programs that write HTML in
# one line break it, and a mail server in front passes longer lines on.
_LONGEST_LINE = 65_536
# RFC 5321 section 4.5.3.2.7 advises five minutes for people at terminals; a mail server
# on the same network never pauses so long.
_IDLE_SECONDS = 60
_QUEUED_AT_MOST = timedelta(days=5)
# One connection of a mail server may carry many mails, and an RSET for each.
_CALLS = {"*": 100} | dict.fromkeys(("MAIL", "RCPT", "DATA", "RSET"), 5_000)


class Protocol(Enum):
    """Whether mail comes as from server to server, or for final delivery (RFC 2033)."""

    SMTP = "smtp"
    LMTP = "lmtp"


@dataclass(frozen=True, slots=True)
class Door:
    """Where the judge listens for mail; port 0 lets the system choose a free one.

    A mail that one of the `servers` handed on arrived when that server took it.
    """

    host: str
    port: int
    protocol: Protocol
    judge_address: str
    size_limit: int = MAX_BYTES
    servers: tuple[str, ...] = ()


class Intake:
    """The hooks for aiosmtpd; keeps each mail once for each recipient."""

    def __init__(self, keep: Keep, arriving: Arriving, door: Door) -> None:
        self._keep = keep
        self._arriving = arriving
        self._door = door

    async def handle_RCPT(  # noqa: N802 - aiosmtpd finds the hook by this name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Return 250 for the judge's address, with any token, else 550.

        The answer must not show which tokens exist. Mail for the postmaster must be taken
        too (RFC 5321 section 4.5.1).
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
        """Return 250 if the mail is kept, else 451.

        In LMTP each recipient has its own answer (RFC 2033 section 4.2).
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

        By default aiosmtpd sends that text, as a permanent failure.
        """
        _LOG.error("intake failed: %s", type(error).__name__)
        return _AGAIN

    async def _kept(self, envelope: Envelope, recipient: str, arrived: datetime) -> str:
        sender = envelope.mail_from or ""
        sender = "" if sender == "<>" else _printable(sender)
        # RFC 5321 section 4.4: the last server notes the envelope's sender.
        raw = f"Return-Path: <{sender}>\r\n".encode() + (envelope.original_content or b"")
        try:
            mail = Delivery(raw, recipient, sender, arrived)
            await asyncio.to_thread(self._keep, mail)
        except Exception as error:  # noqa: BLE001 - after any error the mail is not kept
            return await self.handle_exception(error)
        return _KEPT


class Listener:
    """An open door: a server in a thread of its own, from `start` to `stop`."""

    def __init__(self, door: Door, keep: Keep, arriving: Arriving) -> None:
        # By default these logs hold addresses with tokens, and whole mails.
        logging.getLogger("mail.log").setLevel(logging.ERROR)
        self._door = door
        self._keep = keep
        self._arriving = arriving
        self._controller: _Controller | None = None

    @property
    def port(self) -> int:
        """The port of the open door."""
        return self._controller.port if self._controller else self._door.port

    def start(self) -> None:
        """Open the door; OSError if the port is taken."""
        intake = Intake(self._keep, self._arriving, self._door)
        controller = _Controller(self._door, intake, _bound(self._door))
        controller.start()
        self._controller = controller

    def stop(self) -> None:
        """Close the door; a mail in transit is not acknowledged, and comes again."""
        controller, self._controller = self._controller, None
        if controller is not None:
            controller.stop()

    def __enter__(self) -> "Listener":
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


class _Server(SMTP):
    """aiosmtpd's server, for long lines of HTML mail, and counted with the others."""

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
    """The same for LMTP."""


class _TurnAway(asyncio.Protocol):
    """Tells a client too many to come back later."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(_CROWDED)
        transport.close()


class _Controller(Controller):
    """aiosmtpd's thread for a server, on a socket that is bound already.

    aiosmtpd cannot choose a free port, and takes seconds to notice a taken one.
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
        """Return the server for one more client."""
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
    """Return when a mail came to the operator's own server, else `now`."""
    taken = received_at(envelope.original_content or b"", servers)
    # We do not trust a clock ahead of ours, nor a moment before the four to five days for
    # which a server keeps a mail (RFC 5321 section 4.5.4.1).
    if taken is None or not now - _QUEUED_AT_MOST <= taken <= now:
        return now
    return taken


def _is_ours(address: str, judge_address: str) -> bool:
    # RFC 5321 section 2.4 leaves the case of the local part to the receiver: us.
    local, _, domain = address.lower().rpartition("@")
    name, _, ours = judge_address.lower().rpartition("@")
    if is_postmaster(address):
        # RFC 5321 section 4.1.1.3: also without a domain.
        return not local or domain == ours
    return (local.partition("+")[0], domain) == (name, ours)


def _printable(sender: str) -> str:
    return sender.encode("utf-8", "replace").decode()
