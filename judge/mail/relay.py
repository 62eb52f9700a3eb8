"""Sends mail: hands a finished mail to an SMTP server and returns its outcome.

A server answers with a basic code (RFC 5321 section 4.2.1) and usually an enhanced one (RFC 3463).
If the codes blame neither the recipient nor the mail, the server may refuse the judge itself, and
then all its mail.
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
from judge.mail.identity import ascii_domain
from judge.mail.oauth import AccessToken, Bearer, SignInError
from judge.mail.signature import Signer

# The longest answer that fits a line of the log and of the mail to the keeper.
_LONGEST_REASON = 200
_REFUSAL = re.compile(r"(?P<code>5\d\d)(?:[ -](?P<enhanced>5\.\d{1,3}\.\d{1,3}))?\b")
# RFC 3463 sections 3.2, 3.3 and 3.5 (the address or its domain; 1.7 and 1.8 concern the sender),
# 3.4 (the mail's length), 3.7 (its content); RFC 7505 (null MX).
_OF_THIS_MAIL = re.compile(r"5\.(?:1\.(?:[12346]|10)|2\.\d+|3\.4|4\.4|6\.\d+)")
# RFC 5321 section 4.2.3: "user not local" and "exceeded storage allocation".
_BASIC_OF_THIS_MAIL = {"551", "552"}


@dataclass(frozen=True, slots=True)
class Sent:
    """The server accepted the mail and is responsible for it now."""


@dataclass(frozen=True, slots=True)
class TryAgain:
    """The mail was not sent this time; a retry may succeed."""

    reason: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """The server will never take this mail for this recipient."""

    reason: str


@dataclass(frozen=True, slots=True)
class Barred:
    """The server refuses permanently, perhaps all mail of the judge.

    If it accepts another mail, it refused only this one.
    """

    reason: str


@dataclass(frozen=True, slots=True)
class OverQuota:
    """The account has sent as much as its provider allows; all mail waits for an hour.

    Some providers answer with the code of a permanent failure.
    """

    reason: str


Outcome = Sent | TryAgain | Rejected | Barred | OverQuota
# 454 4.7.0 and 550 5.4.5 are Google's, 550 5.4.6 Zoho's, and Microsoft says 554 5.2.0; the others
# only put it into words. A full mailbox of a recipient does not count.
_QUOTA_CODES = re.compile(r"454[ -]4\.7\.0\b(?!.*(?:TLS|temporary auth))|550[ -]5\.4\.[56]\b")
_QUOTA_WORDS = re.compile(
    r"SubmissionQuotaExceeded|sending (?:limit|quota)|send limit|mail limit|(?:daily|hourly) limit"
    r"|(?:daily|hourly) \S+ (?:limit|quota)|unusual sending activity",
    re.IGNORECASE,
)


def is_over_quota(reason: str) -> bool:
    """Return whether an answer says that the account may send no more for now."""
    return bool(_QUOTA_CODES.match(reason) or _QUOTA_WORDS.search(reason))


def read_refusal(code: int, text: str | bytes) -> TryAgain | Rejected | Barred | OverQuota:
    """Return the outcome for an answer to a recipient or a mail."""
    reason = reason_of(str(code), text)
    if is_over_quota(reason):
        return OverQuota(reason)
    # RFC 5321 section 4.2.1: 5yz is permanent and 4yz temporary, whatever the text says.
    if not 500 <= code < 600:
        return TryAgain(reason)
    return Rejected(reason) if is_of_one_mail(reason) else Barred(reason)


def is_of_one_mail(reason: str) -> bool:
    """Return whether the codes at the start of `reason` blame a recipient or a mail."""
    match = _REFUSAL.match(reason)
    if match is None:
        return False
    if match["enhanced"] is None:
        return match["code"] in _BASIC_OF_THIS_MAIL
    return _OF_THIS_MAIL.fullmatch(match["enhanced"]) is not None


def reason_of(start: str, text: str | bytes) -> str:
    """Return a server's answer as one short line that begins with `start`."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return " ".join(f"{start} {text}".split())[:_LONGEST_REASON]


# RFC 6531 section 3.5: non-ASCII addresses not permitted for that recipient.
NO_UTF8 = "553 5.6.7"


def takes_beyond_ascii(server: smtplib.SMTP) -> bool:
    """Return whether a server takes addresses beyond ASCII (SMTPUTF8)."""
    server.ehlo_or_helo_if_needed()
    return bool(server.has_extn("smtputf8"))


_DOT = re.compile(rb"^\.", re.MULTILINE)
_END = b".\r\n"


