"""Builds the judge from its settings, and runs it.

No other module reads the clock, the settings or random numbers.
"""

import contextlib
import errno
import logging
import os
import random
import secrets
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import partial
from threading import Event, Thread

from judge.child import AbsentError, Child, FailedError, Limits, LostError
from judge.config import Configuration
from judge.host import version
from judge.letter import SHORTEST_KEY, Delivery
from judge.mail import Keep, Listener, Mailbox, Unshown, watch
from judge.pictures import PictureCache
from judge.reader import LetterReader, answered, reading_process
from judge.render import Renderer
from judge.service import (
    QUEUES,
    Doors,
    Judge,
    answer_alone,
    chores,
    is_for_judge,
    keep_mail,
    note_signs,
    work_pages,
)
from judge.shipped import shipped, shipped_variants, variant_homes
from judge.signatures import SignatureCheck, signature_process
from judge.store import WAKEUPS, conninfo, migrate, open_reader, open_store, store_trouble
from judge.troubles import trouble
from judge.upkeep import upkeep_of
from judge.ways import doors_of, mailbox_of, sender_of
from judge.work import PATIENCE, Alarm, Bells, tell_systemd, work_port

log = logging.getLogger(__name__)

Clock = Callable[[], datetime]
Looking = Callable[[Unshown, datetime], str]

# Limits for a letter in a process of its own. A letter usually takes milliseconds; no other letter
# waits for this one.
_ALONE = Limits(timedelta(minutes=5), cpu=timedelta(minutes=1), memory=2**30)


def utc_now() -> datetime:
    """Return the time, aware, in UTC."""
    return datetime.now(UTC)  # noqa: TID251 - the one place that reads the clock


def build(settings: Configuration, clock: Clock = utc_now) -> Judge:
    """Return the judge of `settings`, after migrating its database."""
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    judge = judge_of(settings, clock)
    migrate(judge.store, shipped("migrations"))
    return judge


def judge_of(settings: Configuration, clock: Clock = utc_now) -> Judge:
    """Return the judge of `settings`, without migrating its database."""
    return Judge(
        store=open_store(settings.database_url),
        renderer=Renderer(
            settings.templates or shipped("templates"),
            settings.address,
            version=version(),
            plus_addresses=settings.plus_addresses,
            url=settings.web_url,
        ),
        reader=LetterReader(reading_process().ask),
        glance=LetterReader(reading_process().ask),
        signed=signatures_of(settings),
        alone=partial(_answered_alone, settings),
        send=sender_of(settings, clock),
        picture=studio_of(settings).picture,
        variants=shipped_variants(settings.variants),
        seed=lambda: secrets.randbits(63),
        jitter=random.random,
        address=settings.address,
        name=settings.name,
        keeper=settings.keeper,
        doors=Doors(clock, mailbox=bool(settings.imap_host)),
        outage=timedelta(seconds=settings.outage),
        redelivery=timedelta(seconds=settings.redelivery),
        mails_per_hour=settings.mails_per_hour,
        mails_per_day=settings.mails_per_day,
        answers_per_hour=settings.answers_per_hour,
        press_per_hour=settings.press_per_hour,
        games_per_day=settings.games_per_day,
        deadlines=_hours(settings.deadlines),
        plus_addresses=settings.plus_addresses,
        own_address=settings.own_address,
        started=clock(),
        servers=settings.servers,
        key=secret_key(settings),
        web_url=settings.web_url,
    )


def _hours(text: str) -> tuple[time, time] | None:
    first, _, last = text.partition("-")
    return (time.fromisoformat(first), time.fromisoformat(last)) if last else None


def _answered_alone(settings: Configuration, number: int, now: datetime) -> None:
    """Answer one letter in a process of its own.

    If the process dies or hangs, perhaps not because of the letter, a second one is tried. Raises
    LostError if that dies or hangs too, StoppedError if the letter needs more than the limits
    allow, and AbsentError if the process cannot start or fails otherwise.
    """
    for last in (False, True):
        child = Child(partial(_answer_alone, settings), _ALONE)
        try:
            child.ask((number, now))
        except LostError:
            if last:
                raise
        except FailedError as failed:
            raise AbsentError(str(failed)) from None
        else:
            return
        finally:
            child.close()


def _answer_alone(settings: Configuration, asked: tuple[int, datetime]) -> None:
    # This process is a child itself, and so has no children; it has limits of its own.
    judge = replace(judge_of(settings), reader=LetterReader(answered), signed=None)
    answer_alone(judge, *asked)
    judge.store.dispose()


def secret_key(settings: Configuration) -> bytes:
    """Return the secret key from which reply addresses are made.

    It is the setting `key`, or a random key in the data folder, which is made at the first call.
    """
    if settings.key.get_secret_value():
        return settings.key.get_secret_value().encode()
    file = settings.data / "key"
    if not file.exists():
        # Another process may do the same at this moment: a link appears whole, and only the first
        # one counts.
        with tempfile.NamedTemporaryFile(dir=settings.data) as new:
            new.write(secrets.token_hex(32).encode())
            new.flush()
            with contextlib.suppress(FileExistsError):
                os.link(new.name, file)
    key = file.read_bytes()
    if len(key) < SHORTEST_KEY:
        # A guessable key would let anybody order for anybody.
        wrong = trouble("key-damaged", file=str(file), least=SHORTEST_KEY)
        raise OSError(errno.EINVAL, str(wrong).rstrip("."))
    return key


