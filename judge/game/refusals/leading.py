"""Why something is not obeyed that a Master alone may want."""

from judge.game.base import Refusal
from judge.messages import Text, message


class HasPlayer(Refusal, frozen=True):
    """A `power` has a player, and has to be without one for this."""

    power: str

    in_short = message("has a player")


class NobodyPlays(Refusal, frozen=True):
    """Nobody plays `by`, who could be given `power` too."""

    power: str
    by: str

    in_short = message("no player")


class IsDummy(Refusal, frozen=True):
    """A `power` is a dummy already."""

    power: str

    in_short = message("a dummy already")


class NoDummy(Refusal, frozen=True):
    """A `power` is no dummy, so that it needs not be made an open seat again."""

    power: str

    in_short = message("no dummy")


class MasterPlays(Refusal, frozen=True):
    """A Master who plays may not see what others have ordered."""

    in_short = message("you play")


class NothingUndone(Refusal, frozen=True):
    """No phase was taken back, or the game has gone on since."""

    in_short = message("nothing to take back")


class NothingToRelease(Refusal, frozen=True):
    """No results wait for the Master to send them out."""

    in_short = message("no results wait")


class NoDryRun(Refusal, frozen=True):
    """A `line` is no command that can be tried: none that cannot be undone."""

    line: str

    in_short = message("no dry run of this")


class UnreadBoard(Refusal, frozen=True):
    """Lines that tell a board were not understood: `wrong`, each with what to do."""

    wrong: tuple[tuple[str, Text], ...]

    in_short = message("not understood")


class CannotStand(Refusal, frozen=True):
    """A board cannot be as it was told, for these `faults`."""

    faults: tuple[Text, ...]

    in_short = message("no such board")


class BoardAsItIs(Refusal, frozen=True):
    """A board that was told is the one that there is."""

    in_short = message("nothing is changed")


class ResultsWait(Refusal, frozen=True):
    """The phase is over, and its results wait for the Master to send them out."""

    in_short = message("results wait")


class GameLed(Refusal, frozen=True):
    """Its only Master may not play in a moderated game, where he sees all."""

    in_short = message("you lead this game")


class NamesKnown(Refusal, frozen=True):
    """A Master may not play in a gunboat game, as he knows who joined it."""

    in_short = message("you know the others")


class MasterJoined(Refusal, frozen=True):
    """The Master has joined his game, which may not be so with this setting."""

    in_short = message("you have joined")


class HasLed(Refusal, frozen=True):
    """Who led a game that runs, or was its tutor, has seen what no player knows."""

    in_short = message("you know too much")


class NoTutors(Refusal, frozen=True):
    """Those who play were not told before the start that somebody may see all."""

    in_short = message("no tutors here")
