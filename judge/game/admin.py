"""Commands of the keeper of the judge by mail, all behind the word ADMIN."""

from judge.game.base import AnyCommand, Reply, Who
from judge.messages import Text


class KeeperCommand(AnyCommand, frozen=True):
    """A command of the keeper of the judge."""

    name = "ADMIN"
    who = Who.KEEPER


class ListPeople(KeeperCommand, frozen=True):
    """Show the people with `word` in their name or address; "" shows all people."""

    word: str = ""

    only_asks = True


class ShowPerson(KeeperCommand, frozen=True):
    """Show the owner of `address`: their addresses, their places in games, and their lost mail."""

    address: str

    only_asks = True


class MoveMail(KeeperCommand, frozen=True):
    """Replace the address `old` of its owner by the address `new`."""

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
    """Show `text` in the first answer that each person gets on a day; "" shows nothing."""

    text: str

    any_words = True


class ListLetters(KeeperCommand, frozen=True):
    """Show the letters that were set aside."""

    only_asks = True


class RetryLetter(KeeperCommand, frozen=True):
    """Answer the letter with this number, which was set aside."""

    number: int


class ListNotices(KeeperCommand, frozen=True):
    """Show the mails that could not be sent."""

    only_asks = True


class RetryNotice(KeeperCommand, frozen=True):
    """Send the mail with this number again, at once."""

    number: int


class ShowRates(KeeperCommand, frozen=True):
    """Show the limits of what people may send, and the people who came near them today."""

    only_asks = True


class ShowAlarms(KeeperCommand, frozen=True):
    """Show what is wrong with the judge."""

    only_asks = True


class ShowTrail(KeeperCommand, frozen=True):
    """Show the audit trail of `game`; "" shows the trail of the keepers' own acts."""

    game: str = ""

    only_asks = True


class EraseEntry(KeeperCommand, frozen=True):
    """Erase the text of the audit trail's entry with this number."""

    number: int


class KeeperAnswered(Reply, frozen=True):
    """The answer to a command of the keeper."""

    command: KeeperCommand
    lines: tuple[Text, ...] = ()
