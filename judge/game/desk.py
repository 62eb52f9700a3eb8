"""What is answered at the desk: who somebody is, and what there is to see and read."""

from dataclasses import dataclass, replace

from judge.commands import similar_topics, topic_of
from judge.commands.model import (
    DeskCommand,
    Help,
    History,
    ListGames,
    NotUnderstood,
    Register,
    Summary,
)
from judge.game.events import (
    Event,
    GamesListed,
    HelpGiven,
    HistoryShown,
    LineNotUnderstood,
    PlayerRegistered,
    Refused,
    SummaryShown,
    Why,
)
from judge.game.model import FinishedPhase, Game, Player
from judge.game.settings.values import find_zone
from judge.game.vision import public_view

_ZONE_EXAMPLE = "Zone: Europe/Paris"
_ZONE_KEYS = ("zone", "timezone", "time zone")
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Desk:
    """Where questions are asked: who asks, and what is at hand to answer from.

    `games` are those that are listed, `game` is the one the command names, or the one
    its section is about; `topics` are those of the help.
    """

    player: Player
    games: tuple[Game, ...] = ()
    game: Game | None = None
    topics: tuple[str, ...] = ()


def decide_at_desk(  # noqa: PLR0911 - one case a command
    command: DeskCommand | NotUnderstood, desk: Desk
) -> tuple[Event, ...]:
    """Return the answer to a question; of games only what everybody may know."""
    match command:
        case Register(fields):
            return (_register(dict(fields), desk.player),)
        case ListGames():
            return (_list(command, desk),)
        case Summary(name):
            if desk.game is None:
                return (_no_game("SUMMARY", name),)
            return (SummaryShown(public_view(desk.game)),)
        case History():
            return (_history(command, desk),)
        case Help(topic):
            return _help(topic, desk.topics)
        case NotUnderstood(line, suggestions):
            return (LineNotUnderstood(line, suggestions),)


def _register(fields: dict[str, str], player: Player) -> PlayerRegistered | Refused:
    name = " ".join(fields.get("name", player.name).split())[:_LONGEST_NAME]
    if not name:
        return Refused("REGISTER", Why.MISSING_FIELD, ("name",))
    given = next((fields[key] for key in _ZONE_KEYS if fields.get(key)), player.zone)
    zone = find_zone(given)
    if zone is None:
        return Refused("REGISTER", Why.BAD_VALUE, ("zone", given, _ZONE_EXAMPLE))
    return PlayerRegistered(
        replace(player, name=name, zone=zone), new=player.number == 0
    )


def _list(command: ListGames, desk: Desk) -> GamesListed | Refused:
    if not command.game:
        return GamesListed(tuple(map(public_view, desk.games)), command.full)
    if desk.game is None:
        return _no_game("LIST", command.game)
    return GamesListed((public_view(desk.game),), full=True)


def _no_game(command: str, name: str) -> Refused:
    if not name:
        return Refused(command, Why.NOT_SIGNED_ON, (command,))
    return Refused(command, Why.NO_SUCH_GAME, (name,))


def _history(command: History, desk: Desk) -> HistoryShown | Refused:
    if desk.game is None:
        return _no_game("HISTORY", command.game)
    game = public_view(desk.game)
    phases = game.history
    first = _index(phases, command.first, or_else=0)
    last = _index(phases, command.last, or_else=len(phases) - 1)
    for named, index in ((command.first, first), (command.last, last)):
        if index is None:
            return Refused("HISTORY", Why.NO_SUCH_PHASE, (named,))
    assert first is not None
    assert last is not None
    return HistoryShown(game, phases[first : last + 1])


def _index(phases: tuple[FinishedPhase, ...], name: str, *, or_else: int) -> int | None:
    """Return which of `phases` has this name, None if none has."""
    if not name:
        return or_else
    names = [str(finished.phase) for finished in phases]
    return names.index(name.upper()) if name.upper() in names else None


def _help(words: str, known: tuple[str, ...]) -> tuple[Event, ...]:
    topic = topic_of(words)
    if topic is not None and topic in known:
        return (HelpGiven(topic, known),)
    near = (f"HELP {one.upper()}" for one in similar_topics(words) if one in known)
    return (LineNotUnderstood(f"HELP {words}", tuple(near)), HelpGiven("index", known))
