"""A game as values: its people, seats, settings, press, and audit trail."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime, time, timedelta
from enum import Enum

from judge.engine import Adjudication, Order, Phase, PhaseKind, Position, Unit, Variant


class Format(Enum):
    """The form of a mail; each form contains the text."""

    HTML = "html"
    PLAIN = "plain"
    COMPAT = "compat"  # text for programs that were made for older judges


class Pictures(Enum):
    """The pictures of a board in a mail.

    THEATRE is the part of the board around the reader's own units.
    """

    THEATRE = "theatre"
    WHOLE = "whole"
    SMALL = "small"
    NONE = "none"


class Digest(Enum):
    """How often waiting mail is sent together as one mail."""

    OFF = "off"
    DAY = "day"
    PHASE = "phase"


class WhoisPart(Enum):
    """A fact about a person, beside their name, that WHOIS may tell others."""

    ADDRESS = "address"
    ZONE = "zone"
    GAMES = "games"


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's wishes about their mail; times of day are in their time zone."""

    format: Format = Format.HTML
    pictures: Pictures = Pictures.THEATRE
    digest: Digest = Digest.OFF
    #: The time of day at which a daily digest is sent.
    digest_at: time = time(18)
    #: How long press waits for further press, to be sent in the same mail.
    batch: timedelta = timedelta()
    #: Mail that may wait is not sent between these two times.
    quiet: tuple[time, time] | None = None
    #: Times before a deadline, instead of those of the game.
    reminders: tuple[timedelta, ...] | None = None
    #: What WHOIS tells others of the person.
    shown: tuple[WhoisPart, ...] = ()
    #: A mail about a board also contains the board for programs.
    json: bool = False
    #: A weekly mail lists the games that want players.
    openings: bool = False
    #: The person gets all public news of the games that LIST shows.
    monitor: bool = False
    #: The person's places, and a page about them, are shown on the web.
    web: bool = True


DEFAULT_PREFERENCES = Preferences()


MASTER = "Master"
OBSERVER = "Observer"
STANDBY = "Stand-by"
TUTOR = "Tutor"
MONITOR = "Monitor"  # a person without a place in any game who reads the public news of all games
ENTRANT = "Entrant"


@dataclass(frozen=True, slots=True)
class Player:
    """A person, known by mail address; `zone` is an IANA time zone.

    `number` is the person's number in the store, 0 if they are not registered.
    """

    number: int
    name: str
    address: str
    zone: str = "UTC"
    preferences: Preferences = DEFAULT_PREFERENCES


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who joined a game that has not started; `preferences` are powers, as written.

    `here` is when they confirmed that they still want to play, None if they have not.
    """

    player: Player
    preferences: str = ""
    password: str | None = field(default=None, repr=False)
    here: datetime | None = None


@dataclass(frozen=True, slots=True)
class Follower:
    """A Master, observer, tutor or stand-by of a game.

    `delay` is how late an observer wants the news.
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
    """The times of a letter: `now` (of its answer), `arrived`, and `dated` (when it was written).

    Only `arrived` decides whether the letter is in time; it is never before the mail that the
    letter answers. `dated` is computed from the letter's Date and that mail, and is never later
    than `arrived`.
    """

    now: datetime
    arrived: datetime
    dated: datetime


@dataclass(frozen=True, slots=True)
class Sender:
    """The person who gives a command, and their role, "" without one.

    `proven` is true if a secret reply address, a password, or the mail itself proves who they are;
    otherwise the sender can change nothing. With the password of a place they speak for its holder:
    then `player` is the holder, from whatever address the letter came. `on_behalf` is true if a
    Master acts for the power. Orders are for the power `proxy_for`, "" for the sender's own power.
    """

    player: Player
    role: str = ""
    proven: bool = False
    on_behalf: bool = False
    proxy_for: str = ""


class ConductMark(Enum):
    """Whether a player sent their orders in time, in one phase."""

    SENT = "sent"
    LATE = "late"  # in grace, or not all orders
    MISSED = "missed"
    LEFT = "left"  # left the seat without a successor, or lost it because no orders came


@dataclass(frozen=True, slots=True)
class Conduct:
    """A player's mark for one phase of a game."""

    game: str
    power: str
    phase: str
    at: datetime
    mark: ConductMark


@dataclass(frozen=True, slots=True)
class Reliability:
    """The share of a player's phases in which their orders came in time, in percent.

    Recent phases count more. `percent` is None if there are too few `phases`. `blots` are the marks
    that count against the player, oldest first.
    """

    percent: int | None
    phases: int
    blots: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True)
