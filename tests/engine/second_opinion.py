"""A position and its orders in names, for the reference to judge."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.engine import (
    Convoy,
    Geography,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    Unit,
    Variant,
    bits,
)
from tests.benchmarks.positions import Sample
from tests.engine.reference import Atlas, Piece, Reference, Told, is_legal, province


@dataclass(frozen=True)
class Opinion:
    """What the reference says, by the province of the unit."""

    legal: Mapping[str, bool]
    fates: Mapping[str, bool]
    void: frozenset[str]
    dislodged: frozenset[str]


def atlas_of(geography: Geography) -> Atlas:
    """Return the map in names."""
    texts = [location.text for location in geography.locations]
    land = {
        texts[place]: {texts[beside] for beside in bits(geography.army_edges[place])}
        for place in bits(geography.armies)
    }
    water = {
        texts[place]: {texts[beside] for beside in bits(mask)}
        for place, mask in enumerate(geography.fleet_edges)
    }
    return Atlas(land, water, {texts[place] for place in bits(geography.convoying)})


def ask(sample: Sample, variant: Variant, atlas: Atlas) -> Opinion:
    """Return what the reference makes of legal and illegal orders."""
    texts = [location.text for location in variant.geography.locations]
    pieces = {
        province(texts[unit.location]): _piece(unit, texts)
        for unit in sample.position.units
    }
    words = {
        province(texts[order.unit.location]): _words(order, texts, pieces)
        for order in sample.orders
    }
    legal = {
        place: is_legal(said, pieces[place], pieces, atlas)
        for place, said in words.items()
    }
    told = {
        place: _told(said if legal[place] else ("hold",), pieces[place], atlas)
        for place, said in words.items()
    }
    void = {place for place in told if _is_void(words[place], legal, words, pieces, atlas)}
    for place in void:
        told[place] = Told(pieces[place].power)
    fallback = variant.rules.convoy_fallback
    reference = Reference(told, atlas.seas, fallback=fallback)
    fates = reference.solve()
    return Opinion(legal, fates, frozenset(void), _dislodged(told, fates))
