"""Prints the sample mails, or those whose name holds the words given.

With `--keep` it writes those that `tests/cases/mails` has as they are now.
"""

import sys

from judge.letter import Notice
from tests.render.boards import ROOT
from tests.render.mails import all_mails

KEPT = ROOT / "tests" / "cases" / "mails"


def main(words: list[str]) -> None:
    for name, notice in all_mails().items():
        path = KEPT / f"{name}.txt"
        if words == ["--keep"]:
            if path.exists():
                path.write_text(_text(notice))
        elif all(word.lower() in name.lower() for word in words):
            print(f"----- {name} {'-' * (66 - len(name))}\nTo: {notice.to}")
            print(_text(notice))


def _text(notice: Notice) -> str:
    return f"Subject: {notice.subject}\n\n{notice.text}"


if __name__ == "__main__":
    main(sys.argv[1:])
