"""`judge setup`: asks questions, plans changes, shows them, and makes them.

Old files are kept, so nothing is lost. Each step can be repeated.
"""

import difflib
import json
import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

import typer

from judge.app import utc_now
from judge.cli.answers import (
    PASSWORDS,
    POSTFIX,
    QUESTIONS,
    Answers,
    Question,
    Server,
    answers_of,
    faults,
)
from judge.cli.dns import records_text
from judge.cli.postfix import Postfix, main_cf, read_postfix, wanted_lines, with_lines
from judge.cli.web import WEB_PORT, proxy_lines
from judge.config import SYSTEM_FILE
from judge.mail import provider_of
from judge.shipped import shipped

Values = Mapping[str, str | int | bool]

LMTP_PORT = 2424
_HEAD = """\
# Written by `judge setup`, which leaves alone what you add or change here, and shows
# what it would change. Every setting is explained in deploy/README.md.
"""
_KEY = re.compile(r"([a-z_]+)[ \t]*=")
_SECRET = re.compile(
    r'^([+ -]?(?:imap_password|relay_password|oauth_secret|key|database)\s*=\s*)"[^"]*"',
    re.MULTILINE,
)


class ByHandError(Exception):
    """A file must be changed by hand; the text says how."""


def wanted_settings(
    answers: Answers, host: str, dkim_key: str, before: Mapping[str, object]
) -> dict[str, str | int]:
    """Return the settings that result from the answers.

    `host` is the name of this machine's Postfix, and `before` are the present settings.
    """
    wanted: dict[str, str | int] = {
        "address": answers.address,
        "keeper": answers.keeper,
        "data": str(answers.data),
        **_way_in(answers, host, before),
        **_way_out(answers, dkim_key, before),
        **_web(answers, before),
    }
    # An empty setting is left out, unless it replaces another value.
    return {k: v for k, v in wanted.items() if v != "" or before.get(k)}


def port_in(before: Mapping[str, object]) -> int:
    """Return the port at which this machine's Postfix delivers mail to the judge."""
    return int(str(before.get("lmtp_port") or LMTP_PORT))


def _way_in(answers: Answers, host: str, before: Mapping[str, object]) -> dict[str, str | int]:
    server = answers.server_in()
    if server is None:
        port = port_in(before)
        away = dict.fromkeys(("imap_host", "imap_user", "imap_password"), "")
        return {"smtp_port": 0, "lmtp_port": port, "received_by": host, **away}
    login = _login_settings("imap", server, answers.imap_password)
    return {"smtp_port": 0, "lmtp_port": 0, **login}


def _way_out(answers: Answers, dkim_key: str, before: Mapping[str, object]) -> dict[str, str | int]:
    server = answers.server_out()
    if server is not None:
        return _login_settings("relay", server, answers.relay_password)
    signed = str(before.get("dkim_key") or dkim_key)
    here: dict[str, str | int] = {"relay_host": "127.0.0.1", "relay_port": 25}
    away = dict.fromkeys(("relay_user", "relay_password"), "")
    return {**here, "relay_tls": "none", "dkim_key": signed, **away}


def _web(answers: Answers, before: Mapping[str, object]) -> dict[str, str | int]:
    """Return the settings of the pages for browsers."""
    if answers.web == "no":
        return {"web_url": "", "web_port": 0 if before.get("web_port") else ""}
    return {"web_url": answers.web.rstrip("/"), "web_port": web_port_in(before)}


def web_port_in(before: Mapping[str, object]) -> int:
    """Return the port of the pages: the present setting, or the usual port."""
    port = before.get("web_port")
    return port if isinstance(port, int) and port else WEB_PORT


def _login_settings(kind: str, server: Server, password: str) -> dict[str, str | int]:
    login: dict[str, str | int] = {
        f"{kind}_host": server.host,
        f"{kind}_port": server.port,
        f"{kind}_tls": server.tls.value,
        f"{kind}_user": server.user,
    }
    # Without a new password the present one stays.
    return login | ({f"{kind}_password": password} if password else {})


def with_settings(text: str, wanted: Values) -> str:
    """Return the text of the settings file with the wanted settings, otherwise unchanged.

    Raises ByHandError if the file cannot be changed line by line.
    """
    before = tomllib.loads(text)
    lines = [_line(line, wanted, before) for line in text.splitlines()]
    new = {key: value for key, value in wanted.items() if key not in before}
    lines += [_setting(key, value) for key, value in new.items()]
    made = "\n".join(lines) + "\n"
    if _toml(made) != {**before, **wanted}:
        told = "".join(f"    {_setting(k, v)}\n" for k, v in wanted.items())
        raise ByHandError(f"Write these lines into it by hand:\n{hidden(told)}")
    return made if text else _HEAD + "\n" + made


