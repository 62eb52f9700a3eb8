"""The Masters of a game: PROMOTE, HAND OVER, TUTOR, EJECT, OFFICIAL, BECOME.

Also their commands for powers without a player: CONTROL and DUMMY.
"""

from dataclasses import replace
from datetime import timedelta
from typing import Self

from msgspec import structs

from judge.game.after import taken_from_observers
from judge.game.base import (
    EVER,
    STARTED,
    Command,
    ConfirmationAsked,
    Event,
    Fact,
    Refusal,
    Refused,
    Reply,
    Request,
    Who,
)
from judge.game.events import PlayerLeft
from judge.game.model import MASTER, OBSERVER, OPEN, TUTOR, Game, Player, Reader
from judge.game.refusals import BadTime, LastMaster, NoSuchPower, NotSurviving, TimePassed
from judge.game.seats import (
    is_last_master,
    power_names,
    role_named,
    roles_of,
    surviving_powers,
    with_seat,
)
from judge.game.vision import everybody, everybody_at_each_seat, known_player, once
from judge.game.weight import Weight
from judge.game.when import read_when
from judge.messages import message


class NotObserver(Refusal, frozen=True):
    """Only an observer can become a Master; `words` name nobody, or a person with these `roles`."""

    words: str
    roles: tuple[str, ...] = ()

    in_short = message("not an observer")


class NoSuchPerson(Refusal, frozen=True):
    """`words` name nobody in the game, or several people."""

    words: str

    in_short = message("no such person")


class HasPlayer(Refusal, frozen=True):
    """The `power` has a player, but the command is for powers without one."""

    power: str

    in_short = message("has a player")


class NobodyPlays(Refusal, frozen=True):
    """The power `by` has no player who could play `power` too."""

    power: str
    by: str

    in_short = message("no player")


class IsDummy(Refusal, frozen=True):
    """The `power` is a dummy already."""

    power: str

    in_short = message("a dummy already")


class NoDummy(Refusal, frozen=True):
    """The `power` is no dummy; it is an open seat already."""

    power: str

    in_short = message("no dummy")


class NoTutors(Refusal, frozen=True):
    """The game does not allow tutors; players have to be told of them before the start."""

    in_short = message("no tutors here")


