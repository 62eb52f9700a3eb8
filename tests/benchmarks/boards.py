"""How fast movement phases are on the largest board, beside the standard one.

Run as `python -m tests.benchmarks.boards`. The large board is as full as the standard
one, and each order is to take no more than three times as long there.
"""

from pathlib import Path
from time import perf_counter

from judge.boards import read_variant
from judge.engine import Variant, adjudicate
from tests.benchmarks.positions import Sample, make_samples

COUNT = 200
ROUNDS = 5
SIZES = {"standard": range(20, 35), "known_world_901": range(80, 110)}


def main() -> None:
    """Print phases and orders per second on each board."""
    speeds = {}
    for name, sizes in SIZES.items():
        variant = read_variant(Path(__file__).parents[2] / "variants" / name)
        samples = make_samples(variant, COUNT, sizes=sizes)
        time = min(seconds(samples, variant) for _ in range(ROUNDS))
        orders = sum(len(sample.orders) for sample in samples)
        speeds[name] = orders / time
        print(
            f"{name:16}{len(variant.geography.provinces):4} provinces, "
            f"{orders / COUNT:3.0f} units: {COUNT / time:6,.0f} phases, "
            f"{orders / time:8,.0f} orders per second"
        )
    slow, fast = speeds["known_world_901"], speeds["standard"]
    print(f"an order on the large board takes {fast / slow:.2f} times as long")


def seconds(samples: tuple[Sample, ...], variant: Variant) -> float:
    """Return how long all phases take, with the position of the next one."""
    start = perf_counter()
    for sample in samples:
        adjudicate(sample.position, sample.orders, variant)
    return perf_counter() - start


if __name__ == "__main__":
    main()
