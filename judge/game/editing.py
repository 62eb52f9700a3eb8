"""EDIT POSITION: the Master changes the board by hand, and can take the changes back.

The board is written in the lines of `judge.notation.cases`; an impossible board is refused.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Self

from msgspec import structs

from judge.engine import Order, PhaseKind, Position, Season, dislodged_by
from judge.game.after import after, emptied, played_at, without_old_plans
from judge.game.base import STARTED, Command, Event, Fact, Refusal, Reply, Request, Who
from judge.game.filing import plans_taken
from judge.game.model import Game, Reader, Seat
from judge.game.orders.reading import check_as_seen
from judge.game.orders.sheet import (
    adjustments_of,
    board_of,
    is_coming,
    is_over_by,
    may_give_orders,
    used_up,
)
from judge.game.seats import leads
from judge.game.vision import everybody_at_each_seat, known_position
from judge.game.weight import Weight
from judge.messages import Message, Text, message
from judge.notation import board_lines, read_changes, season_occurs, write_unit

Unfit = tuple[tuple[str, tuple[Order, ...]], ...]
"""Orders that do not fit a board any more, by power."""


class UnreadBoard(Refusal, frozen=True):
    """The lines `wrong` of a board were not understood; each comes with advice."""

    wrong: tuple[tuple[str, Text], ...]

    in_short = message("not understood")


class CannotStand(Refusal, frozen=True):
    """The board is impossible, for these `faults`."""

    faults: tuple[Text, ...]

    in_short = message("no such board")


class BoardAsItIs(Refusal, frozen=True):
    """The board in the letter equals the current board."""

    in_short = message("nothing is changed")


class ResultsWait(Refusal, frozen=True):
    """The phase is over, and its results wait for the Master to send them out."""

    in_short = message("results wait")


class PositionEdited(Fact, frozen=True):
    """The Master changed the board from `before` to `position`.

    `unfit` are orders of this phase, by power, that are impossible on the new board. `restored` is
    true if the Master took back their earlier changes of this phase.
    """

    before: Position
    position: Position
    unfit: Unfit = ()
    restored: bool = False

    weight = Weight.BOARD
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the boards as the reader may see them, and only the reader's orders.

        A Master who does not play sees the orders of all powers.
        """
        unfit = self.unfit
        if not leads(game, reader):
            unfit = tuple(one for one in unfit if one[0] == reader.role)
        return structs.replace(
            self,
            before=known_position(self.before, game, reader),
            position=known_position(self.position, game, reader),
            unfit=unfit,
        )

    def applied(self, game: Game) -> Game:
        """Return the game with the new board and the same clock.

        Powers whose orders were for the old board now ask to wait; otherwise the phase might be
        processed at once, before they can reconsider. Votes for a draw are removed.
        """
        unfit, new_phase = dict(self.unfit), self.position.phase != self.before.phase
        seats = tuple(
            without_old_plans(replace(emptied(seat), entered=(), draw=None), self.position.phase)
            if new_phase
            else _rethought(seat, unfit.get(seat.power, ()))
            for seat in game.seats
        )
        begun = replace(played_at(self.position, game), position=self.position, seats=seats)
        before = None if self.restored else game.edited or self.before
        return replace(begun, edited=before, ready=None)


class PositionOffered(Reply, frozen=True):
    """The current board as `lines`, which the Master may change and send back."""

    lines: tuple[str, ...]