def hand_over(server: smtplib.SMTP, raw: bytes, sender: str, recipient: str) -> None:
    """Send a mail over an open connection to one recipient.

    If the server offers PIPELINING (RFC 2920), MAIL, RCPT and DATA are sent together, which takes
    two round trips instead of four. Raises the errors of `smtplib.SMTP.sendmail`. After
    SMTPRecipientsRefused the connection can be used again; after other errors it may be unusable.
    """
    server.ehlo_or_helo_if_needed()
    if not recipient.isascii():
        # RFC 6531 section 3.4; the headers of such a mail hold the address as it is.
        options = ["SMTPUTF8", *(["BODY=8BITMIME"] if server.has_extn("8bitmime") else [])]
        server.sendmail(sender, [recipient], raw, options)
        return
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

    The server may still ask for the data (RFC 2920 section 3.1).
    """
    with suppress(smtplib.SMTPException):
        if server.getreply()[0] == 354:
            server.send(_END)
            server.getreply()
        server.rset()


# RFC 5321 section 4.5.4.1: a client gives up after four to five days.
GIVE_UP_AFTER = timedelta(days=5)

# The same section demands half an hour between attempts, but the operator's own relay restarts
# within a minute, and a deadline may be near.
_FIRST_PAUSE = timedelta(minutes=1)
_LONGEST_PAUSE = timedelta(hours=4)

# Seconds after an answer during which the server counts as alive.
_RECENT = 5.0

# Characters that end an address in SMTP, or begin another command.
_NO_ADDRESS = re.compile(r"[\s<>\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Relay:
    """The SMTP server that sends the judge's mail, and the settings to connect to it.

    A login is by `password`, or by an access token if there is a `token`.
    """

    host: str
    port: int
    tls: Tls = Tls.NONE
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    ca_file: str | None = None
    token: AccessToken | None = field(default=None, repr=False)
    timeout: timedelta = timedelta(seconds=60)


class RelayConnection:
    """A connection to the relay for several mails; close it, or use `with`.

    If there is a `signer`, each mail is signed. Only one thread at a time may use the connection.
    """

    def __init__(self, relay: Relay, signer: Signer | None = None) -> None:
        self._relay = relay
        self._signer = signer
        self._server: smtplib.SMTP | None = None
        self._answered = 0.0

    def send(self, raw: bytes, sender: str, recipient: str) -> Outcome:
        """Return the outcome of sending a mail; `sender` is the envelope sender and may be ''.

        If the connection breaks after the server accepted the mail, the outcome is TryAgain; the
        second copy has the same Message-ID.
        """
        if _NO_ADDRESS.search(recipient) or _NO_ADDRESS.search(sender):
            return Rejected("this is not an address")
        if self._signer is not None:
            raw = self._signer.signed(raw)
        try:
            local, _, domain = recipient.rpartition("@")
            recipient = f"{local}@{ascii_domain(domain)}"
            server = self._connected(sender)
            if not recipient.isascii() and not takes_beyond_ascii(server):
                return Rejected(f"{NO_UTF8} the mail server takes no address beyond ASCII")
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
        """Close the connection; the next `send` opens another."""
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
        if self._server is not None:
            recent = time.monotonic() - self._answered < _RECENT
            if not ((recent and _is_silent(self._server)) or _answers(self._server)):
                self.close()
        if self._server is None:
            self._server = _connect(self._relay, sender)
        return self._server


def probe_relay(relay: Relay, sender: str) -> str | None:
    """Return why this relay takes no mail from `sender` now, or None if it does."""
    try:
        server = _connect(relay, sender)
        try:
            server.ehlo_or_helo_if_needed()
            code, answer = server.mail(sender)
        finally:
            server.close()
    except smtplib.SMTPResponseException as error:
        # A server that does not speak SMTP gives no code, which is -1 then.
        start = str(error.smtp_code) if error.smtp_code > 0 else type(error).__name__
        return reason_of(start, error.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        return reason_of(type(error).__name__, _said(error))
    return None if code == 250 else reason_of(str(code), answer)


def retry_after(attempts: int, jitter: float) -> timedelta:
    """Return the pause after this many failed attempts: 1 minute, doubling to 4 hours.

    `jitter`, from 0 to 1, spreads the pause over its upper half.
    """
    doubled = _FIRST_PAUSE * (1 << min(max(attempts - 1, 0), 20))
    return min(doubled, _LONGEST_PAUSE) * (0.5 + 0.5 * jitter)


def _is_silent(server: smtplib.SMTP) -> bool:
    """Return whether the server has sent nothing, not even the end of the connection."""
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
    # The system's full host name may need a slow name server.
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
            _log_in(server, relay.user, relay)
    except BaseException:
        server.close()
        raise
    return server


def _log_in(server: smtplib.SMTP, user: str, relay: Relay) -> None:
    if relay.token is None:
        server.login(user, relay.password or "")
        return
    token = relay.token("")
    try:
        _bear(server, user, token)
    except smtplib.SMTPAuthenticationError:
        # The provider may have revoked the token before its end, so try once with a renewed one.
        _bear(server, user, relay.token(token))


def _bear(server: smtplib.SMTP, user: str, token: str) -> None:
    server.ehlo_or_helo_if_needed()
    bearer = Bearer(server.esmtp_features.get("auth", "").upper().split(), user, token)
    try:
        server.auth(bearer.mechanism, bearer)
    except smtplib.SMTPAuthenticationError as error:
        said = reason_of("", error.smtp_error)
        told = reason_of(said, f"{bearer.refusal} ({bearer.mechanism})".strip()).encode()
        raise smtplib.SMTPAuthenticationError(error.smtp_code, told) from None


def _outcome(error: Exception) -> TryAgain | Rejected | Barred | OverQuota:
    """Return the outcome for a failure, by the server's answer or the kind of the error."""
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            return read_refusal(*next(iter(recipients.values()), (450, b"refused")))
        case smtplib.SMTPDataError():
            return read_refusal(error.smtp_code, error.smtp_error)
        case smtplib.SMTPResponseException():
            refusal = read_refusal(error.smtp_code, error.smtp_error)
            # At this point no recipient was named, so the refusal is about us, except for the
            # mail's length (RFC 1870 section 6.1).
            if isinstance(refusal, Rejected) and not refusal.reason.startswith("552"):
                return Barred(refusal.reason)
            return refusal
        case SignInError():
            return Barred(reason_of(type(error).__name__, str(error)))
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
