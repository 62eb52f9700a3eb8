"""Who may come into a game: applicants, invitations, and the Master's lists of guests."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Self

from msgspec import structs

from judge.game.base import Command, Event, Fact, Refusal, Refused, Reply, Request, Secret, Who
from judge.game.confirm import invitation_code
from judge.game.events import AnsweredElsewhere, OpenPress, PlayerSignedOn, ReplyAddressSent
from judge.game.model import (
    ENTRANT,
    OPEN,
    TUTOR,
    Admission,
    Game,
    Guests,
    Invitation,
    Player,
    Reader,
    Sender,
    Standing,
)
from judge.game.profiles import reliability_of
from judge.game.refusals import AlreadyIn, NoSuchPower, SeatTaken, WrongPassword
from judge.game.seats import holds, is_needed_as_master, power_names, role_named, takes_part
from judge.game.vision import holders, to_masters
from judge.game.weight import Weight
from judge.messages import Text, message

SIGN_ON = "SIGN ON"
_MOST_INVITATIONS = 50
# Nobody is written to twice a day.
_INVITED_AGAIN_AFTER = timedelta(hours=20)


class NotInvited(Refusal, frozen=True):
    """The game is only for people whom its Master invites."""

    in_short = message("not invited")


class NotAdmitted(Refusal, frozen=True):
    """The Master does not let the sender in."""

    in_short = message("not admitted")


class AskedBefore(Refusal, frozen=True):
    """The Master has been asked to let the sender in, and has not answered."""

    in_short = message("asked before")


class BadCode(Refusal, frozen=True):
    """No invitation has this code, or not any more."""

    in_short = message("wrong code")


class PlaysEnough(Refusal, frozen=True):
    """The game is not for people who play in `most` games already."""

    most: int

    in_short = message("in many games already")


class NotReliable(Refusal, frozen=True):
    """The game wants players of at `least` this reliability, in percent."""

    own: int
    least: int

    in_short = message("too little sent in time")


class InvitedLately(Refusal, frozen=True):
    """An invitation was sent to `address` not long ago."""

    address: str
    made: datetime

    in_short = message("invited lately")


class TooManyInvitations(Refusal, frozen=True):
    """The game has sent `most` invitations, and may send no more."""

    most: int

    in_short = message("too many invitations")


class NobodyListed(Refusal, frozen=True):
    """`address` is on none of the game's lists."""

    address: str

    in_short = message("not on a list")


class GameLed(Refusal, frozen=True):
    """The only Master may not play in a moderated game, where Masters see all."""

    in_short = message("you lead this game")


class NamesKnown(Refusal, frozen=True):
    """A Master may not play in a gunboat game, as they know the others."""

    in_short = message("you know the others")


class HasLed(Refusal, frozen=True):
    """A former Master or tutor of a game that runs has seen secrets of its players."""

    in_short = message("you know too much")


