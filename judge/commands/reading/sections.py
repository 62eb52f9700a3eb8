"""The commands of a letter in sections: a new one wherever a game is entered."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.commands.lines import Section
from judge.game import (
    Aside,
    Command,
    CreateGame,
    Entry,
    NotObeyed,
    NotUnderstood,
    Observe,
    PlanOrders,
    Remark,
    SignOn,
    SubmitOrders,
    Wish,
    absences,
)


@dataclass(frozen=True, slots=True)
class Unclear:
    """A line that keeps the orders of its section from being complete."""

    line: str


def add(commands: list[Command | Unclear], command: Command) -> None:
    """Add `command`, as part of the one before it where they are one thing."""
    match commands[-1:], command:
        case [SubmitOrders() as orders], SubmitOrders(lines, replaces=False):
            commands[-1] = replace(orders, lines=orders.lines + lines)
        case [PlanOrders()], SubmitOrders(lines, replaces=False):
            _add_around(commands, lines)
        case [PlanOrders(phase, before)], PlanOrders(again, lines) if phase == again:
            commands[-1] = PlanOrders(phase, before + lines)
        case [before], _ if (one := _as_one(before, command)) is not None:
            commands[-1] = one
        case _:
            commands.append(command)


def _as_one(before: Command | Unclear, command: Command) -> Command | None:
    """Return what two commands behind each other are together, None if they are two."""
    match before, command:
        case SubmitOrders(), Remark(lines):
            return replace(before, aside=before.aside + lines)
        case Remark(lines), SubmitOrders():
            return replace(command, aside=lines + command.aside)
        case Remark(lines), Remark(more):
            return Remark(lines + more)
        case absences.SetAbsence(spans), absences.SetAbsence(more):
            return absences.SetAbsence(spans + more)
        case NotObeyed(why), NotObeyed(again) if why is again:
            count = before.count + command.count
            return NotObeyed(why, before.lines + command.lines, count)
        case _:
            return None


def _add_around(commands: list[Command | Unclear], lines: tuple[str, ...]) -> None:
    """Add order lines to those before a plan, so that all of them are one set."""
    match commands[-2:]:
        case [SubmitOrders() as orders, _]:
            commands[-2] = replace(orders, lines=orders.lines + lines)
        case _:
            commands.append(SubmitOrders(lines))


def says_anything(found: Sequence[Command | Unclear]) -> bool:
    """Return whether anything in the letter itself can be done or answered."""
    idle = (Remark, Unclear, NotUnderstood, Wish)
    return any(
        not isinstance(one, idle) and not (isinstance(one, NotObeyed) and one.why is Aside.ATTACHED)
        for one in found
    )


def sections_of(found_in: Sequence[Command | Unclear]) -> tuple[Section, ...]:
    """Return the sections; prose in front of a way into a game stands behind it."""
    found: list[tuple[Entry | None, list[Command | Unclear]]] = []
    for command in found_in:
        match command:
            case SignOn() | CreateGame() | Observe():
                before = found.pop()[1] if found and _is_prose(found[-1]) else []
                found.append((command, before))
            case _:
                if not found:
                    found.append((None, []))
                found[-1][1].append(command)
    return tuple(_section(entry, commands) for entry, commands in found)


def _is_prose(section: tuple[Entry | None, list[Command | Unclear]]) -> bool:
    entry, commands = section
    return entry is None and all(isinstance(one, Remark) for one in commands)


def _section(entry: Entry | None, found: list[Command | Unclear]) -> Section:
    """Return a section; what is unclear in it goes along with its last orders."""
    unclear = tuple(one.line for one in found if isinstance(one, Unclear))
    commands: list[Command | Unclear] = []
    for command in found:
        if not isinstance(command, Unclear):
            add(commands, command)
    last = [n for n, one in enumerate(commands) if isinstance(one, SubmitOrders)][-1:]
    told = (
        replace(one, unclear=unclear) if isinstance(one, SubmitOrders) and [number] == last else one
        for number, one in enumerate(commands)
    )
    return Section(entry, tuple(one for one in told if not isinstance(one, Entry | Unclear)))
