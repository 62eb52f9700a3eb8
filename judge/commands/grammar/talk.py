"""What people say in a mail as they would to a person: greetings, thanks, farewells."""

import re

from judge.commands.grammar.words import cleaned, looks_like_order

_GREETING = (
    r"hi|hello|hey|hallo|hola|ciao|bonjour|salut|moin|dear|greetings|welcome back"
    r"|good (?:morning|day|afternoon|evening|night)|guten (?:morgen|tag|abend)"
)
_THANKS = (
    r"(?:many |a thousand )?(?:thanks?|thankyou|thank (?:you|u)|thanx|thx|tnx|danke"
    r"|merci|grazie|gracias)(?: (?:a lot|very much|so much|again|in advance))*"
)
_FAREWELL = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest) )?(?:regards|wishes|greetings)"
    r"|rgds|(?:yours )?(?:sincerely|truly|faithfully)|yours|cheers|(?:good ?)?bye"
    r"|see you|all the best|best|take care|so long|cordially|cordialement"
    r"|(?:mit )?(?:freundliche[nr]?|viele|beste) gr(?:ü|ue)(?:ß|ss)en?|mfg|gru(?:ß|ss)"
)
_SOMEBODY = r"(?:,? (?:my |the |mr |ms )?[^\W\d_][\w'’-]*\.?){0,3}"  # noqa: RUF001 - phones write that apostrophe
_END = r"(?: and(?= )|[\s.,;:!)(-])*"
_TALK = re.compile(
    rf"(?:(?:{_GREETING}|{_THANKS}|{_FAREWELL}){_SOMEBODY}{_END})+", re.IGNORECASE
)
_CLOSING = re.compile(rf"(?:(?:{_THANKS}|{_FAREWELL}){_END})+", re.IGNORECASE)
_NAME = re.compile(r"[-~ ]*(?:[^\W\d_][\w'’.-]*,? ?){1,3}[.!]?")  # noqa: RUF001 - as above


def is_small_talk(line: str) -> bool:
    """Return whether `line` is a greeting, thanks or a farewell and nothing more."""
    words = cleaned(line)
    return _TALK.fullmatch(words) is not None and not looks_like_order(words)


def is_closing(line: str) -> bool:
    """Return whether `line` is what people write above their name."""
    return _CLOSING.fullmatch(cleaned(line)) is not None


def is_name(line: str) -> bool:
    """Return whether `line` may be a name: a few words with capital letters."""
    words = line.split()
    capital = all(word.lstrip("-~")[:1].isupper() for word in words if word.strip("-~"))
    return _NAME.fullmatch(" ".join(words)) is not None and capital
