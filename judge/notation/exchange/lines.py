"""Adjudicating for programs: a JSON object a line in, one a line out."""

from collections.abc import Callable, Iterable, Iterator

from msgspec import DecodeError, json

from judge.engine import Variant
from judge.notation.exchange.answer import answer
from judge.notation.exchange.question import read_question
from judge.notation.exchange.texts import (
    STANDARD,
    BadRequest,
    Facts,
    Setting,
    VariantTexts,
    board_for,
    setting_of,
)

Variants = Callable[[str], Variant]
_ANSWERED = frozenset({"after", "results"})


def adjudicate_lines(
    lines: Iterable[str], variants: Variants, board: str = STANDARD
) -> Iterator[str]:
    """Yield for each line, a JSON object, the same with `after` and `results`.

    One without a `map` is on `board`. A line that cannot be adjudicated is answered
    with an object that has `error`.
    """
    boards: dict[Setting, VariantTexts | BadRequest] = {}
    for line in lines:
        answered = _answered(line, boards, variants, board)
        if isinstance(answered, BadRequest):
            yield json.encode({"error": answered.reason}).decode()
        else:
            yield answered


def _answered(
    line: str, boards: dict[Setting, VariantTexts | BadRequest], variants: Variants, board: str
) -> str | BadRequest:
    facts = _facts(line)
    if isinstance(facts, BadRequest):
        return facts
    setting = setting_of(facts, board)
    if isinstance(setting, BadRequest):
        return setting
    if setting not in boards:
        boards[setting] = board_for(setting, variants)
    texts = boards[setting]
    return texts if isinstance(texts, BadRequest) else _with_answer(line, facts, texts)


def _with_answer(line: str, facts: Facts, board: VariantTexts) -> str | BadRequest:
    question = read_question(facts, board)
    if isinstance(question, BadRequest):
        return question
    if not _ANSWERED.isdisjoint(facts):
        kept = {key: facts[key] for key in facts if key not in _ANSWERED}
        line = json.encode(kept).decode()
    return f"{line.strip().removesuffix('}')}, {answer(question, board)}}}"


def _facts(line: str) -> Facts | BadRequest:
    try:
        facts = json.decode(line)
    except (DecodeError, RecursionError, UnicodeEncodeError) as error:
        return BadRequest(f"not JSON: {error}")
    return facts if isinstance(facts, dict) else BadRequest("not a JSON object")
