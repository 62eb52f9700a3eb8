"""What a person wants of the mail that he gets."""

from dataclasses import replace

from judge.conversation.person.imitation import fitting_name
from judge.conversation.progress import Progress, registered, told
from judge.game import PlayerRegistered, Refused, profiles

MOST_MONITORS = 20
"""So many persons may follow all games of a judge."""


def prefer(option: str, value: str, progress: Progress) -> Progress:
    """Return the progress after the writer said what he wants of his mail."""
    if option == "MONITOR" and not progress.writer.number:
        progress = as_newcomer(progress)
    match profiles.wished(progress.writer, option, value):
        case profiles.Wished(person) if person.preferences.monitor and _is_full(progress):
            return told(progress, Refused("MONITOR ALL", profiles.TooManyMonitors(MOST_MONITORS)))
        case profiles.Wished(person):
            return _shown(registered(progress, person))
        case why:
            return told(progress, Refused(f"SET MY {option}", why))


def as_newcomer(progress: Progress) -> Progress:
    """Return the progress when the sender is known, by this letter if not before."""
    if not progress.writer.number:
        person = progress.sender.player
        name = fitting_name(person, progress.known.names_taken)
        progress = registered(progress, replace(person, name=name))
        progress = told(progress, PlayerRegistered(progress.writer, new=True))
    return replace(progress, sender=replace(progress.sender, player=progress.writer))


def _is_full(progress: Progress) -> bool:
    """Return whether nobody else may follow all games; who does may say so again."""
    follows = progress.writer.preferences.monitor
    return not follows and progress.known.lately.monitors >= MOST_MONITORS


def show_preferences(progress: Progress) -> Progress:
    """Return the progress after the writer asked what he wants of his mail."""
    return _shown(progress)


def _shown(progress: Progress) -> Progress:
    """Return the progress with all of it told once, as it is in the end."""
    others = (one for one in progress.events if not isinstance(one, profiles.PreferencesShown))
    shown = profiles.PreferencesShown(progress.writer)
    return replace(progress, events=(*others, shown))
