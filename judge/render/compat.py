"""Facts for the lines that programs read in mails of the older judges.

`templates/compat` has the forms of these lines; the words between them are our own.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from msgspec import structs

from judge.engine import (
    Build,
    Disband,
    Hold,
    Move,
    Order,
    Outcome,
    Phase,
    PhaseKind,
    Position,
    Reason,
    Retreat,
    Season,
    Unit,
    UnitKind,
    UnitOrder,
    Waive,
    adjustments,
    bits,
    power_of,
    size_of,
    supply,
    years_between,
)
from judge.game import (
    OVER,
    Event,
    FinishedPhase,
    Game,
    GameStarted,
    ObserverJoined,
    OrderSheet,
    OrdersShown,
    PowerTakenOver,
    editing,
    filing,
    inspection,
    is_blind,
    rolling,
    turn,
)
from judge.notation import location_name, long_order
from judge.pictures import way_of
from judge.render.facts.board import units_back
from judge.render.facts.pages import Facts, Scene, board_at, game_in
from judge.render.facts.results import dislodged_units
from judge.render.words import NamedPosition

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)
_LETTERS = {PhaseKind.MOVEMENT: "M", PhaseKind.RETREAT: "R", PhaseKind.ADJUSTMENT: "B"}
_PHASE_KINDS = {
    PhaseKind.MOVEMENT: "Movement",
    PhaseKind.RETREAT: "Retreat",
    PhaseKind.ADJUSTMENT: "Adjustment",
}
_SEASONS = {Season.SPRING: "Spring", Season.FALL: "Fall", Season.WINTER: "Winter"}


@dataclass(frozen=True, slots=True)
class Title:
    """A phase as in titles: `Movement`, `Spring`, 1901, and its `number`.

    The number counts phases from 1, and has at least three digits.
    """

    kind: str
    season: str
    year: int
    number: str


def title_of(phase: Phase, first: Phase) -> Title:
    """Return the title of a phase in a game that begins with `first`.

    The number follows the calendar, in which a year has five phases. So it is the same in all
    mails, even if phases were skipped.
    """
    number = _place(phase) + 5 * years_between(first.year, phase.year) - _place(first)
    season = _SEASONS[phase.season]
    return Title(_PHASE_KINDS[phase.kind], season, phase.year, f"{number + 1:03}")


def _place(phase: Phase) -> int:
    """Return the index of a phase within its year, from 0."""
    if phase.season is Season.WINTER:
        return 4
    return 2 * (phase.season is Season.FALL) + (phase.kind is PhaseKind.RETREAT)


def header_facts(game: Game | None, judge: str) -> dict[str, str] | None:
    """Return the header fields of a mail about `game`, or None without a game.

    `judge` is the address of the judge.
    """
    if game is None:
        return None
    position = game.position or game.variant.start
    until = game.grace or game.deadline or _NEVER
    title = "_".join(part.capitalize() for part in game.variant.name.split("_"))
    gunboat = " Gunboat" if game.settings.gunboat else ""
    blind = " Blind" if game.settings.blind else ""
    return {
        "judge": judge_of(judge),
        "game": game.name[:1].upper() + game.name[1:],
        "variant": f"{title}{gunboat}{blind}",
        "phase": phase_id(position.phase, over=game.stage in OVER),
        "deadline": stamp(until),
    }


def judge_of(address: str) -> str:
    """Return the name of a judge: the local part of its address."""
    return address.partition("@")[0].upper()


def phase_id(phase: Phase, *, over: bool = False) -> str:
    """Return a phase as the older judges write it: Winter is `F1901B`.

    After the game is `over`, an X replaces the letter of the kind of orders.
    """
    season = "F" if phase.season is Season.WINTER else phase.season.value
    return f"{season}{phase.year}{'X' if over else _LETTERS[phase.kind]}"


def stamp(moment: datetime) -> str:
    """Return a moment as `Fri Nov 27 2026 23:30:00 +0000`, in UTC."""
    return f"{moment.astimezone(UTC):%a %b %d %Y %H:%M:%S %z}"


_COAST = re.compile(r"\((?:North|South|East|West) Coast\)")
_UNIT_KINDS = {UnitKind.ARMY: "Army", UnitKind.FLEET: "Fleet"}


@dataclass(frozen=True, slots=True)
class Row:
    """One line about a power's unit or order."""

    power: str
    #: `order`, `unordered`, `standing`, `build`, `remove`, `waive`, `default` or `pending`.
    deed: str
    #: The unit's place and, for an order, its remaining words; for `pending` a number.
    text: str = ""
    #: `Army` or `Fleet`; for `pending` the kind of adjustment.
    kind: str = ""
    #: The result of the order.
    marks: str = ""