class MasterPromoted(Fact, frozen=True):
    """An observer is a Master of the game from now on."""

    player: Player

    weight = Weight.PLACE
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with this additional Master."""
        return _promoted(game, self.player)


class MasterAppointed(Fact, frozen=True):
    """The keeper of the judge made a person the Master `instead` of the former Masters."""

    player: Player
    instead: tuple[Player, ...] = ()

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, and the former Masters."""
        gone = (Reader(one, MASTER) for one in self.instead)
        return once((*everybody(self, game), *gone))

    def applied(self, game: Game) -> Game:
        """Return the game with this person as its only Master."""
        return _promoted(replace(game, masters=()), self.player)

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the places of the former Masters."""
        return tuple((player, MASTER) for player in self.instead)

    def led_before(self, player: Player) -> bool:
        """Return whether `player` is one of the former Masters."""
        return player.number in {one.number for one in self.instead}


class TutorNamed(Fact, frozen=True):
    """An observer is a tutor of the game from now on, and sees everything."""

    player: Player

    weight = Weight.PLACE
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with this tutor."""
        watched, alone = taken_from_observers(game, self.player)
        return replace(alone, tutors=(*alone.tutors, watched))

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the place of the tutor."""
        return ((self.player, TUTOR),)


class OfficialAnnounced(Fact, frozen=True):
    """The Master announces something officially; everybody gets it after a `delay`."""

    text: str
    author: Player
    delay: timedelta = timedelta()

    weight = Weight.PRESS
    readers = everybody


class PowerControlled(Fact, frozen=True):
    """The `player` of the power `by` plays `power` too, from now on."""

    power: str
    by: str
    player: Player

    weight = Weight.PLACE
    readers = everybody_at_each_seat

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact with the player, if the reader may know them."""
        return structs.replace(self, player=known_player(self.player, game, reader))

    def applied(self, game: Game) -> Game:
        """Return the game with the player in this additional seat."""
        bare = replace(game.seat(self.power), player=self.player, password=None)
        seat = replace(bare, wait=False, wait_until=None, draw=None, missed=0)
        return with_seat(game, seat)

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return the seat of the power."""
        return ((self.player, self.power),)

    def is_given(self, player: Player, role: str) -> bool:
        """Return whether the reader is the new player of the power, in that role."""
        return player.number == self.player.number and role == self.power


class DummySet(Fact, frozen=True):
    """`power` becomes a dummy, for which no player is sought, or an open seat again."""

    power: str
    dummy: bool

    weight = Weight.PLACE
    readers = everybody

    def applied(self, game: Game) -> Game:
        """Return the game with the seat as a dummy or as an open seat."""
        seat = replace(game.seat(self.power), dummy=self.dummy, reserved=None)
        return with_seat(game, seat)


class MasterBecame(Reply, frozen=True):
    """The Master gives the remaining commands of the section for `power`."""

    power: str

    weight = Weight.ASIDE


class Promote(Command, frozen=True):
    """Make an observer, named by address, an additional Master."""

    person: str

    name = "PROMOTE"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> MasterPromoted | Refused:
        """Return the fact that an observer becomes a Master, or a refusal; players cannot."""
        found = _people(at.game, self.person)
        for player, role in found:
            if role == OBSERVER and len(found) == 1:
                return MasterPromoted(player)
        return self.refused(NotObserver(self.person, tuple(role for _, role in found)))


class HandOver(Command, frozen=True):
    """Make an observer, named by address, Master in place of the sender."""

    person: str
    confirmation: str = ""

    name = "HAND OVER"
    who = Who.MASTER
    stages = OPEN
    can_be_tried = True

    def decide(self, at: Request) -> Event | tuple[Event, ...]:
        """Return the facts that an observer becomes Master and the sender leaves, once confirmed.

        An unconfirmed command returns the question for the confirmation.
        """
        promoted = Promote(self.person).decide(at)
        if isinstance(promoted, Refused):
            return self.refused(promoted.why)
        words = f"HAND OVER TO {promoted.player.address}"
        if asked := at.unconfirmed(words, self.confirmation):
            return asked
        return (promoted, PlayerLeft(at.sender.player, MASTER, ejected=False))


class NameTutor(Command, frozen=True):
    """Make an observer, named by address, a tutor, who sees everything in the game."""

    person: str

    name = "TUTOR"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> TutorNamed | Refused:
        """Return the fact that an observer becomes a tutor, or a refusal."""
        if not at.game.settings.tutors:
            return self.refused(NoTutors())
        promoted = Promote(self.person).decide(at)
        if isinstance(promoted, Refused):
            return self.refused(promoted.why)
        return TutorNamed(promoted.player)


class Eject(Command, frozen=True):
    """Remove a player or observer, named by power or address, from the game."""

    person: str
    confirmation: str = ""

    name = "EJECT"
    who = Who.MASTER
    stages = OPEN
    any_words = True
    can_be_tried = True

    def line_to_propose(self, game: Game) -> str:
        """Return the command line with the power's name."""
        return f"EJECT {_capitals(game, self.person)}"

    def decide(self, at: Request) -> PlayerLeft | ConfirmationAsked | Refused:
        """Return the fact that a person is removed from the game, once confirmed, or a refusal."""
        game = at.game
        found = _people(game, self.person)
        if len(found) != 1:
            return self.refused(NoSuchPerson(self.person))
        player, role = found[0]
        if role == MASTER and is_last_master(game, player):
            return self.refused(LastMaster())
        words = f"EJECT {role if role in power_names(game) else player.address}"
        if asked := at.unconfirmed(words, self.confirmation):
            return asked
        return PlayerLeft(player, role, ejected=True)


class Announce(Command, frozen=True):
    """Announce `text` to everybody, now or at the time `when`, as written."""

    text: str
    when: str = ""

    name = "OFFICIAL"
    who = Who.MASTER
    stages = EVER
    any_words = True

    def text_to_return(self) -> str:
        """Return the text of the announcement."""
        return self.text

    def decide(self, at: Request) -> OfficialAnnounced | Refused:
        """Return the announcement, with its delay if a time was named, or a refusal."""
        game, author = at.game, at.sender.player
        if not self.when:
            return OfficialAnnounced(self.text, author)
        when = read_when(self.when, game.settings.timing.zone, at.now, game.deadline)
        if when is None:
            return self.refused(BadTime(self.when), self.text)
        if when <= at.now:
            return self.refused(TimePassed(self.when, when), self.text)
        return OfficialAnnounced(self.text, author, when - at.now)


