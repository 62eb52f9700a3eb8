"""Commands that ask for information. Without a game's name most of them mean the letter's game."""

import re

from judge.commands.blocks import adjudicate
from judge.commands.passage import Found, Misread, Passage, alone, only
from judge.commands.spoken import own_places
from judge.commands.table.row import row_of
from judge.game import Command, NotUnderstood, filing, inquiry, inspection, profiles
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
    """Return the command LIST; for an unknown filter, an answer with the known filters."""
    command = _list_games(passage.rest)
    if command is None and "=" in passage.rest:
        return Found((NotUnderstood(f"LIST {passage.rest}", _FILTERS),))
    return Misread() if command is None else Found((command,))


def _list_games(rest: str) -> Command | None:
    """Return the command LIST with filters such as `FULL` or `OPEN variant=modern`; or None."""
    words = re.sub(r"\s*=\s*", "=", rest.strip().lower()).split()
    parts = (word.partition("=") for word in words)
    filters = tuple((key, value) for key, is_, value in parts if is_)
    plain = [word for word in words if "=" not in word]
    opened = bool(set(plain) & _OPEN)
    names = [word for word in plain if word not in {"full"} | _OPEN | _EVERY]
    if not {key for key, _ in filters} <= inquiry.FILTERS.keys() or len(names) > 1:
        return None
    if any(value not in (inquiry.FILTERS[key] or (value,)) for key, value in filters):
        return None
    if names and (opened or filters or not re.fullmatch(_NAME, names[0])):
        return None
    return inquiry.ListGames("".join(names), "full" in plain, opened, filters)


def _press_rules(passage: Passage) -> Found | Misread:
    """Return the command LIST for the letter's game; its answer shows the game's rules of press."""
    game = passage.place.game
    return Misread() if passage.rest or not game else Found((inquiry.ListGames(game),))


def _summary(rest: str) -> Command | None:
    """Return the command SUMMARY for a game; None if other words follow."""
    rest = re.sub(r"(?:^|\s+)full$", "", rest, flags=re.I)
    return inspection.Summary(rest.lower()) if re.fullmatch(rf"(?:{_NAME})?", rest) else None


def _export(rest: str) -> Command | None:
    """Return the command EXPORT for a game and the number of a part (default 1); or None."""
    match = re.fullmatch(rf"(?:({_NAME})(?:\s+(\d{{1,3}}))?)?", rest)
    return inspection.Export((match[1] or "").lower(), int(match[2] or 1)) if match else None


def _status(rest: str) -> Command | None:
    """Return the command STATUS for a game, as in njudge.

    Without a game the command shows the writer's orders, as in DPjudge.
    """
    if not rest:
        return filing.ShowOrders()
    return inspection.Status(rest.lower()) if re.fullmatch(_NAME, rest) else None


def _variant(rest: str) -> Command | None:
    """Return the command INFO about a variant, or about all variants; None for other words."""
    words = re.sub(r"^(?:on\s+)?(?:variants?\b)?\s*", "", rest, flags=re.I).split()
    named = all(re.fullmatch(_NAME, word) for word in words)
    if len(words) > _LONGEST_VARIANT or not named:
        return None
    return inquiry.ShowVariant("_".join(words).lower())


def _hall(rest: str) -> Command | None:
    """Return the command HALL OF FAME for a variant, or for all variants; None for other words."""
    words = re.sub(r"^(?:(?:of|for|on)\s+)?(?:variant\b)?\s*", "", rest, flags=re.I)
    named = _variant(words)
    return inquiry.ShowHall(named.variant) if isinstance(named, inquiry.ShowVariant) else None


def _hall_as_file(rest: str) -> Command | None:
    """Return the same as `_hall`, with the hall of fame as a file."""
    hall = _hall(rest)
    return (
        inquiry.ShowHall(hall.variant, as_file=True) if isinstance(hall, inquiry.ShowHall) else None
    )


def _history(rest: str) -> Command | None:
    """Return the command HISTORY for a game, or for a phase, a year or a span of it; or None."""
    head, *spans = _SPAN.split(_NARROWED.sub("", rest))
    limits = dict(zip((word.lower() for word in spans[::2]), spans[1::2], strict=True))
    words = head.split()
    year = len(words) < 3 and _YEAR.fullmatch("".join(words[-1:]))
    if year and not read_phase_name(" ".join(words)):
        game, phase = "".join(words[:-1]).lower(), words[-1]
    else:
        game, phase = _game_and_phase(" ".join(words))
    if phase is None or (phase and "from" in limits):
        return None
    first = _bound(limits.get("from", phase), "S{}M")
    last = _bound(limits.get("to", phase), "W{}A")
    return inspection.History(game, first, last)


def _bound(text: str, of_year: str) -> str:
    """Return the phase in `text`; for a year alone, `of_year` with the year filled in."""
    year = _YEAR.fullmatch(text.strip())
    return of_year.format(year[0]) if year else _phase_or_words(text)


def _board(rest: str) -> Command | None:
    """Return the command MAP for a game now, or after a phase; None if `rest` is anything else."""
    words = [word for word in rest.split() if word.lower() not in _PICTURES]
    game, phase = _game_and_phase(" ".join(words))
    return None if phase is None else inspection.Map(game, _phase_or_words(phase))


def _audit(rest: str) -> Command | None:
    """Return the command AUDIT for a whole game, or for one of its phases; or None."""
    game, phase = _game_and_phase(rest)
    return None if phase is None else inspection.Audit(game, _phase_or_words(phase))


