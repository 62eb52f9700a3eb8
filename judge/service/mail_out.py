"""Sending the mails of the outbox, and handling addresses that lose mail.

No transaction is open while the network is used or a picture is painted.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.game import OBSERVER, profiles, roles_of
from judge.letter import Notice, Tone
from judge.mail import (
    GIVE_UP_AFTER,
    NO_UTF8,
    Barred,
    Outcome,
    OverQuota,
    Postmark,
    Rejected,
    Sent,
    TryAgain,
    bounce_address,
    question_token,
    reply_address,
    reply_token,
    retry_after,
    token_digest,
    write_notice,
)
from judge.render import (
    AddressPaused,
    AlarmRaised,
    DeliveryFailed,
    InvitationFailed,
    MailMoved,
    MailPaused,
)
from judge.service.export import with_pictures
from judge.service.parts import Judge, post_notices
from judge.service.signs import clock_is_right
from judge.service.trouble import tell_keeper
from judge.store import QueuedNotice, games, outbox, persons, upkeep
from judge.troubles import fields_of, trouble

_PAINTING = timedelta(seconds=10)  # nearly all take less; otherwise two programs may paint one
_OVERDUE = timedelta(minutes=1)  # after this the sending chore paints it


def paint_picture(judge: Judge, now: datetime) -> bool:
    """Paint the picture that has waited longest, for answers first; return whether any waited."""
    return _paint(judge, now, timedelta(0))


def paint_overdue(judge: Judge, now: datetime) -> bool:
    """Paint a picture that has waited for a minute; return whether there was one."""
    return _paint(judge, now, _OVERDUE)


def _paint(judge: Judge, now: datetime, waited: timedelta) -> bool:
    with judge.store.begin() as connection:
        wanted = outbox.take_picture(connection, now, _PAINTING, waited)
    if wanted is None:
        return False
    png = judge.picture(wanted.drawing)
    with judge.store.begin() as connection:
        outbox.keep_picture(connection, wanted.name, png)
    return True


log = logging.getLogger(__name__)

_MOST_POINTS = 3
# At most one point a day. It is less than a day, because a game's daily mail may be a little early.
_BETWEEN_POINTS = timedelta(hours=20)
# Points expire after two weeks, as a slow game has a phase a week.
_POINTS_LAST = timedelta(days=14)
# A paused reader gets a trial mail at most this often, which is about once a phase.
_BETWEEN_TRIALS = timedelta(days=3)


def note_failure(
    judge: Judge, connection: Connection, notice: Notice, reason: str, now: datetime
) -> None:
    """Record that a recipient did not get a mail, and tell others of it.

    The Masters of their games are told at the first failure, and when their mail is paused. A
    failure of such news is not counted, because two unreachable people would be told of each other
    for ever. Only such news and invitations have no reply address.
    """
    if notice.tone is Tone.NEWS and notice.reply_to is None:
        _tell_of_invitation(judge, connection, notice, reason, now)
        return
    player = persons.find_player(connection, notice.to)
    if player is None:
        # The address may belong to a person who never wrote: somebody else wrote in their name.
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
    """Return whether a notice must not be sent, because its address loses mail.

    A player's letter is always answered, because it may have come from that address; a stranger's
    only after a while. Trial mails are sent too.
    """
    record = persons.bounce_record(connection, queued.notice.to)
    if record is None or record.paused is None:
        return False
    if queued.notice.tone is Tone.NEWS:
        return record.tried != queued.created
    lasts = now - record.newest < _POINTS_LAST
    return lasts and persons.find_player(connection, queued.notice.to) is None


def try_address(judge: Judge, connection: Connection, missed: Notice, now: datetime) -> None:
    """Send a trial mail, every few days, to a reader who missed a mail because of the pause."""
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


def _tell_of_invitation(
    judge: Judge, connection: Connection, notice: Notice, reason: str, now: datetime
) -> None:
    """Tell the Masters of a game, if a mail that failed has invited somebody into it."""
    game = games.load_game(connection, notice.game or "", judge.variants.read)
    if game is None or notice.to not in {one.address for one in game.guests.invitations}:
        return
    failed = InvitationFailed(notice.to, reason, game.name)
    for master in game.masters:
        # Otherwise a Master who invites a dead address of their own would cause mail for ever.
        if master.player.address != notice.to:
            told = judge.renderer.trouble(failed, master.player.address)
            post_notices(judge, connection, [told], now)


def _counted(before: persons.BounceRecord | None, now: datetime) -> persons.BounceRecord:
    """Return the record of an address after another failed mail."""
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
    """Tell the owner at another of their addresses, or else tell the Masters of their games."""
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
    """Tell the Masters of the player's games; of a pause without a Master, tell the keeper."""
    player = trouble.player
    for name in games.games_of(connection, player.number):
        game = games.load_game(connection, name, judge.variants.read)
        assert game is not None
        seats = {seat.power for seat in game.seats}
        powers = (role for role in roles_of(game, player) if role in seats)
        told = replace(trouble, game=name, power=next(powers, ""))
        masters = [one.player for one in game.masters]
        others = [one for one in masters if one.number != player.number]
        for master in others:
            notice = judge.renderer.trouble(told, master.address)
            post_notices(judge, connection, [notice], now)
        if not others and isinstance(trouble, AddressPaused):
            tell_keeper(judge, connection, told, now)


