"""How fast movement phases are adjudicated, beside the PyPI package `diplomacy`.

Run as `python -m tests.benchmarks.adjudicate`. Both adjudicate the same positions with
the same orders, in two shapes: each unit has one, or some are missing, illegal or
double. CPU time is counted, and of each hundred the best of some rounds, so that other
work of the machine is not. Ours is measured as it is installed and then compiled, where
there is a C compiler.
"""

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from judge.boards import read_variant
from judge.engine import Hold, Move, MovementOrder, Unit, UnitKind, Variant, adjudicate
from judge.engine.movement import phase
from judge.engine.movement.phase import resolve_movement
from judge.notation import read_canonical, vocabulary_of, write_order, write_unit
from judge.notation.canonical import BoardVocabulary, canonical_reader
from tests.benchmarks.compiled import build, environment
from tests.benchmarks.positions import Sample, make_samples

COUNT = 2000
CHUNK = 100
ROUNDS = 4
# How often somebody orders a unit twice, one that is not there, or what cannot be.
TWICE, NOBODY, NEVER = 0.05, 0.05, 0.3
VALUES = "order values to outcomes with reasons"
PROCESS = "diplomacy: Game.process()"


@dataclass(frozen=True)
class Written:
    """Units and orders as texts, by power."""

    units: Mapping[str, list[str]]
    orders: Mapping[str, list[str]]


def main() -> int:
    """Print phases per second, ours and theirs; return the exit status."""
    if find_spec("diplomacy") is None:
        print("Nothing to compare with: pip install diplomacy==1.1.2")
        return 1
    compiled = not phase.__file__.endswith(".py")
    print("The judge compiled." if compiled else "The judge as it is installed.")
    variant = read_variant(Path(__file__).parents[2] / "variants" / "standard")
    samples = make_samples(variant, COUNT)
    compare("each unit with one order", samples, variant)
    sent = [as_sent(one, variant) for one in samples]
    compare("as people send them", sent, variant)
    return 0 if compiled else compare_compiled()


def compare_compiled() -> int:
    """Print the same of the judge compiled, or why it cannot be; return the status."""
    with TemporaryDirectory() as folder:
        if mistake := build(Path(folder)):
            print(f"It could not be compiled:\n{mistake}")
            return 1
        command = [sys.executable, "-P", "-m", "tests.benchmarks.adjudicate"]
        done = subprocess.run(command, env=environment(Path(folder)), check=False)
        return done.returncode


def compare(shape: str, samples: Sequence[Sample], variant: Variant) -> None:
    """Print phases per second of `samples`, ours and theirs."""
    seconds: Counter[str] = Counter()
    for start in range(0, COUNT, CHUNK):
        seconds.update(best_times(samples[start : start + CHUNK], variant))
    units = sum(len(sample.position.units) for sample in samples) / COUNT
    print(f"{COUNT} movement phases of {units:.0f} units, {shape}; a second:")
    for name, time in seconds.items():
        print(f"{COUNT / time:10,.0f}  {name}")
    print(f"ratio: {seconds[PROCESS] / seconds[VALUES]:.1f} times")


def as_sent(sample: Sample, variant: Variant) -> Sample:
    """Return the sample without the orders of some units, and with some that are wrong.

    Of 1,500 phases of games that people played 53 had one order for each unit.
    """
    chance = Random(len(sample.orders) * 1901 + sample.orders[0].unit.location)
    sent = list(sample.orders)
    for _ in range(chance.choice((1, 1, 2, 3))):
        sent.pop(chance.randrange(len(sent)))
    if chance.random() < NEVER:
        sent.append(_astray(sent.pop().unit, variant, chance))
    if chance.random() < NOBODY:
        stray = _elsewhere(sent.pop().unit, variant, chance)
        sent.append(_astray(stray, variant, chance))
    if chance.random() < TWICE:
        sent.append(Hold(chance.choice(sent).unit))
    return Sample(sample.position, tuple(sent))


def _astray(unit: Unit, variant: Variant, chance: Random) -> MovementOrder:
    """Return a move to anywhere; most places are out of reach."""
    return Move(unit, chance.randrange(len(variant.geography.provinces)))


def _elsewhere(unit: Unit, variant: Variant, chance: Random) -> Unit:
    """Return such a unit in another province, as a slip of the pen has it."""
    place = chance.randrange(len(variant.geography.provinces))
    return Unit(unit.power, unit.kind, place)


def best_times(samples: Sequence[Sample], variant: Variant) -> dict[str, float]:
    """Return the least seconds that each way of adjudicating takes."""
    written = [write(sample, variant) for sample in samples]
    vocabulary = vocabulary_of(variant)
    ours = [
        {
            VALUES: time_values(samples, variant),
            "order values to the next position": time_phases(samples, variant),
            "order texts to outcomes": time_texts(samples, written, variant, vocabulary),
        }
        for _ in range(ROUNDS)
    ]
    theirs = [time_theirs(written) for _ in range(ROUNDS)]
    return {
        name: min(times[name] for times in rounds)
        for rounds in (ours, theirs)
        for name in rounds[0]
    }


def write(sample: Sample, variant: Variant) -> Written:
    """Return the sample as texts that both programs read."""
    geography = variant.geography
    standing = {geography.province_of[u.location]: u for u in sample.position.units}
    units, orders = defaultdict(list), defaultdict(list)
    for order in sample.orders:
        text = write_order(order, geography, standing)
        if isinstance(order, Move) and order.unit.kind is UnitKind.ARMY:
            walks = geography.army_edges[order.unit.location] >> order.target & 1
            text += "" if walks or order.via else " VIA"
        orders[order.unit.power].append(text)
    for unit in sample.position.units:
        units[unit.power].append(write_unit(unit, geography))
    return Written(units, orders)


def time_values(samples: Sequence[Sample], variant: Variant) -> float:
    """Return the seconds from orders as values to outcomes with reasons."""
    start = process_time()
    for sample in samples:
        resolve_movement(sample.position, sample.orders, variant)
    return process_time() - start


def time_phases(samples: Sequence[Sample], variant: Variant) -> float:
    """Return the seconds for the same and the position of the next phase."""
    start = process_time()
    for sample in samples:
        adjudicate(sample.position, sample.orders, variant)
    return process_time() - start


def time_texts(
    samples: Sequence[Sample],
    written: Sequence[Written],
    variant: Variant,
    vocabulary: BoardVocabulary,
) -> float:
    """Return the seconds from orders as texts to outcomes with reasons."""
    start = process_time()
    for sample, texts in zip(samples, written, strict=True):
        reader = canonical_reader(sample.position, vocabulary)
        orders = [
            order
            for power, lines in texts.orders.items()
            for line in lines
            if (order := read_canonical(line, power, reader)) is not None
        ]
        resolve_movement(sample.position, orders, variant)
    return process_time() - start


def time_theirs(written: Sequence[Written]) -> dict[str, float]:
    """Return the seconds that the other program takes, setting up games apart."""
    from diplomacy import Game  # noqa: PLC0415 - may be absent, as main() says

    processing = reading = 0.0
    for texts in written:
        game: Any = Game()
        game.clear_units()
        for power, units in texts.units.items():
            game.set_units(power.upper(), units)
        start = process_time()
        for power, orders in texts.orders.items():
            game.set_orders(power.upper(), orders)
        ready = process_time()
        game.process()
        processing += process_time() - ready
        reading += ready - start
    return {PROCESS: processing, "diplomacy: set_orders() and process()": reading + processing}


if __name__ == "__main__":
    raise SystemExit(main())
