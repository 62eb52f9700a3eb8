"""Games and events as each reader may see them: no names, places or wishes of others.

Decided here once, before anything is written: a template never hides a thing.
"""

from dataclasses import replace

from judge.engine.adjudicate import is_public
from judge.engine.board.position import Position
from judge.engine.orders import power_of
from judge.game.events import (
    Event,
    GameRolledBack,
    GameStarted,
    ObserverJoined,
    OrdersReminded,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PowersAbandoned,
    PowersLate,
    PowerTakenOver,
    PressSent,
)
from judge.game.model import (
    MASTER,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    Player,
    Reader,
    Seat,
)
from judge.game.seats import holds, roles_of
from judge.game.vision.sight import (
    is_blind,
    is_over,
    seen_phase,
    seen_position,
)

SOMEBODY = Player(-1, "Somebody", "")
"""Stands for a person whose name the reader may not know."""


STRANGER = Reader(Player(0, "", ""), "")
"""Whoever has no part in a game, and knows of it what everybody does."""


def public_view(game: Game) -> Game:
    """Return `game` with only what everybody may know of it."""
    return view(game, STRANGER)


def view(game: Game, reader: Reader) -> Game:
    """Return `game` as `reader` may see it: with his own seat's secrets.

    All that is told of a game is told of such a view, so that what a mail or a picture
    is made from holds nothing that its reader may not know.
    """
    position = game.position
    return replace(
        game,
        seed=0,
        masters=tuple(map(_bare_follower, game.masters)),
        observers=tuple(
            Follower(_known(one.player, game, reader)) for one in game.observers
        ),
        entrants=tuple(
            Entrant(_known(one.player, game, reader)) for one in game.entrants
        ),
        seats=tuple(_seat_seen(seat, game, reader) for seat in game.seats),
        position=position and _known_position(position, game, reader),
        history=tuple(_known_phase(one, game, reader) for one in game.history),
        ready=None,
        reminded=0,
    )


def reader_of(game: Game, player: Player, role: str = "") -> Reader:
    """Return `player` as he reads of `game`: in `role` if it is his, else in his own.

    A Master who acts for a power still reads as the Master.
    """
    if holds(game, player, MASTER):
        return Reader(player, MASTER)
    if holds(game, player, role):
        return Reader(player, role)
    return Reader(player, next(iter(roles_of(game, player)), ""))


def seen(event: Event, game: Game, reader: Reader) -> Event:  # noqa: C901, PLR0911, PLR0912 - one case a kind of event
    """Return `event` without the names and places that `reader` may not know.

    `game` is as the event left it, and not a view.
    """
    match event:
        case GameStarted(seats, position):
            seats = tuple(_named_seat(seat, game, reader) for seat in seats)
            position = _known_position(position, game, reader)
            return replace(event, seats=seats, position=position)
        case PowerTakenOver(seat):
            return replace(event, seat=_named_seat(seat, game, reader))
        case PlayerLeft(player):
            return replace(event, player=_known(player, game, reader))
        case PowersAbandoned(players=players):
            people = tuple(_known(player, game, reader) for player in players)
            return replace(event, players=people)
        case PressSent(author=Player() as author):
            return replace(event, author=_known(author, game, reader))
        case PowersLate(powers) | OrdersReminded(powers):
            return replace(event, powers=_known_powers(powers, game, reader))
        case GameRolledBack(position):
            return replace(event, position=_known_position(position, game, reader))
        case PhaseProcessed(before, adjudication, processed, absent):
            known = FinishedPhase(before, adjudication, processed, absent)
            known = _known_phase(known, game, reader)
            return replace(
                event,
                before=known.before,
                adjudication=known.adjudication,
                absent=known.absent,
            )
        case _:
            return event


def shown(event: Event, game: Game, reader: Reader) -> Event:
    """Return `event` as others may read of it: without what only its cause may know."""
    event = seen(event, game, reader)
    if isinstance(event, PowerTakenOver):
        return replace(event, seat=_bare_seat(event.seat), ready=None)
    if isinstance(event, GameStarted):
        return replace(event, seats=tuple(map(_bare_seat, event.seats)))
    if isinstance(event, PlayerJoined):
        return replace(event, entrant=Entrant(event.entrant.player))
    if isinstance(event, ObserverJoined):
        return replace(event, observer=_bare_follower(event.observer))
    if isinstance(event, PressSent):
        sender = "" if event.grey else event.sender
        return replace(event, sender=sender, unended=False)
    return event


def _known(player: Player, game: Game, reader: Reader) -> Player:
    """Return a player of `game`, or somebody where the reader may not know who it is.

    In a gunboat game each knows himself and the Masters alone.
    """
    masters = {one.player.number for one in game.masters}
    hidden = game.settings.gunboat and not _knows_all(game, reader)
    if not hidden or player.number in {reader.player.number, *masters}:
        return player
    return SOMEBODY


def _known_powers(
    powers: tuple[str, ...], game: Game, reader: Reader
) -> tuple[str, ...]:
    """Return those of `powers` of which the reader may know that orders are wanted."""
    if not is_blind(game, reader.role):
        return powers
    return tuple(power for power in powers if power == reader.role)


def _known_phase(finished: FinishedPhase, game: Game, reader: Reader) -> FinishedPhase:
    if is_blind(game, reader.role):
        finished = seen_phase(finished, reader.role, game.variant)
    results = finished.adjudication
    told = tuple(
        outcome
        for outcome in results.outcomes
        if is_public(outcome.order, game.variant)
        or power_of(outcome.order) == reader.role
        or _knows_all(game, reader)
    )
    after = _known_position(results.after, game, reader)
    return replace(
        finished,
        before=_known_position(finished.before, game, reader),
        adjudication=replace(results, outcomes=told, after=after),
    )


def _known_position(position: Position, game: Game, reader: Reader) -> Position:
    """Return the board without what the rules hide, and what is out of sight."""
    if is_blind(game, reader.role):
        position = seen_position(position, reader.role, game.variant)
    if _knows_all(game, reader) or not position.markers:
        return position
    special, role = game.variant.rules.special, reader.role
    open_ones = tuple(
        marker
        for marker in position.markers
        if not any(rule.hides(marker, role) for rule in special)
    )
    return replace(position, markers=open_ones)


def _knows_all(game: Game, reader: Reader) -> bool:
    return reader.role == MASTER or is_over(game)


def _seat_seen(seat: Seat, game: Game, reader: Reader) -> Seat:
    if seat.power == reader.role:
        return replace(seat, password=None)
    bare = _bare_seat(_named_seat(seat, game, reader))
    # Who missed a phase had something to order in it.
    return replace(bare, missed=0) if is_blind(game, reader.role) else bare


def _named_seat(seat: Seat, game: Game, reader: Reader) -> Seat:
    if seat.player is None:
        return seat
    return replace(seat, player=_known(seat.player, game, reader))


def _bare_seat(seat: Seat) -> Seat:
    return Seat(seat.power, seat.player, missed=seat.missed)


def _bare_follower(follower: Follower) -> Follower:
    return Follower(follower.player)
