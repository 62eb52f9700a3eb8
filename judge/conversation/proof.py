"""Describes an unproven letter in the judge's own words, to ask whether it is genuine.

The question is mailed to the From address, or to the address on record. Nobody may use the judge to
mail their own words to a stranger. So free text is described only by its length, and an address is
written so that no mail program turns it into a link.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.commands import Section
from judge.conversation.decide import LetterDecision, only_asks
from judge.conversation.progress import Progress
from judge.game import (
    CreateGame,
    Game,
    GameCreated,
    Observe,
    Said,
    SetOption,
    SettingChanged,
    SignOn,
    Who,
    admin,
    base,
    filing,
    inquiry,
    places,
    press,
    profiles,
    role_named,
)
from judge.letter import Letter, Standing
from judge.messages import Text, message, unlinked
from judge.notation import read_phase_name, write_order

_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_NUMBER = re.compile(r"[+\d][\d:.+-]{0,15}[hdm]?|on|off|yes|no", re.I)


@dataclass(frozen=True, slots=True)
class Wanted:
    """One command of a letter, in the judge's words.

    A forged `grave` command would do harm, so the keeper is told if the letter is denied.
    """

    words: Text
    grave: bool = False


def asks_to_stop(letter: Letter) -> bool:
    """Return whether the writer's own text begins with the line STOP.

    Without own text the subject is tested.
    """
    own = (line.text.strip(" \t.!>*") for line in letter.lines if line.standing is Standing.OWN)
    return next(filter(None, own), letter.subject.strip()).upper() == "STOP"


def asked_for(sections: Sequence[Section], decision: LetterDecision) -> tuple[Wanted, ...]:
    """Return the effects that a letter would have: `JOIN smp`, `ADMIN ERASE 7`.

    Places that it tried to open with a password are left out, whether the password is right or
    wrong. Questions are named only if there is nothing else.
    """
    found: list[Wanted] = []
    idle: list[Wanted] = []
    for section, done in zip(sections, decision.sections, strict=True):
        own = done.sender.player.number == done.writer.number
        if section.entry is not None and not (done.game and own):
            continue
        match section.entry:
            case None:
                pass
            case CreateGame():
                found.append(Wanted(f"CREATE {_name_of(done)}"))
            case Observe():
                found.append(Wanted(f"OBSERVE {done.game}"))
            case SignOn(words=words):
                found.append(Wanted(f"{words} {done.game}"))
        game = decision.game_called(done.game) if done.game else None
        for command in section.commands:
            named = idle if only_asks(command) else found
            named += _wanted(command, done, game)
    return tuple(dict.fromkeys(found or idle))


def _name_of(done: Progress) -> str:
    created = (event.game.name for event in done.events if isinstance(event, GameCreated))
    return next(created, done.game)


def _wanted(command: Said, done: Progress, game: Game | None) -> Iterator[Wanted]:
    """Yield one command in words of the judge; nothing for questions about the judge."""
    if isinstance(command, inquiry.Register):
        yield Wanted("REGISTER")
    elif isinstance(command, profiles.PersonCommand):
        yield Wanted(_of_person(command), grave=isinstance(command, profiles.AddressCommand))
    elif isinstance(command, admin.KeeperCommand):
        yield Wanted(_of_keeper(command), grave=True)
    elif isinstance(command, base.Command):
        yield from _of_game(command, done, game)


def _of_game(command: base.Command, done: Progress, game: Game | None) -> Iterator[Wanted]:
    match command:
        case filing.SubmitOrders():
            yield from _orders(command, done, game)
        case press.SendPress(text, recipients):
            to = [_plain(one, game) or "others" for one in recipients]
            but = "ALL BUT " if command.all_but else ""
            whom = f" to {but}{', '.join(dict.fromkeys(to))}" if to else " to ALL"
            yield Wanted(f"PRESS of {_length(text)}{whom}{_inside(game)}")
        case SetOption():
            yield Wanted(_setting(command, done) + _inside(game), grave=True)
        case _:
            words = " ".join((command.called(), *_values(command, game)))
            grave = isinstance(command, places.Resign) or command.who is Who.MASTER
            yield Wanted(words + _inside(game), grave)


def _of_person(command: profiles.PersonCommand) -> Text:
    match command:
        case profiles.SetAddress(address):
            there = unlinked(address)
            return message("SET ADDRESS to {address}: your mail would go there", address=there)
        case profiles.AlsoKnown(address):
            there = unlinked(address)
            return message(
                "I AM ALSO {address}: whoever writes from there would be taken for you",
                address=there,
            )
        case profiles.ForgetAddress(address):
            return f"FORGET ADDRESS {unlinked(address)}"
        case profiles.SetPassword():
            return message("SET PASSWORD: it would let its writer take your place")
        case _:
            return " ".join((command.called(), *_values(command, None)))


def _of_keeper(command: admin.KeeperCommand) -> Text:
    match command:
        case admin.HandOverGame(game, address):
            name, there = _short(game), unlinked(address)
            return message(
                "ADMIN GIVE {game} TO {address}: the game {game} would be led by {address}",
                game=name,
                address=there,
            )
        case admin.MoveMail(old, new):
            there = unlinked(new)
            return message(
                "ADMIN MOVE {old} TO {address}: their mail would go to {address}",
                old=unlinked(old),
                address=there,
            )
        case admin.BlockAddress(address):
            there = unlinked(address)
            return message(
                "ADMIN BLOCK {address}: nothing from there would be obeyed", address=there
            )
        case admin.UnblockAddress(address):
            return f"ADMIN UNBLOCK {unlinked(address)}"
        case admin.SetMessage(text):
            return f"ADMIN MESSAGE of {_length(text)}"
        case admin.RetryLetter(number):
            return f"ADMIN RETRY LETTER {number}"
        case admin.RetryNotice(number):
            return f"ADMIN RETRY NOTICE {number}"
        case admin.EraseEntry(number):
            return f"ADMIN ERASE {number}"
        case _:
            return message("ADMIN: what the judge keeps would be shown")


def _orders(command: filing.SubmitOrders, done: Progress, game: Game | None) -> Iterator[Wanted]:
    """Yield each order as it would be stored, or only the number of lines."""
    given = set(command.lines)
    orders = [
        line.order
        for event in done.events
        if isinstance(event, filing.OrdersFiled)
        for line in event.lines
        if line.order is not None and line.line in given
    ]
    if game is None or not orders:
        count = len(command.lines)
        yield Wanted(f"ORDERS of {count} {'line' if count == 1 else 'lines'}{_inside(game)}")
        return
    for order in orders:
        yield Wanted(f"{write_order(order, game.variant.geography)}{_inside(game)}")


def _setting(command: SetOption, done: Progress) -> str:
    """Return a setting with its new value, but without a comment's text, which is free text."""
    for event in done.events:
        free = isinstance(event, SettingChanged) and event.option == "COMMENT"
        if free or not isinstance(event, SettingChanged):
            continue
        if event.option.split()[0] == command.option.split()[0].upper():
            return f"SET {event.option} to {event.value}"
    return "SET COMMENT" if command.option.upper() == "COMMENT" else "SET"


def _values(command: base.Command | profiles.PersonCommand, game: Game | None) -> Iterator[str]:
    """Yield the values of a command; an unknown value is described by its length."""
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if name in ("confirmation", "code", "password"):
            continue
        if isinstance(value, str) and value:
            yield _plain(value, game) or f"({_length(value)})"
        elif isinstance(value, int) and not isinstance(value, bool):
            yield str(value)


def _plain(value: str, game: Game | None) -> str:
    """Return a value if it is an address, a power, a phase or a number, else ""."""
    word = value.strip(" <>")
    if _ADDRESS.fullmatch(word):
        return unlinked(word)
    if game is not None and (role := role_named(game.variant, word)):
        return role
    return read_phase_name(word) or (word if _NUMBER.fullmatch(word) else "")


def _short(name: str) -> str:
    """Return the name of a game, limited to the characters and length of names of games."""
    return re.sub(r"[^\w-]", "", name)[:16]


def _inside(game: Game | None) -> str:
    return f" in {game.name}" if game else ""


def _length(text: str) -> str:
    count = len(text.split())
    return f"{count} {'word' if count == 1 else 'words'}"
