"""The rules of the house that no other tool checks."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from judge.commands.match import find_row
from judge.commands.table import TABLE, Row
from judge.engine import RULES
from judge.game import Command, Fact, Reply
from judge.game.base import kinds_of
from judge.render.templates import broken_templates
from judge.shipped import shipped_variants
from tests.commands.readers import read, read_reply
from tests.kinds import members

ROOT = Path(__file__).parent.parent
HOUSE = ROOT / "judge"
FROM = re.compile(r"^ *from (judge[.\w]*) import (\([^)]*\)|[^\n]*)", re.M)
EVENTS = (*kinds_of(Fact), *kinds_of(Reply))


def in_words(event: type) -> str:
    """Return the name that its template and its dialog have."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", event.__name__).lower()


def test_what_others_import_comes_from_the_face_of_a_package() -> None:
    inside = [
        f"{path.relative_to(HOUSE)}: {module}"
        for path in HOUSE.rglob("*.py")
        for module in imported(path)
        if module.split(".")[1] != path.relative_to(HOUSE).parts[0].removesuffix(".py")
        if not (ROOT / module.replace(".", "/") / "__init__.py").is_file()
        if (HOUSE / module.split(".")[1]).is_dir()
    ]

    assert inside == []


def test_a_face_offers_nothing_that_nobody_wants() -> None:
    texts = [path for path in HOUSE.rglob("*") if path.suffix in (".py", ".md")]
    texts += (ROOT / "tests").rglob("*.py")
    wanted = {
        (module, name)
        for path in texts
        for module, names in FROM.findall(path.read_text("utf-8"))
        for name in re.findall(r"\w+", names)
    }
    offered = {
        (f"judge.{face.parent.name}", name)
        for face in HOUSE.glob("*/__init__.py")
        for name in offered_by(face)
    }

    assert offered - wanted == set()


