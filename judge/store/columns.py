"""The column types: they give the same values back on every database."""

import json
from datetime import UTC, datetime

from sqlalchemy import DateTime, Dialect, Text
from sqlalchemy.types import TypeDecorator

_NOTHING = "[]"  # which most lists of most rows are


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: only an aware datetime goes in, an aware one in UTC comes out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"A moment needs a time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment in UTC; SQLite keeps it, but not that it is."""
        if value is None:
            return None
        if value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return value.astimezone(UTC)


class PlainText(TypeDecorator[str]):
    """A text in which nothing stands that a database refuses.

    PostgreSQL takes no NUL and neither takes half a surrogate pair, but a mail may hold
    both; they come back as U+FFFD and `?`.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text without what no database takes."""
        if value is None:
            return None
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


class Words(TypeDecorator[tuple[str, ...]]):
    """Texts in their order, kept as a JSON list that a person can read."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Return the list as JSON; whatever text there is, the result is ASCII."""
        return None if value is None else json.dumps(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Return the texts."""
        if value is None:
            return None
        return () if value == _NOTHING else tuple(json.loads(value))