def studio_of(settings: Configuration) -> PictureCache:
    """Return the cache that makes the pictures of mails."""
    return PictureCache(
        folder=settings.data / "pictures",
        homes=variant_homes(settings.variants),
        templates=settings.templates or shipped("templates"),
    )


def signatures_of(settings: Configuration) -> Looking | None:
    """Return the function that verifies letters' signatures, None if the settings disable it."""
    check = SignatureCheck(signature_process(settings.servers).ask)
    return check.signed if settings.verify_dkim else None


@dataclass(frozen=True, slots=True)
class Share:
    """The part of a judge's work that one program does: whether it takes mail, and which queues."""

    doors: bool = True
    queues: tuple[str, ...] = QUEUES


@contextmanager
def serving(
    judge: Judge, settings: Configuration, clock: Clock = utc_now, share: Share | None = None
) -> Iterator[Alarm]:
    """Do the judge's work, or a `share` of it, while the block runs."""
    share = share or Share()
    bells = Bells()

    def tell_systemd_of_life() -> bool:
        # systemd restarts a program from which it has not heard for long.
        if bells.work():
            _tell("WATCHDOG=1")
        return False

    upkeep = upkeep_of(settings)
    done = chores(judge, upkeep, clock, bells.ring, share.queues)
    bells.hang(done | {"systemd": tell_systemd_of_life}, settings.tick)
    if judge.store.dialect.name == "postgresql":
        bells.connect(conninfo(judge.store), WAKEUPS, share.queues)
    with ExitStack() as stack:
        _begin(judge, share, clock)
        if share.doors:
            _open_doors(stack, judge, settings, clock, bells.ring)
        stack.enter_context(bells.ringing())
        if settings.web_port and share.doors:
            stack.enter_context(web_of(judge, settings, clock, settings.web_port, bells.ring))
        if settings.work_port:
            pages = work_pages(judge, upkeep, clock, bells.work)
            stack.enter_context(work_port(settings.work_port, pages))
        _tell("READY=1")
        stack.callback(_tell, "STOPPING=1")
        yield bells.alarm


@contextmanager
def web_of(
    judge: Judge,
    settings: Configuration,
    clock: Clock,
    port: int,
    ring: Callable[[str], None] = lambda _: None,
) -> Iterator[int]:
    """Answer HTTP at `port` of `web_host` while the block runs, and yield the port.

    `ring` wakes the chore of a queue after a page has written a letter.

    Raises ModuleNotFoundError if the judge was installed without `judge[web]`.
    """
    from judge.render import PageRenderer  # noqa: PLC0415 - most judges have no web face
    from judge.service.site import Rooms, Site  # noqa: PLC0415 - as above
    from judge.web import WebDoor, web_app, web_face  # noqa: PLC0415 - as above

    url = settings.web_url or f"http://{settings.web_host}:{port}"
    pages = PageRenderer(
        settings.templates or shipped("templates"),
        variant_homes(settings.variants),
        address=settings.address,
        name=settings.name,
        url=url,
        version=version(),
    )
    site = Site(judge, open_reader(settings.database_url), pages, clock)
    door = WebDoor(settings.web_host, port, tuple(settings.web_proxies.split()))
    keep = _keeper(judge, clock, ring)

    def keep_now(mail: Delivery) -> None:
        # Until the letter is stored, no phase is processed that was due after its arrival.
        with judge.doors.arriving() as came:
            keep(replace(mail, arrived=came))

    rooms = Rooms(site, keep_now, partial(secrets.token_urlsafe, 32))
    with web_face(web_app(site, rooms, origin=url), door) as answered_at:
        yield answered_at


def _begin(judge: Judge, share: Share, clock: Clock) -> None:
    if "letters" in share.queues:
        judge.reader.start()
    if not share.doors:
        judge.doors.leave_to_others()
    note_signs(judge, clock)


def _open_doors(
    stack: ExitStack,
    judge: Judge,
    settings: Configuration,
    clock: Clock,
    ring: Callable[[str], None],
) -> None:
    """Take mail by all ways in until the stack is closed."""
    keep = _keeper(judge, clock, ring)
    for door in doors_of(settings):
        stack.enter_context(Listener(door, keep, judge.doors.arriving))
    mailbox = mailbox_of(settings, clock)
    if mailbox is not None:
        stack.enter_context(_watching(mailbox, keep, judge, clock))


def _tell(state: str) -> None:
    tell_systemd(os.environ.get("NOTIFY_SOCKET", ""), state)


def _keeper(judge: Judge, clock: Clock, ring: Callable[[str], None]) -> Keep:
    """Return a function that stores a mail and wakes the chore that answers it."""

    def keep(mail: Delivery) -> None:
        try:
            keep_mail(judge, mail, clock())
        except Exception as error:
            judge.doors.refused()
            if known := store_trouble(error, judge.store.url):
                error.add_note(str(known))
            raise
        ring("letters")

    return keep


@contextmanager
def _watching(mailbox: Mailbox, keep: Keep, judge: Judge, clock: Clock) -> Iterator[None]:
    """Read the mailbox in a thread until the block ends."""
    stop = Event()

    def is_ours(mail: Delivery) -> bool:
        return is_for_judge(judge, mail, clock())

    # A daemon thread: if it hangs on the network, the program ends without it.
    thread = Thread(
        target=watch,
        args=(mailbox, keep, is_ours, judge.doors, stop, judge.jitter),
        name="mailbox",
        daemon=True,
    )
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(PATIENCE.total_seconds())
