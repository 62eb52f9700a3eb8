"""The facts beside a letter's words on which its decision depends, and queries about a letter."""

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
class BrowsersClosed:
    """No browser opens the places of the player with this number any more."""

    player: int


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
    """Return whether `who` means the writer, as in `WHOIS me`."""
    return who.lower() in _ME


def may_be_known(who: str, person: Player, writer: Player) -> bool:
    """Return whether the writer may know the person called `who`.

    By an address a person is found only if they show it, or by themselves.
    """
    shown = "@" not in who or WhoisPart.ADDRESS in person.preferences.shown
    return shown or person.number == writer.number


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


class UntriedError(Exception):
    """A password of the letter matters to the decision, and was not tried yet.

    Trying one takes a tenth of a second, so it is done outside of the letter's transaction.
    """


class World(Protocol):
    """What the decision of a letter may ask about its writer, other persons and other games.

    The answers tell the state before the letter. They come from the letter's transaction, so
    nothing can be asked after it.
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
        """The number that a stranger gets when they register; asking takes it."""

    @property
    def names_taken(self) -> tuple[str, ...]:
        """The names of other persons, of powers and of the judge."""

    @property
    def games_taken(self) -> tuple[str, ...]:
        """The names of all games."""

    @property
    def listed(self) -> tuple[Game, ...]:
        """The games that LIST shows."""

    @property
    def unreachable(self) -> frozenset[str]:
        """The addresses from which mail comes back, in lower case."""

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
        """Return the owner of an address; one that nobody owns has a password too."""

    def person_called(self, who: str) -> Acquaintance | None:
        """Return the person with this name or address, if the writer may know them."""

    def variant(self, name: str) -> Variant | None:
        """Return the variant with this name, None if it cannot be played."""

    def earlier_roles(self, game: str) -> tuple[str, ...]:
        """Return the roles that the writer has had in a game."""

    def press_to_all(self, game: str) -> tuple[OpenPress, ...]:
        """Return the press to all of a game, if it has a power to take over."""

    def press_sent(self, game: str, role: str) -> int:
        """Return how many messages the writer sent in the last hour as this role."""

    def trail(self, game: str) -> Trail:
        """Return the audit trail of a game."""

    def room(self, mailbox: str) -> int:
        """Return how many mails at other people's wish a mailbox may still get."""

    def guessed(self, hashes: frozenset[str]) -> Guessed:
        """Return the wrong passwords of today for places with these hashes."""


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
    #: Letters from foreign addresses to a reply address must be confirmed.
    own_address: bool = False
    #: The times of day for deadlines of new games.
    deadlines: tuple[time, time] | None = None
    #: The holder of the place confirmed this letter.
    agreed: bool = False
    #: The names of the writer's games.
    own: tuple[str, ...] = ()
    #: The variants that can be played.
    variants: tuple[VariantFile, ...] = ()
    names_of_variants: tuple[str, ...] = ()
    #: The passwords for places that were tried; None if none was tried yet.
    tried: frozenset[Trial] | None = field(default=None, repr=False)
    #: Those of them that were found right.
    right: frozenset[Trial] = field(default=frozenset(), repr=False)
    #: The hashes of passwords for new places.
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False)
    #: Games in which the letter counts as arrived at these moments: they wait for an earlier letter
    #: of its writer, which could not be read.
    stands_in: Mapping[str, datetime] = field(default_factory=dict)
    #: The lost mail of ours that the letter answers.
    lost: LostMail | None = None
    #: How many messages a place may send in an hour, and games a person create in a day; None for
    #: any number.
    press_per_hour: int | None = None
    games_per_day: int | None = None
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

        A password that this letter itself sets counts only if its writer is proven. Raises
        UntriedError.
        """
        was_right = self.was_right(password, kept)
        fresh = kept is not None and password is not None and self.hashes.get(password) == kept
        return was_right or (fresh and self.is_proven)

    def was_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` was right before the letter. Raises UntriedError."""
        if password is None or kept is None:
            return False
        if self.tried is None:
            raise UntriedError
        return Trial(password, kept) in self.right

    def hash_of(self, password: str | None) -> str | None:
        """Return the hash of `password` for a new place.

        A password that opened another place has its hash already. A wrong password has none: it was
        meant for a place that somebody has. Raises UntriedError.
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
