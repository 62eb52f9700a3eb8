"""Mail out: hands a finished mail to an SMTP server, and says what became of it.

A server answers with a basic code (RFC 5321 section 4.2.1) and mostly an enhanced one (RFC
3463). If they do not blame the recipient or the mail, the server may refuse the judge
itself, and then no mail of it goes out.
"""

import re
import select
import smtplib
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from types import TracebackType

from judge.letter import Tls
from judge.mail.signature import Signer

# So much of an answer fits a line of the log and of the mail to the keeper.
_LONGEST_REASON = 200
_REFUSAL = re.compile(r"(?P<code>5\d\d)(?:[ -](?P<enhanced>5\.\d{1,3}\.\d{1,3}))?\b")
# RFC 3463 sections 3.2, 3.3 and 3.5 (the address or its domain; 1.7 and 1.8 are of the
# sender), 3.4 (the length of the mail) and 3.7 (its content); RFC 7505 (null MX).
_OF_THIS_MAIL = re.compile(r"5\.(?:1\.(?:[12346]|10)|2\.\d+|3\.4|4\.4|6\.\d+)")
# RFC 5321 section 4.2.3: "user not local" and "exceeded storage allocation".
_BASIC_OF_THIS_MAIL = {"551", "552"}


@dataclass(frozen=True, slots=True)
class Sent:
    """The server took the mail and answers for it now."""


@dataclass(frozen=True, slots=True)
class TryAgain:
    """The mail did not go out this time; it may another time."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server will never take this mail for this recipient."""

    reason: str


@dataclass(frozen=True, slots=True)
class Barred:
    """The server refuses for good, perhaps all mail of the judge.

    If it takes another mail, it refused only this one.
    """

    reason: str


Outcome = Sent | TryAgain | Rejected | Barred


def read_refusal(code: int, text: str | bytes) -> TryAgain | Rejected | Barred:
    """Return the outcome of this answer to a recipient or a mail."""
    reason = reason_of(str(code), text)
    # RFC 5321 section 4.2.1: 5yz is permanent, 4yz passes, whatever the text says.
    if not 500 <= code < 600:
        return TryAgain(reason)
    return Rejected(reason) if is_of_one_mail(reason) else Barred(reason)


def is_of_one_mail(reason: str) -> bool:
    """Return whether the codes at the start of `reason` blame a recipient or a mail."""
    found = _REFUSAL.match(reason)
    if found is None:
        return False
    if found["enhanced"] is None:
        return found["code"] in _BASIC_OF_THIS_MAIL
    return _OF_THIS_MAIL.fullmatch(found["enhanced"]) is not None


def reason_of(start: str, text: str | bytes) -> str:
    """Return a server's answer as one short line."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return " ".join(f"{start} {text}".split())[:_LONGEST_REASON]


_DOT = re.compile(rb"^\.", re.MULTILINE)
_END = b".\r\n"


def hand_over(server: smtplib.SMTP, raw: bytes, sender: str, recipient: str) -> None:
    """Give a mail to a server for one recipient.

    If it offers PIPELINING (RFC 2920), MAIL, RCPT and DATA are sent together, which takes
    two round trips instead of four. Raises the errors of `smtplib.SMTP.sendmail`. After
    SMTPRecipientsRefused the server takes another mail; after others it may not.
    """
    server.ehlo_or_helo_if_needed()
    if not server.has_extn("pipelining"):
        server.sendmail(sender, [recipient], raw)
        return
    size = f" SIZE={len(raw)}" if server.has_extn("size") else ""
    server.send(
        f"MAIL FROM:{smtplib.quoteaddr(sender)}{size}\r\n"
        f"RCPT TO:{smtplib.quoteaddr(recipient)}\r\n"
        "DATA\r\n"
    )
    code, answer = server.getreply()
    if code != 250:
        raise smtplib.SMTPSenderRefused(code, answer, sender)
    code, answer = server.getreply()
    if code not in (250, 251):
        _leave(server)
        raise smtplib.SMTPRecipientsRefused({recipient: (code, answer)})
    code, answer = server.getreply()
    if code != 354:
        raise smtplib.SMTPDataError(code, answer)
    end = _END if raw.endswith(b"\r\n") else b"\r\n" + _END
    server.send(_DOT.sub(b"..", raw) + end)
    code, answer = server.getreply()
    if code != 250:
        raise smtplib.SMTPDataError(code, answer)


def _leave(server: smtplib.SMTP) -> None:
    """End a transaction whose recipient was refused, so that another can begin.

    A server may still ask for the data (RFC 2920 section 3.1).
    """
    with suppress(smtplib.SMTPException):
        if server.getreply()[0] == 354:
            server.send(_END)
            server.getreply()
        server.rset()


# RFC 5321 section 4.5.4.1: a client gives up after four to five days.
GIVE_UP_AFTER = timedelta(days=5)

# The same section asks for half an hour between attempts, but the operator's own relay is
# back in a minute after a restart, and a deadline may be near.
_FIRST_PAUSE = timedelta(minutes=1)
_LONGEST_PAUSE = timedelta(hours=4)

# For so many seconds after an answer a server is assumed to be there.
_RECENT = 5.0

# Characters that would end an address in the protocol, or begin another command.
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

        If the answer is lost after the server took the mail, this is TryAgain; the second
        copy has the same Message-ID.
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
    """Return why this relay takes no mail from `sender` now, or None if it does."""
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
    """Return whether the server sent nothing; the end of a connection would show here."""
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
    # Asking the system for our full name may wait long for a name server.
    name = sender.rpartition("@")[2] or "localhost"
    if relay.tls is Tls.IMPLICIT:
        context = ssl.create_default_context(cafile=relay.ca_file)
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            relay.host, relay.port, name, timeout=seconds, context=context
        )
    else:
        server = smtplib.SMTP(relay.host, relay.port, name, timeout=seconds)
    try:
        if relay.tls is Tls.STARTTLS:
            server.starttls(context=ssl.create_default_context(cafile=relay.ca_file))
        if relay.user is not None:
            server.login(relay.user, relay.password or "")
    except BaseException:
        server.close()
        raise
    return server


def _outcome(error: Exception) -> TryAgain | Rejected | Barred:
    """Return the outcome of a failure: what the server refuses, and whether for good."""
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            return read_refusal(*next(iter(recipients.values()), (450, b"refused")))
        case smtplib.SMTPDataError():
            return read_refusal(error.smtp_code, error.smtp_error)
        case smtplib.SMTPResponseException():
            refusal = read_refusal(error.smtp_code, error.smtp_error)
            # No recipient was named yet, so it is about us, except for the length of the
            # mail (RFC 1870 section 6.1).
            if isinstance(refusal, Rejected) and not refusal.reason.startswith("552"):
                return Barred(refusal.reason)
            return refusal
        case smtplib.SMTPNotSupportedError() | ssl.SSLCertVerificationError():
            return Barred(reason_of(type(error).__name__, _said(error)))
        case smtplib.SMTPException() | OSError():
            return TryAgain(reason_of(type(error).__name__, _said(error)))
        case _:
            return Rejected("this address cannot be written in SMTP")


def _said(error: Exception) -> str | bytes:
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_error
    return getattr(error, "strerror", None) or str(error)
