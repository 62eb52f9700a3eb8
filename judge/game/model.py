"""A game as the judge knows it: one frozen value with all there is to decide on."""

from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum

from judge.engine import Adjudication, Order, Phase, PhaseKind, Position, Variant

MASTER = "Master"
OBSERVER = "Observer"
ENTRANT = "Entrant"


@dataclass(frozen=True, slots=True)
class Player:
    """A person, known by mail address; `zone` is an IANA time zone.

    `number` is the store's; 0 stands for somebody who is not registered.
    """

    number: int
    name: str
    address: str
    zone: str = "UTC"


class Stage(Enum):
    """How far a game has come."""

    FORMING = "forming"
    ACTIVE = "active"
    PAUSED = "paused"
    FINISHED = "finished"
    TERMINATED = "terminated"


class Nmr(Enum):
    """What happens to a power without orders when its grace has passed."""

    HOLD = "hold"  # its units hold and the game goes on
    WAIT = "wait"  # the seat falls vacant and the game waits for a replacement


class Early(Enum):
    """Whether a phase is processed before its deadline when all orders are in."""

    ROLLING = "rolling"  # yes, and the next deadline counts from that moment
    FIXED = "fixed"  # yes, but the next deadline counts from the old one
    NEVER = "never"


class PressRule(Enum):
    """To whom a game allows press."""

    FULL = "full"
    BROADCAST = "broadcast"  # to all only
    PARTIAL = "partial"  # to some only, never to all
    NONE = "none"


class Signing(Enum):
    """Whether press tells which power wrote it."""

    CHOICE = "white/grey"  # it does, unless its writer says GREY
    HIDING = "grey/white"  # it does not, unless its writer says WHITE
    ALWAYS = "white"
    NEVER = "grey"


class Builds(Enum):
    """Where powers build, when the Master and not the variant says so."""

    HOME = "home"
    OWNED = "owned"
    ABERRATION = "aberration"


@dataclass(frozen=True, slots=True)
class Timing:
    """When orders are due.

    `clock` is the time of day of every deadline in `zone`, or None for exact intervals.
    `days` has one place a day from Sunday, as in `-MTWTF-`: a dash is a day without
    deadlines, a small letter one with deadlines after noon only. `delay` passes between
    the last orders and early processing; `reminders` are times before the deadline.
    """

    zone: str = "UTC"
    clock: time | None = time(21, 0)
    movement: timedelta = timedelta(hours=72)
    retreat: timedelta = timedelta(hours=24)
    adjustment: timedelta = timedelta(hours=24)
    days: str = "SMTWTFS"
    grace: timedelta = timedelta(hours=24)
    reminders: tuple[timedelta, ...] = (timedelta(hours=24), timedelta(hours=4))
    delay: timedelta = timedelta(minutes=30)
    early: Early = Early.ROLLING

    def length(self, kind: PhaseKind) -> timedelta:
        """Return how long a phase of `kind` lasts."""
        match kind:
            case PhaseKind.MOVEMENT:
                return self.movement
            case PhaseKind.RETREAT:
                return self.retreat
            case PhaseKind.ADJUSTMENT:
                return self.adjustment


@dataclass(frozen=True, slots=True)
class VariantChanges:
    """What the Master changes in the variant, in all of it before the start.

    None and () leave it as the variant has it. `one_center` makes each center a power
    of its own; `players` is how many people share the powers; `units` are those that a
    power starts with instead, as (power, (`A PAR`, ...)).
    """

    builds: Builds | None = None
    victory: int | None = None
    year: int | None = None
    one_center: bool = False
    units: tuple[tuple[str, tuple[str, ...]], ...] = ()
    no_units: bool = False
    players: int | None = None


@dataclass(frozen=True, slots=True)
class GameSettings:
    """What the Master chose; `listed` games are shown by LIST.

    In a `gunboat` game nobody but the Master knows who plays what before it ends; in a
    `blind` one each power sees no more of the board than `judge/game/vision/sight.py`
    says. `choices` are those among the variant's own options, as (option, choice). With
    `own_address` replies from others than the players' own addresses are asked back.
    """

    timing: Timing = Timing()
    nmr: Nmr = Nmr.HOLD
    press: PressRule = PressRule.FULL
    signing: Signing = Signing.CHOICE
    gunboat: bool = False
    blind: bool = False
    changes: VariantChanges = VariantChanges()
    choices: tuple[tuple[str, str], ...] = ()
    draw_in_all_survivors: bool = True
    convoy_fallback: bool = False
    listed: bool = True
    comment: str = ""
    own_address: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """The tie between a power and its player, with all that power has sent.

    `orders` are those of the running phase, legal ones only; `troubled` are order lines
    of the last letter that could not be read or are illegal, which keep the set from
    being complete. `dated` is when the letter with the latest orders was written.
    `draw` is a standing vote: the powers that would share, or None for no vote.
    `missed` counts phases in a row without orders. `password` is a hash.
    """

    power: str
    player: Player | None = None
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()
    dated: datetime | None = None
    wait: bool = False
    draw: tuple[str, ...] | None = None
    missed: int = 0
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who joined a game that has not started; `preferences` as written."""

    player: Player
    preferences: str = ""
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Follower:
    """A Master or an observer of a game."""

    player: Player
    password: str | None = field(default=None, repr=False)


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


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its players, its board and its clock.

    `position` is None until it starts, `deadline` None while its clock stands. `grace`
    is the second deadline once the first has passed with orders missing. `ready` is
    when the last orders that were needed came in. `held` is until when the phase waits
    because mail could not come in when it was due. `reminded` counts the reminders sent
    for this phase. `seed` makes all chance in the game repeatable.
    """

    name: str
    variant: Variant
    settings: GameSettings
    stage: Stage
    created: datetime
    seed: int = field(repr=False)
    masters: tuple[Follower, ...] = ()
    observers: tuple[Follower, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    seats: tuple[Seat, ...] = ()
    position: Position | None = None
    deadline: datetime | None = None
    grace: datetime | None = None
    ready: datetime | None = None
    held: datetime | None = None
    reminded: int = 0
    history: tuple[FinishedPhase, ...] = ()
    ending: Ending | None = None

    def seat(self, power: str) -> Seat:
        """Return the seat of `power`; KeyError if the game has none such."""
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise KeyError(power)


@dataclass(frozen=True, slots=True)
class Reader:
    """A person in a role who gets a notice.

    A role is a power's name, `Master`, `Observer`, or `Entrant` while a game forms.
    """

    player: Player
    role: str


@dataclass(frozen=True, slots=True)
class LetterTimes:
    """When a letter is answered, when it had come, and when it was written.

    Whether it is in time is a matter of `arrived` alone. `dated` is by what the clock
    of its writer and the mail that it answers tell, and never later than `arrived`.
    """

    now: datetime
    arrived: datetime
    dated: datetime


@dataclass(frozen=True, slots=True)
class Sender:
    """Who gives a command, and in what role ("" for none).

    `proven` is true when a secret reply address, a password or the address he writes
    from showed it; without that nothing may be changed in the name of the role. Whoever
    knows the password of a place speaks for its holder: then `player` is the holder,
    whatever address the letter came from. `on_behalf` is true when the Master acts for
    the power.
    """

    player: Player
    role: str = ""
    proven: bool = False
    on_behalf: bool = False
