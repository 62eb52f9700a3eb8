"""What is told of whom a game lets in, whose seat may be taken, who sees what first."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from judge.game import Admission, GameSettings, Nmr, show_length
from judge.messages import Text, counted, message

_ENTRY: Mapping[Admission, Text] = {
    Admission.APPROVAL: message("for whom the Master lets in"),
    Admission.INVITED: message("for whom the Master invites"),
}


_NMR: Mapping[Nmr, Text] = {
    Nmr.CD: message("after grace the units hold, and retreat as makes sense"),
    Nmr.HOLD: message("after grace the units hold and the game goes on"),
    Nmr.WAIT: message("after grace the power falls vacant and the game waits"),
}


def nmr_text(nmr: Nmr) -> Text:
    """Return what becomes of a power that sends nothing."""
    return _NMR[nmr]


def review_text(length: timedelta) -> Text:
    """Return for how long the Master alone sees the results."""
    if not length:
        return message("all see them at once")
    shown = show_length(length)
    return message("the Master may see them {length} before all others", length=shown)


def entry_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows of who comes in, whose seat may be taken, who sees what first."""
    yield from _leading_terms(settings)
    if settings.admission is Admission.APPROVAL and not settings.moderated:
        yield message("Entry"), message("for whom the Master lets in, until it starts")
    elif settings.admission is not Admission.OPEN:
        yield message("Entry"), _ENTRY[settings.admission]
    if settings.most_games:
        few = counted(
            "for who plays in no game already",
            "for who plays in less than {count} games",
            settings.most_games,
        )
        yield message("Newcomers"), few
    if settings.muster:
        length = show_length(settings.muster)
        confirmed = message("once all confirm it, for which they have {length}", length=length)
        yield message("Begins"), confirmed
    yield from _told_terms(settings)
    if settings.reliability:
        least = f"{settings.reliability} %"
        yield message("Reliability"), message("at least {percent}", percent=least)
    if settings.patience:
        silent = counted(
            "may be replaced after {count} phase without orders",
            "may be replaced after {count} phases in a row without orders",
            settings.patience,
        )
        yield message("Silent players"), silent


def _told_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows of what is told to some before it is told to all."""
    if settings.review:
        yield message("Results"), review_text(settings.review)
    if settings.late_notices:
        length = show_length(settings.late_notices)
        alone = message("told to them alone for {length}", length=length)
        yield message("Who is late"), alone


def _leading_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows of who leads a game, and who may see all of it."""
    if not settings.moderated:
        voted = message("none once it starts: players decide by vote")
        yield message("Master"), voted
    if settings.tutors:
        told = message("observers whom the Master names see all, and all press")
        yield message("Tutors"), told
