"""Answers to questions: who somebody is, and what there is to see and read."""

from dataclasses import replace

from judge.boards import VariantFile
from judge.commands import (
    DeskCommand,
    Explain,
    Help,
    History,
    ListGames,
    Map,
    NotObeyed,
    NotUnderstood,
    Register,
    Remark,
    ShowVariant,
    Summary,
    Unobeyed,
    Wish,
    similar_topics,
    topic_of,
)
from judge.game.events import (
    Event,
    GamesListed,
    HelpGiven,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    PlayerRegistered,
    Refused,
    SummaryShown,
    VariantsShown,
)
from judge.game.inquiry.model import Inquiry
from judge.game.inquiry.past import explain, no_game, show_history, show_map
from judge.game.model import Game, Player
from judge.game.refusals import (
    MissingField,
    NoSuchVariant,
    WrongValue,
)
from judge.game.settings.values import find_zone
from judge.game.vision import reader_of, view

_ZONE_EXAMPLE = "Zone: Europe/Paris"
_ZONE_KEYS = ("zone", "timezone", "time zone")
_LONGEST_NAME = 60


def answer_inquiry(  # noqa: C901, PLR0911, PLR0912 - one case a command
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
                return (no_game("SUMMARY", name),)
            reader = reader_of(desk.game, desk.player, desk.role)
            return (SummaryShown(view(desk.game, reader), reader.role),)
        case History():
            return (show_history(command, desk),)
        case Explain():
            return (explain(command, desk),)
        case ShowVariant(name):
            return (_show_variant(name, desk),)
        case Map():
            return (show_map(command, desk),)
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
        return no_game("LIST", command.game)
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


def _help(words: str, desk: Inquiry) -> tuple[Event, ...]:
    topic, known = topic_of(words), desk.topics
    if topic is not None and topic in known:
        return (HelpGiven(topic, known),)
    file = _variant_called(words, desk)
    if file is not None:
        return (VariantsShown((file,)),)
    near = (f"HELP {one.upper()}" for one in similar_topics(words) if one in known)
    return (LineNotUnderstood(f"HELP {words}", tuple(near)), HelpGiven("index", known))
