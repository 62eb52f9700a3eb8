"""The effect of time on a game: reminders, grace, results, the end of the game."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import reduce
from itertools import accumulate
from typing import Self

from msgspec import structs

from judge.engine import (
    Adjudication,
    Dislodged,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Victory,
    Vote,
    adjudicate,
    ending,
    newly_called,
)
from judge.game.after import after, begun_at, emptied, vacated, without_old_plans
from judge.game.base import Fact
from judge.game.clock import (
    Abandon,
    Excuse,
    GiveGrace,
    GoOn,
    ProcessNow,
    Remind,
    TellAll,
    Wait,
    absences_of,
    closes_at,
    excused_until,
    fresh_deadline,
    grace_after,
    has_sent,
    next_deadline,
    nmr_of,
    pace_of,
    timing_of,
    verdict,
)
from judge.game.diaries import open_diaries
from judge.game.filing import plans_taken
from judge.game.model import (
    MASTER,
    Conduct,
    ConductMark,
    Ending,
    FinishedPhase,
    Game,
    Nmr,
    Player,
    Reader,
    Review,
    Seat,
    Stage,
)
from judge.game.orders.sheet import board_of, has_orders_to_give, may_give_orders
from judge.game.press import at_phase_end, released
from judge.game.proxies import after_phase
from judge.game.seats import conduct_of, leads, plays, power_names, surviving_powers
from judge.game.starting import end_muster
from judge.game.substitutes import offers, presence
from judge.game.vision import (
    concerned_first,
    everybody,
    everybody_at_each_seat,
    holders,
    holders_of,
    known_phase,
    known_player,
    known_powers,
    once,
    own_power,
)
from judge.game.weight import Weight

REGAINED_AFTER = 4
"""After so many phases with orders a player gets back one excuse."""
_PUNCTUAL = timedelta(hours=1)  # A phase that is processed later than this is not on time.
# A phase that was held for mail no longer than this must not move the next deadline by a day.
_HELD_BRIEFLY = timedelta(hours=6)


class OrdersReminded(Fact, frozen=True):
    """The deadline is near, and orders of `powers` are missing.

    Each power's player learns only of their own. This reminder covers all that are due up to the
    moment `reminded`.
    """

    powers: tuple[str, ...]
    deadline: datetime
    reminded: datetime

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players whose orders are missing."""
        return holders_of(game, self.powers)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with only the reader's power."""
        return structs.replace(self, powers=own_power(self.powers, reader))

    def applied(self, game: Game) -> Game:
        """Return the game with reminders sent up to that moment."""
        return replace(game, reminded=self.reminded)


