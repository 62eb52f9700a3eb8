"""What tests do alike with dataclasses and with Structs."""

from dataclasses import replace as dataclass_replace
from typing import Any, TypeVar

from msgspec import Struct, structs

_Value = TypeVar("_Value")


def replace(value: _Value, **changes: Any) -> _Value:
    """Return a copy of a value with some fields changed."""
    if isinstance(value, Struct):
        return structs.replace(value, **changes)
    return dataclass_replace(value, **changes)  # type: ignore[type-var]  # one of the two
