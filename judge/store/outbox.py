"""The outbox: notices until they are sent, and queries about sent notices.

A Message-ID looks like `<S1901M.1893790800.KEY@example.org>`. It shows the phase of the game (or
`judge`) and the Date in seconds, which the mail shows anyway. The key is 16 hexadecimal digits that
identify the notice, and 16 of a keyed digest of everything else, so nobody else can make a key. No
part of it counts mails.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    Connection,
    Row,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from judge.letter import Account, Attachment, Notice, Question, ReplyTo, Tone, mailbox_of
from judge.store.connect import Among, among, insert_once, unclaimed
from judge.store.tables import NoticeState, attachments, outbox, pictures, stopped

_HALF = 16  # 16 hexadecimal digits are 64 bits; the whole key fits into a return path
_NO_PHASE = "judge"
_NAME = re.compile(r"<([a-z0-9-]+)\.(\d{1,11})\.([0-9a-f]{32})@[^<>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MarkedName:
    """The parts of a Message-ID of the judge; `phase` is "" for a mail about no board.

    Its digest proves that the mail is about this `game` (lower case, "" for none).
    """

    game: str
    phase: str
    made: datetime
    key: str


def message_key(secret: bytes, row: str, *, game: str, phase: str, made: datetime) -> str:
    """Return the key of the notice that the text `row` identifies, for its Message-ID."""
    own = _hmac(secret, f"message {row}")
    return own + _mark(secret, f"{game.lower()} {phase}", made, own)


def message_name(phase: str, made: datetime, key: str) -> str:
    """Return the left part of a notice's Message-ID."""
    return f"{phase or _NO_PHASE}.{int(made.timestamp())}.{key}"


def key_of(message_id: str) -> str:
    """Return the key in a Message-ID of the judge; of another Message-ID, a text that is no key."""
    return message_id.strip("<>").rpartition("@")[0].rpartition(".")[2].lower()


def marked_name(secret: bytes, message_id: str, games: Iterable[str]) -> MarkedName | None:
    """Return the parts of a Message-ID that was made with this `secret`, None for another one.

    The mail is about one of `games` (names in lower case), or about no game.
    """
    match = _NAME.fullmatch(message_id)
    if match is None:
        return None
    key = match[3].lower()
    own, mark = key[:_HALF], key[_HALF:]
    made = datetime.fromtimestamp(int(match[2]), UTC)
    phase = "" if match[1].lower() == _NO_PHASE else match[1].upper()
    for game in ("", *games):
        if hmac.compare_digest(mark, _mark(secret, f"{game} {phase}", made, own)):
            return MarkedName(game, phase, made, key)
    return None


def _mark(secret: bytes, about: str, made: datetime, own: str) -> str:
    return _hmac(secret, f"mark {about} {int(made.timestamp())} {own}")


def _hmac(secret: bytes, text: str) -> str:
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:_HALF]


@dataclass(frozen=True, slots=True)
class WantedPicture:
    """A drawing to paint, and the name of its picture."""

    name: str
    drawing: str


def _painted(*columns: Column[Any]) -> Among:
    """Return the query for these columns of painted pictures, by the pictures' names."""
    is_painted = pictures.c.png.is_not(None)
    return among(lambda which: select(*columns).where(which(pictures.c.name), is_painted))


