"""What a letter tells the judge to do: one small value a command."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum
from types import MappingProxyType
from typing import get_args

from judge.game import base

# What a letter says that no command follows from: it is answered, and that is all.


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """A line that is no command, though it looks like one, and what it may mean.

    `text` is what stood in its block and would else be lost.
    """

    line: str
    suggestions: tuple[str, ...] = ()
    text: str = ""


class Aside(Enum):
    """Why lines that were meant for the judge are not obeyed."""

    PHASE = "for another phase"
    CASE = "for a certain case"
    TOLD = "told, not ordered"
    POWER = "for another power"
    UNENDED = "below a message without an end"
    NOTE = "below a note without an end"
    BELOW = "below a signature, in a quoted mail, or behind the end"
    QUOTED = "in an older mail, as what is ordered again shows"
    ATTACHED = "in a file that was attached to a letter with words of its own"
    ENCRYPTED = "in an encrypted part"
    FILE = "in a file that holds no plain text"
    UNSIGNED = "an answer to one who did not sign his press"
    BEYOND = "beyond what a letter may hold"


@dataclass(frozen=True, slots=True)
class NotObeyed:
    """Lines that are handed back, and why; `count` says how many were not read."""

    why: Aside
    lines: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Remark:
    """Prose: nobody would take any of these lines for a command or an order."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A wish in plain words; each of `offers` is a line that would do it."""

    line: str
    offers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReplyInDoubt:
    """A reply to press of which some `lines` are for the judge, or read as if.

    `text` is all of it, and `recipients` are the roles that get it if it is press.
    """

    lines: tuple[str, ...]
    text: str
    recipients: tuple[str, ...]


Unobeyed = NotUnderstood | NotObeyed | Remark | Wish | ReplyInDoubt


# Ways into a game.


@dataclass(frozen=True, slots=True)
class SignOn:
    """Enter a game: as a power, as the Master, or to join, take over or come back.

    `readings` are the (seat, game) pairs the words may mean, likeliest first: `Fsmp` is
    power F in game smp, or else the game fsmp. A seat is a power's name or letter,
    `M` for the Master, `O` for an observer, `?` to join, or "" when none was named.
    A sign-on that could not be read has the one reading ("", ""): no game has an empty
    name, so that nothing which stands behind it is obeyed. `code` is that of an
    invitation.
    """

    readings: tuple[tuple[str, str], ...]
    password: str | None = field(default=None, repr=False)
    preferences: str = ""
    code: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class CreateGame:
    """Set up a new game of `variant`, with the sender as its Master.

    `options` are words that followed, kept as they were written. A `sandbox` begins at
    once, of `source`, another game, as it stands or stood in a `phase` (`S1901M`).
    """

    game: str
    variant: str = "standard"
    password: str | None = field(default=None, repr=False)
    options: tuple[str, ...] = ()
    sandbox: bool = False
    source: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Observe:
    """Follow a game without playing; news of it come after a `delay`."""

    game: str
    password: str | None = field(default=None, repr=False)
    delay: timedelta = timedelta()


Entry = SignOn | CreateGame | Observe


# Orders for the units of a power.


@dataclass(frozen=True, slots=True)
class SubmitOrders:
    """Store these lines, as they were written, as orders.

    Some lines may be cases by what the board shows (IF, ELSE, ENDIF), or preferences.
    With `replaces` they take the place of all orders there were. `aside` is prose
    beside them. `unclear` are lines that say how orders are to be taken, and were not
    understood: with them no set of orders is complete.
    """

    lines: tuple[str, ...]
    aside: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class PlanOrders:
    """Keep these lines for a `phase` to come (`F1901M`), the next winter for ""."""

    phase: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoOrders:
    """Let the orders stand as before the receipt of this number, the last one for 0."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class ShowOrders:
    """Show what orders are stored."""


@dataclass(frozen=True, slots=True)
class PreviewOrders:
    """Show what would come of the orders stored, and of these `lines` beside them.

    Some may be assumed for other powers. Nothing of them is stored.
    """

    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearOrders:
    """Forget the orders stored for this phase, or kept for the `phase` named.

    Of this phase it may be those of some `units` alone.
    """

    phase: str = ""
    units: tuple[str, ...] = ()


OrderCommand = SubmitOrders | PlanOrders | UndoOrders | ShowOrders | PreviewOrders | ClearOrders


# The settings of a game.


@dataclass(frozen=True, slots=True)
class SetOption:
    """Change a setting of the game, as `SET MOVE NEXT 48`; Master only."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class ChangeSettings:
    """Change many settings at once: all of `values`, as (name, value), or none."""

    values: tuple[tuple[str, str], ...]
    confirmation: str = ""


SettingCommand = SetOption | ChangeSettings


# What a letter tells the judge of its writer.


