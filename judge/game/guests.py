"""The people who may join a game: applicants, invitations, and the Master's lists of guests."""

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
# The same address is invited at most once a day.
_INVITED_AGAIN_AFTER = timedelta(hours=20)


class NotInvited(Refusal, frozen=True):
    """Only people with an invitation from its Master may join the game."""

    in_short = message("not invited")


class NotAdmitted(Refusal, frozen=True):
    """The Master does not let the sender in."""

    in_short = message("not admitted")


class AskedBefore(Refusal, frozen=True):
    """The Master has been asked already to let the sender in, and has not answered."""

    in_short = message("asked before")


class BadCode(Refusal, frozen=True):
    """No invitation has this code, or it was used or withdrawn."""

    in_short = message("wrong code")


class PlaysEnough(Refusal, frozen=True):
    """People who play in `most` games already may not join the game."""

    most: int

    in_short = message("in many games already")


class NotReliable(Refusal, frozen=True):
    """The sender's reliability is below the `least` one that the game wants, in percent."""

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
    """The sender was a Master or tutor while the game ran, so they know secrets of its players."""

    in_short = message("you know too much")


def _rows(event: "PlayerInvited | GuestsChanged | GuestsShown") -> list[tuple[str, Text]]:
    """Return (address, list) for each address on a list of the game."""
    guests = event.guests
    rows: list[tuple[str, Text]] = [(one.address, message("invited")) for one in guests.invitations]
    rows += [(one, message("has asked to come in")) for one in guests.asked]
    rows += [(one, message("let in")) for one in guests.allowed]
    rows += [(one, message("kept out")) for one in guests.denied]
    return rows


class PlayerInvited(Fact, frozen=True):
    """A person is mailed the `code` of an invitation; `guests` are all guests afterwards."""

    guests: Guests
    invitation: Invitation
    code: Secret

    weight = Weight.PLACE
    rows = _rows

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the invited person, and the entrants if a Master has joined as well."""
        invited = Reader(Player(0, "", self.invitation.address), "")
        return (invited, *_beside_a_master(game))

    def seen(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the code, which only the invited person may know."""
        return structs.replace(self, code=Secret(""))

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact for the invited person, without the other guests.

        Other readers learn only that somebody is invited.
        """
        if reader.player.address == self.invitation.address:
            return structs.replace(self, guests=Guests())
        unnamed = replace(self.invitation, address="")
        return structs.replace(self, guests=Guests(), invitation=unnamed, code=Secret(""))

    def applied(self, game: Game) -> Game:
        """Return the game with the invitation."""
        return replace(game, guests=self.guests)


class GuestsChanged(Fact, frozen=True):
    """The Master changed the lists of people who may join the game or may not."""

    guests: Guests

    weight = Weight.PLACE
    rows = _rows

    def readers(self, game: Game) -> tuple[Reader, ...]:
        """Return the entrants, if a Master has joined the game; otherwise nobody."""
        return _beside_a_master(game)

    def shown(self, game: Game, reader: Reader) -> Self:
        """Return the fact without the lists."""
        return structs.replace(self, guests=Guests())

    def applied(self, game: Game) -> Game:
        """Return the game with the new lists."""
        return replace(game, guests=self.guests)


class AdmissionAsked(Fact, frozen=True):
    """A person wants to join as `role`, and needs the Master's consent."""

    player: Player
    role: str
    preferences: str = ""
    #: The person's reliability in percent, None if unknown.
    reliable: int | None = None

    weight = Weight.PLACE
    readers = to_masters

    def applied(self, game: Game) -> Game:
        """Return the game with the person on the list of those who have asked."""
        asked = (*game.guests.asked, self.player.address.lower())
        return replace(game, guests=replace(game.guests, asked=asked))

    def power(self) -> str:
        """Return the power that the player wants to take over, "" for joining."""
        return "" if self.role == ENTRANT else self.role


class GuestsShown(Reply, frozen=True):
    """The lists of a game: people who are invited, let in, kept out, or have asked."""

    guests: Guests

    rows = _rows


