"""Facts beside a letter's own words that its decision needs, and questions about its sections."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Protocol

from judge.boards import VariantFile
from judge.commands import Section, said_in
from judge.engine import Phase, Variant
from judge.game import (
    OBSERVER,
    Codes,
    CreateGame,
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
    inquiry,
    profiles,
)


@dataclass(frozen=True, slots=True)
class AddressOwner:
    """The owner of an address in a letter.

    `password` is the hash of their password. Without one it is a hash that no password has, so
    that trying a password takes as long. `came_back` is true if mail to the address bounced.
    """

    password: str = field(repr=False)
    came_back: bool = False


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """The sender at `address` claims that `asked` is their address too.

    A yes from `asked` confirms it. If `due` is set, it is accepted at that moment, unless a no
    comes before. Afterwards the owner's mail goes to `main`; "" means no change.
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
class BrowsersClosed:
    """All browsers of the player with this number are signed out."""

    player: int


@dataclass(frozen=True, slots=True)
class PersonForgotten:
    """The player with this number is to be forgotten."""

    player: int


@dataclass(frozen=True, slots=True)
class KeeperAsked:
    """A command of the keeper, to be carried out after the letter is decided."""

    command: admin.KeeperCommand


Deed = (
    AddressClaim
    | MailRedirected
    | AddressDropped
    | PasswordChosen
    | PersonBlocked
    | PersonUnblocked
    | BrowsersClosed
    | PersonForgotten
    | KeeperAsked
)


_ME = ("me", "myself")


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """A person in a letter, and their public `games`, each with their role in it."""

    player: Player
    games: tuple[tuple[str, str], ...] = ()


def means_the_writer(who: str) -> bool:
    """Return whether the word `who` means the letter's writer, as in `WHOIS me`."""
    return who.lower() in _ME


def may_be_known(who: str, person: Player, writer: Player) -> bool:
    """Return whether the writer may learn about `person`, whom they called `who`.

    A person who was called by an address is found only if they show that address, or are the
    writer.
    """
    shown = "@" not in who or WhoisPart.ADDRESS in person.preferences.shown
    return shown or person.number == writer.number


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """The place in a game whose secret reply address the letter was sent to.

    The player may have left it since.
    """

    player: Player
    game: str
    #: The role for which the address was made.
    role: str
    #: The address was replaced and opens nothing any more.
    is_over: bool = False
    #: The letter came from an address that is not registered for the player.
    is_foreign: bool = False
    #: If the letter is a reply to press: the roles that get the reply.
    conversation: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LostMail:
    """A mail of the judge that the letter answers, but that is missing in a restored store."""

    phase: Phase
    game: str
    #: When the store was restored; None if that is not recorded.
    restored: datetime | None
    #: Whether the players of the game have to be told of the restore.
    alarms: bool


@dataclass(frozen=True, slots=True)
class Trial:
    """A password in a letter for a place, and the hash of the place's own password."""

    password: str = field(repr=False)
    kept: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Guessed:
    """The numbers of wrong passwords today (UTC), before this letter."""

    #: The number by the letter's sender.
    by_sender: int = 0
    #: The numbers by all senders, by the hash of the right password.
    by_hash: Mapping[str, int] = field(default_factory=dict, repr=False)


class UntriedError(Exception):
    """The decision depends on a password of the letter that was not checked yet.

    A check takes a tenth of a second, so it is done outside of the letter's transaction.
    """


