"""What a person may know of what is kept about him, and that it is kept no longer."""

from judge.conversation.deeds import PersonForgotten
from judge.conversation.progress import Progress, done_for_person, for_proven_writer, told
from judge.game import ConfirmationAsked, Refused, profiles

_FORGET = "FORGET ME"


def give_copy(part: int, progress: Progress) -> Progress:
    """Return the progress after the writer asked for all that is kept about him."""
    shown = profiles.DataShown(progress.writer, part)
    return told(for_proven_writer(progress), shown)


def forget(code: str, progress: Progress) -> Progress:
    """Return the progress after the writer wants to be forgotten.

    As long as he has a place in a game, others play with him.
    """
    person, places = progress.writer, progress.known.persons.places
    if places:
        return told(progress, Refused(_FORGET, profiles.StillInGames(places)))
    right = progress.known.codes(person.number).code(_FORGET, person.address)
    if code.lower() != right:
        asked = ConfirmationAsked(_FORGET, right)
        return told(for_proven_writer(progress), asked)
    done = for_proven_writer(done_for_person(progress, PersonForgotten(person.number)))
    return told(done, profiles.PersonErased(person.name))
