"""Whether somebody may have a place in a game that is free."""

from judge.game.events import AdmissionAsked
from judge.game.filling.applicant import Applicant
from judge.game.filling.invitations import code_of
from judge.game.model import Admission, Game, Invitation
from judge.game.person.reliability import reliability_of
from judge.game.refusals import (
    AskedBefore,
    BadCode,
    NotAdmitted,
    NotInvited,
    NotReliable,
    PlaysEnough,
    Refusal,
)


def invitation_of(applicant: Applicant) -> Invitation | None:
    """Return the invitation by which the applicant comes in: by its code, or to him."""
    game, player = applicant.game, applicant.sender.player
    for one in game.guests.invitations:
        if applicant.code is not None and applicant.code == code_of(game, one):
            return one
        if one.address == player.address.lower():
            return one
    return None


def why_kept_out(applicant: Applicant, role: str) -> Refusal | AdmissionAsked | None:
    """Return why the applicant may not have the place of `role`, None if he may.

    Where its Master lets people in he is asked. Who has lost a seat has it back as
    before.
    """
    game, player = applicant.game, applicant.sender.player
    address = player.address.lower()
    if any(one.player.number == player.number for one in game.masters):
        return None  # He would ask himself.
    invited = invitation_of(applicant) is not None or role in applicant.earlier
    if invited or address in game.guests.allowed:
        return None
    if applicant.code is not None:
        return BadCode()
    if address in game.guests.denied:
        return NotAdmitted()
    return _why_not_open(game, applicant, role)


def _why_not_open(game: Game, applicant: Applicant, role: str) -> Refusal | AdmissionAsked | None:
    """Return what the terms of a game have against somebody whom nobody named."""
    settings, player = game.settings, applicant.sender.player
    if settings.most_games and applicant.standing.games >= settings.most_games:
        return PlaysEnough(settings.most_games)
    own = reliability_of(applicant.standing.conduct, applicant.now).percent
    if own is not None and own < settings.reliability:
        return NotReliable(own, settings.reliability)
    match settings.admission:
        case Admission.INVITED:
            return NotInvited()
        case Admission.APPROVAL if game.masters:
            if player.address.lower() in game.guests.asked:
                return AskedBefore()
            return AdmissionAsked(player, role, applicant.preferences, own)
        case _:  # Where there is no Master nobody could be asked.
            return None
