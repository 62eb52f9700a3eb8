"""What happens to seats that want a player, and to people who wait for one."""

from dataclasses import replace
from datetime import datetime
from typing import Self

from msgspec import structs

from judge.game.base import Fact, Reply, Secret
from judge.game.model import (
    ENTRANT,
    MASTER,
    OBSERVER,
    STANDBY,
    Follower,
    Game,
    Guests,
    Invitation,
    Player,
    Reader,
)
from judge.game.seats import leads, takes_part
from judge.game.vision.audience import concerned_first, everybody, holders, once, to_masters
from judge.game.vision.views import bare_follower, known_player
from judge.game.weight import Weight


class SubstituteSought(Fact, frozen=True):
    """Somebody else may take the seats of `powers`, whose players keep them so long.

    `silent` tells that this is because they have missed so many phases in a row.
    """

    powers: tuple[str, ...]
    silent: int = 0

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, in the seats that are meant first."""
        return concerned_first(self, game, self.powers)


class PlayerReturned(Fact, frozen=True):
    """The player of `power` plays on: nobody else may take his seat any longer.

    `absences` are those that he has still before him.
    """

    power: str
    absences: tuple[tuple[datetime, datetime], ...] = ()

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody."""
        return everybody(self, game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it without what others need not know of his time."""
        del game
        return self if reader.role == self.power else structs.replace(self, absences=())


class StandbyJoined(Fact, frozen=True):
    """Somebody waits to be asked when the game wants a player."""

    standby: Follower

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters."""
        return to_masters(self, game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it without the password."""
        del game, reader
        return structs.replace(self, standby=bare_follower(self.standby))


class SeatOffered(Fact, frozen=True):
    """The seats of `powers` are for those on stand-by alone until then."""

    powers: tuple[str, ...]
    until: datetime

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return those on stand-by."""
        return holders(game, STANDBY)


class PlayerInvited(Fact, frozen=True):
    """Somebody is sent the `code` of an invitation; `guests` are all there are then."""

    guests: Guests
    invitation: Invitation
    code: Secret

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return whom the address belongs to, known or not, and who plays with whom."""
        invited = Reader(Player(0, "", self.invitation.address), "")
        return (invited, *_beside_a_master(game))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return it without the code."""
        del game, reader
        return structs.replace(self, code=Secret(""))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it without the others who are invited, for whom it is sent to.

        All others learn no more than that somebody is.
        """
        del game
        if reader.player.address == self.invitation.address:
            return structs.replace(self, guests=Guests())
        unnamed = replace(self.invitation, address="")
        return structs.replace(self, guests=Guests(), invitation=unnamed, code=Secret(""))


class GuestsChanged(Fact, frozen=True):
    """The Master lets other people in than before, or keeps others out."""

    guests: Guests

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return who plays with whom."""
        return _beside_a_master(game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it without those who are named."""
        del game, reader
        return structs.replace(self, guests=Guests())


class AdmissionAsked(Fact, frozen=True):
    """Somebody wants to come in, as `role`, and the Master has to say that he may.

    `reliable` is how much of what he was asked for elsewhere came in time, in percent;
    None is not known yet.
    """

    player: Player
    role: str
    preferences: str = ""
    reliable: int | None = None

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters."""
        return to_masters(self, game)


class MusterCalled(Fact, frozen=True):
    """All who joined, but those who did so just now, are to confirm it `until` then.

    They are the `missing`.
    """

    until: datetime
    missing: tuple[Player, ...]

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return those who have to confirm, and the Masters."""
        numbers = {one.number for one in self.missing}
        asked = (one for one in holders(game, ENTRANT) if one.player.number in numbers)
        return once((*asked, *holders(game, MASTER)))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it without the others who are asked, but for a Master."""
        own = (one for one in self.missing if one.number == reader.player.number)
        return self if leads(game, reader) else structs.replace(self, missing=tuple(own))


class EntrantConfirmed(Fact, frozen=True):
    """Somebody who joined is `here` still; so many others are `missing`."""

    player: Player
    here: datetime
    missing: int

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters once nobody is missing."""
        return () if self.missing else holders(game, MASTER)


class PowersPreferred(Fact, frozen=True):
    """Somebody who joined `prefers` powers, as written; `wishes` says which, in turn.

    One wish may be for any of several.
    """

    player: Player
    prefers: str
    wishes: tuple[tuple[str, ...], ...]

    weight = Weight.PLACE


class MusterEnded(Fact, frozen=True):
    """Who had not confirmed in time is `gone`, and so many players are `missing`."""

    gone: tuple[Player, ...]
    missing: int

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return everybody, those who are gone, and those on stand-by."""
        gone = (Reader(player, ENTRANT) for player in self.gone)
        roles = (ENTRANT, MASTER, OBSERVER, STANDBY)
        others = (one for role in roles for one in holders(game, role))
        return once((*gone, *others))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return it with those who are gone, if the reader may know who they are."""
        own = reader.player.number
        known = (one if one.number == own else known_player(one, game, reader) for one in self.gone)
        return structs.replace(self, gone=tuple(known))


class GuestsShown(Reply, frozen=True):
    """The Master asked whom his game lets in."""

    guests: Guests


def _beside_a_master(game: Game) -> tuple[Reader, ...]:
    """Return who has joined a game that one of its Masters wants to play in, too."""
    joins = any(takes_part(game, one.player) for one in game.masters)
    return holders(game, ENTRANT) if joins else ()


FillingFact = (
    SubstituteSought
    | PlayerReturned
    | StandbyJoined
    | SeatOffered
    | PlayerInvited
    | GuestsChanged
    | AdmissionAsked
    | MusterCalled
    | EntrantConfirmed
    | PowersPreferred
    | MusterEnded
)
FillingReply = GuestsShown
