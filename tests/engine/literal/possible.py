"""The legality of orders, decided on a map of names by listing all convoy routes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Waters:
    """By province: the provinces that a fleet reaches, and the fleets that can board an army."""

    beside: Mapping[str, set[str]]
    ashore: Mapping[str, set[str]]


@dataclass(frozen=True)
class Atlas:
    """A map of names: the edges of armies and of fleets, and the provinces where fleets convoy."""

    land: Mapping[str, set[str]]
    water: Mapping[str, set[str]]
    convoying: set[str]
    waters: Waters
    fallback: bool = False


@dataclass(frozen=True)
class Piece:
    """A unit, with its power and place as names."""

    power: str
    kind: str
    place: str
    size: int = 1


def province(place: str) -> str:
    return place.partition("/")[0]


def is_legal(
    words: tuple[str, ...], piece: Piece, pieces: Mapping[str, Piece], atlas: Atlas
) -> bool:
    """Return whether an order is legal for `piece`; `words` as in `move BUR`, `support MAR BUR`."""
    fleets = fleets_of(pieces, atlas)
    here = province(piece.place)
    match words:
        case ("move", target):
            return goes(piece, target, fleets, atlas)
        case ("move", target, "via"):
            return piece.kind == "A" and sails(here, target, fleets, atlas)
        case ("support", other):
            return other in pieces and reaches(piece, other, atlas)
        case ("support", other, target):
            helped = pieces.get(other)
            return (
                helped is not None
                and other != here
                and reaches(piece, province(target), atlas)
                and goes(helped, target, fleets - {here}, atlas, loosely=True)
            )
        case ("convoy", *journey):
            return here in fleets and carries(here, journey, pieces, atlas)
        case _:
            return words == ("hold",)


def carries(here: str, journey: list[str], pieces: Mapping[str, Piece], atlas: Atlas) -> bool:
    """Return whether a fleet is needed on some route of an army."""
    origin, target = journey
    if origin not in pieces or pieces[origin].kind == "F":
        return False
    if origin == target or target not in atlas.land:
        return False
    return here in needed_fleets(atlas.waters, origin, target, fleets_of(pieces, atlas))


def fleets_of(pieces: Mapping[str, Piece], atlas: Atlas) -> set[str]:
    return {
        place for place, piece in pieces.items() if piece.kind == "F" and place in atlas.convoying
    }


def reaches(piece: Piece, target: str, atlas: Atlas) -> bool:
    if piece.kind == "A":
        return target in atlas.land[piece.place]
    return target in map(province, atlas.water[piece.place])


def sails(here: str, target: str, fleets: set[str], atlas: Atlas) -> bool:
    """Return whether an army may be ordered to move by convoy."""
    if atlas.fallback and target in atlas.land[here]:
        return True
    by_sea = any(True for _ in routes(atlas.waters, here, target, fleets))
    return here != target and target in atlas.land and by_sea


def goes(
    piece: Piece, target: str, fleets: set[str], atlas: Atlas, *, loosely: bool = False
) -> bool:
    """Return whether the move is possible; `loosely` if a fleet's target needs no coast."""
    here, there = province(piece.place), province(target)
    if here == there:
        return False
    if piece.kind == "A":
        by_sea = there in atlas.land and any(
            True for _ in routes(atlas.waters, here, there, fleets)
        )
        return there in atlas.land[here] or by_sea
    coasts = [place for place in atlas.water[piece.place] if province(place) == there]
    if target != there:
        return target in coasts
    return bool(coasts) if loosely else len(coasts) == 1


def routes(waters: Waters, origin: str, target: str, fleets: set[str]) -> Iterator[frozenset[str]]:
    """Yield the fleets of each route from `origin` to `target`, no sea twice."""
    landing = waters.ashore.get(target, set())
    boarding = waters.ashore.get(origin, set()) & fleets
    pending = [(sea, frozenset([sea])) for sea in boarding]
    while pending:
        place, used = pending.pop()
        if place in landing:
            yield used
        for sea in (waters.beside[place] & fleets) - used:
            pending.append((sea, used | {sea}))


def needed_fleets(waters: Waters, origin: str, target: str, fleets: set[str]) -> set[str]:
    """Return the fleets on minimal routes: routes from which no fleet can be left out."""
    found = set(routes(waters, origin, target, fleets))
    smallest = [route for route in found if not any(less < route for less in found)]
    return set().union(*smallest)
