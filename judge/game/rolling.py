"""Going back to earlier phases, and forward again: ROLLBACK, REPLAY, UNSTART."""

from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Self

from msgspec import structs

from judge.engine import Order, Phase, Position, Reason, power_of, powers_at
from judge.game.after import after, begun_at, emptied
from judge.game.base import (
    BEGUN,
    STARTED,
    Command,
    ConfirmationAsked,
    Event,
    Fact,
    Refusal,
    Refused,
    Request,
    Who,
)
from judge.game.clock import fresh_deadline
from judge.game.editing import board_restored, is_same_board
from judge.game.filing import plans_taken
from judge.game.model import Entrant, FinishedPhase, Game, Reader, Stage
from judge.game.orders.sheet import board_of, is_own_order
from judge.game.press import at_phase_end
from judge.game.refusals import NoSuchPhase
from judge.game.turn import end_after, process
from judge.game.vision import (
    everybody,
    everybody_at_each_seat,
    known_phase,
    known_player,
    known_position,
)
from judge.game.weight import Weight
from judge.messages import message
from judge.notation import phase_of, read_phase_name


class PhasesPlayed(Refusal, frozen=True):
    """Phases of the game have been processed; `first` is the first one."""

    first: str

    in_short = message("phases have been played")


class NothingUndone(Refusal, frozen=True):
    """No phase was taken back, or the game has gone on since."""

    in_short = message("nothing to take back")


class GameRolledBack(Fact, frozen=True):
    """The game is back at `position`; the `undone` phases no longer count.

    `running` is the phase that ran until then. `kept` are the orders that each power had sent for
    the phase that is played again. The power of the `dropped` players did not exist then, so they
    lose their place. If `replayed` is true, phases from there on are processed again; the following
    facts tell their results.
    """

    position: Position
    undone: tuple[Phase, ...]
    deadline: datetime
    running: Phase | None = None
    kept: tuple[tuple[str, tuple[Order, ...]], ...] = ()
    dropped: tuple[Reader, ...] = ()
    replayed: bool = False

    weight = Weight.BOARD
    turns_board = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, once for each of their powers, and the players who lost their seat."""
        told = everybody_at_each_seat(self, game)
        known = {one.player.number for one in told}
        return (*told, *(o for o in self.dropped if o.player.number not in known))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the board as the reader sees it, and only the reader's orders."""
        own = reader.player.number
        return structs.replace(
            self,
            position=known_position(self.position, game, reader),
            kept=tuple(one for one in self.kept if one[0] == reader.role),
            dropped=tuple(one for one in self.dropped if one.player.number == own),
        )

    def applied(self, game: Game) -> Game:
        """Return the game at the start of the earlier phase."""
        powers = {power.name for power in powers_at(self.position, game.variant)}
        kept = dict(self.kept)
        return replace(
            begun_at(self.position, self.deadline, game),
            stage=Stage.ACTIVE,
            ending=None,
            resumes=None,
            # A vote for a draw that stayed would end the game at once.
            seats=tuple(
                replace(
                    emptied(seat),
                    draw=None,
                    proxies=(),
                    entered=(),
                    orders=kept.get(seat.power, ()),
                    # Otherwise the old orders would be processed at once, before players can
                    # reconsider them.
                    wait=seat.power in kept,
                )
                for seat in game.seats
                if seat.power in powers
            ),
            history=tuple(one for one in game.history if one.phase not in self.undone),
            undone=tuple(one for one in game.history if one.phase in self.undone),
        )


