"""What a person asks of others, and with whom he does not want to play."""

from judge.conversation.deeds import PersonBlocked, PersonUnblocked
from judge.conversation.persons import Acquaintance, means_the_writer
from judge.conversation.progress import Progress, done_for_person, for_holder, told
from judge.game import (
    BlocksShown,
    PersonShown,
    Player,
    Refused,
    ReliabilityShown,
    UnknownPerson,
    WhoisPart,
    Yourself,
    reliability_of,
)


def show_person(who: str, progress: Progress) -> Progress:
    """Return the progress with what the person called `who` lets others know.

    By his address he is found only if he shows that, or by himself.
    """
    own = progress.writer.address
    found = _called(own if means_the_writer(who) else who, progress)
    if found is None or not (_is_open_to(who, found) or _is_own(found, progress)):
        return told(progress, Refused("WHOIS", UnknownPerson(who)))
    person, shown = found.player, found.player.preferences.shown
    known = Player(
        person.number,
        person.name.partition("@")[0],
        person.address if WhoisPart.ADDRESS in shown else "",
        person.zone if WhoisPart.ZONE in shown else "",
    )
    games = found.games if WhoisPart.GAMES in shown else ()
    return told(progress, PersonShown(known, games, own=_is_own(found, progress)))


def show_reliability(progress: Progress) -> Progress:
    """Return the progress with how reliable the writer is taken for."""
    known = progress.known
    found = reliability_of(known.standing.conduct, known.now)
    return told(for_holder(progress), ReliabilityShown(found))


def block(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer blocked somebody, or asked for his blocks.

    Whom it concerns is not told.
    """
    if not who:
        return _shown(progress)
    found = _called(who, progress)
    if found is None:
        return told(progress, Refused("BLOCK", UnknownPerson(who)))
    if _is_own(found, progress):
        return told(progress, Refused("BLOCK", Yourself()))
    deed = PersonBlocked(progress.writer.number, found.player.number)
    return _shown(done_for_person(progress, deed))


def unblock(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer took a block back."""
    found = _called(who, progress)
    if found is None or found.player.name not in _blocked(progress):
        return told(progress, Refused("UNBLOCK", UnknownPerson(who)))
    deed = PersonUnblocked(progress.writer.number, found.player.number)
    return _shown(done_for_person(progress, deed))


def _called(who: str, progress: Progress) -> Acquaintance | None:
    return progress.known.persons.named.get(who.lower())


def _is_open_to(who: str, found: Acquaintance) -> bool:
    return "@" not in who or WhoisPart.ADDRESS in found.player.preferences.shown


def _is_own(found: Acquaintance, progress: Progress) -> bool:
    return found.player.number == progress.writer.number != 0


def _shown(progress: Progress) -> Progress:
    return told(progress, BlocksShown(_blocked(progress)))


def _blocked(progress: Progress) -> tuple[str, ...]:
    """Return the names of those whom the writer has blocked up to here."""
    names = dict.fromkeys(progress.known.persons.blocked)
    named = progress.known.persons.named.values()
    called = {one.player.number: one.player.name for one in named}
    for deed in progress.deeds:
        if isinstance(deed, PersonBlocked):
            names[called[deed.other]] = None
        elif isinstance(deed, PersonUnblocked):
            names.pop(called[deed.other], None)
    return tuple(names)
