"""What is told of whom a game lets in, whose seat may be taken, who sees what first."""

from collections.abc import Iterator, Mapping

from judge.game import Admission, GameSettings, show_length
from judge.messages import Text, counted, message

_ENTRY: Mapping[Admission, Text] = {
    Admission.APPROVAL: message("for whom the Master lets in"),
    Admission.INVITED: message("for whom the Master invites"),
}


def entry_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows of who comes in, whose seat may be taken, who sees what first."""
    if not settings.moderated:
        voted = message("none once it starts: players decide by vote")
        yield message("Master"), voted
    if settings.admission is not Admission.OPEN:
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
        confirmed = message(
            "once all confirm it, for which they have {length}", length=length
        )
        yield message("Begins"), confirmed
    if settings.review:
        length = show_length(settings.review)
        first = message(
            "the Master may see them {length} before all others", length=length
        )
        yield message("Results"), first
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
