"""What happened: each event names its template and its recorder.

`OrdersFiled` is written by `templates/orders_filed.txt` and kept by
`_record_orders_filed` in `judge/store`. An event carries all that is to be kept; its
readers are chosen in `judge/game/vision`.
"""

from judge.game.events.conduct import (
    DeadlineSet,
    DeadlinesShifted,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameTerminated,
    GameWon,
    MasterBecame,
    OrdersReminded,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
)
from judge.game.events.desk import (
    ConfirmationAsked,
    GamesListed,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    MapShown,
    PlayerRegistered,
    Refused,
    ReplyAddressSent,
    SummaryShown,
    VariantsShown,
    Why,
)
from judge.game.events.lines import LineOffered, LinesNotObeyed
from judge.game.events.orders import (
    DrawVoted,
    LineRead,
    OrdersCleared,
    OrdersFiled,
    OrderSheet,
    OrdersShown,
    PressSent,
    WaitSet,
)
from judge.game.events.table import (
    GameCreated,
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PlayerSignedOn,
    PowerTakenOver,
    SettingChanged,
)

Event = (
    PlayerRegistered
    | GamesListed
    | SummaryShown
    | HistoryShown
    | VariantsShown
    | MapShown
    | HelpGiven
    | LineNotUnderstood
    | LineOffered
    | LinesNotObeyed
    | Refused
    | ConfirmationAsked
    | ReplyAddressSent
    | GameCreated
    | PlayerJoined
    | PlayerSignedOn
    | PowerTakenOver
    | ObserverJoined
    | GameStarted
    | PlayerLeft
    | SettingChanged
    | OrdersFiled
    | OrdersShown
    | OrdersCleared
    | WaitSet
    | DrawVoted
    | PressSent
    | DeadlineSet
    | GamePaused
    | GameResumed
    | GameTerminated
    | GameRolledBack
    | MasterBecame
    | OrdersReminded
    | PowersLate
    | PowersAbandoned
    | PhaseProcessed
    | GameWon
    | GameDrawn
    | DeadlinesShifted
)

__all__ = [
    "ConfirmationAsked",
    "DeadlineSet",
    "DeadlinesShifted",
    "DrawVoted",
    "Event",
    "GameCreated",
    "GameDrawn",
    "GamePaused",
    "GameResumed",
    "GameRolledBack",
    "GameStarted",
    "GameTerminated",
    "GameWon",
    "GamesListed",
    "HelpGiven",
    "HistoryShown",
    "LineNotUnderstood",
    "LineOffered",
    "LineRead",
    "LinesNotObeyed",
    "MapShown",
    "MasterBecame",
    "ObserverJoined",
    "OrderSheet",
    "OrdersCleared",
    "OrdersFiled",
    "OrdersReminded",
    "OrdersShown",
    "PhaseProcessed",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerRegistered",
    "PlayerSignedOn",
    "PowerTakenOver",
    "PowersAbandoned",
    "PowersLate",
    "PressSent",
    "Refused",
    "ReplyAddressSent",
    "SettingChanged",
    "SummaryShown",
    "VariantsShown",
    "WaitSet",
    "Why",
]
