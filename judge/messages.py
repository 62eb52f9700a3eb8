"""Texts for people, before they are translated.

Messages are those of gettext: the English text is the key of its translation in the catalogs of
other languages, and values are filled into the gaps of the text. `judge.render` translates it to
the language of its reader. The catalog is extracted from all calls of `message` and `counted`, so
these calls contain the text itself.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

_LONGEST_ADDRESS = 60


@dataclass(frozen=True, slots=True)
class Message:
    """A text with gaps such as `{place}`, and the values of the gaps by name.

    If the text has a plural, it is `many`; `words` is then the singular, and the value `count`
    decides between them.
    """

    words: str
    values: tuple[tuple[str, "Value"], ...] = ()
    many: str = ""
    count: int = 1

    def __str__(self) -> str:
        """Return the message in English."""
        return self.filled(self.many if self.count != 1 else self.words, str)

    def with_values(self, **values: "Value") -> "Message":
        """Return the message with these values in its gaps."""
        return replace(self, values=tuple(values.items()))

    def filled(self, words: str, translate: Callable[["Text"], str]) -> str:
        """Return `words`, a text in some language, with its gaps filled.

        `translate` is applied to the texts among the values.
        """
        if not self.values:
            return words
        return words.format_map({name: _value(value, translate) for name, value in self.values})


Text = str | Message
# Several texts become a list with commas.
Value = Text | int | tuple[Text, ...]


def message(words: str, /, **values: Value) -> Message:
    """Return a message with these values in its gaps."""
    return Message(words, tuple(values.items()))


def counted(singular: str, plural: str, /, count: int, **values: Value) -> Message:
    """Return a message with two forms; both have the gap `{count}`."""
    return Message(singular, (("count", count), *values.items()), plural, count)


def all_of(items: Sequence[Text]) -> Text:
    """Return the items as `A, B and C`."""
    if len(items) < 2:
        return items[0] if items else ""
    return message("{others} and {last}", others=tuple(items[:-1]), last=items[-1])


def any_of(items: Sequence[Text]) -> Text:
    """Return the items as `A, B or C`."""
    if len(items) < 2:
        return items[0] if items else ""
    return message("{others} or {last}", others=tuple(items[:-1]), last=items[-1])


def series(items: Sequence[Text]) -> Text:
    """Return the items with commas between them: `A, B, C`."""
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) == len(items):
        return ", ".join(texts)
    if len(items) < 2:
        return items[0]
    return message("{first}, {others}", first=items[0], others=tuple(items[1:]))


def _value(value: Value, translate: Callable[[Text], str]) -> str:
    """Return the text of a value."""
    match value:
        case int():
            return str(value)
        case tuple():
            return ", ".join(map(translate, value))
        case text:
            return translate(text)


def unlinked(address: str) -> str:
    """Return an address spelled in words, so that no mail program turns it into a link.

    A stranger may have written the address, so a long one is cut.
    """
    short = address if len(address) <= _LONGEST_ADDRESS else f"{address[:_LONGEST_ADDRESS]}…"
    return short.replace("@", " (at) ").replace(".", " (dot) ")
