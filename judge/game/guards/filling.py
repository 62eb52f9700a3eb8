"""Who may say what of seats that want a player, and what it brings about."""

from judge.commands import ComeBack, FillingCommand, SeekSubstitute, Who
from judge.game.filling import substitutes
from judge.game.guards.guard import STARTED, Decision, Guard


def guard_of_filling(command: FillingCommand) -> tuple[Guard, Decision]:
    """Return what is asked of who gives `command`, and what it then brings about."""
    match command:
        case SeekSubstitute():
            guard = Guard("SEEK SUBSTITUTE", Who.ANYBODY, STARTED)
            return guard, lambda at: substitutes.seek_substitute(
                at.game, at.sender, command
            )
        case ComeBack():
            guard = Guard("I AM BACK", Who.ANYBODY, STARTED)
            return guard, lambda at: substitutes.come_back(at.game, at.sender, at.now)