def hidden(text: str) -> str:
    """Return lines of a configuration without their secrets."""
    return _SECRET.sub(r'\1"(hidden)"', text)


def _line(line: str, wanted: Values, before: Mapping[str, object]) -> str:
    found = _KEY.match(line)
    if found is None or found[1] not in wanted:
        return line
    value = wanted[found[1]]
    return line if before.get(found[1]) == value else _setting(found[1], value)


def _setting(key: str, value: str | int) -> str:
    return f"{key} = {json.dumps(value)}"


def _toml(text: str) -> dict[str, object] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


@dataclass(frozen=True, slots=True)
class Owner:
    """A user and a group, by number."""

    user: int
    group: int


@dataclass(frozen=True, slots=True)
class Change:
    """A planned file: its text, its mode, and its owner."""

    path: Path
    text: str
    mode: int
    owner: Owner

    def before(self) -> str | None:
        """Return the present text, or None if there is no file."""
        return self.path.read_text("utf-8") if self.path.exists() else None

    def differs(self) -> bool:
        """Return whether the present text differs."""
        return self.before() != self.text

    def shown(self) -> str:
        """Return the changed lines, without secrets, in the form of `diff -u`."""
        before = hidden(self.before() or "").splitlines()
        after = hidden(self.text).splitlines()
        name = str(self.path)
        lines = difflib.unified_diff(before, after, name, name, lineterm="")
        return "\n".join(lines)

    def write(self, now: datetime) -> Path | None:
        """Write the text, whole or not at all; return the file that keeps the old one."""
        kept = None
        if self.path.exists():
            kept = self.path.with_name(f"{self.path.name}.{now:%Y%m%dT%H%M%S}.old")
            _put(kept, self.path.read_bytes(), 0o600, self.owner)
        _put(self.path, self.text.encode(), self.mode, self.owner)
        return kept


