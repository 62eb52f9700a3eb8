"""Press that leaves later: what holds it, what lets it go, and taking it back.

What the recall window alone holds was allowed when it was written, and goes. What its
writer delayed until a moment has to be allowed then as well; and nobody's delayed press
goes in the name of a place that he has left.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta

from judge.game.base import Refused
from judge.game.clock.when import read_when
from judge.game.commands import RecallPress, SendPress
from judge.game.events import PressHeld, PressRecalled, PressReturned, PressSent
from judge.game.model import MASTER, Game, HeldPress, Sender, Stage
from judge.game.press.allowed import why_forbidden
from judge.game.refusals import (
    BadTime,
    GotNobody,
    LeftPlace,
    NotActive,
    NothingHeld,
    Refusal,
    TimePassed,
)
from judge.game.seats import holds

_STARTED = (Stage.ACTIVE, Stage.PAUSED)
_LONGEST = timedelta(days=90)


def held_or_sent(
    game: Game, sender: Sender, command: SendPress, press: PressSent, now: datetime
) -> PressSent | PressHeld | Refused:
    """Return `press` as it leaves at once, or later by `command` or the recall window.

    Before the start and after the end everything leaves at once.
    """
    delayed = bool(command.when or command.at_end)
    if game.stage not in _STARTED:
        why = NotActive(game.stage)
        return Refused("PRESS", why, command.text) if delayed else press
    leaves = _leaves(game, command, now)
    if isinstance(leaves, BadTime | TimePassed):
        return Refused("PRESS", leaves, command.text)
    if leaves == now:
        return press
    number = _number(game, sender.role, press.text, now)
    held = HeldPress(
        number=number,
        author=sender.player,
        sender=press.sender,
        recipients=press.recipients,
        text=press.text,
        broadcast=press.broadcast,
        grey=press.grey,
        written=now,
        leaves=leaves,
        delayed=delayed,
        feigned=press.feigned,
    )
    return PressHeld(held, press.unended)


def recall(game: Game, sender: Sender, command: RecallPress) -> PressRecalled | Refused:
    """Return the press that its author takes back, as the role that he wrote it in."""
    own = tuple(
        one
        for one in game.press_held
        if one.sender == sender.role and one.author.number == sender.player.number
    )
    if command.all_of_it:
        found = own
    elif command.number is None:
        found = own[-1:]
    else:
        found = tuple(one for one in own if one.number == command.number)
    if not found:
        numbers = tuple(one.number for one in own)
        return Refused("RECALL", NothingHeld(numbers, game.settings.recall))
    return PressRecalled(found)


def released(game: Game, now: datetime) -> Iterator[PressSent | PressReturned]:
    """Yield what becomes of the press that is to leave by `now`, oldest first."""
    for held in game.press_held:
        if held.leaves is None or held.leaves > now:
            continue
        press = _press_of(held)
        why = _why_returned(game, held, press)
        yield press if why is None else PressReturned(held, why)


def _leaves(
    game: Game, command: SendPress, now: datetime
) -> datetime | BadTime | TimePassed | None:
    """Return when press leaves; None is the end of the phase."""
    if command.at_end:
        return None
    if not command.when:
        return now + game.settings.recall
    zone = game.settings.timing.zone
    when = read_when(command.when, zone, now, game.deadline)
    if when is None or when - now > _LONGEST:
        return BadTime(command.when)
    return when if when > now else TimePassed(command.when, when)


def _number(game: Game, role: str, text: str, now: datetime) -> int:
    """Return a number of four digits that no other press has which is held."""
    said = f"{game.name}\n{role}\n{now.isoformat()}\n{text}"
    number = int(hashlib.sha256(said.encode()).hexdigest(), 16) % 9000
    taken = {one.number for one in game.press_held}
    while number + 1000 in taken:
        number = (number + 1) % 9000
    return number + 1000


def _press_of(held: HeldPress) -> PressSent:
    return PressSent(
        sender=held.sender,
        recipients=held.recipients,
        text=held.text,
        broadcast=held.broadcast,
        grey=held.grey,
        author=None if held.grey else held.author,
        feigned=held.feigned,
        held=held.number,
    )


def _why_returned(game: Game, held: HeldPress, press: PressSent) -> Refusal | None:
    if not press.readers(game):
        return GotNobody()
    if not held.delayed:
        return None
    if not (holds(game, held.author, held.sender) or holds(game, held.author, MASTER)):
        return LeftPlace(held.sender)
    return why_forbidden(game, held.sender, held.recipients, broadcast=held.broadcast)
