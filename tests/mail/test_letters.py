"""Every mail in tests/cases/letters is read as the file next to it expects."""

import re
from pathlib import Path

import pytest

from judge.commands import Known, LetterRead, Meaning, known_names, read_letter
from judge.game import Aside, NotObeyed
from judge.letter import Bounced, Ignored, Letter, Overlong, Standing
from judge.mail import read_letter as read_mail

LETTERS = Path(__file__).parents[1] / "cases" / "letters"


def read_expected(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the values of `name: value` lines, and the indented blocks below `name:`."""
    fields: dict[str, str] = {}
    blocks: dict[str, list[str]] = {}
    block: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        name, colon, value = line.partition(":")
        if line.startswith("    ") or not line:
            block.append(line[4:])
        elif colon and not value:
            block = blocks.setdefault(name, [])
        else:
            fields[name] = value.strip()
    return fields, {name: "\n".join(lines) for name, lines in blocks.items()}


def found(letter: Letter | Ignored | Bounced | Overlong) -> tuple[dict[str, str], dict[str, str]]:
    match letter:
        case Ignored(reason):
            return {"ignored": reason}, {}
        case Overlong(reason):
            return {"overlong": str(reason)}, {}
        case Bounced(addresses, permanent):
            kind = "permanent" if permanent else "temporary"
            return {"bounced": " ".join((*addresses, kind))}, {}
        case Letter():
            fields = {
                "sender": letter.sender,
                "token": letter.token or "none",
                "automatic": "yes" if letter.automatic else "",
                "subject": letter.subject,
                "name": letter.sender_name,
                "message-id": letter.message_id,
                "date": letter.date.isoformat() if letter.date else "none",
                "encrypted": " ".join(letter.unread.encrypted),
                "files": " ".join(letter.unread.files),
            }
            return fields, {"body": own_words(letter), "left out": left_out(letter)}


def read_lines(letter: Letter) -> LetterRead:
    known = Known(known_names(("France",), ("standard",)))
    return read_letter(letter.lines, "", known)


def own_words(letter: Letter) -> str:
    """Return the lines that are read; successive empty lines count once."""
    meant = zip(letter.lines, read_lines(letter).lines, strict=True)
    passed_over = {Meaning.QUOTED, Meaning.SIGNATURE, Meaning.UNREAD, Meaning.BLANK}
    own = "\n".join(
        line.text
        for line, read in meant
        if line.standing is Standing.OWN or read.meaning not in passed_over
    )
    return re.sub(r"\n{3,}", "\n\n", own).strip("\n")


def left_out(letter: Letter) -> str:
    """Return the lines that an answer would name as not read."""
    return "\n".join(
        line
        for section in read_lines(letter).sections
        for command in section.commands
        if isinstance(command, NotObeyed)
        and command.why in (Aside.BELOW, Aside.ATTACHED, Aside.FORMS)
        for line in command.lines
    )


def test_the_corpus_is_there():
    assert len(list(LETTERS.glob("*.eml"))) >= 100


@pytest.mark.parametrize("mail", sorted(LETTERS.glob("*.eml")), ids=lambda p: p.stem)
def test_a_letter_is_read_as_expected(mail):
    fields, blocks = read_expected(mail.with_suffix(".expected"))
    fields.pop("about")
    letter = read_mail(mail.read_bytes(), fields.pop("recipient"))
    got_fields, got_blocks = found(letter)
    assert got_blocks.get("body") == blocks.get("body")
    assert got_blocks.get("left out", "") == blocks.get("left out", "")
    for name in ("automatic", "encrypted"):
        assert got_fields.get(name, "") == fields.pop(name, "")
    for name, value in fields.items():
        if name in {"ignored", "overlong", "message-id"}:
            assert value in got_fields.get(name, "")
        else:
            assert got_fields.get(name) == value
