"""What a letter is decided on beside its words, and what of it a letter asks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from judge.boards import VariantFile
from judge.commands import (
    AlsoKnown,
    ClearOrders,
    Command,
    CreateGame,
    JudgeCommand,
    ListGames,
    Observe,
    PersonCommand,
    Register,
    Section,
    SendPress,
    SetPassword,
    SetWait,
    ShowOrders,
    SignOn,
    SubmitOrders,
    Unobeyed,
)
from judge.engine import Variant
from judge.game import (
    OBSERVER,
    Event,
    Game,
    Player,
    Refusal,
    game_named,
    password_of,
)

_OF_THE_PRESENT = (
    SubmitOrders,
    ShowOrders,
    ClearOrders,
    SetWait,
    SendPress,
    Unobeyed,
)


@dataclass(frozen=True, slots=True)
class ReplyPlace:
    """The place in a game whose secret reply address was written to, held still or not.

    `role` is the one that the address was made for.
    """

    player: Player
    game: str
    role: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A password that a letter has for a place, and the hash of that place's own."""

    password: str = field(repr=False)
    kept: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class AddressOwner:
    """Whose an address is that a letter names: the hash of his password, if he has one.

    `came_back` tells that mail did so from there.
    """

    password: str | None = field(default=None, repr=False)
    came_back: bool = False


@dataclass(frozen=True, slots=True)
class AddressClaim:
    """Who writes from `address` says that `asked` is his, too.

    It is so when a reply from there says yes; with a `due` moment it is so then, unless
    one says no before. His mail goes to `main` then, or where it went for "".
    """

    address: str
    asked: str
    main: str = ""
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class MailMoved:
    """Mail to the player of this number goes to another address of his."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class AddressDropped:
    """An address is not that of the player of this number any more."""

    player: int
    address: str


@dataclass(frozen=True, slots=True)
class PasswordChosen:
    """The player of this number has a password, of which this is the hash."""

    player: int
    password: str = field(repr=False)


Deed = AddressClaim | MailMoved | AddressDropped | PasswordChosen


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """What is known before a letter is obeyed.

    `writer` is the holder of the `place` whose reply address was written to, else whose
    address it came from, with the number 0 where that is nobody's; `next_number` is the
    one that he would get. It is `authentic` if that address was shown to be his.
    `misdirected` tells why the reply address that was written to opens no place, and
    `heard` what came of a question that the letter answers. `sender` is the address in
    its From, in lower case; `is_his` tells that it is the writer's, whose `addresses`
    are these if he speaks of them, and `owners` have those that he names.
    `own` are the names of the writer's games, `games` those that the letter may
    concern, by name in lower case, and `listed` those that everybody is shown.
    `variants` are those that can be played, `compiled` those of the games that the
    letter creates. `right` are the passwords that were found right, `hashes` those that
    places of this letter get, and `seeds` is one for each section.
    """

    now: datetime
    dated: datetime
    writer: Player
    games: Mapping[str, Game]
    seeds: Sequence[int] = field(repr=False)
    next_number: int = 0
    place: ReplyPlace | None = None
    authentic: bool = False
    misdirected: Refusal | None = None
    heard: Event | None = None
    sender: str = ""
    is_his: bool = True
    addresses: tuple[str, ...] = ()
    owners: Mapping[str, AddressOwner] = field(default_factory=dict)
    own: tuple[str, ...] = ()
    listed: tuple[Game, ...] = ()
    variants: tuple[VariantFile, ...] = ()
    names_of_variants: tuple[str, ...] = ()
    compiled: Mapping[str, Variant] = field(default_factory=dict)
    right: frozenset[Trial] = field(default=frozenset(), repr=False)
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def is_proven(self) -> bool:
        """Return whether more than a From shows who wrote the letter."""
        return self.authentic or self.place is not None

    def is_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` is the one whose hash is `kept`; none never is.

        One that was set by this very letter is as good as its writer.
        """
        fresh = password is not None and self.hashes.get(password) == kept
        return (fresh and self.is_proven) or self.was_right(password, kept)

    def was_right(self, password: str | None, kept: str | None) -> bool:
        """Return whether `password` was so before the letter."""
        if password is None or kept is None:
            return False
        return Trial(password, kept) in self.right


def readings_of(entry: SignOn | Observe) -> tuple[tuple[str, str], ...]:
    """Return the (seat, game) pairs that an entry may mean, likeliest first."""
    match entry:
        case SignOn(readings):
            return readings
        case Observe(game):
            return ((OBSERVER, game),)


def games_spoken_of(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the names of the games that the letter speaks of."""
    for section in sections:
        match section.entry:
            case None:
                pass
            case CreateGame(game):
                yield game
            case entry:
                yield from (name for _, name in readings_of(entry))
        for command in section.commands:
            if isinstance(command, JudgeCommand | Unobeyed):
                yield game_named(command)


def asks_for_a_list(sections: Iterable[Section]) -> bool:
    """Return whether all games are asked for."""
    commands = (command for section in sections for command in section.commands)
    return any(isinstance(one, ListGames) and not one.game for one in commands)


def asks_for_the_past(sections: Iterable[Section]) -> bool:
    """Return whether more than the last phase of a game may be wanted or undone."""
    return any(
        not isinstance(section.entry, SignOn | None)
        or not all(isinstance(one, _OF_THE_PRESENT) for one in section.commands)
        for section in sections
    )


def may_register(sections: Iterable[Section]) -> bool:
    """Return whether somebody may become known by this letter."""
    return any(
        section.entry is not None
        or any(isinstance(command, Register) for command in section.commands)
        for section in sections
    )


def passwords_written(sections: Iterable[Section]) -> frozenset[str]:
    """Return the passwords of the letter, for games and for its writer."""
    entries = (section.entry for section in sections if section.entry is not None)
    found = {one.password for one in entries if one.password is not None}
    chosen = (one for one in commands_of(sections) if isinstance(one, SetPassword))
    return frozenset(found | {one.password for one in chosen})


def commands_of(sections: Iterable[Section]) -> Iterator[Command]:
    """Yield the commands of all sections but the ways into games."""
    for section in sections:
        yield from section.commands


def speaks_of_addresses(sections: Iterable[Section]) -> bool:
    """Return whether the letter is about its writer's addresses or his password."""
    return any(isinstance(one, PersonCommand) for one in commands_of(sections))


def addresses_opened(sections: Iterable[Section]) -> frozenset[str]:
    """Return the addresses for which the letter has a password."""
    claims = (one for one in commands_of(sections) if isinstance(one, AlsoKnown))
    return frozenset(one.address for one in claims if one.password is not None)


def passwords_tried(
    sections: Iterable[Section], known: LetterFacts
) -> frozenset[Trial]:
    """Return which passwords may open which places of the games as they are known."""
    tried = set()
    for command in commands_of(sections):
        if isinstance(command, AlsoKnown) and command.password is not None:
            owner = known.owners.get(command.address)
            if owner is not None and owner.password is not None:
                tried.add(Trial(command.password, owner.password))
    for section in sections:
        entry = section.entry
        if entry is None or isinstance(entry, CreateGame) or entry.password is None:
            continue
        for seat, name in readings_of(entry):
            game = known.games.get(name.lower())
            kept = game and password_of(game, seat, known.writer)
            if kept:
                tried.add(Trial(entry.password, kept))
    return frozenset(tried)
