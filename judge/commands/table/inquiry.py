"""What a letter asks: what is made of its words, None of what is no question."""

import re

from judge.commands.blocks import adjudicate
from judge.commands.passage import Found, Misread, Passage, alone, bare
from judge.commands.table.row import Row
from judge.game import (
    FILTERS,
    Audit,
    Command,
    Explain,
    Export,
    Help,
    History,
    ListGames,
    Map,
    NotUnderstood,
    ShowHall,
    ShowOrders,
    ShowReliability,
    ShowVariant,
    ShowVersion,
    Status,
    Summary,
    Who,
)
from judge.notation import read_phase_name

_LONGEST_VARIANT = 5  # Maharajah's Diplomacy, Mandate of Heaven
_NAME = r"[\w.+-]+"
_OPEN = frozenset({"open", "opening", "openings", "forming", "new"})
_EVERY = frozenset({"all", "games", "active", "running", "current"})
_FILTERS = ("LIST OPEN variant=standard", "LIST press=none speed=slow", "HELP LIST")
_NARROWED = re.compile(
    r"(?:^|\s+)(?:(?:excl(?:start|end))\s+\S+|lines\s+\d+|broad(?:casts?)?\b"
    r"|(?:all|full)\s*$)",
    re.I,
)
_YEAR = re.compile(r"[12]\d{3}")
_SPAN = re.compile(r"\b(from|to)\b", re.I)
_PICTURES = frozenset({"gif", "jpg", "pdf", "png", "ps", "svg"})


def _list(passage: Passage) -> Found | Misread:
    """Return LIST; where it is not known what to choose by, what there is is told."""
    command = _list_games(passage.rest)
    if command is None and "=" in passage.rest:
        return Found((NotUnderstood(f"LIST {passage.rest}", _FILTERS),))
    return Misread() if command is None else Found((command,))


def _list_games(rest: str) -> Command | None:
    """Return LIST as asked for: `smp`, `FULL`, `OPEN` or `OPEN variant=modern`."""
    words = re.sub(r"\s*=\s*", "=", rest.strip().lower()).split()
    wanted = tuple((key, value) for key, is_, value in map(_part, words) if is_)
    others = [word for word in words if "=" not in word]
    opened = bool(set(others) & _OPEN)
    others = [word for word in others if word not in _OPEN | _EVERY]
    full = "full" in others
    names = [word for word in others if word != "full"]
    if not {key for key, _ in wanted} <= FILTERS.keys() or len(names) > 1:
        return None
    if any(value not in (FILTERS[key] or (value,)) for key, value in wanted):
        return None
    if names and (opened or wanted or not re.fullmatch(_NAME, names[0])):
        return None
    return ListGames("".join(names), full, opened, wanted)


def _press_rules(passage: Passage) -> Found | Misread:
    """Return LIST of the game that is meant: it tells what press that has."""
    game = passage.place.game
    return Misread() if passage.rest or not game else Found((ListGames(game),))


def _part(word: str) -> tuple[str, str, str]:
    return word.partition("=")


def _summary(rest: str) -> Command | None:
    """Return SUMMARY of the game named, or of the one signed on to."""
    rest = re.sub(r"(?:^|\s+)full$", "", rest, flags=re.I)
    return Summary(rest.lower()) if re.fullmatch(rf"(?:{_NAME})?", rest) else None


def _export(rest: str) -> Command | None:
    """Return EXPORT of the game named, and of which part, or of the one signed on to."""
    found = re.fullmatch(rf"(?:({_NAME})(?:\s+(\d{{1,3}}))?)?", rest)
    return Export((found[1] or "").lower(), int(found[2] or 1)) if found else None


def _status(rest: str) -> Command | None:
    """Return what STATUS asks for: one's orders, or how the game named stands.

    The one is what DPjudge takes it for, the other what njudge does.
    """
    if not rest:
        return ShowOrders()
    return Status(rest.lower()) if re.fullmatch(_NAME, rest) else None


def _variant(rest: str) -> Command | None:
    """Return INFO on the variant named, or on all of them."""
    words = re.sub(r"^(?:on\s+)?(?:variants?\b)?\s*", "", rest, flags=re.I).split()
    named = all(re.fullmatch(_NAME, word) for word in words)
    if len(words) > _LONGEST_VARIANT or not named:
        return None
    return ShowVariant("_".join(words).lower())


def _hall(rest: str) -> Command | None:
    """Return HALL OF FAME of the variant named, or of all."""
    words = re.sub(r"^(?:(?:of|for|on)\s+)?(?:variant\b)?\s*", "", rest, flags=re.I)
    named = _variant(words)
    return ShowHall(named.name) if isinstance(named, ShowVariant) else None


def _hall_as_file(rest: str) -> Command | None:
    """Return HALL OF FAME of the variant named, or of all, as a file."""
    hall = _hall(rest)
    return ShowHall(hall.variant, as_file=True) if isinstance(hall, ShowHall) else None


def _history(rest: str) -> Command | None:
    """Return HISTORY of a game or the one signed on to, of one phase or a span."""
    head, *spans = _SPAN.split(_NARROWED.sub("", rest))
    limits = dict(zip((word.lower() for word in spans[::2]), spans[1::2], strict=True))
    game, phase = _game_and_span(head.split())
    if phase is None or (phase and "from" in limits):
        return None
    first = _bound(limits.get("from", phase), "S{}M")
    last = _bound(limits.get("to", phase), "W{}A")
    return History(game, first, last)


