"""Saying in plain words whether a judge with these settings would work."""

import socket
import zoneinfo
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from judge.app import mailbox_of, relay_of, signer_of
from judge.boards import Broken, VariantFile
from judge.config import Configuration
from judge.mail import bounce_address, probe_mailbox, probe_relay, probe_signer
from judge.service import FARTHEST, SLACK
from judge.shipped import opened_variants, shipped
from judge.store import is_current, open_store, openings


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: `trouble` says what is wrong and what to do."""

    subject: str
    good: str = ""
    trouble: str = ""


def findings(settings: Configuration, now: datetime) -> Iterator[Finding]:
    """Yield what was found out about each part of the configuration, one at a time."""
    checks: tuple[Callable[[Configuration, datetime], Finding], ...] = (
        _address,
        _data,
        _database,
        _listeners,
        _mailbox,
        _relay,
        _signature,
        _clock,
        _variants,
    )
    for check in checks:
        yield check(settings, now)


def _address(settings: Configuration, now: datetime) -> Finding:
    domain = settings.address.partition("@")[2]
    if not domain:
        return Finding(
            "address",
            trouble=f"{settings.address!r} is no mail address; set `address`.",
        )
    try:
        socket.getaddrinfo(domain, None)
    except OSError:
        return Finding(
            "address",
            trouble=f"The name {domain} cannot be looked up here. If players are to "
            "answer, it needs an MX or A record in the DNS.",
        )
    return Finding("address", f"{settings.address}; {domain} can be looked up.")


def _data(settings: Configuration, now: datetime) -> Finding:
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = settings.data / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return Finding(
            "data folder",
            trouble=f"Cannot write in {settings.data}: {error.strerror}. "
            "Set `data` to a folder that the judge's user owns.",
        )
    return Finding("data folder", f"{settings.data} can be written.")


def _database(settings: Configuration, now: datetime) -> Finding:
    try:
        store = open_store(settings.database_url)
        with store.connect() as connection:
            connection.execute(text("SELECT 1"))
        current = is_current(store, shipped("migrations"))
        store.dispose()
    except (SQLAlchemyError, OSError, ImportError) as error:
        return Finding(
            "database",
            trouble=f"Cannot be reached ({type(error).__name__}). Is `database` right, "
            "does the server run, and may this user log in?",
        )
    if not current:
        return Finding(
            "database",
            trouble="Its tables are not those of this version; `judge migrate` brings "
            "them up to date, and so does `judge serve` when it starts.",
        )
    return Finding("database", "can be reached and is up to date.")


def _listeners(settings: Configuration, now: datetime) -> Finding:
    ports = [port for port in (settings.smtp_port, settings.lmtp_port) if port]
    for port in ports:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((settings.listen_host, port))
            except OSError as error:
                return Finding(
                    "listeners",
                    trouble=f"Port {port} on {settings.listen_host} cannot be opened: "
                    f"{error.strerror}. Does a judge run already? Else choose another.",
                )
    if not ports and not settings.imap_host:
        return Finding(
            "listeners",
            trouble="No mail can come in: set `smtp_port`, `lmtp_port` or `imap_host`.",
        )
    return Finding("listeners", f"ports {ports} are free." if ports else "none wanted.")


def _mailbox(settings: Configuration, now: datetime) -> Finding:
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


def _relay(settings: Configuration, now: datetime) -> Finding:
    path = settings.address
    if settings.return_paths:
        path = bounce_address(settings.address, "0")
    trouble = probe_relay(relay_of(settings), path)
    where = f"{settings.relay_host}:{settings.relay_port}"
    if trouble:
        return Finding(
            "mail out",
            trouble=f"{where} does not take mail from {path}: {trouble}. Look at the "
            "settings that begin with `relay_`, and at `return_paths`.",
        )
    return Finding("mail out", f"{where} takes mail.")


def _signature(settings: Configuration, now: datetime) -> Finding:
    try:
        signer = signer_of(settings)
    except OSError as error:
        return Finding("signature", trouble=f"`dkim_key`: {error.strerror}.")
    if signer is None:
        return Finding("signature", "left to the relay (DKIM).")
    trouble = probe_signer(signer)
    if trouble:
        return Finding(
            "signature",
            trouble=f"Others cannot verify the judge's mail (DKIM): {trouble}. "
            "deploy/README.md tells how to make the key and its record.",
        )
    return Finding("signature", "the judge's mail is signed, and can be verified.")


def _clock(settings: Configuration, now: datetime) -> Finding:
    if not zoneinfo.available_timezones():
        return Finding(
            "clock", trouble="There are no time zones; install the package tzdata."
        )
    last = _last_sign(settings)
    if last is not None and not last - FARTHEST <= now <= last + FARTHEST:
        return Finding(
            "clock",
            trouble=f"It says {now:%Y-%m-%d %H:%M} UTC, but the judge was last awake "
            f"at {last:%Y-%m-%d %H:%M}, and does nothing by a clock that is so far "
            "off. Set this machine's clock (NTP), or say `judge clock right`.",
        )
    if last is not None and last > now + SLACK:
        return Finding(
            "clock",
            trouble=f"It says {now:%Y-%m-%d %H:%M} UTC, but the judge was already "
            f"awake at {last:%Y-%m-%d %H:%M}. Set this machine's clock (NTP).",
        )
    return Finding("clock", f"{now:%Y-%m-%d %H:%M} UTC.")


def _last_sign(settings: Configuration) -> datetime | None:
    try:
        store = open_store(settings.database_url)
        with store.connect() as connection:
            last = openings.last_sign(connection)
        store.dispose()
    except (SQLAlchemyError, OSError, ImportError):
        return None
    return last


def _variants(settings: Configuration, now: datetime) -> Finding:
    opened = opened_variants(settings.variants)
    broken = [one for one in opened if isinstance(one, Broken)]
    if broken:
        first = str(broken[0].problems[0])
        return Finding(
            "variants",
            trouble=f"{', '.join(one.name for one in broken)}: broken, so no game can "
            f"be created on it; `judge variant check` says all. The first: {first}",
        )
    names = [one.variant.name for one in opened if isinstance(one, VariantFile)]
    if not names:
        return Finding(
            "variants",
            trouble="No variant was found; `variants` must name a folder with one "
            "folder a variant, each with its variant.toml.",
        )
    return Finding("variants", ", ".join(names))