class PlayerInvited(Fact, frozen=True):
    """Somebody is sent the `code` of an invitation; `guests` are the guests with this one."""

    guests: Guests
    invitation: Invitation
    code: Secret

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the invited person, known or not, and the entrants who play with a Master."""
        invited = Reader(Player(0, "", self.invitation.address), "")
        return (invited, *_beside_a_master(game))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the code."""
        del game, reader
        return structs.replace(self, code=Secret(""))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the other guests, for the invited person.

        Other readers learn only that somebody is invited.
        """
        del game
        if reader.player.address == self.invitation.address:
            return structs.replace(self, guests=Guests())
        unnamed = replace(self.invitation, address="")
        return structs.replace(self, guests=Guests(), invitation=unnamed, code=Secret(""))

    def applied(self, game: Game) -> Game:
        """Return the game with the invitation."""
        return replace(game, guests=self.guests)

    def rows(self) -> list[tuple[str, Text]]:
        """Return each address on a list of the game, and on which."""
        return _rows(self.guests)


class GuestsChanged(Fact, frozen=True):
    """The Master lets other people in than before, or keeps others out."""

    guests: Guests

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the entrants who play with a Master."""
        return _beside_a_master(game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the guests."""
        del game, reader
        return structs.replace(self, guests=Guests())

    def applied(self, game: Game) -> Game:
        """Return the game with these guests."""
        return replace(game, guests=self.guests)

    def rows(self) -> list[tuple[str, Text]]:
        """Return each address on a list of the game, and on which."""
        return _rows(self.guests)


class AdmissionAsked(Fact, frozen=True):
    """Somebody wants to join as `role`, and the Master has to let them in."""

    player: Player
    role: str
    preferences: str = ""
    #: How many percent of the orders asked of them elsewhere came in time, None if unknown.
    reliable: int | None = None

    weight = Weight.PLACE

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the Masters."""
        return to_masters(self, game)

    def applied(self, game: Game) -> Game:
        """Return the game whose Master was asked for this player."""
        asked = (*game.guests.asked, self.player.address.lower())
        return replace(game, guests=replace(game.guests, asked=asked))

    def power(self) -> str:
        """Return the power that the player wants to take over, "" for joining."""
        return "" if self.role == ENTRANT else self.role


class GuestsShown(Reply, frozen=True):
    """The guests of a game: invited, let in, or kept out."""

    guests: Guests

    def rows(self) -> list[tuple[str, Text]]:
        """Return each address on a list of the game, and on which."""
        return _rows(self.guests)


class Invite(Command, frozen=True):
    """Send `address` a code with which its owner may join, as `power` if named."""

    address: str
    power: str = ""

    name = "INVITE"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> PlayerInvited | Refused:
        """Return that the address is sent a code; an earlier code is void."""
        game, now = at.game, at.now
        power = role_named(game.variant, self.power) if self.power else ""
        if power is None or power not in ("", *power_names(game)):
            return self.refused(NoSuchPower(self.power, power_names(game)))
        guests = game.guests
        for one in guests.invitations:
            if one.address == self.address and now - one.made < _INVITED_AGAIN_AFTER:
                return self.refused(InvitedLately(one.address, one.made))
        if guests.made >= _MOST_INVITATIONS:
            return self.refused(TooManyInvitations(_MOST_INVITATIONS))
        number = guests.made + 1
        invitation = Invitation(number, self.address, power, now)
        others = guests.without(self.address)
        invited = replace(others, invitations=(*others.invitations, invitation), made=number)
        return PlayerInvited(invited, invitation, Secret(_code_of(game, invitation)))


class AllowPlayer(Command, frozen=True):
    """Let the owner of `address` in, whatever the game's terms for others."""

    address: str

    name = "ALLOW PLAYER"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged:
        """Return that the player is let in."""
        others = at.game.guests.without(self.address)
        return GuestsChanged(replace(others, allowed=(*others.allowed, self.address)))


class DenyPlayer(Command, frozen=True):
    """Do not let the owner of `address` in."""

    address: str

    name = "DENY PLAYER"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged:
        """Return that the player is kept out."""
        others = at.game.guests.without(self.address)
        return GuestsChanged(replace(others, denied=(*others.denied, self.address)))


class TakeOffLists(Command, frozen=True):
    """Take `address` off the lists of the game, and make an invitation void."""

    address: str

    name = "UNINVITE"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged | Refused:
        """Return that the address is on no list any more."""
        others = at.game.guests.without(self.address)
        if others == at.game.guests:
            return self.refused(NobodyListed(self.address))
        return GuestsChanged(others)


class ShowGuests(Command, frozen=True):
    """Show who is invited, allowed, denied, and who has asked to come in."""

    name = "GUESTS"
    who = Who.MASTER
    only_asks = True

    def decide(self, at: Request) -> GuestsShown:
        """Return the guests of the game."""
        return GuestsShown(at.game.guests)


@dataclass(frozen=True, slots=True)
class Applicant:
    """A person who wants to enter a game, and the contents of their letter that matter for it."""

    game: Game
    sender: Sender
    now: datetime
    #: The password of the letter opens the place.
    opened: bool = False
    #: The letter has a password.
    tried: bool = False
    #: The roles that they had in the game before.
    earlier: tuple[str, ...] = ()
    preferences: str = ""
    #: The hash of the password, for a place that is new.
    password: str | None = field(default=None, repr=False)
    #: How late they want news as an observer.
    delay: timedelta = timedelta()
    #: The press to all that they get to read where they take a power over.
    press: tuple[OpenPress, ...] = ()
    #: The code of an invitation.
    code: str | None = field(default=None, repr=False)
    standing: Standing = field(default_factory=Standing)


def come_back(
    role: str, holder: Player, password: str | None, applicant: Applicant
) -> tuple[Event, ...]:
    """Return that the applicant has the place of `holder`, or a refusal.

    `password` is the hash of the place's password.
    """
    sender = applicant.sender
    own = holder.number == sender.player.number
    # Proof with a role is a reply address of this game.
    if applicant.opened or (own and sender.proven and sender.role):
        return (PlayerSignedOn(role, holder),)
    if not own:
        return (turned_away(SeatTaken(role), applicant),)
    # Where none was set, no password is wrong.
    if applicant.tried and password is not None:
        return (Refused(SIGN_ON, WrongPassword(role)),)
    return (PlayerSignedOn(role, holder) if sender.proven else ReplyAddressSent(role),)


def turned_away(why: Refusal, applicant: Applicant) -> Refused | AnsweredElsewhere:
    """Return the answer to an applicant without this place; after a password it tells nothing."""
    return AnsweredElsewhere() if applicant.tried else Refused(SIGN_ON, why)


def invitation_of(applicant: Applicant) -> Invitation | None:
    """Return the invitation that lets the applicant in, by its code or its address."""
    game, player = applicant.game, applicant.sender.player
    for one in game.guests.invitations:
        if applicant.code is not None and applicant.code == _code_of(game, one):
            return one
        if one.address == player.address.lower():
            return one
    return None


def why_kept_out(applicant: Applicant, role: str) -> Refusal | AdmissionAsked | None:
    """Return why the applicant may not have the place of `role`, None if they may.

    In a game whose Master lets people in, the Master is asked. The former player of a seat gets
    it back without asking.
    """
    game, player = applicant.game, applicant.sender.player
    address = player.address.lower()
    if any(one.player.number == player.number for one in game.masters):
        return None  # They would ask themselves.
    invited = invitation_of(applicant) is not None or role in applicant.earlier
    if invited or address in game.guests.allowed:
        return None
    if applicant.code is not None:
        return BadCode()
    if address in game.guests.denied:
        return NotAdmitted()
    settings = game.settings
    if settings.most_games and applicant.standing.games >= settings.most_games:
        return PlaysEnough(settings.most_games)
    own = reliability_of(applicant.standing.conduct, applicant.now).percent
    if own is not None and own < settings.reliability:
        return NotReliable(own, settings.reliability)
    if settings.admission is Admission.INVITED:
        return NotInvited()
    # In a game without a Master nobody could be asked.
    if settings.admission is Admission.APPROVAL and game.masters:
        if address in game.guests.asked:
            return AskedBefore()
        return AdmissionAsked(player, role, applicant.preferences, own)
    return None


def why_master_may_not_join(game: Game, player: Player) -> Refusal | None:
    """Return why a present or past Master may not join a game that forms, None if they may.

    They may if the game goes on without them, or if another Master leads it. But in a gunboat
    game they know the others, and in a game that has run before they know its secrets: the powers
    are dealt anew, but the players are the same.
    """
    if holds(game, player, TUTOR):
        return AlreadyIn(TUTOR)
    if game.settings.gunboat:
        return NamesKnown()
    if game.forms_again:
        return HasLed()
    leads = any(one.player.number == player.number for one in game.masters)
    return GameLed() if leads and is_needed_as_master(game, player) else None


def _code_of(game: Game, invitation: Invitation) -> str:
    """Return the code of an invitation; only its recipient can know it."""
    return invitation_code(str(game.seed), game.name.lower(), str(invitation.number))


def _rows(guests: Guests) -> list[tuple[str, Text]]:
    rows: list[tuple[str, Text]] = [(one.address, message("invited")) for one in guests.invitations]
    rows += [(one, message("has asked to come in")) for one in guests.asked]
    rows += [(one, message("let in")) for one in guests.allowed]
    rows += [(one, message("kept out")) for one in guests.denied]
    return rows


def _beside_a_master(game: Game) -> tuple[Reader, ...]:
    """Return the entrants of a game that one of its Masters has joined as well, otherwise none."""
    joins = any(takes_part(game, one.player) for one in game.masters)
    return holders(game, ENTRANT) if joins else ()
