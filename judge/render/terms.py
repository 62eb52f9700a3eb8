"""The settings of a game in words: admission, press, missed orders, reviews."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from judge.game import Admission, GameSettings, Nmr, PressLimit, PressRule, Signing, show_length
from judge.messages import Text, all_of, counted, message

_ENTRY: Mapping[Admission, Text] = {
    Admission.APPROVAL: message("for people whom the Master lets in"),
    Admission.INVITED: message("for people whom the Master invites"),
}


_NMR: Mapping[Nmr, Text] = {
    Nmr.CD: message("after grace the units hold, and retreat as makes sense"),
    Nmr.HOLD: message("after grace the units hold and the game goes on"),
    Nmr.WAIT: message("after grace the power falls vacant and the game waits"),
}


def nmr_text(nmr: Nmr) -> Text:
    """Return the consequence for a power that sends no orders."""
    return _NMR[nmr]


def review_text(length: timedelta) -> Text:
    """Return how long only the Master sees the results."""
    if not length:
        return message("all see them at once")
    shown = show_length(length)
    return message("the Master may see them {length} before all others", length=shown)


def entry_terms(settings: GameSettings) -> Iterator[tuple[Text, Text]]:
    """Yield rows about Masters, entry, news for some readers first, and silent players."""
    if not settings.moderated:
        yield message("Master"), message("none once it starts: players decide by vote")
    if settings.tutors:
        tutors = message("observers whom the Master names see all, and all press")
        yield message("Tutors"), tutors
    if settings.admission is Admission.APPROVAL and not settings.moderated:
        yield message("Entry"), message("for people whom the Master lets in, until it starts")
    elif settings.admission is not Admission.OPEN:
        yield message("Entry"), _ENTRY[settings.admission]
    if settings.most_games:
        newcomers = counted(
            "for people who play in no game yet",
            "for people who play in less than {count} games",
            settings.most_games,
        )
        yield message("Newcomers"), newcomers
    if settings.muster:
        length = show_length(settings.muster)
        confirmed = message("once all confirm it, for which they have {length}", length=length)
        yield message("Begins"), confirmed
    if settings.review:
        yield message("Results"), review_text(settings.review)
    if settings.late_notices:
        length = show_length(settings.late_notices)
        alone = message("told to them alone for {length}", length=length)
        yield message("Who is late"), alone
    if settings.reliability:
        least = f"{settings.reliability} %"
        yield message("Reliability"), message("at least {percent}", percent=least)
    if settings.patience:
        replaced = counted(
            "may be replaced after {count} phase without orders",
            "may be replaced after {count} phases in a row without orders",
            settings.patience,
        )
        yield message("Silent players"), replaced


_PRESS = {
    PressRule.FULL: message("to anybody"),
    PressRule.BROADCAST: message("to all only"),
    PressRule.PARTIAL: message("to some, never to all"),
    PressRule.NONE: message("none"),
}
_LIMITS = {
    PressLimit.TOUCH: message("to some only if they are neighbors"),
    PressLimit.ORDERS: message("only from players who have sent orders"),
    PressLimit.LATE: message("none from late players"),
    PressLimit.MINOR: message("none in retreats and adjustments"),
    PressLimit.OBSERVERS: message("none from observers"),
}
_SIGNING = {
    Signing.HIDING: message("{whom}; unsigned unless it says WHITE"),
    Signing.ALWAYS: message("{whom}; always signed by the power"),
    Signing.NEVER: message("{whom}; never signed"),
}


def press_text(settings: GameSettings) -> Text:
    """Return the press rules of a game, in the words of LIST."""
    rule = _PRESS[settings.press]
    if settings.press is PressRule.NONE:
        return rule
    if settings.signing is not Signing.CHOICE:
        rule = _SIGNING[settings.signing].with_values(whom=rule)
    limits = [text for limit, text in _LIMITS.items() if limit in settings.press_limits]
    if settings.fakes:
        limits.append(message("it may name false recipients"))
    if settings.recall:
        window = show_length(settings.recall)
        limits.append(message("it may be recalled for {window}", window=window))
    if not limits:
        return rule
    return message("{told}; {limits}", told=rule, limits=all_of(limits))
