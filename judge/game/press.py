"""Press: its recipients, when it leaves, and the limits of a game.

Press that is held only so that it can be recalled was checked when it was written, and leaves in
any case. Press that its writer delayed is checked again when it leaves. Delayed press does not
leave if its writer no longer has the role that it was written in.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Self

from msgspec import structs

from judge.engine import PhaseKind, bits, neighbors
from judge.game.base import STARTED, Command, Fact, Refusal, Refused, Request
from judge.game.clock import has_sent, late_powers
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    TUTOR,
    Game,
    HeldPress,
    Player,
    PressLimit,
    PressRule,
    Reader,
    Signing,
    Stage,
)
from judge.game.orders.sheet import board_of, has_orders_to_give
from judge.game.refusals import BadTime, NoSuchPower, NotActive, NotPlayer, TimePassed
from judge.game.seats import holds, power_names, roles_named, whole_names
from judge.game.vision import holders_of, known_player, once
from judge.game.weight import Weight
from judge.game.when import read_when
from judge.messages import message

_LONGEST_DELAY = timedelta(days=90)
_ALL = frozenset({"all", "everybody", "everyone"})


class EmptyPress(Refusal, frozen=True):
    """The message has no words."""

    in_short = message("empty press")


class NoPress(Refusal, frozen=True):
    """The game has no press."""

    in_short = message("no press")


class NoPartialPress(Refusal, frozen=True):
    """The game allows only press to everybody."""

    in_short = message("no partial press")


class NoBroadcast(Refusal, frozen=True):
    """The game allows only press to some recipients, not to everybody."""

    in_short = message("no press to all")


class NoGreyPress(Refusal, frozen=True):
    """The game allows only signed press."""

    in_short = message("no grey press")


class NoWhitePress(Refusal, frozen=True):
    """The game allows only unsigned press."""

    in_short = message("no signed press")


class MinorPress(Refusal, frozen=True):
    """The game allows press only in movement phases."""

    in_short = message("no press in this phase")


class LatePress(Refusal, frozen=True):
    """The game allows late powers no press."""

    in_short = message("you are late")


class MustOrder(Refusal, frozen=True):
    """The game allows powers no press before they have sent orders."""

    in_short = message("orders first")


class TouchPress(Refusal, frozen=True):
    """The game allows partial press only to neighbors, which are the powers `near`."""

    near: tuple[str, ...]

    in_short = message("no neighbor of yours")


class ObserversSilent(Refusal, frozen=True):
    """The writer is a tutor, or an observer in a game that allows observers no press."""

    in_short = message("observers do not write")


class NoFakes(Refusal, frozen=True):
    """The game does not allow false recipients."""

    in_short = message("no fakes")


class TooMuchPress(Refusal, frozen=True):
    """The role has sent `most` messages within the last hour, which is the limit."""

    most: int

    in_short = message("too much press")


class ConversationOver(Refusal, frozen=True):
    """The people to whom a reply would go no longer have the roles that they had in the talk."""

    in_short = message("nobody to answer")


class MeaningSettled(Refusal, frozen=True):
    """The reply says whether a letter is press or orders, but this was settled before.

    Or the judge no longer has the letter.
    """

    in_short = message("answered before")


class MeaningUnsaid(Refusal, frozen=True):
    """The reply should say whether a letter is press or orders, and does not."""

    in_short = message("neither PRESS nor ORDERS")


class NothingHeld(Refusal, frozen=True):
    """The sender has no held press, or none with this number.

    `numbers` are those of their held press. `window` is how long press of this game can be
    recalled; zero if it cannot.
    """

    numbers: tuple[int, ...]
    window: timedelta

    in_short = message("nothing to take back")


class LeftPlace(Refusal, frozen=True):
    """The writer of held press no longer has the role that it was written in."""

    role: str

    in_short = message("you have left your place")


class GotNobody(Refusal, frozen=True):
    """None of the recipients of held press is still in the game."""

    in_short = message("nobody is there to get it")


class PressSent(Fact, frozen=True):
    """A message from `sender` was sent to the roles `recipients`, or to all if `broadcast`."""

    sender: str
    recipients: tuple[str, ...]
    text: str
    broadcast: bool
    grey: bool = False
    #: The end of its text was not marked, so it includes everything that followed.
    unended: bool = False
    #: The writer, None for grey press. A role other than a power may have several holders.
    author: Player | None = None
    #: False recipients that all readers except Masters and tutors are told; () for none.
    feigned: tuple[str, ...] = ()
    #: Its number as held press, 0 if it was not held.
    held: int = 0

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the recipients and the tutors, but never the writer.

        Tutors do not get press to the Master alone. If a Master wrote in a power's name, the
        power's player is told.
        """
        author = 0 if self.author is None else self.author.number
        power = self.sender if author and self.sender in power_names(game) else ""
        tutor = "" if self.recipients == (MASTER,) else TUTOR
        roles = (*self.recipients, power, tutor)
        told = holders_of(game, roles)
        return once(tuple(one for one in told if one.player.number != author))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with its author, if the reader may know them."""
        if self.author is None:
            return self
        return structs.replace(self, author=known_player(self.author, game, reader))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact as it is delivered: grey press without its sender."""
        sender = "" if self.grey else self.sender
        shown = structs.replace(self.seen(game, reader), sender=sender, unended=False)
        if not self.feigned or reader.role in (MASTER, TUTOR):
            return structs.replace(shown, feigned=(), held=0)
        everybody = {*power_names(game), MASTER, OBSERVER} - {self.sender}
        feigned = everybody <= set(self.feigned)
        return structs.replace(
            shown, recipients=self.feigned, broadcast=feigned, feigned=(), held=0
        )

    def applied(self, game: Game) -> Game:
        """Return the game without this message among its held press."""
        return _without(game, self.held) if self.held else game

    def may_wait(self, reader: Reader) -> bool:
        """Return True: press is not urgent."""
        return True

    def writer(self) -> Player | None:
        """Return the author if the sender's role has several holders, else None."""
        return self.author if self.sender in (OBSERVER, ENTRANT) else None

    def went_to_others(self, role: str) -> bool:
        """Return whether others beside `role` got it, according to what readers are told."""
        return self.broadcast or self.recipients != (role,)

    def conversation(self, game: Game, reader: Reader) -> tuple[str, ...]:
        """Return the roles to which a reply of `reader` goes: the sender first, then the others.

        Call it on the fact as shown to the reader. For a reader who is no recipient, such as a
        tutor, the result is (). For a broadcast it contains all roles, because the true recipients
        of unsigned press would reveal its sender.
        """
        powers = power_names(game)
        if reader.role == TUTOR:
            return ()
        if reader.role == self.sender and reader.role in powers:
            return ()
        own = {reader.role} & {*powers, self.sender}
        told = self.recipients
        if self.broadcast and ENTRANT not in told:
            told = (*powers, MASTER, OBSERVER)
        return (self.sender, *(role for role in told if role not in own))


