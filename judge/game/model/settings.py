"""What the Master of a game chose: its clock, its press, its rules."""

from dataclasses import dataclass, replace
from datetime import time, timedelta
from enum import Enum

from judge.engine import PhaseKind

_SILENT = 2  # phases in a row without orders


class Nmr(Enum):
    """What happens to a power without orders when its grace has passed."""

    HOLD = "hold"  # its units hold and the game goes on
    CD = "cd"  # it goes on, and what is dislodged retreats where that makes sense
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


class PressLimit(Enum):
    """What a game forbids of the press that it allows."""

    TOUCH = "touch"  # to some it goes to neighbors only
    LATE = "late"  # who is late writes none
    MINOR = "minor"  # there is none in retreats and adjustments, as in the rulebook
    ORDERS = "orders"  # there is none before one's own orders
    OBSERVERS = "observers"  # observers write none


class Signing(Enum):
    """Whether press tells which power wrote it."""

    CHOICE = "white/grey"  # it does, unless its writer says GREY
    HIDING = "grey/white"  # it does not, unless its writer says WHITE
    ALWAYS = "white"
    NEVER = "grey"


class Admission(Enum):
    """Whom a game lets in."""

    OPEN = "open"
    APPROVAL = "approval"  # whom its Master has let in
    INVITED = "invited"  # whom its Master has invited


class Builds(Enum):
    """Where powers build, when the Master and not the variant says so."""

    HOME = "home"
    OWNED = "owned"
    ABERRATION = "aberration"


@dataclass(frozen=True, slots=True)
class KindTiming:
    """What is otherwise for phases of one kind; None is as for all kinds.

    `clock` stands in a place of its own, for None there is no time of day.
    """

    kind: PhaseKind
    clock: tuple[time | None] | None = None
    days: str | None = None
    grace: timedelta | None = None
    nmr: Nmr | None = None
    review: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """When orders are due.

    `clock` is the time of day of every deadline in `zone`, or None for exact intervals.
    `days` has one place a day from Sunday, as in `-MTWTF-`: a dash is a day without
    deadlines, a small letter one with deadlines after noon only. `delay` passes between
    the last orders and early processing; `reminders` are times before the deadline.
    `kinds` is what is otherwise for one kind of phases.
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
    kinds: tuple[KindTiming, ...] = ()

    def own(self, kind: PhaseKind) -> KindTiming:
        """Return what is otherwise for phases of `kind`."""
        return next((one for one in self.kinds if one.kind is kind), KindTiming(kind))

    def of(self, kind: PhaseKind) -> "Timing":
        """Return it as it holds for phases of `kind`."""
        own = self.own(kind)
        return replace(
            self,
            clock=self.clock if own.clock is None else own.clock[0],
            days=own.days or self.days,
            grace=self.grace if own.grace is None else own.grace,
        )

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
    Each player is excused so many times when he misses a deadline; `longest_absence` is
    what he may take without his Master, none if that is zero. With a `patient_start`
    who has sent nothing for the first phase has twice the grace. Where votes do not
    stand, those for a draw are taken back when a phase is over. `press_limits` forbid
    some of the press that is allowed; with `fakes` it may name others than whom it goes
    to, and its writer may take it back for as long as `recall`. Who has missed as many
    phases in a row as `replace_after` says may be replaced, nobody where that is 0.
    `admission`, `most_games`, in which a newcomer may play already, and the least
    `reliability`, in percent, of one of whom it is known, are for those
    whom the Master has neither invited nor allowed; 0 is any number. For so long as
    `review` the Master alone sees the results of a phase, if he does not play. Before
    the start all who joined have to confirm it within `muster`, if that is not zero.
    With `proxies` a player may let another one order units of his. For so long as
    `late_notices` nobody but who is late, and the Masters, is told of it.
    What players propose over the clock needs the vote of each with `time_by_all`, else
    of more than half. A game that is not `moderated` has no Master once it starts, and
    who created it may play in it. Where there may be `tutors` the Master lets observers
    see all, press among it.
    A `sandbox` is one person's own: he orders for all powers, nothing is due or asks to
    be confirmed. A game that is `claimed` was over when it came in from a file.
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
    excuses: int = 0
    longest_absence: timedelta = timedelta(days=15)
    patient_start: bool = False
    votes_stand: bool = True
    press_limits: frozenset[PressLimit] = frozenset()
    fakes: bool = False
    recall: timedelta = timedelta()
    replace_after: int = 0
    admission: Admission = Admission.OPEN
    most_games: int = 0
    sandbox: bool = False
    claimed: bool = False
    reliability: int = 0
    review: timedelta = timedelta()
    muster: timedelta = timedelta()
    proxies: bool = False
    late_notices: timedelta = timedelta()
    time_by_all: bool = False
    moderated: bool = True
    tutors: bool = False

    @property
    def patience(self) -> int:
        """Return after how many missed phases a player may be replaced, 0 for none.

        Where no Master could do it, who is silent has to be replaced some time.
        """
        return self.replace_after or (0 if self.moderated else _SILENT)

    def nmr_in(self, kind: PhaseKind) -> Nmr:
        """Return what happens to who sends nothing in a phase of `kind`."""
        return self.timing.own(kind).nmr or self.nmr

    def review_in(self, kind: PhaseKind) -> timedelta:
        """Return for how long the Master alone sees results of a phase of `kind`."""
        own = self.timing.own(kind).review
        return self.review if own is None else own
