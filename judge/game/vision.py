"""The knowledge of each reader: who is told of an event, and what they may see of a game."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Protocol

from msgspec import structs

from judge.engine import (
    Adjudication,
    Convoy,
    Declare,
    Dislodged,
    Geography,
    Move,
    Outcome,
    Position,
    Reason,
    SupportHold,
    SupportMove,
    Variant,
    bits,
    called,
    is_public,
    mask_of,
    neighbors,
    power_of,
)
from judge.game.clock import early_moment
from judge.game.model import (
    ENTRANT,
    MASTER,
    MONITOR,
    OBSERVER,
    OVER,
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
from judge.game.seats import holds, leads, people_by_role, people_in, power_names, roles_of


def everybody(event: object, game: Game) -> tuple[Reader, ...]:
    """Return all people in `game`, each once; a player as the holder of one of their powers."""
    return once(holders_of(game, (*power_names(game), ENTRANT, MASTER, TUTOR, OBSERVER)))


def everybody_at_each_seat(event: object, game: Game) -> tuple[Reader, ...]:
    """Return all people in `game`; a player of several powers occurs once for each of them."""
    return concerned_first(event, game, power_names(game))


def to_masters(event: object, game: Game) -> tuple[Reader, ...]:
    """Return the Masters of `game`."""
    return holders(game, MASTER)


def concerned_first(event: object, game: Game, powers: tuple[str, ...]) -> tuple[Reader, ...]:
    """Return all people in `game`; a player of several of these `powers` occurs once for each.

    Orders of each power are sent to that power's own reply address.
    """
    concerned = holders_of(game, powers)
    told = {one.player.number for one in concerned}
    rest = (one for one in everybody(event, game) if one.player.number not in told)
    return (*concerned, *rest)


def holders(game: Game, role: str) -> tuple[Reader, ...]:
    """Return the holders of `role` in `game`."""
    people = people_by_role(game)
    if role in people:
        return tuple(Reader(one.player, role) for one in people[role])
    return tuple(
        Reader(seat.player, role)
        for seat in game.seats
        if seat.power == role and seat.player is not None
    )


def holders_of(game: Game, roles: Iterable[str]) -> tuple[Reader, ...]:
    """Return the holders of all `roles`; a person with several of them occurs several times."""
    return tuple(reader for role in roles for reader in holders(game, role))


def monitors_of(game: Game, people: Iterable[Player]) -> tuple[Reader, ...]:
    """Return the monitors among `people` who get the public news of `game`.

    A monitor with a place in the game gets its news there. A monitor whom its Master keeps out gets
    none.
    """
    if not game.settings.listed or game.settings.sandbox:
        return ()
    inside, denied = people_in(game), game.guests.denied
    return tuple(
        Reader(one, MONITOR)
        for one in people
        if one.number not in inside and one.address.lower() not in denied
    )


def is_told_to_observers(fact: "Telling", game: Game) -> bool:
    """Return whether observers of `game` are told of `fact`."""
    anybody = Player(0, "", "")
    watched = replace(game, observers=(*game.observers, Follower(anybody)))
    return Reader(anybody, OBSERVER) in fact.readers(watched)


class Telling(Protocol):
    """An event that names its readers."""

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the readers of the fact."""


def once(told: tuple[Reader, ...]) -> tuple[Reader, ...]:
    """Return `told` with each player only once, in their first role."""
    first: dict[int, Reader] = {}
    for reader in told:
        first.setdefault(reader.player.number, reader)
    return tuple(first.values())


UNSEEN = "?"
"""Stands as the owner of a center that is out of sight."""


def is_over(game: Game) -> bool:
    """Return whether the game was played and has ended, so that nothing is secret any more."""
    return game.stage in OVER and game.position is not None


def is_blind(game: Game, role: str) -> bool:
    """Return whether the reader in `role` sees only a part of the board."""
    return game.settings.blind and role not in (MASTER, TUTOR) and not is_over(game)


