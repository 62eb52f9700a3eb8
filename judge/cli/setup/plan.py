"""What `judge setup` would do, worked out before any of it is done."""

import os
import pwd
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from judge.cli.check.postfix import Postfix, main_cf, read_postfix
from judge.cli.setup.answers import Answers
from judge.cli.setup.change import Change, Owner
from judge.cli.setup.configuration import port_in, wanted_settings, with_settings
from judge.cli.setup.postfix import wanted_lines, with_lines
from judge.cli.setup.unit import UNIT, unit_text
from judge.config import SYSTEM_FILE

_ROOT = Owner(0, 0)


class StepError(Exception):
    """Something that is needed cannot be done; the text says what, and why."""


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
    """All that is to be done: `missing` is what an operator must install before."""

    answers: Answers
    places: Places
    owner: Owner | None
    changes: tuple[Change, ...]
    host: str
    dkim_key: Path | None
    missing: tuple[str, ...] = ()

    @property
    def new_key(self) -> Path | None:
        """The DKIM key that is to be made, if one is."""
        key = self.dkim_key
        return key if key is not None and not key.exists() else None


def make_plan(answers: Answers, places: Places) -> Plan:
    """Return what the answers amount to on this machine; ByHandError, OSError.

    The files are those of root until the judge's user is there.
    """
    postfix, owner = read_postfix(), owner_of(places.user)
    before = settings_in(places.config)
    lines = wanted_lines(postfix, answers, port_in(before)) if postfix else {}
    host = lines.get("myhostname", postfix.values["myhostname"]) if postfix else ""
    wanted = wanted_settings(answers, host, str(places.dkim_key), before)
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
        dkim_key=Path(str(wanted["dkim_key"])) if wanted.get("dkim_key") else None,
        missing=tuple(_missing(answers, postfix)),
    )


def owner_of(user: str) -> Owner | None:
    """Return the numbers of a user, or None while there is none of that name."""
    try:
        found = pwd.getpwnam(user)
    except KeyError:
        return None
    return Owner(found.pw_uid, found.pw_gid)


def settings_in(config: Path) -> Mapping[str, object]:
    """Return the settings that stand in a file, none where there is no file.

    StepError where it cannot be read.
    """
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
    """Return whether this program may do all that there is to do."""
    return os.geteuid() == 0
