"""Seats that want a player: substitutes, people on stand-by, and taking over a power."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Self

from msgspec import structs

from judge.engine import was_neutral
from judge.game.after import vacated
from judge.game.base import STARTED, Command, Event, Fact, Refusal, Refused, Request
from judge.game.clock import deadline_for_newcomer, nmr_of, ready_when
from judge.game.events import PlayerSignedOn, PowerTakenOver
from judge.game.guests import (
    SIGN_ON,
    AdmissionAsked,
    Applicant,
    HasLed,
    come_back,
    invitation_of,
    why_kept_out,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    OVER,
    STANDBY,
    TUTOR,
    Follower,
    Game,
    Nmr,
    Player,
    Reader,
    Seat,
    Sender,
    Stage,
)
from judge.game.refusals import (
    AlreadyIn,
    Eliminated,
    NoSuchPower,
    NotActive,
    NotMaster,
    NotPlayer,
    NotSurviving,
)
from judge.game.seats import (
    holds,
    is_given_up,
    lost_power,
    open_powers,
    power_names,
    role_named,
    roles_of,
    surviving_powers,
    with_seat,
)
from judge.game.settings.effect import players_wanted, powers_each
from judge.game.vision import bare_follower, concerned_first, everybody, holders, to_masters
from judge.game.weight import Weight
from judge.messages import message

FIRST_CALL = timedelta(hours=24)
"""So long a seat that falls open is for those on stand-by alone."""

_STAND_BY = "STAND BY"


class SeatReserved(Refusal, frozen=True):
    """Until `until` the seat of `power` is reserved for people on stand-by."""

    power: str
    until: datetime

    in_short = message("kept for those on stand-by")


class SeatOpen(Refusal, frozen=True):
    """A substitute is sought for `power` already."""

    power: str

    in_short = message("open already")


class NobodySought(Refusal, frozen=True):
    """No substitute is sought for the player of `power`."""

    power: str

    in_short = message("no substitute sought")


class HasRoom(Refusal, frozen=True):
    """The game wants a player now, for `power` or ("") before its start, so nobody can stand by."""

    power: str

    in_short = message("there is room")


class SubstituteSought(Fact, frozen=True):
    """Other people may take the seats of `powers`; until then their players keep them."""

    powers: tuple[str, ...]
    #: How many phases in a row the players have missed, if they are replaced for that; else 0.
    silent: int = 0

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody; the players of these seats as holders of these seats."""
        return concerned_first(self, game, self.powers)

    def applied(self, game: Game) -> Game:
        """Return the game with these seats marked as sought."""
        return _each(game, self.powers, lambda seat: replace(seat, sought=True))


class PlayerReturned(Fact, frozen=True):
    """The player of `power` plays on, so nobody else may take their seat.

    `absences` are the player's absences that remain.
    """

    power: str
    absences: tuple[tuple[datetime, datetime], ...] = ()

    weight = Weight.PLACE
    readers = everybody

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the absences, which only the player needs to know."""
        return self if reader.role == self.power else structs.replace(self, absences=())

    def applied(self, game: Game) -> Game:
        """Return the game with the seat no longer sought, and with the remaining absences."""
        back = replace(game.seat(self.power), sought=False, reserved=None, missed=0)
        return with_seat(game, replace(back, absences=self.absences))


class StandbyJoined(Fact, frozen=True):
    """A person on stand-by, who is asked when the game wants a player."""

    standby: Follower

    weight = Weight.PLACE
    readers = to_masters

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the password."""
        return structs.replace(self, standby=bare_follower(self.standby))

    def applied(self, game: Game) -> Game:
        """Return the game with this player on stand-by."""
        return replace(game, standbys=(*game.standbys, self.standby))

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the place on stand-by."""
        return ((self.standby.player, STANDBY),)


class SeatOffered(Fact, frozen=True):
    """Until then the seats of `powers` are reserved for people on stand-by."""

    powers: tuple[str, ...]
    until: datetime

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the people on stand-by."""
        return holders(game, STANDBY)

    def applied(self, game: Game) -> Game:
        """Return the game with these seats reserved."""
        return _each(game, self.powers, lambda seat: replace(seat, reserved=self.until))


