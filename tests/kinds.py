"""What tests do alike with dataclasses and with Structs."""

from dataclasses import replace as dataclass_replace
from typing import Any, TypeVar, get_args

from msgspec import Struct, structs

from judge.game.base import Command, kinds_of

_Value = TypeVar("_Value")


def replace(value: _Value, **changes: Any) -> _Value:
    """Return a copy of a value with some fields changed."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    return dataclass_replace(value, **changes)  # type: ignore[type-var]  # one of the two


def members(union: object) -> tuple[type, ...]:
    """Return the classes of a union; a base of commands stands for all below it."""
    found = (kinds_of(one) if one is Command else (one,) for one in get_args(union))
    return tuple(dict.fromkeys(one for some in found for one in some))
