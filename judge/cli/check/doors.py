"""The ways of mail: the judge's listeners, its mailbox, and the server it sends by."""

import socket
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

from judge.cli.check.dns import Lookup, UnansweredError
from judge.cli.check.finding import Finding
from judge.config import Configuration
from judge.mail import IDENT, Relay, bounce_address, probe_mailbox, probe_relay, probe_signer
from judge.ways import mailbox_of, relay_of, signer_of

_SECONDS = 5.0


def listener_findings(settings: Configuration) -> Iterator[Finding]:
    """Yield a finding of each port that the judge listens on."""
    ports = {"SMTP": settings.smtp_port, "LMTP": settings.lmtp_port}
    for protocol, port in ports.items():
        if port:
            yield _listener(protocol, settings.listen_host, port)


def is_serving(settings: Configuration, last: datetime | None, now: datetime) -> bool:
    """Return whether a judge listens at one of these ports now.

    One without ports gives signs of life, of which the last is known.
    """
    ports = [port for port in (settings.smtp_port, settings.lmtp_port) if port]
    if ports:
        return any(IDENT in _greeting(settings.listen_host, port) for port in ports)
    return last is not None and now - last < timedelta(seconds=settings.outage)


def mailbox_finding(settings: Configuration) -> Finding:
    """Return whether the mailbox can be read, if one is."""
    mailbox = mailbox_of(settings)
    if mailbox is None:
        return Finding("mailbox", "no IMAP mailbox is read.")
    trouble = probe_mailbox(mailbox)
    if trouble:
        return Finding(
            "mailbox",
            trouble=f"{mailbox.host}:{mailbox.port} does not let the judge read its "
            f"mail: {trouble}. Look at the settings that begin with `imap_`.",
        )
    return Finding("mailbox", f"{mailbox.host} lets the judge read its mail.")


def relay_finding(settings: Configuration) -> Finding:
    """Return whether the server that sends the judge's mail takes it."""
    path = settings.address
    if settings.return_paths:
        path = bounce_address(settings.address, "0")
    relay = relay_of(settings)
    where = f"{relay.host}:{relay.port}"
    trouble = probe_relay(relay, path)
    if trouble:
        return Finding(
            "mail out",
            trouble=f"{where} does not take mail from {path}: {trouble.rstrip('.')}. "
            f"{_advice(relay, trouble)}",
        )
    return Finding("mail out", f"{where} takes mail.")


def signature_finding(settings: Configuration, look_up: Lookup | None) -> Finding:
    """Return whether others can verify the judge's mail, if it signs it.

    Without `look_up` the DNS is not asked.
    """
    try:
        signer = signer_of(settings)
    except OSError as error:
        return Finding(
            "signature",
            trouble=f"`dkim_key` is {settings.dkim_key}: {error.strerror}. `judge "
            "setup` makes one, or leave it out if your mail server signs.",
        )
    if signer is None:
        return Finding("signature", "left to the mail server (DKIM).")
    if look_up is None:
        return Finding("signature", "the judge signs its mail (DKIM).")
    try:
        trouble = probe_signer(signer, _texts_by(look_up))
    except UnansweredError:
        return Finding("signature", note="The DNS did not say what its key is (DKIM).")
    if trouble:
        return Finding(
            "signature",
            trouble=f"Others cannot verify the judge's mail (DKIM): {trouble}. `judge "
            "setup --dry-run` prints the record to publish.",
        )
    return Finding("signature", "the judge's mail is signed, and can be verified.")


def _listener(protocol: str, host: str, port: int) -> Finding:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        greeting = _greeting(host, port)
        why = str(error.strerror).partition(" (while ")[0]  # which names it once more
        if IDENT in greeting:
            return Finding("listeners", f"the judge takes {protocol} at {host}:{port}.")
        says = f" Another program answers there: {greeting!r}." if greeting else ""
        return Finding(
            "listeners",
            trouble=f"Port {port} on {host} cannot be opened: {why}.{says} "
            f"Choose another `{protocol.lower()}_port`, and the same in the mail "
            "server before it.",
        )
    return Finding("listeners", f"{host}:{port} is free for {protocol}.")


def _greeting(host: str, port: int) -> str:
    """Return what answers at this port says first, or an empty text."""
    try:
        with socket.create_connection((host, port), _SECONDS) as connection:
            connection.settimeout(_SECONDS)
            return connection.recv(200).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _advice(relay: Relay, trouble: str) -> str:
    if "refused" in trouble:
        return (
            "Nothing answers there: start the mail server, or set `relay_host` and "
            "`relay_port` to one."
        )
    if "Authentication" in trouble or trouble.startswith("535"):
        return "Set `relay_user` and `relay_password` as your provider wants them."
    return "Look at the settings that begin with `relay_`, and at `return_paths`."


def _texts_by(look_up: Lookup) -> Callable[..., bytes | None]:
    """Return the same question about texts as dkimpy asks it."""

    def first(name: bytes, timeout: int = 5) -> bytes | None:
        texts = look_up(name.decode().rstrip("."), "TXT")
        return texts[0].encode() if texts else None

    return first
