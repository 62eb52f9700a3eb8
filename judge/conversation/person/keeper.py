"""What the keeper of the judge asks of it by mail."""

from judge.conversation.deeds import KeeperAsked
from judge.conversation.progress import Progress, done_for_person, told
from judge.game import NotKeeper, NotProven, Refused, admin


def ask_for_keeper(command: admin.KeeperCommand, progress: Progress) -> Progress:
    """Return the progress after what the keeper of the judge wants of it.

    It is done behind all else, and its answer is not known before. Who has no more than
    the key to a place is not shown to be the keeper.
    """
    known = progress.known
    if not known.is_keeper:
        return told(progress, Refused("ADMIN", NotKeeper()))
    if known.place is not None and not known.authentic:
        return told(progress, Refused("ADMIN", NotProven()))
    asked = KeeperAsked(command)
    return told(done_for_person(progress, asked), admin.KeeperAnswered(command))
