"""Starting a game: who gets which power, drawn with the game's own seed."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from random import Random

from judge.engine import Variant, first_position
from judge.game.clock.readiness import fresh_deadline
from judge.game.events import GameStarted, MusterCalled
from judge.game.filling.muster import call_muster, missing_at
from judge.game.model import Entrant, Game, Seat, Stage
from judge.game.seats import power_names, powers_listed
from judge.game.settings.effect import players_wanted, powers_each

_WISH = re.compile(r"\[[^\]]*\]?|\([^)]*\)?|[^\s,;\[(]+")


def start_if_full(game: Game, now: datetime) -> tuple[GameStarted | MusterCalled, ...]:
    """Return that the game starts, when it forms and each power has a player.

    Where they have to confirm that first, they are asked.
    """
    full = len(game.entrants) >= players_wanted(game.variant, game.settings)
    if not full or game.stage is not Stage.FORMING:
        return ()
    if not missing_at(game, now):
        return (start(game, now),)
    called = call_muster(game, now) if game.muster is None else None
    return (called,) if isinstance(called, MusterCalled) else ()


def start(game: Game, now: datetime) -> GameStarted:
    """Return the start with those who joined; seats that are left over are vacant."""
    position = first_position(game.variant, game.seed)
    deadline = fresh_deadline(game, position, now)
    return GameStarted(deal(game), position, deadline)


def deal(game: Game) -> tuple[Seat, ...]:
    """Return the seats of all powers, dealt as the entrants wish, as far as it goes.

    Lots are drawn; in their order each gets the first of his wishes that is left, so
    that nobody gains by wishing for what he does not want. Who has no wish left gets
    one of the powers that remain. Where a person plays several powers, they are dealt
    in as many rounds.
    """
    # Chance in a game is repeatable and need not be secret.
    chance = Random(game.seed)
    left = list(power_names(game))
    dealt: dict[str, Entrant] = {}
    for _ in range(powers_each(game.variant, game.settings)):
        dealt |= _dealt(game, left, chance)
        left = [power for power in left if power not in dealt]
    return tuple(_seat(power, dealt.get(power)) for power in power_names(game))


def _dealt(game: Game, powers: Sequence[str], chance: Random) -> dict[str, Entrant]:
    """Return whom each of `powers` goes to when everybody gets one, while they last."""
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


def _seat(power: str, entrant: Entrant | None) -> Seat:
    if entrant is None:
        return Seat(power)
    return Seat(power, entrant.player, password=entrant.password)


def _first_left(entrant: Entrant, left: Sequence[str], game: Game, chance: Random) -> str | None:
    for wish in wishes_of(entrant.preferences, game.variant):
        open_ones = [power for power in left if power in wish]
        if open_ones:
            return chance.choice(open_ones)
    return None


def wishes_of(preferences: str, variant: Variant) -> Iterator[tuple[str, ...]]:
    """Yield the wishes in `EF[GR]*` one by one; those in brackets are one wish.

    The star says that the rest is all the same, so no wish of others yields to it.
    """
    for token in _WISH.findall(preferences.partition("*")[0]):
        powers = powers_listed(variant, token.strip("[]()"))
        if token[0] in "[(":
            yield powers
        else:
            yield from ((power,) for power in powers)