class GameRolledForward(Fact, frozen=True):
    """The `phases` that the last ROLLBACK took back count again."""

    phases: tuple[FinishedPhase, ...]
    deadline: datetime | None

    weight = Weight.BOARD
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the phases as the reader may know them."""
        known = tuple(known_phase(one, game, reader) for one in self.phases)
        return structs.replace(self, phases=known)

    def applied(self, game: Game) -> Game:
        """Return the game after the last of these phases."""
        begun = begun_at(self.phases[-1].adjudication.after, self.deadline, game)
        return replace(
            begun,
            stage=Stage.ACTIVE,
            seats=tuple(replace(emptied(seat), entered=()) for seat in game.seats),
            history=(*game.history, *self.phases),
            undone=(),
        )

    def again(self) -> list[str]:
        """Return the names of these phases."""
        return [str(one.phase) for one in self.phases]


class GameUnstarted(Fact, frozen=True):
    """The start was taken back: the game forms again, and its players are entrants."""

    entrants: tuple[Entrant, ...]

    weight = Weight.PLACE
    readers = everybody

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact without passwords and without names that the reader may not know."""
        known = (known_player(one.player, game, reader) for one in self.entrants)
        return structs.replace(self, entrants=tuple(map(Entrant, known)))

    def applied(self, game: Game) -> Game:
        """Return the game before its start."""
        forming = replace(game, stage=Stage.FORMING, entrants=self.entrants, seats=())
        stopped = replace(forming, position=None, deadline=None, grace=None, ready=None)
        stopped = replace(stopped, press_held=at_phase_end(game), edited=None)
        bare = replace(stopped, held=None, review=None, resumes=None, reminded=None)
        return replace(bare, forms_again=True)


class Rollback(Command, frozen=True):
    """Go back to the start of `phase` (`S1901M`); "" means the last finished phase."""

    phase: str = ""
    confirmation: str = ""

    name = "ROLLBACK"
    who = Who.MASTER
    stages = BEGUN
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line with the phase."""
        last = str(game.history[-1].phase) if game.history else ""
        return f"ROLLBACK {self.phase or last}".strip()

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the fact that the game is back at the start of a finished phase, once confirmed.

        The orders that were stored for that phase count again. If the Master has edited the board
        in the running phase, a ROLLBACK that names no earlier phase only takes the edits back.
        """
        game, now = at.game, at.now
        edited = game.edited
        if edited is not None and game.stage in STARTED:
            running = board_of(game).phase
            named = phase_of(read_phase_name(self.phase) or self.phase, game.variant)
            if not self.phase or named in (str(edited.phase), str(running)):
                asked = at.unconfirmed(f"ROLLBACK {running}", self.confirmation)
                return asked or board_restored(game, edited, now)
        undone = self._undone(game)
        if not undone:
            return self.refused(NoSuchPhase(self.phase or str(board_of(game).phase)))
        back = undone[0]
        if asked := at.unconfirmed(f"ROLLBACK {back.phase}", self.confirmation):
            return asked
        played = {power.name for power in powers_at(back.before, game.variant)}
        rolled = GameRolledBack(
            position=back.before,
            undone=tuple(one.phase for one in undone),
            deadline=fresh_deadline(game, back.before, now),
            running=board_of(game).phase,
            kept=_orders_sent(game, back),
            dropped=tuple(
                Reader(seat.player, seat.power)
                for seat in game.seats
                if seat.player is not None and seat.power not in played
            ),
        )
        return (rolled, *plans_taken(after(game, rolled), now))

    def _undone(self, game: Game) -> tuple[FinishedPhase, ...]:
        """Return the finished phases that are taken back."""
        if not self.phase:
            return game.history[-1:]
        named = phase_of(read_phase_name(self.phase) or self.phase.strip().upper(), game.variant)
        for number, finished in enumerate(game.history):
            if str(finished.phase) == named:
                return game.history[number:]
        return ()


class RollForward(Command, frozen=True):
    """Undo the last ROLLBACK."""

    confirmation: str = ""

    name = "ROLL FORWARD"
    who = Who.MASTER
    stages = STARTED
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line, without its code."""
        return "ROLL FORWARD"

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the fact that the phases taken back count again, once confirmed.

        It is refused if a phase was played since, because that phase would be lost.
        """
        game, undone = at.game, at.game.undone
        if not undone or undone[0].before != game.position:
            return self.refused(NothingUndone())
        if asked := at.unconfirmed("ROLL FORWARD", self.confirmation):
            return asked
        last = undone[-1].adjudication
        end = end_after(game, last)
        deadline = None if end else fresh_deadline(game, last.after, at.now)
        forward = GameRolledForward(undone, deadline)
        return (forward, end) if end else forward


