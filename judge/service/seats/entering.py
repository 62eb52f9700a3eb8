"""What is known of somebody who wants a place in a game."""

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import asks_for_reliability, signs_on
from judge.game import Game, OpenPress, Player, Standing, open_powers
from judge.store import games, persons


def roles_before(
    connection: Connection, sections: Sequence[Section], writer: Player, found: Mapping[str, Game]
) -> Mapping[str, tuple[str, ...]]:
    """Return the roles that `writer` has had in these games, if he signs on."""
    entering = writer.number and signs_on(sections)
    return persons.roles_had(connection, found, writer.number) if entering else {}


def press_to_all(
    connection: Connection, sections: Sequence[Section], found: Mapping[str, Game]
) -> Mapping[str, tuple[OpenPress, ...]]:
    """Return what went to all in the games that somebody may be taking over in."""
    wanted = found if signs_on(sections) else {}
    return games.open_press(connection, [key for key, game in wanted.items() if has_opening(game)])


def standing_of(connection: Connection, sections: Sequence[Section], writer: Player) -> Standing:
    """Return what is known elsewhere of who signs on, or asks for it."""
    wanted = signs_on(sections) or asks_for_reliability(sections)
    if not writer.number or not wanted:
        return Standing()
    played = games.games_played(connection, writer.number)
    return Standing(played, persons.conduct_of(connection, writer.number))


def has_opening(game: Game) -> bool:
    """Return whether somebody may take a power over."""
    return game.position is not None and bool(open_powers(game))
