"""How many answers go to letters whose sender is not shown by more than their From.

Anybody can write such a letter in somebody else's name, to fill his mailbox. So they
have limits of their own, and use up nothing of what is answered to himself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from judge.commands import Section
from judge.conversation import Lately, Progress, creates_a_game, follows_all_games, sends_press
from judge.game import Player
from judge.letter import Notice
from judge.service.parts import Judge
from judge.store import games, people, post

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
# Somebody who asks around before he joins gets his answers, and a victim no flood.
_TO_ADDRESS = 20
# A large mail provider has many who ask; a small one is not worth an attack.
_TO_DOMAIN = 200
_OVERALL = 1_000


def is_shown(section: Progress) -> bool:
    """Return whether more than a From shows who wrote a section."""
    return section.known.is_proven or section.opened


def done_lately(
    judge: Judge,
    connection: Connection,
    sections: Sequence[Section],
    by: tuple[Player, Iterable[str]],
    now: datetime,
) -> Lately:
    """Return what the writer of a letter to these games did of what he wants to do."""
    writer, names = by
    press: Mapping[tuple[str, str], int] = {}
    created = 0
    if sends_press(sections):
        press = games.press_sent(connection, names, writer.number, now - _HOUR)
    if creates_a_game(sections):
        created = games.games_created(connection, writer.number, now - _DAY)
    monitors = 0
    if follows_all_games(sections):
        monitors = len(people.monitors(connection))
    most = judge.press_per_hour, judge.games_per_day
    return Lately(press, created, monitors, *most)


def bare(notice: Notice) -> Notice:
    """Return the text alone of an answer, for a stranger who may not have asked."""
    return replace(notice, html="", drawing="", calendar="", attachments=(), unproven=True)


def may_answer_unproven(
    judge: Judge, connection: Connection, address: str, given: Sequence[str], now: datetime
) -> bool:
    """Return whether `address` gets an answer that it may not have asked for.

    `given` are the addresses of those that this letter has had already.
    """
    sent = post.unproven_since(connection, address, now - _HOUR)
    domain = address.rpartition("@")[2]
    near = sum(one.rpartition("@")[2] == domain for one in given)
    return (
        sent.address + given.count(address) < min(_TO_ADDRESS, judge.answers_per_hour)
        and sent.domain + near < _TO_DOMAIN
        and sent.overall + len(given) < _OVERALL
    )
