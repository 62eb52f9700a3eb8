"""A table of a variant's file while it is read, key by key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from judge.boards.variants.faults import Fault, Where, hint


@dataclass(frozen=True, slots=True)
class TomlTable:
    """A table while it is read; what is wrong with it is added to `faults`."""

    where: Where
    keys: Mapping[str, object]
    faults: list[Fault]

    def only(self, *known: str) -> None:
        """Note the keys that are not among `known`."""
        for key in self.keys:
            if key not in known:
                text = f'there is no key "{key}" here{hint(key, known)}'
                self.note(key, text)

    def text(self, key: str, *, default: str | None = None) -> str:
        """Return a text; without a default it must be there."""
        value = self._value(key, optional=default is not None)
        if isinstance(value, str) and (value.strip() or default == ""):
            if default is None and not value.isprintable():
                self.note(key, "holds a sign that cannot be printed, or a line break")
            return value
        if value is not None:
            self.note(key, f"must be a text in quotes, not {shown(value)}")
        return default or ""

    def number(self, key: str, *, default: int | None = None) -> int | None:
        """Return a whole number; without a default it must be there."""
        if key not in self.keys and default is not None:
            return default
        value = self._value(key)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be a whole number, not {shown(value)}")
        return None

    def truth(self, key: str) -> bool | None:
        """Return true or false, or None when the file says nothing."""
        value = self._value(key, optional=True)
        if isinstance(value, bool):
            return value
        if value is not None:
            self.note(key, f"must be true or false, not {shown(value)}")
        return None

    def worth(self, key: str) -> int:
        """Return what a center is worth: a number, 1 for true, 0 for none."""
        value = self.keys.get(key, False)
        if isinstance(value, int) and value >= 0:
            return int(value)
        self.note(key, f"must be true, or what it is worth, not {shown(value)}")
        return 0

    def texts(self, key: str, *, optional: bool = False) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self._value(key, optional=optional)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return tuple(value)
        if value is not None:
            odd = value
            if isinstance(value, list):
                odd = next(one for one in value if not isinstance(one, str))
            self.note(key, f'must be a list of texts, ["..."], not {shown(odd)}')
        return ()

    def table(self, key: str, *, optional: bool = False) -> "TomlTable":
        """Return a table; an empty one when there is none."""
        value = self._value(key, optional=optional)
        if value is not None and not isinstance(value, dict):
            self.note(key, f"must be a table, not {shown(value)}")
        keys = value if isinstance(value, dict) else {}
        return TomlTable((*self.where, key), keys, self.faults)

    def tables(self, key: str, *, optional: bool = False) -> "Iterator[TomlTable]":
        """Yield the tables of a list, which are numbered from #1 on."""
        value = self._value(key, optional=optional)
        if value is None:
            return
        if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
            self.note(key, f"must be written [[{key}]], once for each of them")
            return
        if not value:
            self.note(key, "is empty")
        for number, one in enumerate(value, 1):
            yield TomlTable((*self.where, key, f"#{number}"), one, self.faults)

    def note(self, key: str, text: str) -> None:
        """Add a fault at `key`."""
        self.faults.append(Fault((*self.where, key), text))

    def _value(self, key: str, *, optional: bool = False) -> object:
        if key not in self.keys and not optional:
            self.note(key, "is missing")
        return self.keys.get(key)


def shown(value: object) -> str:
    """Return a value as it may be written in the file."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "a table"
        case list():
            return "a list"
        case _:
            return str(value)
