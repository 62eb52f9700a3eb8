"""Limits on mail to people who may not have asked for it.

Anybody can write a letter in another person's name, claim an address, or invite somebody. Mail that
this causes is counted on accounts. Each account has its own limits, so a recipient whose one
account is used up still gets mail on the others. Answers to proven letters are on no account.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType

from sqlalchemy import Connection

from judge.conversation import Progress
from judge.letter import Account, Letter, Notice, Unasked, mailbox_of
from judge.service.parts import Judge
from judge.store import outbox

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)
# For each account, the most mails to one mailbox within these times.
_LIMITS: Mapping[Account, tuple[tuple[timedelta, int], ...]] = MappingProxyType(
    {
        Account.OTHERS: ((_DAY, 3), (_WEEK, 10)),
        Account.WAY_BACK: ((_HOUR, 1), (_DAY, 6)),
        Account.KEY: ((_HOUR, 3), (_DAY, 10)),
        Account.UNPROVEN: ((_DAY, 6),),
    }
)
# The most mails a day that all unproven letters from one domain cause. Many people write from a
# large provider, and a small domain is not worth an attack.
_BY_DOMAIN = 200
_BY_PROVIDER = 2_000
# fmt: off
_PROVIDERS = frozenset(
    (
        "126.com", "163.com", "aol.com", "comcast.net", "free.fr", "freenet.de", "gmail.com",
        "gmx.at", "gmx.ch", "gmx.com", "gmx.de", "gmx.net", "googlemail.com", "hotmail.co.uk",
        "hotmail.com", "hotmail.de", "hotmail.fr", "hotmail.it", "icloud.com", "laposte.net",
        "libero.it", "live.com", "live.nl", "mac.com", "mail.com", "mail.ru", "me.com", "msn.com",
        "naver.com", "orange.fr", "outlook.com", "outlook.de", "outlook.fr", "proton.me",
        "protonmail.com", "qq.com", "rambler.ru", "seznam.cz", "t-online.de", "uol.com.br",
        "virgilio.it", "wanadoo.fr", "web.de", "wp.pl", "yahoo.co.jp", "yahoo.co.uk", "yahoo.com",
        "yahoo.com.br", "yahoo.de", "yahoo.es", "yahoo.fr", "yahoo.it", "yandex.com", "yandex.ru",
        "ymail.com", "ziggo.nl",
    )
)
# fmt: on


def is_shown(section: Progress) -> bool:
    """Return whether more than the From proves who wrote a section."""
    return section.known.is_proven or section.opened


def bare(notice: Notice) -> Notice:
    """Return an answer with only its text, for a stranger who may not have asked for it."""
    return replace(notice, html="", drawings=(), calendar="", attachments=())


def account_for(
    connection: Connection,
    account: Account,
    notice: Notice,
    now: datetime,
    *,
    sender: str,
    sent: Sequence[Notice] = (),
) -> Notice | None:
    """Return `notice` as counted on `account`, None if the account is used up.

    An unproven letter of `sender` caused it. `sent` are the earlier mails that this letter caused.
    """
    mailbox, domain = mailbox_of(notice.to), mailbox_of(sender).rpartition("@")[2]
    # Forged letters from a domain must not shut its people out of their games.
    causer = "" if account in (Account.WAY_BACK, Account.KEY) else f"@{domain}"
    on_accounts = [(mailbox_of(one.to), one.unasked) for one in sent if one.unasked]
    alike = sum(to == mailbox and unasked.account is account for to, unasked in on_accounts)
    if room_of(connection, account, (mailbox,), now)[mailbox] <= alike:
        return None
    if causer:
        most = _BY_PROVIDER if domain in _PROVIDERS else _BY_DOMAIN
        caused = outbox.caused_since(connection, causer, now - _DAY)
        if caused + sum(unasked.causer == causer for _, unasked in on_accounts) >= most:
            return None
    return replace(notice, unasked=Unasked(account, causer))


def answer_within_rates(
    judge: Judge,
    connection: Connection,
    notice: Notice,
    now: datetime,
    *,
    letter: Letter,
    proven: bool,
    sent: Sequence[Notice] = (),
) -> Notice | None:
    """Return an answer to the sender of `letter`, None if they get no more for now.

    If the letter is not `proven`, the answer is counted on an account; `sent` are the earlier
    answers to this letter.
    """
    if not proven:
        sender = letter.sender
        return account_for(connection, Account.UNPROVEN, notice, now, sender=sender, sent=sent)
    most = judge.answers_per_hour
    lately, _ = outbox.answers_since(connection, notice.to, now - _HOUR, most)
    return notice if lately < most else None


def is_used_up(connection: Connection, address: str, now: datetime) -> bool:
    """Return whether `address` gets no more answers to unproven letters."""
    mailbox = mailbox_of(address)
    return room_of(connection, Account.UNPROVEN, (mailbox,), now)[mailbox] <= 0


def room_of(
    connection: Connection, account: Account, mailboxes: Iterable[str], now: datetime
) -> dict[str, int]:
    """Return how many more mails on `account` each mailbox may get now."""
    asked = frozenset(mailboxes)
    limits = _LIMITS[account]
    charged = outbox.charged(connection, account, asked, now - max(span for span, _ in limits))
    stopped = outbox.stopped_among(connection, asked)
    if account is Account.WAY_BACK:
        stopped = frozenset()  # owners ask for such mail themselves
    return {
        mailbox: 0
        if mailbox in stopped
        else min(most - sum(at > now - span for at in moments) for span, most in limits)
        for mailbox, moments in charged.items()
    }