class SeekSubstitute(Command, frozen=True):
    """Let another person take the seat of `power`; "" means the sender's own seat.

    If `wanted` is false, no substitute is sought any longer.
    """

    power: str = ""
    wanted: bool = True

    name = "SEEK SUBSTITUTE"
    stages = STARTED

    def decide(self, at: Request) -> SubstituteSought | PlayerReturned | Refused:
        """Return the fact that a substitute is sought, or no longer sought, or a refusal.

        Players may give up their own seat, the Master any seat.
        """
        game, leads = at.game, at.sender.role == MASTER
        name = self.name if self.wanted else "SEEK NO SUBSTITUTE"
        if self.power:
            power = role_named(game.variant, self.power)
            if power is None or power not in power_names(game):
                return Refused(name, NoSuchPower(self.power, power_names(game)))
            if not leads and power != at.sender.role:
                return Refused(name, NotMaster())
        elif at.sender.role in power_names(game):
            power = at.sender.role
        else:
            lines = (f"{name} FOR {power_names(game)[0].upper()}",) if leads else ()
            return Refused(name, NotPlayer(lines))
        seat = game.seat(power)
        if power not in surviving_powers(game):
            return Refused(name, NotSurviving(power))
        if not self.wanted:
            if not seat.sought:
                return Refused(name, NobodySought(power))
            return PlayerReturned(power, seat.absences)
        if power in open_powers(game):
            return Refused(name, SeatOpen(power))
        return SubstituteSought((power,))


class ComeBack(Command, frozen=True):
    """Play on: out of civil disorder, before the end of an absence, or in a seat that was lost."""

    name = "I AM BACK"
    stages = STARTED

    def decide(self, at: Request) -> PlayerReturned | PlayerSignedOn | Refused:
        """Return the fact that a player is back, even if they were never away."""
        role, now = at.sender.role, at.now
        if role not in power_names(at.game):
            return self.refused(NotPlayer())
        seat = at.game.seat(role)
        ahead = tuple(one for one in seat.absences if one[0] > now)
        over = [one for one in seat.absences if one[0] <= now < one[1]]
        if not (seat.sought or seat.missed or over):
            return PlayerSignedOn(role, seat.player)
        return PlayerReturned(role, ahead)


def back_to_lost_seat(game: Game, sender: Sender, now: datetime) -> tuple[Event, ...] | None:
    """Return the facts that the sender gets back a power that they lost, None if they cannot."""
    if not sender.proven or sender.role not in power_names(game):
        return None
    back = Applicant(game, sender, now, earlier=(sender.role,))
    found = sit_down(sender.role, back)
    return found if isinstance(found[0], PowerTakenOver) else None


def stand_by(applicant: Applicant) -> tuple[Event, ...]:
    """Return the fact that the applicant stands by for the game, or another answer.

    If the game wants a player now, they can join instead of waiting.
    """
    game, player = applicant.game, applicant.sender.player
    roles = roles_of(game, player)
    if STANDBY in roles:
        return come_back(STANDBY, player, None, applicant)
    playing = [role for role in roles if role != OBSERVER]
    if playing:
        return (Refused(_STAND_BY, AlreadyIn(playing[0])),)
    if game.stage in OVER:
        return (Refused(_STAND_BY, NotActive(game.stage)),)
    wanted = players_wanted(game.variant, game.settings)
    if game.stage is Stage.FORMING and len(game.entrants) < wanted:
        return (Refused(_STAND_BY, HasRoom("")),)
    vacant = open_powers(game) if game.position is not None else ()
    if vacant:
        return (Refused(_STAND_BY, HasRoom(vacant[0])),)
    return (StandbyJoined(Follower(player)),)


