"""What a Master does beside the clock: hands over, announces, foresees, plays again."""

from dataclasses import replace
from datetime import datetime

from msgspec import structs

from judge.game import master
from judge.game.after import after
from judge.game.base import Refused
from judge.game.clock.readiness import fresh_deadline
from judge.game.clock.when import read_when
from judge.game.commands import (
    Announce,
    Control,
    HandOver,
    Promote,
    Replay,
    Rollback,
    RollForward,
    SetDummy,
)
from judge.game.confirm import Codes, confirmation_code, is_confirmed
from judge.game.editing.edit import is_same_board
from judge.game.events import (
    ConfirmationAsked,
    DummySet,
    Event,
    Fact,
    GameRolledBack,
    GameRolledForward,
    OfficialAnnounced,
    PhaseProcessed,
    PlayerLeft,
    PowerControlled,
    ResultsPredicted,
)
from judge.game.model import MASTER, FinishedPhase, Game, Reader, Sender
from judge.game.refusals import (
    BadTime,
    HasPlayer,
    IsDummy,
    MasterPlays,
    NobodyPlays,
    NoDummy,
    NoSuchPhase,
    NoSuchPower,
    NothingToRelease,
    NothingUndone,
    NotSurviving,
    TimePassed,
)
from judge.game.seats import plays, power_names, role_named, surviving_powers
from judge.game.turn import end_after, process
from judge.game.vision.views import view
from judge.notation import phase_of, read_phase_name


def hand_over(game: Game, sender: Sender, command: HandOver, *, codes: Codes) -> tuple[Event, ...]:
    """Return that an observer is Master and the sender is not, once it is confirmed."""
    found = master.promote(game, Promote(command.who))
    if isinstance(found, Refused):
        return (structs.replace(found, command="HAND OVER"),)
    words = f"HAND OVER TO {found.player.address}"
    if not is_confirmed(game, words, command.confirmation, codes):
        return (_ask(game, words, codes),)
    return (found, PlayerLeft(sender.player, MASTER, ejected=False))


def announce(
    game: Game, sender: Sender, command: Announce, now: datetime
) -> OfficialAnnounced | Refused:
    """Return what everybody is told, at the time that was named or at once."""
    if not command.when:
        return OfficialAnnounced(command.text, sender.player)
    when = read_when(command.when, game.settings.timing.zone, now, game.deadline)
    if when is None:
        return Refused("OFFICIAL", BadTime(command.when), command.text)
    if when <= now:
        return Refused("OFFICIAL", TimePassed(command.when, when), command.text)
    return OfficialAnnounced(command.text, sender.player, when - now)


def control(game: Game, command: Control) -> PowerControlled | Refused:
    """Return that the player of one power plays another one too, if it has none."""
    names = power_names(game)
    power, by = (role_named(game.variant, one) for one in (command.power, command.by))
    for found, word in ((power, command.power), (by, command.by)):
        if found not in names:
            return Refused("CONTROL", NoSuchPower(word, names))
    assert power is not None
    assert by is not None
    if game.seat(power).player is not None:
        return Refused("CONTROL", HasPlayer(power))
    player = game.seat(by).player
    if player is None or power == by:
        return Refused("CONTROL", NobodyPlays(power, by))
    return PowerControlled(power, by, player)


def set_dummy(game: Game, command: SetDummy) -> DummySet | Refused:
    """Return that a power without a player is a dummy from now on, or is none."""
    name = "DUMMY" if command.dummy else "REVIVE"
    names, power = power_names(game), role_named(game.variant, command.power)
    if power is None or power not in names:
        return Refused(name, NoSuchPower(command.power, names))
    if power not in surviving_powers(game):
        return Refused(name, NotSurviving(power))
    seat = game.seat(power)
    if not command.dummy and not seat.dummy:
        return Refused(name, NoDummy(power))
    if seat.player is not None:
        return Refused(name, HasPlayer(power))
    if command.dummy and seat.dummy:
        return Refused(name, IsDummy(power))
    return DummySet(power, command.dummy)


