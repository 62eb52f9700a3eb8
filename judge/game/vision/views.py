"""Games as each reader may see them: no names, places or wishes of others.

Decided here once, before anything is written: a template never hides a thing.
"""

from dataclasses import replace
from datetime import datetime

from judge.engine import Position, is_public, power_of
from judge.game.clock.readiness import early_moment
from judge.game.model import (
    MASTER,
    TUTOR,
    Entrant,
    FinishedPhase,
    Follower,
    Game,
    Guests,
    Player,
    Reader,
    Seat,
)
from judge.game.orders.sheet import may_give_orders
from judge.game.seats import holds, leads, power_names, roles_of
from judge.game.vision.sight import is_blind, is_over, seen_phase, seen_position

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
        masters=tuple(map(bare_follower, game.masters)),
        tutors=tuple(map(bare_follower, game.tutors)),
        observers=tuple(Follower(known_player(one.player, game, reader)) for one in game.observers),
        standbys=tuple(Follower(known_player(one.player, game, reader)) for one in game.standbys),
        entrants=tuple(_entrant_seen(one, game, reader) for one in game.entrants),
        seats=tuple(_seat_seen(seat, game, reader) for seat in game.seats),
        position=position and known_position(position, game, reader),
        history=tuple(known_phase(one, game, reader) for one in game.history),
        ready=_known_ready(game, reader),
        guests=game.guests if reader.role == MASTER else Guests(),
        press_held=tuple(
            one for one in game.press_held if one.author.number == reader.player.number
        ),
        diary=tuple(
            replace(one, author=known_player(one.author, game, reader))
            for one in game.diary
            if one.opened or one.author.number == reader.player.number
        ),
        reminded=None,
        edited=None,
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


def known_player(player: Player, game: Game, reader: Reader) -> Player:
    """Return a player of `game`, or somebody where the reader may not know who it is.

    In a gunboat game each knows himself, the Masters and tutors alone.
    """
    if not game.settings.gunboat or _knows_all(game, reader):
        return player
    named = {one.player.number for one in (*game.masters, *game.tutors)}
    return player if player.number in {reader.player.number, *named} else SOMEBODY


def known_powers(powers: tuple[str, ...], game: Game, reader: Reader) -> tuple[str, ...]:
    """Return those of `powers` of which the reader may know that orders are wanted."""
    return own_power(powers, reader) if is_blind(game, reader.role) else powers


def own_power(powers: tuple[str, ...], reader: Reader) -> tuple[str, ...]:
    """Return of `powers` the one of the reader, or none."""
    return tuple(power for power in powers if power == reader.role)


def known_phase(finished: FinishedPhase, game: Game, reader: Reader) -> FinishedPhase:
    """Return a finished phase as far as the reader may know of it."""
    if is_blind(game, reader.role):
        finished = seen_phase(finished, reader.role, game.variant)
    results = finished.adjudication
    told = tuple(
        outcome
        for outcome in results.outcomes
        if is_public(outcome, game.variant)
        or power_of(outcome.order) == reader.role
        or _knows_all(game, reader)
    )
    after = known_position(results.after, game, reader)
    return replace(
        finished,
        before=known_position(finished.before, game, reader),
        adjudication=replace(
            results,
            outcomes=told,
            after=after,
            consequences=tuple(
                one
                for one in results.consequences
                if one.only in ("", reader.role) or _knows_all(game, reader)
            ),
        ),
    )


def known_position(position: Position, game: Game, reader: Reader) -> Position:
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


def _entrant_seen(entrant: Entrant, game: Game, reader: Reader) -> Entrant:
    """Return somebody who joined; a Master is told whether he has confirmed it."""
    here = entrant.here if leads(game, reader) else None
    return Entrant(known_player(entrant.player, game, reader), here=here)


def _known_ready(game: Game, reader: Reader) -> datetime | None:
    """Return since when all orders are in, for who is told when they will count.

    Where somebody asked to wait until a moment, it is as if they came in later.
    """
    leading, playing = leads(game, reader), reader.role in power_names(game)
    moment = early_moment(game) if leading or playing else None
    if moment is None or not (leading or may_give_orders(game, reader.role)):
        return None
    return moment - game.settings.timing.delay


def _knows_all(game: Game, reader: Reader) -> bool:
    return leads(game, reader) or reader.role == TUTOR or is_over(game)


def _seat_seen(seat: Seat, game: Game, reader: Reader) -> Seat:
    if seat.power == reader.role:
        return replace(seat, password=None)
    bare = bare_seat(named_seat(seat, game, reader))
    # Who missed a phase had something to order in it.
    return replace(bare, missed=0) if is_blind(game, reader.role) else bare


def named_seat(seat: Seat, game: Game, reader: Reader) -> Seat:
    """Return a seat of `game` with the name of its player, if the reader may know."""
    known = seat.player and known_player(seat.player, game, reader)
    return seat if known is seat.player else replace(seat, player=known)


def bare_seat(seat: Seat) -> Seat:
    """Return a seat without what only its own player may know."""
    return Seat(
        seat.power,
        seat.player,
        missed=seat.missed,
        sought=seat.sought,
        reserved=seat.reserved,
        dummy=seat.dummy,
    )


def bare_follower(follower: Follower) -> Follower:
    """Return a Master or observer without what only he may know."""
    return Follower(follower.player)
