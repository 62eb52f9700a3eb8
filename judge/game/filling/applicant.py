"""Somebody who wants a place in a game, and the one who has it already."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from judge.game.base import Refused
from judge.game.events import AnsweredElsewhere, Event, OpenPress, PlayerSignedOn, ReplyAddressSent
from judge.game.model import Game, Player, Sender, Standing
from judge.game.refusals import Refusal, SeatTaken, WrongPassword

SIGN_ON = "SIGN ON"


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody who wants to enter, and what he brought.

    He `tried` a password or not, and it `opened` the place or not. `press` is what he
    gets to read when he takes a power over, `delay` how late he wants news otherwise,
    and `code` that of an invitation.
    """

    game: Game
    sender: Sender
    now: datetime
    opened: bool = False
    tried: bool = False
    earlier: tuple[str, ...] = ()
    preferences: str = ""
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()
    press: tuple[OpenPress, ...] = ()
    code: str | None = field(default=None, repr=False)
    standing: Standing = field(default_factory=Standing)


def come_back(
    role: str, holder: Player, password: str | None, applicant: Applicant
) -> tuple[Event, ...]:
    """Return that the sender has the place of `holder`, or what he is told instead."""
    sender = applicant.sender
    own = holder.number == sender.player.number
    # Proof with a role is a reply address of this game.
    if applicant.opened or (own and sender.proven and sender.role):
        return (PlayerSignedOn(role, holder),)
    if not own:
        return (turned_away(SeatTaken(role), applicant),)
    # Where none was set, no password is wrong.
    if applicant.tried and password is not None:
        return (Refused(SIGN_ON, WrongPassword(role)),)
    return (PlayerSignedOn(role, holder) if sender.proven else ReplyAddressSent(role),)


def turned_away(why: Refusal, applicant: Applicant) -> Refused | AnsweredElsewhere:
    """Return what one without this place is told: nothing, if he tried a password."""
    return AnsweredElsewhere() if applicant.tried else Refused(SIGN_ON, why)
