"""Prints the sample mails, or only those whose names contain the given words.

With `--keep` it writes the present mails into `tests/cases/mails`, those that the folder has. With
`--html FOLDER` it writes all of them as pages with pictures.
"""

import sys
from base64 import b64encode
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.letter import Notice
from judge.pictures import painted
from tests.render.boards import ROOT
from tests.render.mails import all_mails

KEPT = ROOT / "tests" / "cases" / "mails"


def main(words: list[str]) -> None:
    if words[:1] == ["--html"]:
        _write_pages(Path(words[1]))
        return
    for name, notice in all_mails().items():
        path = KEPT / f"{name}.txt"
        if words == ["--keep"]:
            if path.exists():
                path.write_text(_text(notice))
        elif all(word.lower() in name.lower() for word in words):
            print(f"----- {name} {'-' * (66 - len(name))}\nTo: {notice.to}")
            print(_text(notice))


def _write_pages(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as grounds:
        for name, notice in all_mails().items():
            if notice.html:
                page = page_of(notice, Path(grounds))
                (folder / f"{name}.html").write_text(page, encoding="utf-8")


def page_of(notice: Notice, grounds: Path) -> str:
    """Return the HTML of a mail with its pictures in it."""
    homes, templates, page = (ROOT / "variants",), ROOT / "templates", notice.html
    for number, drawing in enumerate(notice.drawings):
        picture = painted(drawing, homes, templates, grounds)
        inline = f"data:image/png;base64,{b64encode(picture).decode()}"
        page = page.replace(f"cid:board{number}", inline)
    return page


def _text(notice: Notice) -> str:
    return f"Subject: {notice.subject}\n\n{notice.text}"


if __name__ == "__main__":
    main(sys.argv[1:])
