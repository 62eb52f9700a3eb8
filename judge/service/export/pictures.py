"""The pictures in an export, painted when its mail leaves, with no transaction open."""

from collections.abc import Iterator
from dataclasses import replace

from judge.letter import Attachment, Notice
from judge.service.export.archive import ZIP, packed, unpacked
from judge.service.parts import Judge

DRAWING = ".drawing"
"""How the names of drawings end that are to be painted."""


def with_pictures(judge: Judge, notice: Notice) -> Notice:
    """Return `notice` with pictures in its files where there were drawings.

    One that cannot be painted is left out.
    """
    files = tuple(_painted(judge, one) for one in notice.attachments)
    return replace(notice, attachments=files)


def _painted(judge: Judge, file: Attachment) -> Attachment:
    if file.media_type != ZIP:
        return file
    return replace(file, content=packed(dict(_pictures(judge, file.content))))


def _pictures(judge: Judge, content: bytes) -> Iterator[tuple[str, bytes]]:
    for name, inside in unpacked(content).items():
        if not name.endswith(DRAWING):
            yield name, inside
        elif picture := judge.picture(inside.decode()):
            yield f"{name.removesuffix(DRAWING)}.png", picture
