"""The facts that a letter is decided on beside its words, and which facts it asks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time

from judge.boards import VariantFile
from judge.commands import Section, said_in
from judge.engine import Phase, Variant
from judge.game import (
    OBSERVER,
    Codes,
    CreateGame,
    Entry,
    Game,
    LetterTimes,
    Observe,
    OpenPress,
    Player,
    Refusal,
    Said,
    SignOn,
    Standing,
    Trail,
    Unobeyed,
    WhoisPart,
    admin,
    base,
    filing,
    guests,
    inquiry,
    inspection,
    press,
    profiles,
)


@dataclass(frozen=True, slots=True)
class AddressOwner:
    """Whose an address is that a letter names: the hash of his password, if he has one.

    `came_back` tells that mail did so from there.
    """

    password: str | None = field(default=None, repr=False)
    came_back: bool = False


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """Who writes from `address` says that `asked` is his, too.

    It is so when a reply from there says yes; with a `due` moment it is so then, unless
    one says no before. His mail goes to `main` then, or where it went for "".
    """

    address: str
    asked: str
    main: str = ""
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class MailRedirected:
    """Mail to the player of this number goes to another address of his."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class AddressDropped:
    """An address is not that of the player of this number any more."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class PasswordChosen:
    """The player of this number has a password, of which this is the hash."""

    player: int
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PersonBlocked:
    """The player of this number is never to be in one game with who is `called` so.

    That is the `other` of this number, or None for whoever has the address `called`.
    """

    player: int
    called: str
    other: int | None = None


@dataclass(frozen=True, slots=True)
class PersonUnblocked:
    """The player of this number has nothing more against who is `called` so."""

    player: int
    called: str


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The player of this number is to be forgotten."""

    player: int


@dataclass(frozen=True, slots=True)
class KeeperAsked:
    """The keeper of the judge wants this of it."""

    command: admin.KeeperCommand


Deed = (
    AddressClaim
    | MailRedirected
    | AddressDropped
    | PasswordChosen
    | PersonBlocked
    | PersonUnblocked
    | PersonForgotten
    | KeeperAsked
)


def speaks_of_addresses(sections: Iterable[Section]) -> bool:
    """Return whether the letter is about its writer's addresses or his password."""
    return any(isinstance(one, profiles.AddressCommand) for one in said_in(sections))


def claims_with_password(sections: Iterable[Section]) -> Iterator[profiles.AlsoKnown]:
    """Yield what the letter says of addresses for which it has a password."""
    for one in said_in(sections):
        if isinstance(one, profiles.AlsoKnown) and one.password is not None:
            yield one


def addresses_written_to(sections: Iterable[Section]) -> frozenset[str]:
    """Return the addresses that are asked or invited because of the letter, if it is obeyed."""
    return frozenset(
        one.address
        for one in said_in(sections)
        if isinstance(one, profiles.AlsoKnown | guests.Invite | profiles.SetAddress)
    )


def follows_all_games(sections: Iterable[Section]) -> bool:
    """Return whether somebody says that he wants the mail of all games, or not."""
    return any(
        isinstance(one, profiles.SetPreference) and one.option == "MONITOR"
        for one in said_in(sections)
    )


def gives_a_name(sections: Iterable[Section]) -> bool:
    """Return whether somebody says what he is called."""
    return any(isinstance(one, inquiry.Register) for one in said_in(sections))


_ME = ("me", "myself")


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody of whom a letter speaks, and his `games` that anybody may see.

    A game is told with his role there.
    """

    player: Player
    games: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What is known of the writer as a person, and of those whom he names.

    `named` are those of the latter whom the writer may know, by the name or address in
    lower case. Those who are `blocked` are as the writer called them, and `apart` are the
    numbers of all with whom they are not to be in one game, whoever wants that; `places`
    are the games in which the writer has one.
    """

    named: Mapping[str, Acquaintance] = field(default_factory=dict)
    blocked: tuple[str, ...] = ()
    apart: frozenset[int] = frozenset()
    places: tuple[str, ...] = ()


NOBODY_SPOKEN_OF = PersonFacts()


