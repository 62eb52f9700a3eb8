"""The rules of a variant as its players read them: numbered, with examples.

What they say stands in `templates/rules`, one file a rule, and in the variant's file;
here it is found out which of it a variant needs, and with which names.
"""

from judge.render.rulebook.clauses import NumberedClause, clauses_in
from judge.render.rulebook.texts import (
    RuleText,
    every_text,
    option_texts,
    rule_parameters,
    rule_texts,
)

__all__ = [
    "NumberedClause",
    "RuleText",
    "clauses_in",
    "every_text",
    "option_texts",
    "rule_parameters",
    "rule_texts",
]
