"""Questions to the judge that change no game, and their answers; also REGISTER.

Questions about one game are in `inspection`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import islice
from types import MappingProxyType

from judge.boards import VariantFile
from judge.engine import Adjudication, Position, Variant, asked_words, supply
from judge.game.base import AnyCommand, Event, Refusal, Refused, Reply
from judge.game.commands import (
    Aside,
    NotObeyed,
    NotUnderstood,
    Remark,
    ReplyInDoubt,
    Thanks,
    Unobeyed,
    Wish,
)
from judge.game.events import (
    LineNotUnderstood,
    LineOffered,
    LinesNotObeyed,
    MeaningAsked,
    PlayerRegistered,
)
from judge.game.model import ENTRANT, STANDBY, Ending, Game, Player, PowerRecord, Stage, Trail
from judge.game.refusals import NoSuchGame, NoSuchVariant, WrongValue
from judge.game.seats import open_powers, power_names, roles_of, surviving_powers
from judge.game.settings.effect import players_wanted
from judge.game.settings.values import find_zone
from judge.game.vision import public_view, reader_of, view
from judge.game.weight import Weight
from judge.messages import message
from judge.notation import Case, Misread, Mistake, play, read_cases, write_order

FILTERS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "variant": (),
        "press": ("full", "broadcast", "partial", "none"),
        "speed": ("fast", "normal", "slow"),
    }
)
"""By what LIST chooses among games, and the words there are for it; () for any."""
_ZONE_EXAMPLE = "Zone: Europe/Paris"
_ZONE_KEYS = ("zone", "timezone", "time zone")
_LONGEST_NAME = 60
_FAST, _SLOW = timedelta(hours=24), timedelta(hours=96)
_MOST_PHASES = 6


class MissingField(Refusal, frozen=True):
    """The field `key` of REGISTER is missing."""

    key: str

    in_short = message("missing field")


class GamesListed(Reply, frozen=True):
    """The answer to LIST: games as their reader may know them.

    `some` is true if the question had filters.
    """

    games: tuple[Game, ...]
    full: bool = False
    some: bool = False


class HallShown(Reply, frozen=True):
    """The answer to HALL OF FAME: the finished `games`, newest first, as everybody knows them.

    If a `variant` is named, only its games are listed, with the `record` of each of its powers and
    the winners of games played `elsewhere`. `as_file` asks for a file for programs.
    """

    games: tuple[Game, ...]
    variant: Variant | None = None
    record: tuple[PowerRecord, ...] = ()
    elsewhere: tuple[str, ...] = ()
    as_file: bool = False


class VariantsShown(Reply, frozen=True):
    """The answer to INFO: one variant in full, or a list of all variants."""

    files: tuple[VariantFile, ...]


class VersionShown(Reply, frozen=True):
    """The answer to VERSION: the listed games, and the number of variants."""

    games: tuple[Game, ...]
    variants: int


class PositionAdjudicated(Reply, frozen=True):
    """The results of phases that belong to no game, each with the board before it.

    `wrong` are lines that could not be read. `variant` is None if nothing could be read.
    """

    variant: Variant | None
    phases: tuple[tuple[Position, Adjudication], ...]
    wrong: tuple[str, ...] = ()


class HelpGiven(Reply, frozen=True):
    """The help page `topic`; `known` are all topics.

    `asked` are the words of the question if they differ from the topic, "" otherwise.
    """

    topic: str
    known: tuple[str, ...]
    asked: str = ""

    weight = Weight.HELP


class HelpSought(Reply, frozen=True):
    """No help page is called `words`; `known` are all topics.

    `near` are the topics with the most similar names.
    """

    words: str
    near: tuple[str, ...]
    known: tuple[str, ...]

    weight = Weight.HELP


class RulesExplained(Reply, frozen=True):
    """The answer to a question for help on a `word` of the rules of these `variants`."""

    word: str
    variants: tuple[Variant, ...]

    weight = Weight.HELP


@dataclass(frozen=True, slots=True)
class Asker:
    """The person who asks a question, and the sources of its answer."""

    player: Player
    #: The role in which the player asks, "" for none.
    role: str = ""
    #: Returns the games that LIST shows.
    games: Callable[[], tuple[Game, ...]] = tuple
    #: The game that the command names, or the game of its section.
    game: Game | None = None
    #: The topics of the help.
    topics: tuple[str, ...] = ()
    #: Returns the topic that some words name, and the topics with similar names.
    topic_of: Callable[[str], str | None] = lambda _: None
    similar_topics: Callable[[str], tuple[str, ...]] = lambda _: ()
    #: The variants that can be played.
    variants: tuple[VariantFile, ...] = ()
    #: The section is about no game, and contains no sign-on.
    outside: bool = False
    #: Returns the addresses whose mail bounces, in lower case.
    unreachable: Callable[[], frozenset[str]] = frozenset
    #: Returns the audit trail of the game with this name.
    trail: Callable[[str], Trail] = lambda _: Trail()


class JudgeCommand(AnyCommand, frozen=True):
    """A command to the judge itself, which is only answered."""

    def game_named(self) -> str:
        """Return the name of the game that the command is about, "" for none."""
        # All questions about a game have this field.
        named: str = getattr(self, "game", "")
        return named

    def answer(self, asker: Asker) -> Event | tuple[Event, ...]:
        """Return the answer, without anything about games that the asker may not know."""
        raise NotImplementedError


class Inquiry(JudgeCommand, frozen=True):
    """A question to the judge."""

    only_asks = True


class Register(JudgeCommand, frozen=True):
    """Tell the judge the sender's name and zone; `fields` are (key, value), keys in lower case."""

    fields: tuple[tuple[str, str], ...]

    name = "REGISTER"
    any_words = True

    def answer(self, asker: Asker) -> PlayerRegistered | Refused:
        """Return the fact with the sender's new name and zone, or a refusal."""
        fields, player = dict(self.fields), asker.player
        name = " ".join(fields.get("name", player.name).split())[:_LONGEST_NAME]
        if not name:
            return self.refused(MissingField("name"))
        given = next((fields[key] for key in _ZONE_KEYS if fields.get(key)), player.zone)
        zone = find_zone(given)
        if zone is None:
            return self.refused(WrongValue("zone", given, _ZONE_EXAMPLE))
        return PlayerRegistered(replace(player, name=name, zone=zone), new=player.number == 0)


