"""Obeying what a letter says of a person: one function for each kind of command."""

from collections.abc import Mapping
from types import MappingProxyType

from judge.conversation.person.acquaintance import block, show_person, show_reliability, unblock
from judge.conversation.person.addresses import obey_on_addresses
from judge.conversation.person.parting import forget, give_copy
from judge.conversation.person.wishes import prefer, show_preferences
from judge.conversation.progress import Progress, told
from judge.game import (
    AddressCommand,
    AlsoKnown,
    Block,
    ForgetAddress,
    ForgetMe,
    NotProven,
    NotRegistered,
    PersonCommand,
    Refusal,
    Refused,
    SetAddress,
    SetPassword,
    SetPreference,
    ShowData,
    ShowPreferences,
    ShowReliability,
    Unblock,
    WhoIs,
)

_Own = (
    SetPreference
    | ShowPreferences
    | ShowReliability
    | WhoIs
    | Block
    | Unblock
    | ShowData
    | ForgetMe
)
# What is for the person alone, whoever may read the mail of one of his games.
_PERSONAL = ShowReliability | Block | Unblock | ShowData | ForgetMe
_NAMES: Mapping[type[PersonCommand], str] = MappingProxyType(
    {
        SetAddress: "SET ADDRESS",
        AlsoKnown: "I AM ALSO",
        ForgetAddress: "FORGET ADDRESS",
        SetPassword: "SET PASSWORD",
        ShowPreferences: "MY SETTINGS",
        WhoIs: "WHOIS",
        ShowReliability: "RELIABILITY",
        Block: "BLOCK",
        Unblock: "UNBLOCK",
        ShowData: "MY DATA",
        ForgetMe: "FORGET ME",
    }
)


def obey_for_person(command: PersonCommand, progress: Progress) -> Progress:
    """Return the progress after what the writer says of himself or asks of others."""
    name = person_command_name(command)
    if isinstance(command, AddressCommand):
        return obey_on_addresses(command, name, progress)
    why = _why_refused(command, progress)
    if why is not None:
        return told(progress, Refused(name, why))
    return _obeyed(command, progress)


def _obeyed(command: _Own, progress: Progress) -> Progress:
    match command:
        case SetPreference(option, value):
            return prefer(option, value, progress)
        case ShowPreferences():
            return show_preferences(progress)
        case ShowReliability():
            return show_reliability(progress)
        case WhoIs(who):
            return show_person(who, progress)
        case Block(who):
            return block(who, progress)
        case Unblock(who):
            return unblock(who, progress)
        case ShowData(part):
            return give_copy(part, progress)
        case ForgetMe(code):
            return forget(code, progress)


def person_command_name(command: PersonCommand) -> str:
    """Return the words by which an answer names `command`."""
    if isinstance(command, SetPreference):
        return f"SET MY {command.option}"
    return _NAMES[type(command)]


def _why_refused(command: _Own, progress: Progress) -> Refusal | None:
    """Return why the writer may not do that, None if he may.

    Who has no more than the key to a place, or a game's password, is not its holder;
    but how mail is written to a place he may say.
    """
    if isinstance(command, WhoIs):
        return None
    speaks_for, writer = progress.sender.player.number, progress.writer.number
    foreign = isinstance(command, _PERSONAL) and not progress.known.is_his
    if foreign or speaks_for not in (0, writer):
        return NotProven()
    # Programs that follow all games fill in no form.
    monitors = isinstance(command, SetPreference) and command.option == "MONITOR"
    return None if writer or monitors else NotRegistered()
