"""Whose places get other reply addresses by a fact."""

from collections.abc import Iterator

from judge.game.events import (
    Fact,
    MusterEnded,
    ObserverJoined,
    PlayerJoined,
    PowerTakenOver,
    ReplyAddressRenewed,
    StandbyJoined,
)
from judge.game.model import ENTRANT, MASTER, OBSERVER, STANDBY, TUTOR, Player, Seat

_NO_POWERS = (MASTER, OBSERVER, TUTOR, STANDBY, ENTRANT)


def places_renewed(fact: Fact) -> tuple[tuple[Player, str], ...]:
    """Return whose places, as (player, role), get other reply addresses by `fact`.

    Those that somebody has from before open nothing, also if he comes back. With the
    address of one who joined goes that of the power which it opens since the start.
    """
    places = tuple(_places_renewed(fact))
    powers = (one for one in places if one[1] not in _NO_POWERS)
    return (*places, *((player, ENTRANT) for player, _ in powers))


def _places_renewed(fact: Fact) -> Iterator[tuple[Player, str]]:
    match fact:
        case ReplyAddressRenewed(player, role):
            yield player, role
        case MusterEnded(gone):
            yield from ((player, ENTRANT) for player in gone)
        case PowerTakenOver(Seat(power, Player() as player), replaced=replaced):
            yield player, power
            if replaced is not None:
                yield replaced, power
        case PlayerJoined(entrant):
            yield entrant.player, ENTRANT
        case ObserverJoined(observer):
            yield observer.player, OBSERVER
        case StandbyJoined(standby):
            yield standby.player, STANDBY
        case _:
            yield from fact.places_renewed()
