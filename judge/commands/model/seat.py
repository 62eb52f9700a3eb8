"""What the holder of a place in a game says, beside his orders."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SendPress:
    """Send `text` to `recipients` (names or letters, `M`, `O`); to all when empty.

    With `all_but` the recipients are those who do not get it. `grey` is None when the
    letter does not say whether it is signed. `closed` tells whether the end of the text
    was marked; if not, lines that look like orders may be in it. It leaves `when` it
    says, as that was written, or `at_end` of the running phase. Those who get it are
    told that it went to the `feigned`, names as in `recipients`, unless that is None.
    """

    text: str
    recipients: tuple[str, ...] = ()
    all_but: bool = False
    grey: bool | None = None
    closed: bool = True
    when: str = ""
    at_end: bool = False
    feigned: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecallPress:
    """Take press back that has not left yet: the last, the one of a `number`, or all.

    The number is None for the last.
    """

    number: int | None = None
    all_of_it: bool = False


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


SeatCommand = SendPress | RecallPress | SetWait | VoteDraw | WithdrawDraw | Resign | NewReplyAddress