def came_back(judge: Judge, connection: Connection, key: str, now: datetime) -> bool:
    """Record that the mail with this key bounced; return whether it was a mail of the judge."""
    notice = outbox.mark_bounced(connection, key)
    if notice is not None:
        note_failure(judge, connection, notice, outbox.CAME_BACK, now)
    return notice is not None


log = logging.getLogger(__name__)

CLAIM = timedelta(minutes=5)
BATCH = 20  # mails; at most this many are sent twice if the program dies
# After this time the rest of a batch is sent later, so that no claim ends while its notice is being
# sent.
_LONGEST = CLAIM / 4
# Three tries take about two minutes. A relay that is being set up may refuse all mail; other mail
# sent meanwhile shows whether it refuses only this recipient.
_ENOUGH_TRIES = 3


_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
# One tenth of a day's mail is reserved for answers, because news can wait until the next day.
_FOR_ANSWERS = 10
# A busy relay gives these answers once or twice. If it repeats them, the account has reached a
# limit.
_BUSY = ("421", "432")


def _room(judge: Judge, connection: Connection, now: datetime) -> tuple[int, tuple[Tone, ...]]:
    """Return how many mails may be sent now, and with which tones, by the provider's limits."""
    room = BATCH
    tones: tuple[Tone, ...] = (Tone.ANSWER, Tone.NEWS)
    if judge.mails_per_hour:
        room = min(room, judge.mails_per_hour - outbox.count_sent(connection, now - _HOUR))
    if judge.mails_per_day:
        left = judge.mails_per_day - outbox.count_sent(connection, now - _DAY)
        for_news = left - judge.mails_per_day // _FOR_ANSWERS
        if for_news <= 0:
            tones = (Tone.ANSWER,)
        room = min(room, for_news if for_news > 0 else left)
    return max(room, 0), tones


def send_notices(judge: Judge, clock: Callable[[], datetime]) -> bool:
    """Send the notices that have waited longest; return whether there were any.

    After a crash before they are marked, they are sent again with the same Message-IDs.
    """
    now = clock()
    with judge.store.begin() as connection:
        if not clock_is_right(judge, connection, now):
            return False
        if upkeep.quota_until(connection, now) is not None:
            return False
        room, tones = _room(judge, connection, now)
        while bundle := outbox.take_bundle(connection, now):
            post_notices(judge, connection, [judge.renderer.bundle(bundle)], now)
        taken = outbox.next_notices(connection, now, CLAIM, judge.key, room, tones=tones)
        if not taken:
            return outbox.let_go(connection)
        queued = _unpaused(judge, connection, taken, now)
        drawings = {drawing for one in queued for drawing in one.notice.drawings}
        pictures = outbox.pictures_of(connection, drawings)
    _send(judge, queued, pictures, clock)
    return True


