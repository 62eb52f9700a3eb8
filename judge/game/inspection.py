"""Questions about one game, and their answers: its state, its past, its audit trail."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from judge.engine import Declare, Outcome, Phase, PhaseKind, Vote, Waive
from judge.game.base import Event, Fact, Refusal, Refused, Reply, kinds_of
from judge.game.clock import has_sent, late_powers
from judge.game.inquiry import Asker, Inquiry
from judge.game.model import (
    MASTER,
    OVER,
    ChainedEntry,
    FinishedPhase,
    Game,
    Player,
    Reader,
    Seat,
    Stage,
)
from judge.game.orders.sheet import OrderSheet, has_orders_to_give, order_sheet, slot
from judge.game.refusals import NoSuchGame, NoSuchPhase, NotSignedOn
from judge.game.seats import leads, power_names, surviving_powers
from judge.game.settings.options import document_of
from judge.game.vision import known_player, reader_of, view
from judge.game.when import local_time, read_day
from judge.messages import message
from judge.notation import names_of, phase_of, provinces_named

_MOST_ROWS = 100
_PHASE = re.compile(r"([SFW])(-?\d+)([MRA])")
_BEGINNING = (-sys.maxsize, 0, 0)
_END = (sys.maxsize, 0, 0)


class NothingProcessed(Refusal, frozen=True):
    """No phase of `game` is over yet; `phase` is the running one, None before the start.

    `deadline` is None while the clock is stopped.
    """

    game: str
    phase: Phase | None
    deadline: datetime | None

    in_short = message("nothing processed yet")


@dataclass(frozen=True, slots=True)
class PowerStatus:
    """The state of one power for its Master."""

    power: str
    vacant: bool
    #: None if the power has nothing to order.
    sheet: OrderSheet | None = None
    #: Its player has sent order lines in this phase.
    sent: bool = False
    late: bool = False
    #: Its player asked to wait for the deadline, or until a moment.
    waits: bool = False
    until: datetime | None = None
    #: Phases in a row without orders.
    missed: int = 0
    #: Its player's absences that are not over, as (from, until).
    away: tuple[tuple[datetime, datetime], ...] = ()
    #: Mail to its player bounces.
    unreachable: bool = False
    #: Somebody else may take the seat.
    sought: bool = False
    #: Nobody is asked to play it.
    dummy: bool = False


class StatusShown(Reply, frozen=True):
    """The state of a game for its Master: a row for each surviving power."""

    game: Game
    rows: tuple[PowerStatus, ...]


class SettingsShown(Reply, frozen=True):
    """All settings of a game as (name, value), as SET reads them."""

    game: Game
    values: tuple[tuple[str, str], ...]


class SummaryShown(Reply, frozen=True):
    """The summary of a game, as the player in `role` sees it."""

    game: Game
    role: str = ""


class HistoryShown(Reply, frozen=True):
    """Past phases of a game, oldest first, as the player in `role` saw them."""

    game: Game
    phases: tuple[FinishedPhase, ...]
    role: str = ""


class MapShown(Reply, frozen=True):
    """A board as the player in `role` sees it: now, or after the phase `finished`."""

    game: Game
    finished: FinishedPhase | None
    role: str = ""


class OrderExplained(Reply, frozen=True):
    """The outcome of the order to `unit`, with the reason.

    `unit` is in the asker's words. `outcome` is None if the player in `role` knows of no such
    order.
    """

    game: Game
    finished: FinishedPhase
    unit: str
    outcome: Outcome | None
    role: str = ""


class ChoicesShown(Reply, frozen=True):
    """The orders from which the player of `power` may choose for their units in `units`.

    Both `units` and `targets` are provinces; () means all units, and no target. `asked` is the
    kind of phase to which the question belongs, None for any. The game is as the player sees it.
    """

    game: Game
    power: str
    units: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    asked: PhaseKind | None = None


@dataclass(frozen=True, slots=True)
class TrailRow:
    """An entry of the audit trail as its reader sees it.

    `by` is the actor in their `role`, None for the clock or if the reader may not know the person.
    `text` is None if it was erased, or if it is `withheld` because the reader may not read it.
    """

    at: datetime
    by: Player | None
    role: str
    text: str | None
    withheld: bool
    digest: str
    link: str


class TrailShown(Reply, frozen=True):
    """The audit trail of a game: the `rows` that its reader may see.

    `open` is true if the reader may know the number of entries. Then `count` is that number,
    `unbroken` is true if nothing was changed in the chain, and `end` is its last link. `more` is
    the number of older rows that are not shown.
    """

    game: Game
    rows: tuple[TrailRow, ...]
    count: int
    open: bool
    unbroken: bool
    end: str
    more: int = 0


class GameExported(Reply, frozen=True):
    """A game as files for programs, as the `reader` sees it.

    A long game is sent in `parts`, of which this is one.
    """

    game: Game
    reader: Reader
    part: int = 1
    parts: int = 1


class GameInquiry(Inquiry, frozen=True):
    """A question about one game: the game that it names, or the game of its section."""

    def answer(self, asker: Asker) -> Event:
        """Return the answer, or the refusal for a game that does not exist."""
        if asker.game is None:
            name = self.game_named()
            return self.refused(NoSuchGame(name) if name else NotSignedOn())
        return self.answer_on(asker.game, reader_of(asker.game, asker.player, asker.role), asker)

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> Event:
        """Return the answer about the game, without anything that the reader may not know."""
        raise NotImplementedError


class Summary(GameInquiry, frozen=True):
    """Show the players of a game, and the centers of each power, year by year."""

    game: str = ""

    name = "SUMMARY"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> SummaryShown:
        """Return the summary."""
        return SummaryShown(view(game, reader), reader.role)


class Status(GameInquiry, frozen=True):
    """Show the state of a game; a Master sees which powers have sent orders."""

    game: str = ""

    name = "STATUS"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> StatusShown | SummaryShown:
        """Return the state of each power for a Master, and the summary for others."""
        known = view(game, reader)
        if reader.role != MASTER or game.position is None:
            return SummaryShown(known, reader.role)
        alive = surviving_powers(game)
        seats = (seat for seat in game.seats if seat.power in alive)
        return StatusShown(known, tuple(_status(seat, game, asker) for seat in seats))


class ShowSettings(GameInquiry, frozen=True):
    """Show all settings of a game, in lines that can be sent back."""

    game: str = ""

    name = "SETTINGS"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> SettingsShown:
        """Return all settings of the game; settings are no secret."""
        values = document_of(game.settings, game.variant, forming=game.stage is Stage.FORMING)
        return SettingsShown(view(game, reader), values)


class History(GameInquiry, frozen=True):
    """Show the results of past phases, from `first` to `last` (`S1901M`)."""

    game: str = ""
    first: str = ""
    last: str = ""

    name = "HISTORY"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> HistoryShown | Refused:
        """Return the phases from `first` to `last`."""
        game = view(game, reader)
        first = _limit(self.first, _BEGINNING, game, asker)
        last = _limit(self.last, _END, game, asker)
        running = _nth(str(game.position.phase), _END) if game.position else _BEGINNING
        for named, at in ((self.first, first), (self.last, last)):
            if at is None:
                return self.refused(NoSuchPhase(named))
        assert first is not None
        assert last is not None
        if isinstance(first, tuple) and self.first and running and first > running:
            return self.refused(NoSuchPhase(self.first))
        zone = asker.player.zone
        shown = tuple(
            done
            for done in game.history
            if _comes_by(first, done, zone) <= 0 <= _comes_by(last, done, zone)
        )
        return HistoryShown(game, shown, reader.role)


class Map(GameInquiry, frozen=True):
    """Show the current board, or the board after a finished `phase` (`S1901M`)."""

    game: str = ""
    phase: str = ""

    name = "MAP"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> MapShown | Refused:
        """Return the current board, or the board after a phase."""
        game = view(game, reader)
        running = game.position.phase if game.position else None
        named = phase_of(self.phase, game.variant)
        if named in ("", str(running)):
            return MapShown(game, None, reader.role)
        done = next((one for one in game.history if str(one.phase) == named.upper()), None)
        if done is None:
            return self.refused(NoSuchPhase(self.phase))
        return MapShown(game, done, reader.role)


class Explain(GameInquiry, frozen=True):
    """Explain the result of the order to `unit` in the finished `phase` (`S1901M`).

    "" means the newest phase, back to the last movement, in which the unit had an order.
    """

    unit: str
    game: str = ""
    phase: str = ""

    name = "EXPLAIN"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> OrderExplained | Refused:
        """Return the outcome of the order to a unit, as its reader may know it."""
        game = view(game, reader)
        phases = _phases_meant(phase_of(self.phase, game.variant), game)
        if not game.history:
            running = game.position.phase if game.position else None
            return self.refused(NothingProcessed(game.name, running, game.deadline))
        if not phases:
            return self.refused(NoSuchPhase(self.phase))
        places = provinces_named(self.unit, names_of(game.variant))
        for finished in phases:
            outcome = _outcome_at(places, finished, game)
            if outcome is not None:
                break
        return OrderExplained(game, finished, self.unit, outcome, reader.role)


class ShowChoices(GameInquiry, frozen=True):
    """Show where units of the asker's power may go, or what it may build or must remove.

    The fields are those of `ChoicesShown`.
    """

    units: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    asked: PhaseKind | None = None

    name = "CHOICES"

    def answer_on(
        self, game: Game, reader: Reader, asker: Asker
    ) -> ChoicesShown | SummaryShown | StatusShown:
        """Return the choices of a player, and the state of the game for anybody else."""
        plays = game.stage is Stage.ACTIVE and reader.role in power_names(game)
        if not plays or game.position is None:
            return Status().answer_on(game, reader, asker)
        return ChoicesShown(view(game, reader), reader.role, self.units, self.targets, self.asked)


class Audit(GameInquiry, frozen=True):
    """Show the audit trail of a game, or its part for one `phase`."""

    game: str = ""
    phase: str = ""

    name = "AUDIT"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> TrailShown:
        """Return the audit trail of the game, as its reader may know it.

        Players see their own acts, and the entries that they were told of by mail. While a game
        runs, only a Master who does not play in it may know the number of entries.
        """
        leading = leads(game, reader)
        is_open = leading or game.stage in OVER
        chain = asker.trail(game.name)
        phase = phase_of(self.phase, game.variant)
        rows = tuple(
            _row(one, game, reader, leading=leading)
            for one in chain.entries
            if phase in ("", one.entry.phase)
            if is_open or _is_own(one, reader)
        )
        return TrailShown(
            view(game, reader),
            rows[-_MOST_ROWS:],
            chain.count,
            open=is_open,
            unbroken=chain.whole,
            end=chain.end,
            more=len(rows[:-_MOST_ROWS]),
        )


class Export(GameInquiry, frozen=True):
    """Send the game as files for programs; a long game is sent in parts, one part a letter."""

    game: str = ""
    part: int = 1

    name = "EXPORT"

    def answer_on(self, game: Game, reader: Reader, asker: Asker) -> GameExported:
        """Return the game as its reader may see it."""
        return GameExported(view(game, reader), reader, self.part)


def _status(seat: Seat, game: Game, asker: Asker) -> PowerStatus:
    owing = has_orders_to_give(game, seat.power)
    if seat.player is None:
        return PowerStatus(seat.power, vacant=True, dummy=seat.dummy)
    return PowerStatus(
        power=seat.power,
        vacant=False,
        sheet=order_sheet(game, seat.power) if owing else None,
        sent=has_sent(seat),
        late=game.grace is not None and seat.power in late_powers(game),
        waits=seat.wait,
        until=seat.wait_until,
        missed=seat.missed,
        away=seat.absences,
        unreachable=seat.player.address.lower() in asker.unreachable(),
        sought=seat.sought,
        dummy=seat.dummy,
    )


def _limit(
    name: str, or_else: tuple[int, int, int], game: Game, asker: Asker
) -> tuple[int, int, int] | date | None:
    """Return the phase or the day that `name` means, None if it means neither.

    A phase is returned as its key of `_nth`, and `or_else` for "". A day without a year is the
    first such day since the game was created.
    """
    phase = _nth(phase_of(name, game.variant), or_else)
    return phase or read_day(name, asker.player.zone, game.created)


def _comes_by(limit: tuple[int, int, int] | date, done: FinishedPhase, zone: str) -> int:
    """Return -1, 0 or 1: `limit` is before, at or after the finished phase."""
    if isinstance(limit, date):
        day = local_time(done.processed, zone).date()
        return (limit > day) - (limit < day)
    nth = _nth(str(done.phase), _END) or _END
    return (limit > nth) - (limit < nth)


def _nth(name: str, or_else: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """Return a key to sort phases by time, `or_else` for "", None for a word that is no phase."""
    if not name:
        return or_else
    found = _PHASE.fullmatch(name.upper())
    if found is None:
        return None
    return int(found[2]), "SFW".index(found[1]), "MRA".index(found[3])


def _phases_meant(phase: str, game: Game) -> tuple[FinishedPhase, ...]:
    """Return the finished phase of this name; "" means those since the last movement.

    The newest phase comes first.
    """
    if phase:
        return tuple(one for one in game.history if str(one.phase) == phase)
    kinds = [one.phase.kind for one in reversed(game.history)]
    if PhaseKind.MOVEMENT not in kinds:
        return game.history[::-1]
    return game.history[: -kinds.index(PhaseKind.MOVEMENT) - 2 : -1]


def _outcome_at(places: Sequence[int], finished: FinishedPhase, game: Game) -> Outcome | None:
    """Return the outcome of the order to a unit in one of these provinces, None if unknown."""
    known = [
        outcome
        for outcome in finished.adjudication.outcomes
        if not isinstance(outcome.order, Vote | Declare | Waive)
        and slot(outcome.order, game) in places
    ]
    # If a unit had several orders, at most one was possible and counted.
    counted = [outcome for outcome in known if not outcome.reason.is_illegal] or known
    return counted[-1] if counted else None


def _row(one: ChainedEntry, game: Game, reader: Reader, *, leading: bool) -> TrailRow:
    entry = one.entry
    between = entry.event in _between_players()
    known = _is_own(one, reader) or (leading and not between)
    # Everybody is told of a proposal, but not whose it is.
    named = known and (not between or entry.actor == reader.player.number)
    by = one.by and known_player(one.by, game, reader)
    return TrailRow(
        at=entry.at,
        by=by if named and by is not None and by.number > 0 else None,
        role=entry.role if named else "",
        text=entry.text if known else None,
        withheld=not known,
        digest=one.digest,
        link=one.link,
    )


@cache
def _between_players() -> frozenset[str]:
    """Return the names of the facts that a Master may read no more than players may."""
    return frozenset(one.__name__ for one in kinds_of(Fact) if one.between_players)


def _is_own(one: ChainedEntry, reader: Reader) -> bool:
    """Return whether the reader is the actor, or was told of the entry."""
    number = reader.player.number
    return number > 0 and (one.entry.actor == number or number in one.entry.told)
