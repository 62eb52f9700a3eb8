"""The checks of `judge check`: whether a judge with these settings works.

At the end the judge sends a mail to itself. If it does not arrive, the check says where it got
lost. If no judge runs, the check opens its doors for this one mail; other mail that comes then is
put off (451), and comes again.
"""

import errno
import os
import re
import secrets
import shutil
import stat
import subprocess
import sys
import tempfile
import time
import zoneinfo
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import Event

from imapclient.exceptions import IMAPClientError
from sqlalchemy import Engine
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from judge.app import utc_now
from judge.boards import Broken, VariantFile, folders_in
from judge.cli.console import address_trouble, program_hidden, sqlite_file
from judge.cli.dns import Lookup, UnansweredError, look_up, record_findings
from judge.cli.ports import is_serving, listener_findings, page_port_finding, port_trouble
from judge.cli.postfix import CLASSES, Postfix, read_postfix, waiting_for
from judge.cli.settings import Finding, read_settings, senseless, settings_in_environment
from judge.cli.web import web_findings
from judge.config import Configuration, settings_file
from judge.host import is_in_service
from judge.letter import SHORTEST_KEY, Delivery
from judge.mail import (
    LEAST_KEY_BITS,
    Listener,
    Mailbox,
    Probe,
    RelayConnection,
    Sent,
    bounce_address,
    folder_of,
    key_bits,
    probe_mail,
    probe_mailbox,
    probe_relay,
    probe_signer,
    provider_at,
)
from judge.render import broken_templates
from judge.service import FARTHEST, LEAST_FREE, SLACK, look, wrong_clock
from judge.shipped import opened_variants, shipped
from judge.store import (
    TablesState,
    inbox,
    is_damaged,
    open_store,
    store_trouble,
    tables_state,
    upkeep,
)
from judge.troubles import Trouble, server_trouble, trouble
from judge.upkeep import upkeep_of
from judge.ways import doors_of, mailbox_of, relay_of, signer_of
from judge.work import LOOPBACK


def clock_finding(
    now: datetime, last: datetime | None, synchronized: Callable[[], bool | None]
) -> Finding:
    """Return whether the clock can be right; the judge was last awake at `last`.

    `synchronized` returns whether NTP sets this machine's clock, None if unknown.
    """
    if not zoneinfo.available_timezones():
        return Finding.of("clock", trouble("no-time-zones"))
    if last is not None and not last - FARTHEST <= now <= last + FARTHEST:
        return Finding.of("clock", wrong_clock(now, last))
    if last is not None and last > now + SLACK:
        before = f"{last:%Y-%m-%d %H:%M}"
        return Finding.of("clock", trouble("clock-went-back", before=before, after=f"{now:%H:%M}"))
    if synchronized() is False:
        return Finding.of("clock", trouble("clock-not-set", moment=f"{now:%Y-%m-%d %H:%M}"))
    return Finding("clock", f"{now:%Y-%m-%d %H:%M} UTC.")


def set_by_ntp() -> bool | None:
    """Return whether NTP sets this clock, by asking systemd; None without systemd."""
    program = shutil.which("timedatectl")
    if program is None:
        return None
    words = [program, "show", "--property=NTPSynchronized", "--value"]
    said = subprocess.run(words, check=False, capture_output=True, text=True)
    return {"yes": True, "no": False}.get(said.stdout.strip())


# Errors of opening or querying a database; ValueError for an address without a port.
UNREACHABLE = (SQLAlchemyError, OSError, ImportError, ValueError)


def database_finding(settings: Configuration, *, whole: bool = True) -> Finding:
    """Return whether the judge can work with its database; damage is looked for in the `whole`."""
    if unusable := address_trouble(settings):
        return Finding.of("database", unusable)
    try:
        file = sqlite_file(settings)
        if file is None:
            return _opened_finding(settings, whole=whole)
        wrong = _unusable_finding(settings, file)
        return wrong or _with_rights(_opened_finding(settings, whole=whole), file)
    except (ArgumentError, ValueError):
        return Finding.of("database", trouble("store-address"))


