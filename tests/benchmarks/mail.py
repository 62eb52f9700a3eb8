"""What an order letter costs, from the mail that is kept to the committed receipt.

Run as `python -m tests.benchmarks.mail`; with another checkout as PYTHONPATH and this
file as the program it measures that one. Each letter orders all units of a power, in a
game that has just begun and in one with a history, on SQLite; nothing is sent. BEGIN
and SAVEPOINT count as statements. Then mails of phases are sent (`sent.py`), and the
real program gets letters by SMTP (`served.py`), beside a bare server that keeps
nothing.
"""

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from time import process_time

from sqlalchemy import Engine, event

from judge.engine import PhaseKind
from judge.letter import Delivery
from judge.service import answer_next_letter, keep_mail
from tests.benchmarks.sent import measure_sent
from tests.benchmarks.served import measure_served
from tests.post import Post
from tests.service.office import a_mail, reply_address
from tests.service.test_every_variant import Table

LETTERS = 105
ROUNDS = 3
PHASES = 20
STEP = timedelta(minutes=5)
MOVEMENT = PhaseKind.MOVEMENT


@dataclass(slots=True)
class Tally:
    """How many statements a store was sent, in how many transactions."""

    statements: int = 0
    transactions: int = 0


@contextmanager
def counted(store: Engine) -> Iterator[Tally]:
    """Give the tally of what the store is asked in the block."""
    tally = Tally()

    def on_statement(*_facts: object) -> None:
        tally.statements += 1

    def on_begin(*_facts: object) -> None:
        tally.statements += 1
        tally.transactions += 1

    event.listen(store, "before_cursor_execute", on_statement)
    event.listen(store, "begin", on_begin)
    yield tally
    event.remove(store, "before_cursor_execute", on_statement)
    event.remove(store, "begin", on_begin)


def a_table(folder: Path) -> Table:
    """Return a game of seven players that has just begun."""
    post = Post(folder)
    post.judge = replace(post.judge, answers_per_hour=10**6, outage=timedelta(days=999))
    post.write("maud@players.test", "CREATE luck standard\nSET MOVE 99 DAYS\nSET EARLY NEVER")
    for letter in "abcdefg":
        post.write(f"{letter}@players.test", "JOIN luck")
    return Table(post, Random(1901))


def play(table: Table) -> None:
    """Let the game go on until it has its history, and units to move."""
    while (game := table.game()).position and (
        len(game.history) < PHASES or game.position.phase.kind is not MOVEMENT
    ):
        table.play_phase()


def phase_of(table: Table) -> str:
    """Return the running phase."""
    position = table.game().position
    return "" if position is None else str(position.phase)


def letters_of(table: Table) -> list[tuple[bytes, str, str]]:
    """Return letters with orders, answers to the newest mails, by all in turn."""
    post, players = table.post, list(table.players().items())
    found = []
    for number in range(LETTERS):
        power, player = players[number % len(players)]
        newest = [mail for mail in post.arrived if mail.to == player][-1]
        date = post.now + number * STEP
        lines = "\n".join(table.orders(power))
        mail = a_mail(player, f"{lines}\n\nRegards\n", post.letters, date)
        mail["In-Reply-To"] = mail["References"] = newest.mail["Message-ID"]
        post.letters += 1
        found.append((mail.as_bytes(), reply_address(post, player), player))
    return found


def measure(name: str, table: Table) -> None:
    """Print one line on a game: the best of some rounds."""
    best, post = 1e9, table.post
    for _ in range(ROUNDS):
        letters = letters_of(table)
        start = process_time()
        with counted(post.judge.store) as tally:
            for letter in letters:
                keep_mail(post.judge, Delivery(*letter, post.now), post.now)
                while answer_next_letter(post.judge, post.now):
                    pass
                post.now += STEP
        best = min(best, (process_time() - start) * 1000 / LETTERS)
    print(
        f"{name:28}{best:6.2f} ms CPU  "
        f"{tally.statements / LETTERS:5.1f} statements  "
        f"{tally.transactions / LETTERS:4.1f} transactions a letter"
    )


def main() -> None:
    """Print a line for a new game, one for a game with a history, and for programs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--letters", type=int, default=LETTERS)
    options.add_argument("--kept", type=int, nargs="+", default=(1_000, 100_000))
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = a_table(Path(folder))
        measure(phase_of(table), table)
        play(table)
        done = len(table.game().history)
        measure(f"{phase_of(table)}, {done} phases before", table)
    measure_sent()
    measure_served(chosen.letters, tuple(chosen.kept))


if __name__ == "__main__":
    main()