class PowerRecord:
    """The results of one power in finished games.

    It won `solos` games alone, shared `draws`, and still had units or centers at the end of
    `survived` games. `centers` is its average number of centers then.
    """

    power: str
    games: int
    solos: int
    draws: int
    survived: int
    centers: float


@dataclass(frozen=True, slots=True)
class Invitation:
    """The right to join a game once, for the holder of the code of this `number` or of `address`.

    `power` is the power that the Master suggests, "" for any.
    """

    number: int
    address: str
    power: str
    made: datetime


@dataclass(frozen=True, slots=True)
class Guests:
    """The addresses that are invited, let in or kept out by the Master, or that asked to join.

    `made` counts all invitations of the game, also those that are gone.
    """

    invitations: tuple[Invitation, ...] = ()
    allowed: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    made: int = 0

    def without(self, address: str) -> "Guests":
        """Return the lists without `address`."""
        return replace(
            self,
            invitations=tuple(o for o in self.invitations if o.address != address),
            allowed=tuple(one for one in self.allowed if one != address),
            denied=tuple(one for one in self.denied if one != address),
            asked=tuple(one for one in self.asked if one != address),
        )


@dataclass(frozen=True, slots=True)
class Standing:
    """The number of `games` that a person plays in now, and their conduct in all their games."""

    games: int = 0
    conduct: tuple[Conduct, ...] = ()


@dataclass(frozen=True, slots=True)
class DiaryNote:
    """A private note that `author` wrote in the role `role`, in `phase`.

    `number` counts the author's notes in the game. Once the game is over and the note is `opened`,
    everybody in the game may read it. A statement, which is a last word on a finished game, is a
    note without a phase.
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
        """Return whether the note is a statement on a finished game."""
        return not self.phase


@dataclass(frozen=True, slots=True)
class HeldPress:
    """A message that `author` wrote in the role `sender`, and that leaves later."""

    #: Four digits from a hash, because a running number would show how much others write.
    number: int
    author: Player
    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool
    written: datetime
    #: None for the end of the running phase.
    leaves: datetime | None
    #: True if its author delayed it, false if it only waits so that it can be recalled.
    delayed: bool
    #: False recipients that its readers are told; () if they are told the true ones.
    feigned: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Earlier:
    """The orders of a seat as they were before its receipt of this `number`."""

    number: int
    orders: tuple[Order, ...] = ()
    troubled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Order lines for a later `phase`, and when their letter was written."""

    phase: Phase
    lines: tuple[str, ...]
    dated: datetime


@dataclass(frozen=True, slots=True)
class Proxy:
    """A right of the player of the power `to` to order for the power that gave it.

    It is for one `unit`, or for all units if that is None, and lasts to the end of the phase
    `until`. `giver` and `holder` are the numbers of the two persons; the right ends when somebody
    else plays one of the powers.
    """

    to: str
    giver: int
    holder: int
    until: Phase
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class Entered:
    """An order that the player of the power `by` gave for another power by proxy, and when."""

    order: Order
    by: str
    dated: datetime | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """The tie between a power and its player, with everything that was sent for the power."""

    power: str
    player: Player | None = None
    #: The legal orders for the running phase.
    orders: tuple[Order, ...] = ()
    #: Order lines of the last letter that are illegal or were not understood. While there are any,
    #: the orders are not complete.
    troubled: tuple[str, ...] = ()
    #: When the letter with the latest orders was written.
    dated: datetime | None = None
    #: How often the orders were changed in this game.
    receipt: int = 0
    #: The orders before each change in this phase, for UNDO.
    earlier: tuple[Earlier, ...] = ()
    #: Orders for phases to come.
    plans: tuple[Plan, ...] = ()
    #: Rights that other players have to order for this power.
    proxies: tuple[Proxy, ...] = ()
    #: The orders that were given by these rights.
    entered: tuple[Entered, ...] = ()
    #: The player asked that the phase is not processed before its deadline.
    wait: bool = False
    #: The player asked that the phase is not processed before this moment.
    wait_until: datetime | None = None
    #: A standing vote: the powers that would share the draw, None for no vote.
    draw: tuple[str, ...] | None = None
    #: Phases in a row without orders.
    missed: int = 0
    #: Phases with orders since the player was last excused, or last got an excuse back.
    kept: int = 0
    #: How many excuses the player has used; phases with orders give them back.
    excused: int = 0
    #: When the player will be away, as (from, until).
    absences: tuple[tuple[datetime, datetime], ...] = ()
    #: The player's vote on the proposal of this phase, None for no vote.
    agrees: bool | None = None
    #: The player has proposed a Master's command in this phase.
    proposed: bool = False
    #: Another person may take the seat from its player.
    sought: bool = False
    #: The moment until which only people on stand-by may take the seat.
    reserved: datetime | None = None
    #: No player is sought for the power, and nothing waits for its orders.
    dummy: bool = False
    #: The hash of the seat's password.
    password: str | None = field(default=None, repr=False)


