"""`judge setup mailbox`: the settings for a mailbox at a provider, and the sign-in there."""

import os
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path

import typer

from judge.app import utc_now
from judge.cli.console import act_as_owner
from judge.cli.dns import Lookup, UnansweredError, look_up
from judge.cli.setup import Places, StepError, owner_of, set_up, settings_in
from judge.config import Configuration
from judge.letter import Tls
from judge.mail import (
    Host,
    Loopback,
    OAuthClient,
    Provider,
    SignInError,
    Tokens,
    device_code,
    provider_of,
    read_autoconfig,
    sign_in_server,
    tokens_by_device,
    write_tokens,
)
from judge.ways import oauth_client_of

# Returns the page at an address, or None if there is none.
Fetch = Callable[[str], str | None]

_SECONDS = 10.0
_MOST_BYTES = 200_000
_FOR_THE_BROWSER = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Registration:
    """The judge's registration at a provider, and the port to which a browser comes back."""

    client_id: str = ""
    secret: str = ""
    port: int = 0


def set_up_mailbox(
    address: str, registration: Registration, places: Places, *, sure: bool, dry: bool
) -> bool:
    """Set up a judge in the mailbox with this address; return whether it worked."""
    provider = find_provider(address, look_up, fetch)
    if provider is None:
        typer.echo(
            f"The provider of {address} is not known, and its domain names no servers. Say "
            "`judge setup` with imaps://USER@HOST and smtps://USER@HOST.",
            err=True,
        )
        return False
    typer.echo(f"{address} is a mailbox of {provider.name}. {provider.first}".rstrip())
    tokens = None
    try:
        given, more = _settings_for(address, provider, registration, settings_in(places.config))
        if not more["oauth"]:
            words = f"The {provider.login} of {provider.user_of(address)}"
            given["imap_password"] = given["relay_password"] = typer.prompt(words, hide_input=True)
        elif not dry:
            server = sign_in_server(provider.oauth)
            client = OAuthClient(server, registration.client_id, registration.secret)
            tokens = sign_in(client, registration.port)
    except (StepError, SignInError) as error:
        typer.echo(str(error), err=True)
        return False
    except OSError as error:
        typer.echo(f"The provider does not answer: {error}.", err=True)
        return False
    keep = partial(_keep_tokens, tokens, Path(given["data"]), places.user)
    return set_up(given, places, sure=sure, dry=dry, more=more, before_start=keep)


def sign_in_again(settings: Configuration, port: int) -> bool:
    """Sign in again for the mailbox in the settings; return whether it worked."""
    act_as_owner(settings)
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_tokens(settings.token_file, sign_in(oauth_client_of(settings), port))
    except SignInError as error:
        typer.echo(f"{error}.", err=True)
        return False
    except OSError as error:
        typer.echo(f"It cannot be done: {error}.", err=True)
        return False
    typer.echo("The judge is signed in; a judge that runs goes on by itself.")
    return True


def sign_in(client: OAuthClient, port: int) -> Tokens:
    """Let a person sign in with a browser; return the tokens. Raises SignInError or OSError."""
    if client.server.device:
        code = device_code(client)
        typer.echo(f"Open {code.address} with any browser, and type the code {code.code}")
        typer.echo("Sign in there with the judge's mailbox. Waiting ...")
        return tokens_by_device(client, code, utc_now, time.sleep)
    loopback = Loopback(client, port)
    typer.echo(f"Open this address with a browser on this machine:\n\n{loopback.address()}\n")
    typer.echo(
        "If the browser is on another machine, first let it reach this one:\n"
        f"    ssh -L {loopback.port}:127.0.0.1:{loopback.port} THIS-MACHINE\nWaiting ..."
    )
    return loopback.tokens(utc_now, _FOR_THE_BROWSER)


def find_provider(address: str, look_up: Lookup, fetch: Fetch) -> Provider | None:
    """Return the provider of an address, known or found by its domain; None if unknown.

    A domain names its servers by a file of Mozilla's autoconfig, or by SRV records (RFC 6186, RFC
    8314).
    """
    domain = address.rpartition("@")[2].lower()
    known = provider_of(domain)
    if known is not None:
        return known
    try:
        known = provider_of(domain, look_up(domain, "MX"))
        if known is not None:
            return known
        return _by_autoconfig(address, domain, fetch) or _by_srv(domain, look_up)
    except UnansweredError:
        return _by_autoconfig(address, domain, fetch)