class World(Protocol):
    """Questions of the decision about the writer, other persons and other games.

    The answers are about the state before the letter. They come from the letter's transaction, so
    no questions can be asked after it.
    """

    @property
    def addresses(self) -> tuple[str, ...]:
        """The writer's addresses, the main one first."""

    @property
    def places(self) -> tuple[str, ...]:
        """The names of the games in which the writer has a place."""

    @property
    def standing(self) -> Standing:
        """The writer's conduct in all games."""

    @property
    def blocked(self) -> tuple[str, ...]:
        """The persons whom the writer blocked, in the writer's words."""

    @property
    def apart(self) -> frozenset[int]:
        """The numbers of all persons who must not be in one game with the writer."""

    @property
    def next_number(self) -> int:
        """The number that a stranger gets when they register; reading it reserves it."""

    @property
    def names_taken(self) -> tuple[str, ...]:
        """The names of other persons, of powers and of the judge, which a newcomer cannot have."""

    @property
    def games_taken(self) -> tuple[str, ...]:
        """The names of all games."""

    @property
    def listed(self) -> tuple[Game, ...]:
        """The games that LIST shows."""

    @property
    def unreachable(self) -> frozenset[str]:
        """The addresses whose mail bounces, in lower case."""

    @property
    def games_created(self) -> int:
        """The number of games that the writer created in the last day."""

    @property
    def mails_caused(self) -> int:
        """The number of mails to other people that the writer caused in the last day."""

    @property
    def followers(self) -> int:
        """The number of persons who follow all games."""

    def owner(self, address: str) -> AddressOwner:
        """Return the owner of an address; an address without an owner has a dummy password."""

    def person_called(self, who: str) -> Acquaintance | None:
        """Return the person with this name or address, if the writer may know them."""

    def variant(self, name: str) -> Variant | None:
        """Return the variant with this name, None if it cannot be played."""

    def earlier_roles(self, game: str) -> tuple[str, ...]:
        """Return the roles that the writer has had in a game."""

    def press_to_all(self, game: str) -> tuple[OpenPress, ...]:
        """Return the press to everybody in a game, if it has a power to take over."""

    def press_sent(self, game: str, role: str) -> int:
        """Return how many messages the writer sent as this role in the last hour."""

    def trail(self, game: str) -> Trail:
        """Return the audit trail of a game."""

    def room(self, mailbox: str) -> int:
        """Return how many more mails a mailbox may get that other people cause."""

    def guessed(self, hashes: frozenset[str]) -> Guessed:
        """Return the numbers of today's wrong passwords for places with these hashes."""


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """The facts that are known before a letter is carried out."""

    times: LetterTimes
    #: The holder of `place`, or else the owner of the From address; number 0 for a stranger.
    writer: Player
    #: The games that the letter may concern, by name in lower case.
    games: Mapping[str, Game]
    #: A random number for each section, for a game that it may create.
    seeds: Sequence[int] = field(repr=False)
    world: World = field(repr=False)
    #: The place to whose reply address the letter was sent.
    place: ReplyPlace | None = None
    #: Whether the From address is proven to be the writer's.
    authentic: bool = False
    #: Why the reply address opens no place.
    misdirected: Refusal | None = None
    #: The From address, in lower case.
    sender: str = ""
    #: Whether the From address belongs to the writer.
    is_writers: bool = True
    #: Whether letters from foreign addresses to a reply address must be confirmed, in every game.
    own_address: bool = False
    #: The earliest and latest time of day for the deadlines of new games.
    deadlines: tuple[time, time] | None = None
    #: Whether the place's holder has confirmed this letter.
    agreed: bool = False
    #: The names of the writer's games.
    own: tuple[str, ...] = ()
    #: The variants that can be played.
    variants: tuple[VariantFile, ...] = ()
    names_of_variants: tuple[str, ...] = ()
    #: The passwords that were checked, each for a place; None before the check.
    tried: frozenset[Trial] | None = field(default=None, repr=False)
    #: Those checked passwords that are right.
    right: frozenset[Trial] = field(default=frozenset(), repr=False)
    #: The hashes of passwords for new places.
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: Games in which the letter counts as arrived earlier, at this moment: an earlier letter of its
    #: writer could not be read, and the game waits for a new one.
    stands_in: Mapping[str, datetime] = field(default_factory=dict)
    #: The lost mail of ours that the letter answers.
    lost: LostMail | None = None
    #: The limits of messages an hour for a place, and of new games a day for a person; None for no
    #: limit.
    press_per_hour: int | None = None
    games_per_day: int | None = None
    #: Whether the From address is the keeper's.
    is_keeper: bool = False
    #: The judge's address, and the secret key from which codes are made.
    judge: str = ""
    key: bytes = field(default=b"", repr=False)

    def codes(self, holder: int) -> Codes:
        """Return the codes of the player with this number for confirming commands."""
        return Codes(self.key, self.judge, holder)

    @property
    def is_proven(self) -> bool:
        """Return whether more than the From address shows who wrote the letter."""
        return self.authentic or self.place is not None

    @property
    def is_asked_back(self) -> bool:
        """Return whether the place's holder must confirm the letter before it changes anything."""
        place = self.place
        if place is None or not place.is_foreign or self.agreed:
            return False
        return self.own_address or self.games[place.game.lower()].settings.own_address

    @property
    def now(self) -> datetime:
        """Return the time at which the letter is carried out."""
        return self.times.now

    def times_in(self, game: str, player: Player) -> LetterTimes:
        """Return the times of the letter as they count for `player` in `game`."""
        arrived = self.stands_in.get(game.lower())
        if arrived is None or player.number != self.writer.number:
            return self.times
        return LetterTimes(self.now, arrived, min(self.times.dated, arrived))

    def is_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` belongs to the hash `kept`; False if either is missing.

        A password that this letter itself sets counts only if its writer is proven. Raises
        UntriedError if passwords were not checked yet.
        """
        was_right = self.was_right(password, kept)
        fresh = kept is not None and password is not None and self.hashes.get(password) == kept
        return was_right or (fresh and self.is_proven)

    def was_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` was right before this letter.

        Raises UntriedError if passwords were not checked yet.
        """
        if password is None or kept is None:
            return False
        if self.tried is None:
            raise UntriedError
        return Trial(password, kept) in self.right

    def hash_of(self, password: str | None) -> str | None:
        """Return the hash of `password` for a new place, None if it gets no password.

        A password that opened another place has its hash already. A wrong password has none,
        because it was meant for a place that somebody has. Raises UntriedError if passwords were
        not checked yet.
        """
        if password is None:
            return None
        if self.tried is None:
            raise UntriedError
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
    """Yield the names of the games that the letter mentions; a name may be ""."""
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


def asks_for_the_past(sections: Iterable[Section]) -> bool:
    """Return whether the letter may show or undo more than a game's last finished phase."""
    return any(
        not isinstance(section.entry, SignOn | None) or any(map(_needs_past, section.commands))
        for section in sections
    )


def _needs_past(command: Said) -> bool:
    if isinstance(command, base.Command):
        return command.needs_past
    return not isinstance(command, Unobeyed)


def signs_on(sections: Iterable[Section]) -> bool:
    """Return whether the letter signs on to a game."""
    return any(isinstance(section.entry, SignOn) for section in sections)


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
