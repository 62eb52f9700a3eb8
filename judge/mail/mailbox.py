"""Receives mail by IMAP: stores each mail of a mailbox, then moves it to another folder.

The judge relies on the mails alone: a notification is only a hint, and a lost connection is normal.
A mail that is fetched twice is stored once.
"""

import logging
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from threading import Event
from typing import Protocol, TypeAlias

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientError, LoginError

from judge.letter import Delivery, Tls
from judge.mail.intake import Keep
from judge.mail.message import delivered_to, return_path
from judge.mail.mime import MAX_BYTES
from judge.mail.oauth import AccessToken, Bearer
from judge.troubles import fields_of

_LOG = logging.getLogger(__name__)

# Batch size: with mails of the greatest size, 50 MB are fetched before they are moved.
_BATCH = 50
_FIRST_PAUSE = timedelta(seconds=2)
_LONGEST_PAUSE = timedelta(minutes=5)
_IDLE_SLICE_SECONDS = 1  # short, so that the judge can stop soon
# Longer mails are cut; their text comes first. BODY.PEEK does not set the flag Seen.
_BODY = f"BODY.PEEK[]<0.{MAX_BYTES}>"
_BODY_KEY = b"BODY[]<0>"
_DATE, _DATE_KEY = "INTERNALDATE", b"INTERNALDATE"


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The mailbox that receives the judge's mail, and the folder for stored mail.

    The login is by `password`, or by an access token if there is a `token`.

    The mailbox is checked at least every `poll_every`, even if the server reports nothing: a phase
    waits for a check that began after its deadline.
    """

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    judge_address: str
    tls: Tls = Tls.IMPLICIT
    folder: str = "INBOX"
    processed: str = "Processed"
    #: The names of folders for spam; a folder with the flag \\Junk is read, too.
    junk: tuple[str, ...] = ()
    ca_file: str | None = None
    token: AccessToken | None = field(default=None, repr=False)
    timeout: timedelta = timedelta(seconds=60)
    poll_every: timedelta = timedelta(seconds=20)


# A function that returns whether a mail in the folder for spam is for the judge.
IsOurs: TypeAlias = Callable[[Delivery], bool]
# Usual names of the folder for spam, for servers that do not flag it (RFC 6154).
_JUNK_NAMES = ("Junk", "Junk Email", "Junk E-mail", "Junk Mail", "Spam", "Spamverdacht", "Bulk")
# At most this many mails, the newest, are checked in a folder that is new to the judge.
_MOST_JUNK = 500


class Looks(Protocol):
    """Records when the mailbox was checked."""

    def looking(self) -> AbstractContextManager[None]:
        """Return a context for one check of the mailbox.

        At its end, all mail that was there at its start is stored.
        """
        ...

    def unreachable(self, reason: str) -> None:
        """Record that the mailbox cannot be reached, and what its server or our library said."""
        ...


def watch(
    mailbox: Mailbox,
    keep: Keep,
    is_ours: IsOurs,
    looks: Looks,
    stop: Event,
    chance: Callable[[], float],
) -> None:
    """Store all mail that arrives until `stop` is set; reconnect after each failure.

    A mail in the folder for spam counts as arrived if `is_ours` is true for it. `chance` gives
    numbers from 0 to 1, which spread the pauses after failures.
    """
    failures = 0
    junk = _Junk(mailbox, is_ours)
    while not stop.is_set():
        try:
            with connected(mailbox) as client:
                for _round in _rounds(client, mailbox, keep, junk, looks, stop=stop):
                    failures = 0
        except Exception as error:  # noqa: BLE001 - mail stays safely in the mailbox
            failures += 1
            reason = _words(error)
            # Servers end idle connections. Only a second failure means that the server is away.
            if failures > 1:
                looks.unreachable(reason)
            _LOG.warning("mailbox failed: %s", reason, extra=fields_of(reason))
            stop.wait(pause(failures, chance()).total_seconds())


@contextmanager
def connected(mailbox: Mailbox) -> Iterator[IMAPClient]:
    """Yield a client that is logged in and has the mailbox's folder open."""
    seconds = mailbox.timeout.total_seconds()
    implicit = mailbox.tls is Tls.IMPLICIT
    client = IMAPClient(
        mailbox.host,
        mailbox.port,
        ssl=implicit,
        ssl_context=ssl.create_default_context(cafile=mailbox.ca_file) if implicit else None,
        timeout=SocketTimeout(connect=seconds, read=seconds),
    )
    # By default IMAPClient returns times without a zone.
    client.normalise_times = False
    try:
        if mailbox.tls is Tls.STARTTLS:
            client.starttls(ssl.create_default_context(cafile=mailbox.ca_file))
        _log_in(client, mailbox)
        if not client.folder_exists(mailbox.processed):
            client.create_folder(mailbox.processed)
        client.select_folder(mailbox.folder)
        yield client
    finally:
        _hang_up(client)


