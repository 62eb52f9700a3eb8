"""The facts beside a letter's words on which its decision depends, and queries about a letter."""

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
    """The owner of an address in a letter: the hash of their password, if they have one.

    `came_back` is true if mail to the address bounced.
    """

    password: str | None = field(default=None, repr=False)
    came_back: bool = False


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """The sender at `address` says that `asked` is their address too.

    A yes from `asked` confirms it. With a `due` moment it is accepted then, unless a no comes
    before. Afterwards their mail goes to `main`; "" leaves it as it is.
    """

    address: str
    asked: str
    main: str = ""
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class MailRedirected:
    """Mail to the player with this number goes to another address of theirs."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class AddressDropped:
    """An address no longer belongs to the player with this number."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class PasswordChosen:
    """The player with this number has a new password with this hash."""

    player: int
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class PersonBlocked:
    """The player with this number must never be in one game with the person they `called` so.

    `other` is that person's number, or None for the unknown owner of the address `called`.
    """

    player: int
    called: str
    other: int | None = None


@dataclass(frozen=True, slots=True)
class PersonUnblocked:
    """The player with this number removes the block of the person they `called` so."""

    player: int
    called: str


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The player with this number is to be forgotten."""

    player: int


@dataclass(frozen=True, slots=True)
class KeeperAsked:
    """The keeper wants this command carried out."""

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
    """Return whether the letter is about its writer's addresses or password."""
    return any(isinstance(one, profiles.AddressCommand) for one in said_in(sections))


def claims_with_password(sections: Iterable[Section]) -> Iterator[profiles.AlsoKnown]:
    """Yield the letter's claims of addresses that come with a password."""
    for one in said_in(sections):
        if isinstance(one, profiles.AlsoKnown) and one.password is not None:
            yield one


def addresses_written_to(sections: Iterable[Section]) -> frozenset[str]:
    """Return the addresses that the letter, if obeyed, causes to be asked or invited."""
    return frozenset(
        one.address
        for one in said_in(sections)
        if isinstance(one, profiles.AlsoKnown | guests.Invite | profiles.SetAddress)
    )


def follows_all_games(sections: Iterable[Section]) -> bool:
    """Return whether the letter turns the mail of all public games on or off."""
    return any(
        isinstance(one, profiles.SetPreference) and one.option == "MONITOR"
        for one in said_in(sections)
    )


def gives_a_name(sections: Iterable[Section]) -> bool:
    """Return whether the letter gives its writer a name."""
    return any(isinstance(one, inquiry.Register) for one in said_in(sections))


_ME = ("me", "myself")


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person in a letter, and their public `games`, each with their role in it."""

    player: Player
    games: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """The facts about the writer as a person, and about the persons they name."""

    #: The persons whom the writer may know, by name or address in lower case.
    named: Mapping[str, Acquaintance] = field(default_factory=dict)
    #: The writer's blocks, in the writer's words.
    blocked: tuple[str, ...] = ()
    #: The numbers of all persons who must not be in one game with the writer.
    apart: frozenset[int] = frozenset()
    #: The games in which the writer has a place.
    places: tuple[str, ...] = ()


NOBODY_SPOKEN_OF = PersonFacts()


def persons_named(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the names and addresses of persons in a letter, as written."""
    for command in said_in(sections):
        match command:
            case profiles.WhoIs(who) | profiles.Block(who) if who:
                yield who
            case _:
                pass


def means_the_writer(who: str) -> bool:
    """Return whether `who` means the writer, as in `WHOIS me`."""
    return who.lower() in _ME


def may_be_known(who: str, person: Player, writer: Player) -> bool:
    """Return whether the writer may know the person called `who`.

    By an address a person is found only if they show it, or by themselves.
    """
    shown = "@" not in who or WhoisPart.ADDRESS in person.preferences.shown
    return shown or person.number == writer.number


def speaks_of_persons(sections: Iterable[Section]) -> bool:
    """Return whether a letter has commands about persons."""
    return any(isinstance(command, profiles.PersonCommand) for command in said_in(sections))


def enters_a_game(sections: Iterable[Section]) -> bool:
    """Return whether the letter enters a game."""
    return any(isinstance(section.entry, Entry) for section in sections)


