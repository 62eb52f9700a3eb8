"""What happened: facts, which are kept and told to others, and replies to a letter.

`OrdersFiled` is written by `templates/orders_filed.txt`. Each class says its `weight`
in an answer, and what the one who caused it has `seen` of it. A fact carries all that
is to be kept; what it makes of a game stands in `judge/game/after.py`. It says too who
its `readers` are, and what they are `shown`. Vision is a list of what is allowed: what
a class does not say, nobody is told.
"""

from judge.game.events.conduct import (
    ConductFact,
    DeadlineSet,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GameTerminated,
    GameWon,
    OrdersReminded,
    PhaseHeld,
    PhaseProcessed,
    PowersAbandoned,
    PowersLate,
)
from judge.game.events.lines import LineOffered, LinesNotObeyed
from judge.game.events.orders import (
    CaseRead,
    DrawVoted,
    LineRead,
    OrderFact,
    OrdersCleared,
    OrdersFiled,
    OrdersMissed,
    OrdersPlanned,
    OrdersUndone,
    PlanTaken,
    PressSent,
    WaitSet,
)
from judge.game.events.person import (
    AddressAsked,
    AddressesShown,
    AddressForgotten,
    AddressQuestion,
    PasswordKept,
)
from judge.game.events.ready import ProcessingSet
from judge.game.events.replies import (
    AnsweredElsewhere,
    ConfirmationAsked,
    GamesListed,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    MapShown,
    MasterBecame,
    OrdersShown,
    PlayerSignedOn,
    ProofAsked,
    Refused,
    Reply,
    ReplyAddressSent,
    SummaryShown,
    VariantsShown,
)
from judge.game.events.table import (
    GameCreated,
    GameStarted,
    ObserverJoined,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowerTakenOver,
    ReplyAddressRenewed,
    SettingChanged,
    TableFact,
)
from judge.game.events.weight import Weight
from judge.game.orders.sheet import OrderSheet

Fact = ConductFact | OrderFact | TableFact
Event = Fact | Reply

__all__ = [
    "AddressAsked",
    "AddressForgotten",
    "AddressQuestion",
    "AddressesShown",
    "AnsweredElsewhere",
    "CaseRead",
    "ConductFact",
    "ConfirmationAsked",
    "DeadlineSet",
    "DrawVoted",
    "Event",
    "Fact",
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
    "OrderFact",
    "OrderSheet",
    "OrdersCleared",
    "OrdersFiled",
    "OrdersMissed",
    "OrdersPlanned",
    "OrdersReminded",
    "OrdersShown",
    "OrdersUndone",
    "PasswordKept",
    "PhaseHeld",
    "PhaseProcessed",
    "PlanTaken",
    "PlayerJoined",
    "PlayerLeft",
    "PlayerRegistered",
    "PlayerSignedOn",
    "PowerTakenOver",
    "PowersAbandoned",
    "PowersLate",
    "PressSent",
    "ProcessingSet",
    "ProofAsked",
    "Refused",
    "Reply",
    "ReplyAddressRenewed",
    "ReplyAddressSent",
    "SettingChanged",
    "SummaryShown",
    "TableFact",
    "VariantsShown",
    "WaitSet",
    "Weight",
]
