"""Which armies go by sea, and over which fleets."""

from judge.engine.board.geography import mask_of
from judge.engine.board.routes import has_route
from judge.engine.legality import check_convoy
from judge.engine.movement.tables import PhaseTables
from judge.engine.orders import Convoy
from judge.engine.outcome import Reason
from judge.engine.variant import Variant


def match_convoys(board: PhaseTables) -> None:
    """Give each army that goes by sea its carriers; the other convoys are void."""
    for (army, target), fleets in _ferries(board).items():
        if board.targets[army] == target and _sails(board, army, fleets):
            board.carriers[army] = fleets
            board.convoys += fleets
        else:
            for fleet in fleets:
                board.tell(fleet, Reason.VOID)
    if board.rules.convoy_fallback:
        _fall_back(board)


def break_convoys(board: PhaseTables, variant: Variant) -> None:
    """Note which convoys an attack ends by a rule of the variant, whoever wins it."""
    for fleet in board.convoys:
        order = board.order_of(fleet)
        assert isinstance(order, Convoy)
        target = variant.geography.province_of[order.target]
        breakers = [
            comer
            for comer in board.comers(fleet)
            if (attacker := board.unit_at[comer]) is not None
            and any(
                rule.breaks_convoy(attacker, order.unit, target, variant)
                for rule in variant.rules.special
            )
        ]
        if breakers:
            board.broken[fleet] = breakers


def _ferries(board: PhaseTables) -> dict[tuple[int, int], list[int]]:
    """Return the fleets that may convoy, by the army and the target they are told."""
    geography = board.geography
    ferries: dict[tuple[int, int], list[int]] = {}
    for order in board.ferries:
        fleet = geography.province_of[order.unit.location]
        reason = check_convoy(order, order.unit, board.occupancy())
        if reason is None:
            journey = order.convoyed, geography.province_of[order.target]
            ferries.setdefault(journey, []).append(fleet)
        else:
            board.tell(fleet, reason)
    return ferries


def _sails(board: PhaseTables, army: int, fleets: list[int]) -> bool:
    """Return whether the army goes by sea: it must, was told to, or its power means it.

    A fleet of its own power shows the intent, a foreign one cannot (DATC 4.A.3, 6.G.2).
    """
    if army in board.carriers:
        return True
    power = board.power_at(army)
    return any(board.power_at(fleet) == power for fleet in fleets)


def _fall_back(board: PhaseTables) -> None:
    """Let armies walk that no chain was ordered to carry (DATC 2.x, 4.A.3)."""
    geography = board.geography
    for army, fleets in list(board.carriers.items()):
        target = board.targets[army]
        walks = geography.army_edges[army] >> target & 1
        if walks and not has_route(geography, army, target, mask_of(fleets)):
            del board.carriers[army]
            for fleet in fleets:
                board.convoys.remove(fleet)
                board.tell(fleet, Reason.VOID)