def asks_for_reliability(sections: Iterable[Section]) -> bool:
    """Return whether the writer asks for their reliability."""
    return any(isinstance(one, profiles.ShowReliability) for one in said_in(sections))


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """The place in a game to whose secret reply address a letter was sent.

    The player may have left it.
    """

    player: Player
    game: str
    #: The role for which the address was made.
    role: str
    #: The address was replaced and opens nothing any more.
    is_over: bool = False
    #: The letter came from an address that is not registered for the player.
    is_foreign: bool = False
    #: The letter is press for these roles.
    conversation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LostMail:
    """A mail of ours that a letter answers, and that a restored store does not contain."""

    phase: Phase
    game: str
    #: When the store was restored; None if that is not recorded.
    restored: datetime | None
    #: Whether the players of the game must be told.
    alarms: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """A password in a letter for a place, and the hash of the place's own password."""

    password: str = field(repr=False)
    kept: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Guessed:
    """The number of wrong passwords today (UTC), before this letter."""

    #: Those of the letter's sender.
    by_sender: int = 0
    #: Those of anybody, by the hash of the right password.
    by_hash: Mapping[str, int] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Lately:
    """The writer's recent rate-limited actions, and their limits."""

    #: The writer's messages of the last hour, by game key and role.
    press: Mapping[tuple[str, str], int] = field(default_factory=dict)
    #: The games that the writer created within a day.
    games: int = 0
    #: The number of persons who follow all games.
    monitors: int = 0
    #: Limits; None for unlimited.
    most_press: int | None = None
    most_games: int | None = None
    #: How many mails at other people's wish each mailbox in the letter may still get.
    room: Mapping[str, int] = field(default_factory=dict)
    #: How many such mails the writer caused today.
    caused: int = 0
    most_caused: int | None = None


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """The facts that are known before a letter is carried out."""

    times: LetterTimes
    #: The holder of `place`, or else the owner of the From address; number 0 for a stranger.
    writer: Player
    #: The games that the letter may concern, by name in lower case.
    games: Mapping[str, Game]
    #: One for each section.
    seeds: Sequence[int] = field(repr=False)
    #: The player number that a stranger would get.
    next_number: int = 0
    #: The place to whose reply address the letter was sent.
    place: ReplyPlace | None = None
    #: Whether the From address is proven to be the writer's.
    authentic: bool = False
    #: Why the reply address opens no place.
    misdirected: Refusal | None = None
    #: The From address, in lower case.
    sender: str = ""
    #: Whether the From address belongs to the writer.
    is_his: bool = True
    #: The writer's addresses, if the letter is about addresses.
    addresses: tuple[str, ...] = ()
    #: The owners of the addresses in the letter.
    owners: Mapping[str, AddressOwner] = field(default_factory=dict)
    #: Letters from foreign addresses to a reply address must be confirmed.
    own_address: bool = False
    #: The times of day for deadlines of new games.
    deadlines: tuple[time, time] | None = None
    #: The holder of the place confirmed this letter.
    agreed: bool = False
    #: The names of other persons, of powers and of the judge, if the letter gives a name.
    names_taken: tuple[str, ...] = ()
    #: The names of all games, if the letter creates one.
    games_taken: tuple[str, ...] = ()
    #: The names of the writer's games.
    own: tuple[str, ...] = ()
    #: The games that LIST shows.
    listed: tuple[Game, ...] = ()
    #: The variants that can be played.
    variants: tuple[VariantFile, ...] = ()
    names_of_variants: tuple[str, ...] = ()
    #: The variants of the games that the letter creates.
    compiled: Mapping[str, Variant] = field(default_factory=dict)
    #: The wrong passwords of today.
    guessed: Guessed = Guessed()
    #: Addresses whose mail bounced, if the letter asks for them.
    unreachable: frozenset[str] = frozenset()
    #: The passwords that were found right.
    right: frozenset[Trial] = field(default=frozenset(), repr=False)
    #: The hashes of passwords for new places.
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: Games in which the letter counts as arrived at these moments: they wait for an earlier letter
    #: of its writer, which could not be read.
    stands_in: Mapping[str, datetime] = field(default_factory=dict)
    #: The lost mail of ours that the letter answers.
    lost: LostMail | None = None
    lately: Lately = Lately()
    #: The roles that the writer had in the games, by name in lower case, if they sign on.
    earlier: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    #: The persons in the letter.
    persons: PersonFacts = NOBODY_SPOKEN_OF
    #: The writer's conduct in other games.
    standing: Standing = field(default_factory=Standing)
    #: Press to all in the games that the writer may take over.
    press: Mapping[str, tuple[OpenPress, ...]] = field(default_factory=dict)
    #: The audit trails for which the letter asks.
    trails: Mapping[str, Trail] = field(default_factory=dict)
    #: Whether the From address is the keeper's.
    is_keeper: bool = False
    #: The judge's address and secret, with which codes are made.
    judge: str = ""
    key: bytes = field(default=b"", repr=False)

    def codes(self, holder: int) -> Codes:
        """Return the codes with which the player with this number confirms commands."""
        return Codes(self.key, self.judge, holder)

    @property
    def is_proven(self) -> bool:
        """Return whether more than the From shows who wrote the letter."""
        return self.authentic or self.place is not None

    @property
    def is_asked_back(self) -> bool:
        """Return whether the place's holder must confirm the letter before anything changes."""
        place = self.place
        if place is None or not place.is_foreign or self.agreed:
            return False
        return self.own_address or self.games[place.game.lower()].settings.own_address

    @property
    def now(self) -> datetime:
        """Return when the letter is carried out."""
        return self.times.now

    def times_in(self, game: str, player: Player) -> LetterTimes:
        """Return the times of the letter for `player` in `game`."""
        arrived = self.stands_in.get(game.lower())
        if arrived is None or player.number != self.writer.number:
            return self.times
        return LetterTimes(self.now, arrived, min(self.times.dated, arrived))

    def is_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` has the hash `kept`; a missing password never has.

        A password that this letter itself sets counts only if its writer is proven.
        """
        fresh = kept is not None and password is not None and self.hashes.get(password) == kept
        return (fresh and self.is_proven) or self.was_right(password, kept)

    def was_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` was right before the letter."""
        if password is None or kept is None:
            return False
        return Trial(password, kept) in self.right

    def hash_of(self, password: str | None) -> str | None:
        """Return the hash of `password` for a new place.

        A password that opened another place has its hash already. A wrong password has none: it was
        meant for a place that somebody has.
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
    """Yield the names of the games that the letter mentions."""
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
    """Return whether the letter asks about all games."""
    return any(map(is_on_all_games, said_in(sections)))


