"""The places in a game, their holders, and the words that name places."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from judge.engine import PhaseKind, Power, Variant, adjustments, units_of_players
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    Conduct,
    ConductMark,
    Entrant,
    Follower,
    Game,
    Player,
    Reader,
    Seat,
    Stage,
)

JOIN = "?"
_MASTER_WORDS = frozenset({"m", "gm", "master"})
_OBSERVER_WORDS = frozenset({"o", "observer", "observers"})
_TUTOR_WORDS = frozenset({"tutor", "juror"})
_STANDBY_WORDS = frozenset({"stand-by"})
_SHORTEST_BEGINNING = 3


def roles_of(game: Game, player: Player) -> tuple[str, ...]:
    """Return the roles of `player` in `game`, powers first."""
    powers = [seat.power for seat in game.seats if _is(seat.player, player)]
    others = [
        role
        for role, people in people_by_role(game).items()
        if any(_is(one.player, player) for one in people)
    ]
    return (*powers, *others)


def people_by_role(game: Game) -> dict[str, tuple[Follower, ...] | tuple[Entrant, ...]]:
    """Return the people of `game` beside the players of its powers, by role."""
    return {
        ENTRANT: game.entrants,
        MASTER: game.masters,
        TUTOR: game.tutors,
        OBSERVER: game.observers,
        STANDBY: game.standbys,
    }


def holds(game: Game, player: Player, role: str) -> bool:
    """Return whether `player` has `role` in `game` now.

    Reply addresses and mails can outlive a role.
    """
    return role in roles_of(game, player)


def people_in(game: Game) -> frozenset[int]:
    """Return the numbers of all people with a place in `game`."""
    seated = [seat.player for seat in game.seats if seat.player is not None]
    joined = [one.player for one in game.entrants]
    following = [one.player for one in (*game.masters, *game.tutors, *game.observers)]
    return frozenset(one.number for one in (*seated, *joined, *following))


def plays(game: Game, player: Player) -> bool:
    """Return whether `player` has a power in `game`."""
    return any(_is(seat.player, player) for seat in game.seats)


def takes_part(game: Game, player: Player) -> bool:
    """Return whether `player` plays a power in `game`, or has joined to play."""
    joined = any(_is(entrant.player, player) for entrant in game.entrants)
    return joined or plays(game, player)


def leads(game: Game, reader: Reader) -> bool:
    """Return whether `reader` has the role of Master and does not play."""
    return reader.role == MASTER and not takes_part(game, reader.player)


def led_by_players(game: Game) -> bool:
    """Return whether the game has begun and has no Master, so that its players decide by votes."""
    return not game.masters and game.stage is not Stage.FORMING


def is_last_master(game: Game, player: Player) -> bool:
    """Return whether `player`, who is a Master, is the only one."""
    return len(game.masters) == 1 or is_needed_as_master(game, player)


def is_needed_as_master(game: Game, player: Player) -> bool:
    """Return whether `player`, who is a Master, is the only one who can lead a moderated game."""
    others = (one.player for one in game.masters if one.player.number != player.number)
    led = any(not takes_part(game, other) for other in others)
    return game.settings.moderated and not led


def role_now(game: Game, player: Player, role: str) -> str:
    """Return the role to which a reply address made for `role` leads now.

    The reply address of an entrant leads to the power that they were dealt at the start. So does
    the address of a Master who has become a player.
    """
    led = role == MASTER and plays(game, player)
    if (role != ENTRANT and not led) or holds(game, player, role):
        return role
    return next(iter(roles_of(game, player)), role)


def open_powers(game: Game) -> tuple[str, ...]:
    """Return the surviving powers that a new player can take over.

    They have no player and are no dummies, or a substitute is sought for their player. A power
    whose silent player has sent orders since is not among them.
    """
    alive = surviving_powers(game)
    return tuple(
        seat.power
        for seat in game.seats
        if seat.power in alive and (is_vacant(seat) or is_given_up(seat))
    )


def is_vacant(seat: Seat) -> bool:
    """Return whether `seat` has no player and is no dummy."""
    return seat.player is None and not seat.dummy


def is_given_up(seat: Seat) -> bool:
    """Return whether another person may take `seat` from its player."""
    return seat.sought and not (seat.missed and seat.dated is not None)


def surviving_powers(game: Game) -> tuple[str, ...]:
    """Return the powers that are not out of the game, in the order of the variant."""
    position = game.position
    if position is None:
        return tuple(power.name for power in game.variant.powers)
    return tuple(units_of_players(position, game.variant))


def lost_power(roles: Sequence[str], game: Game) -> str | None:
    """Return the first of `roles` that is a power and is out of the game, None without one.

    A power that has to remove all its units in the running Winter counts as out.
    """
    powers = [role for role in roles if role in power_names(game)]
    if game.position is None:
        return None
    units = units_of_players(game.position, game.variant)
    owed: Mapping[str, int] = {}
    if game.position.phase.kind is PhaseKind.ADJUSTMENT:
        owed = adjustments(game.position, game.variant)
    left = {power for power in units if -owed.get(power, 0) < max(units[power], 1)}
    return next((power for power in powers if power not in left), None)


def with_seat(game: Game, seat: Seat) -> Game:
    """Return `game` with `seat` in place of its power's present seat."""
    seats = tuple(seat if one.power == seat.power else one for one in game.seats)
    return replace(game, seats=seats)


