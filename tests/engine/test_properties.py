"""Promises about every movement phase, kept on positions and orders drawn at random."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from judge.engine import (
    Convoy,
    Geography,
    Hold,
    Move,
    MovementOrder,
    Position,
    Rules,
    SupportHold,
    SupportMove,
    Unit,
    UnitKind,
    Variant,
    bits,
)
from judge.engine.movement import Movement, resolve_movement
from judge.notation.variant_file import read_variant
from tests.benchmarks.positions import Sample, make_sample
from tests.engine.crowds import make_crowd
from tests.engine.reference import Atlas, Piece, Reference, Told, is_legal, province

STANDARD = read_variant(Path(__file__).parents[2] / "variants" / "standard")
FALLBACK = replace(STANDARD, rules=Rules(convoy_fallback=True))
SEEDS = st.integers(0, 2**32)
SETTINGS = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
