"""Which of the events that answer one letter gives the answer its subject."""

from judge.game.events import (
    ConfirmationAsked,
    DeadlineSet,
    DrawVoted,
    Event,
    GameCreated,
    GameDrawn,
    GamePaused,
    GameResumed,
    GameRolledBack,
    GamesListed,
    GameStarted,
    GameTerminated,
    GameWon,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MapShown,
    ObserverJoined,
    OrdersCleared,
    OrdersFiled,
    OrdersShown,
    PhaseProcessed,
    PlayerJoined,
    PlayerLeft,
    PlayerRegistered,
    PowerTakenOver,
    PressSent,
    Refused,
    ReplyAddressSent,
    SettingChanged,
    SummaryShown,
    VariantsShown,
    WaitSet,
)

_WEIGHTIEST_FIRST: tuple[type[Event], ...] = (
    GameWon,
    GameDrawn,
    GameTerminated,
    GameRolledBack,
    PhaseProcessed,
    GameStarted,
    ConfirmationAsked,
    OrdersFiled,
    OrdersCleared,
    OrdersShown,
    PlayerLeft,
    GameCreated,
    PowerTakenOver,
    PlayerJoined,
    ObserverJoined,
    ReplyAddressSent,
    Refused,
    LineNotUnderstood,
    LinesNotObeyed,
    LineOffered,
    GamePaused,
    GameResumed,
    DeadlineSet,
    SettingChanged,
    DrawVoted,
    WaitSet,
    PressSent,
    MapShown,
    HistoryShown,
    SummaryShown,
    GamesListed,
    VariantsShown,
    HelpGiven,
    PlayerRegistered,
)


def weightiest(events: tuple[Event, ...]) -> Event:
    """Return the event that a reader wants to see in the subject."""
    return min(events, key=_weight)


def _weight(event: Event) -> int:
    kinds = _WEIGHTIEST_FIRST
    if isinstance(event, LineNotUnderstood) and event.remark:
        return len(kinds)
    return kinds.index(type(event)) if type(event) in kinds else len(kinds)
