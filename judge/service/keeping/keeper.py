"""Doing what the keeper of the judge wants, and writing down that he wanted it."""

from dataclasses import replace
from datetime import datetime

from msgspec import structs
from sqlalchemy import Connection

from judge.conversation import KeeperAsked, LetterDecision, Progress
from judge.game import (
    BlockAddress,
    EraseEntry,
    HandOverGame,
    KeeperAnswered,
    KeeperCommand,
    ListAllGames,
    ListBlocks,
    ListLetters,
    ListNotices,
    ListPeople,
    MoveMail,
    Player,
    RetryLetter,
    RetryNotice,
    SetMessage,
    ShowAlarms,
    ShowPerson,
    ShowRates,
    ShowTrail,
    TrailEntry,
    UnblockAddress,
)
from judge.messages import Text
from judge.service.keeping import games, mail, people
from judge.service.keeping.trail import KEEPER, salt_of
from judge.service.parts import Judge
from judge.store import persons, trail

Lines = tuple[Text, ...]
_Looking = (
    ListPeople
    | ShowPerson
    | ListAllGames
    | ListBlocks
    | ListLetters
    | ListNotices
    | ShowRates
    | ShowAlarms
    | ShowTrail
)


def administered(
    judge: Judge, connection: Connection, decision: LetterDecision, now: datetime
) -> LetterDecision:
    """Do what the keeper asked for in a letter; return it with what came of that."""
    if not any(isinstance(deed, KeeperAsked) for deed in decision.deeds):
        return decision
    sections = (_answered(judge, connection, one, now) for one in decision.sections)
    return replace(decision, sections=tuple(sections))


def _answered(judge: Judge, connection: Connection, section: Progress, now: datetime) -> Progress:
    events = tuple(
        structs.replace(
            event, lines=obey_keeper(judge, connection, event.command, section.writer, now)
        )
        if isinstance(event, KeeperAnswered)
        else event
        for event in section.events
    )
    return replace(section, events=events)


def obey_keeper(
    judge: Judge, connection: Connection, command: KeeperCommand, by: Player, now: datetime
) -> Lines:
    """Return what came of what a keeper wants; on the host he is nobody, number 0.

    All of it is written down first, also what he only looks at.
    """
    entry = TrailEntry(
        at=now,
        actor=by.number or None,
        role=KEEPER,
        event=type(command).__name__,
        phase="",
        text=_in_words(command),
        about=tuple(sorted(_persons_in(connection, command))),
        salt=salt_of(judge),
    )
    trail.append(connection, trail.KEEPERS, (entry,))
    if isinstance(command, _Looking):
        return _looked_up(judge, connection, command, now)
    match command:
        case MoveMail():
            return people.moved(connection, command)
        case HandOverGame():
            return games.handed_over(judge, connection, command, by, now)
        case BlockAddress():
            return people.blocked(judge, connection, command, now)
        case UnblockAddress(address):
            return people.unblocked(connection, address)
        case SetMessage(text):
            return mail.message_set(connection, text, now)
        case RetryLetter(number):
            return mail.letter_retried(connection, number)
        case RetryNotice(number):
            return mail.notice_retried(connection, number, now)
        case EraseEntry(number):
            return mail.erased(connection, number)


def _looked_up(judge: Judge, connection: Connection, command: _Looking, now: datetime) -> Lines:
    match command:
        case ListPeople(word):
            return people.listed(connection, word)
        case ShowPerson(address):
            return people.shown(connection, address)
        case ListAllGames(word):
            return games.listed(connection, word)
        case ListBlocks():
            return people.blocks_listed(connection)
        case ListLetters():
            return mail.letters_listed(connection)
        case ListNotices():
            return mail.notices_listed(connection)
        case ShowRates():
            return mail.rates_shown(judge, connection, now)
        case ShowAlarms():
            return mail.alarms_shown(connection)
        case ShowTrail(game):
            return games.trail_shown(connection, game)


def _persons_in(connection: Connection, command: KeeperCommand) -> set[int]:
    """Return the numbers of those whose addresses a command names."""
    words = (str(getattr(command, name)) for name in command.__slots__)
    found = (persons.find_player(connection, word) for word in words if "@" in word)
    return {one.number for one in found if one is not None}


def _in_words(command: KeeperCommand) -> str:
    """Return what is written down of a command: its name and the words behind it."""
    words = (getattr(command, name) for name in command.__slots__)
    return " ".join((type(command).__name__, *map(str, filter(None, words))))
