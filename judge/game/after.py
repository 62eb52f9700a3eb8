"""What a fact makes of a game: the only place where one changes.

The store keeps the difference between the game before and the game after.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.engine import Position, in_play, newly_called, powers_at
from judge.game.events import (
    ConductFact,
    DeadlineSet,
    DrawVoted,
    Fact,
    GameCreated,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameStarted,
    GameTerminated,
    GameWon,
    ObserverJoined,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrderSheet,
    OrdersMissed,
    OrdersPlanned,
    OrdersReminded,
    OrdersUndone,
    PhaseHeld,
    PhaseProcessed,
    PlanTaken,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowersAbandoned,
    PowersLate,
    PowerTakenOver,
    PressSent,
    ProcessingSet,
    ReplyAddressRenewed,
    SettingChanged,
    TableFact,
    WaitSet,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Earlier,
    Ending,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    Player,
    Seat,
    Stage,
)
from judge.game.orders.planned import plans_left, with_plan
from judge.game.seats import with_seat
from judge.game.settings.effect import changed_variant

_MOST_UNDONE = 20  # receipts of a phase that can be taken back


def after(game: Game, fact: Fact) -> Game:
    """Return `game` as `fact` leaves it."""
    if isinstance(fact, TableFact):
        return _after_table(game, fact)
    if isinstance(fact, OrderFact):
        return _after_orders(game, fact)
    return _after_conduct(game, fact)


def places_renewed(fact: Fact) -> tuple[tuple[Player, str], ...]:
    """Return whose places, as (player, role), get other reply addresses by `fact`.

    Those that somebody has from before open nothing, also if he comes back. With the
    address of one who joined goes that of the power which it opens since the start.
    """
    places = tuple(_places_renewed(fact))
    powers = (one for one in places if one[1] not in (MASTER, OBSERVER, ENTRANT))
    return (*places, *((player, ENTRANT) for player, _ in powers))


def _places_renewed(fact: Fact) -> Iterator[tuple[Player, str]]:
    match fact:
        case PlayerLeft(player, role) | ReplyAddressRenewed(player, role):
            yield player, role
        case PowersAbandoned(powers, players):
            yield from zip(players, powers, strict=False)
        case PowerTakenOver(Seat(power, Player() as player)):
            yield player, power
        case PlayerJoined(entrant):
            yield entrant.player, ENTRANT
        case ObserverJoined(observer):
            yield observer.player, OBSERVER
        case _:
            return


def _after_table(  # noqa: C901, PLR0911, PLR0912 - one case a kind of fact
    game: Game, fact: TableFact
) -> Game:
    match fact:
        case PlayerRegistered(player):
            return _with_person(game, player)
        case GameCreated(created):
            return created
        case PlayerJoined(entrant):
            return replace(game, entrants=(*game.entrants, entrant))
        case ObserverJoined(observer):
            return replace(game, observers=(*game.observers, observer))
        case PowerTakenOver(seat, deadline, ready):
            # A deadline that stays has had its reminders.
            reminded = game.reminded if deadline == game.deadline else 0
            taken = replace(with_seat(game, seat), deadline=deadline, ready=ready)
            return replace(taken, grace=None, held=None, reminded=reminded)
        case GameStarted(seats, position, deadline):
            begun = _at(position, deadline, game)
            return replace(begun, stage=Stage.ACTIVE, entrants=(), seats=seats)
        case PlayerLeft():
            return _without_player(game, fact)
        case ReplyAddressRenewed():
            return game
        case SettingChanged(settings):
            variant = changed_variant(game.variant, settings)
            changed = replace(game, settings=settings, variant=variant)
            return _played_at(game.position, changed)


def _with_person(game: Game, person: Player) -> Game:
    """Return `game` with what a player says of himself now, wherever he has a place."""

    def named(one: Player) -> Player:
        return person if one.number == person.number else one

    return replace(
        game,
        masters=tuple(replace(f, player=named(f.player)) for f in game.masters),
        observers=tuple(replace(f, player=named(f.player)) for f in game.observers),
        entrants=tuple(replace(e, player=named(e.player)) for e in game.entrants),
        seats=tuple(
            replace(seat, player=seat.player and named(seat.player))
            for seat in game.seats
        ),
    )


def _without_player(game: Game, fact: PlayerLeft) -> Game:
    def stays(holder: Follower | Entrant) -> bool:
        return holder.player.number != fact.player.number

    if fact.role == ENTRANT:
        return replace(game, entrants=tuple(filter(stays, game.entrants)))
    if fact.role == MASTER:
        return replace(game, masters=tuple(filter(stays, game.masters)))
    if fact.role == OBSERVER:
        return replace(game, observers=tuple(filter(stays, game.observers)))
    return _vacated(game, (fact.role,))


def _after_orders(game: Game, fact: OrderFact) -> Game:
    match fact:
        case PressSent() | OrdersMissed():
            return game
        case OrdersFiled(sheet=sheet, dated=dated, ready=ready):
            return replace(_filed(game, sheet, dated), ready=ready)
        case OrdersCleared(sheet=sheet, dated=dated):
            filed = _filed(game, sheet, dated)
            return replace(filed, ready=filed.ready if sheet.complete else None)
        case OrdersUndone(sheet=sheet, dated=dated, ready=ready):
            return replace(_filed(game, sheet, dated), ready=ready)
        case PlanTaken(sheet=sheet, dated=dated, ready=ready):
            return replace(_filed(game, sheet, dated), ready=ready)
        case OrdersPlanned(power):
            return with_seat(game, with_plan(game.seat(power), fact))
        case WaitSet(power, wait, ready, until):
            seat = replace(game.seat(power), wait=wait, wait_until=until)
            return replace(with_seat(game, seat), ready=ready)
        case DrawVoted(power, vote):
            return with_seat(game, replace(game.seat(power), draw=vote))


def _filed(game: Game, sheet: OrderSheet, dated: datetime | None) -> Game:
    before = game.seat(sheet.power)
    stood = Earlier(sheet.receipt, before.orders, before.troubled)
    seat = replace(
        before,
        orders=sheet.orders,
        troubled=sheet.troubled,
        dated=dated,
        receipt=sheet.receipt,
        earlier=(*before.earlier, stood)[-_MOST_UNDONE:],
    )
    return with_seat(game, seat)


def _after_conduct(  # noqa: C901, PLR0911, PLR0912 - one case a kind of fact
    game: Game, fact: ConductFact
) -> Game:
    match fact:
        case DeadlineSet(deadline):
            return replace(game, deadline=deadline, grace=None, held=None, reminded=0)
        case GamePaused():
            paused = replace(game, stage=Stage.PAUSED, deadline=None)
            return replace(paused, grace=None, held=None)
        case GameResumed(deadline):
            running = replace(game, stage=Stage.ACTIVE, deadline=deadline)
            return replace(running, grace=None, ready=None, held=None, reminded=0)
        case ProcessingSet(ready=since):
            return replace(game, ready=since)
        case OrdersReminded(reminded=reminded):
            return replace(game, reminded=reminded)
        case PowersLate(grace=grace):
            return replace(game, grace=grace, held=None)
        case PowersAbandoned(powers):
            waiting = replace(_vacated(game, powers), deadline=None)
            return replace(waiting, grace=None, held=None)
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


def _vacated(game: Game, powers: Sequence[str]) -> Game:
    """Return `game` without the players of `powers`; their orders are who follows'."""
    seats = (
        replace(
            seat, player=None, password=None, wait=False, wait_until=None, draw=None
        )
        if seat.power in powers
        else seat
        for seat in game.seats
    )
    return replace(game, seats=tuple(seats))