@dataclass(frozen=True, slots=True)
class Register:
    """Tell the judge who one is; `fields` are (key, value), keys in lower case."""

    fields: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SetAddress:
    """Send mail to `address` from now on."""

    address: str


@dataclass(frozen=True, slots=True)
class AlsoKnown:
    """Take whoever writes from `address` for the writer, and the other way round.

    With the password of whose it is the writer need not be asked there.
    """

    address: str
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ForgetAddress:
    """Do not take whoever writes from `address` for the writer any more."""

    address: str


@dataclass(frozen=True, slots=True)
class SetPassword:
    """Take who knows `password` for the writer when his address has died."""

    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class SetPreference:
    """Write to the sender as he wants: `option` (`DIGEST`) gets the `value` written."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class ShowPreferences:
    """Tell how the judge writes to the sender, and what others are told of him."""


@dataclass(frozen=True, slots=True)
class ShowReliability:
    """Tell the sender how reliable he is taken for, and why."""


@dataclass(frozen=True, slots=True)
class WhoIs:
    """Tell of the person of this name or address what he allows."""

    who: str


@dataclass(frozen=True, slots=True)
class Block:
    """Let the sender never be in one game with the person of this name or address.

    Without one his blocks are shown.
    """

    who: str = ""


@dataclass(frozen=True, slots=True)
class Unblock:
    """Take back the block of the person of this name or address."""

    who: str


@dataclass(frozen=True, slots=True)
class ShowData:
    """Send the sender a copy of all that is kept about him."""

    part: int = 1


@dataclass(frozen=True, slots=True)
class ForgetMe:
    """Forget the sender; with the `code` that was asked for it is done."""

    code: str = ""


AddressCommand = SetAddress | AlsoKnown | ForgetAddress | SetPassword
PersonCommand = (
    AddressCommand
    | SetPreference
    | ShowPreferences
    | WhoIs
    | ShowReliability
    | Block
    | Unblock
    | ShowData
    | ForgetMe
)


# What a letter asks, and what changes nothing.


@dataclass(frozen=True, slots=True)
class ListGames:
    """Show the games, or `game` alone, at length if `full`.

    Those alone that are `open` to players, and have all that `wanted` names, as
    (`variant`, `modern`), (`press`, `none`), (`speed`, `slow`).
    """

    game: str = ""
    full: bool = False
    open: bool = False
    wanted: tuple[tuple[str, str], ...] = ()


FILTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "variant": (),
        "press": ("full", "broadcast", "partial", "none"),
        "speed": ("fast", "normal", "slow"),
    }
)
"""By what LIST chooses among games, and the words there are for it; () for any."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Show who played and who owned what, year by year."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """Show how things stand: to a Master, who is in and who is not."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show all settings of a game, in a form in which they may be sent back."""

    game: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """Show the results of past phases, from `first` to `last` (`S1901M`) if named."""

    game: str = ""
    first: str = ""
    last: str = ""


@dataclass(frozen=True, slots=True)
class Map:
    """Show the board as it stands, or after the finished `phase` (`S1901M`) named."""

    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Explain:
    """Tell why the order to `unit` ended as it did in a finished `phase` (`S1901M`).

    Without one that is the last.
    """

    unit: str
    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class ShowVariant:
    """Tell of the variant `name`, or list those there are."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class ShowHall:
    """Show who won the games that are over, those of one `variant` if named.

    `as_file`: for programs.
    """

    variant: str = ""
    as_file: bool = False


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Tell what comes of the position and the orders in `text`, of no game at all."""

    text: str


@dataclass(frozen=True, slots=True)
class Help:
    """Explain `topic`, or the judge at large."""

    topic: str = ""


@dataclass(frozen=True, slots=True)
class Audit:
    """Show what is written down of a game and who did it, of a `phase` if named."""

    game: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Send what one may see of a game as files for programs: a part of it, if it is long."""

    game: str = ""
    part: int = 1


@dataclass(frozen=True, slots=True)
class ShowVersion:
    """Tell which program the judge is, where it is reached, and what it has."""


GameInquiry = Summary | Status | ShowSettings | History | Map | Explain | Audit | Export
Inquiry = ListGames | GameInquiry | ShowVariant | ShowHall | ShowVersion | Adjudicate | Help


# What the keeper of the judge tells it: all behind the word ADMIN.


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


JudgeCommand = Register | Inquiry
# Commands that change nothing, however often they are given.
QUESTIONS = (
    *get_args(Inquiry),
    *(ShowOrders, PreviewOrders, ShowPreferences),
    *(ShowReliability, WhoIs, ShowData, ListPeople, ShowPerson, ListAllGames, ListBlocks),
    *(ListLetters, ListNotices, ShowRates, ShowAlarms, ShowTrail),
)
GameCommand = OrderCommand | SettingCommand | base.Command
Said = JudgeCommand | PersonCommand | KeeperCommand | GameCommand | Unobeyed
Command = Entry | Said
