"""What a fact of the course of a game makes of it."""

from collections.abc import Sequence
from dataclasses import replace

from judge.engine import Position, newly_called, powers_at
from judge.game.after.beginning import begun_at, vacated
from judge.game.after.press import phase_over
from judge.game.events import (
    ConductFact,
    DeadlineSet,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameTerminated,
    GameWon,
    MailLost,
    OrdersReminded,
    PhaseHeld,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
    ProcessingSet,
)
from judge.game.model import Ending, Game, Seat, Stage
from judge.game.orders.planned import plans_left
from judge.game.proxies.granted import after_phase

REGAINED_AFTER = 4
"""So many phases with orders give back one time that a player was excused."""


def after_conduct(  # noqa: C901, PLR0912 - one case a kind of fact
    game: Game, fact: ConductFact
) -> Game:
    """Return `game` after a fact of its course."""
    match fact:
        case DeadlineSet(deadline, voted=voted):
            moved = replace(_settled(game) if voted else game, deadline=deadline)
            return replace(moved, grace=None, held=None, review=None, reminded=None)
        case GamePaused(until=until, voted=voted):
            game = _settled(game) if voted else game
            # A deadline that was set during a pause is that of the time behind it.
            kept = game.deadline if game.stage is Stage.PAUSED else None
            paused = replace(game, stage=Stage.PAUSED, deadline=kept, resumes=until)
            return replace(paused, grace=None, held=None, review=None)
        case GameResumed(deadline):
            running = replace(game, stage=Stage.ACTIVE, deadline=deadline, resumes=None)
            return replace(running, grace=None, ready=None, held=None, reminded=None)
        case ProcessingSet(ready=since):
            return replace(game, ready=since)
        case OrdersReminded(reminded=reminded):
            return replace(game, reminded=reminded)
        case PowersLate(told=None, grace=grace):
            return replace(game, grace=grace, held=None)
        case PowersLate(told=told):
            return replace(game, reminded=told)
        case PowersAbandoned(powers):
            waiting = replace(vacated(game, powers), deadline=None)
            return replace(waiting, grace=None, held=None)
        case MailLost():
            return game
        case PhaseHeld(until):
            return replace(game, held=until)
        case PhaseProcessed():
            return _processed(game, fact)
        case GameRolledBack():
            return _rolled_back(game, fact)
        case GameWon(ending) | GameDrawn(ending):
            return _ended(game, Stage.FINISHED, ending)
        case GameTerminated(ending):
            return _ended(game, Stage.TERMINATED, ending)


def _settled(game: Game) -> Game:
    """Return `game` with what was proposed being done."""
    motion = game.motion
    return replace(game, motion=motion and replace(motion, settled=True))


def _processed(game: Game, fact: PhaseProcessed) -> Game:
    after = fact.adjudication.after
    called = newly_called(fact.before, after, game.variant)
    done, variant = fact.adjudication, game.variant
    seats = (after_phase(_counted(seat, fact.absent), done, variant) for seat in game.seats)
    return replace(
        begun_at(after, fact.deadline, game),
        seats=(
            *(_without_old_plans(_emptied(_voted(seat, game)), after) for seat in seats),
            *map(Seat, called),
        ),
        history=(*game.history, fact.finished),
        press_held=phase_over(game),
    )


def _voted(seat: Seat, game: Game) -> Seat:
    """Return `seat` with its vote for a draw, if votes outlive their phase."""
    return seat if game.settings.votes_stand else replace(seat, draw=None)


def _counted(seat: Seat, absent: Sequence[str]) -> Seat:
    """Return `seat` with its phases in a row without orders.

    One in which there was nothing to order is neither missed nor sent.
    """
    if seat.power in absent:
        return replace(seat, missed=seat.missed + 1, kept=0)
    if seat.dated is None:
        return seat
    regained = seat.excused and seat.kept + 1 >= REGAINED_AFTER
    return replace(
        seat,
        missed=0,
        kept=0 if regained else seat.kept + 1,
        excused=seat.excused - 1 if regained else seat.excused,
    )


def _rolled_back(game: Game, fact: GameRolledBack) -> Game:
    powers = {power.name for power in powers_at(fact.position, game.variant)}
    kept = dict(fact.kept)
    return replace(
        begun_at(fact.position, fact.deadline, game),
        stage=Stage.ACTIVE,
        ending=None,
        resumes=None,
        # A vote that stood would draw the game again at once.
        seats=tuple(
            replace(
                _emptied(seat),
                draw=None,
                proxies=(),
                entered=(),
                orders=kept.get(seat.power, ()),
                # Else what nobody thought over again would be processed at once.
                wait=seat.power in kept,
            )
            for seat in game.seats
            if seat.power in powers
        ),
        history=tuple(one for one in game.history if one.phase not in fact.undone),
        undone=tuple(one for one in game.history if one.phase in fact.undone),
    )


def _ended(game: Game, stage: Stage, ending: Ending) -> Game:
    over = replace(game, stage=stage, ending=ending, press_held=phase_over(game))
    still = replace(over, deadline=None, grace=None, ready=None, resumes=None)
    return replace(still, held=None, muster=None, review=None)


def _emptied(seat: Seat) -> Seat:
    """Return `seat` at the beginning of a phase: nothing is sent, nobody waits."""
    bare = replace(seat, orders=(), troubled=(), dated=None, earlier=())
    return replace(bare, wait=False, wait_until=None, agrees=None, proposed=False)


def _without_old_plans(seat: Seat, board: Position) -> Seat:
    return replace(seat, plans=plans_left(seat, board.phase)) if seat.plans else seat
