"""Letters that stand in for one that could not be read and holds its game.

Nobody whose mail program writes what the judge cannot read shall lose his phase. Until
the game no longer waits for such a letter, the next one of the same sender counts as if
it had come in its place; then the game waits no longer, so nobody gains time twice.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime

from sqlalchemy import Connection

from judge.conversation import LetterDecision, LetterFacts
from judge.game import Game, OrdersCleared, OrdersFiled, Player, closes_at, is_by
from judge.render import LetterAwaited
from judge.service.deadlines.waiting import certain_games, held_until, span_of, writer_by_envelope
from judge.service.parts import Judge
from judge.store import KeptLetter, UnreadLetter, games, inbox


def stands_in(connection: Connection, known: LetterFacts) -> Mapping[str, datetime]:
    """Return when the letter counts as come, by the key of each game that waits."""
    found = {}
    for name, game in known.games.items():
        unread = _unread_of(connection, game, known)
        if unread:
            found[name] = unread[0].arrived
    return found


def release(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Let the games wait no longer for what the letter has stood in for."""
    filed = {
        happening.after.name.lower()
        for happening in decision.happenings
        if any(isinstance(one, OrdersFiled | OrdersCleared) for one in happening.facts)
    }
    for name in known.stands_in.keys() & filed:
        unread = _unread_of(connection, known.games[name], known)
        inbox.release(connection, name, [one.number for one in unread])


def awaits(
    judge: Judge, connection: Connection, kept: KeptLetter, now: datetime
) -> Iterator[LetterAwaited]:
    """Yield which games will wait for a letter that is set aside, and until when.

    Whose phase closes later than that, or had closed before, does not.
    """
    for name in certain_games(connection, kept.recipient, kept.sender):
        game = games.load_game(connection, name, judge.variants.read)
        assert game is not None
        closing, position = closes_at(game), game.position
        if closing is None or position is None or not is_by(kept.arrived, closing):
            continue
        until = held_until(game, now)
        if max(closing, now) < until:
            yield LetterAwaited(game.name, str(position.phase), until)


def _unread_of(connection: Connection, game: Game, known: LetterFacts) -> tuple[UnreadLetter, ...]:
    """Return the writer's letters for which `game` waits, if this one came too late."""
    closing = closes_at(game)
    if closing is None or is_by(known.times.arrived, closing):
        return ()
    span = span_of(game, closing, known.now)
    return tuple(
        one
        for one in inbox.unread_letters(connection, game.name, span)
        if _is_by(connection, one, game, known.writer)
    )


def _is_by(connection: Connection, letter: UnreadLetter, game: Game, writer: Player) -> bool:
    """Return whether a letter came by the writer's reply address, or his address."""
    found = writer_by_envelope(connection, letter.recipient, letter.sender)
    return found in ((writer.number, ""), (writer.number, game.name))