class PowersLate(Fact, frozen=True):
    """The deadline passed without the orders of `powers`; they have until `grace`.

    A game may tell only the late players and the Masters at first; then everybody else is told at
    the moment `told`.
    """

    powers: tuple[str, ...]
    deadline: datetime
    grace: datetime
    told: datetime | None = None

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, or at first only the late players and Masters.

        Late players are returned as holders of their late seats.
        """
        everyone = concerned_first(self, game, self.powers)
        if not game.settings.late_notices:
            return everyone
        roles = (*self.powers, MASTER)
        first = {one.player.number for one in holders_of(game, roles)}
        return tuple(one for one in everyone if (one.player.number in first) == (self.told is None))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with only those powers that the reader may know to be late."""
        alone = game.settings.late_notices and self.told is None
        if alone and reader.role != MASTER:
            return structs.replace(self, powers=own_power(self.powers, reader))
        return structs.replace(self, powers=known_powers(self.powers, game, reader))

    def applied(self, game: Game) -> Game:
        """Return the game with its grace, or with the record that everybody was told."""
        if self.told is None:
            return replace(game, grace=self.grace, held=None)
        return replace(game, reminded=self.told)

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return marks for late players, and for players whose orders came in time."""
        if self.told is not None:
            return ()
        sent = dict.fromkeys(_powers_asked(game), ConductMark.SENT)
        return conduct_of(game, now, sent | dict.fromkeys(self.powers, ConductMark.LATE))

    def holds(self, game: Game) -> bool:
        """Return whether the units of a late power will hold after grace."""
        return nmr_of(game) is not Nmr.WAIT


class PowersExcused(Fact, frozen=True):
    """The last chance passed without orders of `powers`; they are excused and get another one."""

    powers: tuple[str, ...]
    until: datetime

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody; late players as holders of their late seats."""
        return concerned_first(self, game, self.powers)

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with only those powers that the reader may know to be late."""
        return structs.replace(self, powers=known_powers(self.powers, game, reader))

    def applied(self, game: Game) -> Game:
        """Return the game with the new deadline and the used excuses."""
        seats = tuple(
            replace(seat, excused=seat.excused + 1, kept=0) if seat.power in self.powers else seat
            for seat in game.seats
        )
        return replace(game, grace=self.until, held=None, seats=seats)


class PowersAbandoned(Fact, frozen=True):
    """Grace passed without orders of `powers`; their seats are open, and the game waits.

    `players` held these seats, in the same order.
    """

    powers: tuple[str, ...]
    players: tuple[Player, ...] = ()

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, and the players who lost their seats."""
        gone = map(Reader, self.players, self.powers)
        return once((*everybody(self, game), *gone))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with names only of players whom the reader may know."""
        people = tuple(known_player(one, game, reader) for one in self.players)
        return structs.replace(self, players=people)

    def applied(self, game: Game) -> Game:
        """Return the game with these seats open, and without a deadline."""
        return replace(vacated(game, self.powers), deadline=None, grace=None, held=None)

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the places that were lost."""
        return tuple(zip(self.players, self.powers, strict=False))

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return the marks of players who abandoned their seats."""
        return conduct_of(game, now, dict.fromkeys(self.powers, ConductMark.LEFT))

    def seats_of(self, player: Player) -> list[str]:
        """Return the powers that `player` lost."""
        pairs = zip(self.powers, self.players, strict=False)
        return [power for power, one in pairs if one.number == player.number]


class PhaseProcessed(Fact, frozen=True):
    """A phase was adjudicated; `deadline` is that of the next phase, None without one.

    `due` is when its orders were due, which may still be in the future. `closed` is the time limit
    of its letters.
    """

    before: Position
    adjudication: Adjudication
    processed: datetime
    absent: tuple[str, ...]
    deadline: datetime | None
    due: datetime | None = None
    closed: datetime | None = None

    weight = Weight.BOARD
    readers = everybody_at_each_seat
    turns_board = True

    @property
    def finished(self) -> FinishedPhase:
        """Return the phase as it is stored in the history of its game."""
        return FinishedPhase(
            self.before, self.adjudication, self.processed, self.absent, self.closed
        )

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the results as the reader may know them."""
        known = known_phase(self.finished, game, reader)
        return structs.replace(
            self, before=known.before, adjudication=known.adjudication, absent=known.absent
        )

    def applied(self, game: Game) -> Game:
        """Return the game in its next phase."""
        board = self.adjudication.after
        called = newly_called(self.before, board, game.variant)
        seats = (
            after_phase(_counted(seat, self.absent), self.adjudication, game.variant)
            for seat in game.seats
        )
        stand = game.settings.votes_stand
        voting = (seat if stand else replace(seat, draw=None) for seat in seats)
        return replace(
            begun_at(board, self.deadline, game),
            seats=(
                *(without_old_plans(emptied(seat), board.phase) for seat in voting),
                *map(Seat, called),
            ),
            history=(*game.history, self.finished),
            press_held=at_phase_end(game),
        )

    def conduct(self, game: Game, now: datetime) -> tuple[tuple[int, Conduct], ...]:
        """Return marks for players whose orders came in time, and for those who missed the phase.

        Nobody has missed a phase that the Master processed before its deadline. If grace was given,
        orders that came in time have their marks already.
        """
        sent = () if game.grace else set(_powers_asked(game)) - {*self.absent}
        marks = dict.fromkeys(sent, ConductMark.SENT)
        if self.due is not None and self.due <= now:
            marks |= dict.fromkeys(self.absent, ConductMark.MISSED)
        return conduct_of(game, now, marks)


