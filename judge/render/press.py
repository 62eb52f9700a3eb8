"""What press a game allows, in words."""

from judge.game import GameSettings, PressLimit, PressRule, Signing, show_length
from judge.messages import Text, all_of, message

_PRESS = {
    PressRule.FULL: message("to anybody"),
    PressRule.BROADCAST: message("to all only"),
    PressRule.PARTIAL: message("to some, never to all"),
    PressRule.NONE: message("none"),
}
_LIMITS = {
    PressLimit.TOUCH: message("to some only if they are neighbors"),
    PressLimit.ORDERS: message("only from who has sent orders"),
    PressLimit.LATE: message("none from who is late"),
    PressLimit.MINOR: message("none in retreats and adjustments"),
    PressLimit.OBSERVERS: message("none from observers"),
}
_SIGNING = {
    Signing.HIDING: message("{whom}; unsigned unless it says WHITE"),
    Signing.ALWAYS: message("{whom}; always signed by the power"),
    Signing.NEVER: message("{whom}; never signed"),
}


def press_text(settings: GameSettings) -> Text:
    """Return what press a game allows, as LIST says it."""
    told = _who_and_signed(settings)
    limits = [text for limit, text in _LIMITS.items() if limit in settings.press_limits]
    if settings.fakes:
        limits.append(message("it may name others than whom it went to"))
    if settings.recall:
        window = show_length(settings.recall)
        limits.append(message("it may be recalled for {window}", window=window))
    if not limits or settings.press is PressRule.NONE:
        return told
    return message("{told}; {limits}", told=told, limits=all_of(limits))


def _who_and_signed(settings: GameSettings) -> Text:
    whom = _PRESS[settings.press]
    if settings.press is PressRule.NONE or settings.signing is Signing.CHOICE:
        return whom
    return _SIGNING[settings.signing].with_values(whom=whom)