def _opened_finding(settings: Configuration, *, whole: bool) -> Finding:
    try:
        with opened(settings) as store:
            if whole and store.dialect.name == "sqlite" and is_damaged(settings.database_url):
                file = str(store.url.database)
                return Finding.of("database", trouble("store-damaged", file=file))
            state = tables_state(store, shipped("migrations"))
            return _in_use(settings, store, state) or _finding_of(state)
    except (ArgumentError, ValueError):
        raise
    except ImportError as error:
        return Finding.of("database", trouble("store-library", library=str(error.name)))
    except UNREACHABLE as error:
        known = store_trouble(error, settings.database_url)
        unknown = trouble("store-unusable", error=type(error).__name__)
        return Finding.of("database", known or unknown)


def _in_use(settings: Configuration, store: Engine, state: TablesState) -> Finding | None:
    """Return the trouble that another judge works on a store; raises an error if none can write."""
    if state is not TablesState.CURRENT:
        return None
    now = utc_now()
    with store.begin() as connection:
        upkeep.note_mark(connection, upkeep.CHECKED, now)
        others = upkeep.addresses(connection, now) - {settings.address}
    if others and is_in_service(settings.data):
        return Finding.of("database", trouble("two-judges", address=min(others)))
    return None


def _is_asleep(settings: Configuration, now: datetime) -> bool:
    """Return whether a judge holds the data folder, but gives no sign of life."""
    if not is_in_service(settings.data):
        return False
    kept = upkeep_of(settings)
    try:
        with opened(settings) as store, store.connect() as connection:
            found = look(connection, kept.machine(), kept.expected, now, clocks_differ=False)
            return found.is_asleep
    except UNREACHABLE:
        return False


def last_sign(settings: Configuration) -> datetime | None:
    """Return when the judge was last awake, or None if that is not known."""
    try:
        file = sqlite_file(settings)
        # To open an empty file would write into it, and so hide that a database was there.
        if file is not None and not (file.exists() and file.stat().st_size):
            return None
        with opened(settings) as store, store.connect() as connection:
            return inbox.last_sign(connection)
    except UNREACHABLE:
        return None


@contextmanager
def opened(settings: Configuration) -> Iterator[Engine]:
    """Yield the store. Check `sqlite_file` before, because SQLite creates a missing file."""
    store = open_store(settings.database_url)
    try:
        yield store
    finally:
        store.dispose()


def _unusable_finding(settings: Configuration, file: Path) -> Finding | None:
    """Return why a database file cannot be opened, None if it can."""
    if gone := database_gone(file):
        return Finding.of("database", gone)
    if not file.exists():
        if settings.database and not _can_be_written(file.parent):
            return Finding.of("database", trouble("store-no-folder", folder=str(file.parent)))
        note = "There is none yet; `judge serve` makes it when it starts."
        return Finding("database", note=note)
    if file.is_dir():
        return Finding.of("database", trouble("store-is-a-folder", file=str(file)))
    if os.statvfs(file).f_flag & os.ST_RDONLY:
        return Finding.of("database", trouble("store-disk-read-only", file=str(file)))
    if not os.access(file, os.R_OK | os.W_OK):
        return Finding.of("database", trouble("store-read-only", file=str(file)))
    return None


# A judge works with these all the same.
_HARMLESS = ("open-to-others", "store-open-to-others", "disk", "disk-full", "dkim-key-short")


def hindrances(settings: Configuration, ports: Mapping[str, tuple[str, int]]) -> Iterator[str]:
    """Yield why a judge with these settings must not start; it would do harm, or fail later.

    `ports` are the (host, port) that it opens, by the name of their setting.
    """
    for finding in senseless(settings):
        if finding.subject in ("data folder", "work_port", "web_port"):
            yield finding.trouble
    found = (
        *data_findings(settings),
        database_finding(settings, whole=False),
        signature_finding(settings, None),
    )
    yield from (one.trouble for one in found if one.trouble and one.name not in _HARMLESS)
    yield from filter(None, [templates_finding(settings).trouble])
    found_closed = (port_trouble(setting, *at) for setting, at in ports.items())
    closed = [str(one) for one in found_closed if one]
    if closed and is_in_service(settings.data):
        closed = [str(trouble("runs-already", folder=str(settings.data)))]
    yield from closed


