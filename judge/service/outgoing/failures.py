"""Mail that does not arrive: whose fault it is, who is told, and what is sent still.

Who has lost mail on three days gets no news any more, for a server that must refuse the
same address again and again ends by refusing all that comes from here (Mailman does so
after five days; a game has fewer mails). What he asks for himself he gets, and a letter
that is proven to come from there ends it.
"""

import logging
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game import Game, roles_of
from judge.letter import Notice, Tone
from judge.render import AddressPaused, DeliveryFailed, MailMoved, MailPaused
from judge.service.parts import Judge, post_notices
from judge.service.trouble import tell_keeper
from judge.store import QueuedNotice, games, outbox, persons

log = logging.getLogger(__name__)

_MOST_POINTS = 3
# One point a day, whatever is sent; a game whose deadline is daily is a little early.
_BETWEEN_POINTS = timedelta(hours=20)
# A slow game has a phase a week.
_POINTS_LAST = timedelta(days=14)
# About a phase of a game: so long who is paused waits at most for a sign of it.
_BETWEEN_TRIALS = timedelta(days=3)


def note_failure(
    judge: Judge, connection: Connection, notice: Notice, reason: str, now: datetime
) -> None:
    """Count a mail that its recipient did not get against his address, and tell of it.

    The Masters of his games are told when it begins and when his mail is paused. News
    of trouble may fail too: two people who cannot be reached would be told of each
    other for ever. It alone goes out without a place to reply for.
    """
    if notice.tone is Tone.NEWS and notice.reply_to is None:
        return
    player = persons.find_player(connection, notice.to)
    if player is None:
        # Nobody may have asked: his name stood in a letter that somebody else wrote.
        stranger = persons.BounceRecord(1, now, paused=now)
        persons.keep_bounce_record(connection, notice.to, stranger)
        return
    before = persons.bounce_record(connection, notice.to)
    record = _counted(before, now)
    persons.keep_bounce_record(connection, notice.to, record)
    failed = DeliveryFailed(replace(player, address=notice.to), notice.subject, reason)
    if record.paused == now:
        log.warning("address paused: it lost mail for days", extra={"to": notice.to})
        _tell_of_pause(judge, connection, failed, now)
    elif record.points == 1 and (before is None or before.points > 1):
        _tell_masters(judge, connection, failed, now)


def is_paused(connection: Connection, queued: QueuedNotice, now: datetime) -> bool:
    """Return whether a notice is not to be sent, since its address loses mail.

    A player is answered, for he may have written from there, and so a stranger is after
    a while. The trial of now and then is sent too.
    """
    record = persons.bounce_record(connection, queued.notice.to)
    if record is None or record.paused is None:
        return False
    if queued.notice.tone is Tone.NEWS:
        return record.tried != queued.created
    lasts = now - record.newest < _POINTS_LAST
    return lasts and persons.find_player(connection, queued.notice.to) is None


def try_address(judge: Judge, connection: Connection, missed: Notice, now: datetime) -> None:
    """Ask who missed a mail whether his address works again, every few days."""
    record = persons.bounce_record(connection, missed.to)
    if record is None or record.paused is None or missed.reply_to is None:
        return
    if now - (record.tried or record.paused) < _BETWEEN_TRIALS:
        return
    persons.note_trial(connection, missed.to, now)
    trial = MailPaused(missed.subject, record.paused)
    notice = judge.renderer.trouble(trial, missed.to)
    asked = replace(notice, game=missed.game, reply_to=missed.reply_to)
    post_notices(judge, connection, [asked], now)


def _counted(before: persons.BounceRecord | None, now: datetime) -> persons.BounceRecord:
    """Return the record of an address after one more mail failed."""
    if before is None:
        return persons.BounceRecord(1, now)
    if now - before.newest < _BETWEEN_POINTS or before.paused is not None:
        return before
    if now - before.newest > _POINTS_LAST:
        return persons.BounceRecord(1, now)
    points = before.points + 1
    return persons.BounceRecord(points, now, now if points >= _MOST_POINTS else None)


def _tell_of_pause(
    judge: Judge, connection: Connection, failed: DeliveryFailed, now: datetime
) -> None:
    """Tell the owner of the address by another of his, or else his Masters."""
    player = failed.player
    other = persons.move_mail_to_another(connection, player.address, player.number)
    if other is None:
        paused = AddressPaused(player, failed.reason)
        _tell_masters(judge, connection, paused, now)
        return
    moved = judge.renderer.trouble(MailMoved(player, failed.reason), other)
    post_notices(judge, connection, [moved], now)


def _tell_masters(
    judge: Judge, connection: Connection, trouble: DeliveryFailed | AddressPaused, now: datetime
) -> None:
    """Tell the Masters of the player's games; of a pause the keeper, if he is that."""
    player = trouble.player
    for name in games.games_of(connection, player.number):
        game = games.load_game(connection, name, judge.variants.read)
        assert game is not None
        powers = (role for role in roles_of(game, player) if role in _powers(game))
        told = replace(trouble, game=name, power=next(powers, ""))
        masters = [one.player for one in game.masters]
        others = [one for one in masters if one.number != player.number]
        for master in others:
            notice = judge.renderer.trouble(told, master.address)
            post_notices(judge, connection, [notice], now)
        if not others and isinstance(trouble, AddressPaused):
            tell_keeper(judge, connection, told, now)


def _powers(game: Game) -> tuple[str, ...]:
    return tuple(seat.power for seat in game.seats)


def came_back(judge: Judge, connection: Connection, key: str, now: datetime) -> bool:
    """Return whether the mail of this name was ours, and tell that it came back."""
    notice = outbox.mark_bounced(connection, key)
    if notice is not None:
        note_failure(judge, connection, notice, outbox.CAME_BACK, now)
    return notice is not None
