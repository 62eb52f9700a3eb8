"""Sentences about all units that nothing else was said of: `everything else holds`."""

import re

_WHOSE = r"(?:(?:of|the|my|our) )*"
_UNITS = r"(?:units|ones|pieces|(?P<kind>armies|fleets)|builds?)"
_OTHERS = (
    rf"(?:all |every |any )?{_WHOSE}"
    rf"(?:others?|rest|remaining|remainder|every(?:thing|body|one) else|anything else)"
    rf"(?: {_WHOSE}{_UNITS})?"
)
_DEEDS = {
    "hold": r"holds?|stays?|stands?|remains?",
    "disband": r"disbands?",
    "waive": r"waives?|waived",
}
_WHERE = r"(?:their )?positions?|in place|where they (?:are|stand)"
_STILL = rf"(?: (?:put|still|fast|{_WHERE}))?"
_WILL = r"(?:(?:to|will|shall|should|must|just|are) )?"
# Of no others is spoken, but of no single unit either.
_PLAINLY = re.compile(
    rf"every(?:body|one) (?:holds?|stays?|stands?){_STILL}|stay put"
    rf"|(?P<kind>armies|fleets) (?:hold|stay|stand){_STILL}",
    re.IGNORECASE,
)
_SENTENCES = {
    deed: re.compile(
        rf"{_OTHERS} ?:? ?{_WILL}(?:{words}){_STILL}"
        rf"|(?:{words}) {_OTHERS.replace('?P<kind>', '?P<kind_behind>')}{_STILL}",
        re.IGNORECASE,
    )
    for deed, words in _DEEDS.items()
}


def said_of_all(text: str) -> str | None:
    """Return `all hold` for a bare text like `all others hold`; None for any other.

    Whoever reads it gives these orders only to units of which nothing else was said.
    """
    for deed, sentence in _SENTENCES.items():
        if found := sentence.fullmatch(text):
            kind = found["kind"] or found["kind_behind"] or ""
            return " ".join(f"all {kind} {deed}".split())
    if found := _PLAINLY.fullmatch(text):
        return " ".join(f"all {found['kind'] or ''} hold".split())
    return None