_THERE = _painted(pictures.c.name)
_MADE = _painted(pictures.c.name, pictures.c.png)
_NEXT = (
    select(pictures.c.name, pictures.c.drawing)
    .where(
        pictures.c.png.is_(None), unclaimed(pictures), pictures.c.asked <= bindparam("asked_before")
    )
    .order_by(pictures.c.urgent.desc(), pictures.c.asked, pictures.c.name)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CHANGE = update(pictures).where(pictures.c.name == bindparam("its_name"))
_WAITS = outbox.c.unpainted.is_not(None)
_LET_GO = update(outbox).where(_WAITS).values(unpainted=None)
_ITS = outbox.c.unpainted == bindparam("its_name")
_TO_COME = select(pictures.c.name).where(pictures.c.png.is_(None))
_ONE_TO_COME = _TO_COME.limit(1)


def want_pictures(
    connection: Connection, notices: Iterable[Notice], now: datetime
) -> dict[str, str]:
    """Queue the drawings of notices for painting.

    Returns {drawing: name of its picture} for the pictures that are not painted yet.
    """
    # Sorted, so that two programs that insert the same pictures cannot deadlock.
    # Readers share a drawing, so each is named once.
    drawings = {(text, item.tone) for item in notices for text in item.drawings}
    wanted = sorted(
        ((_name(text), text, tone) for text, tone in drawings), key=lambda item: item[0]
    )
    if not wanted:
        return {}
    rows = [
        {"name": name, "drawing": text, "urgent": tone is Tone.ANSWER, "asked": now}
        for name, text, tone in wanted
    ]
    new = {row["name"] for row in rows if insert_once(connection, pictures, row)}
    old = [name for name, *_ in wanted if name not in new]
    painted = {row.name for row in _THERE.of(connection, old)}
    return {text: name for name, text, _ in wanted if name not in painted}


def take_picture(
    connection: Connection, now: datetime, claim: timedelta, waited: timedelta = timedelta(0)
) -> WantedPicture | None:
    """Claim and return the next drawing to paint, or None; commit before painting it.

    The claim lasts for `claim`. Only drawings that were queued at least `waited` ago count.
    """
    asked = {"now": now, "asked_before": now - waited}
    row = connection.execute(_NEXT, asked).one_or_none()
    if row is None:
        return None
    its = {"its_name": row.name, "claimed_until": now + claim}
    connection.execute(_CHANGE, its)
    return WantedPicture(*row)


def is_any_wanted(connection: Connection) -> bool:
    """Return whether any picture is unpainted, claimed or not."""
    return connection.execute(_ONE_TO_COME).first() is not None


def keep_picture(connection: Connection, name: str, png: bytes) -> None:
    """Store a picture (b"" if painting failed), and release the mails that wait for it."""
    connection.execute(_CHANGE, {"its_name": name, "png": png})
    connection.execute(_LET_GO.where(_ITS), {"its_name": name})


def let_go(connection: Connection) -> bool:
    """Release mails that wait for a picture that is no longer queued; return whether any did.

    A mail may be written while its picture is being painted.
    """
    idle = _LET_GO.where(outbox.c.unpainted.not_in(_TO_COME))
    return connection.execute(idle).rowcount > 0


def pictures_of(connection: Connection, drawings: Collection[str]) -> dict[str, bytes]:
    """Return the painted pictures of these drawings."""
    texts = {_name(drawing): drawing for drawing in drawings}
    return {texts[row.name]: row.png for row in _MADE.of(connection, list(texts))}


def drop_pictures(connection: Connection, before: datetime, most: int) -> int:
    """Delete at most `most` pictures that were queued before `before`; return how many."""
    old = select(pictures.c.name).where(pictures.c.asked < before).limit(most)
    names = list(connection.scalars(old))
    connection.execute(delete(pictures).where(pictures.c.name.in_(names)))
    return len(names)


def _name(drawing: str) -> str:
    return hashlib.sha256(drawing.encode("utf-8", "replace")).hexdigest()


PAUSED = "mail to this address is paused"  # the reason of a failed notice that was never sent
CAME_BACK = "it came back"  # the reason of a failed notice that the relay had accepted


@dataclass(frozen=True, slots=True)
class QueuedNotice:
    """A notice to send; `attempts` includes this attempt.

    `message_key` is the same at each attempt. No other notice has it, even if the store is created
    anew. `since` is when the notice began to wait. `barred` is when the relay first refused it for
    a reason other than the mail itself.
    """

    number: int
    notice: Notice
    message_key: str
    created: datetime
    since: datetime
    attempts: int
    barred: datetime | None = None

    @property
    def message_name(self) -> str:
        """Return the left part of its Message-ID, the same each time it is sent."""
        return message_name(self.notice.phase, self.created, self.message_key)


_PUT = insert(outbox)
_PUT_ONE = _PUT.returning(outbox.c.number)
_ATTACH = insert(attachments)
_SENT = among(
    lambda which: select(outbox.c.number, outbox.c.created).where(
        which(outbox.c.message_key),
        # The answer to a mail may arrive before the mail is marked as sent.
        outbox.c.state != NoticeState.FAILED,
        outbox.c.attempts > 0,
    )
)
_MARK_SENT = (
    update(outbox)
    .where(
        outbox.c.number.in_(bindparam("numbers", expanding=True)),
        outbox.c.state == NoticeState.QUEUED,
    )
    .values(state=NoticeState.SENT, sent=bindparam("moment"), claimed_until=None, reason="")
)
_TEXTS = (
    select(outbox.c.body)
    .where(outbox.c.number.in_(bindparam("numbers", expanding=True)))
    .order_by(outbox.c.created, outbox.c.number)
)
_ATTACHED = (
    select(attachments)
    .where(attachments.c.notice.in_(bindparam("numbers", expanding=True)))
    .order_by(attachments.c.notice, attachments.c.place)
)
_KEPT = select(outbox.c.number).where(outbox.c.message_key == bindparam("its_key"))
_WITH_KEY = select(outbox).where(outbox.c.message_key == bindparam("its_key"))
_NOTICE = select(outbox).where(outbox.c.number == bindparam("its_number"))


def put_notices(connection: Connection, notices: Sequence[Notice], now: datetime) -> None:
    """Queue notices, in the same transaction as the events that they report."""
    waits = want_pictures(connection, notices, now)
    for has_attachments, group in groupby(notices, key=lambda item: bool(item.attachments)):
        rows = [(item, _values(item, now) | {"unpainted": _last(item, waits)}) for item in group]
        if has_attachments:
            for notice, values in rows:
                _put_with_attachments(connection, notice, values)
        else:
            connection.execute(_PUT, [values for _, values in rows])


def _last(notice: Notice, waits: Mapping[str, str]) -> str | None:
    """Return the name of a notice's picture that is painted last, or None if all are painted.

    It is the last by name (`_NEXT`). If several programs paint, an earlier picture may not be
    there yet; then it is painted when the notice is sent.
    """
    return max((waits[text] for text in notice.drawings if text in waits), default=None)


def _put_with_attachments(
    connection: Connection, notice: Notice, values: Mapping[str, object]
) -> None:
    number = connection.execute(_PUT_ONE, dict(values)).scalar_one()
    rows = [
        {
            "notice": number,
            "place": place,
            "filename": attachment.filename,
            "media_type": attachment.media_type,
            "content": attachment.content,
        }
        for place, attachment in enumerate(notice.attachments)
    ]
    connection.execute(_ATTACH, rows)


def _values(notice: Notice, now: datetime) -> dict[str, object]:
    reply_to, unasked = notice.reply_to, notice.unasked
    return {
        "recipient": notice.to.lower(),
        "subject": notice.subject,
        "body": notice.text,
        "html": notice.html,
        "drawings": notice.drawings,
        "calendar": notice.calendar,
        "tone": notice.tone,
        "game": notice.game,
        "phase": notice.phase or None,
        "reply_player": reply_to and reply_to.player,
        "reply_game": reply_to and reply_to.game,
        "reply_role": reply_to and reply_to.role,
        "question": notice.question and notice.question.about,
        "reply_generation": reply_to and reply_to.generation,
        "conversation": reply_to and reply_to.conversation,
        "in_reply_to": notice.in_reply_to,
        "thread": notice.references,
        "created": now + notice.delay,
        "due": now + notice.delay,
        "state": NoticeState.QUEUED,
        "attempts": 0,
        "reason": "",
        "account": unasked and unasked.account,
        "mailbox": unasked and mailbox_of(notice.to),
        "causer": (unasked and unasked.causer) or None,
        "bundled": True if notice.bundled else None,
    }


def mark_sent(connection: Connection, numbers: Sequence[int], now: datetime) -> None:
    """Record that the relay accepted notices; notices that bounced already stay failed."""
    connection.execute(_MARK_SENT, {"numbers": numbers, "moment": now})


def mark_retry(
    connection: Connection, number: int, at: datetime, reason: str, barred: datetime | None = None
) -> None:
    """Record why the notice could not be sent now, and retry it at `at`."""
    connection.execute(
        update(outbox)
        .where(outbox.c.number == number, outbox.c.state == NoticeState.QUEUED)
        .values(due=at, claimed_until=None, reason=reason, barred=barred)
    )


def mark_bounced(connection: Connection, message_key: str) -> Notice | None:
    """Record that the notice with this key bounced, and return it.

    None if no such notice was sent, or if its bounce is recorded already.
    """
    sent = next(iter(_SENT.of(connection, (message_key,))), None)
    if sent is None:
        return None
    row = connection.execute(_NOTICE, {"its_number": sent.number}).one()
    connection.execute(
        update(outbox)
        .where(outbox.c.number == row.number)
        .values(state=NoticeState.FAILED, sent=None, claimed_until=None, reason=CAME_BACK)
    )
    return _notices_of(connection, [row])[0]


def newest_sent(connection: Connection, message_keys: Iterable[str]) -> datetime | None:
    """Return when the newest notice with one of these keys was created, or None."""
    made = (row.created for row in _SENT.of(connection, tuple(message_keys)))
    return max(made, default=None)


def is_kept(connection: Connection, message_key: str) -> bool:
    """Return whether a notice with this key is in the outbox, sent or not."""
    return connection.execute(_KEPT, {"its_key": message_key}).first() is not None


def oldest_kept(connection: Connection) -> datetime | None:
    """Return when the oldest stored notice was due, or None.

    `drop_notices` may have deleted older notices.
    """
    oldest: datetime | None = connection.scalar(select(func.min(outbox.c.due)))
    return oldest


def texts_sent(connection: Connection, message_keys: Iterable[str]) -> tuple[str, ...]:
    """Return the texts of the notices with these keys, oldest first.

    () if the text of the newest was deleted, because that is the notice being answered.
    """
    numbers = [row.number for row in _SENT.of(connection, tuple(message_keys))]
    texts = [*connection.scalars(_TEXTS, {"numbers": numbers})] if numbers else [""]
    return tuple(filter(None, texts)) if texts[-1] else ()


def sent_notice(connection: Connection, message_key: str) -> Notice | None:
    """Return the notice with this key, without attachments, or None."""
    row = connection.execute(_WITH_KEY, {"its_key": message_key}).one_or_none()
    return None if row is None else _notice(row, ())


def mark_failed(connection: Connection, number: int, reason: str) -> None:
    """Record why the notice will never be sent."""
    connection.execute(
        update(outbox)
        .where(outbox.c.number == number, outbox.c.state == NoticeState.QUEUED)
        .values(state=NoticeState.FAILED, claimed_until=None, reason=reason)
    )


def took_since(connection: Connection, moment: datetime) -> bool:
    """Return whether the relay accepted any mail after `moment`."""
    taken = select(outbox.c.number).where(outbox.c.sent > moment).limit(1)
    return connection.execute(taken).first() is not None


def _notices_of(connection: Connection, rows: Sequence[Row[*tuple[object, ...]]]) -> list[Notice]:
    """Return the notices in these rows of the outbox."""
    numbers = {"numbers": [row.number for row in rows]}
    files: dict[int, list[Attachment]] = {}
    for attachment in connection.execute(_ATTACHED, numbers):
        file = Attachment(attachment.filename, attachment.media_type, attachment.content)
        files.setdefault(attachment.notice, []).append(file)
    return [_notice(row, tuple(files.get(row.number, ()))) for row in rows]


def _notice(row: Row[*tuple[object, ...]], attached: tuple[Attachment, ...]) -> Notice:
    reply_to = None
    if row.reply_player is not None:
        reply_to = ReplyTo(
            row.reply_player,
            row.reply_game,
            row.reply_role,
            row.reply_generation or 0,
            row.conversation or (),
        )
    return Notice(
        to=row.recipient,
        subject=row.subject,
        text=row.body,
        tone=row.tone,
        game=row.game,
        phase=row.phase or "",
        reply_to=reply_to,
        in_reply_to=row.in_reply_to,
        references=row.thread,
        attachments=attached,
        html=row.html or "",
        drawings=row.drawings,
        calendar=row.calendar or "",
        question=None if row.question is None else Question(row.question),
    )


_WAITING = (
    select(outbox)
    .where(
        outbox.c.state == NoticeState.QUEUED,
        outbox.c.tone == bindparam("its_tone"),
        outbox.c.due <= bindparam("now"),
        outbox.c.bundled.is_(None),
        outbox.c.unpainted.is_(None),
        unclaimed(outbox),
    )
    .order_by(outbox.c.due, outbox.c.number)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_ITS_NUMBER = outbox.c.number == bindparam("its_number")
_TAKE = (
    update(outbox)
    .where(_ITS_NUMBER)
    .values(
        attempts=bindparam("tried"),
        claimed_until=bindparam("until"),
        message_key=bindparam("named"),
    )
)
_GIVE_BACK = (
    update(outbox)
    .where(_ITS_NUMBER, outbox.c.state == NoticeState.QUEUED)
    .values(attempts=outbox.c.attempts - 1, claimed_until=None)
)


def count_sent(connection: Connection, since: datetime) -> int:
    """Return the number of mails that the relay accepted after `since`."""
    query = select(func.count()).select_from(outbox).where(outbox.c.sent > since)
    return int(connection.execute(query).scalar_one())


def next_notices(
    connection: Connection,
    now: datetime,
    claim: timedelta,
    secret: bytes,
    most: int,
    *,
    tones: Sequence[Tone] = (Tone.ANSWER, Tone.NEWS),
) -> tuple[QueuedNotice, ...]:
    """Claim and return at most `most` notices of these `tones`, those that have waited longest.

    Commit before sending them. Answers precede news, because a deadline makes very many news. The
    key of each notice is made with `secret`, so nobody else can make or read one. The claim lasts
    for `claim`; notices that are not marked by then, because the program died, are taken again.
    """
    rows: list[Row[*tuple[object, ...]]] = []
    for tone in tones:
        asked = {"now": now, "its_tone": tone, "most": most - len(rows)}
        rows += connection.execute(_WAITING, asked)
    if not rows:
        return ()
    rows.sort(key=lambda row: (row.due, row.number))
    taken = [
        QueuedNotice(
            number=row.number,
            notice=notice,
            message_key=row.message_key or _message_key(row, secret),
            created=row.created,
            since=row.requeued or row.created,
            attempts=row.attempts + 1,
            barred=row.barred,
        )
        for row, notice in zip(rows, _notices_of(connection, rows), strict=True)
    ]
    marks = [
        {
            "its_number": queued.number,
            "tried": queued.attempts,
            "until": now + claim,
            "named": queued.message_key,
        }
        for queued in taken
    ]
    connection.execute(_TAKE, marks)
    return tuple(taken)


def give_back(connection: Connection, number: int) -> None:
    """Release the claim on a notice that was not tried."""
    connection.execute(_GIVE_BACK, {"its_number": number})


def _message_key(row: Row[*tuple[object, ...]], secret: bytes) -> str:
    """Return the notice's key; no other notice has it, not even one of an earlier store."""
    text = f"{row.number} {row.created.isoformat()} {row.recipient}"
    game, phase = row.game or "", row.phase or ""
    return message_key(secret, text, game=game, phase=phase, made=row.created)


_PLACE = ("recipient", "reply_player", "reply_game", "reply_role")
_BUNDLED = outbox.c.bundled & (outbox.c.state == NoticeState.QUEUED)
_FREE = (
    update(outbox)
    .where(
        _BUNDLED,
        outbox.c.reply_player == bindparam("player"),
        outbox.c.reply_game == bindparam("its_game"),
        outbox.c.reply_role == bindparam("role"),
        outbox.c.due > bindparam("at"),
    )
    .values(due=bindparam("at"))
)


def take_bundle(connection: Connection, now: datetime) -> tuple[Notice, ...]:
    """Remove and return the bundled notices of one place, oldest first, if one of them is due.

    The caller puts the mail made of them into the outbox. Notices of a conversation are a separate
    bundle, because they are answered at another address. A single notice stays in the outbox as an
    unbundled one; then, or if no notice is due, the result is ().
    """
    due = select(outbox).where(_BUNDLED, outbox.c.due <= now)
    first = connection.execute(
        due.order_by(outbox.c.due, outbox.c.number).limit(1).with_for_update(skip_locked=True)
    ).one_or_none()
    if first is None:
        return ()
    columns = (*_PLACE, "conversation")
    same_place = (outbox.c[one].is_not_distinct_from(getattr(first, one)) for one in columns)
    together = select(outbox).where(_BUNDLED, *same_place).with_for_update()
    rows = connection.execute(together.order_by(outbox.c.number)).all()
    numbers = outbox.c.number.in_([row.number for row in rows])
    if len(rows) == 1:
        connection.execute(update(outbox).where(numbers).values(bundled=None))
        return ()
    notices = tuple(_notices_of(connection, rows))
    connection.execute(delete(outbox).where(numbers))
    return notices


def free_bundles(connection: Connection, places: Sequence[tuple[ReplyTo, datetime]]) -> None:
    """Let the bundled notices of each place be sent at its moment, if they are not due before."""
    rows = [
        {"player": reply_to.player, "its_game": reply_to.game, "role": reply_to.role, "at": at}
        for reply_to, at in places
    ]
    if rows:
        connection.execute(_FREE, rows)


_LATELY = (
    select(outbox.c.created)
    .where(
        outbox.c.recipient == bindparam("address"),
        outbox.c.tone == Tone.ANSWER,
        outbox.c.created >= bindparam("since"),
        outbox.c.account.is_(None),
    )
    .order_by(outbox.c.created.desc())
    .limit(bindparam("most"))
    .subquery()
)
_ANSWERED = select(func.count(), func.min(_LATELY.c.created))
_MAILBOXES: BindParameter[str] = bindparam("mailboxes", expanding=True)
_CHARGED = select(outbox.c.mailbox, outbox.c.created).where(
    outbox.c.mailbox.in_(_MAILBOXES),
    outbox.c.account == bindparam("account"),
    outbox.c.created >= bindparam("since"),
)
_CAUSED = (
    select(func.count())
    .select_from(outbox)
    .where(outbox.c.causer == bindparam("causer"), outbox.c.created >= bindparam("since"))
)
_STOPPED = select(stopped.c.mailbox).where(stopped.c.mailbox.in_(_MAILBOXES))
_GO_ON = delete(stopped).where(stopped.c.mailbox == bindparam("its_mailbox"))


def answers_to(
    connection: Connection, letter: str, recipient: str
) -> tuple[tuple[str, str, str], ...]:
    """Return the mails to a recipient that answer a letter: subject, text, and question or ""."""
    query = (
        select(outbox.c.subject, outbox.c.body, outbox.c.question)
        .where(outbox.c.in_reply_to == letter, outbox.c.recipient == recipient.lower())
        .order_by(outbox.c.number)
    )
    rows = connection.execute(query)
    return tuple((row.subject, row.body, row.question or "") for row in rows)


def answers_on_pages(
    connection: Connection, game: str, recipient: str, most: int
) -> tuple[tuple[str, str, datetime], ...]:
    """Return the newest answers to letters that were written on a page, in a game.

    Of each: the name of the letter, the subject, and when it was answered.
    """
    query = (
        select(outbox.c.in_reply_to, outbox.c.subject, outbox.c.created)
        .where(
            outbox.c.recipient == recipient.lower(),
            outbox.c.tone == Tone.ANSWER,
            outbox.c.game == game,
            outbox.c.in_reply_to.startswith("<web-"),
        )
        .order_by(outbox.c.created.desc(), outbox.c.number.desc())
        .limit(most)
    )
    return tuple(map(tuple, connection.execute(query)))


def answers_since(
    connection: Connection, address: str, since: datetime, most: int
) -> tuple[int, datetime | None]:
    """Return the number of answers to `address` from `since` on, and when the first was created.

    Only the last `most` are counted. Answers that count on an `Account` are left out.
    """
    asked = {"address": address.lower(), "since": since, "most": most}
    number, first = connection.execute(_ANSWERED, asked).one()
    return number, first


def charged(
    connection: Connection, account: Account, mailboxes: Collection[str], since: datetime
) -> Mapping[str, list[datetime]]:
    """Return the times at which mail on an account was sent to each mailbox, from `since` on."""
    asked = {"mailboxes": mailboxes, "account": account, "since": since}
    moments: dict[str, list[datetime]] = {mailbox: [] for mailbox in mailboxes}
    for row in connection.execute(_CHARGED, asked):
        moments[row.mailbox].append(row.created)
    return moments


def caused_since(connection: Connection, causer: str, since: datetime) -> int:
    """Return the number of mails that a person caused from `since` on, on any account."""
    asked = {"causer": causer, "since": since}
    return int(connection.execute(_CAUSED, asked).scalar_one())


def stop(connection: Connection, mailbox: str, now: datetime) -> None:
    """Record that a mailbox wants no mail that other people cause."""
    insert_once(connection, stopped, {"mailbox": mailbox, "at": now})


def stopped_among(connection: Connection, mailboxes: Collection[str]) -> frozenset[str]:
    """Return those of `mailboxes` that want no mail that other people cause."""
    return frozenset(connection.scalars(_STOPPED, {"mailboxes": mailboxes}))


def go_on(connection: Connection, mailbox: str) -> bool:
    """Remove the stop of a mailbox; return whether there was one."""
    return connection.execute(_GO_ON, {"its_mailbox": mailbox}).rowcount > 0
