"""The answers from the store that the decision of a letter may need, in its transaction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from sqlalchemy import Connection

from judge.conversation import Acquaintance, AddressOwner, Guessed, may_be_known, means_the_writer
from judge.engine import Variant
from judge.game import (
    MASTER,
    OBSERVER,
    OVER,
    STANDBY,
    TUTOR,
    Game,
    OpenPress,
    Player,
    Standing,
    Trail,
    open_powers,
    roles_of,
)
from judge.letter import Account, mailbox_of
from judge.passwords import hash_of_none
from judge.service.parts import Judge
from judge.service.rates import room_of
from judge.store import games, outbox, persons, trail

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_WATCHING = (OBSERVER, TUTOR, STANDBY)


def has_opening(game: Game) -> bool:
    """Return whether a running game has a power that a new player can take over."""
    return game.position is not None and bool(open_powers(game))


@dataclass(frozen=True)
class StoreWorld:
    """The `World` of a letter: each value is read from the store when it is first needed."""

    judge: Judge = field(repr=False)
    connection: Connection
    #: The writer before the letter; number 0 for a stranger.
    writer: Player
    #: The From address, for which wrong passwords are counted.
    sender: str
    #: The games that the letter may concern, by name in lower case.
    games: Mapping[str, Game]
    now: datetime

    @cached_property
    def addresses(self) -> tuple[str, ...]:
        """The writer's addresses, the main one first."""
        return persons.addresses_of(self.connection, self.writer.number)

    @cached_property
    def places(self) -> tuple[str, ...]:
        """The names of the games in which the writer has a place."""
        return games.games_of(self.connection, self.writer.number)

    @cached_property
    def standing(self) -> Standing:
        """The writer's conduct in all games."""
        number = self.writer.number
        if not number:
            return Standing()
        played = games.games_played(self.connection, number)
        return Standing(played, persons.conduct_of(self.connection, number))

    @cached_property
    def blocked(self) -> tuple[str, ...]:
        """The persons whom the writer blocked, in the writer's words."""
        return persons.blocked_by(self.connection, self.writer.number)

    @cached_property
    def apart(self) -> frozenset[int]:
        """The numbers of all persons who must not be in one game with the writer."""
        number = self.writer.number
        return persons.apart_from(self.connection, number) if number else frozenset()

    @cached_property
    def next_number(self) -> int:
        """The number that a stranger gets when they register; reading it reserves it."""
        return persons.next_number(self.connection)

    @cached_property
    def names_taken(self) -> tuple[str, ...]:
        """The names of other persons, of powers and of the judge, which a newcomer cannot have."""
        others = persons.names_but(self.connection, self.writer.number)
        return (*others, *self.judge.variants.powers(), self.judge.name)

    @cached_property
    def games_taken(self) -> tuple[str, ...]:
        """The names of all games."""
        return games.all_names(self.connection)

    @cached_property
    def listed(self) -> tuple[Game, ...]:
        """The games that LIST shows."""
        return games.listed_games(self.connection, self.judge.variants.read)

    @cached_property
    def unreachable(self) -> frozenset[str]:
        """The addresses whose mail bounces, in lower case."""
        return persons.losing_addresses(self.connection)

    @cached_property
    def games_created(self) -> int:
        """The number of games that the writer created in the last day."""
        return games.games_created(self.connection, self.writer.number, self.now - _DAY)

    @cached_property
    def mails_caused(self) -> int:
        """The number of mails to other people that the writer caused in the last day."""
        causer = mailbox_of(self.writer.address)
        return outbox.caused_since(self.connection, causer, self.now - _DAY)

    @cached_property
    def followers(self) -> int:
        """The number of persons who follow all games."""
        return len(persons.monitors(self.connection))

    @cached_property
    def _roles_had(self) -> Mapping[str, tuple[str, ...]]:
        return persons.roles_had(self.connection, self.games, self.writer.number)

    @cached_property
    def _press_sent(self) -> Mapping[tuple[str, str], int]:
        since = self.now - _HOUR
        return games.press_sent(self.connection, self.games, self.writer.number, since)

    def owner(self, address: str) -> AddressOwner:
        """Return the owner of an address; an address without an owner has a dummy password.

        The same queries are made for both, so the time does not show which it is.
        """
        owner = persons.address_owner(self.connection, address)
        came_back = persons.bounce_record(self.connection, address) is not None
        kept = owner.password if owner else None
        return AddressOwner(kept or hash_of_none(address.lower()), came_back and owner is not None)

    def person_called(self, who: str) -> Acquaintance | None:
        """Return the person with this name or address, if the writer may know them.

        The same queries are made for a hidden and for an unknown person.
        """
        if means_the_writer(who):
            who = self.writer.address
        find = persons.find_player if "@" in who else persons.find_named
        person = find(self.connection, who)
        if person is None or not may_be_known(who, person, self.writer):
            return None
        return Acquaintance(person, tuple(self._games_seen(person)))

    def _games_seen(self, person: Player) -> Iterator[tuple[str, str]]:
        """Yield the name and role of each game in which a person's place is public.

        Places are public in games that LIST shows, except games that hide their players.
        """
        names = games.games_of(self.connection, person.number)
        read, past = self.judge.variants.read, games.Past.NONE
        for game in games.load_games(self.connection, names, variants=read, past=past):
            roles = tuple(one for one in roles_of(game, person) if one not in _WATCHING)
            open_to_all = not game.settings.gunboat or roles[:1] == (MASTER,)
            if game.settings.listed and open_to_all and game.stage not in OVER and roles:
                yield game.name, roles[0]

    def variant(self, name: str) -> Variant | None:
        """Return the variant with this name, None if it cannot be played."""
        variants = self.judge.variants
        return variants.read(name) if name in variants.names else None

    def earlier_roles(self, game: str) -> tuple[str, ...]:
        """Return the roles that the writer has had in a game."""
        return self._roles_had.get(game.lower(), ()) if self.writer.number else ()

    def press_to_all(self, game: str) -> tuple[OpenPress, ...]:
        """Return the press to everybody in a game, if it has a power to take over."""
        key = game.lower()
        before = self.games.get(key)
        if before is None or not has_opening(before):
            return ()
        return games.open_press(self.connection, [key])[key]

    def press_sent(self, game: str, role: str) -> int:
        """Return how many messages the writer sent in the last hour as this role."""
        return self._press_sent.get((game.lower(), role), 0)

    def trail(self, game: str) -> Trail:
        """Return the audit trail of a game."""
        return trail.trail_of(self.connection, game.lower())

    def room(self, mailbox: str) -> int:
        """Return how many more mails a mailbox may get that other people cause."""
        return room_of(self.connection, Account.OTHERS, (mailbox,), self.now)[mailbox]

    def guessed(self, hashes: frozenset[str]) -> Guessed:
        """Return the numbers of today's wrong passwords for places with these hashes."""
        midnight = self.now.replace(hour=0, minute=0, second=0, microsecond=0)
        found = persons.guesses_since(self.connection, hashes, self.sender, midnight)
        return Guessed(*found)
