"""What is answered at the desk: who somebody is, and what there is to see and read."""

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.boards.variant_file import VariantFile
from judge.commands import similar_topics, topic_of
from judge.commands.model import (
    DeskCommand,
    Explain,
    Help,
    History,
    ListGames,
    Map,
    Register,
    ShowVariant,
    Summary,
)
from judge.commands.unobeyed import NotObeyed, NotUnderstood, Remark, Unobeyed, Wish
from judge.engine.board.position import PhaseKind
from judge.engine.orders import Declare, Vote, Waive
from judge.engine.outcome import Outcome
from judge.game.events import (
    Event,
    GamesListed,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MapShown,
    PlayerRegistered,
    Refused,
    SummaryShown,
    VariantsShown,
)
from judge.game.events.replies import OrderExplained
from judge.game.model import FinishedPhase, Game, Player
from judge.game.orders.sheet import slot
from judge.game.refusals import (
    MissingField,
    NoSuchGame,
    NoSuchPhase,
    NoSuchVariant,
    NotSignedOn,
    WrongValue,
)
from judge.game.settings.values import find_zone
from judge.game.vision import reader_of, view
from judge.notation.names import find_beginning, find_exactly, names_of, words_of

_ZONE_EXAMPLE = "Zone: Europe/Paris"
_ZONE_KEYS = ("zone", "timezone", "time zone")
_LONGEST_NAME = 60
_FINDERS = (find_exactly, find_beginning)
_PHASE = re.compile(r"([SFW])(-?\d+)([MRA])")
_BEGINNING = (-sys.maxsize, 0, 0)
_END = (sys.maxsize, 0, 0)


@dataclass(frozen=True, slots=True)
class Inquiry:
    """Where questions are asked: who asks, and what is at hand to answer from.

    `role` is the one he speaks in, "" for none. `games` are those that are listed,
    `game` is the one the command names, or the one its section is about; `topics` are
    those of the help, and `variants` those that can be played. `outside` tells that
    the section is about no game and tried to enter none.
    """

    player: Player
    role: str = ""
    games: tuple[Game, ...] = ()
    game: Game | None = None
    topics: tuple[str, ...] = ()
    variants: tuple[VariantFile, ...] = ()
    outside: bool = False


def decide_at_desk(  # noqa: C901, PLR0911, PLR0912 - one case a command
    command: DeskCommand | Unobeyed, desk: Inquiry
) -> tuple[Event, ...]:
    """Return the answer to a question; of games only what its asker may know."""
    match command:
        case Register(fields):
            return (_register(dict(fields), desk.player),)
        case ListGames():
            return (_list(command, desk),)
        case Summary(name):
            if desk.game is None:
                return (_no_game("SUMMARY", name),)
            reader = reader_of(desk.game, desk.player, desk.role)
            return (SummaryShown(view(desk.game, reader), reader.role),)
        case History():
            return (_history(command, desk),)
        case Explain():
            return (_explain(command, desk),)
        case ShowVariant(name):
            return (_show_variant(name, desk),)
        case Map():
            return (_map(command, desk),)
        case Help(topic):
            return _help(topic, desk)
        case NotUnderstood(line, suggestions, text):
            return (LineNotUnderstood(line, suggestions, text=text),)
        case NotObeyed(why, lines, count):
            return (LinesNotObeyed(why, lines, count),)
        case Wish(line, offers):
            return (LineOffered(line, offers),)
        case Remark(lines):
            return _remark(lines, desk)


def _remark(lines: tuple[str, ...], desk: Inquiry) -> tuple[Event, ...]:
    """Return that prose was passed over, with help for one who asked nothing else."""
    told = LineNotUnderstood("\n".join(lines), remark=True)
    return (told, HelpGiven("index", desk.topics)) if desk.outside else (told,)


def game_named(command: DeskCommand | Unobeyed) -> str:
    """Return the name of the game that a question is about, "" where it has none."""
    match command:
        case ListGames(name) | Summary(name) | History(name) | Map(name):
            return name
        case Explain(game=name):
            return name
        case Register() | ShowVariant() | Help():
            return ""
        case NotUnderstood() | NotObeyed() | Remark() | Wish():
            return ""


def _register(fields: dict[str, str], player: Player) -> PlayerRegistered | Refused:
    name = " ".join(fields.get("name", player.name).split())[:_LONGEST_NAME]
    if not name:
        return Refused("REGISTER", MissingField("name"))
    given = next((fields[key] for key in _ZONE_KEYS if fields.get(key)), player.zone)
    zone = find_zone(given)
    if zone is None:
        return Refused("REGISTER", WrongValue("zone", given, _ZONE_EXAMPLE))
    return PlayerRegistered(
        replace(player, name=name, zone=zone), new=player.number == 0
    )


def _list(command: ListGames, desk: Inquiry) -> GamesListed | Refused:
    if not command.game:
        games = (_seen_by(game, desk) for game in desk.games)
        return GamesListed(tuple(games), command.full)
    if desk.game is None:
        return _no_game("LIST", command.game)
    return GamesListed((_seen_by(desk.game, desk),), full=True)


def _seen_by(game: Game, desk: Inquiry) -> Game:
    return view(game, reader_of(game, desk.player, desk.role))


