"""What a letter tells the judge to do: one small value a command.

What a module here defines is offered as it stands: a command is named in its module
and in the union of its group, and in no list besides.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.commands.model.desk import *
from judge.commands.model.desk import DeskCommand
from judge.commands.model.diary import *
from judge.commands.model.diary import DiaryCommand
from judge.commands.model.entry import *
from judge.commands.model.entry import Entry
from judge.commands.model.filling import *
from judge.commands.model.filling import FillingCommand
from judge.commands.model.inquiry import *
from judge.commands.model.inquiry import Inquiry
from judge.commands.model.keeper import *
from judge.commands.model.keeper import KeeperCommand
from judge.commands.model.master import *
from judge.commands.model.master import MasterCommand
from judge.commands.model.orders import *
from judge.commands.model.orders import OrderCommand
from judge.commands.model.person import *
from judge.commands.model.person import PersonCommand, Register
from judge.commands.model.seat import *
from judge.commands.model.seat import SeatCommand
from judge.commands.model.time import *
from judge.commands.model.time import TimeCommand
from judge.commands.unobeyed import Unobeyed

JudgeCommand = Register | Inquiry
PlayerCommand = OrderCommand | SeatCommand | DiaryCommand | TimeCommand | FillingCommand
GameCommand = PlayerCommand | MasterCommand | DeskCommand
Said = JudgeCommand | PersonCommand | KeeperCommand | GameCommand | Unobeyed
Command = Entry | Said


@dataclass(frozen=True, slots=True)
class Section:
    """The part of a letter that belongs to one entry into one game.

    `entry` is None for what stands before the first sign-on: there the reply address
    says which game and power is meant. Nothing of a letter whose sections are `whole`
    is done unless all of it can be.
    """

    entry: Entry | None
    commands: tuple[Said, ...]
    whole: bool = False


def said_in(sections: Iterable[Section]) -> Iterator[Said]:
    """Yield all commands of a letter, the entries into games left out."""
    for section in sections:
        yield from section.commands
