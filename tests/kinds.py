"""What tests do alike with dataclasses and with Structs."""

from collections.abc import Iterator
from dataclasses import MISSING, fields, is_dataclass, replace as dataclass_replace
from typing import Any, TypeVar, get_args

from msgspec import NODEFAULT, Struct, structs

from judge.game.base import AnyCommand, Command, kinds_of

_Value = TypeVar("_Value")


def replace(value: _Value, **changes: Any) -> _Value:
    """Return a copy of a value with some fields changed."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    return dataclass_replace(value, **changes)  # type: ignore[type-var]  # one of the two


def members(union: object) -> tuple[type, ...]:
    """Return the classes of a union; a base of commands stands for all below it."""
    bases = (AnyCommand, Command)
    found = (kinds_of(one) if one in bases else (one,) for one in get_args(union))
    return tuple(dict.fromkeys(one for some in found for one in some))


def fields_of(value: object) -> Iterator[tuple[str, object]]:
    """Yield the names of the fields that make values equal, and their defaults, MISSING for none.

    What is neither a dataclass nor a Struct has no fields.
    """
    if isinstance(value, Struct):
        for one in structs.fields(value):
            yield one.name, MISSING if one.default is NODEFAULT else one.default
    elif is_dataclass(value):
        for field in fields(value):
            if field.compare:
                yield field.name, field.default