class PressHeld(Fact, frozen=True):
    """A message was written and is held until it leaves; `unended` as in `PressSent`."""

    held: HeldPress
    unended: bool = False

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def applied(self, game: Game) -> Game:
        """Return the game with this message held."""
        return replace(game, press_held=(*game.press_held, self.held))

    def others(self, game: Game) -> list[HeldPress]:
        """Return the other held messages of the same role."""
        own = (one for one in game.press_held if one.sender == self.held.sender)
        return [one for one in own if one.number != self.held.number]


class PressRecalled(Fact, frozen=True):
    """Held messages were taken back, and reach nobody."""

    held: tuple[HeldPress, ...]

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def applied(self, game: Game) -> Game:
        """Return the game without these held messages."""
        return _without(game, *(one.number for one in self.held))


class PressReturned(Fact, frozen=True):
    """A held message could not leave, for the reason `why`."""

    held: HeldPress
    why: Refusal

    weight = Weight.PRESS
    for_its_writer = True
    between_players = True

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the writer."""
        return (Reader(self.held.author, self.held.sender),)

    def applied(self, game: Game) -> Game:
        """Return the game without this held message."""
        return _without(game, self.held.number)


class SendPress(Command, frozen=True):
    """Send `text` to `recipients` (names or letters, `M`, `O`), to everybody for ()."""

    text: str
    recipients: tuple[str, ...] = ()
    #: The named recipients are excluded: everybody else gets it.
    all_but: bool = False
    #: Whether it is unsigned; None if the letter does not say.
    grey: bool | None = None
    #: The end of the text was marked. If not, the text may include lines that look like orders.
    closed: bool = True
    #: When it leaves, as written; "" for now.
    when: str = ""
    #: It leaves at the end of the running phase.
    at_end: bool = False
    #: False recipients to be shown, as in `recipients`; None for the true ones.
    feigned: tuple[str, ...] | None = None

    name = "PRESS"
    any_words = True
    needs_past = False

    def text_to_return(self) -> str:
        """Return the text of the message."""
        return self.text

    def decide(self, at: Request) -> PressSent | PressHeld | Refused:
        """Return the fact that the message is sent or held, or a refusal with its text."""
        game, sender = at.game, at.sender.role
        if sender == STANDBY:
            return self.refused(NotPlayer(), self.text)
        if not self.text.strip():
            return self.refused(EmptyPress())
        recipients = self._roles_to_get_it(at)
        if isinstance(recipients, Refusal):
            return self.refused(recipients, self.text)
        feigned = self._roles_feigned(at)
        if isinstance(feigned, Refusal):
            return self.refused(feigned, self.text)
        broadcast = set(_roles(game)) - {sender} <= set(recipients)
        forbidden = _why_forbidden(game, sender, recipients, broadcast=broadcast)
        grey = forbidden or self._shade(game, sender, recipients)
        if not isinstance(grey, bool):
            return self.refused(grey, self.text)
        press = PressSent(
            sender=sender,
            recipients=recipients,
            text=self.text,
            broadcast=broadcast,
            grey=grey,
            unended=not self.closed,
            author=None if grey else at.sender.player,
            feigned=feigned,
        )
        return self._held_or_sent(at, press)

    def _roles_feigned(self, at: Request) -> tuple[str, ...] | Refusal:
        """Return the roles that the message falsely names as its recipients, () for none.

        Only players may name false recipients, and nobody may for press to the Master.
        """
        if self.feigned is None:
            return ()
        if not at.game.settings.fakes or at.sender.role not in power_names(at.game):
            return NoFakes()
        shown = structs.replace(self, recipients=self.feigned, all_but=False)
        return shown._roles_to_get_it(at)

    def _roles_to_get_it(self, at: Request) -> tuple[str, ...] | Refusal:
        """Return the roles that get the message, without the sender's power.

        The judge never guesses: if a word is unknown or ambiguous, nobody gets the message.
        """
        known = _roles(at.game)
        seen = tuple(role for role in known if role != ENTRANT)
        named: set[str] = set()
        for word in whole_names(at.game.variant, self.recipients):
            if word == ENTRANT and ENTRANT not in known:
                return ConversationOver()
            if word.casefold() in _ALL:
                roles = known
            elif word == ENTRANT:
                roles = (ENTRANT,)
            else:
                roles = roles_named(at.game.variant, word)
            if not roles or not set(roles) <= set(known):
                return NoSuchPower(word, seen)
            named |= set(roles)
        if self.all_but or not self.recipients:
            named = set(known) - named
        if at.sender.role in power_names(at.game):
            named -= {at.sender.role}
        if not named:
            return NoSuchPower(" ".join(self.recipients), seen)
        return tuple(role for role in known if role in named)

    def _shade(
        self, game: Game, sender: str, recipients: tuple[str, ...]
    ) -> bool | NoGreyPress | NoWhitePress:
        """Return whether the message is grey, or a refusal if the game does not allow the choice.

        Press from the Master, or to the Master alone, is signed unless the writer says otherwise.
        """
        apart = sender == MASTER or recipients == (MASTER,)
        match game.settings.signing:
            case Signing.CHOICE:
                return self.grey or False
            case Signing.HIDING:
                return not apart if self.grey is None else self.grey
            case Signing.ALWAYS:
                return NoGreyPress() if self.grey else False
            case Signing.NEVER:
                if apart:
                    return self.grey or False
                return NoWhitePress() if self.grey is False else True

    def _held_or_sent(self, at: Request, press: PressSent) -> PressSent | PressHeld | Refused:
        """Return `press` as sent, or as held because of its delay or the game's recall window.

        Before the start and after the end of a game all press leaves at once.
        """
        game, now = at.game, at.now
        delayed = bool(self.when or self.at_end)
        if game.stage not in STARTED:
            return self.refused(NotActive(game.stage), self.text) if delayed else press
        leaves = self._leaves(game, now)
        if isinstance(leaves, Refusal):
            return self.refused(leaves, self.text)
        if leaves == now:
            return press
        held = HeldPress(
            number=_number(game, press, now),
            author=at.sender.player,
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

    def _leaves(self, game: Game, now: datetime) -> datetime | BadTime | TimePassed | None:
        """Return when the press leaves; None means the end of the phase."""
        if self.at_end:
            return None
        if not self.when:
            return now + game.settings.recall
        when = read_when(self.when, game.settings.timing.zone, now, game.deadline)
        if when is None or when - now > _LONGEST_DELAY:
            return BadTime(self.when)
        return when if when > now else TimePassed(self.when, when)


class RecallPress(Command, frozen=True):
    """Take back held press: the last message, the one with `number`, or all.

    The number is None for the last message.
    """

    number: int | None = None
    all_of_it: bool = False

    name = "RECALL"

    def decide(self, at: Request) -> PressRecalled | Refused:
        """Return the fact that the sender's messages in this role are taken back, or a refusal."""
        own = tuple(
            one
            for one in at.game.press_held
            if one.sender == at.sender.role and one.author.number == at.sender.player.number
        )
        if self.all_of_it:
            found = own
        elif self.number is None:
            found = own[-1:]
        else:
            found = tuple(one for one in own if one.number == self.number)
        if not found:
            numbers = tuple(one.number for one in own)
            return self.refused(NothingHeld(numbers, at.game.settings.recall))
        return PressRecalled(found)