def place(location: int, board: NamedPosition) -> str:
    """Return a location by its name: `St Petersburg (south coast)`."""
    return _plain(location_name(location, board.geography))


def unit_row(unit: Unit, deed: str, board: NamedPosition) -> Row:
    """Return a row that names only a unit."""
    where = place(unit.location, board)
    return Row(unit.power, deed, where, _UNIT_KINDS[unit.kind])


def row_of(order: Order, board: NamedPosition, others: Sequence[Order], marks: str = "") -> Row:
    """Return an order as a row; `others` are all known orders of its phase."""
    kind = board.position.phase.kind
    match order:
        case Waive():
            return Row(order.power, "waive", marks=marks)
        case Build():
            army = order.kind is UnitKind.ARMY  # armies have no coast, even if the order names one
            site = board.province(order.location) if army else order.location
            where = place(site, board)
            return Row(order.power, "build", where, _UNIT_KINDS[order.kind], marks)
        case Disband() if kind is PhaseKind.ADJUSTMENT:
            where, unit = place(order.unit.location, board), order.unit
            return Row(unit.power, "remove", where, _UNIT_KINDS[unit.kind], marks)
        case Move():
            route = way_of(order, others, board.geography)
            text = " -> ".join(place(location, board) for location in route)
            name = _UNIT_KINDS[order.unit.kind]
            return Row(order.unit.power, "order", text, name, marks)
        case _:
            whole = _plain(long_order(order, board.variant, board.position))
            name, _, text = whole.partition(" ")
            return Row(power_of(order), "order", text, name, marks)


def sheet_rows(sheet: OrderSheet, board: NamedPosition) -> tuple[Row, ...]:
    """Return the orders of one power in sequence, and its units without orders."""
    orders = [row_of(order, board, sheet.orders) for order in sheet.orders]
    missing = [unit_row(unit, "unordered", board) for unit in sheet.missing]
    return (*orders, *missing, *pending_rows(sheet.power, sheet.pending))


def pending_rows(power: str, pending: int) -> Iterator[Row]:
    """Yield a row for builds (positive) or removals (negative) without orders."""
    if pending:
        yield Row(power, "pending", str(abs(pending)), "build" if pending > 0 else "removal")


def standing_rows(units: Iterable[Unit], board: NamedPosition) -> tuple[Row, ...]:
    """Return the units on a board as rows."""
    return tuple(unit_row(unit, "standing", board) for unit in units)


def _plain(text: str) -> str:
    """Return names as programs know them: coasts in lower case, no double armies."""
    named = _COAST.sub(lambda match: match[0].lower(), text)
    return named.replace("Double army", "Army")


Owned = tuple[str, tuple[str, ...]]
"""A power, or `Unowned`, and the names of its centers."""


@dataclass(frozen=True, slots=True)
class DislodgedRow:
    """A dislodged unit, and its possible retreats; none if it was destroyed immediately.

    `known` is false if the retreats are hidden from the reader.
    """

    power: str
    kind: str
    place: str
    retreats: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class Balance:
    """A power's centers and units after a Fall; `due` is its builds, negative for removals."""

    power: str
    centers: int
    units: int
    due: int


@dataclass(frozen=True, slots=True)
class CompatBoard:
    """A board at the start of a phase; `units` by power, without dislodged ones."""

    title: Title
    units: tuple[tuple[Row, ...], ...]
    dislodged: tuple[DislodgedRow, ...]
    owned: tuple[Owned, ...]
    balance: tuple[Balance, ...]


def compat_board(board: NamedPosition, only: str | None) -> CompatBoard:
    """Return the contents of a board; in a blind game `only` is the reader's power."""
    position, phase = board.position, board.position.phase
    counted = phase.kind is PhaseKind.ADJUSTMENT
    return CompatBoard(
        title=title_of(phase, board.variant.start.phase),
        units=rows_by_power(standing_rows(position.units, board), board),
        dislodged=tuple(
            dislodged_row(dislodged.unit, dislodged.retreats, board, only)
            for dislodged in position.dislodged
        ),
        owned=tuple(owned_in(board)),
        balance=tuple(balances(board, only)) if counted else (),
    )


def rows_by_power(rows: Sequence[Row], board: NamedPosition) -> tuple[tuple[Row, ...], ...]:
    """Return the rows of each power that has any."""
    sides = (side.name for side in board.variant.sides)
    own = (tuple(row for row in rows if row.power == side) for side in sides)
    return tuple(filter(None, own))


