"""A game as values: its people, seats, settings, press, and what others know of it."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from enum import Enum

from judge.engine import Adjudication, Order, Phase, PhaseKind, Position, Unit, Variant


class Format(Enum):
    """In which form a mail is written; the text is in all of them."""

    HTML = "html"
    PLAIN = "plain"
    COMPAT = "compat"  # text that programs read which were made for older judges


class Pictures(Enum):
    """Whether a mail brings the picture of a board along."""

    YES = "yes"
    SMALL = "small"
    NO = "no"


class Digest(Enum):
    """How often that comes in one mail which may wait."""

    OFF = "off"
    DAY = "day"
    PHASE = "phase"


class WhoisPart(Enum):
    """What others are told of somebody beside his name."""

    ADDRESS = "address"
    ZONE = "zone"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person wants of his mail; moments of the day are those of his zone.

    A daily digest leaves at `digest_at`. Press waits for more of it as long as `batch`.
    From the first to the second of the `quiet` hours nothing comes that may wait. With
    `reminders`, times before a deadline, those of the game do not count. WHOIS shows
    what is `shown`. With `json` mails that tell of a board bring it for programs, too.
    Each week he is told of the games that have `openings`; as a `monitor` he gets what
    is public of all games that LIST shows.
    """

    format: Format = Format.HTML
    pictures: Pictures = Pictures.YES
    digest: Digest = Digest.OFF
    digest_at: time = time(18)
    batch: timedelta = timedelta()
    quiet: tuple[time, time] | None = None
    reminders: tuple[timedelta, ...] | None = None
    shown: tuple[WhoisPart, ...] = ()
    json: bool = False
    openings: bool = False
    monitor: bool = False


DEFAULT_PREFERENCES = Preferences()


MASTER = "Master"
OBSERVER = "Observer"
STANDBY = "Stand-by"
TUTOR = "Tutor"
MONITOR = "Monitor"  # has no place in any game, and reads what is public of all
ENTRANT = "Entrant"


@dataclass(frozen=True, slots=True)
class Player:
    """A person, known by mail address; `zone` is an IANA time zone.

    `preferences` are what he wants of his mail.

    `number` is the store's; 0 stands for somebody who is not registered.
    """

    number: int
    name: str
    address: str
    zone: str = "UTC"
    preferences: Preferences = DEFAULT_PREFERENCES


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who joined a game that has not started; `preferences` as written.

    When it was full he said that he was `here` still.
    """

    player: Player
    preferences: str = ""
    password: str | None = field(default=None, repr=False)
    here: datetime | None = None


@dataclass(frozen=True, slots=True)
class Follower:
    """A Master, an observer or a tutor of a game, or one who stands by to play in it.

    An observer may want its news after a `delay`.
    """

    player: Player
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()


@dataclass(frozen=True, slots=True)
class Reader:
    """A person in a role who gets a notice.

    A role is a power's name, `Master`, `Observer`, `Tutor`, `Stand-by`, or `Entrant`
    while a game forms.
    """

    player: Player
    role: str


@dataclass(frozen=True, slots=True)
class LetterTimes:
    """When a letter is answered, when it had come, and when it was written.

    Whether it is in time is a matter of `arrived` alone, which is never before the mail
    that it answers was made. `dated` is by what the clock of its writer and that mail
    tell, and never later than `arrived`.
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
    the power. Orders are for the power `proxy_for`, "" for the sender's own.
    """

    player: Player
    role: str = ""
    proven: bool = False
    on_behalf: bool = False
    proxy_for: str = ""


class ConductMark(Enum):
    """What became of the orders of a power in a phase, as far as its player did it."""

    SENT = "sent"
    LATE = "late"  # in grace, or not all of them
    MISSED = "missed"
    LEFT = "left"  # he lost his seat by silence, or left it with nobody to follow


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is known of a player in a phase of a game."""

    game: str
    power: str
    phase: str
    at: datetime
    mark: ConductMark


