"""What a game consists of, as frozen values."""

from judge.game.model.game import (
    Ending,
    FinishedPhase,
    Game,
    Motion,
    MotionKind,
    Stage,
)
from judge.game.model.people import (
    ENTRANT,
    MASTER,
    OBSERVER,
    Entrant,
    Follower,
    LetterTimes,
    Player,
    Reader,
    Sender,
)
from judge.game.model.preferences import (
    Digest,
    Format,
    Pictures,
    Preferences,
    WhoisPart,
)
from judge.game.model.seat import (
    Earlier,
    Plan,
    Seat,
)
from judge.game.model.settings import (
    Builds,
    Early,
    GameSettings,
    KindTiming,
    Nmr,
    PressRule,
    Signing,
    Timing,
    VariantChanges,
)

__all__ = [
    "ENTRANT",
    "MASTER",
    "OBSERVER",
    "Builds",
    "Digest",
    "Earlier",
    "Early",
    "Ending",
    "Entrant",
    "FinishedPhase",
    "Follower",
    "Format",
    "Game",
    "GameSettings",
    "KindTiming",
    "LetterTimes",
    "Motion",
    "MotionKind",
    "Nmr",
    "Pictures",
    "Plan",
    "Player",
    "Preferences",
    "PressRule",
    "Reader",
    "Seat",
    "Sender",
    "Signing",
    "Stage",
    "Timing",
    "VariantChanges",
    "WhoisPart",
]
