"""Building the judge from its settings, and running it.

The only place that reads the clock, the settings and chance.
"""

import contextlib
import logging
import os
import random
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

from judge.config import Configuration
from judge.mail import (
    Door,
    Keep,
    Listener,
    Mailbox,
    Protocol,
    Relay,
    RelayConnection,
    collect_now,
    watch,
)
from judge.render import PictureCache, Renderer
from judge.service import (
    Judge,
    answer_next_letter,
    keep_mail,
    process_due_games,
    send_next_notice,
)
from judge.shipped import shipped, shipped_variants
from judge.store import migrate, open_store
from judge.work import PATIENCE, Alarm

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the time, aware, in UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the one place that reads the clock


def build(settings: Configuration) -> Judge:
    """Return the judge of `settings`, its database brought up to date."""
    # At its usual level this log says at every start that nothing was to be done.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = open_store(settings.database_url)
    migrate(store, shipped("migrations"))
    return Judge(
        store=store,
        renderer=Renderer(settings.templates or shipped("templates"), settings.address),
        send=RelayConnection(relay_of(settings)).send,
        picture=studio_of(settings).picture,
        variants=shipped_variants(settings.variants),
        seed=lambda: secrets.randbits(63),
        jitter=random.random,
        address=settings.address,
        name=settings.name,
        keeper=settings.keeper,
        outage=timedelta(seconds=settings.outage),
        answers_per_hour=settings.answers_per_hour,
        started=utc_now(),
        key=secret_key(settings),
    )


def secret_key(settings: Configuration) -> bytes:
    """Return what reply addresses are made with; it is made and kept at first."""
    if settings.key.get_secret_value():
        return settings.key.get_secret_value().encode()
    file = settings.data / "key"
    if not file.exists():
        # Another process may do the same: the link is made once, and whole.
        with tempfile.NamedTemporaryFile(dir=settings.data) as new:
            new.write(secrets.token_hex(32).encode())
            new.flush()
            with contextlib.suppress(FileExistsError):
                os.link(new.name, file)
    return file.read_bytes()


def studio_of(settings: Configuration) -> PictureCache:
    """Return where the pictures of the mails are made."""
    return PictureCache(
        kept=settings.data / "pictures",
        variants=settings.variants or shipped("variants"),
        templates=settings.templates or shipped("templates"),
    )


def relay_of(settings: Configuration) -> Relay:
    """Return the server that sends the judge's mail on."""
    return Relay(
        host=settings.relay_host,
        port=settings.relay_port,
        tls=settings.relay_tls,
        user=settings.relay_user or None,
        password=settings.relay_password.get_secret_value(),
    )


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


@contextmanager
def serving(
    judge: Judge, settings: Configuration, clock: Clock = utc_now
) -> Iterator[Alarm]:
    """Take mail, answer it, mind the clock and send mail until the block is left."""

    def work() -> bool:
        answered = answer_next_letter(judge, clock())
        # What came in time may lie in a mailbox that is not yet looked into.
        if not answered and looked.is_set():
            process_due_games(judge, clock())
        alarm.ring("send")
        return answered

    def send() -> bool:
        return send_next_notice(judge, clock())

    def keep(raw: bytes, recipient: str, sender: str) -> None:
        keep_mail(judge, raw, recipient, sender, clock())
        alarm.ring("work")

    looked = Event()
    alarm = Alarm({"work": work, "send": send}, settings.tick)
    with ExitStack() as stack:
        for door in _doors(settings):
            stack.enter_context(Listener(door, keep))
        mailbox = mailbox_of(settings)
        stack.enter_context(_watching(mailbox, keep, judge.jitter, looked))
        alarm.start()
        stack.callback(alarm.stop)
        yield alarm


def _doors(settings: Configuration) -> Iterator[Door]:
    ports = {Protocol.SMTP: settings.smtp_port, Protocol.LMTP: settings.lmtp_port}
    for protocol, port in ports.items():
        if port:
            yield Door(settings.listen_host, port, protocol, settings.address)


@contextmanager
def _watching(
    mailbox: Mailbox | None, keep: Keep, chance: Callable[[], float], looked: Event
) -> Iterator[None]:
    """Watch the mailbox, if there is one; set `looked` after the first look into it."""
    if mailbox is None:
        looked.set()
        yield
        return

    def look_and_watch() -> None:
        collect_now(mailbox, keep)
        looked.set()
        watch(mailbox, keep, stop, chance)

    stop = Event()
    # A daemon: it is left behind when it hangs on the network.
    thread = Thread(target=look_and_watch, name="mailbox", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(PATIENCE.total_seconds())
