"""Taking over a power that has no player, or whose player is to be replaced."""

from dataclasses import replace

from judge.engine import was_neutral
from judge.game.after.beginning import vacated
from judge.game.base import Refused
from judge.game.clock.readiness import deadline_for_newcomer, ready_when
from judge.game.events import AdmissionAsked, Event, PowerTakenOver
from judge.game.filling.admission import invitation_of, why_kept_out
from judge.game.filling.applicant import SIGN_ON, Applicant, come_back
from judge.game.model import ENTRANT, MASTER, OBSERVER, OVER, STANDBY, TUTOR, Game, Seat
from judge.game.refusals import (
    AlreadyIn,
    Eliminated,
    HasLed,
    NotActive,
    NotSurviving,
    Refusal,
    SeatReserved,
)
from judge.game.seats import (
    holds,
    is_given_up,
    lost_power,
    open_powers,
    roles_of,
    surviving_powers,
    with_seat,
)
from judge.game.settings.effect import powers_each


def sit_down(power: str, applicant: Applicant) -> tuple[Event, ...]:
    """Return that the applicant plays `power` from now on, or why not."""
    game, player = applicant.game, applicant.sender.player
    seat = game.seat(power)
    own = seat.player is not None and seat.player.number == player.number
    if seat.player is not None and (own or applicant.opened or not is_given_up(seat)):
        return come_back(power, seat.player, seat.password, applicant)
    led = {MASTER, TUTOR} & ({*applicant.earlier} - {*roles_of(game, player)})
    has_led = HasLed() if led else None
    why = has_led or _why_not(seat, applicant)
    kept_out = why or why_kept_out(applicant, power)
    if isinstance(kept_out, AdmissionAsked):
        return (kept_out,)
    if kept_out is not None:
        return (Refused(SIGN_ON, kept_out),)
    return (_taken_over(seat, applicant),)


def _why_not(seat: Seat, applicant: Applicant) -> Refusal | None:
    """Return why the applicant may not have a seat that is open, None if he may."""
    game, player, power = applicant.game, applicant.sender.player, seat.power
    if game.stage in OVER:
        return NotActive(game.stage)
    if power not in open_powers(game):
        return NotSurviving(power)
    watching = (OBSERVER, STANDBY)
    others = [role for role in roles_of(game, player) if role not in watching]
    lost = lost_power((*others, *applicant.earlier), game)
    if lost and was_neutral(power, game.variant):
        return Eliminated(lost, power)
    if not _has_room(others, game):
        return AlreadyIn(others[0])
    waits = holds(game, player, STANDBY) or power in applicant.earlier
    if seat.reserved is not None and applicant.now < seat.reserved and not waits:
        return SeatReserved(power, seat.reserved)
    return None


def _taken_over(seat: Seat, applicant: Applicant) -> PowerTakenOver:
    game = applicant.game
    bare = vacated(game, (seat.power,)).seat(seat.power)
    taken = replace(bare, player=applicant.sender.player, password=applicant.password, missed=0)
    deadline = deadline_for_newcomer(game, applicant.now)
    after = replace(with_seat(game, taken), deadline=deadline, grace=None)
    # A newcomer gets the whole time for second thoughts, whoever had it before.
    ready = ready_when(replace(game, ready=None), after, applicant.now)
    invited = invitation_of(applicant)
    return PowerTakenOver(
        taken,
        deadline,
        ready,
        replaced=seat.player,
        press=applicant.press,
        invitation=invited.number if invited else 0,
    )


def _has_room(others: list[str], game: Game) -> bool:
    """Return whether one who has these roles may hold one more power.

    One that is out of the game does not count.
    """
    if not others:
        return True
    held = [role for role in others if role in surviving_powers(game)]
    most = powers_each(game.variant, game.settings)
    return not {MASTER, TUTOR, ENTRANT} & set(others) and len(held) < most