def is_on_all_games(command: Said) -> bool:
    """Return whether a command is a question about all games."""
    return isinstance(command, inquiry.ShowHall | inquiry.ShowVersion) or (
        isinstance(command, inquiry.ListGames) and not command.game
    )


def asks_for_the_past(sections: Iterable[Section]) -> bool:
    """Return whether the letter may need or undo more than a game's last phase."""
    return any(
        not isinstance(section.entry, SignOn | None) or any(map(_needs_past, section.commands))
        for section in sections
    )


def _needs_past(command: Said) -> bool:
    if isinstance(command, base.Command):
        return command.needs_past
    return not isinstance(command, Unobeyed)


def asks_for_the_trail(sections: Iterable[Section]) -> bool:
    """Return whether the letter asks for the audit trail of a game."""
    return any(isinstance(one, inspection.Audit) for one in said_in(sections))


def asks_how_it_stands(sections: Iterable[Section]) -> bool:
    """Return whether the letter may ask whose orders are in."""
    return any(isinstance(one, inspection.Status | filing.ShowOrders) for one in said_in(sections))


def may_register(sections: Sequence[Section]) -> bool:
    """Return whether the letter may register its writer."""
    enters = any(section.entry is not None for section in sections)
    return enters or gives_a_name(sections) or follows_all_games(sections)


def creates_a_game(sections: Iterable[Section]) -> bool:
    """Return whether the letter creates a game."""
    return any(isinstance(section.entry, CreateGame) for section in sections)


def signs_on(sections: Iterable[Section]) -> bool:
    """Return whether the letter signs on to a game."""
    return any(isinstance(section.entry, SignOn) for section in sections)


def sends_press(sections: Iterable[Section]) -> bool:
    """Return whether the letter sends press."""
    return any(isinstance(one, press.SendPress) for one in said_in(sections))


def passwords_written(sections: Iterable[Section]) -> frozenset[str]:
    """Return the passwords in the letter, for games and for persons."""
    sections = tuple(sections)
    entries = (section.entry for section in sections if section.entry is not None)
    commands = (
        command
        for command in said_in(sections)
        if isinstance(command, profiles.SetPassword | profiles.AlsoKnown)
    )
    passwords = (source.password for source in (*entries, *commands))
    return frozenset(password for password in passwords if password is not None)
