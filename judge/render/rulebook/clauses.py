"""The texts of rules taken apart into clauses, each with its example."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from judge.render.rulebook.texts import RuleText

_EXAMPLE = "Example: "


@dataclass(frozen=True, slots=True)
class NumberedClause:
    """One thing that a rule says, with an example, and its number in the variant."""

    number: int
    says: str
    example: str


def clauses_in(
    texts: Iterable[RuleText], word: str, told: Callable[[RuleText], str]
) -> Iterator[NumberedClause]:
    """Yield the clauses of all `texts`, numbered through, or those about `word` alone.

    A rule that is called so, or has the word among its own, is about it with all its
    clauses, others are with those that have it, or one of what it names several of.
    `told` gives the text of a rule, each clause a paragraph that ends with its example.
    """
    number, alone = 0, word.removesuffix("s")
    there = re.compile(rf"(?<!\w){re.escape(alone)}(?:e?s)?(?!\w)", re.IGNORECASE)
    for text in texts:
        called = text.name.replace("_", " ").removesuffix("s")
        whole = not word or word in text.words or called == alone
        for paragraph in told(text).split("\n\n"):
            says, _, example = " ".join(paragraph.split()).partition(_EXAMPLE)
            if not says:
                continue
            number += 1
            if whole or there.search(f"{says} {example}"):
                yield NumberedClause(number, says.strip(), example)
