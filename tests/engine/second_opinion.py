"""A position and its orders put in names, for the reference to judge."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from judge.engine import (
    Convoy,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    Variant,
    bits,
)
from tests.benchmarks.positions import Sample
from tests.engine.atlas import Atlas, Piece, is_legal, province
from tests.engine.reference import Reference, Told


@dataclass(frozen=True)
class Opinion:
    """What the reference says: provinces of units whose order is so."""

    illegal: set[str]
    void: set[str]
    failed: set[str]
    dislodged: set[str]


def atlas_of(variant: Variant) -> Atlas:
    """Return the map in names."""
    geography = variant.geography
    texts = [location.text for location in geography.locations]
    land = {
        texts[place]: {texts[beside] for beside in bits(geography.army_edges[place])}
        for place in bits(geography.armies)
    }
    water = {
        texts[place]: {texts[beside] for beside in bits(mask)}
        for place, mask in enumerate(geography.fleet_edges)
    }
    convoying = {texts[place] for place in bits(geography.convoying)}
    return Atlas(land, water, convoying, variant.rules.convoy_fallback)


def ask(sample: Sample, variant: Variant, atlas: Atlas) -> Opinion:
    """Return what the reference makes of the orders, legal or not."""
    texts = [location.text for location in variant.geography.locations]
    pieces = {
        province(texts[unit.location]): Piece(
            unit.power, unit.kind.value, texts[unit.location]
        )
        for unit in sample.position.units
    }
    words = {
        province(texts[order.unit.location]): words_of(order, texts)
        for order in sample.orders
    }
    illegal = {
        place
        for place, said in words.items()
        if not is_legal(said, pieces[place], pieces, atlas)
    }
    for place in illegal:
        words[place] = ("hold",)
    told = {place: _told(place, words, pieces, atlas) for place in words}
    reference = Reference(told, atlas.seas, fallback=atlas.fallback)
    fates = reference.solve()
    failed = {place for place, fate in fates.items() if not fate}
    return Opinion(
        illegal=illegal,
        void={place for place in told if _is_void(place, told, reference)},
        failed=failed,
        dislodged={
            order.target
            for place, order in told.items()
            if order.what == "move" and fates[place] and order.target in told
        }
        - {
            place
            for place, order in told.items()
            if order.what == "move" and fates[place]
        },
    )


def words_of(order: MovementOrder, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the order in words."""
    match order:
        case Hold():
            return ("hold",)
        case Move():
            via = ("via",) if order.via else ()
            return ("move", texts[order.target], *via)
        case SupportHold():
            return ("support", texts[order.supported])
        case SupportMove():
            return ("support", texts[order.supported], texts[order.target])
        case Convoy():
            return ("convoy", texts[order.convoyed], texts[order.target])


def _told(
    place: str,
    words: Mapping[str, tuple[str, ...]],
    pieces: Mapping[str, Piece],
    atlas: Atlas,
) -> Told:
    power = pieces[place].power
    match words[place]:
        case ("move", target, *via):
            there = province(target)
            walks = pieces[place].kind == "F" or there in atlas.land[place]
            return Told(power, "move", "", there, bool(via), walks)
        case ("support", other):
            return Told(power, "support", other)
        case ("support", other, target):
            named = "/" in target and pieces[other].kind == "F"
            if named and _landing(pieces[other], words[other], atlas) != target:
                return Told(power, "support", other, "another coast")
            return Told(power, "support", other, province(target))
        case ("convoy", other, target):
            return Told(power, "convoy", other, province(target))
    return Told(power)


def _landing(piece: Piece, words: tuple[str, ...], atlas: Atlas) -> str:
    """Return where a fleet is to land: on the one coast in reach, if none is named."""
    if words[0] != "move" or words[1] in atlas.water[piece.place]:
        return words[-1]
    there = [
        place
        for place in atlas.water[piece.place]
        if province(place) == province(words[1])
    ]
    return there[0]


def _is_void(place: str, told: Mapping[str, Told], reference: Reference) -> bool:
    order = told[place]
    if order.what == "convoy":
        return all(place not in fleets for fleets in reference.sailing.values())
    if order.what != "support":
        return False
    other = told[order.other]
    return order.target != (other.target if other.what == "move" else "")