_SILENT = 2  # phases in a row without orders


class Nmr(Enum):
    """What happens to a power without orders at the end of grace."""

    HOLD = "hold"  # its units hold and the game goes on
    CD = "cd"  # its units hold, but dislodged ones retreat where that makes sense
    WAIT = "wait"  # the seat falls vacant and the game waits for a replacement


class Early(Enum):
    """Whether a phase is processed before its deadline if all orders are in."""

    ROLLING = "rolling"  # yes, and the next deadline counts from that moment
    FIXED = "fixed"  # yes, but the next deadline counts from the old one
    NEVER = "never"


class PressRule(Enum):
    """The recipients to whom a game allows press."""

    FULL = "full"
    BROADCAST = "broadcast"  # to all only
    PARTIAL = "partial"  # to some only, never to all
    NONE = "none"


class PressLimit(Enum):
    """A limit on the press that a game allows."""

    TOUCH = "touch"  # press that is not for all goes to neighbors only
    LATE = "late"  # late players may not write press
    MINOR = "minor"  # no press in retreats and adjustments, as in the rulebook
    ORDERS = "orders"  # players may not write press before their orders
    OBSERVERS = "observers"  # observers may not write press


class Signing(Enum):
    """Whether press tells which power wrote it."""

    CHOICE = "white/grey"  # signed, unless its writer says GREY
    HIDING = "grey/white"  # unsigned, unless its writer says WHITE
    ALWAYS = "white"
    NEVER = "grey"


class Admission(Enum):
    """The people who may join a game."""

    OPEN = "open"
    APPROVAL = "approval"  # people whom its Master has let in
    INVITED = "invited"  # people whom its Master has invited


class Builds(Enum):
    """Where powers build, if the Master changes the variant's rule."""

    HOME = "home"
    OWNED = "owned"
    ABERRATION = "aberration"


