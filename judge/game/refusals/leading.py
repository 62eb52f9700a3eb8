"""Why something is not obeyed that a Master alone may want."""

from dataclasses import dataclass

from judge.messages import Text, message


@dataclass(frozen=True, slots=True)
class HasPlayer:
    """A `power` has a player, and has to be without one for this."""

    power: str

    in_short = message("has a player")


@dataclass(frozen=True, slots=True)
class NobodyPlays:
    """Nobody plays `by`, who could be given `power` too."""

    power: str
    by: str

    in_short = message("no player")


@dataclass(frozen=True, slots=True)
class IsDummy:
    """A `power` is a dummy already."""

    power: str

    in_short = message("a dummy already")


@dataclass(frozen=True, slots=True)
class NoDummy:
    """A `power` is no dummy, so that it needs not be made an open seat again."""

    power: str

    in_short = message("no dummy")


@dataclass(frozen=True, slots=True)
class MasterPlays:
    """A Master who plays may not see what others have ordered."""

    in_short = message("you play")


@dataclass(frozen=True, slots=True)
class NothingUndone:
    """No phase was taken back, or the game has gone on since."""

    in_short = message("nothing to take back")


@dataclass(frozen=True, slots=True)
class NothingToRelease:
    """No results wait for the Master to send them out."""

    in_short = message("no results wait")


@dataclass(frozen=True, slots=True)
class NoDryRun:
    """A `line` is no command that can be tried: none that cannot be undone."""

    line: str

    in_short = message("no dry run of this")


@dataclass(frozen=True, slots=True)
class UnreadBoard:
    """Lines that tell a board were not understood: `wrong`, each with what to do."""

    wrong: tuple[tuple[str, Text], ...]

    in_short = message("not understood")


@dataclass(frozen=True, slots=True)
class CannotStand:
    """A board cannot be as it was told, for these `faults`."""

    faults: tuple[Text, ...]

    in_short = message("no such board")


@dataclass(frozen=True, slots=True)
class BoardAsItIs:
    """A board that was told is the one that there is."""

    in_short = message("nothing is changed")


@dataclass(frozen=True, slots=True)
class ResultsWait:
    """The phase is over, and its results wait for the Master to send them out."""

    in_short = message("results wait")


@dataclass(frozen=True, slots=True)
class GameLed:
    """Its only Master may not play in a moderated game, where he sees all."""

    in_short = message("you lead this game")


@dataclass(frozen=True, slots=True)
class NamesKnown:
    """A Master may not play in a gunboat game, as he knows who joined it."""

    in_short = message("you know the others")


@dataclass(frozen=True, slots=True)
class MasterJoined:
    """The Master has joined his game, which may not be so with this setting."""

    in_short = message("you have joined")


@dataclass(frozen=True, slots=True)
class HasLed:
    """Who led a game that runs, or was its tutor, has seen what no player knows."""

    in_short = message("you know too much")


@dataclass(frozen=True, slots=True)
class NoTutors:
    """Those who play were not told before the start that somebody may see all."""

    in_short = message("no tutors here")


LeadingRefusal = (
    HasPlayer
    | NobodyPlays
    | IsDummy
    | NoDummy
    | MasterPlays
    | NothingUndone
    | NothingToRelease
    | NoDryRun
    | UnreadBoard
    | CannotStand
    | BoardAsItIs
    | ResultsWait
    | GameLed
    | NamesKnown
    | MasterJoined
    | HasLed
    | NoTutors
)
