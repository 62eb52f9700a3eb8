"""What a person asks of others, and with whom he does not want to play."""

from dataclasses import replace

from judge.conversation.deeds import PersonBlocked, PersonUnblocked
from judge.conversation.persons import Acquaintance, means_the_writer
from judge.conversation.progress import Progress, done_for_person, for_holder, told
from judge.game import Player, Refused, WhoisPart, profiles


def show_person(who: str, progress: Progress) -> Progress:
    """Return the progress with what the person called `who` lets others know."""
    own = progress.writer.address
    found = _called(own if means_the_writer(who) else who, progress)
    if found is None:
        return told(progress, Refused("WHOIS", profiles.UnknownPerson(who)))
    person, shown = found.player, found.player.preferences.shown
    known = Player(
        person.number,
        person.name.partition("@")[0],
        person.address if WhoisPart.ADDRESS in shown else "",
        person.zone if WhoisPart.ZONE in shown else "",
    )
    games = found.games if WhoisPart.GAMES in shown else ()
    return told(progress, profiles.PersonShown(known, games, own=_is_own(found, progress)))


def show_reliability(progress: Progress) -> Progress:
    """Return the progress with how reliable the writer is taken for."""
    known = progress.known
    found = profiles.reliability_of(known.standing.conduct, known.now)
    return told(for_holder(progress), profiles.ReliabilityShown(found))


def block(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer blocked somebody, or asked for their blocks.

    Whom it concerns is not told. Of an address the writer learns nothing: it is blocked
    whether it is anybody's or not.
    """
    if not who:
        return _shown(progress)
    found = _called(who, progress)
    if found is None and "@" not in who:
        return told(progress, Refused("BLOCK", profiles.UnknownPerson(who)))
    if found is not None and _is_own(found, progress):
        return told(progress, Refused("BLOCK", profiles.Yourself()))
    if found is None or "@" in who:
        deed = PersonBlocked(progress.writer.number, who.lower())
    else:
        name = found.player.name.partition("@")[0]
        deed = PersonBlocked(progress.writer.number, name, found.player.number)
    return _shown(done_for_person(progress, deed))


def unblock(who: str, progress: Progress) -> Progress:
    """Return the progress after the writer took a block back, by the words of it.

    Other words for the same person would tell that they are the same.
    """
    called = next((one for one in _blocked(progress) if one.lower() == who.lower()), None)
    if called is None:
        return told(progress, Refused("UNBLOCK", profiles.NotBlocked(who)))
    deed = PersonUnblocked(progress.writer.number, called)
    return _shown(done_for_person(progress, deed))


def _called(who: str, progress: Progress) -> Acquaintance | None:
    return progress.known.persons.named.get(who.lower())


def _is_own(found: Acquaintance, progress: Progress) -> bool:
    return found.player.number == progress.writer.number != 0


def _shown(progress: Progress) -> Progress:
    """Return the progress with all blocks told once, as they are in the end."""
    others = tuple(one for one in progress.events if not isinstance(one, profiles.BlocksShown))
    return replace(progress, events=(*others, profiles.BlocksShown(_blocked(progress))))


def _blocked(progress: Progress) -> tuple[str, ...]:
    """Return what the writer called those who are blocked up to here."""
    names = dict.fromkeys(progress.known.persons.blocked)
    for deed in progress.deeds:
        if isinstance(deed, PersonBlocked):
            names[deed.called] = None
        elif isinstance(deed, PersonUnblocked):
            names.pop(deed.called, None)
    return tuple(names)