@dataclass(frozen=True, slots=True)
class KindTiming:
    """The settings of time for phases of one kind; None means the value for all kinds.

    `clock` is a tuple, because the time of day may itself be None.
    """

    kind: PhaseKind
    clock: tuple[time | None] | None = None
    days: str | None = None
    grace: timedelta | None = None
    nmr: Nmr | None = None
    review: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Timing:
    """When orders are due: lengths of phases, days, times, reminders."""

    zone: str = "UTC"
    #: The time of day of every deadline in `zone`, None for exact intervals.
    clock: time | None = time(21, 0)
    movement: timedelta = timedelta(hours=72)
    retreat: timedelta = timedelta(hours=24)
    adjustment: timedelta = timedelta(hours=24)
    #: One character a day, from Sunday on, as in `-MTWTF-`: a dash is a day without deadlines, a
    #: small letter a day with deadlines after noon only.
    days: str = "SMTWTFS"
    grace: timedelta = timedelta(hours=24)
    #: Times before the deadline.
    reminders: tuple[timedelta, ...] = (timedelta(hours=24), timedelta(hours=4))
    #: Time between the last orders and early processing.
    delay: timedelta = timedelta(minutes=30)
    early: Early = Early.ROLLING
    #: Different values for single kinds of phases.
    kinds: tuple[KindTiming, ...] = ()

    def own(self, kind: PhaseKind) -> KindTiming:
        """Return the different values for phases of `kind`; all are None if there are none."""
        return next((one for one in self.kinds if one.kind is kind), KindTiming(kind))

    def of(self, kind: PhaseKind) -> "Timing":
        """Return the timing that applies to phases of `kind`."""
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
    """Changes of the variant that the Master made before the start.

    None, () and False mean no change.
    """

    builds: Builds | None = None
    #: The number of centers that wins.
    victory: int | None = None
    #: The first year.
    year: int | None = None
    #: Each supply center becomes a power.
    one_center: bool = False
    #: Other units for a power to start with, as (power, (`A PAR`, ...)).
    units: tuple[tuple[str, tuple[str, ...]], ...] = ()
    #: The game begins with builds, and without units.
    no_units: bool = False
    #: The number of people who share the powers.
    players: int | None = None


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The settings that the Master of a game chose."""

    timing: Timing = Timing()
    nmr: Nmr = Nmr.HOLD
    press: PressRule = PressRule.FULL
    signing: Signing = Signing.CHOICE
    #: Until the game ends, only its Master knows who plays which power.
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
    #: Pages for browsers show the game.
    web: bool = True
    comment: str = ""
    #: A reply from an unknown address waits until the address on record has confirmed it.
    own_address: bool = False
    #: How many missed deadlines a player is excused.
    excuses: int = 0
    #: The longest absence that players may set without their Master; zero for none.
    longest_absence: timedelta = timedelta(days=15)
    #: In the first phase, powers that have sent no orders get twice the grace.
    patient_start: bool = False
    #: A vote for a draw stays after its phase.
    votes_stand: bool = True
    #: Parts of the allowed press that are forbidden.
    press_limits: frozenset[PressLimit] = frozenset()
    #: Press may name false recipients.
    fakes: bool = False
    #: How long the writer of press may take it back.
    recall: timedelta = timedelta()
    #: Missed phases in a row after which a player may be replaced; 0 for never.
    replace_after: int = 0
    # `admission`, `most_games` and `reliability` do not apply to people whom the Master has invited
    # or let in.
    admission: Admission = Admission.OPEN
    #: The most games that a newcomer may play in already; 0 for any number.
    most_games: int = 0
    #: One person orders for all powers. There are no deadlines, and no command needs a
    #: confirmation.
    sandbox: bool = False
    #: The game was loaded from a file as a finished game, and was not played on this judge.
    claimed: bool = False
    #: The least reliability of a newcomer in percent, if theirs is known; 0 for any.
    reliability: int = 0
    #: How long a Master who does not play sees results before everybody else.
    review: timedelta = timedelta()
    #: How long entrants have to confirm before the start; zero if they need not.
    muster: timedelta = timedelta()
    #: Players may let others order their units.
    proxies: bool = False
    #: How long only late players and Masters are told who is late.
    late_notices: timedelta = timedelta()
    #: Votes about the clock need all players, not only more than half of them.
    time_by_all: bool = False
    #: If false, the game has no Master once it starts, and its creator may play.
    moderated: bool = True
    #: The Master may make observers tutors, who see everything, even press.
    tutors: bool = False

    @property
    def patience(self) -> int:
        """Return after how many missed phases in a row a player may be replaced, 0 for never.

        A game without a Master always has such a limit, because nobody could replace a silent
        player.
        """
        return self.replace_after or (0 if self.moderated else _SILENT)

    def nmr_in(self, kind: PhaseKind) -> Nmr:
        """Return what happens to a power without orders in a phase of `kind`."""
        return self.timing.own(kind).nmr or self.nmr

    def review_in(self, kind: PhaseKind) -> timedelta:
        """Return how long only the Master sees the results of a phase of `kind`, zero for never."""
        own = self.timing.own(kind).review
        return self.review if own is None else own


@dataclass(frozen=True, slots=True)
class TrailEntry:
    """An entry of the audit trail: what happened, and who did it. People are stored as numbers."""

    at: datetime
    #: The actor's number; None for the clock, whose role is "".
    actor: int | None
    role: str
    #: The name of the event.
    event: str
    #: The phase that ran, such as `S1901M`, "" for none.
    phase: str
    #: The sentence about the event, None once it is erased.
    text: str | None
    #: The people who were told by mail.
    told: tuple[int, ...] = ()
    #: The people beside the actor whom the text is about. When one of them is forgotten, the text
    #: is erased.
    about: tuple[int, ...] = ()
    #: A random text that goes into the digest; it is erased together with the text.
    salt: str | None = field(default=None, repr=False)

    def digest(self) -> str:
        """Return a hash of the entry in hexadecimal.

        Because of the salt, nobody can guess an erased text by trying texts.
        """
        moment = self.at.isoformat(timespec="seconds")
        who = "" if self.actor is None else str(self.actor)
        said = (moment, who, self.role, self.event, self.phase, self.text or "")
        return _hashed(self.salt or "", *said)


@dataclass(frozen=True, slots=True)
class ChainedEntry:
    """An entry with its link in the chain; `by` is the actor, None for the clock."""

    number: int
    entry: TrailEntry
    digest: str
    link: str
    by: Player | None = None


@dataclass(frozen=True, slots=True)
class Trail:
    """A chain of entries, or the requested part of it, oldest first.

    `count` is the number of all entries of the chain. It is `whole` if each link follows from the
    link before, and each text that was not erased fits its digest.
    """

    entries: tuple[ChainedEntry, ...] = ()
    count: int = 0
    whole: bool = True

    @property
    def end(self) -> str:
        """Return the last link, "" if there is none."""
        return self.entries[-1].link if self.entries else ""


def chained(before: str, digest: str) -> str:
    """Return the link of an entry with this `digest` after an entry with the link `before`."""
    return _hashed(before, digest)


def first_link(chain: str) -> str:
    """Return the link before the first entry of the chain with this name."""
    return _hashed("chain", chain)


def _hashed(*parts: str) -> str:
    said = "".join(f"{len(part.encode())}:{part}" for part in parts)
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()


class Stage(Enum):
    """The stage of a game's life."""

    FORMING = "forming"
    ACTIVE = "active"
    PAUSED = "paused"
    FINISHED = "finished"
    TERMINATED = "terminated"


