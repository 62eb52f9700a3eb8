"""Obeying what a letter says of a person: one function for each kind of command."""

from judge.conversation.person.acquaintance import block, show_person, show_reliability, unblock
from judge.conversation.person.addresses import obey_on_addresses
from judge.conversation.person.parting import forget, give_copy
from judge.conversation.person.wishes import prefer, show_preferences
from judge.conversation.progress import Progress, told
from judge.game import NotFromOwner, NotRegistered, Refusal, profiles


def obey_for_person(command: profiles.PersonCommand, progress: Progress) -> Progress:
    """Return the progress after what writers say of themselves or ask about others."""
    if isinstance(command, profiles.AddressCommand):
        return obey_on_addresses(command, progress)
    why = _why_refused(command, progress)
    if why is not None:
        return told(progress, command.refused(why))
    match command:
        case profiles.SetPreference(option, value):
            return prefer(option, value, progress)
        case profiles.ShowPreferences():
            return show_preferences(progress)
        case profiles.ShowReliability():
            return show_reliability(progress)
        case profiles.WhoIs(person):
            return show_person(person, progress)
        case profiles.Block(person):
            return block(person, progress)
        case profiles.Unblock(person):
            return unblock(person, progress)
        case profiles.ShowData(part):
            return give_copy(part, progress)
        case profiles.ForgetMe(code):
            return forget(code, progress)
        case _:
            raise NotImplementedError(command.called())


def _why_refused(command: profiles.PersonCommand, progress: Progress) -> Refusal | None:
    """Return why the writer may not do that, None if they may.

    Whoever has no more than the key to a place, or a game's password, is not its holder;
    but how mail is written to a place they may say.
    """
    if isinstance(command, profiles.WhoIs):
        return None
    speaks_for, writer = progress.sender.player.number, progress.writer.number
    foreign = command.personal and not progress.known.is_his
    if foreign or speaks_for not in (0, writer):
        return NotFromOwner()
    # Programs that follow all games fill in no form.
    monitors = isinstance(command, profiles.SetPreference) and command.option == "MONITOR"
    return None if writer or monitors else NotRegistered()