def seen_from(position: Position, power: str, geography: Geography) -> int:
    """Return the provinces that `power` sees, as a bit mask."""
    units = [unit for unit in position.units if unit.power == power]
    units += [one.unit for one in position.dislodged if one.unit.power == power]
    own = mask_of({geography.province_of[unit.location] for unit in units})
    own |= mask_of(n for n, owner in enumerate(position.owners) if owner == power)
    seen = own
    for province in bits(own):
        seen |= neighbors(province, geography)
    return seen


def seen_position(position: Position, power: str, variant: Variant) -> Position:
    """Return `position` with only the things that `power` sees.

    The power's sight is the same on the returned board. Markers of the variant's rules are seen if
    their province is. Everybody learns which neutral powers are to get a player, because anybody
    may take their seats.
    """
    geography = variant.geography
    seen, place = seen_from(position, power, geography), geography.province_of
    calls = {called(side.name) for side in (variant.base or variant).neutrals}
    return replace(
        position,
        units=tuple(u for u in position.units if seen >> place[u.location] & 1),
        owners=tuple(
            UNSEEN if geography.centers & ~seen & 1 << province else owner
            for province, owner in enumerate(position.owners)
        ),
        dislodged=tuple(
            _seen_dislodged(one, power, seen, geography)
            for one in position.dislodged
            if seen >> place[one.unit.location] & 1
        ),
        markers=tuple(
            marker
            for marker in position.markers
            if marker.power == power
            or (marker.province is not None and seen >> marker.province & 1)
            or marker in calls
        ),
    )


def seen_adjudication(
    before: Position, adjudication: Adjudication, power: str, variant: Variant
) -> Adjudication:
    """Return the results of a phase without the things that `power` does not see."""
    geography = variant.geography
    then = seen_from(before, power, geography)
    either = then | seen_from(adjudication.after, power, geography)
    place = geography.province_of
    return Adjudication(
        outcomes=tuple(_told_outcomes(adjudication, power, then, variant)),
        after=seen_position(adjudication.after, power, variant),
        disbanded=tuple(
            unit for unit in adjudication.disbanded if then >> place[unit.location] & 1
        ),
        standoffs=tuple(n for n in adjudication.standoffs if then >> n & 1),
        captures=tuple(one for one in adjudication.captures if either >> one[0] & 1),
        consequences=tuple(
            one
            for one in adjudication.consequences
            if power in (one.power, one.only)
            or (one.province is not None and then >> one.province & 1)
        ),
    )


def seen_phase(finished: FinishedPhase, power: str, variant: Variant) -> FinishedPhase:
    """Return a finished phase without the things that `power` did not see."""
    before, results = finished.before, finished.adjudication
    return replace(
        finished,
        before=seen_position(before, power, variant),
        adjudication=seen_adjudication(before, results, power, variant),
        absent=tuple(one for one in finished.absent if one == power),
    )


def ordered_board(game: Game, power: str) -> Position:
    """Return the board that `power` knows, with which its orders are read and checked."""
    assert game.position is not None
    if not is_blind(game, power):
        return game.position
    return seen_position(game.position, power, game.variant)


def hidden_from(game: Game, power: str) -> int:
    """Return the provinces that `power` does not see, as a bit mask."""
    assert game.position is not None
    if not is_blind(game, power):
        return 0
    geography = game.variant.geography
    everything = (1 << len(geography.provinces)) - 1
    return everything & ~seen_from(game.position, power, geography)


def _told_outcomes(
    adjudication: Adjudication, power: str, seen: int, variant: Variant
) -> Iterator[Outcome]:
    """Yield the outcomes of the orders of `power`, and of public declarations of other powers."""
    for outcome in adjudication.outcomes:
        order = outcome.order
        said = isinstance(order, Declare) and is_public(outcome, variant)
        if said or power_of(order) == power:
            by = tuple(province for province in outcome.by if seen >> province & 1)
            yield Outcome(order, _told_reason(outcome), by)


