"""Reading cases, line by line; `judge/notation/README.md` describes the form.

A line begins with a word of the table `_LINES`, or it is an order.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from judge.engine import BUILD_PLACES, Rules, Variant, played
from judge.messages import Message, message
from judge.notation.canonical import read_phase
from judge.notation.cases.draft import CaseDraft, StageDraft, finished
from judge.notation.cases.lists import (
    bad_phase,
    centers_listed,
    dislodged_told,
    no_power,
    units_listed,
)
from judge.notation.cases.model import Case, Misread, Written
from judge.notation.cases.names import marker_called, places_called, power_called
from judge.notation.cases.words import split_words

_COMMENT = re.compile(r"(?:^|\s+)#.*")
_MAP_NAME = re.compile(r"[a-z0-9_-]+")
STANDARD = "standard"


def read_cases(
    text: str, variants: Callable[[str], Variant], board: str = STANDARD
) -> tuple[Case | Misread, ...]:
    """Return the cases of `text`; instead of a wrong one, its lines that are wrong.

    Text without a line `case` is one case without a name; without a line `map` it is
    on `board`. KeyError or OSError from `variants` means that there is no such map.
    """
    draft = CaseDraft(variants, variants(board))
    found: list[Case | Misread] = []
    empty = True
    for number, line in told_lines(text):
        if line.split()[0] == "case" and not empty:
            found.extend(finished(draft))
            draft = CaseDraft(variants, variants(board))
        empty = False
        advice = _read_line(draft, number, line)
        if advice is not None:
            draft.misreads.append(Misread(number, line, advice))
    return (*found, *finished(draft)) if not empty else ()


def told_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that say something, with their numbers and without comments."""
    for number, line in enumerate(text.splitlines(), 1):
        bare = _COMMENT.sub("", line).strip()
        if bare:
            yield number, bare


def _read_line(draft: CaseDraft, number: int, line: str) -> Message | None:
    word, _, rest = line.partition(" ")
    read = _LINES.get(word)
    if read is not None:
        return read(draft, rest.strip())
    return _order(draft, number, line)


def _order(draft: CaseDraft, number: int, line: str) -> Message | None:
    label, colon, rest = line.partition(":")
    if not colon and power_called(line, draft.variant):
        label, colon = line, ":"
    power = power_called(label, draft.variant) if colon else draft.power
    if power is None:
        return no_power(label if colon else "", draft.variant)
    draft.power = power
    text, words = split_words(rest if colon else line)
    if text:
        draft.stage.orders.append(Written(number, power, text, words))
    return None


def _case(draft: CaseDraft, rest: str) -> Message | None:
    draft.name, _, title = rest.partition(" ")
    draft.title = title.strip()
    return None


def _map(draft: CaseDraft, rest: str) -> Message | None:
    if draft.is_begun:
        return message("Put the map before all that depends on it.")
    name = rest.lower()
    unknown = message("There is no map called {name}.", name=rest)
    if not _MAP_NAME.fullmatch(name):
        return unknown
    try:
        draft.variant = draft.variants(name)
    except (KeyError, OSError):
        return unknown
    return None


def _rules(draft: CaseDraft, rest: str) -> Message | None:
    chosen = dict(name.split("=") for name in rest.split() if name.count("=") == 1)
    draft.variant = played(draft.variant, chosen)
    rules: Rules = draft.variant.rules
    options = _options(draft.variant)
    for name in rest.split():
        kind, _, value = name.partition("=")
        if name == "convoy_fallback":
            rules = replace(rules, convoy_fallback=True)
        elif kind == "builds" and value in BUILD_PLACES:
            rules = replace(rules, builds=value)
        elif name not in options:
            places = [f"builds={place}" for place in BUILD_PLACES]
            return message(
                "There is no rule {name}; there are {known}.",
                name=name,
                known=("convoy_fallback", *places, *options),
            )
    draft.variant = replace(draft.variant, rules=rules)
    return None


def _options(variant: Variant) -> tuple[str, ...]:
    return tuple(
        f"{option.name}={choice.name}" for option in variant.options for choice in option.choices
    )


def _phase(draft: CaseDraft, rest: str) -> Message | None:
    phase = read_phase(rest)
    if phase is None:
        return bad_phase()
    draft.stages.append(StageDraft(phase))
    draft.power = None
    return None


def _start(draft: CaseDraft, rest: str) -> Message | None:
    start = draft.variant.start
    draft.units, draft.owners = list(start.units), list(start.owners)
    return None


def _units(draft: CaseDraft, rest: str) -> Message | None:
    found = units_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    _, units = found
    province_of = draft.variant.geography.province_of
    standing = draft.units or []
    taken = [province_of[unit.location] for unit in (*standing, *units)]
    if len(set(taken)) < len(taken):
        return message("Two units would stand in one province.")
    draft.units = [*standing, *units]
    return None


def _centers(draft: CaseDraft, rest: str) -> Message | None:
    found = centers_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    power, centers = found
    owners = draft.owners or [None] * len(draft.variant.geography.provinces)
    for center in centers:
        owners[center] = power
    draft.owners = owners
    return None


def _dislodged(draft: CaseDraft, rest: str) -> Message | None:
    found = dislodged_told(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.dislodged.append(found)
    return None


def _marker(draft: CaseDraft, rest: str) -> Message | None:
    marker = marker_called(rest, draft.variant)
    if isinstance(marker, Message):
        return marker
    draft.markers.append(marker)
    return None


def _expecting(*, there: bool) -> Callable[[CaseDraft, str], Message | None]:
    """Return what reads the marker that is to lie on the board afterwards, or not."""

    def read(draft: CaseDraft, rest: str) -> Message | None:
        marker = marker_called(rest, draft.variant)
        if isinstance(marker, Message):
            return marker
        draft.stage.markers[marker] = there
        return None

    return read


def _after(draft: CaseDraft, rest: str) -> Message | None:
    found = units_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.stage.after[found[0]] = found[1]
    return None


def _owns(draft: CaseDraft, rest: str) -> Message | None:
    found = centers_listed(rest, draft.variant)
    if isinstance(found, Message):
        return found
    draft.stage.owns[found[0]] = found[1]
    return None


def _winner(draft: CaseDraft, rest: str) -> Message | None:
    draft.stage.ending = places_called(rest, draft.variant)
    return no_power(rest, draft.variant) if draft.stage.ending is None else None


_LINES: dict[str, Callable[[CaseDraft, str], Message | None]] = {
    "case": _case,
    "map": _map,
    "rules": _rules,
    "phase": _phase,
    "start": _start,
    "units": _units,
    "centers": _centers,
    "dislodged": _dislodged,
    "marker": _marker,
    "marked": _expecting(there=True),
    "unmarked": _expecting(there=False),
    "after": _after,
    "owns": _owns,
    "winner": _winner,
}
