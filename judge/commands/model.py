"""What a letter tells the judge to do: one small value a command.

A new command is one value here, one row in the reader's table, one decision in
`judge/game` and one block of a template.
"""

from dataclasses import dataclass, field

from judge.commands.person import PersonCommand
from judge.commands.unobeyed import Unobeyed


@dataclass(frozen=True, slots=True)
class SignOn:
    """Enter a game: as a power, as the Master, or to join, take over or come back.

    `readings` are the (seat, game) pairs the words may mean, likeliest first: `Fsmp` is
    power F in game smp, or else the game fsmp. A seat is a power's name or letter,
    `M` for the Master, `O` for an observer, `?` to join, or "" when none was named.
    A sign-on that could not be read has the one reading ("", ""): no game has an empty
    name, so that nothing which stands behind it is obeyed.
    """

    readings: tuple[tuple[str, str], ...]
    password: str | None = field(default=None, repr=False)
    preferences: str = ""


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Set up a new game of `variant`, with the sender as its Master.

    `options` are words that followed, kept as they were written.
    """

    game: str
    variant: str = "standard"
    password: str | None = field(default=None, repr=False)
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observe:
    """Follow a game without playing."""

    game: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Register:
    """Tell the judge who one is; `fields` are (key, value), keys in lower case."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ListGames:
    """Show the games, or `game` alone, at length if `full`."""

    game: str = ""
    full: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """Show who played and who owned what, year by year."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """Show the results of past phases, from `first` to `last` (`S1901M`) if named."""

    game: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class ShowVariant:
    """Tell of the variant `name`, or list those there are."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class Map:
    """Show the board as it stands, or after the finished `phase` (`S1901M`) named."""

    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Explain:
    """Tell why the order to `unit` ended as it did in a finished `phase` (`S1901M`).

    Without one that is the last.
    """

    unit: str
    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """Explain `topic`, or the judge at large."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Store these lines, as they were written, as orders.

    Some lines may be cases by what the board shows (IF, ELSE, ENDIF), or preferences.
    With `replaces` they take the place of all orders there were. `aside` is prose
    beside them. `unclear` are lines that say how orders are to be taken, and were not
    understood: with them no set of orders is complete.
    """

    lines: tuple[str, ...]
    aside: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class PlanOrders:
    """Keep these lines for a `phase` to come (`F1901M`), the next winter for ""."""

    phase: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoOrders:
    """Let the orders stand as before the receipt of this number, the last one for 0."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class ShowOrders:
    """Show what orders are stored."""


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Forget the orders stored for this phase, or kept for the `phase` named."""

    phase: str = ""


@dataclass(frozen=True, slots=True)
class SendPress:
    """Send `text` to `recipients` (names or letters, `M`, `O`); to all when empty.

    With `all_but` the recipients are those who do not get it. `grey` is None when the
    letter does not say whether it is signed. `closed` tells whether the end of the text
    was marked; if not, lines that look like orders may be in it.
    """

    text: str
    recipients: tuple[str, ...] = ()
    all_but: bool = False
    grey: bool | None = None
    closed: bool = True


@dataclass(frozen=True, slots=True)
class SetWait:
    """Ask that the phase is not processed before its deadline, or take that back.

    It may be asked to wait `until` a moment only, as it was written.
    """

    wait: bool
    until: str = ""


@dataclass(frozen=True, slots=True)
class VoteDraw:
    """Vote for a draw of `powers` (of all survivors when empty).

    Of one power alone it is a vote that this power has won.
    """

    powers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WithdrawDraw:
    """Take a vote for a draw back."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game."""


@dataclass(frozen=True, slots=True)
class NewReplyAddress:
    """Replace the reply addresses of one's place: those in older mails open nothing."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Change a setting of the game, as `SET MOVE NEXT 48`; Master only."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class Process:
    """Adjudicate now: `confirmation` is the phase (`S1901M`) or the code asked for."""

    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class SetDeadline:
    """Move the deadline of this phase; `when` as it was written."""

    when: str


@dataclass(frozen=True, slots=True)
class Eject:
    """Take a player or observer, named by power or address, out of the game."""

    who: str
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Rollback:
    """Go back to the start of `phase` (`S1901M`), of the last one when empty."""

    phase: str = ""
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clock, for `reason`."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resume:
    """Start the clock again."""


@dataclass(frozen=True, slots=True)
class Terminate:
    """End the game without a result."""

    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Start with the players there are; seats left over stay open."""


@dataclass(frozen=True, slots=True)
class Become:
    """Do all that follows in the place of `power`."""

    power: str


Entry = SignOn | CreateGame | Observe
Inquiry = ListGames | Summary | History | Map | Explain | ShowVariant | Help
JudgeCommand = Register | Inquiry
PlayerCommand = (
    SubmitOrders
    | PlanOrders
    | UndoOrders
    | ShowOrders
    | ClearOrders
    | SendPress
    | SetWait
    | VoteDraw
    | WithdrawDraw
    | Resign
    | NewReplyAddress
)
MasterCommand = (
    SetOption
    | Process
    | SetDeadline
    | Eject
    | Rollback
    | Pause
    | Resume
    | Terminate
    | StartGame
    | Become
)
GameCommand = PlayerCommand | MasterCommand
Command = Entry | JudgeCommand | PersonCommand | GameCommand | Unobeyed


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a letter that belongs to one entry into one game.

    `entry` is None for what stands before the first sign-on: there the reply address
    says which game and power is meant.
    """

    entry: Entry | None
    commands: tuple[JudgeCommand | PersonCommand | GameCommand | Unobeyed, ...]