def offered_by(face: Path) -> Iterator[str]:
    """Yield the names that a face lists: those of `__all__`, and those imported `X as X`."""
    for node in ast.walk(ast.parse(face.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (one.name for one in node.names if one.asname == one.name)
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            yield from ast.literal_eval(node.value)


def imported(path: Path) -> Iterator[str]:
    """Yield the modules and packages of the judge that a module imports from."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("judge."):
            yield node.module or ""


@pytest.mark.parametrize("event", EVENTS, ids=in_words)
def test_an_event_has_its_template_and_its_dialog(event: type) -> None:
    assert (ROOT / "templates" / f"{in_words(event)}.txt").is_file()
    assert (ROOT / "tests" / "dialogs" / f"{in_words(event)}.txt").is_file()


@pytest.mark.parametrize("event", EVENTS, ids=in_words)
def test_an_event_says_what_it_weighs(event: type) -> None:
    assert hasattr(event, "weight")


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.forms[0])
def test_a_row_of_the_table_has_its_page_of_the_manual(row: Row) -> None:
    assert (ROOT / "templates" / "help" / f"{row.topic}.txt").is_file()


def test_the_judge_starts_with_these_templates() -> None:
    assert broken_templates(ROOT / "templates", ROOT / "templates") == ()


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.forms[0])
def test_a_row_of_the_table_has_its_dialog(row: Row) -> None:
    """A letter of some dialog has a line that begins with one of its forms."""
    assert row in written()


@pytest.mark.parametrize("command", members(Command), ids=in_words)
def test_a_command_stands_in_some_dialog(command: type) -> None:
    """What is read in the letters of all dialogs comes by the rows of the table."""
    assert command in said()


@cache
def written() -> list[Row]:
    """Return the row of each line of each letter of the dialogs that has one."""
    found = (find_row(line) for letter in letters() for line in letter.splitlines())
    return [row for row, _ in filter(None, found)]


@cache
def said() -> set[type]:
    """Return the commands that stand in the letters of the dialogs."""
    powers = shipped_variants().powers()
    return {
        type(command)
        for letter in letters()
        for section in (*read(letter, powers=tuple(powers)), *read_reply(letter, tuple(powers)))
        for command in (section.entry, *section.commands)
    }


@cache
def letters() -> list[str]:
    """Return the letters of all dialogs: the lines that are indented below `from`."""
    texts = [path.read_text() for path in (ROOT / "tests" / "dialogs").glob("*.txt")]
    found = [re.findall(r"^from .*\n((?: +.*\n|\n)*)", text, re.M) for text in texts]
    return [dedent(letter) for some in found for letter in some]


@pytest.mark.parametrize("name", RULES)
def test_a_rule_has_its_cases_and_its_row(name: str) -> None:
    played = [path.parent for path in (ROOT / "variants").glob("*/variant.toml")]
    using = [one for one in played if f"rules.{name}" in variant_text(one)]

    assert any((ROOT / "tests/cases/variants" / one.name).is_dir() for one in using)
    assert f"| `{name}` |" in (ROOT / "variants" / "README.md").read_text()


def variant_text(folder: Path) -> str:
    """Return the file of a variant."""
    return (folder / "variant.toml").read_text()


def test_a_dialog_begins_with_its_promise() -> None:
    dialogs = (ROOT / "tests" / "dialogs").glob("*.txt")

    assert [one.name for one in dialogs if not one.read_text().startswith("# ")] == []


# Where words stand that no mail to players has, or that are not the judge's, and why.
NOT_SAID = {
    "mapmaking backup boards cli demo config.py": "for who runs a judge, or makes maps",
    "notation/cases.py notation/changed.py": "for people who write cases",
    "notation/exchange.py": "for programs",
    "store": "SQL",
    "host logs.py work": "for programs, and the log",
    "troubles.py": "what mail servers answer, beside messages",
    "mail child.py": "for mail servers, and the log",
    "service/answering.py service/asking.py": "what the log says of a letter",
    "service/pages.py": "for programs",
    "web service/site": "for browsers and programs; the words of pages are in templates/web",
    "commands/blocks.py commands/entries.py commands/messages.py": "what people write",
    "commands/match.py commands/passage.py commands/questions.py": "what people write",
    "commands/days.py commands/talk.py commands/wordings.py": "what people write",
    "commands/walk.py commands/wishes.py": "what people write",
    "commands/doubts.py commands/help.py commands/own.py commands/read.py": "what people write",
    "commands/replies.py commands/spoken.py": "what people write",
    "commands/answers.py commands/languages.py": "what people and programs write",
    "notation/line.py notation/read.py notation/words.py game/when.py": "what people write",
    "letter.py": "found again in replies, whatever language those are in",
    "game/turn.py game/phases.py": "why a game ended is kept with it, in English",
}
WORD = re.compile(r"[\"'(]*[A-Za-z]?[a-z'-]+[.,:;!?)\"']*")


def test_what_the_judge_says_stands_in_templates_or_in_messages() -> None:
    """A sentence that is neither could not be put into another language."""
    left_out = tuple(path for paths in NOT_SAID for path in paths.split())
    said = [
        f"{path.relative_to(HOUSE)}:{text.lineno}"
        for path in sorted(HOUSE.rglob("*.py"))
        if not str(path.relative_to(HOUSE)).startswith(left_out)
        for text in texts_in(path)
        if sum(map(bool, map(WORD.fullmatch, words_of(text).split()))) >= 4
    ]

    assert said == []


def test_a_message_is_written_out_with_a_value_for_each_gap() -> None:
    """Else it is not found for the catalog, or cannot be put into words."""
    wrong = [
        f"{path}:{call.lineno}"
        for path in HOUSE.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and name_of(call) in ("message", "counted")
        if not is_complete(call)
    ]

    assert wrong == []


def texts_in(path: Path) -> Iterator[ast.expr]:
    """Yield the texts of a module that might be read by a person who plays.

    Docstrings are not, nor what the log, an exception or an assertion says. The values
    of an `Enum` name it for programs; mails have other words for them.
    """
    waiting: list[ast.AST] = [ast.parse(path.read_text("utf-8"))]
    while waiting:
        match waiting.pop():
            case ast.Constant(value=str()) | ast.JoinedStr() as text:
                yield text
            case ast.Raise() | ast.Assert() | ast.Expr(value=ast.Constant()):
                continue
            case ast.ClassDef(bases=[ast.Name(id="Enum")]):
                continue
            case ast.Call(func=ast.Attribute(value=ast.Name(id="log"))):
                continue
            case ast.Call() as call if name_of(call) in ("message", "counted"):
                waiting += call.keywords
            case node:
                waiting += ast.iter_child_nodes(node)


def words_of(text: ast.expr) -> str:
    """Return a text with gaps for what it is filled with."""
    match text:
        case ast.Constant(value=str(words)):
            return words
        case ast.JoinedStr(values=parts):
            return "{}".join(words_of(part) for part in parts)
        case _:
            return ""


def is_complete(call: ast.Call) -> bool:
    """Return whether the words of a message are a text, and its gaps have values.

    A message without any may be a form that gets them later.
    """
    is_counted = name_of(call) == "counted"
    forms = call.args[: 2 if is_counted else 1]
    given = {one.arg for one in call.keywords} | ({"count"} if is_counted else set())
    gaps = {gap for form in forms for gap in re.findall(r"\{(\w+)\}", words_of(form))}
    plain = all(isinstance(form, ast.Constant) for form in forms)
    return plain and (not given or None in given or gaps <= given)


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""
