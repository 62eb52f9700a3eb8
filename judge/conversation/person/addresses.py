"""Obeying what a letter says of its writer's addresses and of his password."""

from dataclasses import replace
from datetime import timedelta

from judge.conversation.deeds import (
    AddressClaim,
    AddressDropped,
    Deed,
    MailRedirected,
    PasswordChosen,
)
from judge.conversation.progress import Progress, done_for_person, told, why_not_mailed
from judge.game import (
    MailGoesThere,
    NotFromOwner,
    NotHisAddress,
    NotRegistered,
    Refusal,
    Refused,
    profiles,
)
from judge.letter import OPEN_FOR

# So long whoever reads an address can say no to one who has the password.
OBJECTION = timedelta(days=1)


def obey_on_addresses(command: profiles.AddressCommand, progress: Progress) -> Progress:
    """Return the progress after what writers say of their addresses."""
    why = _why_refused(command, progress)
    if why is not None:
        return told(progress, command.refused(why))
    name = command.called()
    match command:
        case profiles.SetAddress(address):
            return _move(address, name, progress)
        case profiles.AlsoKnown():
            return _claim(command, name, progress)
        case profiles.ForgetAddress(address):
            dropped = AddressDropped(progress.writer.number, address)
            left = tuple(one for one in _own(progress) if one != address)
            return _done(progress, dropped, left)
        case profiles.SetPassword(password):
            hashed = progress.known.hashes[password]
            chosen = PasswordChosen(progress.writer.number, hashed)
            kept = profiles.PasswordKept(progress.writer.address)
            return told(done_for_person(progress, chosen), kept)


def _why_refused(command: profiles.AddressCommand, progress: Progress) -> Refusal | None:
    """Return why the writer may not do that, None if he may.

    Who has no more than the key to a place, or a game's password, is not its holder.
    """
    speaks_for = progress.sender.player.number
    if not progress.known.is_his or speaks_for not in (0, progress.writer.number):
        return NotFromOwner()
    if isinstance(command, profiles.AlsoKnown):
        return None
    if not progress.writer.number:
        return NotRegistered()
    if isinstance(command, profiles.ForgetAddress):
        if command.address not in _own(progress):
            return NotHisAddress(command.address)
        if command.address == _own(progress)[0]:
            return MailGoesThere(command.address)
    return None


def _own(progress: Progress) -> tuple[str, ...]:
    """Return the writer's addresses as they were before the letter, the main first."""
    return progress.known.addresses or (progress.writer.address,)


def _move(address: str, name: str, progress: Progress) -> Progress:
    own = _own(progress)
    if address in own:
        moved = MailRedirected(progress.writer.number, address)
        others = tuple(one for one in own if one != address)
        return _done(progress, moved, (address, *others))
    return _ask(AddressClaim(progress.known.sender, address, main=address), name, progress)


def _claim(command: profiles.AlsoKnown, name: str, progress: Progress) -> Progress:
    known, address = progress.known, command.address
    if address in _own(progress):
        return told(progress, profiles.AddressesShown(_own(progress)))
    owner = known.owners.get(address)
    if owner is None or not known.was_right(command.password, owner.password):
        return _ask(AddressClaim(known.sender, address), name, progress)
    due = known.now if owner.came_back else known.now + OBJECTION
    claim = AddressClaim(known.sender, address, main=known.sender, due=due)
    if owner.came_back:
        return _done(progress, claim, (known.sender, address))
    return _ask(claim, name, progress)


def _ask(claim: AddressClaim, name: str, progress: Progress) -> Progress:
    """Return the progress after a question to the address that is claimed.

    The letter has it asked once. Somebody who has the password of its owner is no third
    person, so no other people's claims keep them from coming back.
    """
    asked = profiles.AddressAsked(claim.asked, progress.known.now + OPEN_FOR, claim.due)
    if claim in progress.deeds:
        return progress
    why = why_not_mailed(claim.asked, progress) if claim.due is None else None
    if why is not None:
        return told(progress, Refused(name, why))
    return told(done_for_person(progress, claim), asked)


def _done(progress: Progress, deed: Deed, addresses: tuple[str, ...]) -> Progress:
    progress = done_for_person(progress, deed)
    # What follows in the letter finds them so.
    known = replace(progress.known, addresses=addresses)
    return told(replace(progress, known=known), profiles.AddressesShown(addresses))
