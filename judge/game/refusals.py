"""Refusals that several subjects share; the sentences of each are in `templates/refused.txt`.

A refusal that only one subject needs is in that subject's module.
"""

from datetime import datetime

from judge.engine import Phase, Unit
from judge.game.base import Refusal
from judge.game.model import Stage
from judge.game.when import example_near
from judge.messages import Text, message


class NotSignedOn(Refusal, frozen=True):
    """The letter names no game; `games` are the sender's games, one of which may be meant."""

    games: tuple[str, ...] = ()

    in_short = message("not signed on")


class NotEntered(Refusal, frozen=True):
    """The sign-on above the command was refused, so the command is for no game."""

    in_short = message("no game entered")


class NotHolder(Refusal, frozen=True):
    """The place of `role` has another holder now; "" if the reply address fits no place."""

    role: str = ""

    in_short = message("no longer yours")


class ReplyAddressOver(Refusal, frozen=True):
    """The letter came to an old reply address, which a newer one has replaced."""

    in_short = message("old reply address")


class NotProven(Refusal, frozen=True):
    """Nothing proves who the sender is."""

    in_short = message("not proven")


class UnprovenAnswer(Refusal, frozen=True):
    """A command with grave effects was confirmed by a letter without proof of its sender."""

    in_short = message("answer not proven")


class NotFromOwner(Refusal, frozen=True):
    """The letter must come from one of the owner's addresses."""

    in_short = message("not from your address")


class ProvenBefore(Refusal, frozen=True):
    """The question that this letter answers was answered with a yes before."""

    in_short = message("done before")


class DeniedBefore(Refusal, frozen=True):
    """The question that this letter answers was answered with a no before."""

    in_short = message("answered before")


class ProofTooLate(Refusal, frozen=True):
    """The question that this letter answers has lapsed."""

    in_short = message("too late")


class AskedOfAnother(Refusal, frozen=True):
    """The question that this letter answers was sent to another address."""

    in_short = message("from another address")


class TooManyGames(Refusal, frozen=True):
    """The sender has created `most` games within a day, which is the limit."""

    most: int

    in_short = message("too many games")


class TooManyAsked(Refusal, frozen=True):
    """The sender has caused mail to `most` new addresses within a day, which is the limit."""

    most: int

    in_short = message("too many people asked")


class MailedEnough(Refusal, frozen=True):
    """`address` gets no more mail that other people cause, for a time or for good."""

    address: str

    in_short = message("nothing was sent there")


class NotRegistered(Refusal, frozen=True):
    """The judge does not know the sender."""

    in_short = message("not known")


class NotOwnAddress(Refusal, frozen=True):
    """`address` is none of the sender's addresses."""

    address: str

    in_short = message("not your address")


class MailGoesThere(Refusal, frozen=True):
    """The sender's mail goes to `address`, so it cannot be forgotten."""

    address: str

    in_short = message("mail goes there")


class TwoPlayers(Refusal, frozen=True):
    """The sender and the owner of `address` both have places in games."""

    address: str

    in_short = message("two players")


class Denied(Refusal, frozen=True):
    """A reader of mail at `address` says that it is not the sender's."""

    address: str

    in_short = message("denied")


class WrongPassword(Refusal, frozen=True):
    """The password for the place of `role` is wrong."""

    role: str

    in_short = message("wrong password")


class NotMaster(Refusal, frozen=True):
    """The command is for Masters; players may send the lines `instead`."""

    instead: tuple[str, ...] = ()

    in_short = message("not Master")


class NotKeeper(Refusal, frozen=True):
    """The command is for the keeper of the judge."""

    in_short = message("not the keeper")


class NotPlayer(Refusal, frozen=True):
    """The command is for players; a Master can send `lines` for the same effect."""

    lines: tuple[str, ...] = ()

    in_short = message("not a player")


class WhichPower(Refusal, frozen=True):
    """The sender plays several `powers`, and the letter does not say which is meant."""

    powers: tuple[str, ...]

    in_short = message("which power?")


