"""What people say in a mail as they would to a person: greetings, thanks, farewells."""

import re

from judge.commands.grammar.words import cleaned

_GREETING = (
    r"hi|hello|hey|hej|hei|hallo|hola|ol[áa]|ciao|bonjour|bonsoir|salut|moin|servus|dear"
    r"|buongiorno|buona ?sera|buenos d[ií]as|goedendag|god dag|greetings|welcome back"
    r"|good (?:morning|day|afternoon|evening|night|luck)|guten (?:morgen|tag|abend)"
)
_THANKS = (
    r"(?:many |a thousand )?(?:thanks?|thankyou|thank (?:you|u)|thanx|thx|tnx|danke"
    r"|merci|grazie|gracias|obrigad[oa]|tack|takk|dank(?: je| u)?|bedankt)"
    r"(?: (?:a lot|very much|so much|again|in advance|e saluti|beaucoup))*"
)
_FAREWELL = (
    r"(?:(?:with )?(?:best|kind|kindest|warm|warmest) )?(?:regards|wishes|greetings)"
    r"|rgds|(?:yours )?(?:sincerely|truly|faithfully)|yours|cheers|(?:good ?)?bye"
    r"|see you|all the best|best|take care|so long|cordially|cordialement|saludos"
    r"|saluti|groeten|groetjes|h[äa]lsningar|hilsen|have fun|viel (?:spa(?:ß|ss)|glück)"
    r"|(?:mit )?(?:freundliche[nr]?|viele|beste) gr(?:ü|ue)(?:ß|ss)en?|mfg|gru(?:ß|ss)"
)
_SOMEBODY = r"(?:,? (?:my |the |mr |ms )?[^\W\d_][\w'’-]*\.?){0,3}"  # noqa: RUF001 - phones write that apostrophe
_END = r"(?: and(?= )|[\s.,;:!?)(-])*"
_TALK = re.compile(rf"(?:(?:{_GREETING}|{_THANKS}|{_FAREWELL}){_SOMEBODY}{_END})+", re.IGNORECASE)
_CLOSING = re.compile(rf"(?:(?:{_THANKS}|{_FAREWELL}){_END})+", re.IGNORECASE)
_HELLO = re.compile(
    rf"(?:{_GREETING})(?:,? (?:judge|all|everybody|there|sir|master))?\s*[,.!:;-]+\s*",
    re.IGNORECASE,
)
_MOST_SHOUTED = 3
_NAME = re.compile(r"[-~ ]*(?:[^\W\d_][\w'’.-]*,? ?){1,3}[.!]?")  # noqa: RUF001 - as above


def is_small_talk(line: str) -> bool:
    """Return whether `line` is a greeting, thanks or a farewell and nothing more."""
    return _TALK.fullmatch(cleaned(line)) is not None


def without_greeting(line: str) -> str:
    """Return `line` without a greeting in front: `hi, I'd like to play`."""
    words = cleaned(line)
    found = _HELLO.match(words)
    return words[found.end() :] if found and found.end() < len(words) else words


def is_closing(line: str) -> bool:
    """Return whether `line` is what people write above their name."""
    return _CLOSING.fullmatch(cleaned(line)) is not None


def is_name(line: str) -> bool:
    """Return whether `line` may be a name: a few words with capital letters."""
    words = line.split()
    capital = all(word.lstrip("-~")[:1].isupper() for word in words if word.strip("-~"))
    return _NAME.fullmatch(" ".join(words)) is not None and capital


def is_shouted(line: str) -> bool:
    """Return whether `line` is a few words in capitals, as commands are written."""
    words = cleaned(line).split()
    letters = "".join(words).replace("_", "")
    return 0 < len(words) <= _MOST_SHOUTED and letters.isupper() and len(letters) > 3


def is_name_of(line: str, sender: str) -> bool:
    """Return whether `line` is the name of `sender`, part of it, or its letters.

    Behind it may stand what he is, in brackets: `Ann (France)`.
    """
    said = re.sub(r"\s*\(.*\)$", "", " ".join(line.split())).casefold()
    words = re.findall(r"[^\W_]+", said)
    own = re.findall(r"[^\W_]+", sender.casefold())
    if not words or not own:
        return False
    letters = [word[0] for word in own]
    return set(words) <= set(own) or list("".join(words)) in (letters, letters[:1])