def _unpaused(
    judge: Judge, connection: Connection, taken: Sequence[QueuedNotice], now: datetime
) -> list[QueuedNotice]:
    """Return the notices to send; mark those to paused addresses as failed."""
    found = []
    losing = persons.losing_among(connection, {one.notice.to for one in taken})
    for queued in taken:
        loses = queued.notice.to.lower() in losing
        if not (loses and is_paused(connection, queued, now)):
            found.append(queued)
            continue
        outbox.mark_failed(connection, queued.number, outbox.PAUSED)
        try_address(judge, connection, queued.notice, now)
        log.info("notice not sent: the address is paused", extra=_fields(queued))
    return found


def _send(
    judge: Judge,
    batch: Sequence[QueuedNotice],
    pictures: Mapping[str, bytes],
    clock: Callable[[], datetime],
) -> None:
    """Send notices one by one, and mark all outcomes in one transaction."""
    outcomes: list[tuple[QueuedNotice, Outcome]] = []
    began, tried = clock(), 0
    try:
        # abs, because the clock may have gone back.
        while tried < len(batch) and abs(clock() - began) <= _LONGEST:
            queued, tried = batch[tried], tried + 1
            outcome = _sent(judge, queued, pictures)
            outcomes.append((queued, outcome))
            _log(queued, outcome)
            if _means_quota(queued, outcome):
                break
    except Exception:
        # Notices sent before the error are marked, so that they are not sent again.
        _mark(judge, outcomes, batch[tried:], clock())
        raise
    _mark(judge, outcomes, batch[tried:], clock())


def _means_quota(queued: QueuedNotice, outcome: Outcome) -> bool:
    """Return whether the outcome means that the provider accepts no more mail for now."""
    if isinstance(outcome, TryAgain):
        return outcome.reason.startswith(_BUSY) and queued.attempts >= _ENOUGH_TRIES
    return isinstance(outcome, OverQuota)


def _sent(judge: Judge, queued: QueuedNotice, pictures: Mapping[str, bytes]) -> Outcome:
    try:
        raw = _written(judge, queued, pictures)
    except ValueError as error:
        return Rejected(str(error))
    return_path = bounce_address(judge.address, queued.message_key)
    return judge.send(raw, return_path, queued.notice.to)


def _log(queued: QueuedNotice, outcome: Outcome) -> None:
    fields = _fields(queued)
    if isinstance(outcome, Sent):
        log.info("notice sent", extra=fields)
        return
    fields |= {"reason": outcome.reason} | fields_of(outcome.reason)
    match outcome:
        case TryAgain():
            log.warning("notice not sent yet", extra=fields)
        case Barred():
            log.error("the relay may refuse us", extra=fields)
        case OverQuota():
            log.warning("mail waits for the provider's quota", extra=fields)
        case Rejected():
            log.warning("notice refused", extra=fields)


def _fields(queued: QueuedNotice) -> dict[str, object]:
    """Return the fields about a notice for the log."""
    game = {"game": queued.notice.game} if queued.notice.game else {}
    return {"notice": queued.number, "to": queued.notice.to, **game}


def _written(judge: Judge, queued: QueuedNotice, pictures: Mapping[str, bytes]) -> bytes:
    notice, token = queued.notice, None
    if notice.question is not None:
        token = question_token(judge.key, notice.question)
    elif notice.reply_to is not None:
        token = reply_token(judge.key, notice.reply_to)
    # Without plus addresses the secret token is found by the Message-ID (service/threads.py).
    answered_at = judge.address
    if token is not None and judge.plus_addresses:
        answered_at = reply_address(judge.address, token)
    postmark = Postmark(
        message_id=f"<{queued.message_name}@{judge.address.rpartition('@')[2]}>",
        sent_at=queued.created,
        judge_name=judge.name,
        from_address=judge.address,
        reply_address=answered_at,
        leave_url=_leave_url(judge, notice),
    )
    enclosed = tuple(_picture(judge, drawing, pictures) for drawing in notice.drawings)
    if token is not None and judge.web_url:
        notice = _with_answer_address(judge, notice, token)
    return write_notice(with_pictures(judge, notice), postmark, enclosed)