class ResultsReviewed(Fact, frozen=True):
    """The phase is over, and its Masters see the results before everybody else.

    `closed` is the time limit of its letters. The results go out at `until` at the latest. `absent`
    powers have sent no orders. Other readers do not see `adjudication`.
    """

    adjudication: Adjudication | None
    absent: tuple[str, ...]
    closed: datetime
    until: datetime

    weight = Weight.BOARD

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters who do not play."""
        return tuple(one for one in holders(game, MASTER) if leads(game, one))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact; only a Master who does not play gets it with the results."""
        if leads(game, reader):
            return self
        return structs.replace(self, adjudication=None, absent=())

    def applied(self, game: Game) -> Game:
        """Return the game with its results waiting for the Masters."""
        return replace(game, review=Review(self.closed, self.until))


class PhaseHeld(Fact, frozen=True):
    """Mail could not come in when the phase was due, so the phase waits for letters.

    Letters count up to `until`. If `shut`, mail still cannot come in, and `until` is the latest
    possible moment.
    """

    until: datetime
    shut: bool = False

    weight = Weight.ASIDE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players who may give orders in this phase, and the Masters."""
        powers = [seat.power for seat in game.seats]
        roles = (*(one for one in powers if may_give_orders(game, one)), MASTER)
        return once(holders_of(game, roles))

    def applied(self, game: Game) -> Game:
        """Return the game with the phase waiting."""
        return replace(game, held=self.until)


class MailLost(Fact, frozen=True):
    """A person answered a mail of the judge about `phase` that is missing in the store.

    The store was restored from a backup, at the moment `restored` if `judge restore` did it. People
    who have such mails know results from after the backup.
    """

    phase: Phase
    restored: datetime | None = None

    weight = Weight.CLOCK

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the players and the Masters."""
        return once(holders_of(game, (*(seat.power for seat in game.seats), MASTER)))


