"""The judge writes to itself, and says where the mail got lost if it does not come.

Where no judge runs, its doors are opened for this one mail; whatever else comes
meanwhile is put off (451), and comes again.
"""

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, nullcontext
from datetime import datetime
from functools import partial
from threading import Event

from imapclient.exceptions import IMAPClientError

from judge.cli.check.database import UNREACHABLE, opened
from judge.cli.check.finding import Finding
from judge.cli.check.postfix import CLASSES, Postfix, read_postfix, waiting_for
from judge.config import Configuration
from judge.letter import Delivery
from judge.mail import Listener, Probe, RelayConnection, Sent, folder_of, probe_mail
from judge.store import inbox
from judge.ways import doors_of, mailbox_of, relay_of, signer_of

_PAUSE = 0.5
_LOOKS = 60  # half a minute, in which a mail server of one's own is long done
_LOOKS_ABROAD = 240
_SELDOM = 10
_OWN = ("localhost", "127.0.0.1", "::1")


def probe_finding(
    settings: Configuration, now: datetime, *, serving: bool, looks: int = 0
) -> Finding:
    """Return whether a mail to the judge comes in, and if not, where it got lost.

    It is looked for `looks` times, or as often as mail may take.
    """
    probe = probe_mail(settings.address, secrets.token_hex(8), now)
    near = settings.relay_host in _OWN and not settings.imap_host
    tries = looks or (_LOOKS if near else _LOOKS_ABROAD)
    came = Event()
    with ExitStack() as stack:
        try:
            if not serving:
                _open_doors(settings, probe, came, stack, now)
        except OSError as error:
            note = f"Not tried, for a port is taken: {error.strerror}."
            return Finding("mail in", note=note)
        refused = _sent(settings, probe)
        if refused:
            return Finding("mail in", trouble=_of_refusal(settings, probe, refused))
        kept = partial(_was_kept, settings, probe) if serving else came.is_set
        if _arrives(settings, probe, kept, tries):
            return Finding("mail in", f"a mail to {probe.recipient} came in.")
    return Finding("mail in", trouble=_of_loss(settings, probe, serving=serving))


def _open_doors(
    settings: Configuration, probe: Probe, came: Event, stack: ExitStack, now: datetime
) -> None:
    def keep(mail: Delivery) -> None:
        if mail.recipient.lower() != probe.recipient.lower():
            raise ConnectionRefusedError
        came.set()

    def arriving() -> AbstractContextManager[datetime]:
        return nullcontext(now)

    for door in doors_of(settings):
        stack.enter_context(Listener(door, keep, arriving))


def _sent(settings: Configuration, probe: Probe) -> str | None:
    """Return why the probe could not be sent, or None when it was."""
    path = probe.recipient if settings.return_paths else settings.address
    try:
        signer = signer_of(settings)
    except OSError:
        signer = None
    with RelayConnection(relay_of(settings), signer) as connection:
        outcome = connection.send(probe.raw, path, probe.recipient)
    return None if isinstance(outcome, Sent) else outcome.reason


def _arrives(settings: Configuration, probe: Probe, kept: Callable[[], bool], looks: int) -> bool:
    """Return whether it is kept, or lies in the mailbox to be read."""
    for look in range(looks):
        if kept():
            return True
        # Each look at a mailbox is a new connection, so they are few.
        seldom = settings.imap_host and look % _SELDOM == _SELDOM - 1
        if seldom and _lies_in(settings, probe) == settings.imap_folder:
            return True
        time.sleep(_PAUSE)
    return False


def _was_kept(settings: Configuration, probe: Probe) -> bool:
    digest = inbox.letter_digest(probe.raw, probe.recipient)
    try:
        with opened(settings) as store, store.connect() as connection:
            return inbox.was_kept(connection, digest)
    except UNREACHABLE:
        return False


def _lies_in(settings: Configuration, probe: Probe) -> str | None:
    """Return the folder of the mailbox in which the probe lies, if one is read."""
    mailbox = mailbox_of(settings)
    if mailbox is None:
        return None
    try:
        return folder_of(mailbox, probe.message_id)
    except (IMAPClientError, OSError):
        return None


def _of_refusal(settings: Configuration, probe: Probe, reason: str) -> str:
    relay = f"{settings.relay_host}:{settings.relay_port}"
    advice = " ".join(_advice(settings)) or (
        "It must take mail from the judge, and mail for the judge with anything behind a plus sign."
    )
    return f"{relay} refuses a mail to {probe.recipient}: {reason}. {advice}"


def _of_loss(settings: Configuration, probe: Probe, *, serving: bool) -> str:
    """Return where a mail got lost that the relay took and that did not come."""
    sent = f"A mail to {probe.recipient} was sent, and did not come in"
    folder = _lies_in(settings, probe)
    if folder is not None:
        return (
            f"{sent}: it lies in the folder {folder!r} of the mailbox. Tell the "
            f"provider to put the judge's mail into {settings.imap_folder!r}."
        )
    postfix = settings.relay_host in _OWN
    reason = waiting_for(probe.recipient) if postfix else None
    if reason:
        return f"{sent}: it waits in Postfix's queue ({reason}). " + (
            " ".join(_advice(settings)) or "Look whether the judge listens there."
        )
    advice = " ".join(_advice(settings))
    if advice:
        return f"{sent}. {advice}"
    awake = "" if serving or not settings.imap_host else " Does `judge serve` run?"
    return (
        f"{sent}. {settings.relay_host} took it: its log says what became of it, and "
        f"`+anything` behind the judge's name must be delivered as without it.{awake}"
    )


def _advice(settings: Configuration) -> Iterator[str]:
    """Yield what the Postfix of this machine does with the judge's mail instead."""
    postfix = read_postfix() if settings.relay_host in _OWN else None
    if postfix is None or settings.imap_host:
        return
    domain = settings.address.rpartition("@")[2]
    if "+" not in postfix.values["recipient_delimiter"]:
        yield (
            "Postfix knows no tokens behind a plus sign: `judge setup` sets "
            "`recipient_delimiter = +`."
        )
    kind = postfix.class_of(domain)
    if kind is None:
        yield f"Postfix takes no mail for {domain}; `judge setup` lets it."
    elif not _leads_here(settings, postfix):
        yield _where_it_goes(settings, postfix, kind)


def _where_it_goes(settings: Configuration, postfix: Postfix, kind: str) -> str:
    domain = settings.address.rpartition("@")[2]
    if kind == "mydestination":
        return (
            f"Postfix puts it into a Unix mailbox, for its `mydestination` holds "
            f"{domain}; `judge setup` writes a line that gives it to the judge."
        )
    return (
        f"Postfix hands it on to {postfix.transport_of(settings.address)!r} "
        f"(`{CLASSES[kind] or kind}`); `judge setup` lets it come to the judge."
    )


def _leads_here(settings: Configuration, postfix: Postfix) -> bool:
    ports = (settings.smtp_port, settings.lmtp_port)
    ours = tuple(f":{port}" for port in ports if port)
    return postfix.transport_of(settings.address).endswith(ours)
