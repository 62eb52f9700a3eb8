"""What a letter is decided on that concerns its writer as a person, and others."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from judge.commands import Section, said_in
from judge.game import Entry, Player, WhoisPart, profiles

_ME = ("me", "myself")


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """Somebody of whom a letter speaks, and his `games` that anybody may see.

    A game is told with his role there.
    """

    player: Player
    games: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """What is known of the writer as a person, and of those whom he names.

    `named` are those of the latter whom the writer may know, by the name or address in
    lower case. Those who are `blocked` are as the writer called them, and `apart` are the
    numbers of all with whom they are not to be in one game, whoever wants that; `places`
    are the games in which the writer has one.
    """

    named: Mapping[str, Acquaintance] = field(default_factory=dict)
    blocked: tuple[str, ...] = ()
    apart: frozenset[int] = frozenset()
    places: tuple[str, ...] = ()


NOBODY_SPOKEN_OF = PersonFacts()


def persons_named(sections: Iterable[Section]) -> Iterator[str]:
    """Yield the names and addresses of persons that a letter speaks of, as written."""
    for command in said_in(sections):
        match command:
            case profiles.WhoIs(who) | profiles.Block(who) if who:
                yield who
            case _:
                pass


def means_the_writer(who: str) -> bool:
    """Return whether `WHOIS me` or the like is asked."""
    return who.lower() in _ME


def may_be_known(who: str, person: Player, writer: Player) -> bool:
    """Return whether the writer may know who is called `who`.

    By an address a person is found only if they show it, or by themselves.
    """
    shown = "@" not in who or WhoisPart.ADDRESS in person.preferences.shown
    return shown or person.number == writer.number


def speaks_of_persons(sections: Iterable[Section]) -> bool:
    """Return whether a letter says or asks something of a person."""
    return any(isinstance(command, profiles.PersonCommand) for command in said_in(sections))


def enters_a_game(sections: Iterable[Section]) -> bool:
    """Return whether somebody wants a place in a game, or to come back to it."""
    return any(isinstance(section.entry, Entry) for section in sections)


def asks_for_reliability(sections: Iterable[Section]) -> bool:
    """Return whether the writer wants to know how reliable he is."""
    return any(isinstance(one, profiles.ShowReliability) for one in said_in(sections))
