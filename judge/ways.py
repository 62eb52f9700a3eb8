"""The ways of mail in and out, as the operator's settings have them."""

from collections.abc import Callable, Iterator

from judge.config import Configuration
from judge.mail import Door, Mailbox, Outcome, Protocol, Relay, RelayConnection, Signer, read_signer


def relay_of(settings: Configuration) -> Relay:
    """Return the server that sends the judge's mail on."""
    return Relay(
        host=settings.relay_host,
        port=settings.relay_port,
        tls=settings.relay_tls,
        user=settings.relay_user or None,
        password=settings.relay_password.get_secret_value(),
    )


def sender_of(settings: Configuration) -> Callable[[bytes, str, str], Outcome]:
    """Return what sends a mail, with the return path that the operator chose."""
    connection = RelayConnection(relay_of(settings), signer_of(settings))
    if settings.return_paths:
        return connection.send
    return lambda raw, _path, to: connection.send(raw, settings.address, to)


def signer_of(settings: Configuration) -> Signer | None:
    """Return what signs the judge's mail, or None; OSError when its key is no good."""
    if settings.dkim_key is None:
        return None
    domain = settings.address.rpartition("@")[2]
    return read_signer(domain, settings.dkim_selector, settings.dkim_key)


def mailbox_of(settings: Configuration) -> Mailbox | None:
    """Return the mailbox that is read, or None when none is."""
    if not settings.imap_host:
        return None
    return Mailbox(
        host=settings.imap_host,
        port=settings.imap_port,
        user=settings.imap_user,
        password=settings.imap_password.get_secret_value(),
        judge_address=settings.address,
        tls=settings.imap_tls,
        folder=settings.imap_folder,
        processed=settings.imap_done,
    )


def doors_of(settings: Configuration) -> Iterator[Door]:
    """Yield where mail comes in, but for the mailbox."""
    ports = {Protocol.SMTP: settings.smtp_port, Protocol.LMTP: settings.lmtp_port}
    for protocol, port in ports.items():
        if port:
            yield Door(
                host=settings.listen_host,
                port=port,
                protocol=protocol,
                judge_address=settings.address,
                servers=tuple(settings.received_by.split()),
            )