def released(game: Game, now: datetime) -> Iterator[PressSent | PressReturned]:
    """Yield a fact for each held message that is due to leave by `now`, the oldest first."""
    for held in game.press_held:
        if held.leaves is None or held.leaves > now:
            continue
        press = PressSent(
            sender=held.sender,
            recipients=held.recipients,
            text=held.text,
            broadcast=held.broadcast,
            grey=held.grey,
            author=None if held.grey else held.author,
            feigned=held.feigned,
            held=held.number,
        )
        why = _why_returned(game, held, press)
        yield press if why is None else PressReturned(held, why)


def at_phase_end(game: Game) -> tuple[HeldPress, ...]:
    """Return all held press; messages that wait for the end of the phase are due now."""
    return tuple(
        replace(one, leaves=one.written) if one.leaves is None else one for one in game.press_held
    )


def _without(game: Game, *numbers: int) -> Game:
    kept = tuple(one for one in game.press_held if one.number not in numbers)
    return replace(game, press_held=kept)


def _roles(game: Game) -> tuple[str, ...]:
    """Return the roles to which press of this game can go now."""
    if game.stage is Stage.FORMING:
        return (ENTRANT, MASTER, OBSERVER)
    master = (MASTER,) if game.masters else ()
    return (*power_names(game), *master, OBSERVER)