OVER = frozenset({Stage.FINISHED, Stage.TERMINATED})
OPEN = frozenset(Stage) - OVER


@dataclass(frozen=True, slots=True)
class FinishedPhase:
    """A phase that was processed: the board before it, and its results.

    `absent` are the powers that had units to order and sent nothing. `closed` is the time limit of
    its letters, None if it was not stored.
    """

    before: Position
    adjudication: Adjudication
    processed: datetime
    absent: tuple[str, ...] = ()
    closed: datetime | None = None

    @property
    def phase(self) -> Phase:
        """Return the phase of the board before."""
        return self.before.phase


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: a solo has one winner, a draw several, a terminated game none."""

    winners: tuple[str, ...]
    reason: str


class MotionKind(Enum):
    """The kinds of decisions that players vote on."""

    EXTEND = "extend"
    PAUSE = "pause"
    COMMAND = "command"  # a Master's command, in a game without a Master


@dataclass(frozen=True, slots=True)
class Motion:
    """The decision that players vote on in this phase."""

    kind: MotionKind
    #: The later deadline, or the end of the pause; None for a command.
    until: datetime | None
    reason: str = ""
    #: The vote is over, with a yes or a no.
    settled: bool = False
    #: The line of the command, "" for a vote on the clock.
    line: str = ""
    #: This motion, or an earlier one of this phase, was about the clock.
    timed: bool = True


@dataclass(frozen=True, slots=True)
class Review:
    """A time in which only the Master sees the results of a phase.

    Letters that had arrived by `closed` count in the phase. The results go out at `until`, or when
    the Master releases them.
    """

    closed: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A game with its players, its board and its clock."""

    name: str
    variant: Variant
    settings: GameSettings
    stage: Stage
    created: datetime
    #: The seed of all chance in the game, which is thus repeatable.
    seed: int = field(repr=False)
    masters: tuple[Follower, ...] = ()
    observers: tuple[Follower, ...] = ()
    #: People on stand-by, who are asked first when a power wants a player; the longest waiting is
    #: first.
    standbys: tuple[Follower, ...] = ()
    #: Observers who see everything.
    tutors: tuple[Follower, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    seats: tuple[Seat, ...] = ()
    #: None until the game starts.
    position: Position | None = None
    #: None while the clock is stopped.
    deadline: datetime | None = None
    #: The second deadline, set when the first has passed and orders are missing.
    grace: datetime | None = None
    #: When the last needed orders of the phase came in, None while some are missing.
    ready: datetime | None = None
    #: Until then the phase waits, because mail could not come in when it was due.
    held: datetime | None = None
    #: When a paused game goes on by itself.
    resumes: datetime | None = None
    #: Until then all entrants have to confirm that they still want to play.
    muster: datetime | None = None
    #: Set while the phase is over and only the Master sees its results.
    review: Review | None = None
    #: Reminders that were due up to this moment have been sent.
    reminded: datetime | None = None
    history: tuple[FinishedPhase, ...] = ()
    #: The phases that the last ROLLBACK took back.
    undone: tuple[FinishedPhase, ...] = ()
    #: The board at the start of this phase, if the Master has changed it since.
    edited: Position | None = None
    #: The start was once taken back, even if the game has started again.
    forms_again: bool = False
    ending: Ending | None = None
    motion: Motion | None = None
    guests: Guests = field(default_factory=Guests)
    #: Press that has not left yet.
    press_held: tuple[HeldPress, ...] = ()
    #: The notes of all writers.
    diary: tuple[DiaryNote, ...] = ()

    def seat(self, power: str) -> Seat:
        """Return the seat of `power`; KeyError if the game has no such power."""
        for seat in self.seats:
            if seat.power == power:
                return seat
        raise KeyError(power)
