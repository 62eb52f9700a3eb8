"""What is said of who plays: seats that are to change hands, and coming back."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SeekSubstitute:
    """Let somebody else take the seat of `power`, the sender's own for "".

    If it is not `wanted`, nobody is sought any longer.
    """

    power: str = ""
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Be there again: out of civil disorder, before an absence ends, or to a seat."""


@dataclass(frozen=True, slots=True)
class Invite:
    """Send whoever has `address` a code with which he may join, as `power` if named."""

    address: str
    power: str = ""


@dataclass(frozen=True, slots=True)
class AllowPlayer:
    """Let whoever has `address` in, whatever the game asks of others."""

    address: str


@dataclass(frozen=True, slots=True)
class DenyPlayer:
    """Do not let whoever has `address` in."""

    address: str


@dataclass(frozen=True, slots=True)
class TakeOffLists:
    """Treat whoever has `address` as all others; an invitation to him is over."""

    address: str


@dataclass(frozen=True, slots=True)
class ShowGuests:
    """Show who is invited, allowed, denied, and who has asked to come in."""


@dataclass(frozen=True, slots=True)
class Muster:
    """Let all who joined confirm that they still want to play."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Still want to play in a game that is about to start."""


@dataclass(frozen=True, slots=True)
class PreferPowers:
    """Would like some powers better than others, best first, as written; "" any."""

    words: str


FillingCommand = (
    SeekSubstitute
    | ComeBack
    | Invite
    | AllowPlayer
    | DenyPlayer
    | TakeOffLists
    | ShowGuests
    | Muster
    | Confirm
    | PreferPowers
)
