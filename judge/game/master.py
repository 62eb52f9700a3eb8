"""What the Master does with a game: its clock, its players and its end."""

from datetime import datetime

from msgspec import structs

from judge.engine import Order, Reason, power_of, powers_at
from judge.game.after import after
from judge.game.base import Refused
from judge.game.clock.calendar import is_day_off
from judge.game.clock.deadline import late_powers
from judge.game.clock.readiness import fresh_deadline
from judge.game.clock.when import read_when
from judge.game.commands import (
    Become,
    Eject,
    NameTutor,
    Pause,
    Process,
    Promote,
    Rollback,
    SetDeadline,
    Terminate,
    Unstart,
)
from judge.game.confirm import Codes, confirmation_code, is_confirmed
from judge.game.dealing import start
from judge.game.editing.edit import take_back_edit
from judge.game.events import (
    ConfirmationAsked,
    DeadlineSet,
    Event,
    GamePaused,
    GameRolledBack,
    GameStarted,
    GameTerminated,
    GameUnstarted,
    MasterBecame,
    MasterPromoted,
    PlayerLeft,
    TutorNamed,
)
from judge.game.filling.playing_master import is_last_master
from judge.game.model import (
    MASTER,
    OBSERVER,
    Ending,
    Entrant,
    FinishedPhase,
    Game,
    Player,
    Reader,
    Stage,
)
from judge.game.orders.plans import plans_taken
from judge.game.orders.sheet import board_of, is_own_order
from judge.game.refusals import (
    BadTime,
    LastMaster,
    NoSuchPerson,
    NoSuchPhase,
    NoSuchPower,
    NotActive,
    NotObserver,
    NoTutors,
    PhasesPlayed,
    StalePhase,
    TimePassed,
    TooFewPlayers,
)
from judge.game.seats import power_names, role_named, roles_of
from judge.game.turn import process
from judge.notation import phase_of, read_phase_name

_TERMINATED = "terminated by the Master"
_ENDED = "terminated"  # by a vote of its players, or the keeper


def process_now(game: Game, command: Process, now: datetime, *, codes: Codes) -> tuple[Event, ...]:
    """Return what adjudicating now brings, if the running phase was named or confirmed.

    A phase that is over is refused: the mail crossed with its results.
    """
    running = board_of(game).phase
    named = phase_of(read_phase_name(command.confirmation) or "", game.variant)
    if named not in ("", str(running)):
        return (Refused("PROCESS", StalePhase(named, running)),)
    if named or is_confirmed(game, "PROCESS", command.confirmation, codes):
        return process(game, now)
    return (_ask(game, "PROCESS", codes, missing=late_powers(game)),)


def set_deadline(game: Game, command: SetDeadline, now: datetime) -> DeadlineSet | Refused:
    """Return the new deadline of this phase, or why there is none."""
    timing = game.settings.timing
    when = read_when(command.when, timing.zone, now, game.deadline)
    if when is None:
        return Refused("SET DEADLINE", BadTime(command.when))
    if when <= now:
        return Refused("SET DEADLINE", TimePassed(command.when, when))
    return DeadlineSet(when, game.deadline, is_day_off(when, timing))


def eject(game: Game, command: Eject, *, codes: Codes) -> PlayerLeft | ConfirmationAsked | Refused:
    """Return that somebody left the game against his will, once it is confirmed."""
    found = _people(game, command.who)
    if len(found) != 1:
        return Refused("EJECT", NoSuchPerson(command.who))
    player, role = found[0]
    if role == MASTER and is_last_master(game, player):
        return Refused("EJECT", LastMaster())
    words = f"EJECT {role if role in power_names(game) else player.address}"
    if not is_confirmed(game, words, command.confirmation, codes):
        return _ask(game, words, codes)
    return PlayerLeft(player, role, ejected=True)


def roll_back(game: Game, command: Rollback, now: datetime, *, codes: Codes) -> tuple[Event, ...]:
    """Return the game at the start of a finished phase, once it is confirmed.

    Orders that were kept for that phase count again. Where its Master has changed the
    board in this phase, that is taken back first.
    """
    if edit := take_back_edit(game, command, now, codes=codes):
        return edit
    undone = _undone(game, command.phase)
    if not undone:
        named = command.phase or str(board_of(game).phase)
        return (Refused("ROLLBACK", NoSuchPhase(named)),)
    back = undone[0]
    words = f"ROLLBACK {back.phase}"
    if not is_confirmed(game, words, command.confirmation, codes):
        return (_ask(game, words, codes),)
    played = {power.name for power in powers_at(back.before, game.variant)}
    rolled = GameRolledBack(
        position=back.before,
        undone=tuple(one.phase for one in undone),
        deadline=fresh_deadline(game, back.before, now),
        running=board_of(game).phase,
        kept=orders_sent(game, back),
        dropped=tuple(
            Reader(seat.player, seat.power)
            for seat in game.seats
            if seat.player is not None and seat.power not in played
        ),
    )
    return (rolled, *plans_taken(after(game, rolled), now))