def persons_named(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the names and addresses of persons that a letter speaks of, as written."""
    for command in said_in(sections):
        match command:
            case profiles.WhoIs(who) | profiles.Block(who) if who:
                yield who
            case _:
                pass


def means_the_writer(who: str) -> bool:
    """Return whether `WHOIS me` or the like is asked."""
    return who.lower() in _ME


def may_be_known(who: str, person: Player, writer: Player) -> bool:
    """Return whether the writer may know who is called `who`.

    By an address a person is found only if they show it, or by themselves.
    """
    shown = "@" not in who or WhoisPart.ADDRESS in person.preferences.shown
    return shown or person.number == writer.number


def speaks_of_persons(sections: Iterable[Section]) -> bool:
    """Return whether a letter says or asks something of a person."""
    return any(isinstance(command, profiles.PersonCommand) for command in said_in(sections))


def enters_a_game(sections: Iterable[Section]) -> bool:
    """Return whether somebody wants a place in a game, or to come back to it."""
    return any(isinstance(section.entry, Entry) for section in sections)


def asks_for_reliability(sections: Iterable[Section]) -> bool:
    """Return whether the writer wants to know how reliable he is."""
    return any(isinstance(one, profiles.ShowReliability) for one in said_in(sections))


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """The place in a game whose secret reply address was written to, held still or not.

    `role` is the one that the address was made for. One that `is_over` opens nothing
    any more: others have taken its place. What comes from an address that is not on
    record for the player `is_foreign`; in a `conversation` it is press for its roles.
    """

    player: Player
    game: str
    role: str
    is_over: bool = False
    is_foreign: bool = False
    conversation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LostMail:
    """A mail of ours that a letter answers and the store lacks, as after a restore.

    It was about `phase` of `game`. The store was `restored`
    at that moment, None where that is not noted. With `alarms` the players of the game
    are to be told.
    """

    phase: Phase
    game: str
    restored: datetime | None
    alarms: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """A password that a letter has for a place, and the hash of that place's own."""

    password: str = field(repr=False)
    kept: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Guessed:
    """How many wrong passwords were tried today (UTC) before this letter.

    That is by its sender, and by anybody instead of the one with each of some hashes.
    """

    by_sender: int = 0
    by_hash: Mapping[str, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Lately:
    """The writer's recent rate-limited actions.

    `press` are their messages of the last hour, by the key of the game and their role
    in it, `games` those made within a day, None where unlimited; so many are
    `monitors`. `room` is how many mails each mailbox that the letter names
    may still get at other people's wish, and `caused` how many of those the writer has
    brought about today.
    """

    press: Mapping[tuple[str, str], int] = field(default_factory=dict)
    games: int = 0
    monitors: int = 0
    most_press: int | None = None
    most_games: int | None = None
    room: Mapping[str, int] = field(default_factory=dict)
    caused: int = 0
    most_caused: int | None = None


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """What is known before a letter is obeyed.

    `writer` is the holder of the `place` whose reply address was written to, else whose
    address it came from, with the number 0 where that is nobody's; `next_number` is the
    one that he would get. It is `authentic` if that address was shown to be his.
    `misdirected` tells why the reply address that was written to opens no place.
    `sender` is the address in its From, in lower case; `is_his` tells that it is the
    writer's, whose `addresses` are these if he speaks of them, and `owners` have those
    that he names. Codes that confirm commands are made with the `key` of the `judge`.
    With `own_address` what comes to a reply address from a foreign one is asked back,
    unless its holder has `agreed` to this letter. New games are due in `deadlines`.
    `names_taken` are the names of other people, of powers and of the judge, if the
    letter gives its writer one, `games_taken` those of all games, if it creates one.
    `own` are the names of the writer's games, `games` those that the letter may
    concern, by name in lower case, and `listed` those that everybody is shown.
    `variants` are those that can be played, `compiled` those of the games that the
    letter creates. `guessed` are wrong passwords of today, `right` are those that were
    found right, `hashes` those that places of this letter get, `seeds` is one for each
    section. Mail to `unreachable` addresses came back, if that is asked for. In
    the games that it `stands_in` it counts as come at these moments: they wait for an
    earlier letter of its writer, which could not be read. It answers a mail that is
    `lost`, if it does. `lately` is known of what it
    wants to do, and `earlier` are the roles that its writer has had in the games, by
    name in lower case, if he signs on, and `press` what went to all in those of them
    in which he may take over; `standing` is his elsewhere. `trails` and `persons` are
    those that it is about, and `is_keeper` is told by its From alone.
    """

    times: LetterTimes
    writer: Player
    games: Mapping[str, Game]
    seeds: Sequence[int] = field(repr=False)
    next_number: int = 0
    place: ReplyPlace | None = None
    authentic: bool = False
    misdirected: Refusal | None = None
    sender: str = ""
    is_his: bool = True
    addresses: tuple[str, ...] = ()
    owners: Mapping[str, AddressOwner] = field(default_factory=dict)
    own_address: bool = False
    deadlines: tuple[time, time] | None = None
    agreed: bool = False
    names_taken: tuple[str, ...] = ()
    games_taken: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    listed: tuple[Game, ...] = ()
    variants: tuple[VariantFile, ...] = ()
    names_of_variants: tuple[str, ...] = ()
    compiled: Mapping[str, Variant] = field(default_factory=dict)
    guessed: Guessed = Guessed()
    unreachable: frozenset[str] = frozenset()
    right: frozenset[Trial] = field(default=frozenset(), repr=False)
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False)
    stands_in: Mapping[str, datetime] = field(default_factory=dict)
    lost: LostMail | None = None
    lately: Lately = Lately()
    earlier: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    persons: PersonFacts = NOBODY_SPOKEN_OF
    standing: Standing = field(default_factory=Standing)
    press: Mapping[str, tuple[OpenPress, ...]] = field(default_factory=dict)
    trails: Mapping[str, Trail] = field(default_factory=dict)
    is_keeper: bool = False
    judge: str = ""
    key: bytes = field(default=b"", repr=False)

    def codes(self, holder: int) -> Codes:
        """Return how commands of the player of this number are confirmed."""
        return Codes(self.key, self.judge, holder)

    @property
    def is_proven(self) -> bool:
        """Return whether more than a From shows who wrote the letter."""
        return self.authentic or self.place is not None

    @property
    def is_asked_back(self) -> bool:
        """Return whether the holder of the place is asked before anything changes."""
        place = self.place
        if place is None or not place.is_foreign or self.agreed:
            return False
        return self.own_address or self.games[place.game.lower()].settings.own_address

    @property
    def now(self) -> datetime:
        """Return when the letter is obeyed."""
        return self.times.now

    def times_in(self, game: str, player: Player) -> LetterTimes:
        """Return the times of the letter where `player` speaks in the game `game`."""
        arrived = self.stands_in.get(game.lower())
        if arrived is None or player.number != self.writer.number:
            return self.times
        return LetterTimes(self.now, arrived, min(self.times.dated, arrived))

    def is_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` is the one whose hash is `kept`; none never is.

        One that was set by this very letter is as good as its writer.
        """
        fresh = password is not None and self.hashes.get(password) == kept
        return (fresh and self.is_proven) or self.was_right(password, kept)

    def was_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` was so before the letter."""
        if password is None or kept is None:
            return False
        return Trial(password, kept) in self.right

    def hash_of(self, password: str | None) -> str | None:
        """Return the hash that a place gets whose holder names `password`.

        One that opened another place has its hash already. A wrong one has none: it was
        for a place that somebody had.
        """
        if password is None:
            return None
        same = (one.kept for one in self.right if one.password == password)
        return self.hashes.get(password) or next(same, None)


def readings_of(entry: SignOn | Observe) -> tuple[tuple[str, str], ...]:
    """Return the (seat, game) pairs that an entry may mean, likeliest first."""
    match entry:
        case SignOn(readings):
            return readings
        case Observe(game):
            return ((OBSERVER, game),)


def games_spoken_of(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the names of the games that the letter speaks of."""
    for section in sections:
        match section.entry:
            case None:
                pass
            case CreateGame(game, source=source):
                yield from (game, source)
            case entry:
                yield from (name for _, name in readings_of(entry))
        for command in section.commands:
            if isinstance(command, inquiry.JudgeCommand | Unobeyed):
                yield inquiry.game_named(command)


def asks_for_a_list(sections: Iterable[Section]) -> bool:
    """Return whether all games are asked for."""
    return any(map(is_on_all_games, said_in(sections)))


def is_on_all_games(command: Said) -> bool:
    """Return whether a command is a question about all games."""
    return isinstance(command, inquiry.ShowHall | inquiry.ShowVersion) or (
        isinstance(command, inquiry.ListGames) and not command.game
    )


def asks_for_the_past(sections: Iterable[Section]) -> bool:
    """Return whether more than the last phase of a game may be wanted or undone."""
    return any(
        not isinstance(section.entry, SignOn | None) or any(map(_needs_past, section.commands))
        for section in sections
    )


def _needs_past(command: Said) -> bool:
    if isinstance(command, base.Command):
        return command.needs_past
    return not isinstance(command, Unobeyed)


def asks_for_the_trail(sections: Iterable[Section]) -> bool:
    """Return whether somebody wants to read what is written down of a game."""
    return any(isinstance(one, inspection.Audit) for one in said_in(sections))


def asks_how_it_stands(sections: Iterable[Section]) -> bool:
    """Return whether somebody may want to know who is in and who is not."""
    return any(isinstance(one, inspection.Status | filing.ShowOrders) for one in said_in(sections))


def may_register(sections: Sequence[Section]) -> bool:
    """Return whether somebody may become known by this letter."""
    enters = any(section.entry is not None for section in sections)
    return enters or gives_a_name(sections) or follows_all_games(sections)


def creates_a_game(sections: Iterable[Section]) -> bool:
    """Return whether a game is to be created."""
    return any(isinstance(section.entry, CreateGame) for section in sections)


def signs_on(sections: Iterable[Section]) -> bool:
    """Return whether somebody wants to play in a game, or to come back."""
    return any(isinstance(section.entry, SignOn) for section in sections)


def sends_press(sections: Iterable[Section]) -> bool:
    """Return whether press is to be sent."""
    return any(isinstance(one, press.SendPress) for one in said_in(sections))


def passwords_written(sections: Iterable[Section]) -> frozenset[str]:
    """Return the passwords of the letter, for games and for its writer."""
    entries = (section.entry for section in sections if section.entry is not None)
    return frozenset(one.password for one in entries if one.password is not None) | {
        one.password for one in said_in(sections) if isinstance(one, profiles.SetPassword)
    }
