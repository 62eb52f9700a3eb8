"""The start of a game: players confirm that they still want to play, and powers are dealt.

Powers are dealt at random, with the game's own seed.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Self

from msgspec import structs

from judge.engine import Variant, first_position
from judge.game.base import FORMING, Command, Fact, Refusal, Refused, Request, Who
from judge.game.clock import fresh_deadline
from judge.game.events import GameStarted
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    Entrant,
    Game,
    Player,
    Reader,
    Seat,
    Stage,
)
from judge.game.refusals import NoSuchPower, TooFewPlayers
from judge.game.seats import leads, power_names, powers_listed
from judge.game.settings.effect import players_wanted, powers_each
from judge.game.vision import holders, holders_of, known_player, once
from judge.game.weight import Weight
from judge.messages import message

_TIME_TO_CONFIRM = timedelta(hours=48)
# An entrant who confirmed this recently need not confirm again, if the start failed because others
# did not.
_CONFIRMED_FOR = timedelta(days=14)
_WISH = re.compile(r"\[[^\]]*\]?|\([^)]*\)?|[^\s,;\[(]+")


class NoMuster(Refusal, frozen=True):
    """No player has to confirm now that they still want to play."""

    in_short = message("nothing to confirm")


class MusterCalled(Fact, frozen=True):
    """Entrants have to confirm that they still want to play, unless they did so lately."""

    until: datetime
    missing: tuple[Player, ...]

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the entrants who have to confirm, and the Masters."""
        numbers = {one.number for one in self.missing}
        asked = (one for one in holders(game, ENTRANT) if one.player.number in numbers)
        return once((*asked, *holders(game, MASTER)))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the other entrants, unless the reader is a Master."""
        own = (one for one in self.missing if one.number == reader.player.number)
        return self if leads(game, reader) else structs.replace(self, missing=tuple(own))

    def applied(self, game: Game) -> Game:
        """Return the game with the time limit for confirmations."""
        return replace(game, muster=self.until)

    def asks(self, player: Player) -> bool:
        """Return whether `player` has to confirm."""
        return any(one.number == player.number for one in self.missing)


class EntrantConfirmed(Fact, frozen=True):
    """An entrant confirmed at `here` that they want to play; `missing` others have not."""

    player: Player
    here: datetime
    missing: int

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters once everybody has confirmed, else nobody."""
        return () if self.missing else holders(game, MASTER)

    def applied(self, game: Game) -> Game:
        """Return the game with this confirmation."""
        came = _with_entrant(game, self.player, lambda one: replace(one, here=self.here))
        return replace(came, muster=game.muster if self.missing else None)


class MusterEnded(Fact, frozen=True):
    """The entrants `gone` did not confirm in time and are removed; `missing` players are needed."""

    gone: tuple[Player, ...]
    missing: int

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, the removed entrants, and the people on stand-by."""
        gone = (Reader(player, ENTRANT) for player in self.gone)
        return once((*gone, *holders_of(game, (ENTRANT, MASTER, OBSERVER, STANDBY))))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact with only those removed entrants whom the reader may know."""
        own = reader.player.number
        known = (one if one.number == own else known_player(one, game, reader) for one in self.gone)
        return structs.replace(self, gone=tuple(known))

    def applied(self, game: Game) -> Game:
        """Return the game without the removed entrants."""
        numbers = {one.number for one in self.gone}
        stay = (one for one in game.entrants if one.player.number not in numbers)
        return replace(game, entrants=tuple(stay), muster=None)

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the places of the removed entrants."""
        return tuple((player, ENTRANT) for player in self.gone)

    def puts_out(self, player: Player) -> bool:
        """Return whether `player` is one of the removed entrants."""
        return any(one.number == player.number for one in self.gone)


class PowersPreferred(Fact, frozen=True):
    """An entrant `prefers` powers, as written; `wishes` is their list, the best first.

    One wish may be for any of several powers.
    """

    player: Player
    prefers: str
    wishes: tuple[tuple[str, ...], ...]

    weight = Weight.PLACE

    def applied(self, game: Game) -> Game:
        """Return the game with these wishes of the entrant."""
        return _with_entrant(game, self.player, lambda one: replace(one, preferences=self.prefers))


class Muster(Command, frozen=True):
    """Ask all entrants to confirm that they still want to play."""

    name = "MUSTER"
    who = Who.MASTER
    stages = FORMING

    def decide(self, at: Request) -> MusterCalled | Refused:
        """Return the fact that the entrants have to confirm, or a refusal."""
        called = _muster_called(at.game, at.now)
        return called or self.refused(TooFewPlayers())


class Confirm(Command, frozen=True):
    """Confirm that the sender still wants to play in a game that is about to start."""

    name = "CONFIRM"
    who = Who.PLAYER
    stages = FORMING

    def decide(self, at: Request) -> EntrantConfirmed | Refused:
        """Return the fact that the sender confirmed, or a refusal."""
        player = at.sender.player
        if at.game.muster is None or at.sender.role != ENTRANT:
            return self.refused(NoMuster())
        missing = _missing_at(at.game, at.now)
        others = [one for one in missing if one.player.number != player.number]
        return EntrantConfirmed(player, at.now, len(others))


class PreferPowers(Command, frozen=True):
    """List the powers that the sender prefers, the best first, as written; "" for no wish."""

    words: str

    name = "SET PREFERENCE"
    who = Who.PLAYER
    stages = FORMING

    def decide(self, at: Request) -> PowersPreferred | Refused:
        """Return the fact with the sender's wishes, or a refusal."""
        return preferred(at.game, at.sender.player, self.words)


