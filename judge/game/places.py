"""Leaving a place in a game, and replacing its reply addresses."""

from judge.game.base import Command, Fact, Refused, Request
from judge.game.events import PlayerLeft
from judge.game.model import ENTRANT, MASTER, OBSERVER, OPEN, STANDBY, TUTOR, Game, Player, Reader
from judge.game.refusals import LastMaster, NotPlayer
from judge.game.seats import is_last_master, takes_part
from judge.game.weight import Weight

_NO_POWERS = (MASTER, OBSERVER, TUTOR, STANDBY, ENTRANT)


class ReplyAddressRenewed(Fact, frozen=True):
    """The place of `player` gets new reply addresses; the old ones no longer work."""

    player: Player
    role: str

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the place's holder, if the Master acted in their name; otherwise nobody."""
        return (Reader(self.player, self.role),)

    def places_renewed(self) -> tuple[tuple[Player, str], ...]:
        """Return this one place."""
        return ((self.player, self.role),)


class Resign(Command, frozen=True):
    """Leave the place in the game."""

    name = "RESIGN"
    stages = OPEN
    any_words = True

    def decide(self, at: Request) -> PlayerLeft | Refused:
        """Return the fact that the sender leaves their place, or a refusal for the only Master.

        An entrant withdraws. A Master who acts for a power cannot resign in its player's name; the
        refusal names EJECT, which tells the player who did it.
        """
        game, player, role = at.game, at.sender.player, at.sender.role
        if at.sender.on_behalf:
            return self.refused(NotPlayer((f"EJECT {role.upper()}",)))
        if role == MASTER and takes_part(game, player):
            return PlayerLeft(player, ENTRANT, ejected=False)
        if role == MASTER and is_last_master(game, player):
            return self.refused(LastMaster())
        return PlayerLeft(player, role, ejected=False)


class NewReplyAddress(Command, frozen=True):
    """Replace the reply addresses of the sender's place; those in older mails no longer work."""

    name = "NEW REPLY ADDRESS"

    def decide(self, at: Request) -> ReplyAddressRenewed | Refused:
        """Return the fact that the place has new reply addresses, or a refusal.

        A Master who acts for a power does it for the power's player.
        """
        sender = at.sender
        holder = at.game.seat(sender.role).player if sender.on_behalf else sender.player
        if holder is None:
            return self.refused(NotPlayer())
        return ReplyAddressRenewed(holder, sender.role)


def places_renewed(fact: Fact) -> tuple[tuple[Player, str], ...]:
    """Return the places, as (player, role), whose reply addresses `fact` replaces.

    The old addresses no longer work, even if their holder comes back. If a power's address is
    replaced, so is its player's address as an entrant, because since the start that one leads to
    the power.
    """
    places = fact.places_renewed()
    powers = (one for one in places if one[1] not in _NO_POWERS)
    return (*places, *((player, ENTRANT) for player, _ in powers))