class ListGames(Inquiry, frozen=True):
    """Show a list of games, or only `game`; with all details if `full`.

    With `open`, only games that want players are listed. `wanted` are further filters, such as
    (`variant`, `modern`), (`press`, `none`), (`speed`, `slow`).
    """

    game: str = ""
    full: bool = False
    open: bool = False
    wanted: tuple[tuple[str, str], ...] = ()

    name = "LIST"

    def answer(self, asker: Asker) -> GamesListed | Refused:
        """Return the named game, or the games that pass the filters."""
        if self.game:
            if asker.game is None:
                return self.refused(NoSuchGame(self.game))
            return GamesListed((_seen_by(asker.game, asker),), full=True)
        games = tuple(_seen_by(game, asker) for game in asker.games() if self._wants(game))
        return GamesListed(games, self.full, some=self.open or bool(self.wanted))

    def _wants(self, game: Game) -> bool:
        """Return whether the game passes the filters."""
        length = game.settings.timing.movement
        known = {
            "variant": _letters(game.variant.name),
            "press": game.settings.press.value,
            # A movement phase of a day is fast, one of four days is slow.
            "speed": "fast" if length <= _FAST else "slow" if length >= _SLOW else "normal",
        }
        fits = all(known[key] == _letters(value) for key, value in self.wanted)
        return fits and (_has_room(game) or not self.open)


