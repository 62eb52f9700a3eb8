"""The ways of mail in and out, built from the operator's settings."""

from collections.abc import Callable, Iterator
from datetime import datetime

from judge.config import Configuration
from judge.mail import (
    AccessToken,
    Door,
    Mailbox,
    OAuthClient,
    Outcome,
    Protocol,
    Relay,
    RelayConnection,
    Signer,
    TokenFile,
    provider_at,
    read_signer,
    sign_in_server,
)

Clock = Callable[[], datetime]


def oauth_client_of(settings: Configuration) -> OAuthClient:
    """Return the judge's registration at its provider; the settings must have one."""
    return OAuthClient(
        sign_in_server(settings.oauth, settings.oauth_server),
        settings.oauth_client,
        settings.oauth_secret.get_secret_value(),
    )


def _token_of(settings: Configuration, clock: Clock, password: str) -> AccessToken | None:
    """Return the function that returns access tokens, None for a login by password."""
    if password or not settings.oauth:
        return None
    return TokenFile(settings.token_file, oauth_client_of(settings), clock).token


def relay_of(settings: Configuration, clock: Clock) -> Relay:
    """Return the relay, which is the server that sends the judge's mail."""
    password = settings.relay_password.get_secret_value()
    return Relay(
        host=settings.relay_host,
        port=settings.relay_port,
        tls=settings.relay_tls,
        user=settings.relay_user or None,
        password=password,
        token=_token_of(settings, clock, password),
    )


def sender_of(settings: Configuration, clock: Clock) -> Callable[[bytes, str, str], Outcome]:
    """Return the function that sends a mail (bytes, return path, recipient) by the relay.

    Unless the setting `return_paths` is on, every mail has the judge's address as its return path.
    """
    connection = RelayConnection(relay_of(settings, clock), signer_of(settings))
    if settings.return_paths:
        return connection.send
    return lambda raw, _path, to: connection.send(raw, settings.address, to)


def signer_of(settings: Configuration) -> Signer | None:
    """Return the DKIM signer of the judge's mail, None without a key.

    Raises OSError if the key cannot be used.
    """
    if settings.dkim_key is None:
        return None
    domain = settings.address.rpartition("@")[2]
    return read_signer(domain, settings.dkim_selector, settings.dkim_key)


def mailbox_of(settings: Configuration, clock: Clock) -> Mailbox | None:
    """Return the mailbox from which mail is read, None if the settings have none."""
    if not settings.imap_host:
        return None
    password = settings.imap_password.get_secret_value()
    return Mailbox(
        host=settings.imap_host,
        port=settings.imap_port,
        user=settings.imap_user,
        password=password,
        token=_token_of(settings, clock, password),
        judge_address=settings.address,
        tls=settings.imap_tls,
        folder=settings.imap_folder,
        processed=settings.imap_done,
        junk=_junk_of(settings),
    )


def _junk_of(settings: Configuration) -> tuple[str, ...]:
    """Return the names of the spam folders; most servers mark these folders with a flag too."""
    if settings.imap_junk:
        return tuple(name.strip() for name in settings.imap_junk.split(","))
    provider = provider_at(settings.imap_host)
    return provider.junk if provider else ()


def doors_of(settings: Configuration) -> Iterator[Door]:
    """Yield the doors at which the judge listens for mail; the mailbox is not among them."""
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