@dataclass(frozen=True, slots=True)
class Reliability:
    """How much of what a player was to send came in time, in percent, lately above all.

    None of one who has played few `phases`. `blots` are what was not as it should be,
    oldest first.
    """

    percent: int | None
    phases: int
    blots: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerRecord:
    """How a power fared in the `games` that are over.

    It won alone in `solos`, shared `draws`, and was there at the end of those that it
    `survived`; `centers` is how many it owned then, on average.
    """

    power: str
    games: int
    solos: int
    draws: int
    survived: int
    centers: float


@dataclass(frozen=True, slots=True)
class Invitation:
    """Whoever has the code of this `number`, or `address`, may come in, once.

    `power` is what the Master thought of for him, "" for any.
    """

    number: int
    address: str
    power: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Guests:
    """Whom the Master invited, lets in or keeps out, and who asked him, by address.

    `made` counts the invitations there ever were.
    """

    invitations: tuple[Invitation, ...] = ()
    allowed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    made: int = 0

    def without(self, address: str) -> "Guests":
        """Return it with `address` on none of the lists."""
        return replace(
            self,
            invitations=tuple(o for o in self.invitations if o.address != address),
            allowed=tuple(one for one in self.allowed if one != address),
            denied=tuple(one for one in self.denied if one != address),
            asked=tuple(one for one in self.asked if one != address),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of somebody: in how many `games` he plays, and how he did so."""

    games: int = 0
    conduct: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True)
class DiaryNote:
    """A note of `author` as the holder of `role`, in `phase`; nobody else reads it.

    Its `number` counts his own in the game. It is `opened` once the game is over and
    everybody in it may read it. What he says of the game then has no phase.
    """

    number: int
    author: Player
    role: str
    phase: str
    written: datetime
    text: str
    opened: bool = False

    @property
    def is_statement(self) -> bool:
        """Return whether it is what somebody says of a game that is over."""
        return not self.phase


@dataclass(frozen=True, slots=True)
class HeldPress:
    """A message of `author`, as the role `sender`, that leaves at a moment to come.

    Where `leaves` is None it is the end of the running phase. It was `delayed` by its
    author, or can but be recalled until then. Its `number` says nothing of how much
    others have written. `feigned` is whom those who get it are told that it went to,
    () for the truth.
    """

    number: int
    author: Player
    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool
    written: datetime
    leaves: datetime | None
    delayed: bool
    feigned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Earlier:
    """The orders of a seat as they stood before its receipt of this `number`."""

    number: int
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Lines for a `phase` to come, as they stood in a letter, and when that is from."""

    phase: Phase
    lines: tuple[str, ...]
    dated: datetime


@dataclass(frozen=True, slots=True)
class Proxy:
    """The player of the power `to` may order for the power that gave it.

    It is for one `unit`, or for all of them where that is None, and lasts up to the end
    of the phase `until`. It is between two persons, by their numbers: it ends when
    another one than `giver` or `holder` plays one of the powers.
    """

    to: str
    giver: int
    holder: int
    until: Phase
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """An order that the player of the power `by` entered for another one, and when.

    Where `by` is "" it is the owner's own, from before he let somebody else order the
    unit; such a one may be changed.
    """

    order: Order
    by: str
    dated: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The tie between a power and its player, with all that power has sent.

    `orders` are those of the running phase, legal ones only; `troubled` are order lines
    of the last letter that could not be read or are illegal, which keep the set from
    being complete. `dated` is when the letter with the latest orders was written.
    `receipt` counts the changes of orders in this game, and `earlier` has what stood
    before those of this phase. `plans` are orders for phases to come. By its `proxies`
    others may order for it, and `entered` are the orders that they gave. `wait` keeps
    the phase from being processed before its deadline, `wait_until` before a moment.
    `draw` is a standing vote: the powers that would share, or None for no vote.
    `missed` counts phases in a row without orders, `kept` those with orders since the
    player was last `excused`, which he was so many times. `absences` are when he will
    be away, as (from, until). `agrees` is his vote on what players propose now, None
    for none; in this phase he `proposed` what a Master would decide. While it is
    `sought` somebody else may take the seat, though it has a player; until it is
    `reserved` only those on stand-by may. A `dummy` nobody is asked to play: while it
    has no player nothing waits for it. `password` is a hash.
    """

    power: str
    player: Player | None = None
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()
    dated: datetime | None = None
    receipt: int = 0
    earlier: tuple[Earlier, ...] = ()
    plans: tuple[Plan, ...] = ()
    proxies: tuple[Proxy, ...] = ()
    entered: tuple[Entered, ...] = ()
    wait: bool = False
    wait_until: datetime | None = None
    draw: tuple[str, ...] | None = None
    missed: int = 0
    kept: int = 0
    excused: int = 0
    absences: tuple[tuple[datetime, datetime], ...] = ()
    agrees: bool | None = None
    proposed: bool = False
    sought: bool = False
    reserved: datetime | None = None
    dummy: bool = False
    password: str | None = field(default=None, repr=False)


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
    """When orders are due."""

    zone: str = "UTC"
    #: The time of day of every deadline in `zone`, None for exact intervals.
    clock: time | None = time(21, 0)
    movement: timedelta = timedelta(hours=72)
    retreat: timedelta = timedelta(hours=24)
    adjustment: timedelta = timedelta(hours=24)
    #: A place a day from Sunday, as in `-MTWTF-`: a dash is a day without deadlines, a
    #: small letter one with deadlines after noon only.
    days: str = "SMTWTFS"
    grace: timedelta = timedelta(hours=24)
    #: Times before the deadline.
    reminders: tuple[timedelta, ...] = (timedelta(hours=24), timedelta(hours=4))
    #: Time between the last orders and early processing.
    delay: timedelta = timedelta(minutes=30)
    early: Early = Early.ROLLING
    #: Differences for one kind of phases.
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
    """What the Master changes in the variant, all of it before the start.

    None, () and False leave it as the variant has it.
    """

    builds: Builds | None = None
    #: Centers that win.
    victory: int | None = None
    #: The first year.
    year: int | None = None
    #: Each center is a power of its own.
    one_center: bool = False
    #: Units that a power starts with instead, as (power, (`A PAR`, ...)).
    units: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: The game begins with builds, and without units.
    no_units: bool = False
    #: So many people share the powers.
    players: int | None = None


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings that the Master of a game chose."""

    timing: Timing = Timing()
    nmr: Nmr = Nmr.HOLD
    press: PressRule = PressRule.FULL
    signing: Signing = Signing.CHOICE
    #: Until the game ends nobody but its Master knows who plays which power.
    gunboat: bool = False
    #: Each power sees a part of the board; `judge/game/vision.py` says which.
    blind: bool = False
    changes: VariantChanges = VariantChanges()
    #: Choices among the variant's own options, as (option, choice).
    choices: tuple[tuple[str, str], ...] = ()
    draw_in_all_survivors: bool = True
    convoy_fallback: bool = False
    #: LIST shows the game.
    listed: bool = True
    comment: str = ""
    #: Replies from addresses that are not on record for a player are asked back.
    own_address: bool = False
    #: Each player may miss so many deadlines and be excused.
    excuses: int = 0
    #: The longest absence that players note without their Master; none for zero.
    longest_absence: timedelta = timedelta(days=15)
    #: In the first phase powers without any orders have twice the grace.
    patient_start: bool = False
    #: Votes for a draw outlive their phase.
    votes_stand: bool = True
    #: Parts of the allowed press that are forbidden.
    press_limits: frozenset[PressLimit] = frozenset()
    #: Press may name other recipients than it has.
    fakes: bool = False
    #: For so long the writer of press may take it back.
    recall: timedelta = timedelta()
    #: A player may be replaced after so many missed phases in a row; 0 for never.
    replace_after: int = 0
    # The next one, `most_games` and `reliability` hold for people whom the Master has
    # neither invited nor allowed.
    admission: Admission = Admission.OPEN
    #: A newcomer may play in so many games already; 0 for any number.
    most_games: int = 0
    #: One person orders for all powers; nothing is due or asks to be confirmed.
    sandbox: bool = False
    #: The game was over when it came in from a file.
    claimed: bool = False
    #: The least reliability of a newcomer, in percent, if theirs is known; 0 for any.
    reliability: int = 0
    #: For so long a Master who does not play sees the results before all others.
    review: timedelta = timedelta()
    #: Before the start all entrants have to confirm within this time, if it is not zero.
    muster: timedelta = timedelta()
    #: Players may let others order their units.
    proxies: bool = False
    #: For so long only late players and the Masters are told of it.
    late_notices: timedelta = timedelta()
    #: Proposals over the clock need the votes of all, else of more than half.
    time_by_all: bool = False
    #: Without this the game has no Master once it starts, and its creator may play.
    moderated: bool = True
    #: The Master may let observers see all, press among it.
    tutors: bool = False

    @property
    def patience(self) -> int:
        """Return after how many missed phases a player may be replaced, 0 for never.

        Without a Master silent players have to be replaced some time.
        """
        return self.replace_after or (0 if self.moderated else _SILENT)

    def nmr_in(self, kind: PhaseKind) -> Nmr:
        """Return what happens to powers without orders in a phase of `kind`."""
        return self.timing.own(kind).nmr or self.nmr

    def review_in(self, kind: PhaseKind) -> timedelta:
        """Return for how long the Master alone sees results of a phase of `kind`."""
        own = self.timing.own(kind).review
        return self.review if own is None else own


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """What happened: `event` is its name, `text` what was said of it, None if erased.

    Who did it has a number, the `actor`, and did it in a `role`; it is None and "" for
    the clock. `told` are the numbers of those who were told of it by mail, `about` of
    those beside the actor whom it is about: with one of them the text is forgotten.
    `phase` is the one that ran (`S1901M`), "" for none. `salt` and `text` are erased
    together.
    """

    at: datetime
    actor: int | None
    role: str
    event: str
    phase: str
    text: str | None
    told: tuple[int, ...] = ()
    about: tuple[int, ...] = ()
    salt: str | None = field(default=None, repr=False)

    def digest(self) -> str:
        """Return what nobody finds the text from without the salt, in hexadecimal."""
        moment = self.at.isoformat(timespec="seconds")
        who = "" if self.actor is None else str(self.actor)
        said = (moment, who, self.role, self.event, self.phase, self.text or "")
        return _hashed(self.salt or "", *said)


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry at its place in a chain; `by` is who did it, None for the clock."""

    number: int
    entry: TrailEntry
    digest: str
    link: str
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Trail:
    """A whole chain, or the part of it that was asked for, oldest first.

    `count` is how many entries the chain has; it is `whole` if each link follows from
    the one before, and each text that was not erased is what its digest was made of.
    """

    entries: tuple[ChainedEntry, ...] = ()
    count: int = 0
    whole: bool = True

    @property
    def end(self) -> str:
        """Return the last link, "" if there is none."""
        return self.entries[-1].link if self.entries else ""


def chained(before: str, digest: str) -> str:
    """Return the link of an entry with this digest behind the link `before`."""
    return _hashed(before, digest)


def first_link(chain: str) -> str:
    """Return what the first entry of the chain of this name follows."""
    return _hashed("chain", chain)


def _hashed(*parts: str) -> str:
    said = "".join(f"{len(part.encode())}:{part}" for part in parts)
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


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
    and has not left, and `diary` holds the notes of all who keep one. `tutors` are
    observers who see all, and `standbys` are asked first when a power wants a player,
    longest waiting first. A game `forms_again` once its start was taken back, also
    after another one. `seed` makes all chance in it repeatable.
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
    tutors: tuple[Follower, ...] = ()
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