class ShowVariant(Inquiry, frozen=True):
    """Describe the `variant`, or list all variants for ""."""

    variant: str = ""

    name = "INFO"

    def answer(self, asker: Asker) -> VariantsShown | HelpGiven | Refused:
        """Return the variant of this name, all variants for "", a help page, or a refusal."""
        if not self.variant:
            return VariantsShown(asker.variants)
        if file := _variant_called(self.variant, asker):
            return VariantsShown((file,))
        topic = asker.topic_of(self.variant)
        if topic is not None and topic in asker.topics:
            return HelpGiven(topic, asker.topics, "" if topic == self.variant else self.variant)
        known = tuple(one.variant.name for one in asker.variants)
        return self.refused(NoSuchVariant(self.variant, known))


class ShowHall(Inquiry, frozen=True):
    """Show the winners of finished games, only those of `variant` if it is named.

    With `as_file` the answer is a file for programs.
    """

    variant: str = ""
    as_file: bool = False

    name = "HALL OF FAME"

    def answer(self, asker: Asker) -> HallShown | Refused:
        """Return the games that were won or drawn, of one variant if it is named.

        Not among them are games without a result, games that their Masters do not list, and games
        that are claimed to have been played elsewhere.
        """
        file = _variant_called(self.variant, asker)
        if self.variant and file is None:
            known = tuple(one.variant.name for one in asker.variants)
            return self.refused(NoSuchVariant(self.variant, known))
        variant = file.variant if file else None
        over = [
            public_view(game)
            for game in reversed(asker.games())
            if game.stage is Stage.FINISHED and game.position is not None
            if not game.settings.claimed
            if variant is None or game.variant.name == variant.name
        ]
        powers = () if variant is None else tuple(power.name for power in variant.powers)
        record = tuple(_record(power, over) for power in powers)
        played = tuple(one for one in record if one.games)
        winners = file.winners if file else ()
        return HallShown(tuple(over), variant, played, winners, as_file=self.as_file)


class ShowVersion(Inquiry, frozen=True):
    """Tell the program's version, the judge's addresses, and what it offers."""

    name = "VERSION"

    def answer(self, asker: Asker) -> VersionShown:
        """Return the judge's games and the number of its variants."""
        return VersionShown(asker.games(), len(asker.variants))


class Adjudicate(Inquiry, frozen=True):
    """Show the results of the position and the orders in `text`, without any game."""

    text: str

    name = "ADJUDICATE"
    any_words = True

    def answer(self, asker: Asker) -> PositionAdjudicated:
        """Return the results of the orders in the text, phase by phase.

        If a line cannot be understood, nothing is adjudicated, and the wrong lines are returned.
        """
        known = {file.variant.name: file.variant for file in asker.variants}

        def read(name: str) -> Variant:
            return known[name]

        found = read_cases(self.text, read)
        wrong = tuple(one.line for one in found if isinstance(one, Misread))
        cases = [one for one in found if isinstance(one, Case)]
        if wrong or not cases:
            return PositionAdjudicated(None, (), wrong)
        played = tuple(islice(play(cases[0]), _MOST_PHASES))
        return PositionAdjudicated(
            cases[0].variant,
            tuple((one.position, one.adjudication) for one in played),
            tuple(
                told.text
                for one in played
                for told in one.results
                if isinstance(told.result, Mistake)
            ),
        )


class Help(Inquiry, frozen=True):
    """Send the help page about `topic`, or the index for ""."""

    topic: str = ""

    name = "HELP"

    def answer(self, asker: Asker) -> Event:
        """Return the help page, or an explanation of a word of the rules, or similar topics."""
        words, known = self.topic, asker.topics
        topic = asker.topic_of(words)
        if topic is not None and topic in known:
            own = topic in ("index", _letters(words))
            return HelpGiven(topic, known, "" if own else words)
        if file := _variant_called(words, asker):
            return VariantsShown((file,))
        word = words.strip().lower()
        # The word may be one of the rules: of the game's variant, or outside of a game of any
        # variant.
        here = [asker.game.variant] if asker.game else [one.variant for one in asker.variants]
        if variants := tuple(one for one in here if word in asked_words(one)):
            return RulesExplained(word, variants)
        near = tuple(one for one in asker.similar_topics(words) if one in known)
        return HelpSought(words, near, known)


