"""How many lines a second `judge adjudicate --jsonl` answers: the command, measured.

`python -m tests.benchmarks.jsonl` makes 2,000 positions with a fixed seed, sends them
through the command as its users do, and prints lines a second: as it is installed and
with the rules compiled.
"""

import json
import subprocess
import sys
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from judge.boards import read_variant
from judge.engine import Variant
from judge.notation import vocabulary_of, write_order, write_unit
from judge.notation.canonical import canonical_reader
from tests.benchmarks.compiled import ROOT, build, environment
from tests.benchmarks.positions import Sample, make_samples

ROUNDS = 10


def line_of(sample: Sample, variant: Variant) -> str:
    geography, position = variant.geography, sample.position
    standing = canonical_reader(position, vocabulary_of(variant)).standing
    units = {
        power: [write_unit(unit, geography) for unit in those]
        for power, those in groupby(position.units, lambda unit: unit.power)
    }
    orders: dict[str, list[str]] = {power: [] for power in units}
    for order in sample.orders:
        text = write_order(order, geography, standing)
        orders[order.unit.power].append(text)
    return json.dumps(
        {
            "map": variant.name,
            "phase": str(position.phase),
            "units": units,
            "centers": {},
            "orders": orders,
        }
    )


def main() -> None:
    variant = read_variant(ROOT / "variants" / "standard")
    lines = [line_of(sample, variant) + "\n" for sample in make_samples(variant, 2000)]
    print("The judge as it is installed.")
    measure(lines, environment())
    with TemporaryDirectory() as folder:
        if mistake := build(Path(folder)):
            print(f"It could not be compiled:\n{mistake}")
        else:
            print("The judge compiled.")
            measure(lines, environment(Path(folder)))


def measure(lines: list[str], surroundings: dict[str, str]) -> None:
    """Print how fast the lines are answered, in wall-clock time."""
    startup = _seconds(lines[:1], surroundings)
    seconds = _seconds(lines * ROUNDS, surroundings) - startup
    print(f"starting: {startup:.2f} s")
    print(f"lines a second: {len(lines) * ROUNDS / seconds:,.0f}")


def _seconds(lines: list[str], surroundings: dict[str, str]) -> float:
    command = [sys.executable, "-P", "-m", "judge", "adjudicate", "--jsonl"]
    before = perf_counter()
    done = subprocess.run(
        command, input="".join(lines), env=surroundings, capture_output=True, text=True, check=True
    )
    answers = done.stdout.splitlines()
    assert len(answers) == len(lines)
    assert not any(answer.startswith('{"error"') for answer in answers)
    return perf_counter() - before


if __name__ == "__main__":
    main()
