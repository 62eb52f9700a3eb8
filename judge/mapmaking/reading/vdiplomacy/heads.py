"""The variant.php of a variant, and of those that it begins as."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from judge.mapmaking.reading.facts import RefusedError
from judge.mapmaking.reading.sources import Files, Source, text_of
from judge.mapmaking.reading.vdiplomacy.php import PhpArray, arrays_of
from judge.mapmaking.reading.vdiplomacy.rows import holds_board, plain

_CLASS = re.compile(r"\bclass\s+(\w+?)(?:Variant)?\s+extends\s+(\w*)Variant\b")
_FROM = r"variantClasses\s*\[\s*['\"]{}['\"]\s*\]\s*=\s*['\"](\w+)['\"]"
_HEAD = re.compile(r"\bclass\s+\w+\s+extends\s+\w*WDVariant\b|\bvariantClasses\b")
_PROPERTY = r"^[^/*#\n]*\${}\s*=\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|(\d+))"
# It adds rules to the standard board.
_OTHER_BASE = {"RuleExtensions": "Classic"}
_FIRST_MAP, _FIRST = "1", "Classic"
_HEAD_FILE, _INSTALL, _CLASSES = "variant.php", "install.php", "classes"


@dataclass(frozen=True, slots=True)
class Php:
    """A file of the variant as a text, empty if it is not there."""

    name: str
    text: str

    def word(self, name: str) -> str:
        """Return the text or the number that a property has, or nothing."""
        found = re.search(_PROPERTY.format(name), self.text, re.MULTILINE)
        return plain(next(filter(None, found.groups()), "")) if found else ""


@dataclass(frozen=True, slots=True)
class VariantFiles:
    """The files of a variant: its board, its own head, and those that it begins as."""

    install: Source
    heads: tuple[Source, ...]
    files: Files

    def texts(self) -> tuple[Php, ...]:
        """Return the heads, the variant's own first."""
        return tuple(Php(one.base, text_of(one)) for one in self.heads)

    def word(self, name: str) -> str:
        """Return a property of the variant, or as it is where that begins."""
        return next(filter(None, (one.word(name) for one in self.texts())), "")

    def arrays(self) -> dict[str, PhpArray]:
        """Return the arrays of the heads; the variant's own come first."""
        found: dict[str, PhpArray] = {}
        for one in reversed(self.texts()):
            found |= arrays_of(one.text)
        return found

    def missing(self) -> str:
        """Return as what the variant begins though that is not there, or nothing."""
        return _base(self.heads[-1])

    def program(self, name: str) -> Php:
        """Return the file of a class, of the variant or of what it begins as.

        The head may name another variant whose class it is.
        """
        path = f"{_CLASSES}/{name}.php"
        places = [_near(path, one, self.files) for one in self.heads]
        for one in self.heads:
            for other in re.findall(_FROM.format(name), text_of(one)):
                places.append(self.files.beside(f"{other}/{path}", one.name))
        places.append(self.files.find(path, self.install))
        found = next(filter(None, places), None)
        return Php(f"{name}.php", text_of(found) if found else "")


def variant_files(files: Files) -> VariantFiles | None:
    """Return the files of the variant that is named, None where there is none.

    RefusedError where its board or its head is missing.
    """
    boards = [one for one in files.given if holds_board(text_of(one))]
    given = [one for one in files.given if one not in boards and _is_head(one)]
    if not given and not boards:
        return None
    if not given:
        found = files.find(_HEAD_FILE, boards[0])
        if found is None:
            raise RefusedError(
                f"{boards[0].base} holds a board, but who plays on it stands in "
                "variant.php, which is not there; name it as well."
            )
        given = [found]
    heads = tuple(_heads(_own(given, boards), given, files))
    return VariantFiles(_install(heads, boards, files), heads, files)


def _is_head(source: Source) -> bool:
    text = text_of(source)
    if not source.base.lower().endswith(".php"):
        return False
    return bool(_CLASS.search(text) or _HEAD.search(text))


def _own(given: Sequence[Source], boards: Sequence[Source]) -> Source:
    """Return the head that no other one begins as; rather one without a board."""
    begun = {_base(one) for one in given}
    leaves = [one for one in given if _called(one) not in begun] or given
    folders = {_folder(one) for one in boards}
    return min(leaves, key=lambda one: _folder(one) in folders)


def _heads(own: Source, given: Sequence[Source], files: Files) -> Iterator[Source]:
    one: Source | None = own
    seen: set[str] = set()
    while one and _called(one) not in seen:
        yield one
        seen.add(_called(one))
        base = _base(one)
        known = (other for other in given if base and _called(other) == base)
        one = next(known, None)
        if one is None and base:
            found = files.beside(f"{base}/{_HEAD_FILE}", own.name)
            one = found if found and _called(found) == base else None


def _install(heads: Sequence[Source], boards: Sequence[Source], files: Files) -> Source:
    """Return the file of the board: the variant's own, or of what it begins as."""
    for one in heads:
        own = next((o for o in boards if _folder(o) == _folder(one)), None)
        # Around the folder lies a file of the site that is called so, too.
        found = own or _near(_INSTALL, one, files)
        if found and holds_board(text_of(found)):
            return found
    if boards:
        return boards[0]
    own, number = heads[0], Php("", text_of(heads[0])).word("mapID")
    names = [_base(heads[-1])] if _base(heads[-1]) else []
    names += [_FIRST] if number == _FIRST_MAP else []
    for name in names:
        if found := files.beside(f"{name}/{_INSTALL}", own.name):
            return found
    board = f" (map {number})" if number else ""
    text = f"{own.base} names countries and rules, but its board{board} stands in"
    if names:
        text = f"{own.base} begins as the variant {names[0]}, whose board stands in"
        text = f"{text} its install.php; name the folder of that as well."
        raise RefusedError(text)
    text = f"{text} an install.php, perhaps of another variant; name that as well."
    raise RefusedError(text)


def _near(name: str, near: Source, files: Files) -> Source | None:
    """Return a file beside another one, as it is there or given."""
    path = str(_folder(near) / name).casefold()
    given = (one for one in files.given if one.name.casefold() == path)
    return next(given, None) or files.beside(name, near.name)


def _folder(source: Source) -> PurePosixPath:
    return PurePosixPath(source.name.replace("\\", "/")).parent


def _called(source: Source) -> str:
    found = _CLASS.search(text_of(source))
    return found[1] if found else ""


def _base(source: Source) -> str:
    found = _CLASS.search(text_of(source))
    base = found[2] if found else ""
    return "" if base.endswith("WD") else _OTHER_BASE.get(base, base)