def _told_reason(outcome: Outcome) -> Reason:
    """Return the reason of an outcome, as a player with limited sight may know it.

    If an order was impossible because of things out of sight, the reason reads as if no other order
    had joined it.
    """
    if not outcome.reason.is_illegal:
        return outcome.reason
    match outcome.order:
        case Move():
            return Reason.NO_CONVOY
        case SupportHold() | SupportMove() | Convoy():
            return Reason.VOID
        case _:
            return outcome.reason


def _seen_dislodged(one: Dislodged, power: str, seen: int, geography: Geography) -> Dislodged:
    """Return a dislodged unit as `power` may know it; only its owner learns its retreats."""
    if one.unit.power != power:
        home = geography.province_of[one.unit.location]
        return Dislodged(one.unit, home, ())
    if seen >> one.attacker_from & 1:
        return one
    return structs.replace(one, attacker_from=geography.province_of[one.unit.location])


SOMEBODY = Player(-1, "Somebody", "")
"""Stands for a person whose name the reader may not know."""


STRANGER = Reader(Player(0, "", ""), "")
"""Whoever has no part in a game, and knows of it what everybody does."""


def public_view(game: Game) -> Game:
    """Return `game` without anything that not everybody may know."""
    return view(game, STRANGER)


def view(game: Game, reader: Reader) -> Game:
    """Return `game` as `reader` may see it, with the secrets of their own seat.

    Mails and pictures are made from such a view only, so they cannot contain other secrets.
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
    """Return `player` as a reader of `game`: in `role` if they have it, else in a role they have.

    A Master who acts for a power still reads as the Master.
    """
    if holds(game, player, MASTER):
        return Reader(player, MASTER)
    if holds(game, player, role):
        return Reader(player, role)
    return Reader(player, next(iter(roles_of(game, player)), ""))


def known_player(player: Player, game: Game, reader: Reader) -> Player:
    """Return a player of `game`, or a nameless player if the reader may not know who it is.

    In a gunboat game readers know themselves, the Masters and the tutors.
    """
    if not game.settings.gunboat or _knows_all(game, reader):
        return player
    named = {one.player.number for one in (*game.masters, *game.tutors)}
    return player if player.number in {reader.player.number, *named} else SOMEBODY


def known_powers(powers: tuple[str, ...], game: Game, reader: Reader) -> tuple[str, ...]:
    """Return the powers among `powers` that the reader may know to owe orders."""
    return own_power(powers, reader) if is_blind(game, reader.role) else powers


def own_power(powers: tuple[str, ...], reader: Reader) -> tuple[str, ...]:
    """Return the reader's own power if it is one of `powers`, else ()."""
    return tuple(power for power in powers if power == reader.role)


def known_phase(finished: FinishedPhase, game: Game, reader: Reader) -> FinishedPhase:
    """Return a finished phase without anything that the reader may not know."""
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
    """Return the board without things that the rules hide or the reader does not see."""
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
    """Return an entrant as the reader may know them; only Masters learn whether they confirmed."""
    here = entrant.here if leads(game, reader) else None
    return Entrant(known_player(entrant.player, game, reader), here=here)


def _known_ready(game: Game, reader: Reader) -> datetime | None:
    """Return since when all orders are in, if the reader may know when they will count.

    If a player asked to wait until a moment, the returned time is that much later.
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
    # A count of missed phases would tell that the power had units to order.
    return replace(bare, missed=0) if is_blind(game, reader.role) else bare


def named_seat(seat: Seat, game: Game, reader: Reader) -> Seat:
    """Return a seat of `game`, with its player's name if the reader may know it."""
    known = seat.player and known_player(seat.player, game, reader)
    return seat if known is seat.player else replace(seat, player=known)


def bare_seat(seat: Seat) -> Seat:
    """Return a seat with only its public values."""
    return Seat(
        seat.power,
        seat.player,
        missed=seat.missed,
        sought=seat.sought,
        reserved=seat.reserved,
        dummy=seat.dummy,
    )


def bare_follower(follower: Follower) -> Follower:
    """Return a Master or observer without their password and delay."""
    return Follower(follower.player)
