"""Taking secrets out of letters that older judges kept as they had come."""

from judge.commands import Known
from judge.conversation import without_secrets
from judge.mail import bare_address, copy_of, head_without_keys
from judge.reader import Opened, ReaderGoneError, UnreadError
from judge.service.learning import vocabulary
from judge.service.parts import Judge
from judge.store import inbox

_AT_ONCE = 10  # the clock may wait for the one that is read just now


def bare_old_letters(judge: Judge) -> bool:
    """Keep of some letters that were answered long ago their words, and no secret.

    What cannot be read any more is kept as its headers. Return whether there may be
    more of them.
    """
    with judge.store.begin() as connection:
        old = inbox.not_bare(connection, _AT_ONCE)
    for number, kept in old:
        try:
            copy = _bare(judge, kept)
        except ReaderGoneError:
            return False
        with judge.store.begin() as connection:
            inbox.keep_bare(connection, number, copy)
    return len(old) == _AT_ONCE


def _bare(judge: Judge, kept: inbox.Copy) -> inbox.Copy:
    to = bare_address(kept.recipient)
    names = vocabulary(judge)
    try:
        read = judge.glance.mail(kept.raw, kept.recipient, names)
        if not isinstance(read, Opened):
            return inbox.Copy(head_without_keys(kept.raw, kept.recipient), to)
        known = Known(names, read.letter.sender_name)
        sections = judge.glance.sections(read.letter, known)
    except UnreadError:
        return inbox.Copy(head_without_keys(kept.raw, kept.recipient), to)
    return inbox.Copy(copy_of(without_secrets(read.letter, sections)), to)
