"""What became of a phase: orders with outcome and reason, dislodged units, captures."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.engine import (
    Adjudication,
    Consequence,
    Hold,
    Position,
    Unit,
    Variant,
    power_of,
    units_of_players,
)
from judge.messages import Text, all_of, any_of, message
from judge.render.facts.neutrals import lost, returned
from judge.render.facts.reasons import ToldPhase, attackers_of, reason_told, told_phase
from judge.render.words import NamedPosition, order_short, place_short, unit_and_power


@dataclass(frozen=True, slots=True)
class PowerResults:
    """The orders of one power, each with what became of it ("" when it succeeded)."""

    power: str
    rows: tuple[tuple[str, Text], ...]
    absent: bool


@dataclass(frozen=True, slots=True)
class Results:
    """What became of one phase, ready for a template.

    `dislodged` has a row a unit: the unit and by whom, and where it may go; `captures`
    a row a power: the centers it took, and from whom; `returned` one a side nobody
    plays: where its units are back. `consequences` are sentences: what rules of the
    variant brought about, and who is out of the game.
    """

    powers: tuple[PowerResults, ...]
    dislodged: tuple[tuple[str, Text], ...]
    captures: tuple[tuple[str, Text], ...]
    returned: tuple[tuple[str, str], ...]
    consequences: tuple[Text, ...]

    @property
    def rows(self) -> tuple[tuple[str, Text], ...]:
        """Return the orders of all powers, each with what became of it."""
        return tuple(row for one in self.powers for row in one.rows)


def results_of(
    before: Position,
    adjudication: Adjudication,
    absent: tuple[str, ...],
    variant: Variant,
    sighted: str | None = None,
) -> Results:
    """Return the results of the phase that began at `before`.

    `sighted` is the power that sees no more than what is in them, in a blind game.
    """
    phase = told_phase(before, adjudication, variant, sighted)
    by_power = tuple(
        PowerResults(power.name, rows, power.name in absent)
        for power in variant.sides
        if (rows := tuple(_rows(phase, power.name))) or power.name in absent
    )
    # Of what is newly in sight nobody can tell whether it was there before.
    back = () if sighted else returned(before, adjudication, variant)
    told = rule_sentences(adjudication.consequences, variant)
    told = (*told, *(() if sighted else _out(phase)))
    return Results(by_power, _dislodged(phase), _captures(phase), back, told)


def dislodged_units(
    before: Position, adjudication: Adjudication, variant: Variant
) -> tuple[Unit, ...]:
    """Return the units that a movement phase drove out of their places."""
    return tuple(attackers_of(NamedPosition(before, variant), adjudication))


def rule_sentences(consequences: Iterable[Consequence], variant: Variant) -> tuple[Text, ...]:
    """Return in sentences what rules of the variant made of a phase."""
    told = (
        rule.consequence_text(one, variant)
        for one in consequences
        for rule in variant.rules.special
    )
    return tuple(filter(None, told))


def _rows(phase: ToldPhase, power: str) -> Iterator[tuple[str, Text]]:
    variant = phase.board.variant
    nobody = any(side.name == power for side in variant.neutrals)
    for outcome in phase.adjudication.outcomes:
        if power_of(outcome.order) == power:
            told = reason_told(phase, outcome)
            # Nobody wrote the holds of a side that nobody plays.
            if told or not (nobody and isinstance(outcome.order, Hold)):
                yield order_short(outcome.order, phase.board), told


def _out(phase: ToldPhase) -> Iterator[Text]:
    """Yield which powers were in the game before the phase and are no longer."""
    variant = phase.board.variant
    left = units_of_players(phase.adjudication.after, variant)
    for power in units_of_players(phase.board.position, variant):
        if power not in left:
            yield message(
                "{power} has neither unit nor center left and is out of the game.", power=power
            )


def _dislodged(phase: ToldPhase) -> tuple[tuple[str, Text], ...]:
    geography = phase.board.geography
    open_to = {entry.unit: entry.retreats for entry in phase.adjudication.after.dislodged}
    rows = []
    for unit in phase.board.position.units:
        if unit in phase.attackers:
            places = [place_short(target, geography) for target in open_to.get(unit, ())]
            fate = lost(unit, phase.board.variant)
            if places:
                fate = message("may go to {places}, or disband", places=any_of(places))
            known = phase.sighted in (None, unit.power)
            rows.append((unit_and_power(unit, geography), fate if known else ""))
    return tuple(rows)


def _captures(phase: ToldPhase) -> tuple[tuple[str, Text], ...]:
    taken: dict[str, list[str]] = {}
    for province, owner, power in phase.adjudication.captures:
        center = place_short(province, phase.board.geography)
        taken.setdefault(power, []).append(f"{center} ({owner})" if owner else center)
    return tuple((power, all_of(centers)) for power, centers in taken.items())