def _log_in(client: IMAPClient, mailbox: Mailbox) -> None:
    if mailbox.token is None:
        if client.has_capability("LOGINDISABLED"):
            # RFC 9051 section 6.2.3 forbids to send a password then.
            offered = ", ".join(sorted(_mechanisms(client))) or "none"
            raise LoginError(f"LOGINDISABLED: no password is taken here, only {offered}")
        client.login(mailbox.user, mailbox.password)
        return
    token = mailbox.token("")
    try:
        _bear(client, mailbox.user, token)
    except LoginError:
        # The provider may have revoked the token before its end, so try once with a renewed one.
        _bear(client, mailbox.user, mailbox.token(token))


def _bear(client: IMAPClient, user: str, token: str) -> None:
    bearer = Bearer(_mechanisms(client), user, token)
    try:
        client.sasl_login(bearer.mechanism, bearer)
    except LoginError as error:
        raise LoginError(f"{bearer.mechanism}: {error} {bearer.refusal}".strip()) from None


def _mechanisms(client: IMAPClient) -> set[str]:
    names = (one.decode("ascii", "replace").upper() for one in client.capabilities())
    return {name.removeprefix("AUTH=") for name in names if name.startswith("AUTH=")}


def collect(client: IMAPClient, mailbox: Mailbox, keep: Keep) -> int:
    """Store every mail in the folder, then move it; return the number of mails.

    If `keep` raises, the mails of the batch stay in the folder.
    """
    done: set[int] = set()
    while batch := _next_batch(client, done):
        done |= set(batch)
        for raw, arrived in fetch_new(client, batch):
            recipient = delivered_to(raw, mailbox.judge_address)
            keep(Delivery(raw, recipient, return_path(raw), arrived))
        put_away(client, batch, mailbox.processed)
    return len(done)


def fetch_new(client: IMAPClient, batch: list[int]) -> Iterator[tuple[bytes, datetime]]:
    """Yield the mails with these numbers that still exist, oldest first.

    Each comes with the moment when the server received it (INTERNALDATE, RFC 9051 section 2.3.3).
    """
    for _number, raw, arrived in _fetched(client, batch):
        yield raw, arrived


def _fetched(client: IMAPClient, batch: list[int]) -> Iterator[tuple[int, bytes, datetime]]:
    # IMAPClient 4 raises on ranges such as "1:*"; it takes only whole numbers.
    answers = client.fetch(batch, [_BODY, _DATE])
    for number in sorted(answers):
        raw = answers[number].get(_BODY_KEY)
        if raw:
            yield number, raw, answers[number][_DATE_KEY].astimezone(UTC)


def put_away(client: IMAPClient, batch: list[int], processed: str) -> None:
    """Move these mails to the folder for stored mail, with or without the MOVE extension."""
    if client.has_capability("MOVE"):
        client.move(batch, processed)
        return
    # Without MOVE (RFC 6851) we copy first, so that a crash leaves a duplicate, never a gap.
    client.copy(batch, processed)
    client.delete_messages(batch, silent=True)
    if client.has_capability("UIDPLUS"):
        # RFC 4315: expunge only our mails, not those that another client marked as deleted.
        client.uid_expunge(batch)
    else:
        client.expunge()


def probe_mailbox(mailbox: Mailbox) -> str | None:
    """Return why this mailbox cannot be read now, or None if it can."""
    try:
        with connected(mailbox):
            return None
    except (IMAPClientError, OSError) as error:
        return _words(error)


def _words(error: Exception) -> str:
    return " ".join(f"{type(error).__name__} {error}".split())[:200]


def folder_of(mailbox: Mailbox, subject: str) -> str | None:
    """Return the user's folder that contains a mail with this subject, or None.

    Raises IMAPClientError or OSError if the server does not answer.
    """
    with connected(mailbox) as client:
        for _flags, _delimiter, folder in client.list_folders():
            with suppress(IMAPClientError):  # a folder that can hold only folders
                client.select_folder(folder, readonly=True)
                if client.search(["SUBJECT", subject]):
                    return str(folder)
    return None


