"""Refusals that several subjects share; each has its block in `templates/refused.txt`.

A refusal of one subject stands in the module of this subject.
"""

from datetime import datetime

from judge.engine import Phase, Unit
from judge.game.base import Refusal
from judge.game.model import Stage
from judge.messages import Text, message


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


class KeptApart(Refusal, frozen=True):
    """Two people are not to be in one game; who wants that is not told."""

    in_short = message("not in this game")


class NotForming(Refusal, frozen=True):
    """The game has begun; these powers are `vacant`."""

    vacant: tuple[str, ...]

    in_short = message("not forming")


class NotActive(Refusal, frozen=True):
    """The game does not run; it is in this `stage`."""

    stage: Stage

    in_short = message("not active")


class NotPaused(Refusal, frozen=True):
    """The clock runs."""

    in_short = message("not paused")


class BadTime(Refusal, frozen=True):
    """`words` are no time."""

    words: str

    in_short = message("bad time")


class TimePassed(Refusal, frozen=True):
    """`words` mean a `moment` that is over."""

    words: str
    moment: datetime

    in_short = message("time passed")


class NoSuchPhase(Refusal, frozen=True):
    """The game has finished no phase that is `named` so."""

    named: str

    in_short = message("no such phase")


class PhasePassed(Refusal, frozen=True):
    """The letter was written before the phase that is `over`."""

    over: Phase
    current: Phase

    in_short = message("its phase is over")


class AnswersLostMail(Refusal, frozen=True):
    """The letter answers a mail about the phase `lost`, which this judge never sent.

    It was `restored` from a backup at that moment, or None where that is not noted.
    """

    lost: Phase
    current: Phase | None
    restored: datetime | None = None

    in_short = message("it answers a lost mail")


class CameLate(Refusal, frozen=True):
    """The letter `arrived` after the `phase` had closed, at `closed`."""

    phase: Phase
    closed: datetime
    arrived: datetime

    in_short = message("it came too late")


class OrdersOlder(Refusal, frozen=True):
    """What is stored was `written` after it."""

    written: datetime

    in_short = message("older than the stored ones")


class NotComing(Refusal, frozen=True):
    """The phase `named` does not come after the `running` one, or is far away."""

    named: str
    running: Phase

    in_short = message("no phase to come")


class NothingToOrder(Refusal, frozen=True):
    """The power, with these `units`, orders nothing in `phase`."""

    phase: Phase
    units: tuple[Unit, ...]

    in_short = message("nothing to order")


class NoSuchGame(Refusal, frozen=True):
    """There is no game of this `name`."""

    name: str

    in_short = message("no such game")


class HiddenBoard(Refusal, frozen=True):
    """Not everybody may see the board of `game`, or there is none yet."""

    game: str

    in_short = message("board not open")


class MisleadingName(Refusal, frozen=True):
    """Nobody may be called `name`: it looks like another's, or is no name at all."""

    name: str

    in_short = message("misleading name")


class NameTaken(Refusal, frozen=True):
    """There is a game of this `name`."""

    name: str

    in_short = message("name taken")


class BadName(Refusal, frozen=True):
    """No game can have this `name`."""

    name: str

    in_short = message("bad name")


class NoSuchVariant(Refusal, frozen=True):
    """No variant has this `name`, "" where it may be a password."""

    name: str
    known: tuple[str, ...]

    in_short = message("no such variant")


class NoSuchPower(Refusal, frozen=True):
    """`word` is none of the `known` powers, or may be several."""

    word: str
    known: tuple[str, ...]

    in_short = message("no such power")


class WrongValue(Refusal, frozen=True):
    """`option` cannot be `value`, but what is `allowed`, as in `example`."""

    option: str
    value: Text
    example: str
    allowed: Text = ""

    in_short = message("bad value")
