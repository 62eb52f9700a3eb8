"""What the keeper of the judge tells it: all behind the word ADMIN."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListPeople:
    """Show the people whose name or address holds `word`, all for none."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class ShowPerson:
    """Show what is kept about who has `address`: addresses, places, lost mail."""

    address: str


@dataclass(frozen=True, slots=True)
class MoveMail:
    """Give the person who has the address `old` the address `new` instead."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ListAllGames:
    """Show the games whose name holds `word`, listed or not; those of no Master too."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class HandOverGame:
    """Make who has `address` the only Master of `game`."""

    game: str
    address: str


@dataclass(frozen=True, slots=True)
class BlockAddress:
    """Obey and answer nothing from `address`, or from a whole `@domain`."""

    address: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UnblockAddress:
    """Take a block back."""

    address: str


@dataclass(frozen=True, slots=True)
class ListBlocks:
    """Show which addresses are blocked, since when and why."""


@dataclass(frozen=True, slots=True)
class SetMessage:
    """Show `text` in the first answer that anybody gets on a day; "" for none."""

    text: str


@dataclass(frozen=True, slots=True)
class ListLetters:
    """Show the letters that were set aside."""


@dataclass(frozen=True, slots=True)
class RetryLetter:
    """Answer the letter of this number after all."""

    number: int


@dataclass(frozen=True, slots=True)
class ListNotices:
    """Show the mails that did not go out."""


@dataclass(frozen=True, slots=True)
class RetryNotice:
    """Send the mail of this number again, at once."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowRates:
    """Show how much each may send, and who came near it today."""


@dataclass(frozen=True, slots=True)
class ShowAlarms:
    """Show what is wrong with the judge."""


@dataclass(frozen=True, slots=True)
class ShowTrail:
    """Show the audit trail of `game`, or of what keepers did, for ""."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class EraseEntry:
    """Erase the text of the entry of the audit trail of this number."""

    number: int


KeeperCommand = (
    ListPeople
    | ShowPerson
    | MoveMail
    | ListAllGames
    | HandOverGame
    | BlockAddress
    | UnblockAddress
    | ListBlocks
    | SetMessage
    | ListLetters
    | RetryLetter
    | ListNotices
    | RetryNotice
    | ShowRates
    | ShowAlarms
    | ShowTrail
    | EraseEntry
)
