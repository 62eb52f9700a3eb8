"""Who is told of what: the readers of each event."""

from collections.abc import Iterator

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
    LineOffered,
    LinesNotObeyed,
    MapShown,
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
    VariantsShown,
    WaitSet,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Game,
    Player,
    Reader,
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
        case GameStarted() | GameRolledBack() | PhaseProcessed():
            return _everybody_at_each_seat(game, power_names(game))
        case PowersLate(powers):
            return _everybody_at_each_seat(game, powers)
        case (
            PowerTakenOver()
            | SettingChanged()
            | DeadlineSet()
            | GamePaused()
            | GameResumed()
            | GameTerminated()
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
            | VariantsShown()
            | MapShown()
            | HelpGiven()
            | LineNotUnderstood()
            | LineOffered()
            | LinesNotObeyed()
            | Refused()
            | ConfirmationAsked()
        ):
            return ()


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
    return _once((*_at_seats(game, power_names(game)), *_others(game)))


def _everybody_at_each_seat(game: Game, seats: tuple[str, ...]) -> tuple[Reader, ...]:
    """Return everybody, and who plays several of these `seats` once for each of them.

    Each power has its own orders to give, at its own reply address.
    """
    concerned = _at_seats(game, seats)
    told = {one.player.number for one in concerned}
    rest = (one for one in _everybody(game) if one.player.number not in told)
    return (*concerned, *rest)


def _at_seats(game: Game, powers: tuple[str, ...]) -> tuple[Reader, ...]:
    return tuple(one for power in powers for one in _holders(game, power))


def _others(game: Game) -> Iterator[Reader]:
    for role in (ENTRANT, MASTER, OBSERVER):
        yield from _holders(game, role)


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
