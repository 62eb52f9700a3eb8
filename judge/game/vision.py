"""Who is told what: the readers of each event, and games as others may see them.

Decided here once, before anything is written: a template never hides a thing.
"""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.events import (
    ConfirmationAsked,
    DeadlineSet,
    DeadlinesShifted,
    DrawVoted,
    Event,
    GameCreated,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GamesListed,
    GameStarted,
    GameTerminated,
    GameWon,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    MasterBecame,
    ObserverJoined,
    OrdersCleared,
    OrdersFiled,
    OrdersReminded,
    OrdersShown,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PlayerSignedOn,
    PowersAbandoned,
    PowersLate,
    PowerTakenOver,
    PressSent,
    Refused,
    ReplyAddressSent,
    SettingChanged,
    SummaryShown,
    WaitSet,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Entrant,
    Follower,
    Game,
    Player,
    Reader,
    Seat,
)
from judge.game.seats import power_names


def readers(  # noqa: C901, PLR0911, PLR0912 - one case a kind of event
    game: Game, event: Event
) -> tuple[Reader, ...]:
    """Return who is told of `event` by mail, besides the answer to its cause.

    `game` is as the event left it. Nobody is told twice: a player of a power does not
    also read as an observer.
    """
    match event:
        case (
            GameStarted()
            | PowerTakenOver()
            | SettingChanged()
            | DeadlineSet()
            | GamePaused()
            | GameResumed()
            | GameTerminated()
            | GameRolledBack()
            | PowersLate()
            | PhaseProcessed()
            | GameWon()
            | GameDrawn()
            | DeadlinesShifted()
        ):
            return _everybody(game)
        case PlayerLeft(player, role):
            played = any(seat.power == role for seat in game.seats)
            told = _everybody(game) if played else _holders(game, MASTER)
            return _once((*told, Reader(player, role)))
        case PowersAbandoned(powers, players):
            gone = map(Reader, players, powers)
            return _once((*_everybody(game), *gone))
        case PlayerJoined() | ObserverJoined():
            return _holders(game, MASTER)
        case OrdersReminded(powers):
            return tuple(one for power in powers for one in _holders(game, power))
        case OrdersFiled(sheet=sheet, on_behalf=True):
            return _holders(game, sheet.power)
        case OrdersCleared(sheet=sheet, on_behalf=True):
            return _holders(game, sheet.power)
        case PressSent():
            return _press_readers(game, event)
        case WaitSet(power) | DrawVoted(power):
            # To its own player only, where the Master did it in his name.
            return _holders(game, power)
        case OrdersFiled() | OrdersCleared() | OrdersShown():
            return ()
        case GameCreated() | PlayerSignedOn() | MasterBecame() | ReplyAddressSent():
            return ()
        case (
            PlayerRegistered()
            | GamesListed()
            | SummaryShown()
            | HistoryShown()
            | HelpGiven()
            | LineNotUnderstood()
            | Refused()
            | ConfirmationAsked()
        ):
            return ()


def public_view(game: Game) -> Game:
    """Return `game` with only what everybody may know of it.

    Stored orders, votes, waits, wishes, passwords and the seed are gone; who plays
    what, the board and all that is past stay.
    """
    return replace(
        game,
        seed=0,
        masters=tuple(map(_bare_follower, game.masters)),
        observers=tuple(map(_bare_follower, game.observers)),
        entrants=tuple(Entrant(entrant.player) for entrant in game.entrants),
        seats=tuple(map(_bare_seat, game.seats)),
        ready=None,
        reminded=0,
    )


def view(game: Game, role: str) -> Game:
    """Return `game` as the holder of `role` may see it: with his own seat's secrets."""
    seen = public_view(game)
    seats = tuple(
        replace(own, password=None) if own.power == role else bare
        for own, bare in zip(game.seats, seen.seats, strict=True)
    )
    return replace(seen, seats=seats)


def shown(event: Event) -> Event:
    """Return `event` as others may read of it: without what only its cause may know."""
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
        return replace(event, sender=sender, suspicious=())
    return event


def _press_readers(game: Game, press: PressSent) -> tuple[Reader, ...]:
    """Return who gets press: never the one who wrote it.

    Who wrote in the name of a power tells its player by it.
    """
    author = 0 if press.author is None else press.author.number
    power = press.sender if author and press.sender in power_names(game) else ""
    roles = (*press.recipients, power)
    told = [one for role in roles for one in _holders(game, role)]
    return _once(tuple(one for one in told if one.player.number != author))


def _everybody(game: Game) -> tuple[Reader, ...]:
    powers = [one for seat in game.seats for one in _holders(game, seat.power)]
    others = [
        one for role in (ENTRANT, MASTER, OBSERVER) for one in _holders(game, role)
    ]
    return _once((*powers, *others))


def _holders(game: Game, role: str) -> tuple[Reader, ...]:
    return tuple(Reader(player, role) for player in _players(game, role))


def _players(game: Game, role: str) -> Iterator[Player]:
    if role == MASTER:
        yield from (master.player for master in game.masters)
    elif role == OBSERVER:
        yield from (observer.player for observer in game.observers)
    elif role == ENTRANT:
        yield from (entrant.player for entrant in game.entrants)
    else:
        yield from (
            seat.player
            for seat in game.seats
            if seat.power == role and seat.player is not None
        )


def _once(told: tuple[Reader, ...]) -> tuple[Reader, ...]:
    """Return `told` with each player once, in the first role he has there."""
    first: dict[int, Reader] = {}
    for reader in told:
        first.setdefault(reader.player.number, reader)
    return tuple(first.values())


def _bare_seat(seat: Seat) -> Seat:
    return Seat(seat.power, seat.player, missed=seat.missed)


def _bare_follower(follower: Follower) -> Follower:
    return Follower(follower.player)
