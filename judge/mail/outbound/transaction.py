"""One mail transaction with an SMTP server: from MAIL to the answer to its data."""

import re
import smtplib
from contextlib import suppress

_DOT = re.compile(rb"^\.", re.MULTILINE)
_END = b".\r\n"


def hand_over(server: smtplib.SMTP, raw: bytes, sender: str, recipient: str) -> None:
    """Give a mail to a server for one recipient.

    Where it offers PIPELINING (RFC 2920), MAIL, RCPT and DATA go to it together, which
    takes two round trips and not four. Raises the errors of `smtplib.SMTP.sendmail`.
    After SMTPRecipientsRefused the server takes another mail, after others it need not.
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

    A server may ask for the data all the same (RFC 2920 section 3.1).
    """
    with suppress(smtplib.SMTPException):
        if server.getreply()[0] == 354:
            server.send(_END)
            server.getreply()
        server.rset()
