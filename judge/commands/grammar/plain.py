"""Commands of one line: what each makes of the words behind it, None if nothing."""

import re
from collections.abc import Callable

from judge.commands.grammar.passage import Found, Misread, Passage
from judge.commands.grammar.phases import read_phase
from judge.commands.grammar.words import hidden
from judge.commands.model import (
    Become,
    Command,
    Eject,
    Explain,
    Help,
    History,
    ListGames,
    Map,
    Pause,
    Process,
    Rollback,
    SetDeadline,
    ShowOrders,
    ShowVariant,
    Summary,
    Terminate,
    VoteDraw,
    WithdrawDraw,
)
from judge.commands.person import AlsoKnown, ForgetAddress, SetAddress, SetPassword
from judge.commands.unobeyed import NotUnderstood

Build = Callable[[str], Command | None]

_LONGEST_VARIANT = 5  # Maharajah's Diplomacy, Mandate of Heaven
_NAME = r"[\w.+-]+"
_LIST = re.compile(rf"(?P<full>full)?\s*(?P<game>{_NAME})?\s*(?P<full2>full)?", re.I)
_OPENINGS = re.compile(r"^(?:open(?:ings?)?|all)(?: games)?$", re.I)
# What njudge narrows its history by: more is shown here, and nothing is missing.
_NARROWED = re.compile(
    r"\s+(?:(?:excl(?:start|end))\s+\S+|lines\s+\d+|broad(?:casts?)?\b)", re.I
)
_SPAN = re.compile(r"\b(from|to)\b", re.I)
_SPLIT = re.compile(r"\s+and\s+|[\s,;&+]+", re.I)
_PICTURES = frozenset({"gif", "jpg", "pdf", "png", "ps", "svg"})
# A clock that starts again by itself is not offered.
_WHEN = re.compile(
    r"^(?:for|from|to|after|before|next|at|on|in|tomorrow|today|tonight|\d)"
    r"|\b(?:until|till|if|when|unless|once)\b"
    r"|\bfor (?:\w+ ){0,2}(?:hours?|days?|weeks?|months?|while|weekend|holidays?)\b",
    re.I,
)
_ADDRESS = re.compile(r"(?:mailto:)?<?([^\s<>,;:\"'()\[\]\\@]+@[\w.-]+\.\w+)>?", re.I)
_CODE = re.compile(r"[b-df-hj-np-tv-xz]{4,}", re.I)  # No name lacks all vowels.


def bare(command: Command) -> Build:
    """Return what reads `command` where no words stand behind it."""
    return lambda rest: None if rest else command


def show_orders(rest: str) -> Command | None:
    """Return ORDERS?, which may be asked with a question mark or without."""
    return None if rest.strip(" ?") else ShowOrders()


def names_in(text: str) -> tuple[str, ...] | None:
    """Return the words of a list of powers in capitals, None if it is not a list."""
    words = tuple(word.upper() for word in _SPLIT.split(text) if word)
    if all(word.replace("-", "").replace("'", "").isalnum() for word in words):
        return words
    return None


def list_games(rest: str) -> Command | None:
    """Return LIST as asked for: `smp`, `FULL` or `smp FULL`."""
    found = _LIST.fullmatch(_OPENINGS.sub("", rest.strip()))
    if found is None:
        return None
    return ListGames(
        (found["game"] or "").lower(), bool(found["full"] or found["full2"])
    )


def summary(rest: str) -> Command | None:
    """Return SUMMARY of the game named, or of the one signed on to."""
    return Summary(rest.lower()) if re.fullmatch(rf"(?:{_NAME})?", rest) else None


def status(rest: str) -> Command | None:
    """Return what STATUS asks for: one's orders, or the summary of the game named.

    The one is what DPjudge takes it for, the other what njudge does.
    """
    return summary(rest) if rest else ShowOrders()


def variant(rest: str) -> Command | None:
    """Return INFO on the variant named, or on all of them."""
    words = re.sub(r"^(?:on\s+)?(?:variants?\b)?\s*", "", rest, flags=re.I).split()
    named = all(re.fullmatch(_NAME, word) for word in words)
    if len(words) > _LONGEST_VARIANT or not named:
        return None
    return ShowVariant("_".join(words).lower())


def history(rest: str) -> Command | None:
    """Return HISTORY of a game or the one signed on to, of one phase or a span."""
    head, *spans = _SPAN.split(_NARROWED.sub("", rest))
    limits = dict(zip((word.lower() for word in spans[::2]), spans[1::2], strict=True))
    game, phase = _game_and_phase(head.strip())
    if phase is None or (phase and "from" in limits):
        return None
    first = _phase_or_words(limits.get("from", phase))
    last = _phase_or_words(limits.get("to", phase))
    return History(game, first, last)


def board(rest: str) -> Command | None:
    """Return MAP of a game or the one signed on to, now or after the phase named."""
    game, phase = _game_and_phase(rest)
    if phase is None or game in _PICTURES:
        return None
    return Map(game, _phase_or_words(phase))


def _game_and_phase(words: str) -> tuple[str, str | None]:
    """Return the game and the phase that `words` name, "" for none; None if unread."""
    if not words or read_phase(words):
        return "", words
    game, _, phase = words.partition(" ")
    return game.lower(), phase if not phase or read_phase(phase) else None


