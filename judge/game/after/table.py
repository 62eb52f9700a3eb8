"""What a fact of who plays, and by which settings, makes of a game."""

from dataclasses import replace

from judge.game.after.beginning import begun_at, vacated, with_masters_of_the_start
from judge.game.events import (
    GameCreated,
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowerTakenOver,
    TableFact,
)
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    Entrant,
    Follower,
    Game,
    Player,
    Stage,
)
from judge.game.seats import with_seat


def after_table(game: Game, fact: TableFact) -> Game:
    """Return `game` after a fact of who plays in it, and by which settings."""
    match fact:
        case PlayerRegistered(player):
            return _with_person(game, player)
        case GameCreated(created):
            return created
        case PlayerJoined(entrant, invitation=used):
            joined = replace(_invited(game, used), entrants=(*game.entrants, entrant))
            return _no_longer_waiting(joined, entrant.player)
        case ObserverJoined(observer):
            return replace(game, observers=(*game.observers, observer))
        case PowerTakenOver(seat, deadline, ready, invitation=used):
            # A deadline that stays has had its reminders.
            reminded = game.reminded if deadline == game.deadline else None
            taken = replace(with_seat(_invited(game, used), seat), deadline=deadline, ready=ready)
            moved = replace(taken, grace=None, held=None, reminded=reminded)
            return _no_longer_waiting(moved, seat.player)
        case GameStarted(seats, position, deadline):
            led = with_masters_of_the_start(game, seats)
            begun = begun_at(position, deadline, led)
            return replace(begun, stage=Stage.ACTIVE, entrants=(), seats=seats)
        case PlayerLeft():
            return _without_player(game, fact)


def _with_person(game: Game, person: Player) -> Game:
    """Return `game` with what a player says of himself now, wherever he has a place."""

    def named(one: Player) -> Player:
        return person if one.number == person.number else one

    return replace(
        game,
        masters=tuple(replace(f, player=named(f.player)) for f in game.masters),
        observers=tuple(replace(f, player=named(f.player)) for f in game.observers),
        tutors=tuple(replace(f, player=named(f.player)) for f in game.tutors),
        standbys=tuple(replace(f, player=named(f.player)) for f in game.standbys),
        entrants=tuple(replace(e, player=named(e.player)) for e in game.entrants),
        seats=tuple(
            replace(seat, player=seat.player and named(seat.player)) for seat in game.seats
        ),
    )


def _without_player(game: Game, fact: PlayerLeft) -> Game:
    def stays(holder: Follower | Entrant) -> bool:
        return holder.player.number != fact.player.number

    if fact.role == ENTRANT:
        return replace(game, entrants=tuple(filter(stays, game.entrants)))
    if fact.role == MASTER:
        return replace(game, masters=tuple(filter(stays, game.masters)))
    if fact.role in (OBSERVER, TUTOR):
        observers = tuple(filter(stays, game.observers))
        tutors = tuple(filter(stays, game.tutors))
        return replace(game, observers=observers, tutors=tutors)
    if fact.role == STANDBY:
        return _no_longer_waiting(game, fact.player)
    return vacated(game, (fact.role,))


def _invited(game: Game, used: int) -> Game:
    """Return `game` without the invitation of this number, which was good for once."""
    left = (one for one in game.guests.invitations if one.number != used)
    return replace(game, guests=replace(game.guests, invitations=tuple(left)))


def _no_longer_waiting(game: Game, player: Player | None) -> Game:
    """Return `game` without `player` among those on stand-by."""
    number = 0 if player is None else player.number
    left = tuple(one for one in game.standbys if one.player.number != number)
    return replace(game, standbys=left)