def _put(path: Path, content: bytes, mode: int, owner: Owner) -> None:
    new = path.with_name(f".{path.name}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        os.fchown(descriptor, owner.user, owner.group)
        os.fchmod(descriptor, mode)
        file.flush()
        os.fsync(descriptor)
    new.replace(path)


UNIT = "judge.service"


def unit_text(program: Path, config: Path, data: Path, user: str) -> str:
    """Return the unit that came with the judge, with these paths and this user."""
    text = (shipped("deploy") / UNIT).read_text("utf-8")
    changed = {
        "ExecStart": f"{program} serve",
        "Environment": f"JUDGE_CONFIG={config}",
        "ReadWritePaths": str(data),
        "User": user,
        "Group": user,
    }
    for name, value in changed.items():
        text = re.sub(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
    return text


_ROOT = Owner(0, 0)


class StepError(Exception):
    """A needed step cannot be done; the text says which, and why."""


def _runs_systemd() -> bool:
    return Path("/run/systemd/system").is_dir()


@dataclass(frozen=True, slots=True)
class Places:
    """Where things go on this machine, and the user that the judge runs as."""

    config: Path = SYSTEM_FILE
    dkim_key: Path = Path("/etc/judge-dkim.pem")
    units: Path = Path("/etc/systemd/system")
    link: Path = Path("/usr/local/bin/judge")
    program: Path = Path(sys.prefix) / "bin" / "judge"
    user: str = "judge"
    systemd: bool = field(default_factory=_runs_systemd)


@dataclass(frozen=True, slots=True)
class Plan:
    """All steps to take; the operator must install the `missing` packages first."""

    answers: Answers
    places: Places
    owner: Owner | None
    changes: tuple[Change, ...]
    host: str
    more: Values
    dkim_key: Path | None
    missing: tuple[str, ...] = ()

    @property
    def new_key(self) -> Path | None:
        """Return the file for a new DKIM key, None if no key is needed."""
        key = self.dkim_key
        return key if key is not None and not key.exists() else None


def make_plan(answers: Answers, places: Places, more: Values) -> Plan:
    """Return the plan for these answers on this machine; raises ByHandError or OSError.

    `more` are settings beside the answers; an empty one is left out, unless it replaces another
    value. The files belong to root until the judge's user exists.
    """
    postfix, owner = read_postfix(), owner_of(places.user)
    before = settings_in(places.config)
    lines = wanted_lines(postfix, answers, port_in(before)) if postfix else {}
    host = lines.get("myhostname", postfix.values["myhostname"]) if postfix else ""
    wanted: dict[str, str | int | bool] = dict(
        wanted_settings(answers, host, str(places.dkim_key), before)
    )
    wanted |= {key: value for key, value in more.items() if value != "" or before.get(key)}
    text = places.config.read_text("utf-8") if places.config.exists() else ""
    config = Change(places.config, with_settings(text, wanted), 0o600, owner or _ROOT)
    changes = [config, *_of_postfix(lines)]
    if places.systemd:
        unit = unit_text(places.program, places.config, answers.data, places.user)
        changes.append(Change(places.units / UNIT, unit, 0o644, _ROOT))
    return Plan(
        answers=answers,
        places=places,
        owner=owner,
        changes=tuple(one for one in changes if one.differs()),
        host=host,
        more=more,
        dkim_key=Path(str(wanted["dkim_key"])) if wanted.get("dkim_key") else None,
        missing=tuple(_missing(answers, postfix)),
    )


def owner_of(user: str) -> Owner | None:
    """Return the numbers of a user, None if there is no such user."""
    try:
        found = pwd.getpwnam(user)
    except KeyError:
        return None
    return Owner(found.pw_uid, found.pw_gid)


def settings_in(config: Path) -> Mapping[str, object]:
    """Return the settings in a file, {} without a file; raises StepError for bad TOML."""
    try:
        return tomllib.loads(config.read_text("utf-8")) if config.exists() else {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise StepError(f"{config} is no TOML: {error}. Mend it first.") from error


def _of_postfix(lines: dict[str, str]) -> list[Change]:
    file = main_cf() if lines else None
    if file is None:
        return []
    text = with_lines(file.read_text("utf-8"), lines)
    return [Change(file, text, 0o644, _ROOT)]


def _missing(answers: Answers, postfix: Postfix | None) -> list[str]:
    here = (answers.server_in(), answers.server_out())
    found = ["postfix"] if None in here and postfix is None else []
    if here[1] is None and shutil.which("openssl") is None:
        found.append("openssl")
    return found


def is_root() -> bool:
    """Return whether this program runs as root."""
    return os.geteuid() == 0


Say = Callable[[str], None]
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH
_HOMES = ("/home", "/root")


def do(plan: Plan, now: datetime, say: Say) -> None:
    """Take all steps of a plan, and print each; raises StepError or OSError."""
    if plan.owner is None:
        _make_user(plan, say)
        plan = make_plan(plan.answers, plan.places, plan.more)
    assert plan.owner is not None
    _make_data(plan.answers.data, plan.owner, say)
    key = plan.new_key
    if key is not None:
        _make_key(key, plan.owner, now)
        say(f"Made {key}, with which mail is signed (DKIM).")
    for change in plan.changes:
        kept = change.write(now)
        say(f"Wrote {change.path}." + (f" The old one is {kept}." if kept else ""))
    for path in (plan.places.config, plan.dkim_key):
        if path is not None and path.exists():
            _give(path, plan.owner, 0o600, say)
    _protect_program(plan.places, say)
    _make_link(plan.places, say)


def start(plan: Plan, changed: tuple[Change, ...], say: Say) -> bool:
    """Restart the programs that use the `changed` files; return whether the judge runs."""
    if any(change.path.name == "main.cf" for change in changed):
        done = _run(*_words_for_postfix(systemd=plan.places.systemd))
        if done.returncode:
            raise StepError(f"Postfix does not take its settings: {_last(done)}")
        # Debian's unit starts Postfix by another unit, and always reports success.
        if _run("postfix", "status").returncode:
            raise StepError(
                f"Postfix does not run.{_holder_of(25)} Its log says why: `journalctl -u "
                "'postfix*'`, or /var/log/mail.log. Then run this again."
            )
    if not plan.places.systemd:
        say("There is no systemd here; start the judge by `judge serve`.")
        return False
    for words in (("daemon-reload",), ("enable", UNIT), ("restart", UNIT)):
        done = _run("systemctl", *words)
        if done.returncode:
            raise StepError(f"`systemctl {' '.join(words)}`: {_last(done)}")
    # The judge waits until the clock is set; `judge check` notices a machine without NTP.
    _run("systemctl", "enable", "systemd-time-wait-sync.service")
    say("The judge runs, and starts with this machine.")
    return True


def _holder_of(port: int) -> str:
    """Return a sentence that names the program at a port, "" if it is unknown."""
    if shutil.which("ss") is None:
        return ""
    said = _run("ss", "-H", "-ltnp", f"sport = :{port}").stdout
    found = re.search(r'users:\(\("([^"]+)",pid=(\d+)', said)
    if found is None or found[1] == "master":
        return ""
    return (
        f" Port {port} is held by {found[1]} (process {found[2]}); stop it, or remove its package "
        "(`apt-get remove exim4-base` for Exim)."
    )


def _words_for_postfix(*, systemd: bool) -> tuple[str, ...]:
    # Postfix reads its listening addresses only when it starts.
    if systemd:
        return ("systemctl", "restart", "postfix")
    runs = _run("postfix", "status").returncode == 0
    return ("postfix", "reload" if runs else "start")


def _make_user(plan: Plan, say: Say) -> None:
    places = plan.places
    words = ["--system", "--user-group", "--no-create-home", "--shell"]
    home = ["/usr/sbin/nologin", "--home-dir", str(plan.answers.data), places.user]
    done = _run("useradd", *words, *home)
    if done.returncode or owner_of(places.user) is None:
        raise StepError(f"The user {places.user} cannot be made: {_last(done)}")
    say(f"Made the user {places.user}.")


def _make_data(folder: Path, owner: Owner, say: Say) -> None:
    """Create the data folder, or give it and its contents to the judge's user alone."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True)
        say(f"Made {folder}.")
    _give(folder, owner, 0o700, say)
    for path in sorted(folder.rglob("*")):
        if not path.is_symlink():
            _give(path, owner, 0o700 if path.is_dir() else 0o600, say)


def _give(path: Path, owner: Owner, mode: int, say: Say) -> None:
    found = path.stat()
    same = (found.st_uid, found.st_gid) == (owner.user, owner.group)
    if same and stat.S_IMODE(found.st_mode) == mode:
        return
    os.chown(path, owner.user, owner.group)
    path.chmod(mode)
    say(f"{path} is for the judge's user alone now.")


def _make_key(path: Path, owner: Owner, now: datetime) -> None:
    made = _run("openssl", "genrsa", "2048")
    if made.returncode:
        raise StepError(f"openssl makes no key: {_last(made)}")
    Change(path, made.stdout, 0o600, owner).write(now)


def _protect_program(places: Places, say: Say) -> None:
    """Make root the owner of the program, so that the judge cannot overwrite its own code."""
    folder = Path(sys.prefix)
    if places.program.parent.parent != folder or str(folder).startswith(_HOMES):
        return
    every = (folder, *folder.rglob("*"), *folder.parents)
    for path in [one for one in every if _is_loose(one)]:
        os.chown(path, 0, 0, follow_symlinks=False)
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~_WRITABLE)
    if any(map(_is_loose, (folder, *folder.parents))):
        say(f"{folder} may still be changed by others than root.")


def _is_loose(path: Path) -> bool:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return found.st_uid != 0
    shared = found.st_mode & stat.S_ISVTX
    return found.st_uid != 0 or bool(found.st_mode & _WRITABLE and not shared)


def _make_link(places: Places, say: Say) -> None:
    """Make a link `judge` to the program, unless that file exists already."""
    link = places.link
    if places.program.exists() and link.parent.is_dir() and not os.path.lexists(link):
        link.symlink_to(places.program)
        say(f"{link} is the program now.")


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    program = shutil.which(words[0]) or shutil.which(words[0], path="/usr/sbin")
    if program is None:
        raise StepError(f"There is no program {words[0]}.")
    return subprocess.run([program, *words[1:]], check=False, capture_output=True, text=True)


def _last(done: "subprocess.CompletedProcess[str]") -> str:
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1] if lines else f"status {done.returncode}"


_HIDDEN_HOMES = ("/home/", "/root/")


def set_up(
    given: Mapping[str, str],
    places: Places,
    *,
    sure: bool,
    dry: bool,
    more: Values | None = None,
    before_start: Callable[[], None] = lambda: None,
) -> bool:
    """Set up a judge, or with `dry` show what would change; return whether it worked.

    Answers that are not `given` are asked for. Changes are shown first, and made after a yes, or at
    once if `sure`. `more` are settings beside the answers.
    """
    try:
        _may_be_done(places, dry=dry)
        more = more or {}
        answers = _answered(given, places, signs_in=bool(more.get("oauth")), dry=dry)
        plan = make_plan(answers, places, more)
        _agree(plan, sure=sure, dry=dry)
        if not dry:
            _do(plan, before_start)
    except (StepError, ByHandError) as error:
        typer.echo(str(error), err=True)
        return False
    except OSError as error:
        typer.echo(f"{error.filename}: {error.strerror}.", err=True)
        return False
    return True


def read_answers(file: Path) -> dict[str, str]:
    """Return the answers in a TOML file; raises ValueError with the fault."""
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is no TOML: {error}.") from error
    return {name: str(value) for name, value in found.items()}


def _answered(given: Mapping[str, str], places: Places, *, signs_in: bool, dry: bool) -> Answers:
    """Return the given answers, and the others by asking.

    A `dry` run takes missing answers from the present settings, and asks only for the rest.
    """
    answers = dict(given)
    before = settings_in(places.config)
    asks = False
    for question in QUESTIONS:
        if question.name not in answers:
            usual = _usual(question.name, before)
            if dry and usual and question.fault(usual) is None:
                answers[question.name] = usual
            elif question.optional and not asks:
                answers[question.name] = usual or question.usual
            else:
                answers[question.name], asks = _asked(question, usual), True
    wrong = faults(answers)
    for sentence in wrong:
        typer.echo(sentence, err=True)
    if wrong:
        raise typer.Exit(2)
    found = answers_of(answers)
    for name, server in zip(PASSWORDS, (found.server_in(), found.server_out()), strict=True):
        if server and not (signs_in or answers.get(name) or before.get(name)):
            words = f"The password of {server.user} at {server.host}"
            answers[name] = typer.prompt(words, hide_input=True)
    return answers_of(answers)


def _asked(question: Question, usual: str) -> str:
    usual = usual or question.usual
    while True:
        said = str(typer.prompt(question.words, default=usual or None)).strip()
        fault = question.fault(said)
        if fault is None:
            return said
        typer.echo(f"Not so: {fault}")


def _usual(name: str, before: Mapping[str, object]) -> str:
    """Return the answer to a question that the present settings correspond to."""
    relays_here = before.get("relay_host") == "127.0.0.1" and not before.get("relay_user")
    if (name == "mail_in" and before.get("lmtp_port")) or (name == "mail_out" and relays_here):
        return POSTFIX
    if name == "mail_in" and before.get("imap_host"):
        kind = "imap" if before.get("imap_tls") == "starttls" else "imaps"
        return _login_answer(kind, "imap", before)
    if name == "mail_out" and before.get("relay_user"):
        kind = "smtps" if before.get("relay_tls") == "implicit" else "smtp"
        return _login_answer(kind, "relay", before)
    if name == "web":
        return str(before.get("web_url", ""))
    return str(before.get(name, ""))


def _login_answer(scheme: str, kind: str, before: Mapping[str, object]) -> str:
    port = f":{before[f'{kind}_port']}" if f"{kind}_port" in before else ""
    return f"{scheme}://{before.get(f'{kind}_user')}@{before[f'{kind}_host']}{port}"


def _show(plan: Plan) -> None:
    for change in plan.changes:
        typer.echo(change.shown() + "\n")
    if not plan.changes:
        typer.echo("No file is to change.")
    typer.echo(_records(plan))


def _records(plan: Plan) -> str:
    domain, provider = plan.answers.domain, provider_of(plan.answers.domain)
    if provider is None:
        records = records_text(plan.answers, plan.host or f"mail.{domain}", plan.dkim_key)
        told = f"Publish in the DNS of {domain}:\n{records}\n"
    else:
        told = f"Nothing is to be published: {domain} belongs to {provider.name}.\n"
    if plan.answers.web == "no":
        return told
    return f"{told}\n{proxy_lines(plan.answers.web, web_port_in(settings_in(plan.places.config)))}"


def _may_be_done(places: Places, *, dry: bool) -> None:
    if not dry and not is_root():
        raise StepError("Only root can do this; `--dry-run` shows what it would do.")
    if places.systemd and str(places.program).startswith(_HIDDEN_HOMES):
        raise StepError(
            f"{places.program} lies in a home, which systemd hides from the judge; "
            "install it in /opt/judge, as deploy/README.md says."
        )


def _agree(plan: Plan, *, sure: bool, dry: bool) -> None:
    """Show the plan, and ask for a yes; raises StepError if it must not be carried out."""
    if plan.missing:
        missing = " ".join(plan.missing)
        raise StepError(f"First install what is missing: apt-get install {missing}")
    _show(plan)
    if not dry and not sure and not typer.confirm("Shall this be done?"):
        raise StepError("Nothing was done.")


def _do(plan: Plan, before_start: Callable[[], None]) -> None:
    had_key = plan.new_key is None
    do(plan, utc_now(), typer.echo)
    before_start()
    if not had_key:
        typer.echo(_records(plan))
    start(plan, plan.changes, typer.echo)
