"""What `judge adjudicate` does with its input: text for people, JSON for programs."""

import json
from collections.abc import Callable, Iterable, Iterator

from judge.engine.variant import Variant
from judge.notation.exchange import (
    Desk,
    Facts,
    Refused,
    answer,
    desk_for,
    read_question,
    setting_of,
)
from judge.notation.exchange.desk import Setting

Variants = Callable[[str], Variant]


def adjudicate_lines(lines: Iterable[str], variants: Variants) -> Iterator[str]:
    """Yield for each line, a JSON object, the same with `after` and `results`.

    A line that cannot be adjudicated is answered with an object that has `error`.
    """
    desks: dict[Setting, Desk | Refused] = {}
    for line in lines:
        answered = _answered(line, desks, variants)
        if isinstance(answered, Refused):
            yield json.dumps({"error": answered.reason})
        else:
            yield answered


def _answered(
    line: str, desks: dict[Setting, Desk | Refused], variants: Variants
) -> str | Refused:
    facts = _facts(line)
    setting = facts if isinstance(facts, Refused) else setting_of(facts)
    if isinstance(facts, Refused) or isinstance(setting, Refused):
        return setting
    if setting not in desks:
        desks[setting] = desk_for(setting, variants)
    desk = desks[setting]
    question = desk if isinstance(desk, Refused) else read_question(facts, desk)
    if isinstance(desk, Refused) or isinstance(question, Refused):
        return question
    for answered in ("after", "results"):
        if facts.pop(answered, None) is not None:
            line = json.dumps(facts)
    opened = line.strip().removesuffix("}")
    return f"{opened}, {answer(question, desk)}}}"


def _facts(line: str) -> Facts | Refused:
    try:
        facts = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Refused(f"not JSON: {error}")
    return facts if isinstance(facts, dict) else Refused("not a JSON object")