class GameResumed(Fact, frozen=True):
    """The clock runs again."""

    deadline: datetime

    weight = Weight.CLOCK
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with its clock running and this deadline."""
        running = replace(game, stage=Stage.ACTIVE, deadline=self.deadline, resumes=None)
        return replace(running, grace=None, ready=None, held=None, reminded=None)


class _GameFinished(Fact, frozen=True):
    """The game is over, with an ending."""

    ending: Ending

    weight = Weight.END
    readers = everybody
    turns_board = True

    def applied(self, game: Game) -> Game:
        """Return the game as finished."""
        return game_over(game, Stage.FINISHED, self.ending)


class GameWon(_GameFinished, frozen=True):
    """One power owns enough centers to win."""


class GameDrawn(_GameFinished, frozen=True):
    """All surviving players agreed to a draw."""


def process_if_due(game: Game, now: datetime) -> tuple[Fact, ...]:
    """Return the facts that the clock causes in `game` at `now`, usually none.

    Applied to the resulting game it returns nothing more, unless the next step is due as well.
    """
    # Diaries are opened in the step after the game's end, so their mail comes after the mail about
    # the end.
    before = (*released(game, now), *open_diaries(game))
    game = reduce(after, before, game)
    facts = end_muster(game, now) or _brought_about(game, now)
    if not facts:
        return before
    later = reduce(after, facts, game)
    return (*before, *facts, *offers(game, later, now), *released(later, now))


def _brought_about(game: Game, now: datetime) -> tuple[Fact, ...]:
    match verdict(game, now):
        case Wait():
            return ()
        case Remind(powers, reminded):
            assert game.deadline is not None
            return (OrdersReminded(powers, game.deadline, reminded),)
        case GiveGrace(powers):
            assert game.deadline is not None
            grace = grace_after(timing_of(game), game.deadline, now)
            return (PowersLate(powers, game.deadline, grace),)
        case TellAll(powers, told):
            assert game.deadline is not None
            assert game.grace is not None
            return (PowersLate(powers, game.deadline, game.grace, told),)
        case Excuse(powers):
            missed = game.grace or game.deadline
            assert missed is not None
            return (PowersExcused(powers, excused_until(game, missed, now)),)
        case Abandon(powers):
            players = tuple(
                seat.player for seat in map(game.seat, powers) if seat.player is not None
            )
            return (PowersAbandoned(powers, players),)
        case ProcessNow():
            return _reviewed(game, now) if _wants_review(game) else process(game, now)
        case GoOn():
            return (resume(game, now),)


def _wants_review(game: Game) -> bool:
    """Return whether a Master who does not play will see the results before everybody else."""
    looking = any(not plays(game, one.player) for one in game.masters)
    wanted = game.settings.review_in(board_of(game).phase.kind)
    return bool(wanted) and game.review is None and looking


def _reviewed(game: Game, now: datetime) -> tuple[ResultsReviewed]:
    processed = process(game, now)[0]
    assert isinstance(processed, PhaseProcessed)
    closed = processed.closed or now
    until = now + game.settings.review_in(processed.before.phase.kind)
    return (ResultsReviewed(processed.adjudication, processed.absent, closed, until),)


def resume(game: Game, now: datetime) -> GameResumed:
    """Return the fact that the clock runs again, with the full length of a phase.

    A deadline that was set during the pause stays if it is in the future.
    """
    if game.deadline is not None and game.deadline > now:
        return GameResumed(game.deadline)
    return GameResumed(fresh_deadline(game, board_of(game), now))


def process(game: Game, now: datetime) -> tuple[Fact, ...]:
    """Return the facts of processing the running phase now, with the orders so far.

    If the results end the game, its end follows. Otherwise the orders follow that players had
    planned for the next phase.
    """
    before = board_of(game)
    sent = tuple(order for seat in game.seats for order in seat.orders)
    orders = (*sent, *sensible_retreats(game))
    adjudication = adjudicate(before, orders, game.variant)
    end = end_after(game, adjudication)
    closing = closes_at(game)
    processed = PhaseProcessed(
        before=before,
        adjudication=adjudication,
        processed=now,
        absent=_absent_powers(game, adjudication),
        deadline=None if end else _deadline_after(game, adjudication, now),
        due=game.grace or game.deadline,
        closed=now if closing is None else min(closing, now),
    )
    if end:
        return (processed, end)
    changes = presence(game, after(game, processed))
    begun = reduce(after, (processed, *changes), game)
    return (processed, *changes, *plans_taken(begun, now))


def hold(game: Game, until: datetime, *, shut: bool) -> tuple[Fact, ...]:
    """Return the fact that the phase waits for mail until `until`, () if it does so already.

    `shut` means that mail still cannot come in; then `until` is the latest possible moment.
    """
    if game.held is not None and game.held >= until:
        return ()
    return (PhaseHeld(until, shut),)


def agreed_end(game: Game) -> GameDrawn | GameWon | None:
    """Return the end of the game if all surviving players vote for the same end, else None.

    It is a draw, or the victory of one power, whose own vote is not needed. Powers that are out of
    the game do not count in any vote.
    """
    survivors = surviving_powers(game)
    votes = {
        seat.power: seat.draw and tuple(one for one in survivors if one in seat.draw)
        for seat in game.seats
        if seat.player is not None and seat.power in survivors
    }
    for power in survivors:
        others = {vote for voter, vote in votes.items() if voter != power}
        if others == {(power,)}:
            return GameWon(Ending((power,), "all others concede"))
    shared = next(iter(votes.values()), None)
    if not shared or set(votes.values()) != {shared}:
        return None
    if game.settings.draw_in_all_survivors and shared != survivors:
        return None
    return GameDrawn(Ending(shared, "draw agreed by all who play"))


def end_after(game: Game, adjudication: Adjudication) -> GameWon | GameDrawn | None:
    """Return the end of `game` that these results bring about, None if it goes on."""
    after = adjudication.after
    over = ending(after, game.variant)
    if over is None:
        return agreed_end(replace(game, position=after))
    return GameWon(Ending(over.winners, _reason_told(over)))


def game_over(game: Game, stage: Stage, ending: Ending) -> Game:
    """Return `game` as over, with its clock stopped."""
    ended = replace(game, stage=stage, ending=ending, press_held=at_phase_end(game))
    still = replace(ended, deadline=None, grace=None, ready=None, resumes=None)
    return replace(still, held=None, muster=None, review=None)


def _powers_asked(game: Game) -> tuple[str, ...]:
    """Return the powers that have orders to give in this phase."""
    return tuple(one for one in power_names(game) if has_orders_to_give(game, one))


def _counted(seat: Seat, absent: Sequence[str]) -> Seat:
    """Return `seat` with a new count of phases in a row without orders.

    A phase in which the power had nothing to order does not count.
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