class Become(Command, frozen=True):
    """Give the remaining commands of the section for `power`."""

    power: str

    name = "BECOME"
    who = Who.MASTER
    stages = STARTED
    while_acting = True

    def decide(self, at: Request) -> MasterBecame | Refused:
        """Return the reply that the Master acts for a power from now on, or as Master again."""
        names = power_names(at.game)
        power = role_named(at.game.variant, self.power)
        if power is None or power not in (*names, MASTER):
            return self.refused(NoSuchPower(self.power, names))
        return MasterBecame(power)


class Control(Command, frozen=True):
    """Let the player of the power `by` also play `power`, which has no player."""

    power: str
    by: str

    name = "CONTROL"
    who = Who.MASTER
    stages = STARTED

    def line_to_propose(self, game: Game) -> str:
        """Return the command line with both powers' names."""
        return f"CONTROL {_capitals(game, self.power)} BY {_capitals(game, self.by)}"

    def decide(self, at: Request) -> PowerControlled | Refused:
        """Return the fact that the player also plays the other power, or a refusal."""
        game, names = at.game, power_names(at.game)
        power, by = (role_named(game.variant, one) for one in (self.power, self.by))
        for found, word in ((power, self.power), (by, self.by)):
            if found not in names:
                return self.refused(NoSuchPower(word, names))
        assert power is not None
        assert by is not None
        if game.seat(power).player is not None:
            return self.refused(HasPlayer(power))
        player = game.seat(by).player
        if player is None or power == by:
            return self.refused(NobodyPlays(power, by))
        return PowerControlled(power, by, player)


class SetDummy(Command, frozen=True):
    """Make `power`, which has no player, a dummy, or make a dummy an open seat again."""

    power: str
    dummy: bool = True

    name = "DUMMY"
    who = Who.MASTER
    stages = STARTED

    def called(self) -> str:
        """Return the command's name: one for making a dummy, one for making an open seat."""
        return "DUMMY" if self.dummy else "REVIVE"

    def line_to_propose(self, game: Game) -> str:
        """Return the command line with the power's name."""
        return f"{self.called()} {_capitals(game, self.power)}"

    def decide(self, at: Request) -> DummySet | Refused:
        """Return the fact that the power becomes a dummy or an open seat, or a refusal."""
        game, names = at.game, power_names(at.game)
        power = role_named(game.variant, self.power)
        if power is None or power not in names:
            return self.refused(NoSuchPower(self.power, names))
        if power not in surviving_powers(game):
            return self.refused(NotSurviving(power))
        seat = game.seat(power)
        if not self.dummy and not seat.dummy:
            return self.refused(NoDummy(power))
        if seat.player is not None:
            return self.refused(HasPlayer(power))
        if self.dummy and seat.dummy:
            return self.refused(IsDummy(power))
        return DummySet(power, self.dummy)


def _promoted(game: Game, player: Player) -> Game:
    watched, alone = taken_from_observers(game, player)
    masters = (one for one in game.masters if one.player.number != player.number)
    return replace(alone, masters=(*masters, watched))


def _capitals(game: Game, word: str) -> str:
    """Return the power's name in capitals if `word` is one, else `word` in capitals."""
    return (role_named(game.variant, word) or word).upper()


def _people(game: Game, words: str) -> list[tuple[Player, str]]:
    """Return the people whom a power, address or name may mean, each with one of their roles."""
    role = role_named(game.variant, words)
    if role in (MASTER, OBSERVER):
        return []
    for seat in game.seats:
        if seat.power == role:
            return [] if seat.player is None else [(seat.player, seat.power)]
    everybody = [seat.player for seat in game.seats if seat.player is not None]
    everybody += [entrant.player for entrant in game.entrants]
    everybody += [one.player for one in (*game.masters, *game.tutors, *game.observers)]
    address = words.strip(" <>").casefold()
    meant = {
        one.number: one
        for one in everybody
        if address in (one.address.casefold(), one.name.casefold())
    }
    return [(one, held) for one in meant.values() for held in roles_of(game, one)]
