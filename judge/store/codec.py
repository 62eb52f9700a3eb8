"""Values as JSON text and back, by their fields: a new field needs a line nowhere else.

Durations are seconds, moments are in ISO 8601, members of an Enum are their values.
"""

import json
from datetime import timedelta
from typing import Any, TypeVar

from msgspec import convert, to_builtins

_Value = TypeVar("_Value")


def fields_of(value: object) -> dict[str, Any]:
    """Return the fields of `value` by their names, as `text_of` takes them."""
    fields: dict[str, Any] = to_builtins(value, builtin_types=(timedelta,))
    return fields


def text_of(fields: object) -> str:
    """Return `fields` as JSON; whatever text there is, the result is ASCII."""
    return json.dumps(fields, default=timedelta.total_seconds)


def value_of(fields: object, kind: type[_Value]) -> _Value:
    """Return the value of a `kind` with these fields, as `json.loads` gives them.

    A field that is missing has its default, and one that is unknown is left out.
    Raises ValueError where a field has a value that it cannot have.
    """
    # Not strict, for JSON has no durations, and a number is read as one only so.
    return convert(fields, kind, strict=False)