class EditPosition(Command, frozen=True):
    """Set the board to the lines of `text`; with "" show the current board."""

    text: str = ""

    name = "EDIT POSITION"
    who = Who.MASTER
    stages = STARTED
    any_words = True
    can_be_tried = True

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the edited board, or the current one if `text` is empty, or a refusal."""
        game, board = at.game, board_of(at.game)
        if not self.text.strip():
            return PositionOffered(board_lines(board, game.variant))
        if game.review is not None:
            return self.refused(ResultsWait(), self.text)
        position = read_changes(self.text, board, game.variant)
        if not isinstance(position, Position):
            wrong = tuple((one.line, one.advice) for one in position)
            return self.refused(UnreadBoard(wrong), self.text)
        if faults := faults_of(position, game):
            return self.refused(CannotStand(faults), self.text)
        if is_same_board(position, board):
            return self.refused(BoardAsItIs(), self.text)
        return _set(game, position, at.now)


def is_same_board(one: Position, other: Position) -> bool:
    """Return whether two boards are equal in everything that EDIT POSITION can change."""
    return (
        (one.phase, one.owners) == (other.phase, other.owners)
        and {*one.units} == {*other.units}
        and {*one.dislodged} == {*other.dislodged}
    )


def board_restored(game: Game, edited: Position, now: datetime) -> tuple[Event, ...]:
    """Return the fact that the board is again the one from the start of this phase."""
    return _set(game, edited, now, restored=True)


def faults_of(position: Position, game: Game) -> tuple[Message, ...]:
    """Return why `position` cannot be the board of a running game; () if it can."""
    return (*_of_places(position, game), *_of_the_phase(position, game))


def unfit_orders(game: Game, position: Position) -> Unfit:
    """Return the orders of this phase, by power, that are impossible at `position`.

    If `position` is in another phase, all orders are returned.
    """
    then = replace(game, position=position)
    new_phase = position.phase != board_of(game).phase
    found = (
        (seat.power, seat.orders if new_phase else tuple(_unfit(seat, then))) for seat in game.seats
    )
    return tuple((power, orders) for power, orders in found if orders)


def _set(
    game: Game, position: Position, now: datetime, *, restored: bool = False
) -> tuple[Event, ...]:
    """Return the fact that the board changed, then the plans that players had for its phase."""
    board = board_of(game)
    unfit = unfit_orders(game, position)
    edited = PositionEdited(board, position, unfit, restored=restored)
    if position.phase == board.phase:
        return (edited,)
    return (edited, *plans_taken(after(game, edited), now))


def _of_places(position: Position, game: Game) -> Iterator[Message]:
    """Yield messages about places with two units, and about impossible retreats."""
    geography = game.variant.geography
    places = [geography.province_of[unit.location] for unit in position.units]
    gone = [geography.province_of[one.unit.location] for one in position.dislodged]
    for some in (places, gone):
        for place, count in Counter(some).items():
            if count > 1:
                name = geography.provinces[place].name
                yield message("Two units would be in {place}.", place=name)
    for one in position.dislodged:
        here = geography.province_of[one.unit.location]
        beside = dislodged_by(here, one.unit, position.units, geography).retreats
        for to in one.retreats:
            if to not in beside:
                yield message(
                    "{unit} cannot retreat to {place}.",
                    unit=write_unit(one.unit, geography),
                    place=geography.locations[to].text,
                )


def _of_the_phase(position: Position, game: Game) -> Iterator[Message]:
    """Yield messages why the phase does not fit its season, the board or the game's history."""
    phase = position.phase
    winter = phase.season is Season.WINTER
    if winter is not (phase.kind is PhaseKind.ADJUSTMENT) or not season_occurs(phase, game.variant):
        yield message("The game has no phase {phase}.", phase=str(phase))
    elif game.history and not is_coming(phase, game.history[-1].phase):
        yield message(
            "{phase} is over, or many years ahead: the last phase that was processed "
            "is {last}. Send ROLLBACK {last} first to go back.",
            phase=str(phase),
            last=str(game.history[-1].phase),
        )
    elif is_over_by(phase, game.variant.start.phase):
        first = str(game.variant.start.phase)
        yield message("The game begins with {phase}.", phase=first)
    elif position.dislodged and phase.kind is not PhaseKind.RETREAT:
        yield message(
            "Units are dislodged in a phase of retreats only: write a line with phase for that too."
        )
    elif not any(
        may_give_orders(replace(game, position=position), side.name) for side in game.variant.sides
    ):
        yield message("Nobody would have anything to order in {phase}.", phase=str(phase))


def _unfit(seat: Seat, then: Game) -> Iterator[Order]:
    """Yield the orders of a seat that are impossible in the game `then`, or are too many."""
    possible = []
    for order in seat.orders:
        if check_as_seen(order, seat.power, then) is None:
            possible.append(order)
        else:
            yield order
    if board_of(then).phase.kind is not PhaseKind.ADJUSTMENT:
        return
    room = abs(adjustments_of(then, seat.power))
    for order in possible:
        room -= used_up(order)
        if room < 0:
            yield order


def _rethought(seat: Seat, unfit: tuple[Order, ...]) -> Seat:
    """Return `seat` without its unfit orders, and with no earlier orders for UNDO."""
    left = tuple(order for order in seat.orders if order not in unfit)
    return replace(
        seat,
        orders=left,
        entered=tuple(one for one in seat.entered if one.order in left),
        earlier=(),
        receipt=seat.receipt + bool(unfit),
        wait=seat.wait or bool(seat.orders),
        draw=None,
    )