def _phase_or_words(text: str) -> str:
    return read_phase(text) or text.strip().upper()


def draw(rest: str) -> Command | None:
    """Return the vote: for a draw of all, of the powers listed, or (`NO`) for none."""
    if rest.lower() in ("no", "off"):
        return WithdrawDraw()
    if rest.lower() in ("", "yes", "all"):
        return VoteDraw()
    names = names_in(rest)
    return VoteDraw(names) if names else None


def concede(rest: str) -> Command | None:
    """Return the vote that the power named has won, or (`NO`) none."""
    if rest.lower() in ("no", "off"):
        return WithdrawDraw()
    names = names_in(rest)
    return VoteDraw(names) if names else None


def process(rest: str) -> Command | None:
    """Return PROCESS with the phase or the code named."""
    phase = read_phase(rest)
    return Process(phase or rest) if phase or _is_code(rest) else None


def deadline(rest: str) -> Command | None:
    """Return SET DEADLINE with the time as it was written."""
    return SetDeadline(rest) if rest.strip("?! ") else None


def eject(rest: str) -> Command | None:
    """Return EJECT of the power or address named, with the code behind it."""
    who, code = _split_code(rest)
    return Eject(who, code) if who else None


def rollback(rest: str) -> Command | None:
    """Return ROLLBACK to the phase named, with the code behind it."""
    if not rest:
        return Rollback()
    if phase := read_phase(rest):
        return Rollback(phase)
    before, _, code = rest.rpartition(" ")
    phase = read_phase(before)
    said = _CODE.fullmatch(code) and (phase or not before)
    return Rollback(phase or "", code) if said else None


def terminate(rest: str) -> Command | None:
    """Return TERMINATE with the code behind it."""
    return Terminate(rest) if _is_code(rest) else None


def set_address(rest: str) -> Command | None:
    """Return SET ADDRESS with the address named."""
    address = _address(rest)
    return SetAddress(address) if address else None


def forget(rest: str) -> Command | None:
    """Return FORGET ADDRESS with the address named."""
    address = _address(rest)
    return ForgetAddress(address) if address else None


def also_known(passage: Passage) -> Found | Misread:
    """Return I AM ALSO with the address named, and a password behind it.

    Where that is more than one word, none of it is shown.
    """
    first, _, password = passage.rest.partition(" ")
    address = _address(first)
    if not address:
        return Misread()
    if " " in password.strip():
        shown = hidden(f"I AM ALSO {passage.rest}", 4)
        return Found((NotUnderstood(shown, (f"I AM ALSO {address} password",)),))
    return Found((AlsoKnown(address, password.strip() or None),))


def set_password(passage: Passage) -> Found | Misread:
    """Return SET PASSWORD with its word, which no answer shows, read or not."""
    word = passage.rest.lstrip(":= ")
    if len(word.split()) == 1:
        return Found((SetPassword(word),))
    shown = hidden(f"SET PASSWORD {word}".strip(), 2)
    return Found((NotUnderstood(shown, ("SET PASSWORD word", "HELP ADDRESSES")),))


def _address(text: str) -> str:
    """Return the mail address that `text` is, "" if it is none."""
    found = _ADDRESS.fullmatch(text.strip())
    return found[1].lower() if found else ""


def pause(rest: str) -> Command | None:
    """Return PAUSE for the reason given, which says nothing of when or how long."""
    return None if _WHEN.search(rest) else Pause(rest)


def become(rest: str) -> Command | None:
    """Return BECOME with the power named."""
    return Become(rest) if 0 < len(rest.split()) < 4 else None


def _is_code(rest: str) -> bool:
    """Return whether `rest` is a code that was asked for, or nothing."""
    return not rest or _CODE.fullmatch(rest) is not None


def help_on(rest: str) -> Command | None:
    """Return HELP on the topic named, or on the judge at large."""
    return Help(" ".join(rest.strip(" !?").split()[:6]).lower())


def get(rest: str) -> Command | None:
    """Return the help on one word; `Get Outlook for iOS` asks for nothing.

    The pages of njudge on its variants are called `info.machiavelli`.
    """
    if rest.lower() == "help":
        return Help()
    if rest.lower().startswith("info."):
        return variant(rest[len("info.") :])
    return help_on(rest) if len(rest.split()) == 1 else None


def explain(rest: str) -> Command | None:
    """Return EXPLAIN of `[game] A PAR [phase]`; a game stands before army or fleet."""
    words = rest.strip(" ?").split()
    ends = (n for n in range(len(words)) if read_phase(" ".join(words[n:])))
    end = next(ends, len(words))
    named = end > 2 and words[1].lower() in ("a", "f", "army", "fleet")
    game, unit = words[:named], words[named:end]
    phase = read_phase(" ".join(words[end:])) or ""
    return Explain(" ".join(unit), "".join(game).lower(), phase) if unit else None


def _split_code(rest: str) -> tuple[str, str]:
    who, _, code = rest.rpartition(" ")
    return (who.strip(), code) if who and _CODE.fullmatch(code) else (rest, "")
