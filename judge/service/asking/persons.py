"""Of whom a letter speaks, and what is kept about who wrote it."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import (
    Acquaintance,
    LetterFacts,
    PersonFacts,
    enters_a_game,
    may_be_known,
    means_the_writer,
    persons_named,
    speaks_of_persons,
)
from judge.game import MASTER, OBSERVER, OVER, STANDBY, TUTOR, Player, roles_of
from judge.service.parts import Judge
from judge.store import games, persons

_WATCHING = (OBSERVER, TUTOR, STANDBY)


def persons_of(
    judge: Judge, connection: Connection, sections: Sequence[Section], known: LetterFacts
) -> PersonFacts:
    """Return what a letter is decided on that concerns persons, if it does any."""
    number = known.writer.number
    own = speaks_of_persons(sections) and number
    meets = enters_a_game(sections) and number
    return PersonFacts(
        named=_named(judge, connection, sections, known.writer),
        blocked=persons.blocked_by(connection, number) if own else (),
        apart=persons.apart_from(connection, number) if meets else frozenset(),
        places=games.games_of(connection, number) if own else (),
    )


def _named(
    judge: Judge, connection: Connection, sections: Sequence[Section], writer: Player
) -> dict[str, Acquaintance]:
    found = {}
    for words in persons_named(sections):
        who = writer.address if means_the_writer(words) else words
        find = persons.find_player if "@" in who else persons.find_named
        person = find(connection, who)
        # Nothing more is asked of somebody hidden than of nobody.
        if person is not None and may_be_known(who, person, writer):
            games_seen = tuple(_games_seen(judge, connection, person))
            found[who.lower()] = Acquaintance(person, games_seen)
    return found


def _games_seen(judge: Judge, connection: Connection, person: Player) -> Iterator[tuple[str, str]]:
    """Yield the games in which everybody may see that a person has a place, and which.

    He does in games that LIST shows, but for those that hide who plays.
    """
    names = games.games_of(connection, person.number)
    read, past = judge.variants.read, games.Past.NONE
    for game in games.load_games(connection, names, variants=read, past=past):
        roles = tuple(one for one in roles_of(game, person) if one not in _WATCHING)
        open_to_all = not game.settings.gunboat or roles[:1] == (MASTER,)
        if game.settings.listed and open_to_all and game.stage not in OVER and roles:
            yield game.name, roles[0]