def orders_sent(game: Game, back: FinishedPhase) -> tuple[tuple[str, tuple[Order, ...]], ...]:
    """Return what those who play still had ordered in a phase that was processed.

    In a sandbox that is all powers. A unit that was given no order beside others held,
    and does so again.
    """
    all_powers = game.settings.sandbox
    unordered = {Reason.CIVIL_DISORDER, Reason.NO_RETREAT, Reason.REPLACED}
    sent = [
        one.order
        for one in back.adjudication.outcomes
        if not one.reason.is_illegal and one.reason not in unordered
    ]
    present = (seat.power for seat in game.seats if seat.player is not None or all_powers)
    # Of who was absent there are but votes and sayings; the units held by themselves.
    given = [o for o in sent if power_of(o) not in back.absent or not is_own_order(o)]
    orders = (
        (power, tuple(order for order in given if power_of(order) == power)) for power in present
    )
    return tuple((power, own) for power, own in orders if own)


def pause(game: Game, command: Pause, now: datetime) -> GamePaused | Refused:
    """Return that the clock stands, until the time that was named if one was.

    Where it stands already, it stands until another time.
    """
    if not command.until and game.stage is Stage.PAUSED:
        return Refused("PAUSE", NotActive(game.stage))
    if not command.until:
        return GamePaused(command.reason)
    when = read_when(command.until, game.settings.timing.zone, now, game.deadline)
    if when is None:
        return Refused("PAUSE", BadTime(command.until))
    if when <= now:
        return Refused("PAUSE", TimePassed(command.until, when))
    return GamePaused(command.reason, when)


def promote(game: Game, command: Promote) -> MasterPromoted | Refused:
    """Return that an observer is a Master from now on; nobody who plays can be one."""
    found = _people(game, command.who)
    for player, role in found:
        if role == OBSERVER and len(found) == 1:
            return MasterPromoted(player)
    return Refused("PROMOTE", NotObserver(command.who, tuple(r for _, r in found)))


def name_tutor(game: Game, command: NameTutor) -> TutorNamed | Refused:
    """Return that an observer sees all from now on, if the game was to have such."""
    if not game.settings.tutors:
        return Refused("TUTOR", NoTutors())
    promoted = promote(game, Promote(command.who))
    if isinstance(promoted, Refused):
        return structs.replace(promoted, command="TUTOR")
    return TutorNamed(promoted.player)


def unstart(
    game: Game, command: Unstart, *, codes: Codes
) -> GameUnstarted | ConfirmationAsked | Refused:
    """Return that the game forms again with those who play, once it is confirmed."""
    if game.history:
        return Refused("UNSTART", PhasesPlayed(str(game.history[0].phase)))
    if not is_confirmed(game, "UNSTART", command.confirmation, codes):
        return _ask(game, "UNSTART", codes)
    people = {seat.player.number: seat for seat in game.seats if seat.player}
    return GameUnstarted(
        tuple(
            Entrant(seat.player, password=seat.password)
            for seat in people.values()
            if seat.player is not None
        )
    )


def terminate(
    game: Game, command: Terminate, *, codes: Codes
) -> GameTerminated | ConfirmationAsked:
    """Return that the game ends without a result, once it is confirmed."""
    if not is_confirmed(game, "TERMINATE", command.confirmation, codes):
        asked = _ask(game, "TERMINATE", codes)
        return structs.replace(asked, reason=command.reason)
    ending = Ending((), _TERMINATED if game.masters else _ENDED)
    return GameTerminated(ending, command.reason)


def start_game(game: Game, now: datetime) -> GameStarted | Refused:
    """Return the start with the players there are, if there is anybody."""
    if not game.entrants:
        return Refused("START", TooFewPlayers())
    return start(game, now)


def become(game: Game, command: Become) -> MasterBecame | Refused:
    """Return that the Master speaks for a power from now on, or for himself again."""
    power = role_named(game.variant, command.power)
    if power is None or power not in (*power_names(game), MASTER):
        unknown = NoSuchPower(command.power, power_names(game))
        return Refused("BECOME", unknown)
    return MasterBecame(power)


def _ask(
    game: Game, command: str, codes: Codes, *, missing: tuple[str, ...] = ()
) -> ConfirmationAsked:
    return ConfirmationAsked(command, confirmation_code(game, command, codes), missing)


def _people(game: Game, words: str) -> list[tuple[Player, str]]:
    """Return who is meant by a power, an address or a name, and each role he has."""
    role = role_named(game.variant, words)
    if role in (MASTER, OBSERVER):
        return []
    for seat in game.seats:
        if seat.power == role:
            return [] if seat.player is None else [(seat.player, seat.power)]
    everybody = [seat.player for seat in game.seats if seat.player is not None]
    everybody += [entrant.player for entrant in game.entrants]
    everybody += [one.player for one in (*game.masters, *game.tutors, *game.observers)]
    address = words.strip(" <>").casefold()
    meant = {
        one.number: one
        for one in everybody
        if address in (one.address.casefold(), one.name.casefold())
    }
    return [(one, held) for one in meant.values() for held in roles_of(game, one)]


def _undone(game: Game, phase: str) -> tuple[FinishedPhase, ...]:
    """Return the finished phases from `phase` on, the last one alone for no phase."""
    if not phase:
        return game.history[-1:]
    named = phase_of(read_phase_name(phase) or phase.strip().upper(), game.variant)
    for number, finished in enumerate(game.history):
        if str(finished.phase) == named:
            return game.history[number:]
    return ()