def dislodged_row(
    unit: Unit, retreats: Sequence[int], board: NamedPosition, only: str | None
) -> DislodgedRow:
    """Return a dislodged unit with its retreats; in a blind game only `only` knows them."""
    row = unit_row(unit, "dislodged", board)
    return DislodgedRow(
        power=board.variant.power(unit.power).adjective,
        kind=row.kind,
        place=row.text,
        retreats=tuple(place(location, board) for location in retreats),
        known=only in (None, unit.power),
    )


def owned_in(board: NamedPosition) -> Iterator[Owned]:
    """Yield each power with the centers that it owns."""
    owners = board.position.owners
    for power in board.variant.sides:
        own = [n for n, owner in enumerate(owners) if owner == power.name]
        if own:
            yield power.name, _names(own, board)
    free = [n for n in bits(board.geography.centers) if owners[n] is None]
    if free:
        yield "Unowned", _names(free, board)


def _names(provinces: Sequence[int], board: NamedPosition) -> tuple[str, ...]:
    return tuple(sorted(place(province, board) for province in provinces))


def balances(board: NamedPosition, only: str | None) -> Iterator[Balance]:
    """Yield the builds and removals that are due; in a blind game only those of `only`."""
    worth = supply(board.position, board.variant)
    due = adjustments(board.position, board.variant)
    for side in board.variant.sides:
        own = [unit for unit in board.position.units if unit.power == side.name]
        if (own or worth[side.name]) and only in (None, side.name):
            yield Balance(side.name, worth[side.name], len(own), due.get(side.name, 0))


_MARKS = {
    Reason.SUCCEEDED: "",
    Reason.BOUNCED: "bounce",
    Reason.OWN_UNIT: "bounce",
    # jDip reads no mail with a mark that it does not know, and it does not know `disrupted`.
    Reason.DISRUPTED: "no convoy",
    Reason.NO_CONVOY: "no convoy",
    Reason.CUT: "cut",
    Reason.DISLODGED: "dislodged",
    Reason.VOID: "void",
    Reason.CLASHED: "bounce, destroyed",
    Reason.NO_RETREAT: "destroyed",
}
_DRIVEN = "dislodged"


@dataclass(frozen=True, slots=True)
class CompatResults:
    """The results of a phase: `orders` by power, and the rest by the kind of phase.

    `owned` are the names of centers by power, of centers without owner as `Unowned`.
    """

    title: Title
    orders: tuple[tuple[Row, ...], ...]
    dislodged: tuple[DislodgedRow, ...]
    owned: tuple[Owned, ...]
    balance: tuple[Balance, ...]


def compat_results(
    finished: FinishedPhase, board: NamedPosition, only: str | None
) -> CompatResults:
    """Return the results of a phase that began with `board`.

    In a blind game `only` is the reader's power.
    """
    variant, adjudication = board.variant, finished.adjudication
    rows = _orders(finished, board, only)
    # A reader with limited sight cannot tell whether a unit newly in sight was there before.
    if only is None:
        # A rule put these units back on the board, as if they were built.
        back = units_back(board.position, adjudication, variant)
        rows += [unit_row(unit, "build", board) for unit in back]
    after = NamedPosition(adjudication.after, variant)
    open_to = {dislodged.unit: dislodged.retreats for dislodged in after.position.dislodged}
    # Owners change at the end of Fall, after its retreats.
    counted = (
        finished.phase.season is Season.FALL and after.position.phase.kind is not PhaseKind.RETREAT
    )
    return CompatResults(
        title=title_of(finished.phase, variant.start.phase),
        orders=rows_by_power(rows, board),
        dislodged=tuple(
            dislodged_row(unit, open_to.get(unit, ()), board, only)
            for unit in dislodged_units(board.position, adjudication, variant)
        ),
        owned=tuple(owned_in(after)) if counted else (),
        balance=tuple(balances(after, only)) if counted else (),
    )