class Replay(Command, frozen=True):
    """Process the finished phases from `phase` on again, with their stored orders."""

    phase: str
    confirmation: str = ""

    name = "REPLAY"
    who = Who.MASTER
    stages = BEGUN
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line, without its code."""
        return f"REPLAY {self.phase}"

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the facts of processing finished phases again, once confirmed.

        Each phase is played with its stored orders and the present settings. It ends at a phase
        that no longer follows, or whose board was edited by hand.
        """
        game, now = at.game, at.now
        wanted = phase_of(read_phase_name(self.phase) or self.phase, game.variant)
        first = next((n for n, one in enumerate(game.history) if str(one.phase) == wanted), None)
        if first is None:
            return self.refused(NoSuchPhase(self.phase))
        if asked := at.unconfirmed(f"REPLAY {self.phase}", self.confirmation):
            return asked
        agreed = replace(at, codes=replace(at.codes, agreed=True))
        facts: list[Fact] = [
            structs.replace(one, replayed=True) if isinstance(one, GameRolledBack) else one
            for one in Rollback(self.phase).events(agreed)
            if isinstance(one, Fact)
        ]
        then = reduce(after, facts, game)
        for number, finished in enumerate(game.history[first:], first):
            left = game.history[number - 1].adjudication.after
            edited = number > first and not is_same_board(left, finished.before)
            if then.position is None or then.position.phase != finished.phase or edited:
                break
            then = _with_orders(then, finished)
            played = process(then, now)
            facts += played
            then = reduce(after, played, then)
            if then.ending:
                break
        return tuple(facts)


class Unstart(Command, frozen=True):
    """Take the start of the game back; possible until its first phase is processed."""

    confirmation: str = ""

    name = "UNSTART"
    who = Who.MASTER
    stages = STARTED
    can_be_tried = True

    def decide(self, at: Request) -> GameUnstarted | ConfirmationAsked | Refused:
        """Return the fact that the game forms again with its players, once confirmed."""
        game = at.game
        if game.history:
            return self.refused(PhasesPlayed(str(game.history[0].phase)))
        if asked := at.unconfirmed("UNSTART", self.confirmation):
            return asked
        seats = {seat.player.number: seat for seat in game.seats if seat.player}
        return GameUnstarted(
            tuple(
                Entrant(seat.player, password=seat.password)
                for seat in seats.values()
                if seat.player is not None
            )
        )


def _orders_sent(game: Game, back: FinishedPhase) -> tuple[tuple[str, tuple[Order, ...]], ...]:
    """Return the orders of present players that were stored for a finished phase.

    In a sandbox these are the orders of all powers. A unit without an order held, and will hold
    again.
    """
    all_powers = game.settings.sandbox
    unordered = {Reason.CIVIL_DISORDER, Reason.NO_RETREAT, Reason.REPLACED}
    sent = [
        one.order
        for one in back.adjudication.outcomes
        if not one.reason.is_illegal and one.reason not in unordered
    ]
    present = (seat.power for seat in game.seats if seat.player is not None or all_powers)
    # Of an absent power only votes and declarations are real orders; its units just held.
    given = [o for o in sent if power_of(o) not in back.absent or not is_own_order(o)]
    orders = (
        (power, tuple(order for order in given if power_of(order) == power)) for power in present
    )
    return tuple((power, own) for power, own in orders if own)


def _with_orders(game: Game, finished: FinishedPhase) -> Game:
    """Return `game` with the orders that were stored for a finished phase."""
    sent = dict(_orders_sent(game, finished))
    seats = (
        replace(
            seat,
            orders=sent.get(seat.power, ()),
            dated=finished.processed if seat.power in sent else None,
        )
        for seat in game.seats
    )
    return replace(game, seats=tuple(seats))
