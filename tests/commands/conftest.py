"""Cases of letters as text: the letter, and after `=>` the expected sections.

A `~` stands for an empty line of the letter. A line `+ ...` begins a section with its
entry, `-` one without; the other lines are its commands, with the fields that differ
from their defaults. A tuple is written `one / two`, a pair `one:two`, an end of line
`|`. Lines that begin with `##` are comments.
"""

from collections.abc import Iterator
from dataclasses import MISSING
from pathlib import Path

import pytest

from judge.commands import Section
from judge.game import Command
from tests.commands.readers import read as read_letter
from tests.kinds import fields_of

CASES = Path(__file__).parent.parent / "cases" / "commands"
ARROW = "=> "


def cases() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    for path in sorted(CASES.glob("*.txt")):
        for number, block in enumerate(path.read_text().split("\n\n"), 1):
            lines = [line for line in block.splitlines() if not line.startswith("##")]
            letter = [line for line in lines if not line.startswith(ARROW)]
            read = tuple(line[3:] for line in lines if line.startswith(ARROW))
            if letter:
                body = "\n".join("" if line == "~" else line for line in letter)
                yield f"{path.stem}-{number}-{letter[0][:40]}", body, read


def written(sections: tuple[Section, ...]) -> tuple[str, ...]:
    return tuple(line for section in sections for line in _lines(section))


def _lines(section: Section) -> Iterator[str]:
    yield f"+ {_command(section.entry)}" if section.entry else "-"
    for command in section.commands:
        yield _command(command)


def _command(command: Command) -> str:
    said = [
        f"{name}={_value(value)}"
        for name, default in fields_of(command)
        if (value := getattr(command, name)) != default or default is MISSING
    ]
    return f"{type(command).__name__} {'; '.join(said)}".strip()


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return " / ".join(
            ":".join(each) if isinstance(each, tuple) else str(each) for each in value
        )
    return str(value).replace("\n", "|")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        read = [(n, written(read_letter(b)), e) for n, b, e in cases()]
        metafunc.parametrize("case", read, ids=[name for name, _, _ in read])