def _orders(finished: FinishedPhase, board: NamedPosition, only: str | None) -> list[Row]:
    """Return the order of each unit of the phase with its result."""
    if finished.phase.kind is PhaseKind.ADJUSTMENT:
        return _adjusted(finished, board, only)
    province_of = board.geography.province_of
    # If there are several orders to one unit, the possible one counted.
    chosen: dict[int, Outcome] = {}
    for outcome in finished.adjudication.outcomes:
        if isinstance(outcome.order, UnitOrder):
            here = province_of[outcome.order.unit.location]
            if here not in chosen or not outcome.reason.is_illegal:
                chosen[here] = outcome
    units = board.position.units
    if finished.phase.kind is PhaseKind.RETREAT:
        units = tuple(dislodged.unit for dislodged in board.position.dislodged)
    orders = [one.order for one in chosen.values() if not one.reason.is_illegal]
    driven = set(dislodged_units(board.position, finished.adjudication, board.variant))
    rows = []
    for unit in units:
        if found := chosen.get(province_of[unit.location]):
            marks = (_MARKS.get(found.reason, "void"), _DRIVEN if unit in driven else "")
            text = ", ".join(dict.fromkeys(filter(None, marks)))
            if unit.power in finished.absent and isinstance(found.order, Hold):
                rows.append(replace(unit_row(unit, "unordered", board), marks=text))
            else:
                order = _landed(found, finished.adjudication.after, board)
                rows.append(row_of(order, board, orders, text))
    return rows


def _landed(outcome: Outcome, after: Position, board: NamedPosition) -> Order:
    """Return the order with its fleet's final coast, even if the order named none."""
    order = outcome.order
    if not outcome.succeeded or not isinstance(order, Move | Retreat):
        return order
    target = board.province(order.target)
    locations = (unit.location for unit in after.units if board.province(unit.location) == target)
    return structs.replace(order, target=next(locations, order.target))


def _adjusted(finished: FinishedPhase, board: NamedPosition, only: str | None) -> list[Row]:
    """Return the builds and removals of the phase, and how many builds were not ordered."""
    rows: list[Row] = []
    used = Counter[str]()
    for outcome in finished.adjudication.outcomes:
        order = outcome.order
        if outcome.reason is Reason.CIVIL_DISORDER:
            assert isinstance(order, Disband)
            rows.append(unit_row(order.unit, "default", board))
        elif outcome.succeeded and isinstance(order, Build | Disband | Waive):
            rows.append(row_of(order, board, ()))
            if not isinstance(order, Disband):
                used[order.power] += size_of(order)
    for power, due in adjustments(board.position, board.variant).items():
        if only in (None, power):
            rows += pending_rows(power, max(0, due - used[power]))
    return rows


def compat_facts(event: Event, scene: Scene, address: str) -> Facts:
    """Return the facts for the lines for programs, or {} if the event has none.

    `address` is the address of the judge.
    """
    match event:
        case turn.PhaseProcessed(deadline=due):
            game = game_in(scene)
            coming = title_of(event.adjudication.after.phase, game.variant.start.phase)
            return {
                "past": _results(event.finished, game, scene.reader.role),
                "coming": None if due is None else coming,
                "stamp": "" if due is None else stamp(due),
            }
        case inspection.HistoryShown():
            past = [_past(finished, event) for finished in event.phases]
            return {"past": past, "judge": judge_of(address)}
        case GameStarted():
            board = NamedPosition(event.position, game_in(scene).variant)
            return {
                "title": title_of(event.position.phase, board.variant.start.phase),
                "rows": standing_rows(event.position.units, board),
                "stamp": stamp(event.deadline),
            }
        case filing.OrdersFiled() | OrdersShown() | filing.OrdersUndone() | filing.PlanTaken():
            board = board_at(game_in(scene), event.sheet.phase)
            return {
                "title": title_of(event.sheet.phase, board.variant.start.phase),
                "rows": sheet_rows(event.sheet, board),
                "missing": bool(event.sheet.missing or event.sheet.pending),
            }
        case inspection.MapShown(game=game, finished=done):
            position = done.adjudication.after if done else game.position or game.variant.start
            return _board(position, game, event.role)
        case (
            rolling.GameRolledBack()
            | rolling.GameRolledForward()
            | ObserverJoined()
            | editing.PositionEdited()
            | PowerTakenOver()
        ) if scene.game and scene.game.position:
            return _board(scene.game.position, scene.game, scene.reader.role)
        case _:
            return {}


def _past(finished: FinishedPhase, event: inspection.HistoryShown) -> Facts:
    game, after = event.game, finished.adjudication.after.phase
    latest = game.position is not None and after == game.position.phase
    ended = latest and game.stage in OVER
    return {
        "results": _results(finished, game, event.role),
        "stamp": stamp(finished.processed),
        "phase": phase_id(finished.phase),
        "coming": None if ended else title_of(after, game.variant.start.phase),
    }


def _board(position: Position, game: Game, role: str) -> Facts:
    only = role if is_blind(game, role) else None
    return {"status": compat_board(NamedPosition(position, game.variant), only)}


def _results(finished: FinishedPhase, game: Game, role: str) -> CompatResults:
    only = role if is_blind(game, role) else None
    return compat_results(finished, NamedPosition(finished.before, game.variant), only)
