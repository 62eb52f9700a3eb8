"""A row of the table of commands."""

from dataclasses import dataclass

from judge.commands.known import Place, Role, other_power
from judge.commands.passage import Read
from judge.game import Who, base


@dataclass(frozen=True, slots=True)
class Row:
    """A command of the table."""

    #: The words with which a line begins; blanks between them may be left out.
    forms: tuple[str, ...]
    #: The function that reads the rest of the line.
    read: Read
    #: The persons for whom the help lists the command.
    who: Who
    #: The help page; "" for a command of other judges that this judge does not have.
    topic: str
    #: The right forms, as an answer to a wrong line offers them.
    usage: tuple[str, ...] = ()
    #: The right forms for a Master, if they differ.
    masters: tuple[str, ...] = ()
    #: Whether the command changes how orders are taken. If it is not understood, the orders of the
    #: letter are incomplete.
    unclear: bool = False

    def usage_for(self, place: Place) -> tuple[str, ...]:
        """Return the right forms for a person who writes from `place`.

        Examples name a power that is not the writer's own.
        """
        usage = self.masters if self.masters and place.role is Role.MASTER else self.usage
        other = other_power(place)
        return tuple(line.replace("FRANCE", other) for line in usage)


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
    """Return the row of a command; the help lists it for `listed`, or for all who may give it."""
    return Row(forms, read, listed or command.who, topic, usage, masters, unclear)
