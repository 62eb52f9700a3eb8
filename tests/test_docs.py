"""The documents say what the program does."""

import ast
import re
from enum import Enum
from pathlib import Path

import pytest
from pydantic import SecretStr

from judge.config import Configuration

TOP = Path(__file__).parent.parent
LIBRARY = (TOP / "judge/engine/LIBRARY.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```\n(.*?)```", LIBRARY, re.DOTALL)


def test_every_setting_is_in_the_operators_manual_with_its_default() -> None:
    manual = (TOP / "deploy/README.md").read_text("utf-8")
    table = re.search(r"by a test -->\n\n(.*?)\n<!-- end", manual, re.DOTALL)

    assert table is not None
    assert table[1] == _settings_table()


def _settings_table() -> str:
    """Return the Markdown table of all settings with their defaults and uses."""
    rows = ["| setting | default | what it is for |", "|---|---|---|"]
    for name, field in Configuration.model_fields.items():
        rows.append(f"| `{name}` | {_shown(field.default)} | {field.description} |")
    return "\n".join(rows) + "\n"


def _shown(default: object) -> str:
    match default:
        case None | "":
            return ""
        case SecretStr():
            return ""
        case Enum():
            return f"`{default.value}`"
        case _:
            return f"`{default}`"


@pytest.mark.parametrize("number", range(3))
def test_an_example_of_the_library_prints_what_its_page_says(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code, printed = EXAMPLES[number]

    exec(compile(code, "LIBRARY.md", "exec"), {})

    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("number", range(3))
def test_an_example_of_the_library_imports_what_is_public(number: int) -> None:
    tree = ast.parse(EXAMPLES[number][0])
    packages = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}

    assert packages <= {"judge.engine", "judge.notation", "judge.shipped"}
    assert not [n for n in ast.walk(tree) if isinstance(n, ast.Import)]


def test_who_imports_the_library_has_its_types() -> None:
    assert (TOP / "judge/py.typed").exists()