_STARTING, _FIRST_START = 60.0, 3600.0  # seconds


def database_gone(file: Path) -> Trouble | None:
    """Return the trouble that a database has vanished from its folder, or None."""
    if file.is_dir() or (file.exists() and file.stat().st_size):
        return None
    key = file.parent / "key"
    age = utc_now().timestamp() - key.stat().st_mtime if key.exists() else 0.0
    if not file.exists() and is_in_service(file.parent) and age > _STARTING:
        return trouble("store-moved", file=str(file))
    beside = (file.with_name(f"{file.name}-wal"), file.parent / "pictures")
    traces = [one for one in beside if one.exists()]
    # The key is made before the database; a first start may have ended between the two.
    if age > _FIRST_START:
        traces.append(key)
    return trouble("store-gone", file=str(file), trace=str(traces[0])) if traces else None


def _with_rights(found: Finding, file: Path) -> Finding:
    """Return `found`; if other users can read the file, say so in the finding."""
    if not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        return found
    open_to_others = trouble("store-open-to-others", file=str(file))
    if not found.trouble:
        return Finding.of("database", open_to_others)
    return replace(found, trouble=f"{found.trouble} {open_to_others}")


def _finding_of(state: TablesState) -> Finding:
    match state:
        case TablesState.CURRENT:
            return Finding("database", "can be reached and is up to date.")
        case TablesState.ABSENT:
            note = "It is empty; `judge serve` makes its tables when it starts."
            return Finding("database", note=note)
        case TablesState.OLDER:
            note = (
                "Its tables are those of an older version; `judge serve` brings them "
                "up to date when it starts. Make a backup first."
            )
            return Finding("database", note=note)
        case TablesState.LACKING:
            return Finding.of("database", trouble("store-no-tables"))
        case TablesState.NEWER:
            return Finding.of("database", trouble("store-newer"))
        case TablesState.UNRELEASED:
            return Finding.of("database", trouble("store-unreleased"))
        case TablesState.FOREIGN:
            return Finding.of("database", trouble("store-foreign"))


_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0
_FOR_ALL = ("/opt", "/srv", "/usr", "/var")


