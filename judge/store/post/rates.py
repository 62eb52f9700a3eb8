"""How much mail went out of late: answers, and mail that its reader may not have asked for."""

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, select

from judge.letter import Account, Tone
from judge.store.guards import insert_once
from judge.store.tables import outbox, stopped

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


def answers_since(
    connection: Connection, address: str, since: datetime, most: int
) -> tuple[int, datetime | None]:
    """Return how many answers went to `address` from `since` on, and the first when.

    Of more than `most` only the last ones count. Those on an account do not.
    """
    asked = {"address": address.lower(), "since": since, "most": most}
    number, first = connection.execute(_ANSWERED, asked).one()
    return number, first


def charged(
    connection: Connection, account: Account, mailboxes: Collection[str], since: datetime
) -> Mapping[str, list[datetime]]:
    """Return when mail on an account went to each of `mailboxes`, from `since` on."""
    asked = {"mailboxes": mailboxes, "account": account, "since": since}
    moments: dict[str, list[datetime]] = {one: [] for one in mailboxes}
    for row in connection.execute(_CHARGED, asked):
        moments[row.mailbox].append(row.created)
    return moments


def caused_since(connection: Connection, causer: str, since: datetime) -> int:
    """Return how many mails on any account a causer brought about from `since` on."""
    asked = {"causer": causer, "since": since}
    return int(connection.execute(_CAUSED, asked).scalar_one())


def stop(connection: Connection, mailbox: str, now: datetime) -> None:
    """Note that a mailbox wants no mail which it did not ask for."""
    insert_once(connection, stopped, {"mailbox": mailbox, "at": now})


def stopped_among(connection: Connection, mailboxes: Collection[str]) -> frozenset[str]:
    """Return those of the mailboxes that want no mail which they did not ask for."""
    return frozenset(connection.scalars(_STOPPED, {"mailboxes": mailboxes}))


def go_on(connection: Connection, mailbox: str) -> bool:
    """Take a stop back; return whether there was one."""
    return connection.execute(_GO_ON, {"its_mailbox": mailbox}).rowcount > 0