def power_names(game: Game) -> tuple[str, ...]:
    """Return the names of all powers of the game."""
    return tuple(power.name for power in game.variant.powers)


def role_named(variant: Variant, word: str) -> str | None:
    """Return the role that `word` means, a power or another role, None for none.

    A power is named by its name, adjective or letter, or by a beginning of its name that fits no
    other power.
    """
    word = word.strip().casefold()
    if word in _MASTER_WORDS:
        return MASTER
    if word in _OBSERVER_WORDS:
        return OBSERVER
    if word in _TUTOR_WORDS:
        return TUTOR
    if word in _STANDBY_WORDS:
        return STANDBY
    powers = _powers_named(variant, word)
    return powers[0].name if len(powers) == 1 else None


def roles_named(variant: Variant, word: str) -> tuple[str, ...]:
    """Return the roles that `word` means, () if it means none or is ambiguous.

    A word that names no role may be several powers' letters: `frg`. A word that can be read in both
    ways, such as `ger` on the standard map, is ambiguous. `me` means the writer, not the Master and
    England, so it names no role.
    """
    letters = {power.letter.casefold(): power.name for power in variant.powers}
    letters |= {"m": MASTER, "o": OBSERVER}
    word = word.strip().casefold()
    is_run = all(c in letters for c in word) and word != "me"
    run = tuple(letters[c] for c in word) if is_run else ()
    one = role_named(variant, word)
    if one is None:
        return tuple(dict.fromkeys(run))
    if len(run) < 2 or _is_whole(variant, word):
        return (one,)
    return ()


def powers_listed(variant: Variant, text: str) -> tuple[str, ...]:
    """Return the powers that `text` lists; letters may be written without spaces.

    A letter takes precedence over the beginning of a name. Words that name no power are ignored.
    """
    letters = {power.letter.casefold(): power.name for power in variant.powers}
    powers: list[str] = []
    for word in text.casefold().replace(",", " ").split():
        if _is_whole(variant, word) or not all(c in letters for c in word):
            powers += [power.name for power in _powers_named(variant, word)]
        else:
            powers += [letters[c] for c in word]
    return tuple(dict.fromkeys(powers))


def whole_names(variant: Variant, words: Sequence[str]) -> tuple[str, ...]:
    """Return `words` with the words of a power's name joined into one."""
    names = {power.name.casefold() for power in variant.powers}
    joined: list[str] = []
    at = 0
    while at < len(words):
        sizes = range(len(words) - at, 1, -1)
        runs = {size: " ".join(words[at : at + size]) for size in sizes}
        size = next((n for n, run in runs.items() if run.casefold() in names), 1)
        joined.append(" ".join(words[at : at + size]))
        at += size
    return tuple(joined)


def password_of(game: Game, seat: str, player: Player) -> str | None:
    """Return the hash of the password for the place that the word `seat` names.

    A power has one password, and so has the only Master of a game. A place that several people can
    have has a password for each; then that of `player` is returned.
    """
    role = role_meant(game, seat, player)
    if role == MASTER:
        return _password(game.masters, player, alone=len(game.masters) == 1)
    if role in (OBSERVER, TUTOR):
        return _password((*game.observers, *game.tutors), player)
    if role in (ENTRANT, JOIN):
        return _password(game.entrants, player)
    for place in game.seats:
        if place.power == role:
            return place.password
    return _password(game.entrants, player)


def role_meant(game: Game, seat: str, player: Player) -> str | None:
    """Return the role that the seat word of a sign-on means, None if there is no such role.

    Without a word it is the role that `player` has, or else that of an entrant.
    """
    if seat.strip():
        return JOIN if seat.strip() == JOIN else role_named(game.variant, seat)
    return next(iter(roles_of(game, player)), JOIN)


def _password(
    holders: Sequence[Follower | Entrant], player: Player, *, alone: bool = False
) -> str | None:
    for holder in holders:
        if alone or _is(holder.player, player):
            return holder.password
    return None


def _powers_named(variant: Variant, word: str) -> list[Power]:
    exact = [
        power
        for power in variant.powers
        if word in (power.name.casefold(), power.adjective.casefold())
        or word == power.letter.casefold()
    ]
    if exact or len(word) < _SHORTEST_BEGINNING:
        return exact
    return [p for p in variant.powers if p.name.casefold().startswith(word)]


def _is_whole(variant: Variant, word: str) -> bool:
    wholes = {p.name.casefold() for p in variant.powers}
    wholes |= {p.adjective.casefold() for p in variant.powers}
    return word in wholes | _MASTER_WORDS | _OBSERVER_WORDS


def _is(one: Player | None, other: Player) -> bool:
    return one is not None and one.number == other.number


def conduct_of(
    game: Game, now: datetime, marks: Mapping[str, ConductMark]
) -> tuple[tuple[int, Conduct], ...]:
    """Return conduct marks for the running phase, from marks of powers.

    Each mark comes with the number of the power's player.
    """
    phase = str(game.position.phase) if game.position else ""
    return tuple(
        (seat.player.number, Conduct(game.name, seat.power, phase, now, marks[seat.power]))
        for seat in game.seats
        if seat.power in marks and seat.player is not None
    )