def fetch(address: str) -> str | None:
    """Return the page at an address, or None if there is none."""
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as page:
            return str(page.read(_MOST_BYTES).decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        error.close()
        return None
    except (OSError, ValueError):
        return None


def _by_autoconfig(address: str, domain: str, fetch: Fetch) -> Provider | None:
    asked = urllib.parse.quote(address)
    pages = (
        f"https://autoconfig.{domain}/mail/config-v1.1.xml?emailaddress={asked}",
        f"https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml?emailaddress={asked}",
    )
    found = (read_autoconfig(page, domain) for page in map(fetch, pages) if page)
    return next(filter(None, found), None)


def _by_srv(domain: str, look_up: Lookup) -> Provider | None:
    imap = (("imaps", Tls.IMPLICIT), ("imap", Tls.STARTTLS))
    smtp = (("submissions", Tls.IMPLICIT), ("submission", Tls.STARTTLS))
    incoming = next(_services(domain, imap, look_up), None)
    outgoing = next(_services(domain, smtp, look_up), None)
    if incoming is None or outgoing is None:
        return None
    return Provider(domain, incoming, outgoing)


def _services(domain: str, kinds: tuple[tuple[str, Tls], ...], look_up: Lookup) -> Iterator[Host]:
    for kind, tls in kinds:
        for record in sorted(look_up(f"_{kind}._tcp.{domain}", "SRV")):
            _priority, _weight, port, host = record.split()
            # RFC 6186 section 3.4: a target "." says that there is no such service.
            if host.strip("."):
                yield Host(host.rstrip("."), int(port), tls)


def _settings_for(
    address: str, provider: Provider, registration: Registration, before: Mapping[str, object]
) -> tuple[dict[str, str], dict[str, str | int | bool]]:
    """Return the answers to the questions of `judge setup`, and further settings."""
    signs_in = provider.login == "oauth" or bool(registration.client_id)
    if signs_in and not provider.oauth:
        raise StepError(f"{provider.name} lets no program like this sign in; use a password.")
    if signs_in and not registration.client_id:
        raise StepError(
            f"{provider.name} takes no passwords of programs, so the judge must be registered "
            "there once. deploy/MAILBOXES.md says where; then name its client id by --client-id."
        )
    user = provider.user_of(address)
    kinds = {Tls.IMPLICIT: "s", Tls.STARTTLS: "", Tls.NONE: ""}
    imap, smtp = provider.imap, provider.smtp
    given = {
        "address": address,
        "mail_in": f"imap{kinds[imap.tls]}://{user}@{imap.name}:{imap.port}",
        "mail_out": f"smtp{kinds[smtp.tls]}://{user}@{smtp.name}:{smtp.port}",
        "data": str(before.get("data") or "/var/lib/judge"),
        "web": str(before.get("web_url") or "no"),
    }
    if before.get("keeper"):
        given["keeper"] = str(before["keeper"])
    more: dict[str, str | int | bool] = {
        # Providers let an account send only from its own address.
        "return_paths": False,
        "plus_addresses": provider.plus_addresses,
        "authserv_id": provider.authserv_id,
        "oauth": provider.oauth if signs_in else "",
        "oauth_client": registration.client_id if signs_in else "",
        "oauth_secret": registration.secret if signs_in else "",
    }
    limits = {"mails_per_hour": provider.mails_per_hour, "mails_per_day": provider.mails_per_day}
    more |= {name: most for name, most in limits.items() if most or before.get(name)}
    if signs_in:
        more |= {"imap_password": "", "relay_password": ""}
    return given, more


def _keep_tokens(tokens: Tokens | None, data: Path, user: str) -> None:
    """Write the tokens of a sign-in into the data folder, for the user of the judge."""
    owner = owner_of(user)
    if tokens is None or owner is None:
        return
    file = Configuration(data=data).token_file
    write_tokens(file, tokens)
    os.chown(file, owner.user, owner.group)
