"""Which letters a phase waits for: those for its game that came in time.

Each letter that waits is looked at for its games once somebody wants to know. It holds
up no game for longer than twelve hours, and one that was set aside for two, so that
nobody can stop a game by what cannot be read.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import islice

from sqlalchemy import Connection

from judge.game import Game, grace_ends
from judge.letter import Overlong
from judge.mail import address_token, token_digest
from judge.reader import Opened, UnreadError
from judge.service.learning import vocabulary
from judge.service.parts import Judge
from judge.store import UnlookedLetter, games, inbox, persons

log = logging.getLogger(__name__)

LONGEST = timedelta(hours=12)
# From when its sender was told, for them to send it again; never past the end of grace.
LONGEST_ASIDE = timedelta(hours=2)
# A letter that names more games than anybody plays in is for none of the others.
_MOST_GAMES = 50


def look_at_letters(judge: Judge, now: datetime) -> None:
    """Find out for which games the letters are that wait."""
    with judge.store.begin() as connection:
        waiting = inbox.unlooked_letters(connection, now - LONGEST)
    for letter in waiting:
        named = _named(judge, letter)
        with judge.store.begin() as connection:
            sure, unsure = _games_of(connection, letter, named)
            inbox.note_games(connection, letter.number, sure, unsure)


def waits_for_letters(connection: Connection, game: Game, closing: datetime, now: datetime) -> bool:
    """Return whether a letter that came by `closing` may still change the phase.

    One that is not looked at may be for any game. One over which a worker died, or that
    was set aside, counts if it is certain that it is for this one.
    """
    return inbox.is_waited_for(connection, game.name, span_of(game, closing, now))


def span_of(game: Game, closing: datetime, now: datetime) -> inbox.Span:
    """Return which letters may hold the phase of `game` that closes then."""
    begun = game.history[-1].processed if game.history else game.created
    last = grace_ends(game)
    told = now if last is not None and last <= now else now - LONGEST_ASIDE
    return inbox.Span(begun, closing, now - LONGEST, told)


def held_until(game: Game, told: datetime) -> datetime:
    """Return until when a letter that is set aside may hold `game`, its sender told then."""
    last = grace_ends(game)
    return told + LONGEST_ASIDE if last is None else min(told + LONGEST_ASIDE, last)


def certain_games(connection: Connection, recipient: str, sender: str) -> tuple[str, ...]:
    """Return for which games a letter is certain to be, by its envelope alone."""
    writer = writer_by_envelope(connection, recipient, sender)
    if writer is None:
        return ()
    number, game = writer
    return (game,) if game else games.games_of(connection, number)


def writer_by_envelope(
    connection: Connection, recipient: str, sender: str
) -> tuple[int, str] | None:
    """Return whose a letter is: the number of a player, and the game written to.

    That is "" where the letter came by no reply address. None if it is nobody's.
    """
    token = address_token(recipient)
    if token is not None:
        owner = persons.token_owner(connection, token_digest(token))
        return (owner.player.number, owner.place.game) if owner else None
    player = persons.find_player(connection, sender)
    return (player.number, "") if player else None


def _named(judge: Judge, letter: UnlookedLetter) -> tuple[str, tuple[str, ...]]:
    """Return who wrote a letter, and which games it names.

    One over which the judge stumbled or died is not read again.
    """
    nothing = (letter.sender, ())
    if letter.stumbled or address_token(letter.recipient) is not None:
        return nothing
    try:
        read = judge.glance.mail(letter.raw, letter.recipient, vocabulary(judge))
    except UnreadError as error:
        unread = {"letter": letter.number, "reason": str(error)}
        log.warning("letter not looked at", extra=unread)
        return nothing
    if isinstance(read, Opened):
        return read.letter.sender, tuple(islice(read.games, _MOST_GAMES))
    return nothing if isinstance(read, Overlong) else ("", ())


def _games_of(
    connection: Connection, letter: UnlookedLetter, named: tuple[str, tuple[str, ...]]
) -> tuple[Iterable[str], Iterable[str]]:
    """Return the games that a letter is for: those that are certain, and others."""
    sender, names = named
    own = certain_games(connection, letter.recipient, sender)
    if not names:
        return own, ()
    wanted, his = {name.lower() for name in names}, {name.lower() for name in own}
    return wanted & his, wanted - his
