"""The text that `judge adjudicate` prints: the result of each order, with the reason."""

from collections.abc import Callable, Iterable, Iterator
from textwrap import indent

from judge.engine import Adjudication, Position, Variant, power_of, winner
from judge.notation import (
    Ambiguous,
    Case,
    Misread,
    Mistake,
    OrderResult,
    PlayedPhase,
    play,
    read_cases,
    unmet_expectations,
)
from judge.render import NamedPosition, Results, columns, listed, phase_text, results_of, standing

Variants = Callable[[str], Variant]
_NOTHING = """There is nothing to adjudicate. Write orders of one phase, as in

  France: A Paris - Burgundy
          A Marseilles S A Paris - Burgundy
"""


def adjudicate_text(text: str, variants: Variants, board: str) -> str:
    """Return the result of each order in the cases of `text`, with the reason.

    A case without a line `map` is on `board`. An unreadable line is named by its number, with
    advice.
    """
    cases = read_cases(text, variants, board)
    return "\n".join(_case_text(case) for case in cases) if cases else _NOTHING


def _case_text(case: Case | Misread) -> str:
    if isinstance(case, Misread):
        return f"Line {case.number}: {case.line}\n  {case.advice}\n"
    paragraphs = [f"{case.name}  {case.title}".strip()] if case.name else []
    for played in play(case):
        paragraphs.extend(_played(played, case.variant))
    wrong = unmet_expectations(case)
    if wrong:
        paragraphs.append(_block("Not as expected", wrong))
    return "\n\n".join(paragraphs) + "\n"


def _played(played: PlayedPhase, variant: Variant) -> Iterator[str]:
    """Yield the results of a phase, paragraph by paragraph."""
    phase, found = played.position, played.adjudication
    results = results_of(phase, found, (), variant)
    yield from orders_told(phase, results, variant)
    not_read = [line for line in map(_refusal, played.results) if line]
    if not_read:
        yield _block("Not followed", not_read)
    yield from outcome_told(found, results, variant)
    yield f"Next: {phase_text(found.after.phase, variant)}"
    yield standing_told(found.after, variant)
    victor = winner(found.after, variant)
    if victor:
        yield f"{victor} has won."


def orders_told(position: Position, results: Results, variant: Variant) -> Iterator[str]:
    """Yield lines with the phase, and with the results of each power's orders."""
    yield str(phase_text(position.phase, variant))
    for one in results.powers:
        rows = [(order, told or "succeeds") for order, told in one.rows]
        yield f"{one.power}\n{columns(rows, '<')}"


def outcome_told(adjudication: Adjudication, results: Results, variant: Variant) -> Iterator[str]:
    """Yield lines with the other results of a phase: by its rules, and on the board."""
    if results.consequences:
        yield "\n".join(map(str, results.consequences))
    if results.dislodged:
        yield f"Dislodged\n{columns(results.dislodged, '<')}"
    if results.captures:
        yield f"Centers taken\n{columns(results.captures, '<')}"
    empty = [variant.geography.locations[n].text for n in adjudication.standoffs]
    if empty:
        yield f"A standoff left {listed(empty)} empty."


def standing_told(position: Position, variant: Variant) -> str:
    """Return the units and centers of each power."""
    return columns(standing(NamedPosition(position, variant)), "<")


def _block(heading: str, lines: Iterable[str]) -> str:
    return f"{heading}\n{indent(chr(10).join(lines), '  ')}"


def _refusal(told: OrderResult) -> str:
    """Return why an order was not adjudicated, or "" if it was."""
    where = f"Line {told.written.number}: {told.text}"
    if isinstance(told.result, Mistake):
        return f"{where}: {_mistake_text(told.result)}"
    foreign = told.written.power != power_of(told.result.order)
    return f"{where}: {told.result.reason.value}" if foreign else ""


def _mistake_text(mistake: Mistake) -> str:
    if isinstance(mistake, Ambiguous):
        return f'"{mistake.part}" can be {listed(mistake.candidates, "or")}'
    instead = mistake.corrected or mistake.suggestion
    ask = f"; did you mean {listed(instead, 'or')}?" if instead else ""
    return f'"{mistake.part}": {mistake.reason.value}{ask}'
