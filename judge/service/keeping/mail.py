"""What a keeper does about letters, notices, and what everybody is told."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.service.parts import Judge
from judge.store import post, trail
from judge.store.keeper import messages, overview
from judge.store.upkeep import sounding

Lines = tuple[str, ...]
_DAY = timedelta(days=1)


def message_set(connection: Connection, text: str, now: datetime) -> Lines:
    """Set the message of the day, and return what came of it."""
    before = messages.message_of_the_day(connection)
    messages.set_message(connection, text, now)
    told = (
        ("Everybody reads this in the first answer that he gets on a day:", text)
        if text
        else ("There is no message of the day any more.",)
    )
    back = (f"Until now it was: {before}",) if before else ()
    return (*told, *back)


def letters_listed(connection: Connection) -> Lines:
    """Return the letters that were set aside."""
    found = post.letters_set_aside(connection)
    lines = (
        f"{one.number} {one.received:%Y-%m-%d %H:%M} {one.sender}: "
        f"{one.note.splitlines()[-1]}"
        for one in found
    )
    return (f"{len(found)} letters are set aside", *lines)


def letter_retried(connection: Connection, number: int) -> Lines:
    """Let a letter be answered after all, and return whether it can be."""
    if post.try_again(connection, number):
        return (f"Letter {number} will be answered.",)
    return (f"Letter {number} is not set aside.",)


def notices_listed(connection: Connection) -> Lines:
    """Return the mails that did not go out."""
    found = post.undelivered(connection)
    lines = (
        f"{one.number} {one.created:%Y-%m-%d %H:%M} to {one.to}: "
        f"{'failed' if one.failed else 'waits'}, {one.reason}"
        for one in found
    )
    return (f"{len(found)} mails did not go out", *lines)


def notice_retried(connection: Connection, number: int, now: datetime) -> Lines:
    """Send a mail again at once, and return whether it can be."""
    if post.send_again(connection, (number,), now):
        return (f"Mail {number} will be sent.",)
    return (f"Mail {number} neither failed nor waits.",)


def rates_shown(judge: Judge, connection: Connection, now: datetime) -> Lines:
    """Return how much each may send, and who sent most letters within a day."""
    found = overview.busiest_senders(connection, now - _DAY)
    return (
        f"An address gets {judge.answers_per_hour} answers an hour, a player sends "
        f"{judge.press_per_hour} messages an hour in a game, a person creates "
        f"{judge.games_per_day} games a day. They are settings of the configuration.",
        "Most letters of the last 24 hours:",
        *(f"{sender}: {count}" for sender, count in found),
    )


def alarms_shown(connection: Connection) -> Lines:
    """Return what is wrong with the judge, as far as its keeper was told."""
    found = sounding(connection)
    lines = (f"{one.name} since {one.since:%Y-%m-%d %H:%M} UTC" for one in found)
    return ("These alarms sound:", *lines) if found else ("No alarm sounds.",)


def erased(connection: Connection, number: int) -> Lines:
    """Erase the text of an entry of the audit trail, and return whether it had one."""
    if trail.erase(connection, number):
        return (
            f"The text of entry {number} is erased. The chain is as whole as before.",
        )
    return (f"There is no entry {number} with a text.",)
