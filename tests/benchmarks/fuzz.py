"""Looks for mails on which reading raises, for as long as one lets it.

Run as `python -m tests.benchmarks.fuzz -max_total_time=600`, with the extra `fuzz`
installed; what else libFuzzer takes may stand behind. It begins with the letters of the
corpus and with what it found before, and keeps what leads it to a new place in
`tests/cases/fuzz`. A mail on which reading raises is left in the working folder as
`crash-...`: put it into `tests/cases/fuzz` too, and mend what it broke.
"""

import sys
from pathlib import Path

import atheris  # type: ignore[import-not-found] # an extra

with atheris.instrument_imports(include=["judge", "email"]):
    from judge.mail import delivered_to, read_letter, return_path

CASES = Path(__file__).parents[1] / "cases"
_LONGEST = 4_000


def read(raw: bytes) -> None:
    """Read a mail in all the ways in which the judge does."""
    read_letter(raw, "judge+abcdefghijklmnop@judge.example")
    delivered_to(raw, "judge@judge.example")
    return_path(raw)


if __name__ == "__main__":
    folders = [str(CASES / "fuzz"), str(CASES / "letters")]
    atheris.Setup([*sys.argv, f"-max_len={_LONGEST}", *folders], read)
    atheris.Fuzz()