def predict(game: Game, sender: Sender, now: datetime) -> ResultsPredicted | Refused:
    """Return what would come of the phase if it were processed now.

    A Master who plays learns nothing of the orders of others.
    """
    if plays(game, sender.player):
        return Refused("PREDICT", MasterPlays())
    processed = process(game, now)[0]
    assert isinstance(processed, PhaseProcessed)
    known = view(game, Reader(sender.player, MASTER))
    return ResultsPredicted(known, processed.adjudication, processed.absent)


def release(game: Game, now: datetime) -> tuple[Event, ...]:
    """Return the results that a Master has looked at, which go out now."""
    if game.review is None:
        return (Refused("RELEASE", NothingToRelease()),)
    return process(game, now)


def roll_forward(
    game: Game, command: RollForward, now: datetime, *, codes: Codes
) -> tuple[Event, ...]:
    """Return the game as it stood before the last ROLLBACK, once it is confirmed.

    What was played since is not lost by it: there must be nothing such.
    """
    undone = game.undone
    if not undone or undone[0].before != game.position:
        return (Refused("ROLL FORWARD", NothingUndone()),)
    if not is_confirmed(game, "ROLL FORWARD", command.confirmation, codes):
        return (_ask(game, "ROLL FORWARD", codes),)
    last = undone[-1].adjudication
    end = end_after(game, last)
    deadline = None if end else fresh_deadline(game, last.after, now)
    forward = GameRolledForward(undone, deadline)
    return (forward, end) if end else (forward,)


def replay(game: Game, command: Replay, now: datetime, *, codes: Codes) -> tuple[Event, ...]:
    """Return the game after finished phases were processed again, once confirmed.

    Each is played with the orders that were sent for it then, by the settings of now,
    up to one that does not follow any more. What was changed on a board by hand is
    where one ends.
    """
    again = [n for n, one in enumerate(game.history) if _is(one, command.phase, game)]
    if not again:
        return (Refused("REPLAY", NoSuchPhase(command.phase)),)
    words = f"REPLAY {command.phase}"
    if not is_confirmed(game, words, command.confirmation, codes):
        return (_ask(game, words, codes),)
    rolled = master.roll_back(game, Rollback(command.phase), now, codes=replace(codes, agreed=True))
    facts: list[Fact] = [
        structs.replace(one, replayed=True) if isinstance(one, GameRolledBack) else one
        for one in rolled
        if isinstance(one, Fact)
    ]
    then = _after_all(game, facts)
    for number, finished in enumerate(game.history[again[0] :], again[0]):
        edited = number > again[0] and _is_edited(game, number)
        if then.position is None or then.position.phase != finished.phase or edited:
            break
        then = _with_orders(then, finished)
        played = process(then, now)
        facts += played
        then = _after_all(then, played)
        if then.ending:
            break
    return tuple(facts)


def _is_edited(game: Game, number: int) -> bool:
    """Return whether the board of a phase is not as the one before left it."""
    left = game.history[number - 1].adjudication.after
    return not is_same_board(left, game.history[number].before)


def _is(finished: FinishedPhase, name: str, game: Game) -> bool:
    return str(finished.phase) == phase_of(read_phase_name(name) or name, game.variant)


def _after_all(game: Game, facts: tuple[Fact, ...] | list[Fact]) -> Game:
    for fact in facts:
        game = after(game, fact)
    return game


def _with_orders(game: Game, finished: FinishedPhase) -> Game:
    """Return `game` with the orders that were sent for a phase."""
    sent = dict(master.orders_sent(game, finished))
    seats = (
        replace(
            seat,
            orders=sent.get(seat.power, ()),
            dated=finished.processed if seat.power in sent else None,
        )
        for seat in game.seats
    )
    return replace(game, seats=tuple(seats))


def _ask(game: Game, command: str, codes: Codes) -> ConfirmationAsked:
    return ConfirmationAsked(command, confirmation_code(game, command, codes))
