"""Answers to questions: who somebody is, and what there is to see and read."""

from dataclasses import replace

from msgspec import structs

from judge.boards import VariantFile
from judge.engine import Variant, asked_words
from judge.game.base import Refused
from judge.game.commands import (
    Adjudicate,
    GameInquiry,
    Help,
    JudgeCommand,
    ListGames,
    NotObeyed,
    NotUnderstood,
    Register,
    Remark,
    ReplyInDoubt,
    ShowHall,
    ShowVariant,
    ShowVersion,
    Unobeyed,
    Wish,
)
from judge.game.events import (
    Event,
    GamesListed,
    HallShown,
    HelpGiven,
    HelpSought,
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MeaningAsked,
    PlayerRegistered,
    RulesExplained,
    VariantsShown,
    VersionShown,
)
from judge.game.inquiry.case import adjudicated
from judge.game.inquiry.choice import chosen
from judge.game.inquiry.hall import hall_of
from judge.game.inquiry.model import Asker
from judge.game.inquiry.past import answer_on_game, no_game
from judge.game.model import Game, Player
from judge.game.refusals import MissingField, NoSuchVariant, WrongValue
from judge.game.settings.values import find_zone
from judge.game.vision import reader_of, view

_ZONE_EXAMPLE = "Zone: Europe/Paris"
_ZONE_KEYS = ("zone", "timezone", "time zone")
_LONGEST_NAME = 60


def answer_inquiry(  # noqa: C901, PLR0912 - one case a command
    command: JudgeCommand | Unobeyed, asker: Asker
) -> tuple[Event, ...]:
    """Return the answer to a question; of games only what its asker may know."""
    if isinstance(command, GameInquiry):
        return (answer_on_game(command, asker),)
    match command:
        case Register(fields):
            return (_register(dict(fields), asker.player),)
        case ListGames():
            return (_list(command, asker),)
        case ShowVariant(name):
            return (_show_variant(name, asker),)
        case ShowHall():
            return (_hall(command, asker),)
        case ShowVersion():
            return (VersionShown(asker.games, len(asker.variants)),)
        case Adjudicate(text):
            return (adjudicated(text, asker),)
        case Help(topic):
            return _help(topic, asker)
        case NotUnderstood(line, suggestions, text):
            return (LineNotUnderstood(line, suggestions, text=text),)
        case NotObeyed(why, lines, count):
            return (LinesNotObeyed(why, lines, count),)
        case Wish(line, offers):
            return (LineOffered(line, offers),)
        case ReplyInDoubt(lines, text, recipients):
            return (MeaningAsked(lines, text, recipients),)
        case Remark(lines):
            return _remark(lines, asker)


def _remark(lines: tuple[str, ...], asker: Asker) -> tuple[Event, ...]:
    """Return that prose was passed over, with help for one who asked nothing else."""
    told = LineNotUnderstood("\n".join(lines), remark=True)
    return (told, HelpGiven("index", asker.topics)) if asker.outside else (told,)


def game_named(command: JudgeCommand | Unobeyed) -> str:
    """Return the name of the game that a question is about, "" where it has none."""
    return command.game if isinstance(command, ListGames | GameInquiry) else ""


def _register(fields: dict[str, str], player: Player) -> PlayerRegistered | Refused:
    name = " ".join(fields.get("name", player.name).split())[:_LONGEST_NAME]
    if not name:
        return Refused("REGISTER", MissingField("name"))
    given = next((fields[key] for key in _ZONE_KEYS if fields.get(key)), player.zone)
    zone = find_zone(given)
    if zone is None:
        return Refused("REGISTER", WrongValue("zone", given, _ZONE_EXAMPLE))
    return PlayerRegistered(replace(player, name=name, zone=zone), new=player.number == 0)


def _list(command: ListGames, asker: Asker) -> GamesListed | Refused:
    if not command.game:
        games = (_seen_by(game, asker) for game in chosen(asker.games, command))
        some = command.open or bool(command.wanted)
        return GamesListed(tuple(games), command.full, some=some)
    if asker.game is None:
        return no_game("LIST", command.game)
    return GamesListed((_seen_by(asker.game, asker),), full=True)


def _seen_by(game: Game, asker: Asker) -> Game:
    return view(game, reader_of(game, asker.player, asker.role))


def _show_variant(name: str, asker: Asker) -> VariantsShown | Refused:
    if not name:
        return VariantsShown(asker.variants)
    file = _variant_called(name, asker)
    if file is not None:
        return VariantsShown((file,))
    known = tuple(one.variant.name for one in asker.variants)
    return Refused("INFO", NoSuchVariant(name, known))


def _hall(command: ShowHall, asker: Asker) -> HallShown | Refused:
    name = command.variant
    file = _variant_called(name, asker)
    if name and file is None:
        known = tuple(one.variant.name for one in asker.variants)
        return Refused("HALL OF FAME", NoSuchVariant(name, known))
    return structs.replace(hall_of(asker.games, file), as_file=command.as_file)


def _variant_called(name: str, asker: Asker) -> VariantFile | None:
    """Return the variant of this name or title; what is no letter does not matter."""
    key = _letters(name)
    for file in asker.variants:
        if key and key in map(_letters, (file.variant.name, file.variant.title)):
            return file
    return None


def _ruled_by(word: str, asker: Asker) -> tuple[Variant, ...]:
    """Return whose rules know a word: the game's, or outside of one all that do."""
    game = asker.game
    variants = [game.variant] if game else [one.variant for one in asker.variants]
    return tuple(one for one in variants if word in asked_words(one))


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _help(words: str, asker: Asker) -> tuple[Event, ...]:
    topic, known = asker.topic_of(words), asker.topics
    if topic is not None and topic in known:
        own = topic in ("index", _letters(words))
        return (HelpGiven(topic, known, "" if own else words),)
    file = _variant_called(words, asker)
    if file is not None:
        return (VariantsShown((file,)),)
    variants = _ruled_by(words.strip().lower(), asker)
    if variants:
        return (RulesExplained(words.strip().lower(), variants),)
    near = tuple(one for one in asker.similar_topics(words) if one in known)
    return (HelpSought(words, near, known),)
