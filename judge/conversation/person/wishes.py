"""What a person wants of the mail that he gets."""

from dataclasses import replace

from judge.conversation.progress import Progress, registered, told
from judge.game import PreferencesShown, Refused, Wished, wished


def prefer(option: str, value: str, progress: Progress) -> Progress:
    """Return the progress after the writer said what he wants of his mail."""
    match wished(progress.writer, option, value):
        case Wished(person):
            return _shown(registered(progress, person))
        case why:
            return told(progress, Refused(f"SET MY {option}", why))


def show_preferences(progress: Progress) -> Progress:
    """Return the progress after the writer asked what he wants of his mail."""
    return _shown(progress)


def _shown(progress: Progress) -> Progress:
    """Return the progress with all of it told once, as it is in the end."""
    others = (one for one in progress.events if not isinstance(one, PreferencesShown))
    shown = PreferencesShown(progress.writer)
    return replace(progress, events=(*others, shown))