def pause(failures: int, jitter: float) -> timedelta:
    """Return the pause before the next attempt, doubling from 2 seconds to 5 minutes."""
    doubled = _FIRST_PAUSE * (1 << min(max(failures - 1, 0), 20))
    return min(doubled, _LONGEST_PAUSE) * (0.5 + 0.5 * jitter)


class _Junk:
    """The folders for spam, and the number up to which the mails in each were checked."""

    def __init__(self, mailbox: Mailbox, is_ours: IsOurs) -> None:
        self._mailbox = mailbox
        self._is_ours = is_ours
        self._seen: dict[str, tuple[int, int]] = {}

    def rescue(self, client: IMAPClient) -> None:
        """Move mail for the judge from the folders for spam to the folder that is read."""
        for folder in junk_folders(client, self._mailbox):
            status = client.folder_status(folder, ["UIDVALIDITY", "UIDNEXT"])
            now = (int(status[b"UIDVALIDITY"]), int(status[b"UIDNEXT"]))
            before = self._seen.get(folder)
            if now != before:
                begin = before[1] if before and before[0] == now[0] else 1
                self._look(client, folder, begin)
                self._seen[folder] = now

    def _look(self, client: IMAPClient, folder: str, begin: int) -> None:
        client.select_folder(folder)
        # RFC 9051 section 6.4.8: a range also finds the newest mail if its number is smaller.
        found = (one for one in client.search(["UID", f"{begin}:*"]) if one >= begin)
        new = sorted(found)[-_MOST_JUNK:]
        moved = 0
        for start in range(0, len(new), _BATCH):
            for number, raw, arrived in _fetched(client, new[start : start + _BATCH]):
                recipient = delivered_to(raw, self._mailbox.judge_address)
                if self._is_ours(Delivery(raw, recipient, return_path(raw), arrived)):
                    put_away(client, [number], self._mailbox.folder)
                    moved += 1
        if new:
            counts = {"rescued": moved, "left": len(new) - moved}
            _LOG.info("mail in the folder for spam", extra=counts)


def junk_folders(client: IMAPClient, mailbox: Mailbox) -> list[str]:
    """Return the folders for spam: those with the flag (RFC 6154) or a name from the settings.

    If there are none, they are the folders with usual names.
    """
    listed = [(flags, str(name)) for flags, _, name in client.list_folders()]
    names = [name for _, name in listed]
    found = [name for flags, name in listed if b"\\Junk" in flags]
    found += [name for name in mailbox.junk if name in names]
    usual = [name for name in _JUNK_NAMES if name in names]
    read = {mailbox.folder, mailbox.processed}
    return [name for name in dict.fromkeys(found or usual) if name not in read]


def _rounds(
    client: IMAPClient, mailbox: Mailbox, keep: Keep, junk: _Junk, looks: Looks, *, stop: Event
) -> Iterator[None]:
    """Collect mail until `stop` is set; yield after each collection.

    The server may announce a mail inside the answer to any command, where the announcement is lost.
    So the wait begins right after SELECT, and only if SELECT counts as many mails as there were
    when the folder was last found empty of new mail.
    """
    quiet: int | None = None
    while not stop.is_set():
        with looks.looking():
            junk.rescue(client)
            count = int(client.select_folder(mailbox.folder)[b"EXISTS"])
            again = count != quiet
            if again:
                quiet = None if collect(client, mailbox, keep) else count
        if again:
            yield
        else:
            _wait(client, mailbox.poll_every.total_seconds(), stop)


def _wait(client: IMAPClient, seconds: float, stop: Event) -> None:
    """Wait `seconds`, or until the server announces anything or `stop` is set."""
    if not client.has_capability("IDLE"):
        stop.wait(seconds)
        return
    # On a dead connection `idle_check` returns nothing without waiting. So the number of checks is
    # limited; then `idle_done` raises.
    client.idle()
    for _slice in range(max(1, round(seconds))):
        if stop.is_set() or client.idle_check(timeout=_IDLE_SLICE_SECONDS):
            break
    client.idle_done()


def _next_batch(client: IMAPClient, done: set[int]) -> list[int]:
    # Mail marked as deleted may still be listed if another client has not expunged it.
    waiting: Iterable[int] = client.search(["NOT", "DELETED"])
    return list(islice((n for n in sorted(waiting) if n not in done), _BATCH))


def _hang_up(client: IMAPClient) -> None:
    # An error here must not hide the error that ended the connection.
    with suppress(IMAPClientError, OSError):
        client.logout()
        return
    with suppress(IMAPClientError, OSError):
        client.shutdown()
