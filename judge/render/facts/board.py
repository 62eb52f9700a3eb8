"""The board in a mail: units, centers, possible builds, sides without players."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.engine import (
    Adjudication,
    Build,
    Dislodged,
    Move,
    Order,
    PhaseKind,
    Position,
    Power,
    Retreat,
    Unit,
    UnitKind,
    Variant,
    adjustments,
    bits,
    build_sites,
    largest_of,
    mask_of,
    power_of,
    units_of_players,
)
from judge.messages import Text, counted, message, series
from judge.render.words import NamedPosition, place_short, unit_short


@dataclass(frozen=True, slots=True)
class Turn:
    """A power's task in a phase, and order lines that it can send as they are."""

    task: Text
    lines: tuple[str, ...]


def sides_for(variant: Variant, power: str) -> tuple[Power, ...]:
    """Return all sides of a variant in the order of the map, but the reader's `power` first."""
    return tuple(sorted(variant.sides, key=lambda side: side.name != power))


def standing(board: NamedPosition, first: str = "") -> tuple[tuple[str, Text], ...]:
    """Return a row for each power: its name and its units; the power `first` leads."""
    rows: list[tuple[str, Text]] = []
    for power in sides_for(board.variant, first):
        names = [unit_short(unit, board.geography) for unit in units_of(board, power.name)]
        lost = [
            message("{unit} dislodged", unit=unit_short(entry.unit, board.geography))
            for entry in dislodged_of(board, power.name)
        ]
        if names or lost:
            rows.append((power.name, series((*names, *lost))))
    return tuple(rows)


def units_of(board: NamedPosition, power: str) -> tuple[Unit, ...]:
    """Return the units of `power` that stand on the board."""
    return tuple(unit for unit in board.position.units if unit.power == power)


def dislodged_of(board: NamedPosition, power: str) -> tuple[Dislodged, ...]:
    """Return the units of `power` that must retreat or disband."""
    return tuple(e for e in board.position.dislodged if e.unit.power == power)


def centers_of(board: NamedPosition, power: str) -> tuple[int, ...]:
    """Return the provinces of the centers that `power` owns."""
    owners = enumerate(board.position.owners)
    return tuple(province for province, owner in owners if owner == power)


def center_lists(board: NamedPosition, first: str = "") -> tuple[tuple[Text, str], ...]:
    """Return a row for each power: its name and its centers; the power `first` leads.

    The last row lists unowned centers.
    """
    rows = []
    for power in sides_for(board.variant, first):
        names = [place_short(c, board.geography) for c in centers_of(board, power.name)]
        if names:
            rows.append((power.name, " ".join(names)))
    free = [
        place_short(province, board.geography)
        for province in bits(board.geography.centers)
        if board.position.owners[province] is None
    ]
    return (*rows, (message("Nobody"), " ".join(free))) if free else tuple(rows)


def marker_titles(board: NamedPosition) -> tuple[tuple[Text, str], ...]:
    """Return a row for each kind of marker of the variant's rules: its words, and its places.

    Markers that the reader may not see are not on the board (`judge/game/vision.py`).
    """
    special = board.variant.rules.special
    words = {kind: text for rule in special for kind, text in rule.marker_titles()}
    rows: dict[Text, list[str]] = {}
    for marker in board.position.markers:
        if marker.kind in words:
            place = marker.province
            where = "" if place is None else place_short(place, board.geography)
            whose = marker.power or ""
            marker_text = f"{where} ({whose})" if where and whose else where or whose
            rows.setdefault(words[marker.kind], []).append(marker_text)
    return tuple((kind, ", ".join(marker_text)) for kind, marker_text in rows.items())


def sayings_of(board: NamedPosition, power: str) -> tuple[tuple[str, Text], ...]:
    """Return a row for each sentence that the variant's rules let `power` write now.

    A power without units and centers gets none.
    """
    if power not in units_of_players(board.position, board.variant):
        return ()
    kind = board.position.phase.kind
    return tuple(
        (saying.pattern, saying.about)
        for rule in board.variant.rules.special
        for saying in rule.sayings
        if kind in saying.phases and power in (saying.powers or (power,))
    )


def warnings_of(board: NamedPosition, power: str, orders: Sequence[Order] = ()) -> tuple[Text, ...]:
    """Return warnings about high costs if `power` sends no more than these `orders`."""
    return tuple(
        warning
        for rule in board.variant.rules.special
        for warning in rule.warnings(power, orders, board.position, board.variant)
    )


def turn_of(board: NamedPosition, power: str) -> Turn | None:
    """Return the task of `power` in this phase, or None if it has nothing to order."""
    match board.position.phase.kind:
        case PhaseKind.MOVEMENT:
            units = units_of(board, power)
            lines = tuple(f"{unit_short(unit, board.geography)} H" for unit in units)
            task = message("Change these lines as you like and send them back:")
            return Turn(task, lines) if lines else None
        case PhaseKind.RETREAT:
            return _retreat_turn(board, power)
        case PhaseKind.ADJUSTMENT:
            return _adjustment_turn(board, power)


def reach(unit: Unit, board: NamedPosition) -> tuple[str, ...]:
    """Return the places that `unit` can reach by itself, as in orders."""
    geography = board.geography
    if unit.kind is UnitKind.ARMY:
        mask = geography.army_edges[board.province(unit.location)]
    else:
        mask = geography.fleet_edges[unit.location]
    return tuple(place_short(location, geography) for location in bits(mask))


