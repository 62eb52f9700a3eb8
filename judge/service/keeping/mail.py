"""What a keeper does about letters, notices, and what everybody is told."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.messages import Text, Value, counted, message
from judge.service.parts import Judge
from judge.store import keeper, trail, upkeep

Lines = tuple[Text, ...]
_DAY = timedelta(days=1)


def message_set(connection: Connection, text: str, now: datetime) -> Lines:
    """Set the message of the day, and return what came of it."""
    before = keeper.message_of_the_day(connection)
    keeper.set_message(connection, text, now)
    back = (message("Until now it was: {text}", text=before),) if before else ()
    if not text:
        return (message("There is no message of the day any more"), *back)
    return (
        message("The message of the day is set"),
        message("Everybody reads this in the first answer that he gets on a day:"),
        text,
        *back,
    )


def letters_listed(connection: Connection) -> Lines:
    """Return the letters that were set aside."""
    found = keeper.letters_set_aside(connection)
    lines = (
        f"{one.number} {one.received:%Y-%m-%d %H:%M} {one.sender}: {_last(one.note)}"
        for one in found
    )
    head = counted("{count} letter is set aside", "{count} letters are set aside", len(found))
    return (head, *lines)


def letter_retried(connection: Connection, number: int) -> Lines:
    """Let a letter be answered after all, and return whether it can be."""
    if keeper.try_again(connection, number):
        return (message("Letter {number} will be answered", number=number),)
    return (message("Letter {number} is not set aside", number=number),)


def notices_listed(connection: Connection) -> Lines:
    """Return the mails that did not go out."""
    found = keeper.undelivered(connection)
    head = counted("{count} mail did not go out", "{count} mails did not go out", len(found))
    return (head, *map(_notice, found))


def notice_retried(connection: Connection, number: int, now: datetime) -> Lines:
    """Send a mail again at once, and return whether it can be."""
    if keeper.send_again(connection, (number,), now):
        return (message("Mail {number} will be sent", number=number),)
    return (message("Mail {number} neither failed nor waits", number=number),)


def rates_shown(judge: Judge, connection: Connection, now: datetime) -> Lines:
    """Return how much each may send, and who sent most letters within a day."""
    found = keeper.busiest_senders(connection, now - _DAY)
    return (
        message("Limits, and who sends most"),
        message("{number} answers an hour to an address", number=judge.answers_per_hour),
        message("{number} messages an hour of a player", number=judge.press_per_hour),
        message("{number} new games a day of a person", number=judge.games_per_day),
        message("They are settings of the configuration."),
        message("Most letters of the last 24 hours:"),
        *(f"{sender}: {count}" for sender, count in found),
    )


def alarms_shown(connection: Connection) -> Lines:
    """Return what is wrong with the judge, as far as its keeper was told."""
    found = upkeep.sounding(connection)
    if not found:
        return (message("No alarm sounds"),)
    lines = (
        message("{name} since {moment} UTC", name=one.name, moment=_moment(one.since))
        for one in found
    )
    head = counted("{count} alarm sounds", "{count} alarms sound", len(found))
    return (head, *lines)


def erased(connection: Connection, number: int) -> Lines:
    """Erase the text of an entry of the audit trail, and return whether it had one."""
    if trail.erase(connection, number):
        done = message("The text of entry {number} is erased", number=number)
        return (done, message("The chain is as whole as before."))
    return (message("There is no entry {number} with a text", number=number),)


def _notice(one: keeper.Undelivered) -> Text:
    told: dict[str, Value] = {
        "number": one.number,
        "moment": _moment(one.created),
        "address": one.to,
        "reason": one.reason,
    }
    if one.failed:
        return message("{number} {moment} to {address}: failed, {reason}", **told)
    return message("{number} {moment} to {address}: waits, {reason}", **told)


def _last(text: str) -> str:
    return text.splitlines()[-1]


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