def lines_expected(game: Game, role: str) -> list[str]:
    """Return the command lines of which the game expects one from the person in `role` now."""
    if role == STANDBY and game.position is not None:
        return [f"JOIN {power.upper()}@{game.name}" for power in open_powers(game)]
    if role == ENTRANT and game.muster is not None:
        return ["CONFIRM"]
    votes = game.stage is Stage.ACTIVE and role in power_names(game)
    is_open = votes and game.motion is not None and not game.motion.settled
    return ["AGREE", "DISAGREE"] if is_open else []


def answer_inquiry(command: JudgeCommand | Unobeyed, asker: Asker) -> tuple[Event, ...]:
    """Return the answer to a question, or to lines that contain no command."""
    match command:
        case JudgeCommand():
            found = command.answer(asker)
            return found if isinstance(found, tuple) else (found,)
        case NotUnderstood(line, suggestions, text):
            return (LineNotUnderstood(line, suggestions, text=text),)
        case NotObeyed(Aside.PRESS, lines):
            stored = _stored_lines(asker)
            new = tuple(line for line in lines if line not in stored)
            return (LinesNotObeyed(Aside.PRESS, new),) if new else ()
        case NotObeyed(why, lines, count):
            return (LinesNotObeyed(why, lines, count),)
        case Wish(line, offers, invitation):
            return (LineOffered(line, offers, invitation),)
        case Thanks():
            return ()
        case ReplyInDoubt(lines, text, recipients):
            return (MeaningAsked(lines, text, recipients),)
        case Remark(lines):
            told = LineNotUnderstood("\n".join(lines), remark=True)
            # A person who asked nothing else gets the index of the help.
            return (told, HelpGiven("index", asker.topics)) if asker.outside else (told,)


def _stored_lines(asker: Asker) -> list[str]:
    """Return the stored orders of the asker's power in short form."""
    game = asker.game
    if game is None or game.position is None or asker.role not in power_names(game):
        return []
    board = game.variant.geography
    units = {board.province_of[unit.location]: unit for unit in game.position.units}
    return [write_order(order, board, units) for order in game.seat(asker.role).orders]


def game_named(command: JudgeCommand | Unobeyed) -> str:
    """Return the name of the game that a question is about, "" for none."""
    return command.game_named() if isinstance(command, JudgeCommand) else ""


def openings_for(games: Iterable[Game], player: Player) -> tuple[Game, ...]:
    """Return the games that `player` could join as a player, as everybody knows them."""
    return tuple(
        public_view(game) for game in games if _has_room(game) and not roles_of(game, player)
    )


def _seen_by(game: Game, asker: Asker) -> Game:
    return view(game, reader_of(game, asker.player, asker.role))


def _has_room(game: Game) -> bool:
    """Return whether somebody may join the game as a player."""
    if game.stage is Stage.FORMING:
        return len(game.entrants) < players_wanted(game.variant, game.settings)
    running = game.stage in (Stage.ACTIVE, Stage.PAUSED)
    return running and bool(open_powers(game))


def _variant_called(name: str, asker: Asker) -> VariantFile | None:
    """Return the variant of this name or title, None for none; only letters are compared."""
    key = _letters(name)
    for file in asker.variants:
        if key and key in map(_letters, (file.variant.name, file.variant.title)):
            return file
    return None


def _letters(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _record(power: str, games: Sequence[Game]) -> PowerRecord:
    played = [game for game in games if any(s.power == power for s in game.seats)]
    shared = [_winners(game) for game in played if power in _winners(game)]
    lasted = [game for game in played if power in surviving_powers(game)]
    centers = sum(_centers(power, game) for game in played)
    return PowerRecord(
        power=power,
        games=len(played),
        solos=sum(len(winners) == 1 for winners in shared),
        draws=sum(len(winners) > 1 for winners in shared),
        survived=len(lasted),
        centers=centers / len(played) if played else 0.0,
    )


def _winners(game: Game) -> tuple[str, ...]:
    ending = game.ending or Ending((), "")
    return ending.winners


def _centers(power: str, game: Game) -> int:
    assert game.position is not None
    return supply(game.position, game.variant)[power]