def _choices(passage: Passage) -> Found | Misread:
    """Return the command CHOICES, for all units or for the named one of the writer's."""
    rest, reader = passage.rest.strip(" ?"), passage.place.reader
    if not rest:
        return Found((inspection.ShowChoices(),))
    units = None if reader is None else own_places(rest, reader)
    return Misread() if units is None else Found((inspection.ShowChoices(units=units),))


def _explain(rest: str) -> Command | None:
    """Return the command EXPLAIN for `[game] A PAR [phase]`, or None.

    After a game's name the unit needs its A or F.
    """
    words = rest.strip(" ?").split()
    ends = (n for n in range(len(words)) if read_phase_name(" ".join(words[n:])))
    end = next(ends, len(words))
    named = end > 2 and words[1].lower() in ("a", "f", "army", "fleet")
    game, unit = words[:named], words[named:end]
    phase = read_phase_name(" ".join(words[end:])) or ""
    return inspection.Explain(" ".join(unit), "".join(game).lower(), phase) if unit else None


def _game_and_phase(words: str) -> tuple[str, str | None]:
    """Return the game and the phase in `words`, "" if missing; None for an unreadable phase."""
    if not words or read_phase_name(words):
        return "", words
    game, _, phase = words.partition(" ")
    return game.lower(), phase if not phase or read_phase_name(phase) else None


def _phase_or_words(text: str) -> str:
    return read_phase_name(text) or text.strip().upper()


def _help_on(rest: str) -> Command | None:
    """Return the command HELP, with or without a topic."""
    return inquiry.Help(" ".join(rest.strip(" !?").split()[:6]).lower())


def _get(rest: str) -> Command | None:
    """Return the command HELP for one word, or None: `Get Outlook for iOS` is an advert.

    njudge's files about variants are called `info.machiavelli` or `chaos.map`.
    """
    rest = re.sub(r"\.(?:txt|doc)$", "", rest.lower()).replace("house r", "house.r")
    if rest in ("help", "dedication"):
        return inquiry.Help() if rest == "help" else profiles.ShowReliability()
    if file := re.fullmatch(r"(?:info|map)\.(.+)|(.+)\.map", rest):
        return _variant(file[1] or file[2])
    return _help_on(rest) if len(rest.split()) == 1 else None


INQUIRIES = (
    row_of(
        inquiry.ListGames,
        ("LIST", "LIST GAMES"),
        _list,
        "list",
        ("LIST", "LIST game", "LIST OPEN", "LIST OPEN variant=standard speed=fast"),
    ),
    row_of(inquiry.ListGames, ("SHOW PRESS", "PRESS RULES"), _press_rules, "press", ("LIST game",)),
    row_of(
        inspection.Summary, ("SUMMARY", "WHO GAME"), alone(_summary), "summary", ("SUMMARY game",)
    ),
    row_of(
        inspection.Status,
        ("STATUS", "WHO AM I"),
        alone(_status),
        "status",
        ("STATUS", "STATUS game"),
    ),
    row_of(
        inspection.History,
        ("HISTORY",),
        alone(_history),
        "history",
        ("HISTORY game", "HISTORY game FROM S1901M TO F1902M"),
    ),
    row_of(
        inquiry.ShowVariant,
        ("INFO", "INFO ON", "INFO VARIANT", "VARIANTS", "LIST VARIANTS"),
        alone(_variant),
        "info",
        ("INFO", "INFO variant"),
    ),
    row_of(
        inquiry.ShowHall,
        ("HALL OF FAME", "STATISTICS", "STATS", "RATINGS", "WINNERS"),
        alone(_hall),
        "hall",
        ("HALL OF FAME", "STATISTICS standard"),
    ),
    row_of(inquiry.ShowHall, ("EXPORT HALL OF FAME",), alone(_hall_as_file), "hall"),
    row_of(
        inspection.Map,
        ("MAP", "SHOW MAP"),
        alone(_board),
        "map",
        ("MAP", "MAP game", "MAP game S1901M"),
    ),
    row_of(
        inspection.Explain,
        ("EXPLAIN",),
        alone(_explain),
        "explain",
        ("EXPLAIN A PAR", "EXPLAIN game A PAR S1901M"),
    ),
    row_of(inspection.ShowChoices, ("CHOICES",), _choices, "show", ("CHOICES", "CHOICES F BRE")),
    row_of(
        inspection.Audit,
        ("AUDIT", "AUDIT TRAIL", "SHOW AUDIT"),
        alone(_audit),
        "audit",
        ("AUDIT", "AUDIT game", "AUDIT game S1901M"),
    ),
    row_of(
        inspection.Export,
        ("EXPORT", "EXPORT GAME"),
        alone(_export),
        "export",
        ("EXPORT", "EXPORT game"),
    ),
    row_of(
        inquiry.Adjudicate,
        ("ADJUDICATE", "PREVIEW POSITION"),
        adjudicate,
        "adjudicate",
        ("ADJUDICATE", "END ADJUDICATE", "HELP ADJUDICATE"),
    ),
    row_of(inquiry.Help, ("HELP", "?"), alone(_help_on), "help", ("HELP", "HELP topic")),
    row_of(inquiry.ShowVersion, ("VERSION",), only(inquiry.ShowVersion()), "version"),
    row_of(inquiry.Help, ("GET", "SEND ME", "SEND"), alone(_get), "help"),
)
