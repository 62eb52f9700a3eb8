"""What it costs to read long letters and odd ones, in CPU, at two sizes.

Run as `python -m tests.benchmarks.reading`. Reading is linear: where four times the letter
takes more than five times as long, the line says so. The shapes are those that
`tests/commands/test_cost.py` counts, and negotiation with every third word misspelt.
"""

from random import Random
from time import process_time

from judge.commands import read_letter
from judge.letter import Letter
from judge.mail import read_letter as read_mail
from tests.commands.test_cost import HEAD, KNOWN, WORDS

SIZE = 20_000
TOO_STEEP = 5
LEAST = 0.005  # seconds, below which nothing is told of a slope
_SAID = """
I think we should move to Burgandy in the fall and then Grmany can support you into Belgum if
that is fine with you what do you think about Munick please tell me until the deadlin
"""


def negotiation(size: int) -> str:
    """Return so many letters of talk, in lines of ten words."""
    chosen, said = Random(1901), _SAID.split()
    lines = []
    while sum(map(len, lines)) < size:
        lines.append(" ".join(chosen.choices(said, k=10)))
    return "\n".join(lines)


def cost(text: str) -> float:
    """Return the seconds of CPU that it takes to read a letter with `text`."""
    start = process_time()
    letter = read_mail(HEAD + text.encode(), "judge@judge.test")
    if isinstance(letter, Letter):
        read_letter(letter.lines, "", KNOWN)
    return process_time() - start


def main() -> None:
    """Print a line for each shape."""
    cost("HELP")
    shapes = {repr(word): word * (SIZE // len(word)) for word in WORDS}
    shapes["negotiation"] = negotiation(SIZE)
    for name, text in shapes.items():
        small, large = cost(text[: SIZE // 4]), cost(text)
        steep = "  steep" if large > TOO_STEEP * max(small, LEAST) else ""
        print(f"{name:36}{large * 1000:8.1f} ms for {SIZE} characters{steep}")
    print(f"{'one line of 200 kB':36}{cost('A PAR - ' * 25_000) * 1000:8.1f} ms")


if __name__ == "__main__":
    main()
