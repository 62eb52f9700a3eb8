"""Press: who gets what a player wrote, and whether the game allows it."""

from dataclasses import replace
from datetime import datetime

from judge.game.base import Refused
from judge.game.commands import SendPress
from judge.game.events import PressHeld, PressSent
from judge.game.model import ENTRANT, MASTER, OBSERVER, Game, Sender, Signing, Stage
from judge.game.press.allowed import why_forbidden
from judge.game.press.holding import held_or_sent
from judge.game.refusals import (
    ConversationOver,
    EmptyPress,
    NoFakes,
    NoGreyPress,
    NoSuchPower,
    NoWhitePress,
)
from judge.game.seats import power_names, roles_named, whole_names

_COMMAND = "PRESS"
_ALL = frozenset({"all", "everybody", "everyone"})


def send_press(
    game: Game, sender: Sender, command: SendPress, now: datetime
) -> PressSent | PressHeld | Refused:
    """Return the message as it is sent or held, or why it is not, with its text."""
    if not command.text.strip():
        return Refused(_COMMAND, EmptyPress())
    recipients = _recipients(game, sender.role, command)
    feigned = _feigned(game, sender.role, command)
    if isinstance(recipients, Refused):
        return recipients
    if isinstance(feigned, Refused):
        return feigned
    broadcast = _is_broadcast(game, sender.role, recipients)
    forbidden = why_forbidden(game, sender.role, recipients, broadcast=broadcast)
    grey = forbidden or _shade(game, sender.role, recipients, command)
    if not isinstance(grey, bool):
        return Refused(_COMMAND, grey, command.text)
    press = PressSent(
        sender=sender.role,
        recipients=recipients,
        text=command.text,
        broadcast=broadcast,
        grey=grey,
        unended=not command.closed,
        author=None if grey else sender.player,
        feigned=feigned,
    )
    return held_or_sent(game, sender, command, press, now)


def _feigned(game: Game, sender: str, command: SendPress) -> tuple[str, ...] | Refused:
    """Return whom the message names as those it goes to, () for the truth.

    None can be feigned to the Master, nor by him or an observer.
    """
    if command.feigned is None:
        return ()
    if not game.settings.fakes or sender not in power_names(game):
        return Refused(_COMMAND, NoFakes(), command.text)
    shown = replace(command, recipients=command.feigned, all_but=False)
    return _recipients(game, sender, shown)


def _recipients(game: Game, sender: str, command: SendPress) -> tuple[str, ...] | Refused:
    """Return the roles the message goes to, the sender's power not among them.

    Never a guess: a word that is unknown or ambiguous sends nothing to anybody.
    """
    known = _roles(game)
    named: set[str] = set()
    for word in whole_names(game.variant, command.recipients):
        if word == ENTRANT and ENTRANT not in known:
            return Refused(_COMMAND, ConversationOver(), command.text)
        roles = _roles_meant(game, word)
        if not roles or not set(roles) <= set(known):
            return _nobody(game, word, command)
        named |= set(roles)
    if command.all_but or not command.recipients:
        named = set(known) - named
    if sender in power_names(game):
        named -= {sender}
    if not named:
        return _nobody(game, " ".join(command.recipients), command)
    return tuple(role for role in known if role in named)


def _roles_meant(game: Game, word: str) -> tuple[str, ...]:
    if word.casefold() in _ALL:
        return _roles(game)
    return (ENTRANT,) if word == ENTRANT else roles_named(game.variant, word)


def _nobody(game: Game, word: str, command: SendPress) -> Refused:
    known = tuple(role for role in _roles(game) if role != ENTRANT)
    return Refused(_COMMAND, NoSuchPower(word, known), command.text)


def _roles(game: Game) -> tuple[str, ...]:
    if game.stage is Stage.FORMING:
        return (ENTRANT, MASTER, OBSERVER)
    master = (MASTER,) if game.masters else ()
    return (*power_names(game), *master, OBSERVER)


def _is_broadcast(game: Game, sender: str, recipients: tuple[str, ...]) -> bool:
    return set(_roles(game)) - {sender} <= set(recipients)


def _shade(
    game: Game, sender: str, recipients: tuple[str, ...], command: SendPress
) -> bool | NoGreyPress | NoWhitePress:
    """Return whether the message is grey, or why it cannot be as it was asked for.

    Press to the Master alone and from the Master is signed unless it says otherwise.
    """
    apart = sender == MASTER or recipients == (MASTER,)
    match game.settings.signing:
        case Signing.CHOICE:
            return command.grey or False
        case Signing.HIDING:
            return not apart if command.grey is None else command.grey
        case Signing.ALWAYS:
            return NoGreyPress() if command.grey else False
        case Signing.NEVER:
            if apart:
                return command.grey or False
            return NoWhitePress() if command.grey is False else True
