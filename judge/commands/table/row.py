"""A row of the table of commands."""

from dataclasses import dataclass

from judge.commands.known import Role
from judge.commands.passage import Read
from judge.game import Who, base


@dataclass(frozen=True, slots=True)
class Row:
    """A command: its words, what reads it, who may give it, its help, its right forms.

    Blanks between the words of a form may be left out. `topic` is "" for a command of
    another judge that this one does not have. Where a Master does it otherwise than
    others `masters` are his forms. `unclear` tells that it says how orders are to be
    taken, so that none are complete while it is not understood.
    """

    forms: tuple[str, ...]
    read: Read
    who: Who
    topic: str
    usage: tuple[str, ...] = ()
    masters: tuple[str, ...] = ()
    unclear: bool = False

    def usage_for(self, role: Role) -> tuple[str, ...]:
        """Return the right forms for one who writes as `role`."""
        return self.masters if self.masters and role is Role.MASTER else self.usage


def row_of(
    command: type[base.AnyCommand],
    forms: tuple[str, ...],
    read: Read,
    topic: str,
    usage: tuple[str, ...] = (),
    *,
    listed: Who | None = None,
    masters: tuple[str, ...] = (),
    unclear: bool = False,
) -> Row:
    """Return the row of a command; the help lists it for those who may give it.

    With `listed` it is listed for these instead.
    """
    return Row(forms, read, listed or command.who, topic, usage, masters, unclear)
