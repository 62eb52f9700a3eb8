"""What is told of whom a game lets in, and whose seat may be taken."""

from collections.abc import Iterator, Mapping

from judge.game import Admission, GameSettings
from judge.messages import Text, counted, message

_ENTRY: Mapping[Admission, Text] = {
    Admission.APPROVAL: message("for whom the Master lets in"),
    Admission.INVITED: message("for whom the Master invites"),
}


def entry_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows of whom a game lets in, and whose seat may be taken."""
    if settings.admission is not Admission.OPEN:
        yield message("Entry"), _ENTRY[settings.admission]
    if settings.most_games:
        few = counted(
            "for who plays in no game already",
            "for who plays in less than {count} games",
            settings.most_games,
        )
        yield message("Newcomers"), few
    if settings.replace_after:
        silent = counted(
            "may be replaced after {count} phase without orders",
            "may be replaced after {count} phases in a row without orders",
            settings.replace_after,
        )
        yield message("Silent players"), silent