def _game_and_span(words: list[str]) -> tuple[str, str | None]:
    """Return the game and the phase or year that `words` name; None if unread."""
    year = len(words) < 3 and _YEAR.fullmatch("".join(words[-1:]))
    if year and not read_phase_name(" ".join(words)):
        return "".join(words[:-1]).lower(), words[-1]
    return _game_and_phase(" ".join(words))


def _bound(text: str, of_year: str) -> str:
    """Return the phase that `text` names, or that one of the year it is."""
    year = _YEAR.fullmatch(text.strip())
    return of_year.format(year[0]) if year else _phase_or_words(text)


def _board(rest: str) -> Command | None:
    """Return MAP of a game or the one signed on to, now or after the phase named."""
    words = [word for word in rest.split() if word.lower() not in _PICTURES]
    game, phase = _game_and_phase(" ".join(words))
    return None if phase is None else Map(game, _phase_or_words(phase))


def _audit(rest: str) -> Command | None:
    """Return AUDIT of a game or the one signed on to, whole or of the phase named."""
    game, phase = _game_and_phase(rest)
    return None if phase is None else Audit(game, _phase_or_words(phase))


def _explain(rest: str) -> Command | None:
    """Return EXPLAIN of `[game] A PAR [phase]`; a game stands before army or fleet."""
    words = rest.strip(" ?").split()
    ends = (n for n in range(len(words)) if read_phase_name(" ".join(words[n:])))
    end = next(ends, len(words))
    named = end > 2 and words[1].lower() in ("a", "f", "army", "fleet")
    game, unit = words[:named], words[named:end]
    phase = read_phase_name(" ".join(words[end:])) or ""
    return Explain(" ".join(unit), "".join(game).lower(), phase) if unit else None


def _game_and_phase(words: str) -> tuple[str, str | None]:
    """Return the game and the phase that `words` name, "" for none; None if unread."""
    if not words or read_phase_name(words):
        return "", words
    game, _, phase = words.partition(" ")
    return game.lower(), phase if not phase or read_phase_name(phase) else None


def _phase_or_words(text: str) -> str:
    return read_phase_name(text) or text.strip().upper()


def _help_on(rest: str) -> Command | None:
    """Return HELP on the topic named, or on the judge at large."""
    return Help(" ".join(rest.strip(" !?").split()[:6]).lower())


def _get(rest: str) -> Command | None:
    """Return the help on one word; `Get Outlook for iOS` asks for nothing.

    Files of njudge on its variants are called `info.machiavelli` or `chaos.map`.
    """
    rest = re.sub(r"\.(?:txt|doc)$", "", rest.lower()).replace("house r", "house.r")
    if rest in ("help", "dedication"):
        return Help() if rest == "help" else ShowReliability()
    if file := re.fullmatch(r"(?:info|map)\.(.+)|(.+)\.map", rest):
        return _variant(file[1] or file[2])
    return _help_on(rest) if len(rest.split()) == 1 else None


INQUIRIES = (
    Row(
        ("LIST", "LIST GAMES"),
        _list,
        Who.ANYBODY,
        "list",
        ("LIST", "LIST game", "LIST OPEN", "LIST OPEN variant=standard speed=fast"),
    ),
    Row(("SHOW PRESS", "PRESS RULES"), _press_rules, Who.ANYBODY, "press", ("LIST game",)),
    Row(("SUMMARY", "WHO GAME"), alone(_summary), Who.ANYBODY, "summary", ("SUMMARY game",)),
    Row(("STATUS",), alone(_status), Who.ANYBODY, "status", ("STATUS", "STATUS game")),
    Row(
        ("HISTORY",),
        alone(_history),
        Who.ANYBODY,
        "history",
        ("HISTORY game", "HISTORY game FROM S1901M TO F1902M"),
    ),
    Row(
        ("INFO", "INFO ON", "INFO VARIANT", "VARIANTS", "LIST VARIANTS"),
        alone(_variant),
        Who.ANYBODY,
        "info",
        ("INFO", "INFO variant"),
    ),
    Row(
        ("HALL OF FAME", "STATISTICS", "STATS", "RATINGS", "WINNERS"),
        alone(_hall),
        Who.ANYBODY,
        "hall",
        ("HALL OF FAME", "STATISTICS standard"),
    ),
    Row(("EXPORT HALL OF FAME",), alone(_hall_as_file), Who.ANYBODY, "hall"),
    Row(
        ("MAP", "SHOW MAP"),
        alone(_board),
        Who.ANYBODY,
        "map",
        ("MAP", "MAP game", "MAP game S1901M"),
    ),
    Row(
        ("EXPLAIN",),
        alone(_explain),
        Who.ANYBODY,
        "explain",
        ("EXPLAIN A PAR", "EXPLAIN game A PAR S1901M"),
    ),
    Row(
        ("AUDIT", "AUDIT TRAIL", "SHOW AUDIT"),
        alone(_audit),
        Who.ANYBODY,
        "audit",
        ("AUDIT", "AUDIT game", "AUDIT game S1901M"),
    ),
    Row(
        ("EXPORT", "EXPORT GAME"), alone(_export), Who.ANYBODY, "export", ("EXPORT", "EXPORT game")
    ),
    Row(
        ("ADJUDICATE", "PREVIEW POSITION"),
        adjudicate,
        Who.ANYBODY,
        "adjudicate",
        ("ADJUDICATE", "END ADJUDICATE", "HELP ADJUDICATE"),
    ),
    Row(("HELP", "?"), alone(_help_on), Who.ANYBODY, "help", ("HELP", "HELP topic")),
    Row(("VERSION",), alone(bare(ShowVersion())), Who.ANYBODY, "version"),
    Row(("GET", "SEND ME", "SEND"), alone(_get), Who.ANYBODY, "help"),
)