def data_findings(settings: Configuration) -> Iterator[Finding]:
    """Yield findings about the data folder and the secrets in it."""
    folder = settings.data
    try:
        mode = folder.stat().st_mode
        free = shutil.disk_usage(folder).free
        if not free:
            # A test file cannot be written, so nothing more can be found out.
            yield Finding.of("room", trouble("disk-full"))
            return
        if free < LEAST_FREE:
            yield Finding.of("room", trouble("disk", free=free // 1_000_000))
        wrong = (
            _unusable(folder, mode)
            or _of_root(folder, Path(_UNIT))
            or _open_to_others(folder, mode, "700")
        )
    except FileNotFoundError:
        yield _to_be_made(folder)
        yield from _key(settings)
        return
    except OSError as error:
        yield _unreadable("data folder", folder, error)
        return
    if wrong:
        yield Finding.of("data folder", wrong)
        if wrong.name not in _HARMLESS:
            return
    else:
        yield Finding("data folder", f"{folder} can be written, and read by no other user.")
    yield from _key(settings)
    tokens = settings.token_file
    if tokens.exists() and (wrong := _open_to_others(tokens, tokens.stat().st_mode, "600")):
        yield Finding.of("tokens", wrong)


def settings_finding(settings: Configuration) -> Finding:
    """Return whether the settings file is read, and whether nobody else can read it."""
    file = settings_file()
    secrets = (settings.key, settings.imap_password, settings.relay_password)
    holds_secrets = bool(settings.database) or any(s.get_secret_value() for s in secrets)
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return Finding("settings", "no file; from the environment and the defaults.")
    except OSError as error:
        return _unreadable("settings", file, error)
    if not os.access(file, os.R_OK):
        # Root has read it, and is the judge's user by now.
        return _unreadable("settings", file, PermissionError(errno.EACCES, "Permission denied"))
    wrong = _open_to_others(file, mode, "600") if holds_secrets else None
    if wrong:
        return Finding.of("settings", wrong)
    return Finding("settings", f"{file} can be read.")


def templates_finding(settings: Configuration) -> Finding:
    """Return whether no template is missing, and none has an error that shows before use."""
    ours, folder = shipped("templates"), settings.templates or shipped("templates")
    if not folder.is_dir():
        return Finding.of("templates", trouble("templates-gone", folder=str(folder)))
    names = (one.relative_to(ours) for one in sorted(ours.rglob("*.txt")))
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        lacking = f"{missing[0]}{' and others' if missing[1:] else ''}"
        gaps = {"folder": str(folder), "files": lacking, "shipped": str(ours)}
        return Finding.of("templates", trouble("templates-lacking", **gaps))
    if broken := broken_templates(folder, ours):
        where = str(folder / broken[0])
        return Finding.of("templates", trouble("template-broken", file=where, shipped=str(ours)))
    return Finding("templates", f"those in {folder}.")


def variants_finding(settings: Configuration) -> Finding:
    """Return which variants there are, or why they cannot be read."""
    opened = opened_variants(settings.variants)
    broken = [one for one in opened if isinstance(one, Broken)]
    if broken:
        first = str(broken[0].problems[0])
        named = ", ".join(one.name for one in broken)
        return Finding.of("variants", trouble("variants-broken", names=named, reason=first))
    own = settings.variants
    if own is not None and not folders_in((own,)):
        return Finding.of("variants", trouble("variants-gone", folder=str(own)))
    names = (one.variant.name for one in opened if isinstance(one, VariantFile))
    return Finding("variants", ", ".join(names))


def program_finding(prefix: Path, package: Path) -> Finding:
    """Return whether only root can change a program.

    The judge reads mail from anybody. If a mail could make it write files, these must not be its
    own code.
    """
    above = {*prefix.parents, *package.parents} - {prefix, package}
    for one in (*_above(prefix), *_above(package), *package.rglob("*.py")):
        found = one.stat()
        if found.st_uid != _ROOT or found.st_mode & _WRITABLE:
            if one in above:
                return Finding.of("program", trouble("program-above-open", file=str(one)))
            return Finding.of("program", trouble("program-open", file=str(one)))
    return Finding("program", "only root can change it.")


def this_program() -> Finding | None:
    """Return the `program_finding` of this program, None for a program in a home folder."""
    prefix = Path(sys.prefix)
    if os.geteuid() == _ROOT or not sys.prefix.startswith(_FOR_ALL):
        return None
    return program_finding(prefix, Path(__file__).parents[1])


def _above(path: Path) -> Iterator[Path]:
    """Yield a folder and all folders above it whose owners could replace it.

    Sticky folders are left out, because nobody can replace the files of others there.
    """
    for one in (path, *path.parents):
        if not one.stat().st_mode & stat.S_ISVTX:
            yield one


_UNIT = "/etc/systemd/system/judge.service"


def _of_root(folder: Path, unit: Path) -> Trouble | None:
    """Return the trouble that the folder is root's and the judge's unit runs as another user.

    A command that root runs acts as the owner of the folder, so it would find all well.
    """
    if folder.stat().st_uid != _ROOT or not unit.exists():
        return None
    users = re.findall(r"^User=(\S+)", unit.read_text("utf-8"), re.MULTILINE)
    if not users or users[-1] == "root":
        return None
    return trouble("data-of-root", folder=str(folder), user=users[-1])


def _unusable(folder: Path, mode: int) -> Trouble | None:
    if not stat.S_ISDIR(mode):
        return trouble("data-is-a-file", folder=str(folder))
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return trouble("store-disk-read-only", file=str(folder))
    if not _can_be_written(folder):
        return trouble("data-not-writable", folder=str(folder))
    return None


def _can_be_written(folder: Path) -> bool:
    """Return whether a file can be created in a folder, by creating and deleting one."""
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


def _open_to_others(path: Path, mode: int, good: str) -> Trouble | None:
    if not mode & _OTHERS:
        return None
    return trouble("open-to-others", file=str(path), mode=good)


def _to_be_made(folder: Path) -> Finding:
    if folder.is_symlink():
        gone = trouble("data-link-broken", folder=str(folder), target=str(folder.readlink()))
        return Finding.of("data folder", gone)
    above = next(one for one in folder.absolute().parents if one.exists())
    if _can_be_written(above):
        note = f"{folder} is not there yet; `judge serve` makes it when it starts."
        return Finding("data folder", note=note)
    wrong = trouble("data-not-made", folder=str(folder), above=str(above))
    return Finding.of("data folder", wrong)


def _key(settings: Configuration) -> Iterator[Finding]:
    file = settings.data / "key"
    if settings.key.get_secret_value():
        return
    if not file.exists():
        if last_sign(settings) is not None:  # the judge has run with a key that is gone
            yield Finding.of("key", trouble("key-missing", file=str(file)))
        return
    try:
        long_enough = file.is_file() and len(file.read_bytes()) >= SHORTEST_KEY
        wrong = _open_to_others(file, file.stat().st_mode, "600")
    except OSError as error:
        yield _unreadable("key", file, error)
        return
    if not long_enough:
        wrong = trouble("key-damaged", file=str(file), least=SHORTEST_KEY)
    if wrong:
        yield Finding.of("key", wrong)
    else:
        yield Finding("key", "can be read, by no other user.")


def _unreadable(subject: str, path: Path, error: OSError) -> Finding:
    return Finding.of(subject, trouble("unreadable", file=str(path), reason=str(error.strerror)))


def mailbox_finding(settings: Configuration) -> Finding:
    """Return whether the mailbox can be read, if the settings have one."""
    mailbox = mailbox_of(settings, utc_now)
    if mailbox is None:
        return Finding("mailbox", "no IMAP mailbox is read.")
    if said := probe_mailbox(mailbox):
        known = server_trouble(said)
        special = _special(mailbox) if known is None or known.lasts else ""
        cause = f"{_mend(said, 'imap_')}{special}"
        server, answer = f"{mailbox.host}:{mailbox.port}", said.rstrip(".")
        wrong = trouble("mailbox-refuses", server=server, answer=answer, cause=cause)
        return Finding.of("mailbox", wrong)
    return Finding("mailbox", f"{mailbox.host} lets the judge read its mail.")


def _special(mailbox: Mailbox) -> str:
    """Return what the mailbox's provider requires first, "" if that is unknown."""
    provider = provider_at(mailbox.host)
    return f" At {provider.name}: {provider.first}" if provider else ""


def provider_findings(settings: Configuration) -> Iterator[Finding]:
    """Yield requirements of the mailbox's provider that the settings do not fit."""
    provider = provider_at(settings.imap_host)
    if provider is None:
        return
    if settings.plus_addresses and not provider.plus_addresses:
        yield Finding(
            "provider",
            note=f"{provider.name} delivers no mail to `judge+anything@`, as far as is known. If "
            "the mail below does not come in, set `plus_addresses` and `return_paths` to false.",
        )
    most = provider.mails_per_day
    if most and not 0 < settings.mails_per_day <= most:
        yield Finding(
            "provider",
            note=f"{provider.name} lets an account send about {most} mails a day; set "
            f"`mails_per_day = {most}`, so that answers go out before news.",
        )


def relay_finding(settings: Configuration) -> Finding:
    """Return whether the relay accepts the judge's mail."""
    path = settings.address
    if settings.return_paths:
        path = bounce_address(settings.address, "0")
    relay = relay_of(settings, utc_now)
    where = f"{relay.host}:{relay.port}"
    if said := probe_relay(relay, path):
        answer, cause = said.rstrip("."), _mend(said, "relay_")
        wrong = trouble("relay-refuses", server=where, sender=path, answer=answer, cause=cause)
        return Finding.of("mail out", wrong)
    return Finding("mail out", f"{where} takes mail.")


def signature_finding(settings: Configuration, look_up: Lookup | None) -> Finding:
    """Return whether others can verify the signature of the judge's mail, if it signs it.

    Without `look_up` the DNS is not asked.
    """
    try:
        signer = signer_of(settings)
    except OSError as error:
        if isinstance(error, PermissionError) and settings.dkim_key:
            return _unreadable("signature", settings.dkim_key, error)
        file, reason = str(settings.dkim_key), str(error.strerror)
        return Finding.of("signature", trouble("dkim-key-unreadable", file=file, reason=reason))
    if signer is None:
        return Finding("signature", "left to the mail server (DKIM).")
    if (bits := key_bits(signer)) < LEAST_KEY_BITS:
        # RFC 8301 section 3.2.
        file = str(settings.dkim_key)
        short = trouble("dkim-key-short", file=file, bits=bits, least=LEAST_KEY_BITS)
        return Finding.of("signature", short)
    key = settings.dkim_key
    if key and (wrong := _open_to_others(key, key.stat().st_mode, "600")):
        return Finding.of("signature", wrong)
    if look_up is None:
        return Finding("signature", "the judge signs its mail (DKIM).")
    try:
        refused = probe_signer(signer, _texts_by(look_up))
    except UnansweredError:
        return Finding("signature", note="The DNS did not say what its key is (DKIM).")
    if refused:
        return Finding.of("signature", trouble("dkim-record", reason=refused))
    return Finding("signature", "the judge's mail is signed, and can be verified.")


def _mend(reason: str, settings: str) -> str:
    """Return what a person can do about a server's answer."""
    known = server_trouble(reason)
    if known is None:
        return f"Look at the settings that begin with `{settings}`."
    return f"{known.sentence} {known.mend}"


def _texts_by(look_up: Lookup) -> Callable[..., bytes | None]:
    """Return a look-up of TXT records in the form that dkimpy needs."""

    def first(name: bytes, timeout: int = 5) -> bytes | None:
        texts = look_up(name.decode().rstrip("."), "TXT")
        return texts[0].encode() if texts else None

    return first


_PAUSE = 0.5
_LOOKS = 60  # half a minute; the operator's own mail server takes far less
_LOOKS_ABROAD = 240
_SELDOM = 10
_OWN = ("localhost", "127.0.0.1", "::1")


def probe_finding(
    settings: Configuration, now: datetime, *, serving: bool, looks: int = 0
) -> Finding:
    """Return whether a mail to the judge arrives, and if not, where it got lost.

    It is looked for `looks` times; 0 means as long as mail may take.
    """
    name = secrets.token_hex(8)
    probe = probe_mail(settings.address, name, now, plus_addresses=settings.plus_addresses)
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
        is_ours = probe.subject.encode() in mail.raw
        if mail.recipient.lower() != probe.recipient.lower() or not is_ours:
            raise ConnectionRefusedError
        came.set()

    def arriving() -> AbstractContextManager[datetime]:
        return nullcontext(now)

    for door in doors_of(settings):
        stack.enter_context(Listener(door, keep, arriving))


def _sent(settings: Configuration, probe: Probe) -> str | None:
    """Return why the probe could not be sent, or None if it was."""
    path = probe.recipient if settings.return_paths else settings.address
    try:
        signer = signer_of(settings)
    except OSError:
        signer = None
    with RelayConnection(relay_of(settings, utc_now), signer) as connection:
        outcome = connection.send(probe.raw, path, probe.recipient)
    return None if isinstance(outcome, Sent) else outcome.reason


def _arrives(settings: Configuration, probe: Probe, kept: Callable[[], bool], looks: int) -> bool:
    """Return whether the test mail was stored, or is in the mailbox where the judge reads it."""
    read = (settings.imap_folder, settings.imap_done)
    for number in range(looks):
        if kept():
            return True
        # Each look into a mailbox is a new connection, so there are few of them.
        seldom = settings.imap_host and number % _SELDOM == _SELDOM - 1
        if seldom and _lies_in(settings, probe) in read:
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
    """Return the folder of the mailbox that contains the test mail, None if none does."""
    mailbox = mailbox_of(settings, utc_now)
    if mailbox is None:
        return None
    try:
        return folder_of(mailbox, probe.subject)
    except (IMAPClientError, OSError):
        return None


def _of_refusal(settings: Configuration, probe: Probe, reason: str) -> str:
    relay = f"{settings.relay_host}:{settings.relay_port}"
    advice = " ".join(_postfix_advice(settings)) or (
        f"{_mend(reason, 'relay_')} It must take mail from the judge, and mail for the judge with "
        "anything behind a plus sign."
    )
    return f"{relay} refuses a mail to {probe.recipient}: {reason}. {advice}"


def _of_loss(settings: Configuration, probe: Probe, *, serving: bool) -> str:
    """Return where a mail got lost after the relay had accepted it."""
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
            " ".join(_postfix_advice(settings)) or "Look whether the judge listens there."
        )
    advice = " ".join(_postfix_advice(settings))
    if advice:
        return f"{sent}. {advice}"
    awake = "" if serving or not settings.imap_host else " Does `judge serve` run?"
    return (
        f"{sent}. {settings.relay_host} took it: its log says what became of it, and "
        f"`+anything` behind the judge's name must be delivered as without it.{awake}"
    )


def _postfix_advice(settings: Configuration) -> Iterator[str]:
    """Yield what this machine's Postfix does with the judge's mail, if that is wrong."""
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


def all_findings(begin: Callable[[Configuration], None], *, quick: bool) -> Iterator[Finding]:
    """Yield all findings about the present settings; `begin` is called with them first."""
    settings = read_settings()
    if not isinstance(settings, Configuration):
        yield from settings
        return
    begin(settings)
    yield from findings(settings, utc_now(), quick=quick)


def findings(settings: Configuration, now: datetime, *, quick: bool) -> Iterator[Finding]:
    """Yield the findings about each part of the configuration, one at a time.

    A `quick` check asks no name server, and does not test whether mail comes in.
    """
    yield settings_finding(settings)
    yield from settings_in_environment()
    if "data folder" not in {one.subject for one in senseless(settings)}:
        yield from data_findings(settings)
    yield database_finding(settings)
    if hidden := program_hidden():
        yield Finding.of("program", hidden)
        return
    troubled = False
    for finding in _of_mail(settings):
        troubled = troubled or bool(finding.trouble)
        yield finding
    yield signature_finding(settings, None if quick else look_up)
    last = last_sign(settings)
    yield clock_finding(now, last, set_by_ntp)
    if _is_asleep(settings, now):
        yield Finding.of("judge", trouble("asleep"))
    yield templates_finding(settings)
    yield variants_finding(settings)
    yield from filter(None, [this_program()])
    yield from web_findings(settings, quick=quick)
    if quick:
        return
    yield from record_findings(settings, look_up)
    if not troubled:
        serving = is_serving(settings, last, now)
        yield probe_finding(settings, now, serving=serving)


def _of_mail(settings: Configuration) -> Iterator[Finding]:
    """Yield the findings about mail; ways whose settings make no sense are not tried."""
    wrong = tuple(senseless(settings))
    yield from wrong
    told = {one.subject for one in wrong}
    if "listeners" not in told:
        yield from listener_findings(settings)
    if "work_port" not in told and settings.work_port:
        yield page_port_finding(settings, "work_port", LOOPBACK, settings.work_port)
    if "mailbox" not in told:
        yield mailbox_finding(settings)
        yield from provider_findings(settings)
    if "mail out" not in told:
        yield relay_finding(settings)
