"""Mail out: hands a finished mail to an SMTP server, and says what became of it."""

import re
import select
import smtplib
import ssl
import time
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType

from judge.mail.outbound.refusals import (
    Barred,
    Outcome,
    Rejected,
    Sent,
    TryAgain,
    read_refusal,
    reason_of,
)
from judge.mail.outbound.signing import Signer
from judge.mail.outbound.transaction import hand_over
from judge.mail.tls import Tls, tls_context

# RFC 5321 section 4.5.4.1: a client gives up after four to five days.
GIVE_UP_AFTER = timedelta(days=5)

# The same section asks for half an hour between tries, but a relay of one's own that is
# restarted is back in a minute, and a deadline may be near.
_FIRST_PAUSE = timedelta(minutes=1)
_LONGEST_PAUSE = timedelta(hours=4)

# Seconds after an answer in which a server is not asked whether it is there.
_RECENT = 5.0

# What would end an address on the wire, or begin another command.
_NO_ADDRESS = re.compile(r"[\s<>\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Relay:
    """The SMTP server that takes the judge's mail, and how to speak to it."""

    host: str
    port: int
    tls: Tls = Tls.NONE
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    timeout: timedelta = timedelta(seconds=60)


class RelayConnection:
    """A connection to the relay that lasts for several mails; close it, or use `with`.

    With a `signer` each mail is signed. One thread at a time may use it.
    """

    def __init__(self, relay: Relay, signer: Signer | None = None) -> None:
        self._relay = relay
        self._signer = signer
        self._server: smtplib.SMTP | None = None
        self._answered = 0.0

    def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        """Return what became of the mail; `sender` is the envelope's and may be ''.

        When the answer is lost after the server took the mail, this is TryAgain: the
        second copy has the same Message-ID.
        """
        if _NO_ADDRESS.search(recipient) or _NO_ADDRESS.search(sender):
            return Rejected("this is not an address")
        if self._signer is not None:
            raw = self._signer.signed(raw)
        try:
            server = self._connected(sender)
            hand_over(server, raw, sender, recipient)
        except (smtplib.SMTPException, OSError, ValueError) as error:
            outcome: Outcome = _outcome(error)
            if not isinstance(error, smtplib.SMTPRecipientsRefused):
                self.close()
        else:
            outcome = Sent()
        self._answered = time.monotonic()
        return outcome

    def close(self) -> None:
        """End the connection; the next `send` opens another."""
        server, self._server = self._server, None
        if server is not None:
            try:
                server.quit()
            except (smtplib.SMTPException, OSError):
                server.close()

    def __enter__(self) -> "RelayConnection":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _connected(self, sender: str) -> smtplib.SMTP:
        if self._server is not None and not self._is_alive(self._server):
            self.close()
        if self._server is None:
            self._server = _connect(self._relay, sender)
        return self._server

    def _is_alive(self, server: smtplib.SMTP) -> bool:
        recent = time.monotonic() - self._answered < _RECENT
        return (recent and _is_silent(server)) or _answers(server)


def probe_relay(relay: Relay, sender: str) -> str | None:
    """Return why this relay takes no mail from `sender` now, or None when it does."""
    try:
        server = _connect(relay, sender)
    except (smtplib.SMTPException, OSError) as error:
        return reason_of(type(error).__name__, _said(error))
    try:
        server.ehlo_or_helo_if_needed()
        code, answer = server.mail(sender)
    except (smtplib.SMTPException, OSError) as error:
        return reason_of(type(error).__name__, _said(error))
    finally:
        server.close()
    return None if code == 250 else reason_of(str(code), answer)


def retry_after(attempts: int, jitter: float) -> timedelta:
    """Return the pause after so many failed attempts: 1 minute, doubling to 4 hours.

    `jitter` is a chance from 0 to 1 that spreads the pause over its upper half.
    """
    doubled = _FIRST_PAUSE * (1 << min(max(attempts - 1, 0), 20))
    return min(doubled, _LONGEST_PAUSE) * (0.5 + 0.5 * jitter)


def _is_silent(server: smtplib.SMTP) -> bool:
    """Return whether nothing came unasked, as the end of a connection would."""
    if server.sock is None:
        return False
    poll = select.poll()
    poll.register(server.sock, select.POLLIN)
    return not poll.poll(0)


def _answers(server: smtplib.SMTP) -> bool:
    try:
        return server.noop()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False


def _connect(relay: Relay, sender: str) -> smtplib.SMTP:
    seconds = relay.timeout.total_seconds()
    # Asking the system for our full name can mean a long wait for a name server.
    name = sender.rpartition("@")[2] or "localhost"
    if relay.tls is Tls.IMPLICIT:
        context = tls_context(relay.ca_file)
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            relay.host, relay.port, name, timeout=seconds, context=context
        )
    else:
        server = smtplib.SMTP(relay.host, relay.port, name, timeout=seconds)
    try:
        _introduce(server, relay)
    except BaseException:
        server.close()
        raise
    return server


def _introduce(server: smtplib.SMTP, relay: Relay) -> None:
    if relay.tls is Tls.STARTTLS:
        server.starttls(context=tls_context(relay.ca_file))
    if relay.user is not None:
        server.login(relay.user, relay.password or "")


def _outcome(error: Exception) -> TryAgain | Rejected | Barred:
    """Sort a failure: whom the server refuses, and whether for good."""
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            return read_refusal(*next(iter(recipients.values()), (450, b"refused")))
        case smtplib.SMTPDataError():
            return read_refusal(error.smtp_code, error.smtp_error)
        case smtplib.SMTPResponseException():
            return _of_us(read_refusal(error.smtp_code, error.smtp_error))
        case smtplib.SMTPNotSupportedError() | ssl.SSLCertVerificationError():
            return Barred(reason_of(type(error).__name__, _said(error)))
        case smtplib.SMTPException() | OSError():
            return TryAgain(reason_of(type(error).__name__, _said(error)))
        case _:
            return Rejected("this address cannot be written in SMTP")


def _of_us(refusal: TryAgain | Rejected | Barred) -> TryAgain | Rejected | Barred:
    """Return what a refusal means before a recipient was named.

    Only the length of the mail is told there already (RFC 1870 section 6.1).
    """
    if isinstance(refusal, Rejected) and not refusal.reason.startswith("552"):
        return Barred(refusal.reason)
    return refusal


def _said(error: Exception) -> str | bytes:
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_error
    return getattr(error, "strerror", None) or str(error)
