"""When a letter had come and was written, by the mail of ours that it answers."""

from dataclasses import replace

from sqlalchemy import Connection

from judge.game import LetterTimes
from judge.letter import Letter
from judge.store import post


def after_the_answered(connection: Connection, letter: Letter, times: LetterTimes) -> LetterTimes:
    """Return when the letter had come and was written: after what it answers.

    The clocks of people go wrong, and those of mail servers count whole seconds.
    """
    answered = post.newest_sent(connection, map(message_key, letter.references))
    arrived, written = times.arrived, letter.date or times.arrived
    if answered is not None:
        arrived = max(arrived, min(answered, times.now))
        written = max(written, answered)
    return replace(times, arrived=arrived, dated=min(arrived, written))


def message_key(message_id: str) -> str:
    """Return by which name the outbox knows the mail with this Message-ID."""
    return message_id.strip("<>").rpartition("@")[0]
