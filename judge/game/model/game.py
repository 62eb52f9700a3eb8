"""A game as the judge knows it: one frozen value with all there is to decide on."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from judge.engine import Adjudication, Phase, Position, Variant
from judge.game.model.diary import DiaryNote
from judge.game.model.guests import Guests
from judge.game.model.people import Entrant, Follower
from judge.game.model.press import HeldPress
from judge.game.model.seat import Seat
from judge.game.model.settings import GameSettings


class Stage(Enum):
    """How far a game has come."""

    FORMING = "forming"
    ACTIVE = "active"
    PAUSED = "paused"
    FINISHED = "finished"
    TERMINATED = "terminated"


OVER = frozenset({Stage.FINISHED, Stage.TERMINATED})
OPEN = frozenset(Stage) - OVER


@dataclass(frozen=True, slots=True)
class FinishedPhase:
    """One phase that was processed: the board before, and all that became of it.

    `absent` are the powers that had units to order and sent nothing; `closed` is by
    when letters had to come to count in it, None where that was not noted.
    """

    before: Position
    adjudication: Adjudication
    processed: datetime
    absent: tuple[str, ...] = ()
    closed: datetime | None = None

    @property
    def phase(self) -> Phase:
        """Return which phase it was."""
        return self.before.phase


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: `winners` share it; a solo has one, a terminated game none."""

    winners: tuple[str, ...]
    reason: str


class MotionKind(Enum):
    """What the players of a game may decide without a Master."""

    EXTEND = "extend"
    PAUSE = "pause"
    COMMAND = "command"  # what a Master would, where the game has none


@dataclass(frozen=True, slots=True)
class Motion:
    """What players vote on in this phase: a later deadline, or a pause, `until` then.

    Or that what is in `line` is done; then `until` is None. It is `settled` once it was
    agreed on or turned down. It is `timed` if it, or one before it in this phase, was
    on the clock.
    """

    kind: MotionKind
    until: datetime | None
    reason: str = ""
    settled: bool = False
    line: str = ""
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Review:
    """The Master looks at the results of a phase before all others do.

    Only letters that had come by `closed` count in it; the results go out `until` then
    if he says nothing.
    """

    closed: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its players, its board and its clock.

    `position` is None until it starts, `deadline` None while its clock stands. `grace`
    is the second deadline once the first has passed with orders missing. `ready` is
    when the last orders that were needed came in. `held` is until when the phase waits
    because mail could not come in when it was due, and `resumes` is when a game that is
    paused goes on by itself. Until `muster` those who joined are to confirm it. Under
    `review` the phase is over but its results are not out. The reminders of this phase
    that were due until `reminded` are sent, and `motion` is what its players vote on.
    `undone` are the phases that the last ROLLBACK took back. `edited` is the board as
    this phase found it, where its Master has changed it since. `press_held` is written
    and has not left, and `diary` holds the notes of all who keep one. `standbys` are
    asked first when a power wants a player, longest waiting first. A game `forms_again`
    once its start was taken back, also after another one. `seed` makes all
    chance in it repeatable.
    """

    name: str
    variant: Variant
    settings: GameSettings
    stage: Stage
    created: datetime
    seed: int = field(repr=False)
    masters: tuple[Follower, ...] = ()
    observers: tuple[Follower, ...] = ()
    standbys: tuple[Follower, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    seats: tuple[Seat, ...] = ()
    position: Position | None = None
    deadline: datetime | None = None
    grace: datetime | None = None
    ready: datetime | None = None
    held: datetime | None = None
    resumes: datetime | None = None
    muster: datetime | None = None
    review: Review | None = None
    reminded: datetime | None = None
    history: tuple[FinishedPhase, ...] = ()
    undone: tuple[FinishedPhase, ...] = ()
    edited: Position | None = None
    forms_again: bool = False
    ending: Ending | None = None
    motion: Motion | None = None
    guests: Guests = field(default_factory=Guests)
    press_held: tuple[HeldPress, ...] = ()
    diary: tuple[DiaryNote, ...] = ()

    def seat(self, power: str) -> Seat:
        """Return the seat of `power`; KeyError if the game has none such."""
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise KeyError(power)