def _processed(game: Game, fact: PhaseProcessed) -> Game:
    before, became = fact.before, fact.adjudication
    called = newly_called(before, became.after, game.variant)
    over = FinishedPhase(before, became, fact.processed, fact.absent, fact.closed)
    seats = (_counted(seat, fact.absent) for seat in game.seats)
    return replace(
        _at(became.after, fact.deadline, game),
        seats=(
            *(_without_old_plans(_emptied(seat), became.after) for seat in seats),
            *map(Seat, called),
        ),
        history=(*game.history, over),
    )


def _counted(seat: Seat, absent: Sequence[str]) -> Seat:
    """Return `seat` with its phases in a row without orders.

    One in which there was nothing to order is neither missed nor sent.
    """
    if seat.power in absent:
        return replace(seat, missed=seat.missed + 1)
    return seat if seat.dated is None else replace(seat, missed=0)


def _rolled_back(game: Game, fact: GameRolledBack) -> Game:
    powers = {power.name for power in powers_at(fact.position, game.variant)}
    return replace(
        _at(fact.position, fact.deadline, game),
        stage=Stage.ACTIVE,
        ending=None,
        # A vote that stood would draw the game again at once.
        seats=tuple(
            replace(_emptied(seat), draw=None)
            for seat in game.seats
            if seat.power in powers
        ),
        history=tuple(one for one in game.history if one.phase not in fact.undone),
    )


def _ended(game: Game, stage: Stage, ending: Ending) -> Game:
    over = replace(game, stage=stage, ending=ending)
    return replace(over, deadline=None, grace=None, ready=None, held=None)


def _at(position: Position, deadline: datetime | None, game: Game) -> Game:
    """Return `game` at the beginning of the phase of `position`."""
    begun = replace(_played_at(position, game), position=position, deadline=deadline)
    return replace(begun, grace=None, ready=None, held=None, reminded=0)


def _played_at(position: Position | None, game: Game) -> Game:
    if position is None:
        return game
    return replace(game, variant=in_play(game.variant, position))


def _emptied(seat: Seat) -> Seat:
    """Return `seat` at the beginning of a phase: nothing is sent, nobody waits."""
    bare = replace(seat, orders=(), troubled=(), dated=None, earlier=())
    return replace(bare, wait=False, wait_until=None)


def _without_old_plans(seat: Seat, board: Position) -> Seat:
    return replace(seat, plans=plans_left(seat, board.phase)) if seat.plans else seat
