"""The facts with which a letter is read: the names that exist, and the writer's game and role."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache
from html import unescape

from rapidfuzz.distance import OSA

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
    plays,
    power_names,
    proxies,
)
from judge.notation import (
    Mistake,
    Names,
    OrderReader,
    find_exactly,
    find_power,
    is_order_like,
    names_of,
    password_word,
    read_line,
    reader_for,
    words_of,
)

# At the beginning of a line, `#` before a number numbers the line.
_COMMENT = re.compile(r"(?:^|\s)(?://|#(?!\d)).*$|(?<=\S)\s#.*$")
# Robots on other sites accept a full stop before a command, so some people write it.
_BULLET = re.compile(r"^(?:(?:[*•·]|\d{1,3}(?:\.\)|[.)])|#\d{1,3}[.:)]?)\s+|\.(?=[a-z]))", re.I)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names that decide how a sign-on is read: of powers and of variants."""

    powers: frozenset[str]
    variants: frozenset[str]


def cleaned(line: str) -> str:
    """Return `line` without comment, bullet or number, final full stop and extra blanks."""
    words = " ".join(_COMMENT.sub("", line.replace("\ufeff", "")).split())
    return _BULLET.sub("", words).rstrip(" .;")


def compact(text: str) -> str:
    """Return only the letters and digits of `text`, in lower case."""
    return _NO_LETTERS.sub("", text.lower())


def without_secret(line: str) -> str:
    """Return `line` up to a word for a password, with an ellipsis for the rest."""
    match = password_word(line)
    return f"{line[: match.end()]} …" if match else line


def hidden(line: str, words: int) -> str:
    """Return the first `words` words of `line`, with an ellipsis for the rest."""
    first_words = line.split()[:words]
    return " ".join((*first_words, "…") if len(line.split()) > words else first_words)


def count_words(line: str) -> int:
    """Return the number of words in `line`."""
    return len(line.split())


_NO_LETTERS = re.compile(r"[\W_]+")
_VERBS = frozenset(["hold", "holds", "waive", "disband", "retreat", "build", "remove"])
_WORD = re.compile(r"[^\W_]+")


class Role(Enum):
    """The role in which a person writes to a game."""

    STRANGER = auto()
    PLAYER = auto()
    MASTER = auto()
    OBSERVER = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """The writer's game and role, with the facts that decide how a line is read; may be empty."""

    game: str = ""
    #: Reads the orders of the player's power; before the game begins, only its names.
    board: OrderReader | Names | None = field(default=None, repr=False)
    role: Role = Role.STRANGER
    #: Order lines about which the judge asked and got no answer yet.
    troubled: tuple[str, ...] = ()
    #: Powers whose units the player may order too.
    lent: tuple[str, ...] = ()
    #: Words of the names of Masters who do not play, in lower case.
    masters: frozenset[str] = frozenset()

    @property
    def names(self) -> Names | None:
        """Return the names of the board, or None if they are unknown."""
        board = self.board
        return board.names if isinstance(board, OrderReader) else board

    @property
    def reader(self) -> OrderReader | None:
        """Return the reader of orders, or None if nothing can be ordered."""
        return self.board if isinstance(self.board, OrderReader) else None

    @property
    def power(self) -> str:
        """Return the power whose orders are read, or ""."""
        return (self.reader.power or "") if self.reader else ""


NOWHERE = Place()


def place_for(game: Game, role: str = "") -> Place:
    """Return the place of a person who writes to `game` in `role` ("" for none).

    It has the board as that person sees it and, for a player, the lines about which the judge
    asked.
    """
    leading = (one.player for one in game.masters if not plays(game, one.player))
    names = frozenset(word for player in leading for word in words_of(player.name))
    if game.position is None:
        return Place(game.name, names_of(game.variant), _kind_of(role), masters=names)
    if role not in power_names(game):
        board = reader_for(game.variant, game.position, None)
        return Place(game.name, board, _kind_of(role), masters=names)
    board = reader_for(game.variant, ordered_board(game, role), role)
    lent = tuple(giver for giver, _ in proxies.granted_to(game, role))
    troubled = game.seat(role).troubled
    return Place(game.name, board, Role.PLAYER, troubled, lent, names)


def other_power(place: Place) -> str:
    """Return the power that example lines name, in capitals; it is not the writer's own."""
    powers = [power.name.upper() for power in place.names.variant.powers] if place.names else []
    others = [power for power in powers if power != place.power.upper()]
    return "FRANCE" if "FRANCE" in others or not others else others[0]


def _kind_of(role: str) -> Role:
    watching = dict.fromkeys((OBSERVER, TUTOR, STANDBY, MONITOR), Role.OBSERVER)
    kinds = {"": Role.STRANGER, MASTER: Role.MASTER, **watching}
    return kinds.get(role, Role.PLAYER)