def _show_variant(name: str, desk: Inquiry) -> VariantsShown | Refused:
    if not name:
        return VariantsShown(desk.variants)
    file = _variant_called(name, desk)
    if file is not None:
        return VariantsShown((file,))
    known = tuple(one.variant.name for one in desk.variants)
    return Refused("INFO", NoSuchVariant(name, known))


def _variant_called(name: str, desk: Inquiry) -> VariantFile | None:
    """Return the variant of this name or title; what is no letter does not matter."""
    key = _letters(name)
    for file in desk.variants:
        if key and key in map(_letters, (file.variant.name, file.variant.title)):
            return file
    return None


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _no_game(command: str, name: str) -> Refused:
    if not name:
        return Refused(command, NotSignedOn())
    return Refused(command, NoSuchGame(name))


def _history(command: History, desk: Inquiry) -> HistoryShown | Refused:
    if desk.game is None:
        return _no_game("HISTORY", command.game)
    reader = reader_of(desk.game, desk.player, desk.role)
    game = view(desk.game, reader)
    phases = game.history
    first, last = _nth(command.first, _BEGINNING), _nth(command.last, _END)
    running = _nth(str(game.position.phase), _END) if game.position else _BEGINNING
    for named, at in ((command.first, first), (command.last, last)):
        if at is None:
            return Refused("HISTORY", NoSuchPhase(named))
    assert first is not None
    assert last is not None
    if command.first and running is not None and first > running:
        return Refused("HISTORY", NoSuchPhase(command.first))
    shown = tuple(
        done
        for done in phases
        if first <= (_nth(str(done.phase), _END) or _END) <= last
    )
    return HistoryShown(game, shown, reader.role)


def _nth(name: str, or_else: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """Return what tells which of two phases is earlier, None of what is no phase."""
    if not name:
        return or_else
    found = _PHASE.fullmatch(name.upper())
    if found is None:
        return None
    return int(found[2]), "SFW".index(found[1]), "MRA".index(found[3])


def _map(command: Map, desk: Inquiry) -> MapShown | Refused:
    if desk.game is None:
        return _no_game("MAP", command.game)
    reader = reader_of(desk.game, desk.player, desk.role)
    game = view(desk.game, reader)
    running = game.position.phase if game.position else None
    if command.phase in ("", str(running)):
        return MapShown(game, None, reader.role)
    index = _index(game.history, command.phase, or_else=0)
    if index is None:
        return Refused("MAP", NoSuchPhase(command.phase))
    return MapShown(game, game.history[index], reader.role)


def _explain(command: Explain, desk: Inquiry) -> OrderExplained | Refused:
    """Return what the asker may know of the last order to a unit, or of one before."""
    if desk.game is None:
        return _no_game("EXPLAIN", command.game)
    reader = reader_of(desk.game, desk.player, desk.role)
    game = view(desk.game, reader)
    phases = _phases_meant(command.phase, game)
    if not phases:
        running = game.position.phase if game.position else "The start"
        return Refused("EXPLAIN", NoSuchPhase(command.phase or str(running)))
    places = _places_meant(command.unit, game)
    for finished in phases:
        outcome = _outcome_at(places, finished, game)
        if outcome is not None:
            break
    return OrderExplained(game, finished, command.unit, outcome, reader.role)


def _phases_meant(phase: str, game: Game) -> tuple[FinishedPhase, ...]:
    """Return the phase of this name, or for none those back to the last movement."""
    if phase:
        return tuple(one for one in game.history if str(one.phase) == phase)
    kinds = [one.phase.kind for one in reversed(game.history)]
    if PhaseKind.MOVEMENT not in kinds:
        return game.history[::-1]
    return game.history[: -kinds.index(PhaseKind.MOVEMENT) - 2 : -1]


def _outcome_at(
    places: Sequence[int], finished: FinishedPhase, game: Game
) -> Outcome | None:
    """Return what became of the order to the unit there, None if none is known."""
    known = [
        outcome
        for outcome in finished.adjudication.outcomes
        if not isinstance(outcome.order, Vote | Declare | Waive)
        and slot(outcome.order, game) in places
    ]
    # Of several orders to one unit at most one was possible and counted.
    counted = [outcome for outcome in known if not outcome.reason.is_illegal] or known
    return counted[-1] if counted else None


def _places_meant(unit: str, game: Game) -> tuple[int, ...]:
    """Return the provinces that the name of a unit means, by its whole or a beginning.

    The coast behind it tells nothing more.
    """
    names = names_of(game.variant)
    first, *others = words_of(unit) or ("",)
    has_kind = others and first in ("a", "f", "army", "fleet")
    words = others if has_kind else (first, *others)
    found = (find(part, names) for find in _FINDERS for part in (words, words[:-1]))
    return next(filter(None, found), ())


def _index(phases: tuple[FinishedPhase, ...], name: str, *, or_else: int) -> int | None:
    """Return which of `phases` has this name, None if none has."""
    if not name:
        return or_else
    names = [str(finished.phase) for finished in phases]
    return names.index(name.upper()) if name.upper() in names else None


def _help(words: str, desk: Inquiry) -> tuple[Event, ...]:
    topic, known = topic_of(words), desk.topics
    if topic is not None and topic in known:
        return (HelpGiven(topic, known),)
    file = _variant_called(words, desk)
    if file is not None:
        return (VariantsShown((file,)),)
    near = (f"HELP {one.upper()}" for one in similar_topics(words) if one in known)
    return (LineNotUnderstood(f"HELP {words}", tuple(near)), HelpGiven("index", known))