class Invite(Command, frozen=True):
    """Mail `address` a code with which its owner may join the game, as `power` if one is named."""

    address: str
    power: str = ""

    name = "INVITE"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> PlayerInvited | Refused:
        """Return the fact with the new invitation, or a refusal; an earlier code becomes void."""
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
    """Let the owner of `address` in, even if the game's terms would keep them out."""

    address: str

    name = "ALLOW PLAYER"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged:
        """Return the fact that the person is let in."""
        others = at.game.guests.without(self.address)
        return GuestsChanged(replace(others, allowed=(*others.allowed, self.address)))


class DenyPlayer(Command, frozen=True):
    """Keep the owner of `address` out of the game."""

    address: str

    name = "DENY PLAYER"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged:
        """Return the fact that the person is kept out."""
        others = at.game.guests.without(self.address)
        return GuestsChanged(replace(others, denied=(*others.denied, self.address)))


class TakeOffLists(Command, frozen=True):
    """Take `address` off all lists of the game; its invitation becomes void."""

    address: str

    name = "UNINVITE"
    who = Who.MASTER
    stages = OPEN

    def decide(self, at: Request) -> GuestsChanged | Refused:
        """Return the fact that the address is on no list any more, or a refusal."""
        others = at.game.guests.without(self.address)
        if others == at.game.guests:
            return self.refused(NobodyListed(self.address))
        return GuestsChanged(others)


class ShowGuests(Command, frozen=True):
    """Show the game's lists of people who are invited, let in, kept out, or have asked."""

    name = "GUESTS"
    who = Who.MASTER
    only_asks = True

    def decide(self, at: Request) -> GuestsShown:
        """Return the lists of the game."""
        return GuestsShown(at.game.guests)


@dataclass(frozen=True, slots=True)
class Applicant:
    """A person who wants to enter a game, and the facts about them and their letter that count."""

    game: Game
    sender: Sender
    now: datetime
    #: The letter contains the right password for the place.
    opened: bool = False
    #: The letter contains a password, right or wrong.
    tried: bool = False
    #: The applicant's former roles in the game.
    earlier: tuple[str, ...] = ()
    preferences: str = ""
    #: The hash of the password, for a place that is new.
    password: str | None = field(default=None, repr=False)
    #: How late the applicant wants news, if they become an observer.
    delay: timedelta = timedelta()
    #: Earlier press to all, which a player reads after taking over a power.
    press: tuple[OpenPress, ...] = ()
    #: The code of an invitation.
    code: str | None = field(default=None, repr=False)
    standing: Standing = field(default_factory=Standing)


def come_back(
    role: str, holder: Player, password: str | None, applicant: Applicant
) -> tuple[Event, ...]:
    """Return the answer to an applicant for a place that `holder` has already.

    `password` is the hash of the place's password.
    """
    sender = applicant.sender
    own = holder.number == sender.player.number
    # A proven sender with a role wrote to a reply address of this game.
    if applicant.opened or (own and sender.proven and sender.role):
        return (PlayerSignedOn(role, holder),)
    if not own:
        return (turned_away(SeatTaken(role), applicant),)
    # If the place has no password, none can be wrong.
    if applicant.tried and password is not None:
        return (Refused(SIGN_ON, WrongPassword(role)),)
    return (PlayerSignedOn(role, holder) if sender.proven else ReplyAddressSent(role),)


def turned_away(why: Refusal, applicant: Applicant) -> Refused | AnsweredElsewhere:
    """Return the refusal of an applicant; if they tried a password, it does not show the result."""
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

    If only the Master may let people in, the result is the question to the Master. The former
    player of a seat gets it back without asking.
    """
    game, player = applicant.game, applicant.sender.player
    address = player.address.lower()
    if any(one.player.number == player.number for one in game.masters):
        return None  # They would be asking themselves.
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

    They may join if the game goes on without a Master, or if another Master leads it. In a gunboat
    game they may not, because they know the players. In a game that has run before they may not,
    because they know its secrets: powers are dealt anew, but to the same players.
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
    """Return the code of an invitation; nobody can guess it without the game's seed."""
    return invitation_code(str(game.seed), game.name.lower(), str(invitation.number))


def _beside_a_master(game: Game) -> tuple[Reader, ...]:
    """Return the entrants of the game if one of its Masters has joined it as well, else nobody."""
    joins = any(takes_part(game, one.player) for one in game.masters)
    return holders(game, ENTRANT) if joins else ()
