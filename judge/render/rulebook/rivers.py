"""Provinces of a board that show what its rivers mean for fleets and convoys."""

from judge.engine import Geography, Terrain, bits
from judge.messages import message


def river_stretches(board: Geography) -> list[tuple[str, list[str]]]:
    """Return provinces along rivers with those that lie on one stretch with each.

    Each pair stands once.
    """
    names = [province.name for province in board.provinces]
    ends = [
        [names[end] for end in bits(banks) if end > place]
        for place, banks in enumerate(board.river_edges)
    ]
    return [(names[place], far) for place, far in enumerate(ends) if far]


def river_facts(board: Geography) -> dict[str, object]:
    """Return names for examples of where fleets sail and convoy on rivers, or not.

    `sail` are two on one stretch, and `far` is another that the first convoys to;
    `apart` are pairs of river provinces that touch by land alone;
    `inland` those beside a river that no convoy begins or ends in. `bank` is a fleet's
    place, where it carries from and to, and where it cannot though it may go there.
    """
    names = [province.name for province in board.provinces]
    rivers = [place for place, banks in enumerate(board.river_edges) if banks]
    carried = {place: _boards(place, board) for place in rivers}
    shut = {place: _shut(place, board) for place in rivers}
    bank = max(rivers, key=lambda place: (bool(shut[place]), len(carried[place])))
    start = max(rivers, key=lambda place: len(carried[place]))
    along, *further = sorted(
        carried[start], key=lambda place: not board.river_edges[start] >> place & 1
    )
    return {
        "sail": (names[start], names[along]),
        "far": names[further[0]] if further else names[along],
        "apart": [
            message("{one} and {other}", one=names[a], other=names[b])
            for a, b in _apart(rivers, board)
        ],
        "inland": [names[place] for place in _inland(rivers, board)],
        "bank": (
            names[bank],
            [names[place] for place in carried[bank]],
            [names[place] for place in shut[bank]],
        ),
    }


def _boards(fleet: int, board: Geography) -> list[int]:
    """Return where a fleet in a province takes armies on board."""
    return [
        place
        for place, fleets in enumerate(board.boarding)
        if fleets >> fleet & 1 and place != fleet
    ]


def _shut(fleet: int, board: Geography) -> list[int]:
    """Return where a fleet may go on land, but not carry to."""
    reach = board.fleet_reach[fleet]
    return [
        place
        for place in bits(reach)
        if board.provinces[place].terrain is Terrain.COAST
        and not board.boarding[place] >> fleet & 1
    ]


def _apart(rivers: list[int], board: Geography) -> list[tuple[int, int]]:
    return [
        (one, other)
        for one in rivers
        for other in rivers
        if one < other
        and board.army_edges[one] >> other & 1
        and not board.fleet_reach[one] >> other & 1
    ]


def _inland(rivers: list[int], board: Geography) -> list[int]:
    beside = {near for place in rivers for near in bits(board.army_edges[place])}
    return sorted(place for place in beside if not board.boarding[place])
