"""What is known when a letter is read: the names there are, and whose letter it is."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache

from judge.game import (
    MASTER,
    MONITOR,
    OBSERVER,
    STANDBY,
    TUTOR,
    CreateGame,
    Entry,
    Game,
    Observe,
    SignOn,
    masters,
    ordered_board,
    power_names,
    proxies,
)
from judge.notation import (
    Names,
    OrderReader,
    find_exactly,
    find_power,
    is_order_like,
    names_of,
    password_word,
    reader_for,
    words_of,
)

# A sign before a number, at the beginning of a line, numbers it.
_COMMENT = re.compile(r"(?:^|\s)(?://|#(?!\d)).*$|(?<=\S)\s#.*$")
# Robots on other sites take a full stop before a command.
_BULLET = re.compile(r"^(?:(?:[*•·]|\d{1,3}[.)]|#\d{1,3}[.:)]?)\s+|\.(?=[a-z]))", re.I)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that decide how a sign-on is read: of powers and of variants."""

    powers: frozenset[str]
    variants: frozenset[str]


def cleaned(line: str) -> str:
    """Return `line` without comment, bullet or number, full stop and spare blanks."""
    words = " ".join(_COMMENT.sub("", line.replace("\ufeff", "")).split())
    return _BULLET.sub("", words).rstrip(" .;")


def compact(text: str) -> str:
    """Return the letters and digits of `text` alone, in lower case."""
    return "".join(sign for sign in text.lower() if sign.isalnum())


def without_secret(line: str) -> str:
    """Return `line` up to a word for a password, and a dot-dot-dot for what follows."""
    found = password_word(line)
    return f"{line[: found.end()]} …" if found else line


def hidden(line: str, words: int) -> str:
    """Return the first `words` words of `line`, and a dot-dot-dot for all the rest."""
    kept = line.split()[:words]
    return " ".join((*kept, "…") if len(line.split()) > words else kept)


def count_words(line: str) -> int:
    """Return how many words `line` has."""
    return len(line.split())


_VERBS = frozenset(["hold", "holds", "waive", "disband", "retreat", "build", "remove"])
_WORD = re.compile(r"[^\W_]+")


class Role(Enum):
    """As what somebody writes to a game."""

    STRANGER = auto()
    PLAYER = auto()
    MASTER = auto()
    OBSERVER = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """What of a game decides what a line is; without a game, that there is none.

    `board` reads the orders of the power of whom a player has the orders; of a game
    that has not begun it is the names alone. `troubled` are the lines that were asked
    back and not settled yet. Of the `lent` powers he may order units, too.
    """

    game: str = ""
    board: OrderReader | Names | None = field(default=None, repr=False)
    role: Role = Role.STRANGER
    troubled: tuple[str, ...] = ()
    lent: tuple[str, ...] = ()

    @property
    def names(self) -> Names | None:
        """Return the names of the board, None where none is known."""
        board = self.board
        return board.names if isinstance(board, OrderReader) else board

    @property
    def reader(self) -> OrderReader | None:
        """Return what reads orders, None where nothing can be ordered."""
        return self.board if isinstance(self.board, OrderReader) else None

    @property
    def power(self) -> str:
        """Return the power whose orders are read, "" for none."""
        return (self.reader.power or "") if self.reader else ""


NOWHERE = Place()


def place_for(game: Game, role: str = "") -> Place:
    """Return the place of one who writes to `game` in `role`, "" for none.

    It holds the board as that one sees it, and of a player what was asked back.
    """
    if game.position is None:
        return Place(game.name, names_of(game.variant), _kind_of(role))
    if role not in power_names(game):
        board = reader_for(game.variant, game.position, None)
        return Place(game.name, board, _kind_of(role))
    board = reader_for(game.variant, ordered_board(game, role), role)
    lent = tuple(giver for giver, _ in proxies.granted_to(game, role))
    return Place(game.name, board, Role.PLAYER, game.seat(role).troubled, lent)


