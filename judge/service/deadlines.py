"""The clock's work in each game, and the letters that a phase waits for.

A phase waits for letters to its game that came in time and are not answered. A letter holds a game
for at most twelve hours, a letter that was set aside for two hours, so nobody can stop a game with
unreadable mail.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import islice

from sqlalchemy import Connection

from judge.conversation import LetterDecision, LetterFacts
from judge.game import (
    Fact,
    Game,
    Player,
    closes_at,
    due_at,
    filing,
    grace_ends,
    is_by,
    turn,
    wakes_at,
)
from judge.letter import Overlong
from judge.mail import address_token, token_digest
from judge.reader import Opened, UnreadError
from judge.render import GameStuck, LetterAwaited
from judge.service.asking import forget_unproven, settle_due
from judge.service.junk import tell_of_rescued
from judge.service.parts import Judge, vocabulary
from judge.service.signs import NotYetKnown, Shut, clock_is_right, doors_at, known_until, note_signs
from judge.service.telling import change, locked, tell_openings
from judge.service.trouble import tell_keeper, tell_of_forgeries, tell_what_waits
from judge.store import (
    STORE_ERRORS,
    KeptLetter,
    UnlookedLetter,
    UnreadLetter,
    games,
    inbox,
    persons,
    questions,
)

log = logging.getLogger(__name__)

LONGEST = timedelta(hours=12)
# From the time when its sender was told, so that they can send it again; never past the end of
# grace.
LONGEST_ASIDE = timedelta(hours=2)
# Nobody plays in more games than this, so further games that a letter names are ignored.
_MOST_GAMES = 50


def look_at_letters(judge: Judge, now: datetime) -> None:
    """Record which games the unanswered letters are for."""
    with judge.store.begin() as connection:
        waiting = inbox.unlooked_letters(connection, now - LONGEST)
    for letter in waiting:
        named = _named(judge, letter)
        with judge.store.begin() as connection:
            sure, unsure = _games_of(connection, letter, named)
            inbox.note_games(connection, letter.number, sure, unsure)


def waits_for_letters(connection: Connection, game: Game, closing: datetime, now: datetime) -> bool:
    """Return whether an unanswered letter that came by `closing` may change the phase.

    A letter that was not yet examined may be for any game. A letter that killed a worker or was set
    aside counts only if it is certainly for this game.
    """
    return inbox.is_waited_for(connection, game.name, span_of(game, closing, now))


def span_of(game: Game, closing: datetime, now: datetime) -> inbox.Span:
    """Return the conditions on letters that may hold the phase of `game`.

    The phase closes at `closing`.
    """
    begun = game.history[-1].processed if game.history else game.created
    last = grace_ends(game)
    told = now if last is not None and last <= now else now - LONGEST_ASIDE
    return inbox.Span(begun, closing, now - LONGEST, told)


def held_until(game: Game, told: datetime) -> datetime:
    """Return until when `game` waits for a new letter from a sender who was `told` then.

    Their earlier letter was set aside.
    """
    last = grace_ends(game)
    return told + LONGEST_ASIDE if last is None else min(told + LONGEST_ASIDE, last)


def certain_games(connection: Connection, recipient: str, sender: str) -> tuple[str, ...]:
    """Return the games that a letter is certainly for, as its envelope shows."""
    writer = writer_by_envelope(connection, recipient, sender)
    if writer is None:
        return ()
    number, game = writer
    return (game,) if game else games.games_of(connection, number)


def writer_by_envelope(
    connection: Connection, recipient: str, sender: str
) -> tuple[int, str] | None:
    """Return (the writer's number, the game they wrote to), from a letter's envelope.

    The game is "" if the letter came to no reply address. None for an unknown writer.
    """
    token = address_token(recipient)
    if token is not None:
        digest = token_digest(token)
        if owner := persons.token_owner(connection, digest):
            return owner.player.number, owner.place.game
        asked = questions.confirmation_with(connection, digest)
        return (asked.player.number, asked.game) if asked else None
    player = persons.find_player(connection, sender)
    return (player.number, "") if player else None


def _named(judge: Judge, letter: UnlookedLetter) -> tuple[str, tuple[str, ...]]:
    """Return (a letter's sender, the games that it names).

    A letter that failed before, or may have killed the judge, is not read again.
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
    """Return the games that a letter is certainly for, and other games that it may be for."""
    sender, names = named
    own = certain_games(connection, letter.recipient, sender)
    if not names:
        return own, ()
    wanted, his = {name.lower() for name in names}, {name.lower() for name in own}
    return wanted & his, wanted - his


def stands_in(connection: Connection, known: LetterFacts) -> Mapping[str, datetime]:
    """Return {game: time of arrival} for games in which the letter counts as arrived earlier.

    The game waits for this letter instead of an earlier one of its writer, which was unreadable.
    """
    found = {}
    for name, game in known.games.items():
        unread = _unread_of(connection, game, known)
        if unread:
            found[name] = unread[0].arrived
    return found


def release(connection: Connection, decision: LetterDecision, known: LetterFacts) -> None:
    """Let games no longer wait for the unreadable letters that this letter replaces."""
    filed = {
        happening.after.name.lower()
        for happening in decision.happenings
        if any(
            isinstance(one, filing.OrdersFiled | filing.OrdersCleared) for one in happening.facts
        )
    }
    for name in known.stands_in.keys() & filed:
        unread = _unread_of(connection, known.games[name], known)
        inbox.release(connection, name, [one.number for one in unread])


def awaits(
    judge: Judge, connection: Connection, kept: KeptLetter, now: datetime
) -> Iterator[LetterAwaited]:
    """Yield the games that will wait for the sender of this letter, which is set aside.

    A game whose phase closes after that time, or had closed before the letter came, does not wait.
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
    """Return the writer's unreadable letters that `game` waits for, if this one came too late."""
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
    """Return whether a letter came to the writer's reply address or from their address."""
    found = writer_by_envelope(connection, letter.recipient, letter.sender)
    return found in ((writer.number, ""), (writer.number, game.name))


log = logging.getLogger(__name__)

PAUSE = timedelta(hours=1)  # how long after an error a game is tried again


def process_due_games(
    judge: Judge, clock: Callable[[], datetime], told: Callable[[], None] = lambda: None
) -> None:
    """Carry out the clock's next steps in each game that is due, one transaction a game.

    `told` is called after each game, because there may be mail. A game waits for letters that came
    in time, and for doors that were shut, but never for another game. Nothing is done while the
    clock is wrong, or while another program on this store has a different time.
    """
    now = note_signs(judge, clock)
    if now is None:
        return
    if judge.doors.clocks_differ(now):
        log.error("another program goes by another clock, so no phase is processed")
        return
    with judge.store.begin() as connection:
        is_any_due = games.is_any_due(connection, now)
        known = known_until(judge, connection, now) if is_any_due else now
        forget_unproven(connection, now)
        settle_due(judge, connection, now)
        tell_what_waits(judge, connection, now)
        tell_of_forgeries(judge, connection, now)
        tell_of_rescued(judge, connection, now)
        tell_openings(judge, connection, now)
    if not is_any_due:
        return
    look_at_letters(judge, now)
    claimed: games.Turn | None = None
    while (claimed := _process_next(judge, now, known, claimed, clock)) is not None:
        told()


def _process_next(
    judge: Judge,
    now: datetime,
    known: datetime,
    after: games.Turn | None,
    clock: Callable[[], datetime],
) -> games.Turn | None:
    """Process the next due game after `after`; return its turn, None without one.

    All mail that arrived before `known` is in the store.
    """
    claimed = after
    events: tuple[Fact, ...] = ()
    try:
        with judge.store.begin() as connection:
            # A game whose letter is being answered is locked, and skipped.
            claimed = games.seize_next(connection, now, after, known)
            if claimed is not None:
                # Much time may have passed since the first game. Letters for this game that were
                # answered meanwhile came before it is processed.
                at = max(now, clock())
                if clock_is_right(judge, connection, at):
                    game = locked(judge, connection, claimed.game)
                    brought = _events(judge, connection, game, at)
                    if brought is not None:
                        change(judge, connection, game, brought, at)
                        events = brought
    except Exception as error:
        if claimed is None or claimed is after:
            raise
        _put_off(judge, claimed.game, error, now)
    if claimed is not None:
        for event in events:
            log.info("game changed", extra={"game": claimed.game, "what": type(event).__name__})
    return claimed


def _put_off(judge: Judge, name: str, error: Exception, now: datetime) -> None:
    if isinstance(error, STORE_ERRORS):
        log.warning("game cannot be processed now", extra={"game": name})
        return
    reason = type(error).__name__
    log.error("game is stuck", extra={"game": name, "reason": reason})
    with judge.store.begin() as connection:
        games.keep_wake(connection, name, now + PAUSE)
        tell_keeper(judge, connection, GameStuck(name, reason), now)


def _events(
    judge: Judge, connection: Connection, game: Game, now: datetime
) -> tuple[Fact, ...] | None:
    """Return the facts that the clock causes, None while mail in time may still arrive."""
    wakes, due = wakes_at(game), due_at(game)
    # In a review, the phase has already waited for letters in time.
    if wakes is None or wakes > now or game.review is not None:
        return turn.process_if_due(game, now)
    if due is not None and due <= now:
        match doors_at(judge, connection, due, max(due, wakes), now):
            case NotYetKnown():
                return None
            case Shut(until, still):
                return turn.hold(game, until, shut=still)
            case None:
                pass
    if waits_for_letters(connection, game, wakes, now):
        waits = {"game": game.name, "before": wakes}
        log.info("game waits for letters that came in time", extra=waits)
        return None
    return turn.process_if_due(game, now)