def sit_down(power: str, applicant: Applicant) -> tuple[Event, ...]:
    """Return the fact that the applicant plays `power` from now on, or another answer."""
    game, player = applicant.game, applicant.sender.player
    seat = game.seat(power)
    own = seat.player is not None and seat.player.number == player.number
    if seat.player is not None and (own or applicant.opened or not is_given_up(seat)):
        return come_back(power, seat.player, seat.password, applicant)
    why = _why_not(seat, applicant) or why_kept_out(applicant, power)
    if isinstance(why, AdmissionAsked):
        return (why,)
    if why is not None:
        return (Refused(SIGN_ON, why),)
    vacant = vacated(game, (power,)).seat(power)
    taken = replace(vacant, player=player, password=applicant.password, missed=0)
    deadline = deadline_for_newcomer(game, applicant.now)
    after = replace(with_seat(game, taken), deadline=deadline, grace=None)
    # A newcomer gets the full time to correct orders, even if all orders were in before.
    ready = ready_when(replace(game, ready=None), after, applicant.now)
    invited = invitation_of(applicant)
    taken_over = PowerTakenOver(
        taken,
        deadline,
        ready,
        replaced=seat.player,
        press=applicant.press,
        invitation=invited.number if invited else 0,
    )
    return (taken_over,)


def offers(before: Game, after: Game, now: datetime) -> tuple[SeatOffered, ...]:
    """Return the fact that newly vacant seats are offered to people on stand-by, () for none."""
    if not after.standbys or after.position is None:
        return ()
    known = open_powers(before) if before.position is not None else ()
    fresh = tuple(power for power in open_powers(after) if power not in known)
    return (SeatOffered(fresh, now + FIRST_CALL),) if fresh else ()


def presence(before: Game, after: Game) -> tuple[Fact, ...]:
    """Return the facts about seats that are sought, or no longer sought, after a phase.

    A player who has missed as many phases in a row as the game allows is to be replaced. A player
    who was to be replaced and has sent orders again is not.
    """
    limit = after.settings.patience
    alive = surviving_powers(after)
    back = tuple(
        PlayerReturned(seat.power, seat.absences)
        for seat in before.seats
        if seat.sought and not is_given_up(seat)
    )
    silent = tuple(
        seat.power
        for seat in after.seats
        if seat.player is not None
        and not seat.sought
        and seat.power in alive
        and limit
        and seat.missed >= limit
    )
    if not silent or nmr_of(before) is Nmr.WAIT:
        return back
    return (*back, SubstituteSought(silent, limit))


def _why_not(seat: Seat, applicant: Applicant) -> Refusal | None:
    """Return why the applicant may not take over an open seat, None if they may."""
    game, player, power = applicant.game, applicant.sender.player, seat.power
    roles = roles_of(game, player)
    if {MASTER, TUTOR} & ({*applicant.earlier} - {*roles}):
        return HasLed()
    if game.stage in OVER:
        return NotActive(game.stage)
    if power not in open_powers(game):
        return NotSurviving(power)
    others = [role for role in roles if role not in (OBSERVER, STANDBY)]
    lost = lost_power((*others, *applicant.earlier), game)
    if lost and was_neutral(power, game.variant):
        return Eliminated(lost, power)
    # Powers that are out of the game do not count.
    held = [role for role in others if role in surviving_powers(game)]
    full = len(held) >= powers_each(game.variant, game.settings)
    if others and ({MASTER, TUTOR, ENTRANT} & {*others} or full):
        return AlreadyIn(others[0])
    waits = holds(game, player, STANDBY) or power in applicant.earlier
    if seat.reserved is not None and applicant.now < seat.reserved and not waits:
        return SeatReserved(power, seat.reserved)
    return None


def _each(game: Game, powers: Sequence[str], change: Callable[[Seat], Seat]) -> Game:
    """Return `game` with `change` applied to the seats of `powers`."""
    seats = (change(seat) if seat.power in powers else seat for seat in game.seats)
    return replace(game, seats=tuple(seats))