class SeatTaken(Refusal, frozen=True):
    """Somebody else plays `power`."""

    power: str

    in_short = message("seat taken")


class GameFull(Refusal, frozen=True):
    """The game needs no more players."""

    in_short = message("game full")


class AlreadyIn(Refusal, frozen=True):
    """The sender takes part as the holder of `role`."""

    role: str

    in_short = message("already in")


class Eliminated(Refusal, frozen=True):
    """A rule of the variant keeps a player whose power `lost` is out from the power `wanted`."""

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
    """The game would be left without a Master."""

    in_short = message("last Master")


class KeptApart(Refusal, frozen=True):
    """Two people are never put in one game; nobody is told who asked for that."""

    in_short = message("not in this game")


class NotForming(Refusal, frozen=True):
    """The game has begun; these powers are `vacant`."""

    vacant: tuple[str, ...]

    in_short = message("not forming")


class NotActive(Refusal, frozen=True):
    """The command needs a running game; this one is in the `stage`."""

    stage: Stage

    in_short = message("not active")


class NotPaused(Refusal, frozen=True):
    """The command needs a paused game, and the clock runs."""

    in_short = message("not paused")


class BadTime(Refusal, frozen=True):
    """`words` name no time."""

    words: str

    in_short = message("bad time")

    @property
    def example(self) -> str:
        """Return a time to write instead, on the day that the words name."""
        return example_near(self.words)


class TimePassed(Refusal, frozen=True):
    """`words` name a `moment` in the past."""

    words: str
    moment: datetime

    in_short = message("time passed")


class NoSuchPhase(Refusal, frozen=True):
    """The game has not finished the phase `named`."""

    named: str

    in_short = message("no such phase")


class PhasePassed(Refusal, frozen=True):
    """The letter was written for the phase that is `over`."""

    over: Phase
    current: Phase

    in_short = message("its phase is over")


class AnswersLostMail(Refusal, frozen=True):
    """The letter answers a mail about the phase `lost` that is missing in the store.

    `restored` is when a backup was restored, None if unknown.
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
    """The stored orders were `written` later than those of the letter."""

    written: datetime

    in_short = message("older than the stored ones")


class NotComing(Refusal, frozen=True):
    """The phase `named` does not come after the `running` one, or is too far away."""

    named: str
    running: Phase

    in_short = message("no phase to come")


class NothingToOrder(Refusal, frozen=True):
    """The power has no orders to give in `phase`; its `units` are listed."""

    phase: Phase
    units: tuple[Unit, ...]

    in_short = message("nothing to order")


class NoSuchGame(Refusal, frozen=True):
    """There is no game of this `name`."""

    name: str

    in_short = message("no such game")


class HiddenBoard(Refusal, frozen=True):
    """The board of `game` is not public, or there is none yet."""

    game: str

    in_short = message("board not open")


class MisleadingName(Refusal, frozen=True):
    """Nobody may be called `name`: it looks like another name, or is not a name."""

    name: str

    in_short = message("misleading name")


class NameTaken(Refusal, frozen=True):
    """There is a game called `name` already."""

    name: str

    in_short = message("name taken")


class BadName(Refusal, frozen=True):
    """A game cannot be called `name`."""

    name: str

    in_short = message("bad name")


class NoSuchVariant(Refusal, frozen=True):
    """No variant is called `name`, which is "" if the word may be a password."""

    name: str
    known: tuple[str, ...]

    in_short = message("no such variant")


class NoSuchPower(Refusal, frozen=True):
    """`word` means none of the `known` powers, or several."""

    word: str
    known: tuple[str, ...]

    in_short = message("no such power")


class WrongValue(Refusal, frozen=True):
    """`option` cannot have this `value`; `allowed` are its values, `example` is a right line."""

    option: str
    value: Text
    example: str
    allowed: Text = ""

    in_short = message("bad value")
