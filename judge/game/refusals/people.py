"""Refusals for who somebody is, or is not."""

from judge.game.base import Refusal
from judge.messages import message


class NotSignedOn(Refusal, frozen=True):
    """The letter names no game; `games` are those that may be meant."""

    games: tuple[str, ...] = ()

    in_short = message("not signed on")


class NotEntered(Refusal, frozen=True):
    """The line that should have entered a game was not obeyed."""

    in_short = message("no game entered")


class NotHolder(Refusal, frozen=True):
    """The place of `role` is somebody else's now, "" if the key fits none."""

    role: str = ""

    in_short = message("no longer yours")


class ReplyAddressOver(Refusal, frozen=True):
    """The address that was written to opens its place no more: a newer one does."""

    in_short = message("old reply address")


class NotProven(Refusal, frozen=True):
    """Nothing shows that the sender is who he says."""

    in_short = message("not proven")


class NotFromOwner(Refusal, frozen=True):
    """The letter came from an address that is not its owner's, which the command needs."""

    in_short = message("not from your address")


class ProvenBefore(Refusal, frozen=True):
    """The question that this reply answers was answered with a yes before."""

    in_short = message("done before")


class DeniedBefore(Refusal, frozen=True):
    """The question that this reply answers was answered with a no before."""

    in_short = message("answered before")


class ProofTooLate(Refusal, frozen=True):
    """The question that this reply answers has lapsed."""

    in_short = message("too late")


class AskedOfAnother(Refusal, frozen=True):
    """The sender replied to a question that another address was asked."""

    in_short = message("from another address")


class TooManyGames(Refusal, frozen=True):
    """The sender has created `most` games within a day, and may create no more."""

    most: int

    in_short = message("too many games")


class TooManyAsked(Refusal, frozen=True):
    """The sender has had `most` addresses asked or invited in a day: no more are mailed."""

    most: int

    in_short = message("too many people asked")


class MailedEnough(Refusal, frozen=True):
    """The judge writes no more to `address` at other people's wish for now, or at all."""

    address: str

    in_short = message("nothing was sent there")


class NotRegistered(Refusal, frozen=True):
    """The judge does not know the sender."""

    in_short = message("not known")


class NotHisAddress(Refusal, frozen=True):
    """The sender is not known by `address`."""

    address: str

    in_short = message("not your address")


class MailGoesThere(Refusal, frozen=True):
    """The sender's mail goes to `address`, and has to go somewhere."""

    address: str

    in_short = message("mail goes there")


class TwoPlayers(Refusal, frozen=True):
    """Both who writes and who has `address` have places in games."""

    address: str

    in_short = message("two players")


class Denied(Refusal, frozen=True):
    """Who reads mail at `address` says that the sender is somebody else."""

    address: str

    in_short = message("denied")


class WrongPassword(Refusal, frozen=True):
    """The password for the place of `role` is another."""

    role: str

    in_short = message("wrong password")


class NotMaster(Refusal, frozen=True):
    """The command is for Masters; `instead` is what players may send."""

    instead: tuple[str, ...] = ()

    in_short = message("not Master")


class NotKeeper(Refusal, frozen=True):
    """The command is for the keeper of the judge, who did not send it."""

    in_short = message("not the keeper")


class NotPlayer(Refusal, frozen=True):
    """The command is for players; a Master does the same with `lines`."""

    lines: tuple[str, ...] = ()

    in_short = message("not a player")


class WhichPower(Refusal, frozen=True):
    """The sender plays all these `powers`."""

    powers: tuple[str, ...]

    in_short = message("which power?")


class SeatTaken(Refusal, frozen=True):
    """Somebody else plays `power`."""

    power: str

    in_short = message("seat taken")


class GameFull(Refusal, frozen=True):
    """Nobody more is needed."""

    in_short = message("game full")


class AlreadyIn(Refusal, frozen=True):
    """The sender takes part as the holder of `role`."""

    role: str

    in_short = message("already in")


class Eliminated(Refusal, frozen=True):
    """Who has `lost` one power gets not the one `wanted`, by a rule of the variant."""

    lost: str
    wanted: str

    in_short = message("eliminated")


class NotSurviving(Refusal, frozen=True):
    """`power` is out of the game."""

    power: str

    in_short = message("not surviving")


class TooFewPlayers(Refusal, frozen=True):
    """Nobody has joined yet."""

    in_short = message("too few players")


class LastMaster(Refusal, frozen=True):
    """The game would be without a Master."""

    in_short = message("last Master")
