"""The ways of mail in and out, as the operator's settings have them."""

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
    """Return the judge as it is registered at its provider; there must be one."""
    return OAuthClient(
        sign_in_server(settings.oauth, settings.oauth_server),
        settings.oauth_client,
        settings.oauth_secret.get_secret_value(),
    )


def _token_of(settings: Configuration, clock: Clock, password: str) -> AccessToken | None:
    """Return what gives access tokens, or None for a login by password."""
    if password or not settings.oauth:
        return None
    return TokenFile(settings.token_file, oauth_client_of(settings), clock).token


def relay_of(settings: Configuration, clock: Clock) -> Relay:
    """Return the server that sends the judge's mail on."""
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
    """Return what sends a mail, with the return path that the operator chose."""
    connection = RelayConnection(relay_of(settings, clock), signer_of(settings))
    if settings.return_paths:
        return connection.send
    return lambda raw, _path, to: connection.send(raw, settings.address, to)


def signer_of(settings: Configuration) -> Signer | None:
    """Return what signs the judge's mail, or None; OSError when its key is no good."""
    if settings.dkim_key is None:
        return None
    domain = settings.address.rpartition("@")[2]
    return read_signer(domain, settings.dkim_selector, settings.dkim_key)


def mailbox_of(settings: Configuration, clock: Clock) -> Mailbox | None:
    """Return the mailbox that is read, or None when none is."""
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
    """Return the names of the folders for spam, which most servers also tell by a flag."""
    if settings.imap_junk:
        return tuple(name.strip() for name in settings.imap_junk.split(","))
    provider = provider_at(settings.imap_host)
    return provider.junk if provider else ()


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
