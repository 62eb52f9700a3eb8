"""The man pages, from the texts of `--help`, the settings, and the list of troubles."""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import typer
from pydantic import SecretStr

from judge.config import Configuration
from judge.host import version
from judge.troubles import ALARMS, FOUND, SERVERS, STORE

_GAP = re.compile(r"\{(\w+)\}")
_CODE = re.compile(r"`([^`]+)`")


def write_man_pages(app: typer.Typer, folder: Path) -> tuple[Path, ...]:
    """Write all pages below a folder for man pages, and return their files."""
    pages = {
        folder / "man1" / "judge.1": _page("judge", 1, _of_commands(app)),
        folder / "man5" / "judge.toml.5": _page("judge.toml", 5, _of_settings()),
        folder / "man7" / "judge-troubles.7": _page("judge-troubles", 7, _of_troubles()),
    }
    for file, text in pages.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return tuple(pages)


def _page(name: str, section: int, lines: Iterator[str]) -> str:
    head = f'.TH "{name}" {section} "" "judge {version()}" "An e-mail judge for Diplomacy"'
    return "\n".join((head, *lines)) + "\n"


def _of_commands(app: typer.Typer) -> Iterator[str]:
    judge = typer.main.get_command(app)
    yield from (".SH NAME", f"judge \\- {_plain(judge.help or '').rstrip('.')}")
    yield from (
        ".SH SYNOPSIS",
        r".B judge",
        r"[\fIOPTION\fR ...] \fICOMMAND\fR [\fIARGUMENT\fR ...]",
    )
    yield ".SH COMMANDS"
    yield from _commands(judge, "judge")
    yield from (".SH FILES", ".I /etc/judge.toml", ".br", "The settings: judge.toml(5).")
    yield from (".SH EXIT STATUS", "0 if all is well, 1 if something is wrong, 2 for wrong words.")
    yield from (".SH SEE ALSO", "judge.toml(5), judge-troubles(7)")


def _commands(group: object, path: str) -> Iterator[str]:
    """Yield text about the commands of a group and of the groups in it, with their options."""
    for name, command in sorted(getattr(group, "commands", {}).items()):
        if command.hidden:
            continue
        yield f".SS {path} {name}"
        for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
            yield from (".PP", _plain(paragraph))
        for parameter in command.params:
            if parameter.name == "help" or getattr(parameter, "hidden", False):
                continue
            names = (
                ", ".join(parameter.opts) if "-" in parameter.opts[0] else parameter.name.upper()
            )
            yield from (".TP", rf"\fB{_escaped(names)}\fR", _plain(parameter.help or ""))
        yield from _commands(command, f"{path} {name}")


def _of_settings() -> Iterator[str]:
    yield from (".SH NAME", r"judge.toml \- settings of judge(1)", ".SH DESCRIPTION")
    yield _plain(
        "A TOML file: the one that the variable `JUDGE_CONFIG` names, or `judge.toml` in the "
        "working folder, or `/etc/judge.toml`. Each setting may also come from a variable "
        "`JUDGE_` with its name in capitals, which counts before the file."
    )
    yield ".SH SETTINGS"
    for name, field in Configuration.model_fields.items():
        default = field.default.value if isinstance(field.default, Enum) else field.default
        is_empty = default in (None, "") or isinstance(default, SecretStr)
        usual = "" if is_empty else f" Default: {default}."
        yield from (".TP", rf"\fB{name}\fR", _plain((field.description or "") + usual))
    yield from (".SH SEE ALSO", "judge(1)")


def _of_troubles() -> Iterator[str]:
    yield from (".SH NAME", r"judge\-troubles \- what may be wrong with a judge, by its name")
    yield ".SH DESCRIPTION"
    yield _plain(
        "`judge check --json`, `judge status --json`, `/readyz`, the alarms of `/metrics` and the "
        "fields `alarm` and `trouble` of the log have these names. Each is followed by what it "
        "is, what you can do, and what becomes of mail until then. Words in capitals are values."
    )
    for title, several in (
        ("THE JUDGE AND ITS MACHINE", (*ALARMS, *FOUND)),
        ("THE DATABASE", STORE),
        ("MAIL SERVERS AND PROVIDERS", SERVERS),
    ):
        yield f".SH {title}"
        for one in several:
            texts = (one.what.many or one.what.words, one.mend.words, one.mail.words)
            what, mend, mail = (_GAP.sub(lambda gap: gap[1].upper(), text) for text in texts)
            told = f"{what[:1].upper()}{what[1:]}. {mend} {mail}"
            yield from (".TP", rf"\fB{_escaped(one.name)}\fR", _plain(told))
    yield from (".SH SEE ALSO", "judge(1), judge.toml(5)")


def _plain(text: str) -> str:
    """Return a paragraph as one line, with text in backquotes as bold."""
    words = _escaped(" ".join(text.split()))
    return _CODE.sub(r"\\fB\1\\fR", words)


def _escaped(text: str) -> str:
    """Return text without meaning for troff: no requests, and no hyphens to break lines at."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