def _kind_of(role: str) -> Role:
    watching = dict.fromkeys((OBSERVER, TUTOR, STANDBY, MONITOR), Role.OBSERVER)
    kinds = {"": Role.STRANGER, MASTER: Role.MASTER, **watching}
    return kinds.get(role, Role.PLAYER)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Whom a reply to press goes to: its `writer`, or all that got it too.

    `writer` is a role, "" for one who did not sign; `others` are those of all others.
    It is `settled` if who replies has said that his letter is press.
    """

    writer: str
    others: tuple[str, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """All that a letter is read with.

    `place` is the one of its reply address, `games` are those it may enter, by their
    names in lower case; `sender` is the name of who wrote it. `answered` is the text of
    the mails of ours that it answers, as far as they are known. It is a reply to press
    in a `conversation`, or to none. It is for the `diary` of this game, of its place or
    of its writer's only one for "", or for none.
    """

    vocabulary: Vocabulary
    sender: str = ""
    place: Place = NOWHERE
    games: Mapping[str, Place] = field(default_factory=dict)
    answered: str = field(default="", repr=False)
    conversation: Conversation | None = None
    diary: str | None = None


@dataclass(slots=True)
class Returned:
    """The mails of ours that a letter brings back, and which lines came so far.

    Mail programs make other lines of them, so only words are compared.
    """

    text: str
    _words: str = field(init=False)
    _seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._words = _joined(self.text)

    def holds(self, line: str) -> bool:
        """Return whether the line stands in our mails."""
        return _joined(line) in self._words

    def is_added(self, line: str) -> bool:
        """Return whether the line has come more often than it stands in our mails.

        Where none is known, none is.
        """
        words = _joined(line)
        self._seen[words] += 1
        return bool(self._words) and self._seen[words] > self._words.count(words)


def _joined(text: str) -> str:
    return "".join(f"<{word}>" for word in _WORD.findall(text.casefold()))


@lru_cache(maxsize=8)
def known_names(powers: Collection[str], variants: Collection[str]) -> Vocabulary:
    """Return the names of powers and variants, in lower case."""
    return Vocabulary(
        frozenset(power.lower() for power in powers),
        frozenset(variant.lower() for variant in variants),
    )


def entered(entry: Entry, known: Known) -> Place:
    """Return where the lines behind `entry` belong."""
    match entry:
        case CreateGame(game):
            return Place(game, role=Role.MASTER)
        case Observe(game):
            return replace(known.games.get(game, Place(game)), role=Role.OBSERVER)
        case SignOn(readings):
            for seat, game in readings:
                if game in known.games:
                    return _seated(known.games[game], seat)
            return Place(readings[0][1])


def games_of(entry: Entry) -> tuple[str, ...]:
    """Return the games that `entry` may mean, in lower case."""
    match entry:
        case CreateGame(game) | Observe(game):
            return (game,)
        case SignOn(readings):
            return tuple(game for _, game in readings)


def become(command: masters.Become, place: Place) -> Place:
    """Return the place of a Master who goes on for a power, or for himself again."""
    reader = place.reader
    if place.role is not Role.MASTER or reader is None:
        return place
    if command.power.upper() in ("M", "MASTER"):
        return replace(place, board=replace(reader, power=None))
    return _playing(place, command.power)


def _seated(place: Place, seat: str) -> Place:
    match seat.upper():
        case "M" | "MASTER":
            return replace(place, role=Role.MASTER)
        case "O":
            return replace(place, role=Role.OBSERVER)
        case _:
            return _playing(replace(place, role=Role.PLAYER), seat)


def _playing(place: Place, seat: str) -> Place:
    reader = place.reader
    if reader is None or not seat:
        return place
    letter = reader.names.letters.get(seat.upper())
    power = letter or find_power(words_of(seat), reader.names)
    return replace(place, board=replace(reader, power=power)) if power else place


def is_order(line: str, place: Place) -> bool:
    """Return whether `line` was meant as an order in the game of `place`."""
    return is_order_like(line, place.names)


def is_surely_order(line: str, place: Place) -> bool:
    """Return whether `line` is like an order in more than a dash within a word.

    Game and password may have one: `CRATE raj my-word`.
    """
    first, *others = cleaned(line).split() or [""]
    plain = (word for word in others if "-" not in word[1:])
    return is_order(line, place) and is_order(" ".join((first, *plain)), place)


def is_lone_word_of_order(line: str, place: Place) -> bool:
    """Return whether `line` is a province, a coast or a verb and nothing else."""
    words = words_of(line)
    names = place.names
    if not words or names is None:
        return False
    coast = "".join(words) in names.coasts and len("".join(words)) > 1
    verb = len(words) == 1 and words[0] in _VERBS
    return coast or verb or bool(find_exactly(words, names))
