"""What a letter that must be proven asks for, and what a reply proves it with."""

from collections.abc import Iterator, Sequence

from judge.commands import Section
from judge.conversation.decide import LetterDecision
from judge.conversation.person import person_command_name
from judge.game import (
    JOIN,
    STANDBY,
    CreateGame,
    Entry,
    JudgeCommand,
    KeeperCommand,
    Observe,
    PersonCommand,
    Register,
    Remark,
    SignOn,
    Unobeyed,
    command_name,
)
from judge.letter import Letter, Standing

_WAYS_IN = {JOIN: "JOIN", STANDBY: "STAND BY"}


def is_silent(sections: Sequence[Section]) -> bool:
    """Return whether a letter tells the judge nothing: it is empty, or for people.

    So are `yes`, and the quoted mail alone.
    """
    return all(
        section.entry is None and all(isinstance(command, Remark) for command in section.commands)
        for section in sections
    )


def asks_to_stop(letter: Letter) -> bool:
    """Return whether the first line that its writer wrote in a letter is STOP.

    Where they wrote none, the subject counts.
    """
    own = (line.text.strip(" \t.!>*") for line in letter.lines if line.standing is Standing.OWN)
    return next(filter(None, own), letter.subject.strip()).upper() == "STOP"


def asked_for(sections: Sequence[Section], decision: LetterDecision) -> tuple[str, ...]:
    """Return what a letter would do, in words of the judge: `JOIN smp`, `ORDERS`.

    Nothing that its writer made up stands in them, for they are shown to whoever has
    the address in the From: only games that there are, or would be by this letter. Of
    places that he tried to open with a password nothing is told, right or wrong.
    """
    found: list[str] = []
    for section, done in zip(sections, decision.sections, strict=True):
        if section.entry is None:
            found += _commands(section)
        elif done.game and done.sender.player.number == done.writer.number:
            found += (f"{_way_in(section.entry)} {done.game}", *_commands(section))
    return tuple(dict.fromkeys(found))


def _way_in(entry: Entry) -> str:
    match entry:
        case CreateGame():
            return "CREATE"
        case Observe():
            return "OBSERVE"
        case SignOn(readings):
            return _WAYS_IN.get(readings[0][0], "SIGN ON")


def _commands(section: Section) -> Iterator[str]:
    for command in section.commands:
        if isinstance(command, Register):
            yield "REGISTER"
        elif isinstance(command, PersonCommand):
            yield person_command_name(command)
        elif isinstance(command, KeeperCommand):
            yield "ADMIN"
        elif not isinstance(command, JudgeCommand | Unobeyed):
            yield command_name(command)