def preferred(game: Game, player: Player, words: str) -> PowersPreferred | Refused:
    """Return the fact with the wishes of `player`, the best first, or a refusal.

    A star means all other powers. The wishes replace the player's earlier ones.
    """
    wishes = tuple(filter(None, _wishes_of(words, game.variant)))
    if not wishes and not words.startswith("*"):
        return Refused(PreferPowers.name, NoSuchPower(words, power_names(game)))
    return PowersPreferred(player, words, wishes)


def end_muster(game: Game, now: datetime) -> tuple[MusterEnded, ...]:
    """Return the fact that unconfirmed entrants are removed, () before the time limit."""
    if game.stage is not Stage.FORMING or game.muster is None or game.muster > now:
        return ()
    gone = tuple(one.player for one in _missing_at(game, now))
    wanted = players_wanted(game.variant, game.settings)
    return (MusterEnded(gone, wanted - len(game.entrants) + len(gone)),)


def start_if_full(game: Game, now: datetime) -> tuple[GameStarted | MusterCalled, ...]:
    """Return the fact that a forming game starts, () if players are missing.

    If players have to confirm first, the fact is that they are asked.
    """
    full = len(game.entrants) >= players_wanted(game.variant, game.settings)
    if not full or game.stage is not Stage.FORMING:
        return ()
    if not _missing_at(game, now):
        return (start(game, now),)
    called = _muster_called(game, now) if game.muster is None else None
    return () if called is None else (called,)


def start(game: Game, now: datetime) -> GameStarted:
    """Return the fact that the game starts with its entrants; other seats are vacant."""
    position = first_position(game.variant, game.seed)
    deadline = fresh_deadline(game, position, now)
    return GameStarted(deal(game), position, deadline)


def deal(game: Game) -> tuple[Seat, ...]:
    """Return the seats of all powers, dealt by the entrants' wishes as far as possible.

    Entrants choose in random order: each gets their first wish that is left, so a false wish gains
    nothing. An entrant without a wish left gets one of the remaining powers. If a person plays
    several powers, there are as many rounds.
    """
    # The random order is repeatable; it need not be unpredictable like a secret.
    chance = Random(game.seed)
    left = list(power_names(game))
    dealt: dict[str, Entrant] = {}
    for _ in range(powers_each(game.variant, game.settings)):
        dealt |= _dealt(game, left, chance)
        left = [power for power in left if power not in dealt]
    return tuple(
        Seat(power, dealt[power].player, password=dealt[power].password)
        if power in dealt
        else Seat(power)
        for power in power_names(game)
    )


def _dealt(game: Game, powers: Sequence[str], chance: Random) -> dict[str, Entrant]:
    """Return the entrant who gets each of `powers`, one each, until either runs out."""
    lots = list(game.entrants)
    chance.shuffle(lots)
    left = list(powers)
    dealt: dict[str, Entrant] = {}
    unlucky: list[Entrant] = []
    for entrant in lots:
        power = _first_left(entrant, left, game, chance)
        if power is None:
            unlucky.append(entrant)
            continue
        left.remove(power)
        dealt[power] = entrant
    chance.shuffle(left)
    return dealt | dict(zip(left, unlucky, strict=False))


def _first_left(entrant: Entrant, left: Sequence[str], game: Game, chance: Random) -> str | None:
    for wish in _wishes_of(entrant.preferences, game.variant):
        open_ones = [power for power in left if power in wish]
        if open_ones:
            return chance.choice(open_ones)
    return None


def _wishes_of(preferences: str, variant: Variant) -> Iterator[tuple[str, ...]]:
    """Yield the wishes in `EF[GR]*`, the best first; powers in brackets are one wish.

    A star ends the list: the other powers are all the same to the entrant, so they get one that is
    left when all wishes have been met.
    """
    for token in _WISH.findall(preferences.partition("*")[0]):
        powers = powers_listed(variant, token.strip("[]()"))
        if token[0] in "[(":
            yield powers
        else:
            yield from ((power,) for power in powers)


def _muster_called(game: Game, now: datetime) -> MusterCalled | None:
    """Return the fact that entrants have to confirm, None if all have done so lately."""
    missing = tuple(one.player for one in game.entrants if not _is_here(one, now))
    if not missing:
        return None
    return MusterCalled(now + (game.settings.muster or _TIME_TO_CONFIRM), missing)


def _missing_at(game: Game, now: datetime) -> tuple[Entrant, ...]:
    """Return the entrants who have to confirm before the game starts, usually none."""
    if not (game.settings.muster or game.muster):
        return ()
    return tuple(one for one in game.entrants if not _is_here(one, now))


def _is_here(entrant: Entrant, now: datetime) -> bool:
    return entrant.here is not None and now - entrant.here < _CONFIRMED_FOR


def _with_entrant(game: Game, player: Player, change: Callable[[Entrant], Entrant]) -> Game:
    entrants = (change(one) if one.player.number == player.number else one for one in game.entrants)
    return replace(game, entrants=tuple(entrants))
