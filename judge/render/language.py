"""Messages in the words of one language."""

from collections.abc import Callable
from functools import wraps
from gettext import NullTranslations

from judge.messages import Message, Text


class Language:
    """What puts messages into words: those of a catalog, or else their own."""

    def __init__(self, catalog: NullTranslations) -> None:
        self._catalog = catalog

    def text(self, said: Text) -> str:
        """Return a message, or a text that needs no catalog, in words."""
        if not isinstance(said, Message):
            return said
        if said.many:
            words = self._catalog.ngettext(said.words, said.many, said.count)
        else:
            words = self._catalog.gettext(said.words)
        return said.filled(words, self.text)

    def spoken(self, value: object) -> object:
        """Return `value` with the messages in it, also those in its rows, in words."""
        match value:
            case Message():
                return self.text(value)
            case tuple() | list():
                return [self.spoken(one) for one in value]
            case _:
                return value

    def on_texts(self, change: Callable[..., object]) -> Callable[..., object]:
        """Return `change`, of texts or rows of them, as one that takes messages too."""

        @wraps(change)
        def changed(*values: object, **options: object) -> object:
            return change(*map(self.spoken, values), **options)

        return changed


ENGLISH = Language(NullTranslations())
