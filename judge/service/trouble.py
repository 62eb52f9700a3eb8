"""Mails to the keeper about things that need a person."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge import troubles
from judge.conversation import Happening, LetterDecision, LetterFacts, Progress, guessed_at
from judge.game import Game, GameStarted, PlayerLeft, Reader, plays, roles_of
from judge.letter import Letter, Notice, ReplyTo, Tone
from judge.render import (
    AlarmRaised,
    ForgeriesDenied,
    Forgery,
    MastersChanged,
    PasswordGuessed,
    PlayersEjected,
    PostmasterWritten,
    Trouble,
    TroublesGathered,
    TwoSeats,
)
from judge.service.parts import Judge, post_notices
from judge.store import KeptLetter, persons, questions, upkeep

log = logging.getLogger(__name__)

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_FORGERIES = "forgeries"  # when the keeper was last told of forgeries
_MOST_NAMED = 20
_MOST_LINES = 100


def tell_keeper(judge: Judge, connection: Connection, trouble: Trouble, now: datetime) -> None:
    """Mail a trouble to the keeper, if there is one.

    They get one such mail an hour, which lists all troubles since the last one.
    """
    if judge.keeper:
        notice = judge.renderer.trouble(trouble, judge.keeper)
        untold = upkeep.Untold(notice.subject, notice.text)
        upkeep.note_trouble(connection, untold, now)
        tell_what_waits(judge, connection, now)


def tell_what_waits(judge: Judge, connection: Connection, now: datetime) -> None:
    """Mail the collected troubles to the keeper, if an hour has passed since the last mail."""
    if not judge.keeper or upkeep.was_told_since(connection, now - _HOUR):
        return
    match upkeep.take_untold(connection, now):
        case ():
            return
        case (one,):
            notice = Notice(judge.keeper, one.subject, one.text, Tone.NEWS)
        case several:
            subjects = tuple(one.subject for one in several[:_MOST_NAMED])
            gathered = TroublesGathered(subjects, len(several))
            notice = judge.renderer.trouble(gathered, judge.keeper)
    post_notices(judge, connection, [notice], now)


def tell_of_forgeries(judge: Judge, connection: Connection, now: datetime) -> None:
    """Tell the keeper, at most once a day, of forged letters and claims.

    These are letters and claims that the people in whose name they came have denied.
    """
    last = upkeep.mark_of(connection, _FORGERIES)
    if not judge.keeper or (last is not None and last <= now < last + _DAY):
        return
    letters = (
        Forgery(at, sender, asked, what)
        for at, sender, asked, what in questions.take_denied_letters(connection)
    )
    addresses = (
        Forgery(at, sender, asked, "I AM ALSO")
        for at, sender, asked in questions.take_denied_claims(connection)
    )
    found = tuple(sorted((*letters, *addresses), key=lambda one: one.at))
    if found:
        upkeep.note_mark(connection, _FORGERIES, now)
        shown = ForgeriesDenied(found[:_MOST_NAMED], len(found))
        post_notices(judge, connection, [judge.renderer.trouble(shown, judge.keeper)], now)


def count_guesses(
    judge: Judge, connection: Connection, letter: Letter, wrong: tuple[str, ...], known: LetterFacts
) -> None:
    """Record a letter's wrong passwords, and tell the holders of the places they were tried at."""
    if not wrong:
        return
    reached = tuple(guessed_at(wrong, known))
    persons.keep_guesses(connection, wrong, letter.sender, known.now)
    for game, holder in reached:
        _tell_of_guesses(judge, connection, game.name, holder, known.now)


def tell_of_alarm(
    judge: Judge, connection: Connection, wrong: troubles.Trouble, now: datetime
) -> None:
    """Tell the keeper of an alarm, if it is new."""
    if upkeep.note_alarm(connection, wrong.name, now):
        log.error("alarm: %s", wrong.what, extra={"alarm": wrong.name, "mend": str(wrong.advice)})
        tell_keeper(judge, connection, AlarmRaised(wrong.what, wrong.advice), now)


def tell_of_letter(
    judge: Judge, connection: Connection, letter: Letter, decision: LetterDecision
) -> None:
    """Tell the keeper of events of a letter that concern the keeper."""
    now = decision.sections[0].known.now
    _tell_of_masters(judge, connection, decision.happenings, now)
    _tell_of_ejections(judge, connection, decision.happenings, now)
    for section in decision.sections:
        game = decision.game_called(section.game)
        if game is not None:
            _tell_of_two_seats(judge, connection, letter, (game, section), now)


def _tell_of_two_seats(
    judge: Judge,
    connection: Connection,
    letter: Letter,
    spoken: tuple[Game, Progress],
    now: datetime,
) -> None:
    """Tell the keeper, once a day, of a player who wrote in the name of another power."""
    game, section = spoken
    player, power = section.sender.player, section.sender.role
    if not plays(game, player) or persons.is_of(connection, letter.sender, player):
        return
    writer = persons.find_player(connection, letter.sender)
    roles = () if writer is None or not plays(game, writer) else roles_of(game, writer)
    if writer is None or not roles:
        return
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    mark = f"two seats of {game.name.lower()}: {power}, {roles[0]}"
    if upkeep.pass_mark(connection, mark, today):
        seats = TwoSeats(game.name, power, player, roles[0], writer, letter.authentic)
        tell_keeper(judge, connection, seats, now)


def _tell_of_masters(
    judge: Judge, connection: Connection, done: Sequence[Happening], now: datetime
) -> None:
    """Tell the keeper of games whose Masters have changed.

    A start at which a Master becomes a player does not count.
    """
    for one in done:
        if any(isinstance(fact, GameStarted) for fact in one.facts):
            continue
        before = () if one.before is None else one.before.masters
        had = tuple(follower.player for follower in before)
        has = tuple(follower.player for follower in one.after.masters)
        if had and {*had} != {*has}:
            tell_keeper(judge, connection, MastersChanged(one.after.name, had, has), now)


def _tell_of_ejections(
    judge: Judge, connection: Connection, done: Sequence[Happening], now: datetime
) -> None:
    """Tell the keeper of players whom a Master has ejected."""
    for one in done:
        powers = {seat.power for seat in one.after.seats}
        out = tuple(
            Reader(fact.player, fact.role)
            for fact in one.facts
            if isinstance(fact, PlayerLeft) and fact.ejected and fact.role in powers
        )
        if out:
            tell_keeper(judge, connection, PlayersEjected(one.after.name, out), now)


def _tell_of_guesses(
    judge: Judge, connection: Connection, game: str, holder: Reader, now: datetime
) -> None:
    """Tell the holder of a place, and the keeper, that somebody tries passwords for it."""
    guessed = PasswordGuessed(holder.role, game)
    told = judge.renderer.trouble(guessed, holder.player.address)
    his = ReplyTo(holder.player.number, game, holder.role)
    post_notices(judge, connection, [replace(told, reply_to=his)], now)
    tell_keeper(judge, connection, guessed, now)


def tell_of_mail(
    judge: Judge, connection: Connection, kept: KeptLetter, letter: Letter, now: datetime
) -> bool:
    """Pass a letter to the postmaster on to the keeper; return whether there is a keeper."""
    texts = tuple(line.text for line in letter.lines)
    written = PostmasterWritten(
        kept.number,
        letter.sender,
        letter.subject,
        "\n".join(texts[:_MOST_LINES]),
        len(texts[_MOST_LINES:]),
    )
    tell_keeper(judge, connection, written, now)
    return bool(judge.keeper)