def _reason_told(over: Victory) -> str:
    """Return why the game is over, with the ranks of the other powers if the rules give them.

    The text is stored with the game, so it is in English.
    """
    if not over.places:
        return str(over.reason)
    firsts = accumulate((len(place) for place in over.places), initial=1)
    ranks = (
        f"{first}. {', '.join(place)}" for first, place in zip(firsts, over.places, strict=False)
    )
    return f"{over.reason}. The places are {'; '.join(ranks)}"


def _absent_powers(game: Game, adjudication: Adjudication) -> tuple[str, ...]:
    """Return the powers that had orders to give and sent none, as others may know.

    Votes for sides without players, and undelivered declarations, are secret. A power that sent
    only these must look like a power that sent nothing.
    """
    secret = {
        one.order
        for one in adjudication.outcomes
        if isinstance(one.order, Vote) or one.reason is Reason.WITHHELD
    }
    return tuple(
        seat.power
        for seat in game.seats
        if not has_sent(seat) or (seat.orders and secret.issuperset(seat.orders))
        if has_orders_to_give(game, seat.power)
    )


def _deadline_after(game: Game, adjudication: Adjudication, now: datetime) -> datetime | None:
    if game.stage is not Stage.ACTIVE:
        return None
    kind = pace_of(adjudication.after, game.variant)
    begin = _began(game, now)
    away = absences_of(game)
    return next_deadline(game.settings.timing, game.deadline, kind, begin, away)


def _began(game: Game, now: datetime) -> datetime:
    """Return the beginning of the next phase: now, or this phase's deadline if it was just now.

    Otherwise a few seconds of delay would move the next deadline past its time of day, and so by a
    whole day.
    """
    due = game.grace or game.deadline
    daily = game.held is not None and timing_of(game).clock is not None
    slack = _HELD_BRIEFLY if daily else _PUNCTUAL
    on_time = due is not None and timedelta() <= now - due < slack
    return due if due is not None and on_time else now


def sensible_retreats(game: Game) -> tuple[Retreat, ...]:
    """Return retreats for dislodged units whose powers have sent nothing, under `Nmr.CD`.

    Without that setting these units disband, as in the rulebook. A unit retreats to a center of its
    own power if it can, else to an unowned center, else to its first possible province in the map's
    order. No two units retreat to the same province.
    """
    board = board_of(game)
    if nmr_of(game) is not Nmr.CD or board.phase.kind is not PhaseKind.RETREAT:
        return ()
    silent = {seat.power for seat in game.seats if not has_sent(seat)}
    province_of = game.variant.geography.province_of
    taken: set[int] = set()
    retreats = []
    for one in board.dislodged:
        free = [go for go in one.retreats if province_of[go] not in taken]
        if one.unit.power in silent and free:
            best = min(free, key=lambda go: _rank(province_of[go], one, game))
            taken.add(province_of[best])
            retreats.append(Retreat(one.unit, best))
    return tuple(retreats)


def _rank(province: int, one: Dislodged, game: Game) -> int:
    """Return how good a retreat to a province is; 0 is the best."""
    if not game.variant.geography.centers >> province & 1:
        return 2
    owner = board_of(game).owners[province]
    return 0 if owner == one.unit.power else 1 if owner is None else 3