def _number(game: Game, press: PressSent, now: datetime) -> int:
    """Return a number of four digits that no other held message has.

    It is not a running number, which would tell how much others have written.
    """
    said = f"{game.name}\n{press.sender}\n{now.isoformat()}\n{press.text}"
    number = int(hashlib.sha256(said.encode()).hexdigest(), 16) % 9000
    taken = {one.number for one in game.press_held}
    while number + 1000 in taken:
        number = (number + 1) % 9000
    return number + 1000


def _why_returned(game: Game, held: HeldPress, press: PressSent) -> Refusal | None:
    if not press.readers(game):
        return GotNobody()
    if not held.delayed:
        return None
    if not (holds(game, held.author, held.sender) or holds(game, held.author, MASTER)):
        return LeftPlace(held.sender)
    return _why_forbidden(game, held.sender, held.recipients, broadcast=held.broadcast)


def _why_forbidden(
    game: Game, sender: str, recipients: tuple[str, ...], *, broadcast: bool
) -> Refusal | None:
    """Return why the game forbids the press, None if it does not.

    Press to the Master is always allowed.
    """
    if sender == MASTER or recipients == (MASTER,):
        return None
    if sender == TUTOR and game.ending is None:
        return ObserversSilent()
    match game.settings.press:
        case PressRule.NONE:
            return NoPress()
        case PressRule.BROADCAST if not broadcast:
            return NoPartialPress()
        case PressRule.PARTIAL if _is_to_all(game, sender, recipients):
            return NoBroadcast()
        case _:
            return _why_limited(game, sender, recipients, broadcast=broadcast)


def _is_to_all(game: Game, sender: str, recipients: tuple[str, ...]) -> bool:
    """Return whether the recipients include all other powers, which makes it a broadcast."""
    others = set(power_names(game)) - {sender}
    return ENTRANT in recipients or (len(others) > 1 and others <= set(recipients))


def _why_limited(
    game: Game, sender: str, recipients: tuple[str, ...], *, broadcast: bool
) -> Refusal | None:
    """Return the refusal by a limit of the game on its press, None without one.

    Before the start and after the end only the limit on observers applies.
    """
    limits = game.settings.press_limits
    if sender == OBSERVER:
        return ObserversSilent() if PressLimit.OBSERVERS in limits else None
    if game.position is None or game.ending is not None:
        return None
    if PressLimit.MINOR in limits and board_of(game).phase.kind is not PhaseKind.MOVEMENT:
        return MinorPress()
    silent = any(seat.power == sender and not has_sent(seat) for seat in game.seats)
    if PressLimit.ORDERS in limits and silent and has_orders_to_give(game, sender):
        return MustOrder()
    if PressLimit.LATE in limits and game.grace is not None and sender in late_powers(game):
        return LatePress()
    if PressLimit.TOUCH in limits and not broadcast:
        near, powers = _neighbors(game, sender), power_names(game)
        if not all(role in near for role in recipients if role in powers):
            return TouchPress(tuple(power for power in powers if power in near))
    return None


def _neighbors(game: Game, power: str) -> set[str]:
    """Return the powers with a unit in a province adjacent to a unit of `power`.

    Provinces are adjacent if an army or a fleet can move between them.
    """
    board = game.variant.geography
    beside, others = 0, dict[int, str]()
    for unit in board_of(game).units:
        province = board.province_of[unit.location]
        if unit.power == power:
            beside |= neighbors(province, board)
        else:
            others[province] = unit.power
    return {others[province] for province in bits(beside) if province in others}