@dataclass(frozen=True, slots=True)
class Conversation:
    """The persons who take part in the press that a letter answers."""

    #: The role of the writer of the press, "" if unsigned.
    writer: str
    #: The roles of the other recipients.
    others: tuple[str, ...] = ()
    #: Whether the replying player said that the letter is press.
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """All facts with which a letter is read."""

    vocabulary: Vocabulary
    #: The name of the letter's writer.
    sender: str = ""
    #: The place of the letter's reply address.
    place: Place = NOWHERE
    #: The games that the letter may enter, by name in lower case.
    games: Mapping[str, Place] = field(default_factory=dict)
    #: The text of our mails that the letter answers, as far as they are known.
    answered: str = field(default="", repr=False)
    #: Whether the letter answers a mail about the running phase that shows the orders as they are
    #: stored, so that they may be edited in it.
    is_current: bool = False
    #: Whether the letter answers the mail that asked for a vote, and the vote is still open.
    asks_vote: bool = False
    #: The conversation, if the letter is a reply to press.
    conversation: Conversation | None = None
    #: Whether the judge asked the writer, and they said that the letter is orders.
    are_orders: bool = False
    #: The game of the diary to which the letter was sent; "" for the game of its place or the
    #: writer's only game.
    diary: str | None = None
    #: How many of the letter's last lines ended two of the writer's earlier letters, too.
    repeated: int = 0


@dataclass(slots=True)
class Returned:
    """The judge's mails that a letter answers, and how often the letter quoted each line so far.

    Mail programs wrap lines anew, so only words are compared.
    """

    text: str
    _words: str = field(init=False)
    _seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._words = _joined(self.text)

    def holds(self, line: str) -> bool:
        """Return whether the judge's mails contain the line."""
        return _joined(line) in self._words

    def is_added(self, line: str) -> bool:
        """Return whether the letter has the line more often than the judge's mails contain it.

        False if the judge's mails are unknown.
        """
        words = _joined(line)
        self._seen[words] += 1
        return bool(self._words) and self._seen[words] > self._words.count(words)


def _joined(text: str) -> str:
    # Some programs quote the text with the escapes of HTML: `-&gt;`.
    return "".join(f"<{word}>" for word in _WORD.findall(unescape(text).casefold()))


@lru_cache(maxsize=8)
def known_names(powers: Collection[str], variants: Collection[str]) -> Vocabulary:
    """Return the names of powers and variants, in lower case."""
    return Vocabulary(
        frozenset(power.lower() for power in powers),
        frozenset(variant.lower() for variant in variants),
    )


def entered(entry: Entry, known: Known) -> Place:
    """Return the place to which the lines after `entry` belong."""
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


def as_meant(entry: Entry, known: Known) -> Entry:
    """Return a sign-on with its unknown game replaced by the thread's game, if that is similar.

    Any other entry is returned unchanged.
    """
    thread = known.place.game.lower()
    if not isinstance(entry, SignOn) or any(game in known.games for _, game in entry.readings):
        return entry
    power = known.place.power
    # Short names resemble too many others, except beside the writer's own seat.
    wrong = min(2, len(thread) // 4)
    seats = [
        seat
        for seat, game in entry.readings
        if 0 < OSA.distance(game, thread) <= (wrong or 1)
        # A number is no slip: `game2` is another game than `game1`.
        and [*filter(str.isdigit, game)] == [*filter(str.isdigit, thread)]
        and (wrong or (power and _seated(known.place, seat).power == power))
    ]
    return replace(entry, readings=((seats[0], thread),)) if seats else entry


def games_of(entry: Entry) -> tuple[str, ...]:
    """Return the games that `entry` may mean, in lower case."""
    match entry:
        case CreateGame(game) | Observe(game):
            return (game,)
        case SignOn(readings):
            return tuple(game for _, game in readings)


def become(command: masters.Become, place: Place) -> Place:
    """Return the place of a Master who continues as a power, or as Master again."""
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
    power = power_meant(seat, reader.names)
    return replace(place, board=replace(reader, power=power)) if power else place


def power_meant(word: str, names: Names) -> str | None:
    """Return the power that `word` means by its letter or as `find_power` finds it, or None."""
    return names.letters.get(word.upper()) or find_power(words_of(word), names)


def is_order(line: str, place: Place) -> bool:
    """Return whether `line` was meant as an order in the game of `place`."""
    return is_order_like(line, place.names)


def orders_anything(line: str, place: Place) -> bool:
    """Return whether any part of `line` reads as an order, or nothing can be ordered."""
    reader = place.reader
    return reader is None or any(
        not isinstance(order.result, Mistake) for order in read_line(line, reader)
    )


def is_surely_order(line: str, place: Place) -> bool:
    """Return whether `line` looks like an order even if words with a dash inside are left out.

    A password may contain a dash: `CRATE raj my-word` is not an order.
    """
    first, *others = cleaned(line).split() or [""]
    plain = (word for word in others if "-" not in word[1:])
    return is_order(line, place) and is_order(" ".join((first, *plain)), place)


def is_lone_word_of_order(line: str, place: Place) -> bool:
    """Return whether `line` is only a province, a coast or a verb."""
    words = words_of(line)
    names = place.names
    if not words or names is None:
        return False
    coast = "".join(words) in names.coasts and len("".join(words)) > 1
    verb = len(words) == 1 and words[0] in _VERBS
    return coast or verb or bool(find_exactly(words, names))