def _with_answer_address(judge: Judge, notice: Notice, token: str) -> Notice:
    """Return a question with the address of the page that answers it, if it has one."""
    if notice.question is None or not notice.question.has_page:
        return notice
    key = profiles.question_key(judge.key, token_digest(token))
    return judge.renderer.with_answer_link(notice, key)


def _leave_url(judge: Judge, notice: Notice) -> str:
    """Return the URL where a POST ends an observer's mail; "" for players and Masters."""
    place = notice.reply_to
    if place is None or place.role != OBSERVER or not judge.web_url.startswith("https:"):
        return ""
    return f"{judge.web_url}/leave/{profiles.leaving_key(judge.key, place.player, place.game)}"


def _picture(judge: Judge, drawing: str, pictures: Mapping[str, bytes]) -> bytes:
    """Return the picture of a drawing; if it was deleted, it is painted again."""
    painted = pictures.get(drawing)
    return judge.picture(drawing) if painted is None else painted


def _mark(
    judge: Judge,
    outcomes: Sequence[tuple[QueuedNotice, Outcome]],
    untried: Sequence[QueuedNotice],
    now: datetime,
) -> None:
    sent = [queued.number for queued, outcome in outcomes if outcome == Sent()]
    with judge.store.begin() as connection:
        # Sent notices are marked first: they show whether the relay or a recipient is to blame for
        # the others.
        outbox.mark_sent(connection, sent, now)
        if sent and not any(_means_quota(*one) for one in outcomes):
            upkeep.forget_quota(connection)
        for queued, outcome in outcomes:
            _mark_unsent(judge, connection, queued, outcome, now)
        for queued in untried:
            outbox.give_back(connection, queued.number)


def _mark_unsent(
    judge: Judge, connection: Connection, queued: QueuedNotice, outcome: Outcome, now: datetime
) -> None:
    match outcome:
        case Sent():
            pass
        case Rejected(reason):
            outbox.mark_failed(connection, queued.number, reason)
            note_failure(judge, connection, queued.notice, reason, now)
            if reason.startswith(NO_UTF8):
                # This mail server cannot send to the address at all.
                wrong = trouble("no-smtputf8", address=queued.notice.to)
                tell_keeper(judge, connection, AlarmRaised(wrong.what, wrong.advice), now)
        case TryAgain(reason) | OverQuota(reason):
            if _means_quota(queued, outcome):
                upkeep.note_quota(connection, now)
                outbox.mark_retry(connection, queued.number, now + _HOUR, reason, queued.barred)
            else:
                _put_off(judge, connection, queued, TryAgain(reason), now)
        case Barred():
            barred = replace(queued, barred=queued.barred or now)
            _put_off(judge, connection, barred, outcome, now)


def _put_off(
    judge: Judge,
    connection: Connection,
    queued: QueuedNotice,
    refusal: TryAgain | Barred,
    now: datetime,
) -> None:
    """Try a notice again later, or give it up.

    The recipient is to blame only if the relay accepted other mail in the meantime.
    """
    number, reason = queued.number, refusal.reason
    others_pass = outbox.took_since(connection, queued.barred or queued.since)
    tried_enough = isinstance(refusal, Barred) and queued.attempts >= _ENOUGH_TRIES
    if now - queued.since < GIVE_UP_AFTER and not (tried_enough and others_pass):
        pause = retry_after(queued.attempts, judge.jitter())
        outbox.mark_retry(connection, number, now + pause, reason, queued.barred)
    else:
        outbox.mark_failed(connection, number, reason)
        if others_pass:
            note_failure(judge, connection, queued.notice, reason, now)
