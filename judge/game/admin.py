"""Commands of the keeper of the judge by mail, all behind the word ADMIN."""

from judge.game.base import AnyCommand, Reply, Who
from judge.messages import Text


class KeeperCommand(AnyCommand, frozen=True):
    """A command of the keeper of the judge."""

    name = "ADMIN"
    who = Who.KEEPER


class ListPeople(KeeperCommand, frozen=True):
    """Show the people with `word` in their name or address; all people for ""."""

    word: str = ""

    only_asks = True


class ShowPerson(KeeperCommand, frozen=True):
    """Show the person who has `address`: addresses, places, lost mail."""

    address: str

    only_asks = True


class MoveMail(KeeperCommand, frozen=True):
    """Give the person who has the address `old` the address `new` instead."""

    old: str
    new: str


class ListAllGames(KeeperCommand, frozen=True):
    """Show the games with `word` in their name, whether listed or not."""

    word: str = ""

    only_asks = True


class HandOverGame(KeeperCommand, frozen=True):
    """Make the person with `address` the only Master of `game`."""

    game: str
    address: str


class BlockAddress(KeeperCommand, frozen=True):
    """Ignore mail from `address`, or from a whole `@domain`."""

    address: str
    reason: str = ""


class UnblockAddress(KeeperCommand, frozen=True):
    """Take a block back."""

    address: str


class ListBlocks(KeeperCommand, frozen=True):
    """Show which addresses are blocked, since when and why."""

    only_asks = True


class SetMessage(KeeperCommand, frozen=True):
    """Show `text` in the first answer that anybody gets on a day; "" for none."""

    text: str

    any_words = True


class ListLetters(KeeperCommand, frozen=True):
    """Show the letters that were set aside."""

    only_asks = True


class RetryLetter(KeeperCommand, frozen=True):
    """Answer the letter of this number after all."""

    number: int


class ListNotices(KeeperCommand, frozen=True):
    """Show the mails that did not go out."""

    only_asks = True


class RetryNotice(KeeperCommand, frozen=True):
    """Send the mail of this number again, at once."""

    number: int


class ShowRates(KeeperCommand, frozen=True):
    """Show the limits of what people may send, and the people who came near them today."""

    only_asks = True


class ShowAlarms(KeeperCommand, frozen=True):
    """Show what is wrong with the judge."""

    only_asks = True


class ShowTrail(KeeperCommand, frozen=True):
    """Show the audit trail of `game`; for "" the trail of the keepers' own acts."""

    game: str = ""

    only_asks = True


class EraseEntry(KeeperCommand, frozen=True):
    """Erase the text of the entry of the audit trail of this number."""

    number: int


class KeeperAnswered(Reply, frozen=True):
    """The answer to a command of the keeper."""

    command: KeeperCommand
    lines: tuple[Text, ...] = ()
