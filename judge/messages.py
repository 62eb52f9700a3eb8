"""Words for people that are not in any language yet.

A message is what gettext calls one: its English words are the name by which a catalog
of another language has it, and what differs from case to case stands in gaps of it.
`judge.render` puts it into the words of its reader. The catalog is made of all calls of
`message` and `counted`, so their words are written out there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

_LONGEST_ADDRESS = 60


@dataclass(frozen=True, slots=True)
class Message:
    """Words with gaps such as `{place}`, and the values of the gaps, by name.

    Where `many` is not "" the words are for one, `many` for any other `count`.
    """

    words: str
    values: tuple[tuple[str, "Value"], ...] = ()
    many: str = ""
    count: int = 1

    def __str__(self) -> str:
        """Return the message in its own words, which are English."""
        return self.filled(self.many if self.count != 1 else self.words, str)

    def with_values(self, **values: "Value") -> "Message":
        """Return the message with these values in its gaps."""
        return replace(self, values=tuple(values.items()))

    def filled(self, words: str, said: Callable[["Text"], str]) -> str:
        """Return the `words` of some language with all gaps filled, by `said`."""
        if not self.values:
            return words
        return words.format_map({name: _value(one, said) for name, one in self.values})


Text = str | Message
# Several texts are a list with commas.
Value = Text | int | tuple[Text, ...]


def message(words: str, /, **values: Value) -> Message:
    """Return a message with these values in its gaps."""
    return Message(words, tuple(values.items()))


def counted(one: str, many: str, /, count: int, **values: Value) -> Message:
    """Return the message for so many; `{count}` is a gap in both of its forms."""
    return Message(one, (("count", count), *values.items()), many, count)


def all_of(items: Sequence[Text]) -> Text:
    """Return the items as a sentence has them: `A, B and C`."""
    if len(items) < 2:
        return items[0] if items else ""
    return message("{others} and {last}", others=tuple(items[:-1]), last=items[-1])


def any_of(items: Sequence[Text]) -> Text:
    """Return the items as a sentence leaves a choice: `A, B or C`."""
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


def _value(value: Value, said: Callable[[Text], str]) -> str:
    match value:
        case int():
            return str(value)
        case tuple():
            return ", ".join(map(said, value))
        case text:
            return said(text)


def unlinked(address: str) -> str:
    """Return an address in words, so that no mail program makes a link of it.

    What stands in it may be a stranger's, so a long one is cut.
    """
    short = address if len(address) <= _LONGEST_ADDRESS else f"{address[:_LONGEST_ADDRESS]}…"
    return short.replace("@", " (at) ").replace(".", " (dot) ")
