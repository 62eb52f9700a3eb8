"""What a letter says of its writer's addresses and his password, and what it does."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from judge.commands import Section, said_in
from judge.game import admin, guests, inquiry, profiles


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