def example_orders(board: NamedPosition, power: str) -> tuple[str, ...]:
    """Return up to three order lines with units of `power`, as examples."""
    units = units_of(board, power)[:3]
    lines: list[str] = []
    taken: set[int] = set()
    for number, unit in enumerate(units):
        name = unit_short(unit, board.geography)
        places = {to: board.place(to) for to in reach(unit, board)}
        open_places = [
            to
            for to, place in places.items()
            if place not in taken and board.unit_at(place) is None
        ]
        if open_places and number < 2:
            taken.add(places[open_places[0]])
            lines.append(f"{name} - {open_places[0]}")
        else:
            lines.append(f"{name} H")
    return tuple(lines)


def build_lines(board: NamedPosition, power: str) -> tuple[str, ...]:
    """Return an order line for each unit that `power` could build."""
    geography = board.geography
    due = adjustments(board.position, board.variant).get(power, 0)
    largest = largest_of(power, board.variant)
    lines = []
    for site in build_sites(board.position, power, board.variant):
        province, place = board.province(site), place_short(site, geography)
        if site == province and geography.armies >> province & 1:
            lines.append(f"A {place} B")
            sizes = range(2, min(largest, due) + 1)
            lines += [f"A{size} {place} B" for size in sizes]
        if geography.fleet_edges[site]:
            lines.append(f"F {place} B")
    return tuple(lines)


def _retreat_turn(board: NamedPosition, power: str) -> Turn | None:
    entries = dislodged_of(board, power)
    if not entries:
        return None
    task = counted(
        "Your dislodged unit must retreat or disband. Send one of these lines:",
        "{count} units of yours must retreat or disband. Send one line for each, chosen from:",
        len(entries),
    )
    lines: list[str] = []
    for entry in entries:
        name = unit_short(entry.unit, board.geography)
        lines += [f"{name} R {place_short(target, board.geography)}" for target in entry.retreats]
        lines.append(f"{name} D")
    return Turn(task, tuple(lines))


def _adjustment_turn(board: NamedPosition, power: str) -> Turn | None:
    due = adjustments(board.position, board.variant).get(power, 0)
    if due == 0:
        return None
    if due > 0:
        lines = (*build_lines(board, power), "WAIVE")
        task = counted(
            "You may build {count} unit. Send one line, chosen from:",
            "You may build {count} units. Send {count} lines, chosen from:",
            due,
        )
        with_doubles = message(
            "You may build {count} units. Send {count} lines, of which an A2 is two, chosen from:",
            count=due,
        )
    else:
        units = units_of(board, power)
        lines = tuple(f"{unit_short(unit, board.geography)} D" for unit in units)
        task = counted(
            "You must remove {count} unit. Send one line, chosen from:",
            "You must remove {count} units. Send {count} lines, chosen from:",
            -due,
        )
        with_doubles = message(
            "You must remove {count} units. Send {count} lines, of which an A2 is two, "
            "chosen from:",
            count=-due,
        )
    # A double army counts as two units.
    has_double = abs(due) > 1 and any(line.startswith("A2 ") for line in lines)
    return Turn(with_doubles if has_double else task, lines)


_TASK = message(
    "To vote for what units do that nobody plays, send lines such as these, with the "
    "order that you want:"
)


def votes_of(board: NamedPosition, power: str) -> Turn | None:
    """Return the units for which `power` may vote in this phase, or None."""
    from judge.game import sides_to_vote_on  # noqa: PLC0415 - only games have votes

    lines = []
    for side in sides_to_vote_on(board.position, power, board.variant):
        turn = turn_of(board, side)
        lines += [f"{side}: {line}" for line in turn.lines] if turn else []
    return Turn(_TASK, tuple(lines)) if lines else None


def returned(
    before: Position, adjudication: Adjudication, variant: Variant
) -> tuple[tuple[str, str], ...]:
    """Return a row for each side without a player: the places where its units returned."""
    rows: dict[str, list[str]] = {}
    for unit in units_back(before, adjudication, variant):
        place = place_short(unit.location, variant.geography)
        rows.setdefault(unit.power, []).append(place)
    return tuple((side, " ".join(places)) for side, places in rows.items())


def units_back(before: Position, adjudication: Adjudication, variant: Variant) -> Iterator[Unit]:
    """Yield units of sides without players that are where no order brought them."""
    province_of = variant.geography.province_of
    for side in variant.neutrals:
        known_places = _stood_or_led(before, adjudication, side.name, variant)
        for unit in adjudication.after.units:
            new = not known_places >> province_of[unit.location] & 1
            if unit.power == side.name and new:
                yield unit


def lost(unit: Unit, variant: Variant) -> Text:
    """Return that a dislodged unit is disbanded immediately, with the reason."""
    may_retreat = all(rule.may_retreat(unit, variant) for rule in variant.rules.special)
    if may_retreat:
        return message("has nowhere to go and is disbanded")
    return message("does not retreat and is disbanded")


def _stood_or_led(before: Position, adjudication: Adjudication, side: str, variant: Variant) -> int:
    """Return the mask of places where units of `side` stayed, or where orders led them."""
    province_of = variant.geography.province_of
    places = {province_of[u.location] for u in before.units if u.power == side}
    left, reached = set[int](), set[int]()
    for outcome in adjudication.outcomes:
        if outcome.succeeded and power_of(outcome.order) == side:
            match outcome.order:
                case Move(unit, to):
                    left.add(province_of[unit.location])
                    reached.add(province_of[to])
                case Retreat(target=to) | Build(location=to):
                    reached.add(province_of[to])
                case _:
                    continue
    return mask_of(places - left | reached)
